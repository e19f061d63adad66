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
        let fields = [
            ("message", of::<String> as Of, true),
            // 32 bytes in base64.
            ("nonce", of::<String>, true),
            ("recipient", of::<String>, true),
            ("callbackUrl", of::<Option<String>>, false),
        ];
        object(generator, &fields)
    }
}

impl JsonSchema for SignedMessage {
    fn schema_name() -> String {
        "SignedMessage".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let fields = [
            ("payload", of::<Payload> as Of, true),
            ("public_key", of::<PublicKey>, true),
            // In base64, or in NEAR's text form.
            ("signature", of::<String>, true),
        ];
        object(generator, &fields)
    }
}

/// A field's schema.
type Of = fn(&mut SchemaGenerator) -> Schema;

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// An object with these fields: name, schema, and whether it is required.
fn object(generator: &mut SchemaGenerator, fields: &[(&str, Of, bool)]) -> Schema {
    let mut schema = SchemaObject {
        instance_type: Some(InstanceType::Object.into()),
        ..SchemaObject::default()
    };
    for (name, schema_of, is_required) in fields {
        let object = schema.object();
        object
            .properties
            .insert((*name).to_owned(), schema_of(generator));
        if *is_required {
            object.required.insert((*name).to_owned());
        }
    }
    schema.into()
}
