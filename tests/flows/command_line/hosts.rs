//! Beside a window or an agent, alone, two at once, and killed.

use std::process::Stdio;
use std::time::Duration;

use host::{Config, Connection, Data};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use testkit::until;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::Child;

use super::{Person, text};

/// The core of a window: it has the data folder open with a keychain of its own.
pub async fn window(person: &Person) -> Connection {
    let mut config = Config::new(Data::at(person.shell.data()), Vec::new());
    config.core.vault = std::sync::Arc::new(vault::Memory::default());
    Connection::open(config).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn beside_a_window_its_accounts_and_its_keys_are_used() {
    let person = Person::stranger(|config| config.servers = true).await;
    let window = window(&person).await;
    assert!(window.is_host());
    // Its key is in the memory of the window's process alone.
    person.connect().await;
    let id = person.project("shop").await;
    let accounts: Vec<Value> = window.call("account_list", json!({})).await.unwrap();
    let args = json!({ "accountId": accounts[0]["id"], "projectId": id });
    let seen: Value = window.call("project_get", args).await.unwrap();
    assert_eq!(seen["name"], "shop");
    window.close().await;
    // Without the window the key is nowhere.
    let said = person.shell.run(&["projects", "get", &id]).await;
    assert_eq!(said.code, Some(4), "{said:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_answers_goes_on_and_ends_when_nobody_needs_it() {
    let person = Person::new().await;
    let agent = person
        .shell
        .command(&["agent", "--idle", "1"])
        .spawn()
        .unwrap();
    let socket = person.shell.data().join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    for _ in 0..3 {
        person.shell.json(&["accounts", "list"]).await;
    }
    ends_well(agent).await;
    // The next command is the host itself.
    person.shell.json(&["accounts", "list"]).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_ends_an_agent_and_a_command_that_waits() {
    let person = Person::new().await;
    let agent = person.shell.command(&["agent"]).spawn().unwrap();
    let socket = person.shell.data().join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    signal(&agent, Signal::TERM);
    ends_well(agent).await;

    // Also while it reads a key that nobody writes.
    let mut asks = person
        .shell
        .command(&["accounts", "add", "--base-url", "http://127.0.0.1:1"]);
    let mut asks = asks.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let input = asks.stdin.take();
    until("it is open", async || socket.exists()).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    signal(&asks, Signal::TERM);
    let output = asks.wait_with_output().await.unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    drop(input);

    person.platform.inject_fault(slow()).unwrap();
    let waits = person.shell.command(&["projects", "list"]).spawn().unwrap();
    let requests = person.platform.requests().len();
    until("it asks", async || {
        person.platform.requests().len() > requests || socket.exists()
    })
    .await;
    signal(&waits, Signal::INT);
    let output = waits.wait_with_output().await.unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_once_both_do_what_they_were_asked() {
    let person = Person::new().await;
    let names = ["a", "b", "c", "d"];
    let creates = names.map(|name| {
        let args = ["projects", "create", "--name", name, "--json"];
        plinth_tests::shell::said(person.shell.command(&args), "")
    });
    for said in futures::future::join_all(creates).await {
        assert_eq!(said.code, Some(0), "{said:#?}");
    }
    until("there are four", async || {
        let listed = person.shell.json(&["projects", "list"]).await;
        listed["projects"].as_array().unwrap().len() == 4
    })
    .await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_has_the_data_folder_stays_while_another_one_saves_a_database() {
    let person = Person::new().await;
    let shell = &person.shell;
    let service = &person.platform.instant_url;
    let args = ["temp", "create", "--service", service];
    let made = shell.json(&args).await;
    let id = text(&made["id"]);
    let args = ["connect", "--temp", &id, "--reveal"];
    let string = text(&shell.json(&args).await["text"]);
    let client = testkit::sql::connect(&person.platform.ca_file, &string).await;
    testkit::sql::run(&client, "CREATE TABLE item (n int)").await;
    // pg_dump waits for the lock.
    testkit::sql::run(&client, "BEGIN; LOCK TABLE item").await;

    person.platform.inject_fault(slow()).unwrap();
    let mut first = shell.command(&["projects", "list"]);
    first.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut first = first.kill_on_drop(true).spawn().unwrap();
    let socket = shell.data().join("run/host.sock");
    until("the first has the data folder", async || socket.exists()).await;
    let file = shell.path().join("shop.dump");
    let args = ["temp", "save", &id, "--file", file.to_str().unwrap()];
    let second = shell.command(&args).kill_on_drop(true).spawn().unwrap();
    until("the save has begun", async || {
        shell.json(&["temp", "get", &id]).await["saved"]["status"] == "running"
    })
    .await;
    person.platform.clear_faults();
    // What it was asked for is not held back, and it says why it does not end.
    let mut said = BufReader::new(first.stderr.take().unwrap()).lines();
    let why = said.next_line().await.unwrap().unwrap();
    assert!(why.contains("Waiting until other processes"), "{why}");
    let mut answer = [0];
    let mut output = first.stdout.take().unwrap();
    output.read_exact(&mut answer).await.unwrap();
    assert!(
        first.try_wait().unwrap().is_none(),
        "the save ended with it"
    );
    testkit::sql::run(&client, "COMMIT").await;
    ends_well(second).await;
    ends_well(first).await;
    assert!(std::fs::read(&file).unwrap().starts_with(b"PGDMP"));
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_was_killed_is_found_by_the_next_command() {
    let person = Person::new().await;
    for (round, after) in [0_u64, 20, 60, 120, 200, 300].into_iter().enumerate() {
        let name = format!("killed-{round}");
        let args = ["projects", "create", "--name", &name, "--wait"];
        let before = person.changes();
        let mut child = person.shell.command(&args).spawn().unwrap();
        if after > 0 {
            until("it is sent", async || {
                person.changes() > before || child.try_wait().unwrap().is_some()
            })
            .await;
        }
        tokio::time::sleep(Duration::from_millis(after)).await;
        child.start_kill().ok();
        child.wait().await.unwrap();
        let sent = person.changes() - before;
        assert!(sent <= 1, "it was sent {sent} times");
        let listed = person.shell.json(&["projects", "list"]).await;
        let there = listed["projects"].as_array().unwrap();
        let there = there
            .iter()
            .filter(|it| it["name"] == name.as_str())
            .count();
        assert_eq!(there, sent, "after {after} ms");
        if sent == 0 {
            continue;
        }
        // What was begun has an end in the history, whichever it is.
        until("the history tells of it", async || {
            let history = person
                .shell
                .json(&["history", "list", "--limit", "20"])
                .await;
            history
                .as_array()
                .unwrap()
                .iter()
                .any(|it| text(&it["subject"]).contains(&name) && text(&it["outcome"]) != "failed")
        })
        .await;
        assert_eq!(person.changes() - before, sent, "nothing is sent again");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_goes_on_after_the_command_that_started_it() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let started = shell.json(&["sandbox", "start"]).await;
    assert_eq!(started["status"], "running", "{started}");
    let status = shell.json(&["sandbox", "status"]).await;
    assert_eq!(
        status["running"]["instantUrl"],
        started["running"]["instantUrl"]
    );
    let made = shell
        .json(&["temp", "create", "--service", "sandbox"])
        .await;
    let string = shell
        .json(&["connect", "--temp", &text(&made["id"]), "--reveal"])
        .await;
    let ca = text(&started["running"]["caFile"]);
    let client = testkit::sql::connect(ca.as_ref(), &text(&string["text"])).await;
    assert_eq!(testkit::sql::column(&client, "SELECT 1").await, ["1"]);
    drop(client);
    assert_eq!(
        shell
            .json(&["sandbox", "servers"])
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(
        !shell
            .json(&["sandbox", "requests"])
            .await
            .as_array()
            .unwrap()
            .is_empty()
    );
    let options = shell
        .json(&["sandbox", "options", "--set", r#"{"operationPaceMs": 5}"#])
        .await;
    assert_eq!(options["operationPaceMs"], 5);
    let set = ["--set", "maxDiskGb=30", "--set", "operationPaceMs=6"];
    let said = shell
        .run(&[&["sandbox", "options", "--json"][..], &set].concat())
        .await;
    said.says(0, &["until its next start"]);
    let options: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(options["maxDiskGb"], 30);
    assert_eq!(options["operationPaceMs"], 6);
    for unfit in [
        r#"{"nonsense": 5}"#,
        "nonsense=5",
        "maxDiskGb=much",
        "maxDiskGb",
        "{",
    ] {
        let said = shell.run(&["sandbox", "options", "--set", unfit]).await;
        assert_eq!(said.code, Some(2), "{unfit}: {said:#?}");
    }
    let fault = shell
        .json(&["sandbox", "fault", "serverError", "--target", "read"])
        .await;
    assert_eq!(fault["running"]["faults"].as_array().unwrap().len(), 1);
    shell.json(&["sandbox", "clear-faults"]).await;
    shell.json(&["sandbox", "advance", "60", "--preview"]).await;
    let reset = shell.json(&["sandbox", "reset", "--yes"]).await;
    assert_eq!(reset["status"], "running");
    let stopped = shell.json(&["sandbox", "stop"]).await;
    assert_eq!(stopped["status"], "stopped");
    end_agent(person.shell.data().as_path()).await;
    person.stop().await;
}

fn slow() -> sandbox::Fault {
    sandbox::Fault {
        delay_ms: Some(20_000),
        ..sandbox::Fault::on("/api/v2/projects")
    }
}

pub fn signal(of: &Child, signal: Signal) {
    let id = i32::try_from(of.id().unwrap()).unwrap();
    kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
}

async fn ends_well(child: Child) {
    let output = tokio::time::timeout(Duration::from_secs(60), child.wait_with_output());
    let output = output.await.expect("it ends").unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Ends the agent that a command started for this data folder.
pub async fn end_agent(data: &std::path::Path) {
    let wanted = format!("PLINTH_DATA_DIR={}", data.display());
    let agent = |pid: i32| {
        let of = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let has = |bytes: Vec<u8>, text: &str| {
            bytes
                .split(|byte| *byte == 0)
                .any(|it| it == text.as_bytes())
        };
        has(of("environ"), &wanted) && has(of("cmdline"), "agent")
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pids = all.filter_map(|it| it.file_name().to_str()?.parse::<i32>().ok());
    let agents: Vec<i32> = pids.filter(|pid| agent(*pid)).collect();
    assert_eq!(agents.len(), 1, "one agent carries the sandbox");
    let pid = Pid::from_raw(agents[0]).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    let socket = data.join("run/host.sock");
    until("the agent ends", async || !socket.exists()).await;
}
