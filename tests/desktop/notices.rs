//! A notification of the system about what was clicked: shown once, by whoever shows them on the desktop's bus, and a
//! click on it leads to the operation.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc;
use x11rb::protocol::xproto::{ConnectionExt as _, InputFocus};
use x11rb::wrapper::ConnectionExt as _;
use zbus::Connection;
use zbus::connection::Builder;
use zbus::zvariant::OwnedValue;

use crate::accounts::{Platform, connect, current};
use crate::harness::{Desktop, Keychain, Look, PATIENCE};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// Title, body and actions of what was shown.
type Shown = (String, String, Vec<String>);

struct Notifications {
    shown: mpsc::UnboundedSender<Shown>,
    count: u32,
}

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Notifications {
    fn get_capabilities(&self) -> Vec<String> {
        vec!["actions".to_owned(), "body".to_owned()]
    }

    #[expect(clippy::too_many_arguments, reason = "the specification has so many")]
    fn notify(
        &mut self,
        _app: String,
        _replaces: u32,
        _icon: String,
        title: String,
        body: String,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        self.shown.send((title, body, actions)).unwrap();
        self.count += 1;
        self.count
    }
}

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

/// Somebody who shows notifications on the desktop's bus.
async fn listen(desktop: &Desktop) -> (Connection, mpsc::UnboundedReceiver<Shown>) {
    let bus = variable(desktop, "DBUS_SESSION_BUS_ADDRESS");
    let (shown, heard) = mpsc::unbounded_channel();
    let notifications = Notifications { shown, count: 0 };
    let connection = Builder::address(bus.as_str())
        .unwrap()
        .serve_at(PATH, notifications)
        .unwrap()
        .name(NAME)
        .unwrap()
        .build()
        .await
        .unwrap();
    (connection, heard)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_is_told_of_once_and_its_notification_opens_the_operation() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(1);
    })
    .await;
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start("notices", Keychain::Unlocked, Look::default()).await;
    let (bus, mut heard) = listen(&desktop).await;
    let window = desktop.open().await;
    connect(&window, &platform, "Workshop", &key.token).await;
    let account = current(&window).await["id"].clone();

    look_away(&desktop);
    let wish = json!({ "accountId": account, "create": { "name": "Mill <b>" } });
    let made = window.command("project_create", wish).await.unwrap();
    let project = made["project"]["id"].as_str().unwrap();
    let shown = tokio::time::timeout(PATIENCE, heard.recv()).await.unwrap();
    let (title, body, actions) = shown.unwrap();
    assert_eq!(title, "Create project finished");
    assert_eq!(body, "Mill <b>", "this desktop reads no markup");
    assert_eq!(actions, ["default", "Open"]);

    // Again until it is heard: whoever shows a notification may be faster than its number comes back.
    window
        .until("the operation is open", || async {
            let click = (1_u32, "default");
            let clicked = bus.emit_signal(None::<&str>, PATH, NAME, "ActionInvoked", &click);
            clicked.await.unwrap();
            let place = window.script("return location.hash", Vec::new()).await;
            place.as_str().unwrap().starts_with("#/operations?id=")
        })
        .await;
    let place = window.script("return location.hash", Vec::new()).await;
    let id = place
        .as_str()
        .unwrap()
        .trim_start_matches("#/operations?id=");
    let path = format!("/projects/{project}/operations/{id}");
    let told = platform.send("GET", &path, Value::Null).await;
    assert_eq!(told.status, 200, "{}", told.body);
    assert_eq!(told.json()["operation"]["status"], "finished");
    window.sees("Mill <b>").await;
    assert!(heard.try_recv().is_err(), "it was told twice");

    // Not to be told is not told.
    let mut settings = window.command("settings_get", json!({})).await.unwrap();
    settings["operationNotifications"] = json!(false);
    look_away(&desktop);
    let set = window.command("settings_set", json!({ "settings": settings }));
    set.await.unwrap();
    let wish = json!({ "accountId": account, "create": { "name": "Silo" } });
    let made = window.command("project_create", wish).await.unwrap();
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
    let wish = json!({ "accountId": account, "create": { "name": "Barn" } });
    window.command("project_create", wish).await.unwrap();
    let next = tokio::time::timeout(PATIENCE, heard.recv()).await.unwrap();
    let (title, body, _) = next.unwrap();
    assert_eq!(
        (title.as_str(), body.as_str()),
        ("Create project finished", "Barn")
    );
    desktop.quit(window).await;
    platform.running.stop().await;
}
