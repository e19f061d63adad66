//! ed25519-dalek 3, asked line by line: see the library.
#![forbid(unsafe_code)]

use dalek_child::{Request, pool};
use std::error::Error;
use std::io::{self, BufRead as _, Write as _};

fn main() -> Result<(), Box<dyn Error>> {
    let pool = pool();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Request = line?.parse()?;
        let signed = pool.get(request.range).ok_or("the pool has not so many")?;
        writeln!(output, "{}", request.method.timed(signed, request.place))?;
        output.flush()?;
    }
    Ok(())
}
