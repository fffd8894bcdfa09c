//! What test runners say at their end, read and summed.

use std::ops::AddAssign;

use crate::text::without_colour;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// Sums every closing line of `cargo test` and of vitest in an output.
pub fn read(output: &str) -> Tally {
    let mut sum = Tally::default();
    for line in output.lines() {
        let line = without_colour(line);
        let line = line.trim();
        let counts = line.strip_prefix("test result: ").or_else(|| {
            line.strip_prefix("Tests ")
                .filter(|rest| rest.trim_end().ends_with(')'))
        });
        for part in counts.unwrap_or_default().split([';', '|', '.', '(']) {
            let mut words = part.split_whitespace();
            if let (Some(Ok(count)), Some(what)) =
                (words.next().map(str::parse::<usize>), words.next())
            {
                match what {
                    "passed" => sum.passed += count,
                    "failed" => sum.failed += count,
                    _ => {}
                }
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_both_runners_are_summed() {
        let output = concat!(
            "running 3 tests\n",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.10s\n",
            "test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s\n",
            " Test Files  2 passed (2)\n",
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[31m1 failed\u{1b}[39m\u{1b}[22m\u{1b}[2m | \u{1b}[22m\u{1b}[32m30 passed\u{1b}[39m\u{1b}[90m (31)\u{1b}[39m\n",
        );
        assert_eq!(
            read(output),
            Tally {
                passed: 49,
                failed: 3
            }
        );
    }

    #[test]
    fn other_lines_count_nothing() {
        for line in [
            "Tests 5 passed",
            "5 passed",
            "test result",
            "Tests  no tests",
            "test the 3 passed ... ok",
        ] {
            assert_eq!(read(line), Tally::default(), "{line}");
        }
    }
}
