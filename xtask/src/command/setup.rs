use crate::args::Args;
use crate::error::Result;
use crate::project::Project;
use crate::setup::{self, Needs};
use crate::steps::Steps;

pub fn run(args: &Args) -> Result<bool> {
    let needs = if args.has("--build") {
        Needs::Build
    } else {
        Needs::Test
    };
    setup::all(&Project::find()?, needs, &mut Steps::default())?;
    Ok(true)
}
