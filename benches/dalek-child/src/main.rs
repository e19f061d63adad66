//! ed25519-dalek 3 without AVX-512. The argument says how to verify. Each line of standard input is three
//! numbers, the signatures of the pool from the first to before the second, and where the stack lies; each
//! is answered by a line with nanoseconds and `true`, or `false` where a signature was refused.
#![forbid(unsafe_code)]

use dalek_child::{ONE_BY_ONE, Signed, TOGETHER, pool, timed, verify, verify_together};
use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

fn main() -> Result<(), Box<dyn Error>> {
    let accepts: fn(&[Signed]) -> bool = match std::env::args().nth(1).as_deref() {
        Some(ONE_BY_ONE) => |signed| signed.iter().all(verify),
        Some(TOGETHER) => verify_together,
        other => return Err(format!("not understood: {other:?}").into()),
    };
    let pool = pool();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let numbers = line?
            .split(' ')
            .map(str::parse)
            .collect::<Result<Vec<usize>, _>>()?;
        let [start, end, stack] = numbers[..] else {
            return Err(format!("not three numbers: {numbers:?}").into());
        };
        let signed = pool.get(start..end).ok_or("the pool has not so many")?;
        let (is_accepted, elapsed) = timed(stack, signed, accepts);
        writeln!(output, "{} {is_accepted}", elapsed.as_nanos())?;
        output.flush()?;
    }
    Ok(())
}
