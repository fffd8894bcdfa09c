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

/// Sums every closing line of `cargo test`, cargo-nextest and vitest in an output.
pub fn read(output: &str) -> Tally {
    let mut sum = Tally::default();
    for line in output.lines() {
        let line = without_colour(line);
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("Summary [") {
            sum += of_nextest(rest);
            continue;
        }
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

/// `12.3s] 7 tests run: 4 passed (1 slow), 2 failed, 1 timed out, 3 skipped`: what did not pass and was run, failed.
fn of_nextest(rest: &str) -> Tally {
    let Some((run, counts)) = rest
        .split_once("] ")
        .and_then(|(_, rest)| rest.split_once(" run: "))
    else {
        return Tally::default();
    };
    let first = |text: &str| -> usize {
        let number = text.split([' ', '/']).next().unwrap_or_default();
        number.parse().unwrap_or_default()
    };
    let passed = counts
        .split(", ")
        .find(|part| part.contains(" passed"))
        .map_or(0, first);
    Tally {
        passed,
        failed: first(run).saturating_sub(passed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nextest_ran_and_did_not_pass_has_failed() {
        for (line, passed, failed) in [
            (
                "     Summary [   0.023s] 3 tests run: 3 passed, 284 skipped",
                3,
                0,
            ),
            (
                "     Summary [  61.200s] 7 tests run: 4 passed (1 slow), 2 failed, 1 timed out, 3 skipped",
                4,
                3,
            ),
            (
                "     Summary [   9.100s] 5/9 tests run: 4 passed, 1 failed, 0 skipped",
                4,
                1,
            ),
            (
                "     Summary [   1.000s] 1 test run: 0 passed, 1 exec failed, 0 skipped",
                0,
                1,
            ),
            (
                "     Summary [   0.000s] 0 tests run: 0 passed, 9 skipped",
                0,
                0,
            ),
        ] {
            assert_eq!(read(line), Tally { passed, failed }, "{line}");
        }
    }

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
