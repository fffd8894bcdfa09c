//! The installer, with PostgreSQL as a resource of it.

mod crate_notices;
mod deb;
mod sandbox;
mod stage;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use self::crate_notices::crate_notices;
use self::stage::stage;
use super::build;
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{Project, below};
use crate::setup::{self, Needs, tools};
use crate::steps::{Outcome, Steps};

/// What is installed beside the window's program.
const BESIDE: [&str; 2] = ["plinth", "plinth-sandbox"];
/// Where they are put for that, from src-tauri.
const STAGED: &str = "../.plinth/bundle/programs";

pub fn run(args: &Args) -> Result<bool> {
    let project = Project::find()?;
    let targets = args.value("--targets").unwrap_or(own_targets());
    let mut steps = Steps::default();
    if targets == "sandbox" {
        let archive = sandbox::run(&project, args, &mut steps)?;
        show(&archive);
        return Ok(true);
    }
    if targets.split(',').any(|target| target == "sandbox") {
        return Err(Error::new("the sandbox's archive is made on its own")
            .hint("run it once with `--targets sandbox` and once with the others"));
    }
    let with_postgres = !args.has("--without-postgres");
    for installer in installers(&project, targets, with_postgres, &mut steps)? {
        show(&installer);
    }
    Ok(true)
}

/// Builds them; where they lie. What an earlier build left there is among them.
pub fn installers(
    project: &Project,
    targets: &str,
    with_postgres: bool,
    steps: &mut Steps,
) -> Result<Vec<PathBuf>> {
    setup::all(project, Needs::Build, steps)?;
    let (mut resources, mut linux) = (json!({}), json!({}));
    if with_postgres {
        let staged = project.kept().join("bundle/postgres");
        steps.step("PostgreSQL to ship", || stage(&project.postgres(), &staged))?;
        resources["../.plinth/bundle/postgres/"] = json!("postgres/");
        linux = needed_by_postgres();
    }
    steps.step("interface", || build::interface(project))?;
    steps.step("programs beside the window", || beside(project))?;
    // Relative to src-tauri, as its own configuration is.
    resources["../.plinth/bundle/notices/"] = json!("notices/");
    steps.step("cargo-about", || tools::about(project))?;
    steps.step("third-party notices", || notices(project))?;
    let mut installers = Vec::new();
    steps.step("installer", || {
        let config = project.kept().join("bundle.json");
        let text = json!({
            // The interface is built by the step before.
            "build": { "beforeBuildCommand": null },
            "bundle": { "resources": resources, "linux": linux, "externalBin": BESIDE.map(|name| format!("{STAGED}/{name}")) }
        })
        .to_string();
        fs::create_dir_all(project.kept()).context("cannot create .plinth")?;
        fs::write(&config, text).context("cannot write .plinth/bundle.json")?;
        tauri(project)?
            .args(["build", "--bundles", targets, "--config"])
            .arg(&config)
            .dir(&project.root.join("src-tauri"))
            .within(Duration::from_secs(40 * 60))
            .must()?;
        installers = made(project)?;
        Ok(Outcome::Done(targets.into()))
    })?;
    steps.step("programs in the installer", || {
        deb::is_whole(&installers, with_postgres)
    })?;
    steps.step("packing", || deb::pack_with_xz(project, &installers))?;
    Ok(installers)
}

/// Builds the programs beside the window's. Tauri takes each by its name with the system that it is for.
fn beside(project: &Project) -> Result<Outcome> {
    build::beside_the_window(project).must()?;
    let release = project.metadata()?.target_directory.join("release");
    let staged = project.kept().join("bundle/programs");
    fs::create_dir_all(&staged).context(format_args!("cannot create {}", staged.display()))?;
    let system = own_system(project)?;
    for name in BESIDE {
        let from = release.join(format!("{name}{EXE_SUFFIX}"));
        let to = staged.join(format!("{name}-{system}{EXE_SUFFIX}"));
        fs::copy(&from, &to).context(format_args!("cannot copy {}", from.display()))?;
    }
    Ok(Outcome::Done(BESIDE.join(", ")))
}

/// This system as the compiler calls it, such as `x86_64-unknown-linux-gnu`.
fn own_system(project: &Project) -> Result<String> {
    let said = Program::new("rustc")
        .dir(&project.root)
        .arg("-vV")
        .quiet()?;
    let system = said.lines().find_map(|line| line.strip_prefix("host: "));
    let system = system.ok_or_else(|| Error::new("rustc does not say which system this is"))?;
    Ok(system.to_owned())
}

fn show(made: &Path) {
    let bytes = fs::metadata(made).map(|m| m.len()).unwrap_or_default();
    let tenths = bytes / 100_000;
    println!("  {}  {}.{} MB", made.display(), tenths / 10, tenths % 10);
}

/// The licences of all that is linked into the app and its interface, each list made by the tool that knows what is
/// shipped. PostgreSQL brings its own in its folder.
fn notices(project: &Project) -> Result<Outcome> {
    let to = project.kept().join("bundle/notices");
    fs::create_dir_all(&to).context(format_args!("cannot create {}", to.display()))?;
    let sources = project.root.join("xtask/notices");
    let interface = project.ui().join("dist/licences.md");
    fs::copy(&interface, to.join("interface.md"))
        .context("the interface's build left no list of its licences")?;
    // The build lists what runs, and fonts do not.
    let packages = project.ui().join("node_modules/@fontsource-variable");
    for font in fs::read_dir(&packages).context("the fonts of the interface are missing")? {
        let font = font.context("the fonts of the interface cannot be listed")?;
        let name = format!("font-{}.txt", font.file_name().to_string_lossy());
        fs::copy(font.path().join("LICENSE"), to.join(name))
            .context("a font has no licence beside it")?;
    }
    for name in ["README.md", "pgvector.txt"] {
        fs::copy(sources.join(name), to.join(name))
            .context("cannot copy what the notices are about")?;
    }
    fs::copy(project.root.join("LICENSE"), to.join("LICENSE"))
        .context("cannot copy the licence")?;
    crate_notices(
        project,
        "crates/cli/Cargo.toml",
        &to.join("command-line.md"),
    )?;
    crate_notices(project, "src-tauri/Cargo.toml", &to.join("crates.md"))
}

fn own_targets() -> &'static str {
    match std::env::consts::OS {
        "macos" => "dmg",
        "windows" => "nsis",
        _ => "deb",
    }
}

/// The command line tool lies with the interface's packages and is started beside its configuration.
fn tauri(project: &Project) -> Result<Program> {
    let script = project.ui().join("node_modules/@tauri-apps/cli/tauri.js");
    if !script.is_file() {
        return Err(Error::new("the Tauri command line tool is missing")
            .hint("delete ui/node_modules and run this again"));
    }
    // It takes these two values only, and would end with `CI=1`.
    let is_ci = std::env::var_os("CI").is_some();
    Ok(Program::new("node")
        .arg(script)
        .env("CI", is_ci.to_string()))
}

/// The system's libraries and time zones that PostgreSQL looks for when it starts. Some packages are
/// called differently since Debian 13 and Ubuntu 24.04.
fn needed_by_postgres() -> Value {
    json!({
        "deb": {
            "depends": [
                "libssl3t64 | libssl3",
                "libxml2",
                "libgssapi-krb5-2",
                "liblz4-1",
                "libzstd1",
                "libreadline8t64 | libreadline8",
                "zlib1g",
                "tzdata"
            ],
            // For databases that have the extension uuid-ossp.
            "recommends": ["libossp-uuid16"]
        },
        "rpm": {
            "depends": [
                "openssl-libs", "libxml2", "krb5-libs", "lz4-libs", "libzstd", "readline", "zlib", "tzdata"
            ],
            "recommends": ["uuid"]
        }
    })
}

fn made(project: &Project) -> Result<Vec<PathBuf>> {
    let folder = project.metadata()?.target_directory.join("release/bundle");
    let is_installer = |file: &PathBuf| {
        file.extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| matches!(e, "deb" | "rpm" | "dmg" | "exe" | "msi"))
    };
    Ok(below(&folder).into_iter().filter(is_installer).collect())
}
