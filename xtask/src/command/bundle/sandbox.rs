//! The sandbox as a program of its own: an archive with PostgreSQL in it, which needs neither the checkout nor the window.

use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::crate_notices::crate_notices;
use super::stage::stage;
use crate::args::Args;
use crate::command::build;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{FEATURES, Project, WORKSPACE, below};
use crate::setup::{postgres, tools};
use crate::steps::{Outcome, Steps};

/// What is in the archive besides the program, PostgreSQL and the notices: from the checkout, to the archive.
const FILES: [(&str, &str); 6] = [
    ("LICENSE", "LICENSE"),
    ("docs/sandbox-alone.md", "README.md"),
    ("docs/use-in-tests.md", "use-in-tests.md"),
    ("packaging/Dockerfile", "packaging/Dockerfile"),
    (
        "packaging/plinth-sandbox.service",
        "packaging/plinth-sandbox.service",
    ),
    ("packaging/action.yml", "packaging/action.yml"),
];

/// Makes the archive, of a release build or of the program that `--program` names.
pub fn run(project: &Project, args: &Args, steps: &mut Steps) -> Result<PathBuf> {
    let built = match args.value("--program") {
        // With the PostgreSQL that is in place: tests run from it meanwhile.
        Some(program) => PathBuf::from(program),
        None => {
            steps.step("PostgreSQL 17", || postgres::place(project))?;
            steps.step("sandbox", || release_build(project))?;
            let release = project.metadata()?.target_directory.join("release");
            release.join(format!("plinth-sandbox{EXE_SUFFIX}"))
        }
    };
    let into = args.value("--into").map(PathBuf::from);
    let into = into.unwrap_or_else(|| project.kept().join("bundle"));
    let name = format!("plinth-sandbox-{}-{OS}-{ARCH}", env!("CARGO_PKG_VERSION"));
    let folder = into.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove what was staged before")?;
    }
    steps.step("PostgreSQL to ship", || {
        stage(&project.postgres(), &folder.join("postgres"))
    })?;
    let program = folder.join(format!("bin/plinth-sandbox{EXE_SUFFIX}"));
    copy(&built, &program)?;
    for (from, to) in FILES {
        copy(&project.root.join(from), &folder.join(to))?;
    }
    let examples = project.root.join("docs/examples");
    for example in below(&examples) {
        let inside = example.strip_prefix(&examples).unwrap_or(&example);
        copy(&example, &folder.join("examples").join(inside))?;
    }
    steps.step("prepared cluster", || {
        prepare_cluster(&program, &folder, &into)
    })?;
    if args.has("--program") {
        steps.skip("third-party notices", "only for what is built here");
    } else {
        steps.step("cargo-about", || tools::about(project))?;
        steps.step("third-party notices", || {
            notices(project, &folder.join("notices"))
        })?;
    }
    let archive = into.join(format!("{name}.tar.gz"));
    steps.step("archive", || pack(&into, &name, &archive))?;
    fs::remove_dir_all(&folder).context("cannot remove what was staged")?;
    Ok(archive)
}

fn release_build(project: &Project) -> Result<Outcome> {
    build::shown_cargo(project)
        .args(["build", "--release"])
        .args(WORKSPACE)
        .args(FEATURES)
        .args(["--bin", "plinth-sandbox"])
        .within(Duration::from_secs(40 * 60))
        .must()?;
    Ok(Outcome::Done("built".into()))
}

/// By the program itself, so that it is what this version would make.
fn prepare_cluster(program: &Path, folder: &Path, into: &Path) -> Result<Outcome> {
    let scratch = into.join("prepared-cluster");
    let said = Program::new(program)
        .arg("--data")
        .arg(&scratch)
        .arg("--postgres")
        .arg(folder.join("postgres/bin"))
        .arg("--prepare-cluster")
        .within(Duration::from_secs(120))
        .quiet();
    // The one of a run before may be there.
    let _ = fs::remove_dir_all(&scratch);
    let made = PathBuf::from(said?.trim_end());
    if !made.join("PG_VERSION").is_file() {
        return Err(Error::new("the sandbox prepared no cluster"));
    }
    Ok(Outcome::Done("beside its programs".into()))
}

fn notices(project: &Project, to: &Path) -> Result<Outcome> {
    fs::create_dir_all(to).context(format_args!("cannot create {}", to.display()))?;
    let sources = project.root.join("xtask/notices");
    copy(&sources.join("sandbox.md"), &to.join("README.md"))?;
    let vector = sources.join("pgvector.txt");
    if vector.is_file() {
        copy(&vector, &to.join("pgvector.txt"))?;
    }
    crate_notices(project, "crates/sandbox/Cargo.toml", &to.join("crates.md"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).context(format_args!("cannot create {}", parent.display()))?;
    }
    fs::copy(from, to).context(format_args!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Files of nobody in particular: unpacked by root they would belong to whoever has the packer's number.
fn pack(into: &Path, name: &str, archive: &Path) -> Result<Outcome> {
    let owner: &[&str] = match OS {
        "linux" => &["--owner=0", "--group=0", "--numeric-owner"],
        "macos" => &["--uid=0", "--gid=0"],
        _ => &[],
    };
    Program::new("tar")
        .dir(into)
        .args(owner)
        .arg("-czf")
        .arg(archive)
        .arg(name)
        .within(Duration::from_secs(5 * 60))
        .quiet()?;
    let bytes = fs::metadata(archive).context("no archive was made")?.len();
    Ok(Outcome::Done(format!("{} MB", bytes / 1_000_000)))
}
