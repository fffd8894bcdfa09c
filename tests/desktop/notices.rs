//! Notifications of the system: each is shown once, by whoever shows them on the desktop's bus, and a click on one leads to
//! what it is about.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::bus::{connect as connect_bus, show_notifications};
use x11rb::protocol::xproto::{ConnectionExt as _, InputFocus};
use x11rb::wrapper::ConnectionExt as _;

use crate::accounts::{Platform, connect, current};
use crate::harness::{Desktop, Keychain, PATIENCE, Window, WindowOptions};
use crate::journey::{one_click, temporary_list};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// What leads programs to this desktop.
fn variable(desktop: &Desktop, wanted: &str) -> String {
    let command = desktop.command("true");
    let mut variables = command.get_envs();
    let (_, value) = variables.find(|(name, _)| *name == wanted).unwrap();
    value.unwrap().to_str().unwrap().to_owned()
}

/// The person turns to something else: no window has the keyboard any more.
fn look_away(desktop: &Desktop) {
    let (connection, _) = x11rb::connect(Some(&variable(desktop, "DISPLAY"))).unwrap();
    connection
        .set_input_focus(InputFocus::NONE, x11rb::NONE, x11rb::CURRENT_TIME)
        .unwrap();
    connection.sync().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_is_notified_once_and_its_notification_opens_the_operation() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(1);
    })
    .await;
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start("notices", Keychain::Unlocked, WindowOptions::default()).await;
    let bus = connect_bus(&variable(&desktop, "DBUS_SESSION_BUS_ADDRESS")).await;
    let mut notifications = show_notifications(&bus, "body").await;
    let window = desktop.open().await;
    connect(&window, &platform, "Workshop", &key.token).await;
    let account = current(&window).await["id"].clone();

    look_away(&desktop);
    let request = json!({ "accountId": account, "create": { "name": "Mill <b>" } });
    let made = window.command("project_create", request).await.unwrap();
    let project = made["project"]["id"].as_str().unwrap();
    let shown = tokio::time::timeout(PATIENCE, notifications.recv())
        .await
        .unwrap();
    let (title, body, actions) = shown.unwrap();
    assert_eq!(title, "Project created");
    assert_eq!(body, "Mill <b>", "this desktop reads no markup");
    assert_eq!(actions, ["default", "Open"]);

    // Again until it is heard: whoever shows a notification may be faster than its number comes back.
    window
        .until("the operation is open", || async {
            let click = (1_u32, "default");
            let clicked = bus.emit_signal(None::<&str>, PATH, NAME, "ActionInvoked", &click);
            clicked.await.unwrap();
            let place = window.script("return location.hash", Vec::new()).await;
            place.as_str().unwrap().starts_with("#/history?id=")
        })
        .await;
    let place = window.script("return location.hash", Vec::new()).await;
    let id = place.as_str().unwrap().trim_start_matches("#/history?id=");
    let path = format!("/projects/{project}/operations/{id}");
    let reply = platform.send("GET", &path, Value::Null).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json()["operation"]["status"], "finished");
    window.sees("Mill <b>").await;
    assert!(notifications.try_recv().is_err(), "it was told twice");

    // Not to be told is not told.
    let mut settings = window.command("settings_get", json!({})).await.unwrap();
    settings["operationNotifications"] = json!(false);
    look_away(&desktop);
    let set = window.command("settings_set", json!({ "settings": settings }));
    set.await.unwrap();
    let request = json!({ "accountId": account, "create": { "name": "Silo" } });
    let made = window.command("project_create", request).await.unwrap();
    let silo = made["project"]["id"].clone();
    window
        .until("its operations have ended", || async {
            let all = window.command("operation_list", json!({})).await.unwrap();
            let all = all.as_array().unwrap().iter();
            let mut of_silo = all.filter(|it| it["operation"]["projectId"] == silo);
            of_silo.clone().count() > 0 && of_silo.all(|it| it["operation"]["isOver"] == true)
        })
        .await;
    // The next one that is heard is of what comes after, and of that alone.
    settings["operationNotifications"] = json!(true);
    let set = window.command("settings_set", json!({ "settings": settings }));
    set.await.unwrap();
    let request = json!({ "accountId": account, "create": { "name": "Barn" } });
    window.command("project_create", request).await.unwrap();
    let next = tokio::time::timeout(PATIENCE, notifications.recv())
        .await
        .unwrap();
    let (title, body, _) = next.unwrap();
    assert_eq!((title.as_str(), body.as_str()), ("Project created", "Barn"));
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expiry_is_told_once_over_restarts_and_its_notification_opens_the_database() {
    let mut desktop = Desktop::start("expiry", Keychain::Unlocked, WindowOptions::default()).await;
    let bus = connect_bus(&variable(&desktop, "DBUS_SESSION_BUS_ADDRESS")).await;
    let mut notifications = show_notifications(&bus, "body").await;
    let mut next = async || {
        let heard = tokio::time::timeout(PATIENCE, notifications.recv()).await;
        heard.unwrap().unwrap().0
    };
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let name = temporary_list(&window).await[0]["name"].clone();
    let name = name.as_str().unwrap();
    window.go("#/settings").await;
    advance(&window, 48 * 3600 + 60).await;
    assert_eq!(
        next().await,
        format!("{name} expires in less than 24 hours")
    );
    let place = format!("#/temporary?id={id}");
    window
        .until("the database is open", || async {
            let click = (1_u32, "default");
            let clicked = bus.emit_signal(None::<&str>, PATH, NAME, "ActionInvoked", &click);
            clicked.await.unwrap();
            window.script("return location.hash", Vec::new()).await == place.as_str()
        })
        .await;
    desktop.quit(window).await;

    // At the next start nothing is told again: what is heard next is the next warning.
    let window = desktop.open().await;
    until_running(&window).await;
    advance(&window, 20 * 3600).await;
    assert_eq!(next().await, format!("{name} expires in less than 4 hours"));
    desktop.quit(window).await;
    let window = desktop.open().await;
    until_running(&window).await;
    advance(&window, 3 * 3600 + 1800).await;
    assert_eq!(
        next().await,
        format!("{name} expires in less than 30 minutes")
    );
    desktop.quit(window).await;
}

async fn until_running(window: &Window) {
    window
        .until("the sandbox runs", || async {
            let state = window.command("sandbox_state", json!({})).await;
            state.is_ok_and(|state| state["status"] == "running")
        })
        .await;
}

async fn advance(window: &Window, seconds: u32) {
    window
        .eventually("sandbox_advance", json!({ "seconds": seconds }))
        .await;
}
