//! What test runners say at their end: how many tests passed and failed, and the names of the failed.

use std::collections::BTreeSet;

use crate::text::without_colour;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    pub names: BTreeSet<String>,
}

/// Whose output it is. A runner shows what a failed test said, and that may be the closing line of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// `cargo test`, with a closing line for each program.
    Cargo,
    Nextest,
    Vitest,
}

pub fn read(runner: Runner, output: &str) -> Tally {
    let output = without_colour(output);
    match runner {
        Runner::Cargo => of_cargo(&output),
        Runner::Nextest => of_nextest(&output),
        Runner::Vitest => of_vitest(&output),
    }
}

/// `test result: FAILED. 7 passed; 2 failed; …`, and before it `failures:` with a name a line.
fn of_cargo(output: &str) -> Tally {
    let mut tally = Tally::default();
    let mut lines = output.lines();
    while let Some(line) = lines.next() {
        if let Some(counts) = line.strip_prefix("test result: ") {
            tally.passed += count(counts, "passed");
            tally.failed += count(counts, "failed");
        } else if line == "failures:" {
            let names = lines
                .by_ref()
                .map_while(|line| line.strip_prefix("    "))
                .map(str::to_owned);
            tally.names.extend(names);
        }
    }
    tally
}

/// `Summary [ 12.3s] 7 tests run: 4 passed (1 slow), 2 failed, 1 timed out, 3 skipped`: what did not pass and was run,
/// failed. Behind it stand the failed tests and the slow ones, one a line.
fn of_nextest(output: &str) -> Tally {
    let mut tally = Tally::default();
    let mut lines = output.lines().map(str::trim);
    let Some(counts) = lines
        .by_ref()
        .filter_map(|line| line.strip_prefix("Summary [")?.split_once("] "))
        .find_map(|(_, counts)| counts.split_once(" run: "))
    else {
        return tally;
    };
    let run = counts.0.split([' ', '/']).next().unwrap_or_default();
    tally.passed = count(counts.1, "passed");
    tally.failed = run.parse().unwrap_or(0).max(tally.passed) - tally.passed;
    let failed = lines.filter_map(|line| {
        let (status, rest) = line.split_once(" [")?;
        let (_, name) = rest.split_once("] ")?;
        // `( 3/12) crate::binary name` where the runner numbers them.
        let name = name.trim_start();
        let name = match name.strip_prefix('(') {
            Some(numbered) => numbered.split_once(") ")?.1,
            None => name,
        };
        let has_passed = ["PASS", "SLOW", "LEAK", "FLAKY", "SKIP"]
            .iter()
            .any(|known| status.starts_with(known));
        (!has_passed).then(|| name.trim().to_owned())
    });
    tally.names.extend(failed);
    tally
}

/// `Tests  1 failed | 30 passed (31)`, and a line ` FAIL  file > suite > name` for each that failed.
fn of_vitest(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("FAIL  ") {
            tally.names.insert(name.to_owned());
        } else if let Some(counts) = line.strip_prefix("Tests ")
            && line.ends_with(')')
        {
            tally.passed = count(counts, "passed");
            tally.failed = count(counts, "failed");
        }
    }
    tally
}

/// The number that stands before a word; none where the word is not there.
fn count(counts: &str, what: &str) -> usize {
    let words: Vec<&str> = counts
        .split([' ', ';', '|', '.', ',', '('])
        .filter(|word| !word.is_empty())
        .collect();
    words
        .windows(2)
        .find(|pair| pair[1] == what)
        .and_then(|pair| pair[0].parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(runner: Runner, output: &str, passed: usize, failed: usize, names: &[&str]) {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let expected = Tally {
            passed,
            failed,
            names,
        };
        assert_eq!(read(runner, output), expected, "{output}");
    }

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
            check(Runner::Nextest, line, passed, failed, &[]);
        }
    }

    #[test]
    fn a_test_that_failed_under_nextest_counts_once_and_is_named() {
        let output = concat!(
            "        FAIL [   0.788s] (1/3) api::it create::one\n",
            "  stdout ───\n\n",
            "    running 1 test\n",
            "    test create::one ... FAILED\n\n",
            "    failures:\n        create::one\n\n",
            "    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.10s\n",
            "        PASS [   0.100s] (2/3) api::it create::two\n",
            "────────────\n",
            "     Summary [  61.200s] 3 tests run: 1 passed (1 slow), 1 failed, 1 timed out, 0 skipped\n",
            "\u{1b}[31;1m        FAIL\u{1b}[0m [   0.788s] (1/3) \u{1b}[35;1mapi::it\u{1b}[0m create::one\n",
            "        SLOW [  31.000s] (2/3) api::it create::two\n",
            "     TIMEOUT [ 300.000s] api::it create::three\n",
            "error: test run failed\n",
        );
        let names = ["api::it create::one", "api::it create::three"];
        check(Runner::Nextest, output, 1, 2, &names);
    }

    #[test]
    fn closing_lines_of_cargo_are_summed() {
        let output = concat!(
            "running 3 tests\n",
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.10s\n",
            "failures:\n\n---- text::long stdout ----\n\n",
            "failures:\n    text::long\n    architecture::two\n\n",
            "test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s\n",
        );
        check(
            Runner::Cargo,
            output,
            19,
            2,
            &["text::long", "architecture::two"],
        );
    }

    #[test]
    fn a_test_that_failed_under_vitest_counts_once_and_is_named() {
        let output = concat!(
            " ❯ src/a.test.ts (2 tests | 1 failed) 12ms\n",
            "   × fits 3ms\n",
            "\u{1b}[41m\u{1b}[1m FAIL \u{1b}[22m\u{1b}[49m src/a.test.ts\u{1b}[2m > \u{1b}[22mfits\n",
            "AssertionError: Tests 9 failed\n",
            " Test Files  1 failed | 2 passed (3)\n",
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[31m1 failed\u{1b}[39m\u{1b}[22m\u{1b}[2m | \u{1b}[22m\u{1b}[32m30 passed\u{1b}[39m\u{1b}[90m (31)\u{1b}[39m\n",
        );
        check(Runner::Vitest, output, 30, 1, &["src/a.test.ts > fits"]);
    }

    #[test]
    fn other_lines_count_nothing() {
        for runner in [Runner::Cargo, Runner::Nextest, Runner::Vitest] {
            for line in [
                "Tests 5 passed",
                "5 passed",
                "test result",
                "Tests  no tests",
                "test the 3 passed ... ok",
            ] {
                check(runner, line, 0, 0, &[]);
            }
        }
    }
}
