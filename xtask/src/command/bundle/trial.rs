//! A `.deb` as a person has it: installed into a bare system, started, driven to the first database, and removed. The tools
//! that drive it stay outside of that system, so that they hide nothing that the package forgets to ask for.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use super::root::{self, MOUNTED, Root};
use super::suite::Suite;
use super::{left, needed};
use crate::command::build;
use crate::error::{Context, Error, Result};
use crate::project::{FEATURES, Project, WORKSPACE};
use crate::setup::packages::DEBOOTSTRAP;
use crate::setup::{self, Needs, system};
use crate::steps::{Outcome, Steps};

const PACKAGE: &str = "/tmp/plinth.deb";
const TEST: &str = "/tmp/desktop-test";
/// What the test takes for the app.
const APP: &str = "/tmp/plinth-desktop";

/// In the bare system of this machine's release, or of another one.
pub fn run(
    project: &Project,
    package: &Path,
    release: Option<&str>,
    steps: &mut Steps,
) -> Result<()> {
    if !system::has_apt() {
        return Err(Error::new("a package is tried on Debian and its kin alone")
            .hint("`cargo xtask bundle` without `--try` builds it"));
    }
    setup::all(project, Needs::Test, steps)?;
    steps.step("debootstrap", || system::package(&DEBOOTSTRAP))?;
    let mut test = PathBuf::new();
    steps.step("test of the window", || {
        test = built_test(project)?;
        Ok(Outcome::Done("built".into()))
    })?;
    let suite = Suite::find(release)?;
    steps.step("bare system", || root::bootstrap(project, &suite))?;
    let root = Root::unpack(project, &suite)?;
    steps.step("its list of packages", || {
        root.apt(&["update"])?.quiet()?;
        Ok(Outcome::Done("read".into()))
    })?;
    root.copy(package, PACKAGE)?;
    steps.step("what it depends on", || dependencies(project, &root))?;
    steps.step("what it recommends", || recommended(&root))?;
    let mut before = root.files()?;
    before.remove(PACKAGE);
    steps.step("installation", || install(project, &root))?;
    steps.step("libraries", || libraries(&root))?;
    steps.step("programs", || programs(&root))?;
    steps.step("window", || window(project, &root, &test))?;
    steps.step("links", || links(&root))?;
    steps.step("removal", || remove(project, &root))?;
    steps.step("what is left", || left::look(&before, &root.files()?))
}

/// The program of the desktop tests, one of which drives an installed app.
fn built_test(project: &Project) -> Result<PathBuf> {
    let said = build::shown_cargo(project)
        .args(["test", "--no-run", "--message-format", "json"])
        .args(WORKSPACE)
        .args(FEATURES)
        .args(["--test", build::WINDOW_TESTS])
        .quiet()?;
    let built = said
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = built
        .filter(|it| it["target"]["kind"][0] == "test")
        .filter_map(|it| it["executable"].as_str().map(PathBuf::from));
    programs
        .next()
        .ok_or_else(|| Error::new("cargo built no test of the window"))
}

/// All of it before the package itself: what these leave when they are removed is theirs.
fn dependencies(project: &Project, root: &Root) -> Result<Outcome> {
    let named = named(root, "Depends")?;
    let said = root
        .apt(&["satisfy", "--no-install-recommends", &named])?
        .log(project.log("trial-dependencies")?)
        .quiet()?;
    root.apt(&["clean"])?.quiet()?;
    let count = count(&said, "Setting up ");
    Ok(Outcome::Done(format!("{count} packages")))
}

/// It is there to be installed, and is not.
fn recommended(root: &Root) -> Result<Outcome> {
    let named = named(root, "Recommends")?;
    let simulated = ["satisfy", "--simulate", "--no-install-recommends", &named];
    let said = root.apt(&simulated)?.quiet()?;
    let count = count(&said, "Inst ");
    Ok(Outcome::Done(format!("{count} packages, left out")))
}

/// The packages that a field of the package names.
fn named(root: &Root, field: &str) -> Result<String> {
    let said = root.program(&["dpkg-deb", "-f", PACKAGE, field])?.quiet()?;
    Ok(said.trim().to_owned())
}

fn install(project: &Project, root: &Root) -> Result<Outcome> {
    let said = root
        .apt(&["install", "--no-install-recommends", PACKAGE])?
        .log(project.log("trial-installation")?)
        .quiet()?;
    root.remove(PACKAGE)?;
    if count(&said, "Setting up ") != 1 {
        return Err(Error::new("apt installed other packages with it").hint(said));
    }
    Ok(Outcome::Done("installed".into()))
}

fn count(said: &str, beginning: &str) -> usize {
    said.lines()
        .filter(|line| line.starts_with(beginning))
        .count()
}

/// Each library that a program or an extension is linked to is there, but for those of recommended packages.
fn libraries(root: &Root) -> Result<Outcome> {
    // The sandbox starts servers with this path.
    let find = "LD_LIBRARY_PATH=/usr/lib/Plinth/postgres/lib find /usr/bin/plinth* /usr/lib/Plinth/postgres -type f \
                '(' -perm /111 -o -name '*.so*' ')' -exec ldd '{}' +";
    let said = root.program(&["sh", "-c", find])?.quiet()?;
    let missing = said.lines().map(str::trim).find(|line| {
        let name = line.split(' ').next().unwrap_or_default();
        line.contains("not found") && !needed::is_recommended(name)
    });
    if let Some(line) = missing {
        return Err(
            Error::new(format!("the package does not bring a library: {line}"))
                .hint("see xtask/src/command/bundle/needed.rs"),
        );
    }
    let count = said.lines().filter(|line| line.ends_with(':')).count();
    if !said.contains("libwebkit2gtk-4.1.so.0 => /") || count < 4 {
        return Err(Error::new("not all programs were looked at").hint(said));
    }
    Ok(Outcome::Done(format!("found by {count} files")))
}

fn programs(root: &Root) -> Result<Outcome> {
    let version = root.of_person(&["plinth", "--version"])?.quiet()?;
    if !version.contains(env!("CARGO_PKG_VERSION")) {
        return Err(Error::new(format!("`plinth --version` said {version}")));
    }
    root.of_person(&["plinth-sandbox", "--help"])?.quiet()?;
    // Leaves the person's data folder.
    root.of_person(&["plinth", "accounts", "list"])?.quiet()?;
    Ok(Outcome::Done(version.trim().to_owned()))
}

/// The test runs as the person, and its screen, bus, keychain and driver are this machine's.
fn window(project: &Project, root: &Root, test: &Path) -> Result<Outcome> {
    root.copy(test, TEST)?;
    let app = project.kept().join("bundle/start-app");
    // The test has the right to change its root, and gives it up for the app.
    let script = format!(
        "#!/bin/sh\nexec chroot {MOUNTED} setpriv --inh-caps=-all --ambient-caps=-all /usr/bin/plinth-desktop \"$@\"\n"
    );
    fs::write(&app, script).context("cannot write what starts the app")?;
    root.copy(&app, APP)?;
    let id = root.person();
    let user = [format!("--reuid={id}"), format!("--regid={id}")];
    let said = root
        .beside(
            &[
                &["setpriv", &user[0], &user[1], "--clear-groups"][..],
                &["--inh-caps=+sys_chroot", "--ambient-caps=+sys_chroot"],
                &[
                    "env",
                    "HOME=/tmp",
                    "TMPDIR=/tmp",
                    &format!("PLINTH_APP={APP}"),
                ],
                &[TEST, "installed::", "--ignored", "--nocapture"],
            ]
            .concat(),
        )?
        .within(Duration::from_secs(5 * 60))
        .log(project.log("trial-window")?)
        .quiet()?;
    for file in [TEST, APP] {
        root.remove(file)?;
    }
    if !said.contains("1 passed") {
        return Err(Error::new("the test of an installed app did not run").hint(said));
    }
    Ok(Outcome::Done("driven to SELECT 1".into()))
}

/// What lists them is recommended.
fn links(root: &Root) -> Result<Outcome> {
    root.apt(&["install", "--no-install-recommends", "desktop-file-utils"])?
        .quiet()?;
    let query = ["xdg-mime", "query", "default", "x-scheme-handler/plinth"];
    let opener = root.of_person(&query)?.quiet()?;
    if opener.trim() != "Plinth.desktop" {
        return Err(Error::new(format!(
            "plinth:// opens with `{}`",
            opener.trim()
        )));
    }
    Ok(Outcome::Done("plinth:// opens it".into()))
}

fn remove(project: &Project, root: &Root) -> Result<Outcome> {
    root.apt(&["purge", "plinth", "desktop-file-utils"])?
        .log(project.log("trial-removal")?)
        .quiet()?;
    root.apt(&["clean"])?.quiet()?;
    Ok(Outcome::Done("purged".into()))
}
