//! A program that is started with its folder's database.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::ExitStatus;

use plinth_tests::shell::{Said, said};
use rustix::process::Signal;
use testkit::{sql, until};
use tokio::process::Command;

use super::folders::{env, project, value};
use super::hosts::{end_agent, signal};
use super::{Person, text};

const PRINT: &str = "printf %s \"$DATABASE_URL\"";

#[tokio::test(flavor = "multi_thread")]
async fn a_command_runs_with_a_database_from_nothing() {
    let person = Person::stranger(|_| {}).await;
    let folder = project(&person, "shop");
    let first = run(&person, &folder, &["sh", "-c", PRINT]).await;
    assert_eq!(first.code, Some(0), "{first:#?}");
    let written = value(&folder, "DATABASE_URL");
    assert_eq!(first.out, written, "its own output is all there is");
    assert!(
        first.err.contains("wrote DATABASE_URL to .env"),
        "{first:#?}"
    );
    let sandbox = person.shell.json(&["sandbox", "status"]).await;
    let ca = text(&sandbox["running"]["caFile"]);
    let client = sql::connect(ca.as_ref(), &written).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    drop(client);

    // The second time it is silent, and from a folder below it names the folder.
    std::fs::create_dir(folder.join("src")).unwrap();
    let named = format!("plinth: the project folder is {}\n", folder.display());
    for (within, err) in [(folder.clone(), ""), (folder.join("src"), &*named)] {
        let again = run(&person, &within, &["sh", "-c", PRINT]).await;
        assert_eq!((&*again.out, &*again.err), (&*written, err), "{again:#?}");
    }
    // After the sandbox was stopped it is started.
    person.shell.json(&["sandbox", "stop"]).await;
    run(&person, &folder, &["true"]).await;
    let sandbox = person.shell.json(&["sandbox", "status"]).await;
    assert_eq!(sandbox["status"], "running");
    person.shell.json(&["sandbox", "stop"]).await;
    end_agent(&person.shell.data()).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_end_is_that_of_the_command() {
    let person = Person::of(|config| config.servers = true).await;
    let shell = &person.shell;
    let folder = project(&person, "shop");
    let service = &person.platform.instant_url;
    let path = folder.to_str().unwrap();
    shell
        .json(&["folders", "add", path, "--service", service])
        .await;
    for code in [0, 1, 7, 130, 255] {
        let ended = run(&person, &folder, &["sh", "-c", &format!("exit {code}")]).await;
        assert_eq!(ended.code, Some(code), "{ended:#?}");
    }
    let killed = status(command(&person, &folder, &["sh", "-c", "kill -KILL $$"])).await;
    assert_eq!(killed.signal(), Some(9));
    for with in [Signal::INT, Signal::TERM, Signal::HUP] {
        let marker = folder.join("started");
        let mut waits = command(
            &person,
            &folder,
            &["sh", "-c", "touch started; exec sleep 60"],
        );
        let mut child = waits.spawn().unwrap();
        until("it runs", async || marker.exists()).await;
        signal(&child, with);
        assert_eq!(child.wait().await.unwrap().signal(), Some(with.as_raw()));
        std::fs::remove_file(marker).unwrap();
    }
    let missing = run(&person, &folder, &["no-such-program"]).await;
    assert_eq!(missing.code, Some(11), "{missing:#?}");
    assert!(
        missing.err.contains("no-such-program can't be started"),
        "{missing:#?}"
    );
    let piped = {
        let mut cat = command(&person, &folder, &["cat"]);
        cat.stdin(std::process::Stdio::piped());
        said(cat, "typed\n").await
    };
    assert_eq!(piped.out, "typed\n");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_set_elsewhere_stays_and_a_production_build_gets_nothing() {
    let person = Person::of(|config| config.servers = true).await;
    let folder = project(&person, "shop");
    let before = env(&folder);
    let mut own = command(&person, &folder, &["sh", "-c", PRINT]);
    own.env("DATABASE_URL", "mine");
    let own = said(own, "").await;
    assert_eq!((own.code, own.out.as_str()), (Some(0), "mine"), "{own:#?}");
    own.says(0, &["DATABASE_URL is set in the environment"]);
    let mut build = command(&person, &folder, &["sh", "-c", PRINT]);
    build.env("NODE_ENV", "production");
    let build = said(build, "").await;
    assert_eq!(
        (build.code, build.out.as_str()),
        (Some(0), ""),
        "{build:#?}"
    );
    assert_eq!(env(&folder), before);
    // Set to nothing is not set.
    std::fs::write(folder.join(".env"), "DATABASE_URL=postgres://mine\n").unwrap();
    let mut empty = command(&person, &folder, &["sh", "-c", PRINT]);
    empty.env("DATABASE_URL", "");
    let empty = said(empty, "").await;
    assert_eq!(empty.out, "postgres://mine", "{empty:#?}");
    // A value of somebody else is handed on, and no sandbox is started for it.
    std::fs::write(folder.join(".env"), "DATABASE_URL=postgres://mine\n").unwrap();
    let foreign = run(&person, &folder, &["sh", "-c", PRINT]).await;
    assert_eq!(
        (foreign.code, foreign.out.as_str()),
        (Some(0), "postgres://mine"),
        "{foreign:#?}"
    );
    let sandbox = person.shell.json(&["sandbox", "status"]).await;
    assert_eq!(sandbox["status"], "stopped");
    assert_eq!(person.changes(), 0);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nearest_project_is_used_and_a_run_that_fails_leaves_no_folder_in_the_list() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let outer = shell.path().canonicalize().unwrap().join("outer");
    let inner = outer.join("inner");
    std::fs::create_dir_all(inner.join("src")).unwrap();
    let (production, mine) = (
        "postgres://owner@production/shop",
        "postgres://me@mine/shop",
    );
    for (folder, value) in [(&outer, production), (&inner, mine)] {
        std::fs::write(folder.join(".env"), format!("DATABASE_URL={value}\n")).unwrap();
    }
    shell
        .json(&["folders", "add", outer.to_str().unwrap()])
        .await;
    let listed = async || {
        let list = shell.json(&["folders", "list"]).await;
        let paths = list
            .as_array()
            .unwrap()
            .iter()
            .map(|one| text(&one["path"]));
        paths.collect::<Vec<_>>()
    };
    let only_outer = [outer.display().to_string()];

    // A program that is not there: nothing is begun for it.
    let missing = run(&person, &inner, &["no-such-program"]).await;
    missing.says(11, &["no-such-program can't be started"]);
    assert_eq!(listed().await, only_outer);
    for verb in ["get", "ensure", "update", "remove"] {
        let mut command = shell.command(&["folders", verb]);
        command.current_dir(&inner);
        let refused = said(command, "").await;
        refused.says(3, &[&format!("{} is not in the list", inner.display())]);
    }
    // An env file that can't be used: the run that added the folder removes it.
    let broken = outer.join("broken");
    std::fs::create_dir_all(broken.join(".env")).unwrap();
    std::fs::write(broken.join("package.json"), "{}").unwrap();
    let failed = run(&person, &broken, &["true"]).await;
    assert_eq!(failed.code, Some(11), "{failed:#?}");
    assert_eq!(listed().await, only_outer);

    let used = run(&person, &inner, &["sh", "-c", PRINT]).await;
    assert_eq!((&*used.out, &*used.err), (mine, ""), "{used:#?}");
    let below = run(&person, &inner.join("src"), &["sh", "-c", PRINT]).await;
    assert_eq!(below.out, mine);
    let named = format!("plinth: the project folder is {}", inner.display());
    assert!(below.err.contains(&named), "{below:#?}");
    // A folder that is named is that one, whatever is around it.
    let source = inner.join("src");
    let args = ["run", "--folder", source.to_str().unwrap(), "--", "true"];
    let mut exact = shell.command(&args);
    exact.env("DATABASE_URL", "set");
    assert_eq!(said(exact, "").await.code, Some(0));
    assert_eq!(env(&outer), format!("DATABASE_URL={production}\n"));
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn env_file_that_git_tracks_is_written_once_agreed_to_and_one_it_does_not_ignore_is_warned_of()
 {
    let person = Person::of(|config| config.servers = true).await;
    let shell = &person.shell;
    let service = &person.platform.instant_url;
    let folder = project(&person, "shop");
    let before = env(&folder);
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", ".env"]);
    let path = folder.to_str().unwrap();
    let add = [
        "folders",
        "add",
        path,
        "--service",
        service,
        "--write-without-asking",
    ];
    shell.json(&add).await;
    let tracked = "Git tracks this file, so the next commit would include the password";
    for args in [&["run", "--", "true"][..], &["folders", "ensure"]] {
        let mut command = shell.command(args);
        command
            .current_dir(&folder)
            .env_remove("NODE_ENV")
            .env_remove("DATABASE_URL");
        said(command, "").await.says(2, &[tracked, "--yes"]);
        assert_eq!(env(&folder), before, "{args:?}");
    }
    assert_eq!(person.changes(), 0);
    let mut agreed = shell.command(&["run", "--yes", "--", "sh", "-c", PRINT]);
    agreed
        .current_dir(&folder)
        .env_remove("NODE_ENV")
        .env_remove("DATABASE_URL");
    let agreed = said(agreed, "").await;
    assert_eq!(agreed.code, Some(0), "{agreed:#?}");
    assert_eq!(agreed.out, value(&folder, "DATABASE_URL"));

    // Not ignored, and not tracked either.
    let other = project(&person, "other");
    git(&other, &["init", "--quiet"]);
    let path = other.to_str().unwrap();
    let add = [
        "folders",
        "add",
        path,
        "--service",
        service,
        "--write-without-asking",
    ];
    shell.json(&add).await;
    let warned = run(&person, &other, &["true"]).await;
    warned.says(0, &["Git doesn’t ignore this file", path]);
    let silent = run(&person, &other, &["true"]).await;
    assert_eq!((silent.code, &*silent.err), (Some(0), ""), "{silent:#?}");
    person.stop().await;
}

fn git(folder: &Path, args: &[&str]) {
    let ended = std::process::Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(args)
        .status();
    assert!(ended.unwrap().success());
}

fn command(person: &Person, folder: &Path, words: &[&str]) -> Command {
    let mut command = person.shell.command(&[&["run", "--"][..], words].concat());
    command
        .current_dir(folder)
        .env_remove("DATABASE_URL")
        .env_remove("NODE_ENV");
    command
}

async fn run(person: &Person, folder: &Path, words: &[&str]) -> Said {
    said(command(person, folder, words), "").await
}

async fn status(mut command: Command) -> ExitStatus {
    command.status().await.unwrap()
}

/// Name and content of an env file.
type EnvFile = (&'static str, &'static str);

/// A project's folder with these env files.
fn with_files(person: &Person, name: &str, files: &[EnvFile]) -> std::path::PathBuf {
    let folder = person.shell.path().join(name);
    std::fs::create_dir(&folder).unwrap();
    for (file, text) in files {
        std::fs::write(folder.join(file), text).unwrap();
    }
    folder.canonicalize().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn command_gets_no_value_that_another_program_reads_differently() {
    let person = Person::stranger(|_| {}).await;
    let shared = "DATABASE_URL=postgres://me@db.example/shared\n";
    let mine = "DATABASE_URL=postgres://me@db.example/mine\n";
    let rows: &[(&str, &[EnvFile], &str)] = &[
        (
            "local",
            &[(".env", shared), (".env.local", mine)],
            ".env.local, line 1: it differs from the value of another file",
        ),
        (
            "development",
            &[(".env", shared), (".env.development", mine)],
            ".env.development, line 1",
        ),
        (
            "names",
            &[(
                ".env",
                "DATABASE_URL=\"postgres://${DB_USER}@db.example/shop\"\n",
            )],
            "replace a `$`",
        ),
        (
            "escape",
            &[(
                ".env",
                "DATABASE_URL=\"postgres://me:pa\\$go@db.example/shop\"\n",
            )],
            "DATABASE_URL",
        ),
        (
            "comment",
            &[(".env", "DATABASE_URL=postgres://me:ab#cd@db.example/shop\n")],
            "`#`",
        ),
        (
            "encrypted",
            &[(".env", "DATABASE_URL=\"encrypted:BEXc2ZfdkUY=\"\n")],
            "it is encrypted",
        ),
    ];
    for (name, files, why) in rows {
        let folder = with_files(&person, name, files);
        let ran = run(&person, &folder, &["sh", "-c", PRINT]).await;
        assert_eq!((ran.code, &*ran.out), (Some(0), ""), "{name}: {ran:#?}");
        assert!(ran.err.contains(why), "{name}: {ran:#?}");
        assert_eq!(ran.err.lines().count(), 1, "it is said once: {ran:#?}");
        for (file, text) in *files {
            assert_eq!(std::fs::read_to_string(folder.join(file)).unwrap(), *text);
        }
    }
    let same = with_files(&person, "same", &[(".env", mine), (".env.local", mine)]);
    let ran = run(&person, &same, &["sh", "-c", PRINT]).await;
    assert_eq!(
        (&*ran.out, &*ran.err),
        ("postgres://me@db.example/mine", ""),
        "{ran:#?}"
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn command_runs_beside_env_files_that_cannot_be_read() {
    let person = Person::of(|config| config.servers = true).await;
    let shell = &person.shell;
    let service = &person.platform.instant_url;
    let add = async |folder: &Path, more: &[&str]| {
        let path = folder.to_str().unwrap();
        let args = ["folders", "add", path, "--service", service];
        shell.json(&[&args[..], more].concat()).await;
    };
    // A comment that stands where a value would is no value: the variable is filled in place.
    let folder = with_files(&person, "odd", &[(".env", "DATABASE_URL=#set by setup\n")]);
    std::fs::create_dir(folder.join(".env.local")).unwrap();
    std::os::unix::fs::symlink("nothing", folder.join(".env.development.local")).unwrap();
    rustix::fs::mkfifoat(
        rustix::fs::CWD,
        folder.join(".env.development"),
        rustix::fs::Mode::RWXU,
    )
    .unwrap();
    add(&folder, &[]).await;
    let ran = run(&person, &folder, &["sh", "-c", PRINT]).await;
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert!(env(&folder).contains(" #set by setup\n"), "{ran:#?}");
    let written = ran.out.clone();
    assert!(
        env(&folder).contains(&format!("DATABASE_URL=\"{written}\" #")),
        "{ran:#?}"
    );
    for name in [
        ".env.local is a folder",
        ".env.development.local is a symbolic link",
        ".env.development is not a regular file",
    ] {
        assert!(ran.err.contains(name), "{name}: {ran:#?}");
    }
    // An env file that is a folder, with another one to write.
    let folder = with_files(&person, "folder", &[]);
    std::fs::create_dir(folder.join(".env")).unwrap();
    add(&folder, &["--env-file", ".env.local"]).await;
    let ran = run(&person, &folder, &["sh", "-c", PRINT]).await;
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let local = std::fs::read_to_string(folder.join(".env.local")).unwrap();
    assert!(!ran.out.is_empty() && local.contains(&ran.out), "{ran:#?}");
    // The env file that would be written is a pipe, which a password manager fills.
    let folder = with_files(&person, "pipe", &[]);
    rustix::fs::mkfifoat(rustix::fs::CWD, folder.join(".env"), rustix::fs::Mode::RWXU).unwrap();
    let ran = run(&person, &folder, &["sh", "-c", PRINT]).await;
    assert_eq!((ran.code, &*ran.out), (Some(0), ""), "{ran:#?}");
    assert!(
        ran.err
            .contains("is not a regular file, so the command starts"),
        "{ran:#?}"
    );
    let listed = shell.json(&["folders", "list"]).await;
    assert_eq!(listed.as_array().map(Vec::len), Some(2), "{listed}");
    person.stop().await;
}
