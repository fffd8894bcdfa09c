//! The installer, with PostgreSQL as a resource of it.

mod content;
mod crate_notices;
mod deb;
mod left;
mod needed;
mod root;
mod sandbox;
mod stage;
mod suite;
mod trial;
mod updates;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::json;

use self::crate_notices::crate_notices;
use self::stage::stage;
use self::updates::Updates;
use super::build;
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{Project, below};
use crate::setup::packages::RPM;
use crate::setup::{self, Needs, system, tools};
use crate::steps::{Outcome, Steps};

/// What is installed beside the window's program.
const BESIDE: [&str; 2] = ["plinth", "plinth-sandbox"];
/// Where they are put for that, from src-tauri.
const STAGED: &str = "../.plinth/bundle/programs";

/// Where Tauri gets what makes an AppImage, after the build.
const APPIMAGE_TOOLS: &str = "https://github.com/tauri-apps/binary-releases";

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
    let is_tried = args.has("--try");
    let installers = match args.value("--package") {
        Some(package) if is_tried => vec![PathBuf::from(package)],
        _ => {
            let wanted = Wanted {
                targets,
                with_postgres: !args.has("--without-postgres"),
                updates: Updates::of(args)?,
            };
            installers(&project, &wanted, &mut steps)?
        }
    };
    if is_tried {
        let is_deb = |file: &&PathBuf| file.extension().is_some_and(|it| it == "deb");
        let package = installers.iter().find(is_deb);
        let package = package.ok_or_else(|| Error::new("there is no .deb to try"))?;
        trial::run(&project, package, args.value("--suite"), &mut steps)?;
        println!("{}", steps.table());
    }
    for installer in installers {
        show(&installer);
    }
    Ok(true)
}

/// Which installers are built, and what is in them.
#[derive(Debug)]
pub struct Wanted<'a> {
    pub targets: &'a str,
    pub with_postgres: bool,
    /// Of those that update themselves.
    pub updates: Option<Updates>,
}

/// Builds them; where they lie.
pub fn installers(
    project: &Project,
    wanted: &Wanted<'_>,
    steps: &mut Steps,
) -> Result<Vec<PathBuf>> {
    let Wanted {
        targets,
        with_postgres,
        ref updates,
    } = *wanted;
    let wants = |name: &str| targets.split(',').any(|it| it == name);
    if wants("appimage") {
        steps.step("tools of AppImage", appimage_tools)?;
    }
    setup::all(project, Needs::Build, steps)?;
    if wants("rpm") {
        steps.step("rpm", || system::package(&RPM))?;
    }
    let (mut resources, mut linux) = (json!({}), json!({}));
    if with_postgres {
        let staged = project.kept().join("bundle/postgres");
        steps.step("PostgreSQL to ship", || stage(&project.postgres(), &staged))?;
        resources["../.plinth/bundle/postgres/"] = json!("postgres/");
    }
    if cfg!(target_os = "linux") {
        linux = needed::linux(with_postgres)?;
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
        let mut text = json!({
            // The interface is built by the step before.
            "build": { "beforeBuildCommand": null },
            "bundle": { "resources": resources, "linux": linux, "externalBin": BESIDE.map(|name| format!("{STAGED}/{name}")) }
        });
        if let Some(updates) = updates {
            updates.configure(&mut text);
        }
        fs::create_dir_all(project.kept()).context("cannot create .plinth")?;
        fs::write(&config, text.to_string()).context("cannot write .plinth/bundle.json")?;
        let started = SystemTime::now();
        tauri(project)?
            .args(["build", "--bundles", targets, "--config"])
            .arg(&config)
            // Whoever releases signs what was built, where nothing is built (0076).
            .arg("--no-sign")
            .dir(&project.root.join("src-tauri"))
            .within(Duration::from_secs(40 * 60))
            .must()?;
        installers = made_since(project, started)?;
        Ok(Outcome::Done(targets.into()))
    })?;
    steps.step("packing", || deb::pack_with_xz(project, &installers))?;
    if cfg!(target_os = "linux") {
        steps.step("linked libraries", || {
            needed::names_all_linked(project, with_postgres)
        })?;
    }
    steps.step("content of the packages", || {
        content::is_whole(&installers, &linux, with_postgres)
    })?;
    Ok(installers)
}

/// Asked for before a build of ten minutes that would end without them.
fn appimage_tools() -> Result<Outcome> {
    Program::new("curl")
        .args(["--silent", "--show-error", "--fail", "--head", "--location"])
        .args(["--max-time", "20", "--output"])
        .arg(if cfg!(windows) { "NUL" } else { "/dev/null" })
        .arg(APPIMAGE_TOOLS)
        .quiet()
        .map_err(|e| {
            e.hint(format!(
                "Tauri gets what makes an AppImage from {APPIMAGE_TOOLS}: build it where that is reached, or leave out `appimage`"
            ))
        })?;
    Ok(Outcome::There(String::new()))
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

fn made_since(project: &Project, started: SystemTime) -> Result<Vec<PathBuf>> {
    let folder = project.metadata()?.target_directory.join("release/bundle");
    let is_installer = |file: &PathBuf| {
        let modified = fs::metadata(file).and_then(|it| it.modified());
        modified.is_ok_and(|modified| modified >= started)
            && file
                .extension()
                .and_then(|e| e.to_str())
                .is_some_and(|e| matches!(e, "deb" | "rpm" | "AppImage" | "dmg" | "exe"))
    };
    Ok(below(&folder).into_iter().filter(is_installer).collect())
}
