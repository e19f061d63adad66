//! This crate's unsafe calls: imports of the runtime.

#![expect(unsafe_code, reason = "a host function is a foreign function")]

use crate::input::Input;
#[cfg(all(
    target_arch = "wasm32",
    any(feature = "verify-many", feature = "vrf-many")
))]
use crate::many::Items;
#[cfg(all(target_arch = "wasm32", feature = "verify-many"))]
use crate::many::{Rule, Verdicts};
#[cfg(all(target_arch = "wasm32", feature = "vrf-many"))]
use crate::vrf::{Output, Suite};

impl Input<'_> {
    /// The pair (length, pointer) by which host functions take an input; the length `u64::MAX`
    /// makes the pointer a register id.
    fn as_host_args(self) -> (u64, u64) {
        match self {
            Self::Memory(bytes) => (bytes.len() as u64, bytes.as_ptr() as u64),
            Self::Register(id) => (u64::MAX, id),
        }
    }
}

pub(crate) fn ed25519_verify(
    signature: Input<'_>,
    message: Input<'_>,
    public_key: Input<'_>,
) -> bool {
    let (signature_len, signature_ptr) = signature.as_host_args();
    let (message_len, message_ptr) = message.as_host_args();
    let (key_len, key_ptr) = public_key.as_host_args();
    // SAFETY: the import has near-sys's own signature. Each pair is a live slice, which the host
    // only reads and does not keep (and which is shorter than `u64::MAX`), or it names a register,
    // which is not our memory; the host aborts if it is unset.
    let accepted = unsafe {
        near_sys::ed25519_verify(
            signature_len,
            signature_ptr,
            message_len,
            message_ptr,
            key_len,
            key_ptr,
        )
    };
    accepted == 1
}

/// The extensions: nearcore has no such host functions, so near-sys does not declare them.
#[cfg(all(
    target_arch = "wasm32",
    any(feature = "verify-many", feature = "vrf-many")
))]
mod extension {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        #[cfg(feature = "verify-many")]
        pub(super) fn ed25519_verify_many(
            items_len: u64,
            items_ptr: u64,
            rule: u64,
            register_id: u64,
        ) -> u64;

        #[cfg(feature = "vrf-many")]
        pub(super) fn ecvrf_verify_many(
            items_len: u64,
            items_ptr: u64,
            suite: u64,
            register_id: u64,
        ) -> u64;
    }
}

#[cfg(all(target_arch = "wasm32", feature = "verify-many"))]
pub(crate) fn ed25519_verify_many(items: &Items, rule: Rule) -> Verdicts {
    let bytes = items.as_bytes();
    let (length, pointer) = (bytes.len() as u64, bytes.as_ptr() as u64);
    // SAFETY: the import has the specification's signature. The slice is live, and the host only
    // reads it and does not keep it.
    let accepted =
        unsafe { extension::ed25519_verify_many(length, pointer, rule.number(), SCRATCH_REGISTER) };
    let accepted = usize::try_from(accepted).expect("no more than there are items");
    Verdicts::new(items.len(), accepted, |verdicts| {
        // SAFETY: `ed25519_verify_many` has just put one byte for each item into this register. The
        // slice has as many, and nobody else borrows it.
        unsafe { near_sys::read_register(SCRATCH_REGISTER, verdicts.as_mut_ptr() as u64) }
    })
}

/// The output of each proof in the layout, in order; `None` if the suite refuses it.
#[cfg(all(target_arch = "wasm32", feature = "vrf-many"))]
pub(crate) fn ecvrf_verify_many<const PROOF: usize>(
    suite: Suite,
    items: &Items<PROOF>,
) -> Vec<Option<Output>> {
    let bytes = items.as_bytes();
    let (length, pointer) = (bytes.len() as u64, bytes.as_ptr() as u64);
    let suite = u64::from(suite.code());
    // SAFETY: the import has the specification's signature. The slice is live, and the host only
    // reads it and does not keep it.
    let accepted =
        unsafe { extension::ecvrf_verify_many(length, pointer, suite, SCRATCH_REGISTER) };
    if accepted == 0 {
        return vec![None; items.len()];
    }
    let mut verdicts = vec![[0; 1 + 64]; items.len()];
    // SAFETY: `ecvrf_verify_many` has just put 65 bytes for each item into this register. The
    // contiguous arrays have as many, and nobody else borrows them.
    unsafe { near_sys::read_register(SCRATCH_REGISTER, verdicts.as_mut_ptr() as u64) };
    let output = |[verdict, beta @ ..]: [u8; 1 + 64]| {
        let is_accepted = verdict == 1;
        is_accepted.then(|| Output::from_verified(beta))
    };
    verdicts.into_iter().map(output).collect()
}

/// near-sdk's own scratch register, which no contract uses by name.
#[cfg(any(
    feature = "sha256",
    all(
        target_arch = "wasm32",
        any(feature = "verify-many", feature = "vrf-many")
    )
))]
const SCRATCH_REGISTER: u64 = u64::MAX - 2;

#[cfg(feature = "sha256")]
pub(crate) fn sha256(data: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    // SAFETY: the slice is live, and the host only reads it.
    unsafe { near_sys::sha256(data.len() as u64, data.as_ptr() as u64, SCRATCH_REGISTER) };
    // SAFETY: `sha256` has just put 32 bytes into this register. `digest` has as many, and nobody
    // else borrows it.
    unsafe { near_sys::read_register(SCRATCH_REGISTER, digest.as_mut_ptr() as u64) };
    digest
}

/// The tokens attached to the call, in yoctoNEAR.
pub(crate) fn attached_deposit() -> u128 {
    let mut bytes = [0; 16];
    // SAFETY: the host writes 16 bytes. The array has as many, and nobody else borrows it.
    unsafe { near_sys::attached_deposit(bytes.as_mut_ptr() as u64) };
    u128::from_le_bytes(bytes)
}

pub(crate) fn abort(text: &str) -> ! {
    // SAFETY: the slice is live, and the host only reads it.
    unsafe { near_sys::panic_utf8(text.len() as u64, text.as_ptr() as u64) }
}

pub(crate) fn input(register_id: u64) {
    // SAFETY: takes a register id and no pointers.
    unsafe { near_sys::input(register_id) }
}

pub(crate) fn storage_read(key: &[u8], register_id: u64) -> bool {
    // SAFETY: the slice is live, and the host only reads it.
    unsafe { near_sys::storage_read(key.len() as u64, key.as_ptr() as u64, register_id) == 1 }
}

pub(crate) fn promise_result(index: u64, register_id: u64) -> bool {
    // SAFETY: takes numbers and no pointers.
    unsafe { near_sys::promise_result(index, register_id) == 1 }
}
