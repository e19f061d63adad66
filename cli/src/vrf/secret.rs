//! The secret key of `vrf prove`. Buffers that held it are erased. No error repeats it or the
//! file's name, since people put the key itself in place of the name.

use crate::input;
use anyhow::{anyhow, ensure};
use near_ecvrf::SecretKey;
use std::fs::File;
use std::io;
use std::path::Path;
use zeroize::Zeroizing;

/// Largest size of a file with a secret key: its digits, and white space around them.
const LIMIT: usize = 1024;

pub(super) fn key(path: &Path) -> anyhow::Result<SecretKey> {
    let (name, hint) = match input::is_stdin(path) {
        true => ("standard input", ""),
        false => (
            "the file of --secret-key-file",
            "; it takes the name of a file, not the key",
        ),
    };
    // The buffer has a fixed size: growing would leave copies.
    let mut text = Zeroizing::new([0; LIMIT + 1]);
    let length = fill(path, &mut text[..]);
    let length = length.map_err(|error| anyhow!("cannot read {name}: {error}{hint}"))?;
    let is = "a secret key is 32 bytes in hex";
    ensure!(length <= LIMIT, "{name} has more than {LIMIT} bytes: {is}");
    let mut seed = Zeroizing::new([0; 32]);
    hex::decode_to_slice(text[..length].trim_ascii(), &mut seed[..])
        .map_err(|_| anyhow!("{name}: {is}, an Ed25519 seed"))?;
    Ok(SecretKey::from_seed(*seed))
}

/// Reads until the buffer is full or the file ends; returns how much was read.
fn fill(path: &Path, buffer: &mut [u8]) -> io::Result<usize> {
    let mut file = match input::is_stdin(path) {
        true => stdin()?,
        false => Box::new(File::open(path)?),
    };
    let mut length = 0;
    loop {
        match file.read(&mut buffer[length..]) {
            Ok(0) => return Ok(length),
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads standard input without std's buffer, which nobody erases.
fn stdin() -> io::Result<Box<dyn io::Read>> {
    use std::os::fd::AsFd as _;
    let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    Ok(Box::new(file))
}
