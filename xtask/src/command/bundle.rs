//! The installer, with PostgreSQL as a resource of it.

mod sandbox;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::build;
use crate::args::Args;
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::project::{Project, below};
use crate::setup::postgres::PROGRAMS;
use crate::setup::{self, Needs, tools};
use crate::steps::{Outcome, Steps};

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
    setup::all(&project, Needs::Build, &mut steps)?;
    let (mut resources, mut linux) = (json!({}), json!({}));
    if !args.has("--without-postgres") {
        let staged = project.kept().join("bundle/postgres");
        steps.step("PostgreSQL to ship", || stage(&project.postgres(), &staged))?;
        resources["../.plinth/bundle/postgres/"] = json!("postgres/");
        linux = needed_by_postgres();
    }
    steps.step("interface", || build::interface(&project))?;
    // Relative to src-tauri, as its own configuration is.
    resources["../.plinth/bundle/notices/"] = json!("notices/");
    if steps.attempt("cargo-about", || tools::about(&project)) {
        steps.step("third-party notices", || notices(&project))?;
    } else {
        return Ok(false);
    }
    let mut installers = Vec::new();
    steps.step("installer", || {
        let config = project.kept().join("bundle.json");
        let text = json!({
            // The interface is built by the step before.
            "build": { "beforeBuildCommand": null },
            "bundle": { "resources": resources, "linux": linux }
        })
        .to_string();
        fs::create_dir_all(project.kept()).context("cannot create .plinth")?;
        fs::write(&config, text).context("cannot write .plinth/bundle.json")?;
        tauri(&project)?
            .args(["build", "--bundles", targets, "--config"])
            .arg(&config)
            .dir(&project.root.join("src-tauri"))
            .within(Duration::from_secs(40 * 60))
            .must()?;
        installers = made(&project)?;
        Ok(Outcome::Done(targets.into()))
    })?;
    for installer in installers {
        show(&installer);
    }
    Ok(true)
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
    crate_notices(project, "src-tauri/Cargo.toml", &to.join("crates.md"))
}

/// The licences of all crates that are linked into what that manifest is of.
fn crate_notices(project: &Project, manifest: &str, to: &Path) -> Result<Outcome> {
    let sources = project.root.join("xtask/notices");
    Program::new(tools::about_path(project))
        .dir(&project.root)
        .args(["generate", "--frozen", "--fail", "--manifest-path"])
        .arg(project.root.join(manifest))
        .arg("--config")
        .arg(sources.join("about.toml"))
        .arg("--output-file")
        .arg(to)
        .arg(sources.join("crates.hbs"))
        .within(Duration::from_secs(5 * 60))
        .quiet()?;
    let text = fs::read_to_string(to).context("cannot read the notices")?;
    let count = text.lines().filter(|line| line.starts_with("- ")).count();
    Ok(Outcome::Done(format!("{count} crates")))
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
    Ok(Program::new("node").arg(script))
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

/// What a server needs at run time: no static libraries, no headers, and each shared library once
/// under the name it is looked up by, for an installer follows links and would hold it thrice.
fn stage(from: &Path, to: &Path) -> Result<Outcome> {
    if to.exists() {
        fs::remove_dir_all(to).context("cannot remove what was staged before")?;
    }
    let mut bytes = 0;
    for file in below(from) {
        let inside = file
            .strip_prefix(from)
            .context("a file outside PostgreSQL's folder")?;
        if !is_shipped(inside) || is_alias(&file) {
            continue;
        }
        let target = to.join(name_to_load(&file, inside));
        if let Some(dir) = target.parent() {
            fs::create_dir_all(dir).context(format_args!("cannot create {}", dir.display()))?;
        }
        bytes +=
            fs::copy(&file, &target).context(format_args!("cannot copy {}", inside.display()))?;
    }
    for program in PROGRAMS {
        let program = format!("bin/{program}{}", std::env::consts::EXE_SUFFIX);
        if !to.join(&program).is_file() {
            return Err(
                Error::new(format!("{program} is missing in PostgreSQL's folder"))
                    .hint("delete .plinth/postgres and run this again"),
            );
        }
    }
    Ok(Outcome::Done(format!("{} MB", bytes / 1_000_000)))
}

fn is_shipped(inside: &Path) -> bool {
    let name = inside
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    let folders: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
    let dropped = name.starts_with('.')
        || DROPPED_ENDINGS.iter().any(|ending| name.ends_with(ending))
        || DROPPED_BEGINNINGS.iter().any(|it| name.starts_with(it))
        // A language that nobody but a superuser may add, and that asks for a Python of its own.
        || name.contains("plpython3")
        // A cluster that tests prepared; copied file by file it would lose its empty folders.
        || inside.starts_with("share/sandbox")
        || folders
            .iter()
            .any(|folder| matches!(*folder, "pkgconfig" | "pgxs" | "include" | "doc" | "man" | "StackBuilder"));
    !dropped
}

const DROPPED_ENDINGS: [&str; 3] = [".a", ".lib", ".pdb"];
/// What compiles programs, tries out a machine, or opens a window on Windows.
const DROPPED_BEGINNINGS: [&str; 12] = [
    "ecpg",
    "libecpg",
    "libpgtypes",
    "pg_config",
    "pg_test_",
    "README",
    "stackbuilder",
    "StackBuilder",
    "test_cloexec",
    "testplug",
    "wxbase",
    "wxmsw",
];

fn is_alias(file: &Path) -> bool {
    file.is_symlink()
}

/// `libx.so.60.2` is looked up as `libx.so.60`: the link beside it with the same major number.
fn name_to_load(file: &Path, inside: &Path) -> PathBuf {
    let name = inside
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    let Some((base, version)) = name.split_once(".so.") else {
        return inside.to_path_buf();
    };
    let major = version.split('.').next().unwrap_or(version);
    let looked_up = format!("{base}.so.{major}");
    if fs::read_link(file.with_file_name(&looked_up)).is_ok() {
        inside.with_file_name(looked_up)
    } else {
        inside.to_path_buf()
    }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn each_library_is_shipped_once_under_the_name_it_is_looked_up_by() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        for file in [
            "COPYRIGHT",
            "lib/libx.so.60.2",
            "lib/libz.so.1",
            "lib/libx.a",
            "lib/pkgconfig/x.pc",
            "lib/plpython3.so",
            "bin/ecpg",
            "share/postgres.bki",
            "share/sandbox/cluster-1/PG_VERSION",
            ".lock-mark",
        ]
        .into_iter()
        .map(str::to_owned)
        .chain(PROGRAMS.iter().map(|name| format!("bin/{name}")))
        {
            let file = from.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "x").unwrap();
        }
        for alias in ["libx.so", "libx.so.60"] {
            std::os::unix::fs::symlink("libx.so.60.2", from.join("lib").join(alias)).unwrap();
        }
        stage(&from, &to).unwrap();
        let shipped: Vec<String> = below(&to)
            .iter()
            .map(|f| f.strip_prefix(&to).unwrap().display().to_string())
            .collect();
        assert_eq!(
            shipped,
            [
                "COPYRIGHT",
                "bin/initdb",
                "bin/pg_basebackup",
                "bin/pg_ctl",
                "bin/pg_dump",
                "bin/pg_restore",
                "bin/postgres",
                "bin/psql",
                "lib/libx.so.60",
                "lib/libz.so.1",
                "share/postgres.bki"
            ]
        );

        fs::remove_file(from.join("bin/pg_dump")).unwrap();
        let refused = stage(&from, &to).unwrap_err().to_string();
        assert!(refused.contains("bin/pg_dump is missing"), "{refused}");
    }
}
