//! Commands whose platform stops while they wait for it.

use std::time::{Duration, Instant};

use plinth_tests::shell::{self, Said};
use serde_json::Value;
use testkit::{sql, until};
use tokio::process::Child;

use super::hosts::end_agent;
use super::save::waiting;
use super::{Person, text};

/// Much less than what a command would wait that does not notice.
const SOON: Duration = Duration::from_secs(20);

impl Person {
    /// The sandbox of this machine, with operations that take minutes from then on.
    async fn with_slow_sandbox() -> (Self, String) {
        let person = Self::stranger(|_| {}).await;
        let shell = &person.shell;
        shell.json(&["sandbox", "start"]).await;
        let args = ["temp", "create", "--service", "sandbox"];
        let id = text(&shell.json(&args).await["id"]);
        let slow = r#"{"operationPaceMs": 120000}"#;
        shell.json(&["sandbox", "options", "--set", slow]).await;
        (person, id)
    }

    async fn end_sandbox(self) {
        end_agent(&self.shell.data()).await;
        self.stop().await;
    }

    async fn going(&self) -> Vec<Value> {
        let all = self.shell.json(&["operations", "list"]).await;
        let all = all.as_array().unwrap().iter();
        all.filter(|row| row["operation"]["isOver"] == false)
            .cloned()
            .collect()
    }
}

async fn ended(child: Child, within: Duration) -> Said {
    let began = Instant::now();
    let said = shell::ended(child, Duration::from_secs(60)).await;
    assert!(began.elapsed() < within, "it waited on: {said:#?}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_waits_ends_when_the_sandbox_is_stopped() {
    let (person, id) = Person::with_slow_sandbox().await;
    let args = ["projects", "create", "--name", "shop", "--wait"];
    let create = person.shell.command(&args).spawn().unwrap();
    until("it waits", async || !person.going().await.is_empty()).await;
    person.shell.json(&["sandbox", "stop"]).await;
    let said = ended(create, SOON).await;
    assert_eq!(said.code, Some(10), "{said:#?}");
    assert!(said.err.contains("sandbox is not running"), "{said:#?}");
    assert!(
        said.out.contains("shop"),
        "what was made is shown: {said:#?}"
    );

    person.shell.json(&["sandbox", "start"]).await;
    let args = ["temp", "copy", &id, "--new-project", "kept"];
    let copy = person.shell.command(&args).spawn().unwrap();
    until("the project is there", async || {
        person.shell.json(&["temp", "get", &id]).await["saved"]["into"].is_object()
    })
    .await;
    person.shell.json(&["sandbox", "stop"]).await;
    let said = ended(copy, SOON).await;
    assert!(said.err.contains("sandbox is not running"), "{said:#?}");
    assert!(said.err.contains("kept is there and empty"), "{said:#?}");
    person.end_sandbox().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_whose_sandbox_is_stopped_says_so() {
    let (person, id) = Person::with_slow_sandbox().await;
    let shell = &person.shell;
    let status = shell.json(&["sandbox", "status"]).await;
    let ca = text(&status["running"]["caFile"]);
    let string = shell.json(&["connect", "--temp", &id, "--reveal"]).await;
    let client = sql::connect(ca.as_ref(), &text(&string["text"])).await;
    sql::run(&client, "CREATE TABLE item (n int)").await;
    sql::run(&client, "BEGIN; LOCK TABLE item").await;
    let file = shell.path().join("shop.dump");
    let args = ["temp", "save", &id, "--file", file.to_str().unwrap()];
    let save = shell.command(&args).spawn().unwrap();
    until("it waits", async || waiting(&client).await > 0).await;
    shell.json(&["sandbox", "stop"]).await;
    let said = ended(save, SOON).await;
    assert_eq!(said.code, Some(10), "{said:#?}");
    let first = "The database was not saved. The sandbox is not running.";
    assert!(said.err.contains(first), "{said:#?}");
    person.end_sandbox().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_waits_for_a_platform_that_is_gone_says_since_when() {
    let person = Person::of(|config| {
        config.operation_pace = Duration::from_secs(120);
    })
    .await;
    let args = ["projects", "create", "--name", "shop", "--wait"];
    let args = [&args[..], &["--timeout", "20"]].concat();
    let create = person.shell.command(&args).spawn().unwrap();
    until("it waits", async || !person.going().await.is_empty()).await;
    person.platform.stop().await;
    let said = ended(create, Duration::from_secs(40)).await;
    assert_eq!(said.code, Some(7), "{said:#?}");
    let silent = "The platform can't be reached since 20";
    assert!(said.err.contains(silent), "{said:#?}");
    assert!(!said.err.contains("goes on"), "{said:#?}");
}
