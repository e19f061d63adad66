// For runtime/runtime-params-estimator/src/lib.rs, behind `ed25519_verify_byte`.
//
// `ALL_COSTS` gets:
//     (Cost::Ed25519VerifyManyBase, ed25519_verify_many_base),
//     (Cost::Ed25519VerifyManyItem, ed25519_verify_many_item),
//     (Cost::Ed25519VerifyManyByte, ed25519_verify_many_byte),
// `Cost` in cost.rs gets these three names; costs_to_runtime_config.rs maps
// `ExtCosts::ed25519_verify_many_base`, `_item` and `_byte` to them.

/// A call with this many items of 32 bytes each.
fn ed25519_verify_many_call(ctx: &mut EstimatorContext, items: u64) -> GasCost {
    let (method, calls) = match items {
        1 => ("ed25519_verify_many_1_item_500", 500),
        _ => ("ed25519_verify_many_256_items_2", 2),
    };
    fn_cost(ctx, method, ExtCosts::ed25519_verify_many_base, calls)
}

fn ed25519_verify_many_item(ctx: &mut EstimatorContext) -> GasCost {
    let one = ed25519_verify_many_call(ctx, 1);
    let all = ed25519_verify_many_call(ctx, 256);
    all.saturating_sub(&one, &NonNegativeTolerance::PER_MILLE) / 255
}

fn ed25519_verify_many_base(ctx: &mut EstimatorContext) -> GasCost {
    let item = ed25519_verify_many_item(ctx);
    let one = ed25519_verify_many_call(ctx, 1);
    // The base is small beside an item: hence the tolerance.
    one.saturating_sub(&item, &NonNegativeTolerance::RelativeTolerance(0.1))
}

fn ed25519_verify_many_byte(ctx: &mut EstimatorContext) -> GasCost {
    // inside the WASM function, there are 64 calls of one item with a message of 16 KiB each.
    let bytes = 16384;
    let one = ed25519_verify_many_call(ctx, 1);
    let byte = ExtCosts::ed25519_verify_many_byte;
    let cost = fn_cost(ctx, "ed25519_verify_many_16kib_64", byte, 64 * bytes);
    // Leaves out the call and its item; each byte has its part of the rest.
    cost.saturating_sub(&(one / bytes), &NonNegativeTolerance::PER_MILLE)
}
