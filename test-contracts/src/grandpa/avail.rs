//! Headers in JSON, byte for byte: Substrate's standard ones and those of Avail.

use parity_scale_codec::{Compact, Encode};

use super::{FieldError, field::Field};

/// The SCALE encoding of a header.
///
/// # Errors
/// A field is missing or of another form, or the extension is of another version than 3.
pub(super) fn header(json: &Field<'_>) -> Result<Vec<u8>, FieldError> {
    let mut header = json.get("parentHash")?.array::<32>()?.to_vec();
    header.extend(compact::<u32>(&json.get("number")?)?);
    header.extend(json.get("stateRoot")?.array::<32>()?);
    header.extend(json.get("extrinsicsRoot")?.array::<32>()?);
    let digest = json.get("digest")?.get("logs")?;
    let items = digest.items()?.map(|item| item.bytes());
    header.extend(list(&digest, items.collect::<Result<_, _>>()?)?);
    if let Some(extension) = json.find("extension") {
        header.extend(extension_v3(&extension.get("V3")?)?);
    }
    Ok(header)
}

/// `avail_core::header::HeaderExtension::V3`.
fn extension_v3(json: &Field<'_>) -> Result<Vec<u8>, FieldError> {
    const V3: u8 = 2; // V1 is 0
    let mut extension = vec![V3];
    let lookup = json.get("appLookup")?;
    extension.extend(compact::<u32>(&lookup.get("size")?)?);
    let index = lookup.get("index")?;
    let items = index.items()?.map(|item| {
        let (app, start) = (item.get("appId")?, item.get("start")?);
        Ok([compact::<u32>(&app)?, compact::<u32>(&start)?].concat())
    });
    extension.extend(list(&index, items.collect::<Result<_, FieldError>>()?)?);

    let commitment = json.get("commitment")?;
    extension.extend(compact::<u16>(&commitment.get("rows")?)?);
    extension.extend(compact::<u16>(&commitment.get("cols")?)?);
    let bytes = commitment.get("commitment")?;
    let bytes = match bytes.value() {
        serde_json::Value::String(_) => bytes.bytes()?,
        _ => bytes
            .items()?
            .map(|byte| byte.number())
            .collect::<Result<_, _>>()?,
    };
    extension.extend(bytes.encode());
    extension.extend(commitment.get("dataRoot")?.array::<32>()?);
    Ok(extension)
}

fn compact<T: TryFrom<u64>>(json: &Field<'_>) -> Result<Vec<u8>, FieldError>
where
    Compact<T>: Encode,
{
    Ok(Compact(json.number::<T>()?).encode())
}

/// A vector of encoded items.
fn list(json: &Field<'_>, items: Vec<Vec<u8>>) -> Result<Vec<u8>, FieldError> {
    let count = u32::try_from(items.len()).map_err(|_| json.invalid("so short a list"))?;
    Ok([Compact(count).encode(), items.concat()].concat())
}
