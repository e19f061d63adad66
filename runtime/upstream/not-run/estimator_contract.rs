// For runtime/near-test-contracts/estimator-contract/src/lib.rs, behind `ed25519_verify_16kib_64`.
// Its `extern "C"` block gets:
//     fn ed25519_verify_many(items_len: u64, items_ptr: u64, rule: u64, register_id: u64) -> u64;

/// Calls `ed25519_verify_many` with as many items as `LEN` bytes hold. All items are equal: the
/// host verifies each of them anew.
unsafe fn ed25519_verify_many_alike<const LEN: usize>(
    calls: u32,
    message: &[u8],
    signature: &[u8; 64],
) {
    // The public key of the secret key [7; 32].
    let public_key: [u8; 32] = [
        234, 74, 108, 99, 226, 156, 82, 10, 190, 245, 80, 123, 19, 46, 197, 249, 149, 71, 118,
        174, 190, 190, 123, 146, 66, 30, 234, 105, 20, 70, 210, 44,
    ];
    let item_len = 100 + message.len();
    let count = ((LEN - 4) / item_len) as u32;
    let mut items = [0; LEN];
    items[..4].copy_from_slice(&count.to_le_bytes());
    for item in items[4..].chunks_exact_mut(item_len) {
        item[..32].copy_from_slice(&public_key);
        item[32..96].copy_from_slice(signature);
        item[96..100].copy_from_slice(&(message.len() as u32).to_le_bytes());
        item[100..].copy_from_slice(message);
    }
    for _ in 0..calls {
        let accepted = ed25519_verify_many(LEN as _, items.as_ptr() as _, 0, 0);
        // Every item must be accepted: the host may refuse an item early, at less than the full
        // cost.
        assert!(accepted == count as u64);
    }
}

/// The signature of 32 bytes of `a` under the secret key [7; 32].
const ED25519_VERIFY_MANY_32B: [u8; 64] = [
    197, 187, 173, 179, 168, 223, 84, 60, 176, 150, 41, 29, 68, 164, 255, 42, 248, 193, 118, 18,
    98, 117, 3, 199, 175, 120, 111, 132, 63, 226, 159, 59, 46, 105, 24, 91, 202, 176, 242, 169,
    204, 47, 15, 198, 137, 72, 153, 135, 121, 153, 139, 56, 173, 229, 73, 3, 188, 37, 114, 202,
    198, 54, 188, 3,
];

/// Function to measure `ed25519_verify_many_base`, together with one
/// `ed25519_verify_many_item`.
#[unsafe(no_mangle)]
pub unsafe fn ed25519_verify_many_1_item_500() {
    ed25519_verify_many_alike::<{ 4 + 132 }>(500, &[b'a'; 32], &ED25519_VERIFY_MANY_32B);
}

/// Function to measure `ed25519_verify_many_item`.
#[unsafe(no_mangle)]
pub unsafe fn ed25519_verify_many_256_items_2() {
    ed25519_verify_many_alike::<{ 4 + 256 * 132 }>(2, &[b'a'; 32], &ED25519_VERIFY_MANY_32B);
}

/// Function to measure `ed25519_verify_many_byte`: one item with a message of 16 KiB.
#[unsafe(no_mangle)]
pub unsafe fn ed25519_verify_many_16kib_64() {
    // The signature under the secret key [7; 32].
    let signature: [u8; 64] = [
        28, 220, 220, 88, 162, 216, 93, 169, 192, 99, 244, 117, 120, 57, 74, 163, 109, 25, 167,
        42, 106, 110, 199, 143, 102, 120, 245, 237, 63, 1, 177, 53, 10, 235, 208, 154, 31, 132,
        138, 160, 210, 190, 97, 228, 77, 54, 15, 49, 80, 22, 184, 168, 134, 25, 91, 232, 77, 93,
        213, 219, 101, 193, 149, 6,
    ];
    ed25519_verify_many_alike::<{ 4 + 100 + 16384 }>(64, &[b'a'; 16384], &signature);
}
