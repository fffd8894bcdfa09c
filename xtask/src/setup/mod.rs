//! What a fresh machine needs before anything is built, each step skipped where it is there.

mod extensions;
mod needs;
pub mod node;
pub mod packages;
pub mod postgres;
mod python;
pub mod std_source;
pub mod system;
pub mod tools;
mod wheel;

use std::thread;

use crate::error::Result;
use crate::project::Project;
use crate::steps::Steps;

pub use needs::Needs;

pub fn all(project: &Project, needs: Needs, steps: &mut Steps) -> Result<()> {
    // npm waits for its registry while the system's packages are unpacked.
    thread::scope(|scope| {
        let beside = scope.spawn(|| {
            let mut steps = Steps::default();
            let mut done = interface(project, &mut steps);
            if needs >= Needs::Test {
                done = done.and_then(|()| vite_plugin(project, &mut steps));
            }
            (steps, done)
        });
        steps.step("system packages", || system::packages(needs))?;
        let (others, done) = beside
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        steps.append(others);
        done
    })?;
    steps.step("PostgreSQL 17", || postgres::place(project))?;
    if needs >= Needs::Test {
        steps.step("cargo-nextest", || tools::nextest(project))?;
    }
    Ok(())
}

/// Node and the interface's packages.
pub fn interface(project: &Project, steps: &mut Steps) -> Result<()> {
    steps.step("Node", node::version)?;
    steps.step("npm packages", || node::packages(&project.ui()))
}

/// The packages of the plugin for Vite, once there is Node.
pub fn vite_plugin(project: &Project, steps: &mut Steps) -> Result<()> {
    steps.step("packages of plugins/vite", || {
        node::packages(&project.vite_plugin())
    })
}
