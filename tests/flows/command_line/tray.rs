//! The agent's icon, its warnings, and how a session starts it.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;
use testkit::bus::{self, show_notifications};
use testkit::tray::{Icon, Tray};
use testkit::{until, until_that};

use super::hosts::{end_agent, signal};
use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn the_icon_comes_with_the_desktops_tray_and_its_menu_tells_how_things_stand() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let agent = shell.command(&["agent", "--tray"]).spawn().unwrap();
    let socket = shell.data().join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    let mut tray = Tray::start(shell.bus()).await;
    let icon = tray.icon().await;
    assert_eq!(icon.text("Title").await, "Plinth");
    assert_eq!(icon.text("IconName").await, "plinth-desktop");
    first_line(&icon, "Sandbox stopped · no temporary databases").await;
    // A second one has no icon and nothing to do.
    let second = shell.run(&["agent", "--tray"]).await;
    assert_eq!(second.code, Some(0), "{second:#?}");

    shell.json(&["sandbox", "start"]).await;
    first_line(&icon, "Sandbox running · no temporary databases").await;
    let made = shell
        .json(&["temp", "create", "--service", "sandbox"])
        .await;
    let name = text(&made["name"]);
    first_line(&icon, "Sandbox running · 1 temporary database").await;
    let items = icon.items().await;
    assert!(!items[0].is_enabled, "{items:?}");
    assert_eq!(items[1].label, format!("{name} expires in 2 days"));
    let copy = items.iter().find(|it| it.label == "Copy connection string");
    let names: Vec<_> = copy.unwrap().items.iter().map(|it| &it.label).collect();
    assert_eq!(names, [&name]);

    icon.click("Quit Plinth").await;
    let output = agent.wait_with_output().await.unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!icon.is_there().await);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_window_the_agent_warns_once_also_over_a_restart() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let desktop = bus::connect(shell.bus()).await;
    let mut shown = show_notifications(&desktop, "body").await;
    let agent = shell.command(&["agent", "--tray"]).spawn().unwrap();
    let socket = shell.data().join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    shell.json(&["sandbox", "start"]).await;
    let made = shell
        .json(&["temp", "create", "--service", "sandbox"])
        .await;
    shell
        .json(&["sandbox", "advance", &(49 * 3600).to_string(), "--yes"])
        .await;
    let (title, body, _) = shown.recv().await.unwrap();
    let name = text(&made["name"]);
    assert_eq!(title, format!("{name} expires in less than 24 hours"));
    assert!(body.contains("Claim it in Plinth"), "{body}");

    signal(&agent, Signal::TERM);
    agent.wait_with_output().await.unwrap();
    let agent = shell.command(&["agent", "--tray"]).spawn().unwrap();
    until("the agent listens again", async || socket.exists()).await;
    until("its sandbox runs", async || {
        shell.json(&["sandbox", "status"]).await["status"] == "running"
    })
    .await;
    shell
        .json(&["sandbox", "advance", &(20 * 3600).to_string(), "--yes"])
        .await;
    let (title, ..) = shown.recv().await.unwrap();
    assert_eq!(title, format!("{name} expires in less than 4 hours"));
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(shown.try_recv().is_err(), "it was told twice");
    signal(&agent, Signal::TERM);
    agent.wait_with_output().await.unwrap();
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_starts_the_agent_where_the_person_wants_that() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let folder = shell.path().join("XDG_CONFIG_HOME/autostart");
    let agent = shell.command(&["agent"]).spawn().unwrap();
    let socket = shell.data().join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    set_at_login(&person, true).await;
    let entries: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    let entry = fs::read_to_string(&entries[0]).unwrap();
    let line = entry
        .lines()
        .find_map(|line| line.strip_prefix("Exec="))
        .unwrap();
    signal(&agent, Signal::TERM);
    agent.wait_with_output().await.unwrap();

    // As a session does it.
    let session = shell.command(&[]);
    let session = session.as_std();
    let mut started = std::process::Command::new("sh");
    started.args(["-c", &format!("exec {line}")]);
    started.envs(
        session
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    started.env_remove("PLINTH_DATA_DIR");
    let mut started = started.spawn().unwrap();
    until("the agent of the session listens", async || socket.exists()).await;
    set_at_login(&person, false).await;
    assert!(!entries[0].exists());
    end_agent(Path::new(&shell.data())).await;
    started.wait().unwrap();
    person.stop().await;
}

/// What the settings screen does.
async fn set_at_login(person: &Person, is_on: bool) {
    let config = host::Config::with_secrets_in_memory(host::Data::at(person.shell.data()));
    let connection = host::Connection::open(config).await.unwrap();
    assert!(!connection.is_host(), "the agent has the folder");
    let mut settings: serde_json::Value = connection.call("settings_get", json!({})).await.unwrap();
    settings["startAtLogin"] = json!(is_on);
    let kept: serde_json::Value = connection
        .call("settings_set", json!({ "settings": settings }))
        .await
        .unwrap();
    assert_eq!(kept["startAtLogin"], is_on);
    connection.close().await;
}

async fn first_line(icon: &Icon, wanted: &str) {
    let line = async || icon.items().await[0].label.clone();
    until_that(wanted, line, |line| line == wanted).await;
}
