//! What is built from the sources: the interface, then the programs that embed it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Context, Result};
use crate::program::Program;
use crate::project::{FEATURES, Metadata, Project, WORKSPACE, below, mark};
use crate::steps::Outcome;

/// The tests that drive the window.
pub const WINDOW_TESTS: &str = "desktop";

/// Vite's build, unless the interface is unchanged: the app embeds it, and would be built again.
pub fn interface(project: &Project) -> Result<Outcome> {
    let ui = project.ui();
    let mut sources = below(&ui.join("src"));
    sources.extend(below(&ui.join("public")));
    sources.extend(
        [
            "index.html",
            "package.json",
            "package-lock.json",
            "vite.config.ts",
            "tsconfig.json",
        ]
        .map(|name| ui.join(name)),
    );
    let wanted = mark(sources.iter().map(PathBuf::as_path));
    let stamp = project.kept().join("interface-mark");
    if ui.join("dist/index.html").is_file()
        && fs::read_to_string(&stamp).is_ok_and(|there| there == wanted)
    {
        return Ok(Outcome::There(String::new()));
    }
    project
        .npm("npm")
        .args(["run", "--silent", "build"])
        .within(Duration::from_secs(5 * 60))
        .quiet()?;
    fs::create_dir_all(project.kept()).context("cannot create .plinth")?;
    fs::write(&stamp, wanted).context("cannot note which interface is built")?;
    Ok(Outcome::Done("built into ui/dist".into()))
}

/// The app alone, with the features of the whole workspace, so that tests later build on the same.
pub fn app(project: &Project) -> Result<Outcome> {
    of_workspace(project, &["--bin", "plinth-desktop"]).must()?;
    Ok(Outcome::Done(String::from("built")))
}

/// The sandbox alone, with the features of the whole workspace.
pub fn sandbox(project: &Project) -> Result<Outcome> {
    of_workspace(project, &["--bin", "plinth-sandbox"]).must()?;
    Ok(Outcome::Done(String::from("built")))
}

/// The app that loads the interface from Vite's development server.
pub fn app_for_hot_reload(project: &Project) -> Result<Outcome> {
    shown_cargo(project)
        .arg("build")
        .args(WORKSPACE)
        .args(["--bin", "plinth-desktop"])
        .must()?;
    Ok(Outcome::Done(String::from("built")))
}

/// The programs of a release, the window's first.
const RELEASED: [&str; 6] = [
    "--bin",
    "plinth-desktop",
    "--bin",
    "plinth",
    "--bin",
    "plinth-sandbox",
];

/// The programs that are measured.
pub fn measured(project: &Project) -> Program {
    of_workspace(project, &RELEASED).args(["--bin", "measure"])
}

/// The programs that are installed beside the window's, as they are released.
pub fn beside_the_window(project: &Project) -> Program {
    of_workspace(project, &RELEASED[2..])
        .arg("--release")
        .within(Duration::from_secs(40 * 60))
}

/// The programs of a release.
pub fn release(project: &Project) -> Program {
    of_workspace(project, &RELEASED).arg("--release")
}

/// Every program and every test.
pub fn everything(project: &Project, lints: Lints) -> Result<Outcome> {
    let program = of_workspace(project, &["--all-targets", "--keep-going"]);
    lints.on(program).must()?;
    Ok(Outcome::Done(String::from("built")))
}

/// What the tests of the crates need, and nothing of the window: neither the app as a program nor the tests that drive it.
pub fn tests_of_crates(project: &Project, metadata: &Metadata) -> Result<Outcome> {
    // The flows run it, and it is of another package than theirs.
    of_workspace(project, &["--bin", "plinth"]).must()?;
    shown_cargo(project)
        .args(["test", "--no-run"])
        .args(WORKSPACE)
        .args(FEATURES)
        .args(of_crates(metadata))
        .must()?;
    Ok(Outcome::Done(String::from("built")))
}

/// Cargo's names of the tests of the crates: all but those that drive the window.
pub fn of_crates(metadata: &Metadata) -> Vec<String> {
    let named = metadata
        .integration_tests()
        .into_iter()
        .filter(|name| *name != WINDOW_TESTS)
        .flat_map(|name| ["--test", name]);
    ["--lib", "--bins"]
        .into_iter()
        .chain(named)
        .map(String::from)
        .collect()
}

/// What `initdb` makes, once beside PostgreSQL's programs and not once for each sandbox of each test.
pub fn cluster(project: &Project, sandbox: &Path) -> Result<Outcome> {
    let data = project.kept().join("prepared-cluster");
    let said = Program::new(sandbox)
        .arg("--data")
        .arg(&data)
        .arg("--bundled")
        .arg(project.postgres())
        .arg("--prepare-cluster")
        .within(Duration::from_secs(120))
        .quiet();
    // The one of a run before may be there.
    let _ = fs::remove_dir_all(&data);
    said.map(|_| Outcome::Done("beside its programs".into()))
}

/// Whether Clippy looks at what is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lints {
    Denied,
    Unasked,
}

impl Lints {
    /// Clippy in the compiler's place: it compiles what it looks at. `cargo clippy` would go through all dependencies
    /// a second time, as they are checked there and built here.
    pub fn on(self, program: Program) -> Program {
        match self {
            Self::Denied => program
                .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
                // As `cargo clippy -- -D warnings` hands them on.
                .env(
                    "CLIPPY_ARGS",
                    "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
                ),
            Self::Unasked => program,
        }
    }
}

fn of_workspace(project: &Project, targets: &[&str]) -> Program {
    shown_cargo(project)
        .arg("build")
        .args(WORKSPACE)
        .args(FEATURES)
        .args(targets)
}

/// Cargo with its own output, in colour where this output is.
pub fn shown_cargo(project: &Project) -> Program {
    shown(project.cargo())
}

/// A program that takes its colours from Cargo, in colour where this output is.
pub fn shown(program: Program) -> Program {
    let program = program.within(Duration::from_secs(30 * 60));
    if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
        program.env("CARGO_TERM_COLOR", "always")
    } else {
        program
    }
}

/// Tells tests where the built programs and PostgreSQL are.
pub fn with_places(program: Program, project: &Project, metadata: &Metadata) -> Program {
    program
        .env("PLINTH_POSTGRES_DIR", project.postgres())
        .env("PLINTH_APP", metadata.program("plinth-desktop"))
        .env("PLINTH_CLI", metadata.program("plinth"))
        .env("PLINTH_SANDBOX", metadata.program("plinth-sandbox"))
        .env("PLINTH_XTASK", metadata.program("xtask"))
}
