//! The figures that were reached, kept in a file, so that a worse one is seen.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Measurement;
use crate::error::{Context, Result};

/// So much worse is chance.
const ALLOWED: f64 = 1.1;

/// By what was measured.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Record(BTreeMap<String, Reached>);

#[derive(Debug, Deserialize, Serialize)]
struct Reached {
    figure: f64,
    unit: String,
    /// Of the same run.
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<f64>,
}

impl Record {
    /// An empty one where there is none.
    pub fn read(file: &Path) -> Result<Self> {
        if !file.is_file() {
            return Ok(Self::default());
        }
        let text = fs::read(file).context(format_args!("cannot read {}", file.display()))?;
        serde_json::from_slice(&text).context(format_args!("{} is damaged", file.display()))
    }

    /// Keeps the figures of rows that were not measured.
    pub fn renew(mut self, rows: &[Measurement], file: &Path) -> Result<()> {
        self.0.extend(rows.iter().map(|row| {
            let reached = Reached {
                figure: rounded(row.figure),
                unit: row.unit.into(),
                floor: row.floor.map(rounded),
            };
            (row.what.into(), reached)
        }));
        let mut text = serde_json::to_string_pretty(&self).context("cannot write the figures")?;
        text.push('\n');
        fs::write(file, text).context(format_args!("cannot write {}", file.display()))
    }

    /// What is worse by more than a tenth, a sentence each, and how many rows were compared.
    pub fn compare(&self, rows: &[Measurement]) -> (Vec<String>, usize) {
        let known: Vec<_> = rows
            .iter()
            .filter_map(|row| Some((row, self.0.get(row.what)?)))
            .collect();
        let worse = known
            .iter()
            .filter_map(|(row, reached)| reached.worse(row))
            .collect();
        (worse, known.len())
    }
}

impl Reached {
    fn worse(&self, row: &Measurement) -> Option<String> {
        // The floor is measured in the same run, so their ratio is about the same on every machine.
        let (before, now, unit) = match (self.floor, row.floor) {
            (Some(before), Some(now)) => {
                (self.figure / before, row.figure / now, "times the floor")
            }
            _ => (self.figure, row.figure, row.unit),
        };
        let more_is_better = row.unit.ends_with("/s");
        let is_worse = if more_is_better {
            now * ALLOWED < before
        } else {
            now > before * ALLOWED
        };
        is_worse.then(|| format!("{}: {now:.2} {unit}, recorded {before:.2}", row.what))
    }
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(unit: &'static str, figure: f64, floor: Option<f64>) -> Measurement {
        Measurement {
            what: "start",
            unit,
            figure,
            floor,
            goal: None,
        }
    }

    fn worse(before: Measurement, now: Measurement) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("figures.json");
        Record::default().renew(&[before], &file).unwrap();
        Record::read(&file).unwrap().compare(&[now]).0
    }

    #[test]
    fn a_tenth_more_is_chance_and_anything_beyond_is_said() {
        let before = || row("ms", 100.0, None);
        assert!(worse(before(), row("ms", 110.0, None)).is_empty());
        assert_eq!(
            worse(before(), row("ms", 111.0, None)),
            ["start: 111.00 ms, recorded 100.00"]
        );
    }

    #[test]
    fn beside_a_floor_the_ratio_counts() {
        let before = || row("ms", 200.0, Some(100.0));
        assert!(worse(before(), row("ms", 400.0, Some(200.0))).is_empty());
        assert_eq!(
            worse(before(), row("ms", 200.0, Some(50.0))),
            ["start: 4.00 times the floor, recorded 2.00"]
        );
    }

    #[test]
    fn of_what_happens_in_a_second_less_is_worse() {
        let before = || row("/s", 100.0, None);
        assert!(worse(before(), row("/s", 300.0, None)).is_empty());
        assert_eq!(worse(before(), row("/s", 80.0, None)).len(), 1);
    }

    #[test]
    fn what_was_not_measured_keeps_its_figure() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("figures.json");
        let other = Measurement {
            what: "scroll",
            ..row("ms", 20.0, None)
        };
        Record::default()
            .renew(&[row("ms", 100.0, None)], &file)
            .unwrap();
        Record::read(&file).unwrap().renew(&[other], &file).unwrap();
        let (worse, compared) = Record::read(&file)
            .unwrap()
            .compare(&[row("ms", 200.0, None)]);
        assert_eq!((worse.len(), compared), (1, 1));
    }
}
