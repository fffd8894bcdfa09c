//! The archive of the sandbox: it runs without the checkout, and so does what comes with it.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use crate::support::program::{Program, command, processes_on};
use crate::support::{http, sql, until};

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

/// `cargo xtask`, which is running already where it started the tests.
fn xtask() -> Command {
    let manifests = root().join("xtask");
    let Some(built) = std::env::var_os("PLINTH_XTASK") else {
        let mut command = Command::new("cargo");
        command
            .args(["run", "--quiet", "--package", "xtask", "--"])
            .current_dir(root())
            // It is no part of what Clippy looks at while tests are built.
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env_remove("CLIPPY_ARGS");
        return command;
    };
    let mut command = Command::new(built);
    command
        .current_dir(root())
        .env("CARGO_MANIFEST_DIR", manifests);
    command
}

/// Packs the program of these tests and unpacks it again. Returns the archive's folder.
async fn unpacked(folder: &Path) -> PathBuf {
    let made = folder.join("made");
    let packed = xtask()
        .args(["bundle", "--targets", "sandbox", "--program"])
        .arg(env!("CARGO_BIN_EXE_plinth-sandbox"))
        .arg("--into")
        .arg(&made)
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    assert!(packed.status.success(), "{packed:?}");
    let mut left: Vec<PathBuf> = std::fs::read_dir(&made)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let archive = left.pop().unwrap();
    assert_eq!(left, [] as [PathBuf; 0], "nothing but the archive is left");
    let name = archive.file_name().unwrap().to_str().unwrap();
    let name = name.strip_suffix(".tar.gz").unwrap();
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(name, format!("plinth-sandbox-{version}-{os}-{arch}"));
    let to = folder.join("unpacked");
    std::fs::create_dir(&to).unwrap();
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(&archive).arg("-C").arg(&to);
    assert!(tar.status().await.unwrap().success());
    std::fs::remove_dir_all(&made).unwrap();
    to.join(name)
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_archive_runs_anywhere_without_the_checkout() {
    let folder = tempfile::tempdir().unwrap();
    let archive = unpacked(folder.path()).await;
    for file in [
        "LICENSE",
        "README.md",
        "use-in-tests.md",
        "examples/node/sandbox.mjs",
        "packaging/Dockerfile",
        "packaging/plinth-sandbox.service",
        "packaging/action.yml",
        "postgres/COPYRIGHT",
        "postgres/bin/psql",
    ] {
        assert!(archive.join(file).is_file(), "{file}");
    }
    let prepared = std::fs::read_dir(archive.join("postgres/share/sandbox")).unwrap();
    assert_eq!(prepared.count(), 1, "one prepared cluster");

    // By a link, from elsewhere, with nothing on the path.
    let (elsewhere, data) = (folder.path().join("elsewhere"), folder.path().join("data"));
    std::fs::create_dir(&elsewhere).unwrap();
    let link = elsewhere.join("plinth-sandbox");
    std::os::unix::fs::symlink(archive.join("bin/plinth-sandbox"), &link).unwrap();
    let mut command = Command::new(&link);
    command
        .env_clear()
        .env("PATH", &elsewhere)
        .current_dir(&elsewhere)
        .arg("--data")
        .arg(&data)
        .stdout(Stdio::piped())
        .kill_on_drop(true);
    let mut program = Program::of(command).await.expect("a line");
    // A newer one of the system is preferred, nothing else.
    let source = &program.ready["postgres"]["source"];
    assert!(
        source == "bundled" || source == "system",
        "{}",
        program.ready
    );
    let url = program.text("instant_url").to_owned();
    let made = http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let made = made.json();
    let string = made["connection_string"].as_str().unwrap();
    let client = sql::connect(&program.ca_file(), string).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    program.signal("TERM").await;
    assert!(program.end().await.success());
    assert_eq!(processes_on(&data).len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_with_its_standard_input_where_it_was_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start_piped(folder.path(), &["--end-with-stdin"]).await;
    let url = program.text("instant_url").to_owned();
    let made = http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#).await;
    assert_eq!(made.status, 200, "{}", made.body);
    drop(program.child.stdin.take());
    assert!(program.end().await.success());
    until("no server is left", async || {
        processes_on(folder.path()).is_empty()
    })
    .await;

    let mut program = Program::start_piped(folder.path(), &["--no-servers"]).await;
    drop(program.child.stdin.take());
    let url = program.text("instant_url").to_owned();
    assert_eq!(http::get(&url, "/nowhere").await.status, 404, "it goes on");
    program.child.kill().await.unwrap();
}

/// The unit starts the program where the page puts it.
#[test]
fn the_service_runs_what_was_installed() {
    let text = |file| std::fs::read_to_string(root().join(file)).unwrap();
    let unit = text("packaging/plinth-sandbox.service");
    let line = unit.lines().find_map(|it| it.strip_prefix("ExecStart="));
    let program = line.and_then(|it| it.split(' ').next()).unwrap();
    let installed = format!(" {}\n", program.replace("%h", "~"));
    assert!(
        text("docs/sandbox-alone.md").contains(&installed),
        "{program}"
    );
}

/// What the pages and the files beside the archive pass to the program is there.
#[tokio::test(flavor = "multi_thread")]
async fn every_option_that_is_written_down_exists() {
    let folder = tempfile::tempdir().unwrap();
    let help = command(folder.path(), &["--help"]).output().await.unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for file in [
        "packaging/Dockerfile",
        "packaging/plinth-sandbox.service",
        "packaging/action.yml",
        "docs/sandbox-alone.md",
        "docs/examples/node/sandbox.mjs",
        "docs/examples/python/sandbox.py",
        "docs/examples/rust/sandbox.rs",
    ] {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let mut found = 0;
        for line in text.lines() {
            let is_ours = |line: &str| {
                [
                    "sandbox",
                    "program",
                    "ENTRYPOINT",
                    "CMD",
                    "args(",
                    "options",
                    ".arg(",
                ]
                .iter()
                .any(|it| line.contains(it))
            };
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
            for option in words.filter(|it| it.starts_with("--") && is_ours(line)) {
                let others = [
                    "--targets",
                    "--network",
                    "--name",
                    "--rm",
                    "--uid",
                    "--user",
                    "--now",
                ];
                let is_of_others = others.contains(&option);
                assert!(
                    is_of_others || help.contains(&format!(" {option} ")),
                    "{file}: {option}"
                );
                found += 1;
            }
        }
        assert!(found > 0, "{file} starts the sandbox");
    }
}
