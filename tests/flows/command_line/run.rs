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

    // The second time it is silent, also from a folder below.
    std::fs::create_dir(folder.join("src")).unwrap();
    let again = run(&person, &folder.join("src"), &["sh", "-c", PRINT]).await;
    assert_eq!(
        (again.out.as_str(), again.err.as_str()),
        (&*written, ""),
        "{again:#?}"
    );
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
