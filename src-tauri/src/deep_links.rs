//! What leads to a place of the window: a `plinth://` address that another program opened, and a notification that was
//! clicked. Neither does anything but show that place.

use std::sync::{Mutex, MutexGuard, PoisonError};

use app::view::{DeepLink, DeepLinkView, EventView};
use host::{Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, Manager as _};

use crate::{core_event, window};

/// The newest one that the page has not taken yet, such as because it is not up.
#[derive(Debug, Default)]
pub struct DeepLinks(Mutex<Option<Arrived>>);

#[derive(Clone, Debug, PartialEq)]
enum Arrived {
    Link(DeepLink),
    /// What it was is kept nowhere.
    Refused,
}

impl DeepLinks {
    /// What this program was started with.
    pub fn of_start() -> Self {
        let arguments = std::env::args_os().skip(1);
        let arguments: Vec<String> = arguments
            .map(|it| it.to_string_lossy().into_owned())
            .collect();
        Self(Mutex::new(read(&arguments)))
    }

    fn newest(&self) -> MutexGuard<'_, Option<Arrived>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A program was started with these arguments, or the system handed over an address in another way. The window comes to
/// the front in any case.
pub fn arrived(app: &AppHandle, arguments: &[String]) {
    if let Some(arrived) = read(arguments) {
        *app.state::<DeepLinks>().newest() = Some(arrived);
        core_event::publish(app, EventView::LinkArrived);
    }
    window::focus(app);
}

/// A notification was clicked.
#[cfg(target_os = "linux")]
pub fn open(app: &AppHandle, link: Option<DeepLink>) {
    if let Some(link) = link {
        *app.state::<DeepLinks>().newest() = Some(Arrived::Link(link));
        core_event::publish(app, EventView::LinkArrived);
    }
    window::focus(app);
}

/// Where the newest one leads; `None` where none came since. It waits for the core, and after an error it is still there.
pub async fn take(app: &AppHandle) -> Reply<Option<DeepLinkView>> {
    let links = app.state::<DeepLinks>();
    let newest = links.newest().take();
    let link = match newest {
        None => return Ok(None),
        Some(Arrived::Refused) => return Ok(Some(DeepLinkView::Refused)),
        Some(Arrived::Link(link)) => link,
    };
    let core = app.state::<Connection>();
    let found = core.call("deep_link_find", json!({ "link": link })).await;
    if found.is_err() {
        links.newest().get_or_insert(Arrived::Link(link));
    }
    found.map(Some)
}

/// An address is one argument alone: one that was cut in several is another one. An option is none.
fn read(arguments: &[String]) -> Option<Arrived> {
    match arguments {
        [] => None,
        [option] if option.starts_with('-') => None,
        [address] => Some(app::deep_links::parse(address).map_or(Arrived::Refused, Arrived::Link)),
        [_, ..] => Some(Arrived::Refused),
    }
}

#[cfg(test)]
mod tests {
    use app::view::LinkedScreen;

    use super::*;

    const CONFIG: &str = include_str!("../tauri.conf.json");
    const DESKTOP_ENTRY: &str = include_str!("../plinth.desktop");

    fn of(arguments: &[&str]) -> Option<Arrived> {
        let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
        read(&arguments)
    }

    #[test]
    fn an_address_is_one_argument() {
        let screen = LinkedScreen::Settings;
        let settings = Some(Arrived::Link(DeepLink::Screen { screen }));
        assert_eq!(of(&["plinth://settings"]), settings);
        assert_eq!(of(&[]), None, "started by hand");
        assert_eq!(of(&["--version"]), None);
        for refused in [
            &["plinth://settings", "--flag"][..],
            &["plinth://settings", "plinth://keys"],
            &["plinth://settings?x"],
            &["https://plinth.example/"],
            &["/home/ada/shop"],
            &["plinth://project/\u{fffd}"],
            &[""],
        ] {
            assert_eq!(of(refused), Some(Arrived::Refused), "{refused:?}");
        }
    }

    /// The tool that makes the installers reads both: there is no other place that registers the scheme.
    #[test]
    fn the_installers_register_the_scheme() {
        let config: serde_json::Value = serde_json::from_str(CONFIG).unwrap();
        let schemes = &config["plugins"]["deep-link"]["desktop"]["schemes"];
        assert_eq!(schemes, &serde_json::json!(["plinth"]));
        for package in ["deb", "rpm"] {
            let entry = &config["bundle"]["linux"][package]["desktopTemplate"];
            assert_eq!(entry, "plinth.desktop", "{package}");
        }
        for line in ["Exec={{exec}} %u", "MimeType={{mime_type}};"] {
            assert!(DESKTOP_ENTRY.lines().any(|it| it == line), "{line}");
        }
    }
}
