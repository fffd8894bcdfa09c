//! What a release costs: the time to build it from nothing, and the size of what people download.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use super::super::{build, bundle};
use crate::bench::{Goal, Measurement, Scratch};
use crate::error::{Context, Error, Result};
use crate::project::Project;
use crate::steps::Steps;

const BYTES_OF_A_MEGABYTE: f64 = 1e6;

/// The programs of a release, without anything that was built before.
pub fn build(project: &Project, scratch: &Scratch) -> Result<Measurement> {
    let started = Instant::now();
    build::release(project)
        .arg("--target-dir")
        .arg(scratch.path().join("release"))
        .must()?;
    Ok(Measurement {
        what: "release build",
        unit: "min",
        figure: started.elapsed().as_secs_f64() / 60.0,
        floor: None,
        goal: Some(Goal::AtMost(8.0)),
    })
}

/// The `.deb`, without PostgreSQL and with it.
pub fn installers(project: &Project) -> Result<Vec<Measurement>> {
    let size = |what, with_postgres, most| {
        let mut steps = Steps::default();
        let wanted = bundle::Wanted {
            targets: "deb",
            with_postgres,
            updates: None,
        };
        let made = bundle::installers(project, &wanted, &mut steps)?;
        Ok(Measurement {
            what,
            unit: "MB",
            figure: size_of_newest(made)?,
            floor: None,
            goal: Some(Goal::AtMost(most)),
        })
    };
    Ok(vec![
        size(".deb without PostgreSQL", false, 16.0)?,
        size(".deb with PostgreSQL", true, 40.0)?,
    ])
}

fn size_of_newest(installers: Vec<PathBuf>) -> Result<f64> {
    let known = installers.into_iter().filter_map(|installer| {
        let is_deb = installer.extension().is_some_and(|it| it == "deb");
        let of = fs::metadata(installer).ok().filter(|_| is_deb)?;
        Some((of.modified().ok()?, of.len()))
    });
    let (_, bytes) = known.max().ok_or_else(|| Error::new("no .deb was built"))?;
    let bytes = u32::try_from(bytes).context("the .deb is larger than 4 GB")?;
    Ok(f64::from(bytes) / BYTES_OF_A_MEGABYTE)
}
