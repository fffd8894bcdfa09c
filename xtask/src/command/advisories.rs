//! What is known of the dependencies' holes. It asks hosts of its own and changes while nothing here
//! does, so no check depends on it: a workflow runs it every week.

use std::time::Duration;

use crate::args::Args;
use crate::error::Result;
use crate::program::Program;
use crate::project::Project;
use crate::setup::{node, tools};
use crate::steps::{Outcome, Steps};

const DEADLINE: Duration = Duration::from_secs(5 * 60);

pub fn run(_: &Args) -> Result<bool> {
    let project = Project::find()?;
    let mut steps = Steps::default();
    steps.step("Node", node::version)?;
    if steps.attempt("cargo-deny", || tools::deny(&project)) {
        steps.attempt("advisories of crates", || crates(&project));
    }
    for dir in [project.ui(), project.vite_plugin()] {
        steps.attempt("advisories of npm packages", || {
            let audit = Program::npm("npm").dir(&dir).args(["audit", "--no-fund"]);
            audit.within(DEADLINE).quiet().map(|_| none_known())
        });
    }
    print!("{}", steps.table());
    Ok(steps.all_well())
}

fn crates(project: &Project) -> Result<Outcome> {
    Program::new(tools::deny_path(project))
        .dir(&project.root)
        .args([
            "--all-features",
            "check",
            "--hide-inclusion-graph",
            "advisories",
        ])
        .within(DEADLINE)
        .quiet()
        .map(|_| none_known())
}

fn none_known() -> Outcome {
    Outcome::Done("none known".into())
}
