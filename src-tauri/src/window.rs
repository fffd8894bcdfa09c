//! The one window.

use std::time::Duration;

use app::view::Appearance;
use host::data;
use host::marks::Remembered;
use tauri::webview::{NewWindowResponse, PermissionResponse};
use tauri::window::Color;
use tauri::{AppHandle, Manager as _, Theme, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};
use tauri_plugin_window_state::StateFlags;

use crate::paint::Paint;
use crate::{first_page, zoom};

pub const LABEL: &str = "main";
/// What is kept of the window: not that it is hidden at first.
pub const STATE: StateFlags = StateFlags::SIZE
    .union(StateFlags::POSITION)
    .union(StateFlags::MAXIMIZED)
    .union(StateFlags::FULLSCREEN);
/// A page that shows nothing by then is worth a line in the log.
const PATIENCE: Duration = Duration::from_secs(2);
/// The ground of the interface's tokens, so that nothing flashes before the page is there.
const LIGHT: Color = Color(255, 255, 255, 255);
const DARK: Color = Color(17, 23, 25, 255);

/// Makes the window. It is hidden until it has its size and its ground.
pub fn open(app: &AppHandle, appearance: Appearance) -> tauri::Result<WebviewWindow> {
    let origin = origin(app);
    let of_page = app.clone();
    let builder = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::default());
    let builder = match data::overridden() {
        Some(dir) => builder.data_directory(dir.join("webview")),
        None => builder,
    };
    let window = builder
        .title("Plinth")
        .inner_size(1180.0, 780.0)
        .min_inner_size(900.0, 600.0)
        .center()
        .visible(false)
        .theme(theme(appearance))
        .devtools(cfg!(debug_assertions))
        .general_autofill_enabled(false)
        .on_navigation(move |url| {
            let inside = is_inside(url, &origin);
            if !inside {
                tracing::warn!(
                    scheme = url.scheme(),
                    "a navigation out of the app was refused"
                );
            }
            inside
        })
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .on_permission_request(|_, _| PermissionResponse::Deny)
        .on_web_resource_request(move |_, response| first_page::complete(&of_page, response))
        .build()?;
    paint_ground(&window);
    zoom::apply(&window, app.state::<Remembered>().now().zoom);
    // Its ground is that of the page, which is drawn into it while the system still brings it up.
    show(&window);
    let late = app.clone();
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(PATIENCE).await;
        if !late.state::<Paint>().is_painted() {
            tracing::warn!("the window is up and shows nothing yet");
        }
    });
    Ok(window)
}

/// Brings the window to the front, such as when the app is started a second time.
pub fn focus(app: &AppHandle) {
    if let Some(window) = app.get_webview_window(LABEL) {
        show(&window);
        log_failure(window.unminimize());
        log_failure(window.set_focus());
    }
}

/// Whether the person has the window in front of them.
pub fn is_looked_at(app: &AppHandle) -> bool {
    let window = app.get_webview_window(LABEL);
    window.is_some_and(|window| window.is_focused().unwrap_or(false))
}

/// Follows the setting; the page follows it by itself.
pub fn dress(app: &AppHandle, appearance: Appearance) {
    if let Some(window) = app.get_webview_window(LABEL) {
        log_failure(window.set_theme(theme(appearance)));
        paint_ground(&window);
    }
}

fn show(window: &WebviewWindow) {
    log_failure(window.show());
}

fn paint_ground(window: &WebviewWindow) {
    let ground = match window.theme() {
        Ok(Theme::Dark) => DARK,
        _ => LIGHT,
    };
    log_failure(window.set_background_color(Some(ground)));
}

fn theme(appearance: Appearance) -> Option<Theme> {
    match appearance {
        Appearance::System => None,
        Appearance::Light => Some(Theme::Light),
        Appearance::Dark => Some(Theme::Dark),
    }
}

fn log_failure(result: tauri::Result<()>) {
    if let Err(error) = result {
        tracing::warn!(%error, "a call to the window failed");
    }
}

/// Where the page comes from: the app's own protocol, or in development the server that `devUrl` names.
fn origin(app: &AppHandle) -> Origin {
    let development = if tauri::is_dev() {
        app.config().build.dev_url.clone()
    } else {
        None
    };
    Origin { development }
}

struct Origin {
    development: Option<Url>,
}

/// Whether an address belongs to the app. On Linux and macOS its own protocol is `tauri://localhost`; on Windows
/// that is written `http(s)://tauri.localhost`.
fn is_inside(url: &Url, origin: &Origin) -> bool {
    if let Some(development) = &origin.development {
        return url.origin() == development.origin();
    }
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost") && url.port().is_none(),
        "http" | "https" if cfg!(windows) => {
            url.host_str() == Some("tauri.localhost") && url.port().is_none()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, development: Option<&str>, expected: bool) {
        let origin = Origin {
            development: development.map(|url| url.parse().unwrap()),
        };
        assert_eq!(
            is_inside(&address.parse().unwrap(), &origin),
            expected,
            "{address}"
        );
    }

    #[test]
    fn only_the_app_itself_is_shown() {
        check("tauri://localhost", None, true);
        check("tauri://localhost/temporary/1?x#y", None, true);
        check("tauri://localhost:99/", None, false);
        check("tauri://elsewhere/", None, false);
        check("https://localhost/", None, false);
        check("http://localhost:5199/", None, false);
        check("https://neon.new/claim/1", None, false);
        check("http://127.0.0.1:4000/claim/1", None, false);
        check("file:///etc/passwd", None, false);
        check("data:text/html,x", None, false);
        check("about:blank", None, false);
        check("javascript:alert(1)", None, false);
    }

    #[test]
    fn in_development_the_page_comes_from_its_server() {
        let server = Some("http://localhost:5199");
        check("http://localhost:5199/temporary", server, true);
        check("http://localhost:5198/", server, false);
        check("https://localhost:5199/", server, false);
        check("tauri://localhost/", server, false);
    }
}
