//! `near-ed25519 calibrate`
mod callgrind;
mod cases;
mod launch;
mod plan;
mod sample;
mod worker;

use crate::cli::calibrate::{Calibrate, Step};
pub(crate) use sample::Metric;

pub(crate) fn run(args: &Calibrate) -> anyhow::Result<()> {
    match &args.command {
        Step::Worker(args) => worker::run(args),
        Step::Run(args) => {
            let effort = plan::Effort {
                launches: args.launches.unwrap_or(2),
                rounds: args.rounds.unwrap_or(5),
                is_quick: args.quick,
            };
            launch::keep_on_interrupt()?;
            let cells = effort.cells();
            let t = std::time::Instant::now();
            let cases = cases::build(&cells, || ())?;
            eprintln!("{} cells, cases {:?}", cells.len(), t.elapsed());
            std::fs::create_dir_all(&args.out)?;
            let path = launch::write_cases(&args.out, &cases::to_csv(&cases)?)?;
            let bar = indicatif::ProgressBar::hidden();
            let mut samples = Vec::new();
            for number in 0..effort.launches {
                let t = std::time::Instant::now();
                samples.extend(
                    launch::Launch {
                        cases: &path,
                        number,
                        rounds: effort.rounds,
                        seed: 1,
                        is_quick: effort.is_quick,
                    }
                    .time(&bar)?,
                );
                eprintln!("launch {:?}", t.elapsed());
            }
            if !args.no_instructions {
                let v = callgrind::Valgrind::find()?;
                let t = std::time::Instant::now();
                samples.extend(
                    launch::Launch {
                        cases: &path,
                        number: 0,
                        rounds: 2,
                        seed: 1,
                        is_quick: effort.is_quick,
                    }
                    .instructions(&v, &bar)?,
                );
                eprintln!("callgrind {:?}", t.elapsed());
            }
            std::fs::write(args.out.join("raw.csv"), sample::to_csv(&samples)?)?;
            Ok(())
        }
        _ => Ok(()),
    }
}
