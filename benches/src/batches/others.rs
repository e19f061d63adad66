//! New keys by our lanes, beside the fastest of others.

use super::findings::cold;
use super::processors::{Recorded, range, ratio};
use super::subjects::{LARGER, SIZES, Subject};
use crate::library::LIBRARIES;
use ed25519_lanes::Backend::{Avx2, Ifma};

/// Signatures that fill the lanes of IFMA.
const FEWEST: usize = 8;

pub(super) fn batch_equations() -> Vec<Subject> {
    LIBRARIES.into_iter().map(Subject::Together).collect()
}

pub(super) fn other_lanes() -> Vec<Subject> {
    LIBRARIES.into_iter().map(Subject::Each).collect()
}

/// What documents quote: ratios of the lanes to the fastest of others, on all processors.
pub(super) fn beside(all: &Recorded<'_>) -> String {
    let ratios = |lanes: Subject, others: &[Subject], sizes: &[usize]| {
        let of_size = |&size: &usize| {
            all.iter().filter_map(move |it| {
                let fastest = |of: &[Subject]| ratio(it, (of, f64::min), size);
                Some(fastest(&[lanes])? / fastest(others)?)
            })
        };
        sizes.iter().flat_map(of_size).collect::<Vec<_>>()
    };
    let shown = |ratios: Vec<f64>| range(ratios.into_iter());
    let libraries = LIBRARIES.map(Subject::OneByOne);
    let [ifma, avx2] = [Ifma, Avx2].map(|it| shown(ratios(cold(it), &libraries, &[1])));
    let many = SIZES.into_iter().chain(LARGER);
    let many: Vec<_> = many.filter(|it| *it >= FEWEST).collect();
    let equation = shown(ratios(cold(Ifma), &batch_equations(), &many));
    let mut text = format!(
        "One signature takes {ifma} of the fastest library's time by IFMA, {avx2} by AVX2. Of {FEWEST} or more, \
         each by IFMA takes {equation} of its time by the fastest batch equation"
    );
    let lanes = ratios(cold(Ifma), &other_lanes(), &many);
    if !lanes.is_empty() {
        text += &format!(", and {} by the fastest lanes of others", shown(lanes));
    }
    text + ".\n"
}
