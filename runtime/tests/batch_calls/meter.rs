//! A gas counter as in the specifications; the models charge it.

use crate::cases::{Case, args, in_registers};
use crate::contract::{PLENTY, REGISTER};
use crate::guest::{Guest, Limit, Seen};
use crate::network::{BatchItem, Charge, NETWORK, Place, copy, gas, read};
use near_parameters::ExtCosts;
use near_runtime_ext::{Gas, HostError};

/// The error that aborts a contract.
pub fn invalid_input(msg: &str) -> HostError {
    HostError::Ed25519VerifyInvalidInput {
        msg: msg.to_owned(),
    }
}

/// A gas counter like nearcore's.
#[derive(Default)]
pub struct Meter {
    pub burnt: u64,
    pub left: u64,
    /// Gas burnt before the call, and the limit of burnt gas.
    pub before: u64,
    pub max_burnt: u64,
    pub prepaid: u64,
    /// The amounts of gas at which one more charge fits, in order.
    pub edges: Vec<u64>,
    /// What was burnt, by name. A charge that does not fit burns the rest.
    pub booked: Vec<Charge>,
}

impl Meter {
    /// The meter for a call with these observed effects.
    pub fn of<I>(seen: &Seen, guest: &Guest<I>) -> Self {
        let before = seen.burnt_before;
        let most = NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas();
        let used_before = seen.used_before;
        let plenty = PLENTY.as_gas();
        let (left, prepaid, max_burnt) = match (guest.gas, guest.limit) {
            (None, _) => (plenty - used_before, plenty, most),
            (Some(gas), Limit::Prepaid) => (gas, used_before + gas, most),
            (Some(gas), Limit::View) => (gas, before + gas, before + gas),
            (Some(gas), Limit::Burnt) => (gas, plenty, before + gas),
        };
        Self {
            left,
            before,
            max_burnt,
            prepaid,
            ..Self::default()
        }
    }

    pub fn charge(&mut self, cost: ExtCosts, price: u64, units: u64) -> Result<(), HostError> {
        let overflow = HostError::IntegerOverflow;
        let gas = price.checked_mul(units).ok_or(overflow.clone())?;
        let burnt = (self.before + self.burnt)
            .checked_add(gas)
            .ok_or(overflow)?;
        self.edges.push(self.burnt + gas);
        if let Some(left) = self.left.checked_sub(gas) {
            self.left = left;
            self.burnt += gas;
            self.booked.push((cost, gas));
            return Ok(());
        }
        let all = burnt.min(self.max_burnt).min(self.prepaid) - self.before;
        self.booked.push((cost, all - self.burnt));
        self.burnt = all;
        Err(match burnt > self.max_burnt {
            true => HostError::GasLimitExceeded,
            false => HostError::GasExceeded,
        })
    }

    /// Charges all of these.
    pub fn charge_all(&mut self, charges: &[Charge]) -> Result<(), HostError> {
        let mut charges = charges.iter();
        charges.try_for_each(|(cost, gas)| self.charge(*cost, *gas, 1))
    }

    /// Pays for an input, and reads it.
    pub fn input<'g, I>(
        &mut self,
        guest: &'g Guest<I>,
        [len, ptr]: [u64; 2],
    ) -> Result<&'g [u8], HostError> {
        if len == REGISTER {
            // The last write to a register counts.
            let found = guest.registers.iter().rfind(|(id, _)| *id == ptr);
            let unset = HostError::InvalidRegisterId { register_id: ptr };
            let (_, bytes) = found.ok_or(unset)?;
            self.charge_all(&read(Place::Register, bytes.len() as u64))?;
            return Ok(bytes);
        }
        // Charged one by one, because the price of some lengths overflows.
        for (cost, units) in [
            (ExtCosts::read_memory_base, 1),
            (ExtCosts::read_memory_byte, len),
        ] {
            self.charge(cost, gas(cost, 1), units)?;
        }
        let range = || {
            let start = usize::try_from(ptr).ok()?;
            let end = start.checked_add(usize::try_from(len).ok()?)?;
            guest.memory.get(start..end)
        };
        range().ok_or(HostError::MemoryAccessViolation)
    }

    /// Runs out of gas unless this much is left for a copy.
    pub fn afford(&mut self, gas: u64) -> Result<(), HostError> {
        if gas > self.left {
            self.charge(ExtCosts::write_memory_byte, gas, 1)?;
        }
        self.edges.push(self.burnt + gas);
        Ok(())
    }
}

/// The reason why a call aborts.
#[derive(Debug)]
pub enum Abort {
    Host(HostError),
    /// The layout is malformed in any way.
    Layout,
    /// The verdicts' register has no room.
    Room,
}

impl From<HostError> for Abort {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

/// The specification: the steps and charges of a call, in order. Returns the items to verify.
pub fn specified<I: BatchItem>(
    case: &Case,
    guest: &Guest<I>,
    meter: &mut Meter,
) -> Result<Vec<I>, Abort> {
    let base = guest.prices.base;
    meter.charge(ExtCosts::ed25519_verify_base, base, 1)?;
    if !I::CHOICES.contains(&case.choice) {
        return Err(invalid_input(I::REFUSAL).into());
    }
    let [len, ptr, ..] = args(case);
    let input = meter.input(guest, [len, ptr])?;
    if len == REGISTER {
        // The overlay defers the base fee, which covers its part of the copy.
        meter.afford(copy(input.len() as u64).saturating_sub(base))?;
    }
    let items = I::laid_out(input, case.choice).ok_or(Abort::Layout)?;
    meter.charge_all(&I::after_parsing(guest.prices, &items))?;
    let limits = &guest.config.limit_config;
    let mut others = guest.registers.clone();
    others.retain(|(id, _)| *id != case.verdicts);
    let others: u64 = others.iter().map(|(_, it)| in_registers(it.len())).sum();
    let fits = others + in_registers(items.len() * I::VERDICT) <= limits.registers_memory_limit;
    // nearcore's own limit: once all registers are in use, not even an existing one may be replaced.
    match fits && (guest.registers.len() as u64) < limits.max_number_registers {
        true => Ok(items),
        false => Err(Abort::Room),
    }
}

/// The items of a layout, each of public key, `proof` bytes, the message's length, and message.
pub fn parse<T>(
    layout: &[u8],
    proof: usize,
    item: impl Fn([u8; 32], &[u8], &[u8]) -> Option<T>,
) -> Option<Vec<T>> {
    let number = |at: usize| {
        let bytes = layout.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let count = number(0).filter(|count| (1..=4096).contains(count))?;
    let (mut items, mut at) = (Vec::new(), 4);
    for _ in 0..count {
        let proof = at + 32..at + 32 + proof;
        let message = proof.end + 4..proof.end + 4 + number(proof.end)?;
        let key = layout.get(at..at + 32)?.try_into().ok()?;
        at = message.end;
        items.push(item(key, layout.get(proof)?, layout.get(message)?)?);
    }
    (at == layout.len()).then_some(items)
}

/// The gas limit at the edge of one of the model's charges.
pub fn edge<I: BatchItem>(case: &Case, guest: &Guest<I>) -> Option<u64> {
    // Where the call aborts, its edges end.
    let charge = |meter: &mut Meter| drop(specified(case, guest, meter));
    case.gas.map(|place| edge_of(charge, place))
}

/// The gas limit at the edge of one of the charges that `charge` makes: the edge's index, and the limit's offset.
pub fn edge_of(charge: impl FnOnce(&mut Meter), (index, off): (usize, i64)) -> u64 {
    let mut endless = Meter {
        left: u64::MAX / 2,
        max_burnt: u64::MAX,
        prepaid: u64::MAX,
        edges: vec![0],
        ..Meter::default()
    };
    charge(&mut endless);
    let edge = endless.edges[index % endless.edges.len()].saturating_add_signed(off);
    // A call cannot attach more than the network's limit, whatever was spent before.
    edge.min(Gas::from_teragas(900).as_gas())
}
