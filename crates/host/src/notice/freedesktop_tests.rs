use testkit::bus::{Bus, show_notifications};

use super::*;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

async fn emit(
    desktop: &Connection,
    signal: &str,
    body: &(impl serde::Serialize + zbus::zvariant::DynamicType),
) {
    desktop
        .emit_signal(None::<&str>, PATH, NAME, signal, body)
        .await
        .unwrap();
}

fn place(number: u32) -> DeepLink {
    DeepLink::Operation {
        id: format!("operation-{number}"),
    }
}

fn notice(number: u32) -> Notice {
    Notice {
        title: "Branch created".to_owned(),
        body: format!("shop <b> & co / import-{number}"),
        opens: Some(place(number)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_notification_comes_back_with_its_place() {
    let bus = Bus::start(&[]);
    let desktop = bus.connect().await;
    let mut heard = show_notifications(&desktop, "body-markup").await;
    let (clicked, mut clicks) = tokio::sync::mpsc::unbounded_channel();
    let shown = Desktop::on(bus.connect().await, move |place| {
        clicked.send(place).unwrap();
    })
    .await
    .unwrap();

    for number in 1..=3 {
        shown.show(notice(number)).await.unwrap();
        let (title, body, actions) = heard.try_recv().unwrap();
        assert_eq!(title, "Branch created");
        assert_eq!(body, format!("shop &lt;b&gt; &amp; co / import-{number}"));
        assert_eq!(actions, ["default", "Open"]);
    }
    // Somebody else's, another action, and one that was dismissed.
    emit(&desktop, "ActionInvoked", &(77_u32, "default")).await;
    emit(&desktop, "ActionInvoked", &(1_u32, "settings")).await;
    emit(&desktop, "NotificationClosed", &(1_u32, 2_u32)).await;
    emit(&desktop, "ActionInvoked", &(1_u32, "default")).await;
    // One that went into the tray and is clicked there, twice.
    emit(&desktop, "NotificationClosed", &(2_u32, 1_u32)).await;
    emit(&desktop, "ActionInvoked", &(2_u32, "default")).await;
    emit(&desktop, "ActionInvoked", &(2_u32, "default")).await;
    emit(&desktop, "ActionInvoked", &(3_u32, "default")).await;
    for number in [2, 3] {
        let click = tokio::time::timeout(PATIENCE, clicks.recv()).await.unwrap();
        assert_eq!(click.unwrap(), Some(place(number)));
    }
    assert!(clicks.try_recv().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_shows_none_is_found_out() {
    let bus = Bus::start(&[]);
    let none = Desktop::on(bus.connect().await, |_| {}).await;
    assert!(none.is_err());
}
