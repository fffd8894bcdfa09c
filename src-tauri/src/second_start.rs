//! A start beside a running window hands its arguments to that window and ends.

use tauri::Wry;
use tauri_plugin_single_instance::Builder;

use crate::deep_links;

/// Lets a second window run beside the first, such as in tests.
const ALLOW_SECOND: &str = "PLINTH_ALLOW_SECOND";

/// The application's identifier in tauri.conf.json, which is not read before the window system starts.
#[cfg(target_os = "linux")]
const IDENTIFIER: &str = "dev.plinth.app";

/// Returns true if each start opens a window. On macOS the system itself starts an app once, and the plugin would listen, and
/// hand over, at a path in `/tmp` that any user can take first. On Windows it has one name for all data folders, and a start
/// for another folder would end in the window of the usual one.
pub fn is_allowed() -> bool {
    std::env::var_os(ALLOW_SECOND).is_some_and(|value| value == "1")
        || cfg!(target_os = "macos")
        || (cfg!(windows) && host::data::overridden().is_some())
}

/// Hands the arguments to the window that runs; false where none does. The plugin does the same, but within the window
/// system, which it leaves by `exit` while threads of GTK run: one of some hundred such starts ended with a segmentation
/// fault. Here nothing of GTK has been started.
#[cfg(target_os = "linux")]
pub fn handed_over() -> bool {
    if is_allowed() {
        return false;
    }
    let arguments: Vec<String> = std::env::args_os()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let folder = std::env::current_dir().unwrap_or_default();
    let name = format!("{}.SingleInstance", bus_id());
    let path = format!("/{}", name.replace('.', "/").replace('-', "_"));
    let called = zbus::blocking::Connection::session().and_then(|bus| {
        let interface = Some("org.SingleInstance.DBus");
        let body = (arguments, folder.to_string_lossy());
        bus.call_method(
            Some(name.as_str()),
            path.as_str(),
            interface,
            "ExecuteCallback",
            &body,
        )
    });
    called.is_ok()
}

/// The plugin that answers second starts. Two that begin at the same moment meet here: the later one hands over by it.
pub fn plugin() -> tauri::plugin::TauriPlugin<Wry> {
    let builder = Builder::new().callback(|app, arguments, _| {
        deep_links::arrived(app, arguments.get(1..).unwrap_or_default());
    });
    #[cfg(target_os = "linux")]
    let builder = builder.dbus_id(bus_id());
    builder.build()
}

/// The name on the session bus, one for each data folder.
#[cfg(target_os = "linux")]
fn bus_id() -> String {
    match host::data::overridden() {
        Some(dir) => format!("{IDENTIFIER}.{}", host::data::profile(&dir)),
        None => IDENTIFIER.to_owned(),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    const CONFIG: &str = include_str!("../tauri.conf.json");

    #[test]
    fn the_name_on_the_bus_is_the_identifier_of_the_installers() {
        let config: serde_json::Value = serde_json::from_str(CONFIG).unwrap();
        assert_eq!(config["identifier"], super::IDENTIFIER);
    }
}
