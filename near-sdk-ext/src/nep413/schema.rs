//! Schemas of signed messages in JSON, for the ABI.

use schemars::{
    JsonSchema,
    r#gen::SchemaGenerator,
    schema::{InstanceType, Schema, SchemaObject},
};

use super::{Payload, SignedMessage};
use crate::PublicKey;

impl JsonSchema for Payload {
    fn schema_name() -> String {
        "Payload".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        object([
            ("message", generator.subschema_for::<String>(), true),
            // 32 bytes in base64.
            ("nonce", generator.subschema_for::<String>(), true),
            ("recipient", generator.subschema_for::<String>(), true),
            (
                "callbackUrl",
                generator.subschema_for::<Option<String>>(),
                false,
            ),
        ])
    }
}

impl JsonSchema for SignedMessage {
    fn schema_name() -> String {
        "SignedMessage".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        object([
            ("payload", generator.subschema_for::<Payload>(), true),
            ("public_key", generator.subschema_for::<PublicKey>(), true),
            // In base64, or in NEAR's text form.
            ("signature", generator.subschema_for::<String>(), true),
        ])
    }
}

/// An object with these fields: name, schema, and whether it is required.
fn object<const N: usize>(fields: [(&str, Schema, bool); N]) -> Schema {
    let mut schema = SchemaObject {
        instance_type: Some(InstanceType::Object.into()),
        ..SchemaObject::default()
    };
    let object = schema.object();
    for (name, schema, is_required) in fields {
        object.properties.insert(name.to_owned(), schema);
        if is_required {
            object.required.insert(name.to_owned());
        }
    }
    schema.into()
}
