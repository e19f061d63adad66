//! The parts of a signed message, together or apart, as wallets and SDKs write them.

use core::{fmt, marker::PhantomData};

use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess,
    Visitor,
};

use super::bytes::{Bytes, Of};
use super::{Payload, SignedMessage};
use crate::{PublicKey, Signature};

/// The known parts of a signed message. A wallet answers with only the key and the signature;
/// whoever asked it has the rest.
///
/// In JSON the fields are in one object, or in objects within it: `payload`, `request`, `params` or `signMessageParams`
/// for the request; `signedMessage`, `signed_message` or `result` for the answer. A field may come twice, as under both
/// spellings of its name, if the values agree; fields of other names are ignored. Bytes are text: base64, for URLs or
/// not, padded or not, and keys and signatures in NEAR's form. They may also be arrays, or a `Buffer`, a `Uint8Array`
/// or a key of near-api-js as `JSON.stringify` writes it. [`Payload`] and [`SignedMessage`] do not read those forms,
/// which would add four kilobytes to a contract.
///
/// ```
/// # use near_sdk as _; // links the mock that feature `unit-testing` calls
/// use near_sdk_ext::nep413::{Parts, PartsError, SignedMessage};
///
/// // A test of near-api-js: what the wallet was asked for, and its answer.
/// let request: Parts = serde_json::from_str(
///     r#"{
///         "message": "Hello NEAR!",
///         "nonce": "KNV0cOpvJ50D5vfF9pqWom8wo2sliQ4W+Wa7uZ3Uk6Y=",
///         "recipient": "example.near"
///     }"#,
/// )?;
/// let answer: Parts = serde_json::from_str(
///     r#"{
///         "accountId": "round-toad.testnet",
///         "publicKey": "ed25519:2RM3EotCzEiVobm6aMjaup43k8cFffR4KHFtrqbZ79Qy",
///         "signature": "NnJgPU1Ql7ccRTITIoOVsIfElmvH1RV7QAT4a9Vh6ShCOnjIzRwxqX54JzoQ/nK02p7VBMI2vJn48rpImIJwAw=="
///     }"#,
/// )?;
/// let missing: Vec<_> = answer.missing().collect();
/// assert_eq!(missing, ["message", "nonce", "recipient"]);
/// let signed = SignedMessage::try_from(request.joined(answer)?)?;
/// assert_eq!(signed.verify("example.near"), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// [`Payload::message`].
    pub message: Option<String>,
    /// [`Payload::nonce`].
    pub nonce: Option<[u8; 32]>,
    /// [`Payload::recipient`].
    pub recipient: Option<String>,
    /// [`Payload::callback_url`], which is optional.
    pub callback_url: Option<String>,
    /// [`SignedMessage::public_key`].
    pub public_key: Option<PublicKey>,
    /// [`SignedMessage::signature`].
    pub signature: Option<Signature>,
}

/// Why parts do not make a signed message; fields have the names that wallets give them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// The first field that is missing.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// A field that comes twice.
    #[error("`{0}` has two values that differ")]
    Differs(&'static str),
}

impl Parts {
    /// These parts and others, of one message.
    ///
    /// # Errors
    /// [`PartsError::Differs`].
    pub fn joined(mut self, others: Self) -> Result<Self, PartsError> {
        join(&mut self.message, others.message, MESSAGE)?;
        join(&mut self.nonce, others.nonce, NONCE)?;
        join(&mut self.recipient, others.recipient, RECIPIENT)?;
        join(&mut self.callback_url, others.callback_url, CALLBACK_URL)?;
        join(&mut self.public_key, others.public_key, PUBLIC_KEY)?;
        join(&mut self.signature, others.signature, SIGNATURE)?;
        Ok(self)
    }

    /// The required fields of a signed message that are missing.
    pub fn missing(&self) -> impl Iterator<Item = &'static str> {
        let fields = [
            (MESSAGE, self.message.is_none()),
            (NONCE, self.nonce.is_none()),
            (RECIPIENT, self.recipient.is_none()),
            (PUBLIC_KEY, self.public_key.is_none()),
            (SIGNATURE, self.signature.is_none()),
        ];
        let missing = fields.into_iter().filter(|(_, is_missing)| *is_missing);
        missing.map(|(name, _)| name)
    }
}

const MESSAGE: &str = "message";
const NONCE: &str = "nonce";
const RECIPIENT: &str = "recipient";
const CALLBACK_URL: &str = "callbackUrl";
const PUBLIC_KEY: &str = "publicKey";
const SIGNATURE: &str = "signature";

/// Stores a value if there is one; see [`put`].
fn join<T: PartialEq>(
    place: &mut Option<T>,
    value: Option<T>,
    name: &'static str,
) -> Result<(), PartsError> {
    value.map_or(Ok(()), |value| put(place, value, name))
}

/// Stores a value; an existing one must be equal.
#[inline(always)] // copies of values cost a contract more than the code
fn put<T: PartialEq>(
    place: &mut Option<T>,
    value: T,
    name: &'static str,
) -> Result<(), PartsError> {
    match place {
        None => *place = Some(value),
        Some(it) if *it == value => {}
        Some(_) => return Err(PartsError::Differs(name)),
    }
    Ok(())
}

impl TryFrom<Parts> for Payload {
    type Error = PartsError;

    /// # Errors
    /// [`PartsError::Missing`].
    fn try_from(parts: Parts) -> Result<Self, PartsError> {
        Ok(Self {
            message: parts.message.ok_or(PartsError::Missing(MESSAGE))?,
            nonce: parts.nonce.ok_or(PartsError::Missing(NONCE))?,
            recipient: parts.recipient.ok_or(PartsError::Missing(RECIPIENT))?,
            callback_url: parts.callback_url,
        })
    }
}

impl TryFrom<Parts> for SignedMessage {
    type Error = PartsError;

    /// # Errors
    /// [`PartsError::Missing`].
    fn try_from(mut parts: Parts) -> Result<Self, PartsError> {
        let (public_key, signature) = (parts.public_key.take(), parts.signature.take());
        Ok(Self {
            payload: parts.try_into()?,
            public_key: public_key.ok_or(PartsError::Missing(PUBLIC_KEY))?,
            signature: signature.ok_or(PartsError::Missing(SIGNATURE))?,
        })
    }
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut parts = Self::default();
        Within::<Bytes>::of(&mut parts).deserialize(from)?;
        Ok(parts)
    }
}

impl<'de> Deserialize<'de> for Payload {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut parts = Parts::default();
        Within::<String>::of(&mut parts).deserialize(from)?;
        parts.try_into().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for SignedMessage {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut parts = Parts::default();
        Within::<String>::of(&mut parts).deserialize(from)?;
        parts.try_into().map_err(D::Error::custom)
    }
}

/// Reads parts in an object and in objects within it, with bytes in the forms of `B`.
struct Within<'a, B>(&'a mut Parts, PhantomData<B>);

impl<'a, B> Within<'a, B> {
    fn of(parts: &'a mut Parts) -> Self {
        Self(parts, PhantomData)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "camelCase")]
enum Field {
    Message,
    Nonce,
    Recipient,
    #[serde(alias = "callback_url")]
    CallbackUrl,
    #[serde(alias = "public_key")]
    PublicKey,
    Signature,
    #[serde(alias = "payload", alias = "request", alias = "params")]
    #[serde(alias = "signMessageParams", alias = "signedMessage")]
    #[serde(alias = "signed_message", alias = "result")]
    Within,
    #[serde(other)]
    Other,
}

impl<'de, B: DeserializeOwned + Into<Bytes>> DeserializeSeed<'de> for Within<'_, B> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, B: DeserializeOwned + Into<Bytes>> Visitor<'de> for Within<'_, B> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with fields of a signed message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let parts = self.0;
        while let Some(field) = fields.next_key()? {
            let put = match field {
                Field::Message => put(&mut parts.message, fields.next_value()?, MESSAGE),
                Field::Recipient => put(&mut parts.recipient, fields.next_value()?, RECIPIENT),
                Field::CallbackUrl => match fields.next_value()? {
                    Some(url) => put(&mut parts.callback_url, url, CALLBACK_URL),
                    None => Ok(()),
                },
                Field::Nonce => put(&mut parts.nonce, fields.next_value::<Of<B, _>>()?.0, NONCE),
                Field::PublicKey => put(
                    &mut parts.public_key,
                    fields.next_value::<Of<B, _>>()?.0,
                    PUBLIC_KEY,
                ),
                Field::Signature => put(
                    &mut parts.signature,
                    fields.next_value::<Of<B, _>>()?.0,
                    SIGNATURE,
                ),
                Field::Within => {
                    fields.next_value_seed(Within::<B>::of(parts))?;
                    Ok(())
                }
                Field::Other => {
                    fields.next_value::<IgnoredAny>()?;
                    Ok(())
                }
            };
            put.map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
