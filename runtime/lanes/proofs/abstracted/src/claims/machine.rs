//! Machines of abstract words: elements of any limbs within the bounds, and the values of limbs.

use crate::backend::avx2::Avx2;
use crate::backend::ifma::Ifma;
use crate::backend::{Field, Loose, Machine, Multipliable as _, Portable, portable};
use crate::form::Form;
use crate::word::{self, Vector};

/// An element of each lane, as polynomials.
pub(crate) type Forms = [Form; 8];

pub(crate) trait Abstract: Machine<Field: InLimbs + Field<Loose: InLimbs>> {
    const NAME: &'static str;
    /// The number of an element's limbs, which share 255 bits.
    const LIMBS: usize;

    /// The largest value of a reduced element's limb.
    fn most(limb: usize) -> u64;
    /// The largest value of a limb of an element that can be multiplied.
    fn loose_most(limb: usize) -> u64;
}

/// Elements as their limbs.
pub(crate) trait InLimbs {
    fn of_limbs(limbs: &[Vector]) -> Self;
    fn limbs(self) -> Vec<Vector>;
}

/// Makes the elements of a machine [`InLimbs`], whose limbs are registers.
macro_rules! in_registers {
    ($($element:ident),*) => {$(
        impl $crate::claims::machine::InLimbs for $element {
            fn of_limbs(limbs: &[Vector]) -> Self {
                Self(std::array::from_fn(|i| Register::of(limbs[i])))
            }

            fn limbs(self) -> Vec<Vector> {
                self.0.map(Register::vector).to_vec()
            }
        }
    )*};
}
pub(crate) use in_registers;

/// The exponent of a limb's weight.
fn exponent<M: Abstract>(limb: usize) -> u32 {
    let bits = (255 * limb).div_ceil(M::LIMBS);
    u32::try_from(bits).expect("below 255")
}

/// Makes a claim about any machine on each machine.
macro_rules! on_every_machine {
    ($claim:ident) => {
        $claim($crate::claims::machine::ifma());
        $claim($crate::claims::machine::avx2());
        $claim($crate::backend::Portable);
    };
    ($(pub fn $claim:ident() = $of_one:ident;)*) => {
        $(#[doc = concat!("`", stringify!($of_one), "`, on every machine.")]
        pub fn $claim() {
            on_every_machine!($of_one);
        })*
    };
}
pub(crate) use on_every_machine;

pub(crate) fn ifma() -> Ifma {
    Ifma::detect().expect("no instruction is needed")
}

pub(crate) fn avx2() -> Avx2 {
    Avx2::detect().expect("no instruction is needed")
}

/// Fails with the machine's name.
#[track_caller]
pub(crate) fn holds<M: Abstract>(what: &str, is_so: bool) {
    assert!(is_so, "{}: {what}", M::NAME);
}

/// Whether the lane's bit is set.
pub(crate) fn is_set(mask: u8, lane: usize) -> bool {
    mask >> lane & 1 == 1
}

/// The weighted sum of one lane's limbs.
pub(crate) fn value<M: Abstract>(limbs: &[Vector], lane: usize) -> Form {
    let terms = limbs.iter().enumerate();
    terms.fold(Form::ZERO, |sum, (i, limb)| {
        sum + limb[lane].form.times_power_of_two(exponent::<M>(i))
    })
}

/// Any limbs up to `most`, with these values.
fn any_of<M: Abstract>(most: impl Fn(usize) -> u64, values: &Forms) -> Vec<Vector> {
    let mut rest = *values;
    let mut limbs = Vec::new();
    for i in 1..M::LIMBS {
        limbs.push(std::array::from_fn(|lane| {
            let form = Form::variable();
            rest[lane] = rest[lane] - form.times_power_of_two(exponent::<M>(i));
            word::bound(0, most(i), form)
        }));
    }
    limbs.insert(0, rest.map(|form| word::bound(0, most(0), form)));
    limbs
}

/// Any reduced element of these values.
pub(crate) fn any<M: Abstract>(_: M, values: &Forms) -> M::Field {
    M::Field::of_limbs(&any_of::<M>(M::most, values))
}

/// Any element that can be multiplied, of these values.
pub(crate) fn any_loose<M: Abstract>(_: M, values: &Forms) -> Loose<M> {
    Loose::<M>::of_limbs(&any_of::<M>(M::loose_most, values))
}

/// The element is reduced, and has these values.
#[track_caller]
pub(crate) fn is<M: Abstract>(what: &str, field: M::Field, values: &Forms) {
    check::<M>(what, &field.limbs(), M::most, values);
}

/// The element can be multiplied, and has these values.
#[track_caller]
pub(crate) fn is_loose<M: Abstract>(what: &str, loose: Loose<M>, values: &Forms) {
    check::<M>(what, &loose.limbs(), M::loose_most, values);
}

/// The limbs are at most `most`, and have these values.
#[track_caller]
fn check<M: Abstract>(what: &str, limbs: &[Vector], most: impl Fn(usize) -> u64, values: &Forms) {
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

impl Abstract for Portable {
    const NAME: &'static str = "portable";
    const LIMBS: usize = 5;

    fn most(_: usize) -> u64 {
        1 << 51
    }

    /// fiat-crypto's contracts are about types alone; a proof needs no larger limbs than reduced ones.
    fn loose_most(limb: usize) -> u64 {
        Self::most(limb)
    }
}

impl InLimbs for portable::Tight {
    fn of_limbs(limbs: &[Vector]) -> Self {
        let limb = |i: usize, lane: usize| word::to_memory(limbs[i][lane]);
        Portable.field(&std::array::from_fn(|lane| {
            std::array::from_fn(|i| limb(i, lane))
        }))
    }

    fn limbs(self) -> Vec<Vector> {
        let limbs = Portable.limbs(self)[0];
        limbs.map(|limb| [word::from_memory(limb); 8]).to_vec()
    }
}

impl InLimbs for portable::Loose {
    fn of_limbs(limbs: &[Vector]) -> Self {
        portable::Tight::of_limbs(limbs).loose()
    }

    fn limbs(self) -> Vec<Vector> {
        self.carry().limbs()
    }
}
