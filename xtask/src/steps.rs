//! What is done, step by step with times, and the table at the end.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing had to be done.
    There(String),
    Done(String),
    /// Not possible or not asked for here; says why.
    Skipped(String),
    Failed,
}

#[derive(Debug)]
struct StepResult {
    name: String,
    outcome: Outcome,
    took: Duration,
}

#[derive(Debug)]
pub struct Steps {
    results: Vec<StepResult>,
    started: Instant,
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            results: Vec::new(),
            started: Instant::now(),
        }
    }
}

impl Steps {
    /// Runs one step, prints how it ended, and hands its error on.
    pub fn step(&mut self, name: &str, work: impl FnOnce() -> Result<Outcome>) -> Result<()> {
        let started = Instant::now();
        let result = work();
        let (outcome, result) = match result {
            Ok(Outcome::Failed) => (Outcome::Failed, Err(Error::new(format!("{name} failed")))),
            Ok(outcome) => (outcome, Ok(())),
            Err(error) => (Outcome::Failed, Err(error)),
        };
        self.add(name, outcome, started.elapsed());
        result
    }

    /// Like `step`, for where later steps go on: prints the error and says whether all went well.
    pub fn attempt(&mut self, name: &str, work: impl FnOnce() -> Result<Outcome>) -> bool {
        match self.step(name, work) {
            Ok(()) => true,
            Err(error) => {
                println!("  {}", error.to_string().replace('\n', "\n  "));
                false
            }
        }
    }

    pub fn skip(&mut self, name: &str, why: impl Into<String>) {
        self.add(name, Outcome::Skipped(why.into()), Duration::ZERO);
    }

    /// Takes over what was done beside these.
    pub fn append(&mut self, mut other: Self) {
        self.results.append(&mut other.results);
    }

    pub fn all_well(&self) -> bool {
        self.failed() == 0
    }

    pub fn failed(&self) -> usize {
        self.results
            .iter()
            .filter(|step| step.outcome == Outcome::Failed)
            .count()
    }

    /// All steps once more, one line each.
    pub fn table(&self) -> String {
        let mut out = String::from("\n");
        for step in &self.results {
            out.push_str(&line(step));
            out.push('\n');
        }
        // Some steps run beside others, so this is less than their sum.
        let total = seconds(self.started.elapsed());
        let _ = writeln!(out, "  {:<58} {total:>9}", "in all");
        out
    }

    fn add(&mut self, name: &str, outcome: Outcome, took: Duration) {
        let step = StepResult {
            name: name.to_owned(),
            outcome,
            took,
        };
        println!("{}", line(&step));
        self.results.push(step);
    }
}

fn line(step: &StepResult) -> String {
    let (mark, words) = match &step.outcome {
        Outcome::There(words) if words.is_empty() => ('✓', "there"),
        Outcome::There(words) | Outcome::Done(words) => ('✓', words.as_str()),
        Outcome::Skipped(words) => ('–', words.as_str()),
        Outcome::Failed => ('✗', "failed"),
    };
    format!(
        "{mark} {:<24} {words:<33} {:>9}",
        step.name,
        seconds(step.took)
    )
}

fn seconds(took: Duration) -> String {
    let seconds = took.as_secs();
    if seconds >= 60 {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    } else {
        format!("{:.1} s", took.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_is_kept_and_later_ones_still_run() {
        let mut steps = Steps::default();
        assert!(steps.attempt("first", || Ok(Outcome::There(String::new()))));
        assert!(!steps.attempt("second", || Err(Error::new("broken"))));
        assert!(steps.attempt("third", || Ok(Outcome::Done("7 files".into()))));
        steps.skip("fourth", "needs second");
        assert_eq!((steps.failed(), steps.all_well()), (1, false));
        let table = steps.table();
        let marks: String = table.lines().filter_map(|l| l.chars().next()).collect();
        assert_eq!(marks, "✓✗✓– ");
        assert!(
            table.contains("7 files") && table.contains("needs second"),
            "{table}"
        );
    }

    #[test]
    fn times_read_like_times() {
        assert_eq!(seconds(Duration::from_millis(120)), "0.1 s");
        assert_eq!(seconds(Duration::from_millis(59_900)), "59.9 s");
        assert_eq!(seconds(Duration::from_secs(173)), "2 min 53 s");
    }
}
