//! Machines of abstract words: elements of any limbs within the bounds, and what limbs say.

use crate::backend::{AvailableBackend, Backend, Loose, Machine, Portable};
use crate::curve25519_64::any_limbs;
use crate::form::Form;
use crate::word::{self, Vector};

/// A limb's largest value, and the exponent of its weight.
#[derive(Clone, Copy)]
pub(crate) struct Limb {
    pub(crate) most: u64,
    pub(crate) weight: u32,
}

impl Limb {
    const fn new(most: u64, weight: u32) -> Self {
        Self { most, weight }
    }

    /// Five limbs of 51 bits.
    pub(crate) const fn five(most: u64) -> [Self; 5] {
        [
            Self::new(most, 0),
            Self::new(most, 51),
            Self::new(most, 102),
            Self::new(most, 153),
            Self::new(most, 204),
        ]
    }

    /// Ten limbs, alternately of 26 and 25 bits.
    pub(crate) const fn ten(even: u64, odd: u64) -> [Self; 10] {
        [
            Self::new(even, 0),
            Self::new(odd, 26),
            Self::new(even, 51),
            Self::new(odd, 77),
            Self::new(even, 102),
            Self::new(odd, 128),
            Self::new(even, 153),
            Self::new(odd, 179),
            Self::new(even, 204),
            Self::new(odd, 230),
        ]
    }
}

/// An element of each lane, as polynomials.
pub(crate) type Forms = [Form; 8];

pub(crate) trait Abstract: Machine {
    const NAME: &'static str;
    /// The limbs of a reduced element.
    const LIMBS: &'static [Limb];
    /// The largest limbs of an element that can be multiplied.
    const LOOSE: &'static [u64];

    fn field_of(self, limbs: &[Vector]) -> Self::Field;
    fn limbs_of(field: Self::Field) -> Vec<Vector>;
    fn loose_of(self, limbs: &[Vector]) -> Loose<Self>;
    fn loose_limbs_of(loose: Loose<Self>) -> Vec<Vector>;
}

/// Makes a claim about any machine on each machine.
macro_rules! on_every_machine {
    ($claim:ident) => {
        use $crate::backend::{AvailableBackend, Portable};
        match $crate::claims::machine::available("ifma") {
            AvailableBackend::Ifma(machine) => $claim(machine),
            _ => unreachable!("it is always available"),
        }
        match $crate::claims::machine::available("avx2") {
            AvailableBackend::Avx2(machine, _) => $claim(machine),
            _ => unreachable!("it is always available"),
        }
        $claim(Portable);
    };
    ($(pub fn $claim:ident() = $of_one:ident;)*) => {
        $(#[doc = concat!("`", stringify!($of_one), "`, on every machine.")]
        pub fn $claim() {
            on_every_machine!($of_one);
        })*
    };
}
pub(crate) use on_every_machine;

pub(crate) fn available(name: &str) -> AvailableBackend {
    let mut all = Backend::ALL.iter();
    let backend = all
        .find(|backend| backend.name() == name)
        .expect("a backend");
    AvailableBackend::new(*backend).expect("no instruction is needed")
}

/// Fails with the machine's name.
#[track_caller]
pub(crate) fn holds<M: Abstract>(what: &str, is_so: bool) {
    assert!(is_so, "{}: {what}", M::NAME);
}

/// The weighted sum of one lane's limbs.
pub(crate) fn value<M: Abstract>(limbs: &[Vector], lane: usize) -> Form {
    let terms = limbs.iter().zip(M::LIMBS);
    terms.fold(Form::ZERO, |sum, (limb, Limb { weight, .. })| {
        sum + limb[lane].form.times_power_of_two(*weight)
    })
}

/// Any limbs up to these, with these values.
pub(crate) fn any_of<M: Abstract>(most: impl Fn(usize) -> u64, values: &Forms) -> Vec<Vector> {
    let mut rest = *values;
    let mut limbs = Vec::new();
    for (i, Limb { weight, .. }) in M::LIMBS.iter().enumerate().skip(1) {
        limbs.push(std::array::from_fn(|lane| {
            let form = Form::variable();
            rest[lane] = rest[lane] - form.times_power_of_two(*weight);
            word::bound(0, most(i), form)
        }));
    }
    limbs.insert(0, rest.map(|form| word::bound(0, most(0), form)));
    limbs
}

/// Any reduced element of these values.
pub(crate) fn any<M: Abstract>(machine: M, values: &Forms) -> M::Field {
    machine.field_of(&any_of::<M>(|i| M::LIMBS[i].most, values))
}

/// Any element that can be multiplied, of these values.
pub(crate) fn any_loose<M: Abstract>(machine: M, values: &Forms) -> Loose<M> {
    machine.loose_of(&any_of::<M>(|i| M::LOOSE[i], values))
}

/// The element is reduced, and has these values.
#[track_caller]
pub(crate) fn is<M: Abstract>(what: &str, field: M::Field, values: &Forms) {
    let limbs = M::limbs_of(field);
    check::<M>(what, &limbs, |i| M::LIMBS[i].most, values);
}

/// The element can be multiplied, and has these values.
#[track_caller]
pub(crate) fn is_loose<M: Abstract>(what: &str, loose: Loose<M>, values: &Forms) {
    let limbs = M::loose_limbs_of(loose);
    check::<M>(what, &limbs, |i| M::LOOSE[i], values);
}

/// The limbs are at most these, and have these values.
#[track_caller]
pub(crate) fn check<M: Abstract>(
    what: &str,
    limbs: &[Vector],
    most: impl Fn(usize) -> u64,
    values: &Forms,
) {
    for lane in 0..M::LANES {
        for (i, limb) in limbs.iter().enumerate() {
            let (found, most) = (limb[lane].most, most(i));
            assert!(
                found <= most,
                "{}: {what}: limb {i} of lane {lane} may be {found:#x}, above {most:#x}",
                M::NAME
            );
        }
        assert!(
            value::<M>(limbs, lane).equals(values[lane]),
            "{}: {what}: another value in lane {lane}",
            M::NAME
        );
    }
}

/// A new variable in each lane.
pub(crate) fn variables() -> Forms {
    [(); 8].map(|()| Form::variable())
}

pub(crate) fn each(a: &Forms, b: &Forms, of: impl Fn(Form, Form) -> Form) -> Forms {
    std::array::from_fn(|lane| of(a[lane], b[lane]))
}

/// Limbs in memory, at most 2^51, of these values.
pub(crate) fn in_memory(values: &Forms) -> [[u64; 5]; 8] {
    values.map(|value| any_limbs(value, 1 << 51))
}

impl Abstract for Portable {
    const NAME: &'static str = "portable";
    const LIMBS: &'static [Limb] = &Limb::five(1 << 51);
    const LOOSE: &'static [u64] = &[1 << 51; 5];

    fn field_of(self, limbs: &[Vector]) -> Self::Field {
        let limb = |i: usize, lane: usize| word::to_memory(limbs[i][lane]);
        self.field(&std::array::from_fn(|lane| {
            std::array::from_fn(|i| limb(i, lane))
        }))
    }

    fn limbs_of(field: Self::Field) -> Vec<Vector> {
        let limbs = Portable.limbs(field)[0];
        limbs.map(|limb| [word::from_memory(limb); 8]).to_vec()
    }

    /// fiat-crypto's contracts are about types alone; a proof needs no larger limbs than reduced ones.
    fn loose_of(self, limbs: &[Vector]) -> Loose<Self> {
        crate::backend::Field::loose(self.field_of(limbs))
    }

    fn loose_limbs_of(loose: Loose<Self>) -> Vec<Vector> {
        Self::limbs_of(crate::backend::Multipliable::carry(loose))
    }
}
