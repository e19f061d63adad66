//! A machine whose elements are exact: `field` proves that each real machine's operations are the same, for any
//! limbs. So what the code over machines computes here, it computes on each machine with as many lanes.

use super::machine::Forms;
use crate::backend::limbs::Limbs;
use crate::backend::{Affine, AffineNiels, Field as _, Kernel, Lanes, Machine};
use crate::curve25519_64::limbs;
use crate::each::Each;
use crate::form::Form;
use crate::term::{Term, Terms};
use crate::word::value_in_memory;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact<const LANES: usize>;

/// An element of each lane.
pub(crate) type Element<const LANES: usize> = Each<Form, LANES>;

/// Makes a claim about machines with eight lanes, four and one.
macro_rules! with_all_lanes {
    ($claim:ident($($argument:expr),*)) => {
        $claim($crate::claims::exact::Exact::<8>, $($argument),*);
        $claim($crate::claims::exact::Exact::<4>, $($argument),*);
        $claim($crate::claims::exact::Exact::<1>, $($argument),*);
    };
    ($(pub fn $claim:ident() = $of_one:ident;)*) => {
        $(#[doc = concat!("`", stringify!($of_one), "`, with eight lanes, four and one.")]
        pub fn $claim() {
            with_all_lanes!($of_one());
        })*
    };
}
pub(crate) use with_all_lanes;

/// What memory's limbs may be: below 2^52.
pub(crate) const MOST: u64 = (1 << 52) - 1;

/// The element that limbs in memory stand for.
pub(crate) fn element(limbs: &Limbs) -> Form {
    value_in_memory(limbs, MOST)
}

impl<const LANES: usize> Exact<LANES> {
    pub(crate) fn all(self, form: Form) -> Element<LANES> {
        Each([form; LANES])
    }

    pub(crate) fn each(self, forms: &Forms) -> Element<LANES> {
        Each(std::array::from_fn(|lane| forms[lane]))
    }
}

impl<const LANES: usize> Machine for Exact<LANES> {
    const LANES: usize = LANES;
    type Field = Element<LANES>;
    type Word = Terms<LANES>;

    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    fn field(self, limbs: &Lanes<Limbs>) -> Element<LANES> {
        Each(std::array::from_fn(|lane| element(&limbs[lane])))
    }

    fn limbs(self, field: Element<LANES>) -> Lanes<Limbs> {
        std::array::from_fn(|lane| {
            let form = field.0.get(lane);
            form.map_or([0; 5], |form| limbs(*form, MOST))
        })
    }

    fn affine(self, rows: &Lanes<&AffineNiels>, negative: u8) -> Affine<Element<LANES>> {
        let of = |part: usize| self.field(&rows.map(|row| row.points()[part]));
        let (plus, minus, product) = (of(0), of(1), of(2));
        let opposite = self.all(Form::ZERO) - product;
        Affine {
            plus: plus.with(negative, minus),
            minus: minus.with(negative, plus),
            product: product.with(negative, opposite),
        }
    }

    /// The variables of these names.
    fn words(self, rows: &Lanes<[u64; 16]>) -> [Terms<LANES>; 16] {
        let of = |i: usize, lane: usize| Term::variable(rows[lane][i]);
        std::array::from_fn(|i| Each(std::array::from_fn(|lane| of(i, lane))))
    }

    fn word(self, word: u64) -> Terms<LANES> {
        Each([Term::variable(word); LANES])
    }
}
