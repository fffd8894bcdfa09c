//! Measures what needs the typed client or a sandbox in the same process. `cargo xtask bench` runs it and reads the
//! JSON of its last line.

mod list;
mod requests;
mod wire;

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let runs = arguments.next().and_then(|runs| runs.parse().ok());
    let measured = match (what.as_str(), runs) {
        ("list", Some(runs)) => list::measure(runs).await,
        ("requests", Some(runs)) => requests::measure(runs).await,
        _ => {
            eprintln!("usage: measure list|requests RUNS");
            return ExitCode::from(2);
        }
    };
    println!("{measured}");
    ExitCode::SUCCESS
}

/// The middle of the values.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
