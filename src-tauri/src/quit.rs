//! Closing the app: what is to be shown first, and what is stopped in which order.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::time::Duration;

use app::view::{Background, EventView, SettingsView};
use host::clipboard::Clipboard;
use host::{Connection, QuitView};
use serde_json::json;
use tauri::{AppHandle, Manager as _, RunEvent, WindowEvent};
use tauri_plugin_window_state::AppHandleExt as _;

use crate::background;
use crate::core_event;
use crate::updates::Updates;
use crate::window;

/// Clearing the clipboard has so long.
const CLIPBOARD: Duration = Duration::from_secs(8);
/// After so many questions without an answer the page is taken to be gone, and closing closes.
const UNANSWERED: u8 = 2;
/// Whoever closes the window does not wait longer than this for the plan.
const PLAN: Duration = Duration::from_secs(2);

/// How far closing is.
#[derive(Debug, Default)]
pub struct Quit {
    /// How often the page was asked to show something and did not answer.
    unanswered: AtomicU8,
    /// Secrets that the page shows once and nobody has taken yet, and forms that were filled in but not sent.
    untaken: AtomicU32,
    /// The question that the page was last asked is about starting again.
    restarts: AtomicBool,
    leaving: AtomicBool,
    done: AtomicBool,
}

/// What follows once everything is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Nothing,
    /// Plinth starts again, such as after an update.
    Start,
}

impl Quit {
    /// The page looks at the plan: it is there and shows it.
    pub fn answered(&self) {
        self.unanswered.store(0, Ordering::Relaxed);
    }

    /// What the person was asked about, and is answered now.
    pub fn after(&self) -> After {
        match self.restarts.load(Ordering::Relaxed) {
            true => After::Start,
            false => After::Nothing,
        }
    }

    pub fn set_untaken(&self, count: u32) {
        self.untaken.store(count, Ordering::Relaxed);
    }
}

pub fn on_event(app: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::WindowEvent {
            label,
            event: WindowEvent::CloseRequested { api, .. },
            ..
        } if label == window::LABEL => {
            api.prevent_close();
            let app = app.clone();
            tauri::async_runtime::spawn(async move { quit_requested(&app, Ending::Window).await });
        }
        // Such as by the application menu of macOS, or because the window is gone.
        RunEvent::ExitRequested { api, .. }
            if !app.state::<Quit>().done.load(Ordering::Relaxed) =>
        {
            api.prevent_exit();
            let app = app.clone();
            tauri::async_runtime::spawn(async move { quit_requested(&app, Ending::App).await });
        }
        _ => {}
    }
}

/// Quits when the process is asked to end, so that no server stays behind.
pub fn follow_signals(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let name = host::signal::ended().await;
        tracing::info!(name, "a signal ends the app");
        leave(&app, Background::Off, After::Nothing);
    });
}

/// How the person ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// They close the window: whether Plinth goes on is a setting.
    Window,
    /// They quit, such as by a menu.
    App,
    /// They start it again.
    Restart,
}

/// Closes everything as quitting does, and starts again.
pub async fn restart(app: &AppHandle) {
    quit_requested(app, Ending::Restart).await;
}

async fn quit_requested(app: &AppHandle, ending: Ending) {
    let after = match ending {
        Ending::Restart => After::Start,
        Ending::Window | Ending::App => After::Nothing,
    };
    if app.get_webview_window(window::LABEL).is_none() {
        leave(app, Background::Off, after);
        return;
    }
    let quit = app.state::<Quit>();
    let plan = tokio::time::timeout(PLAN, plan(app))
        .await
        .unwrap_or_default();
    let settings = tokio::time::timeout(PLAN, settings(app));
    let settings = settings.await.ok().flatten();
    let explain = settings.as_ref().is_none_or(|it| it.explain_quit);
    let background = match (ending, settings) {
        (Ending::Window, Some(settings)) => settings.background,
        _ => Background::Off,
    };
    // A page that did not answer the last questions will not answer this one.
    let page_answers = quit.unanswered.fetch_add(1, Ordering::Relaxed) < UNANSWERED;
    let untaken = quit.untaken.load(Ordering::Relaxed);
    if page_answers && needs_words(&plan, untaken, explain, background) {
        quit.restarts
            .store(after == After::Start, Ordering::Relaxed);
        window::focus(app);
        core_event::publish(app, EventView::QuitRequested);
    } else {
        leave(app, background, after);
    }
}

/// Not known before the core is open.
async fn settings(app: &AppHandle) -> Option<SettingsView> {
    let core = app.state::<Connection>();
    match core.is_open() {
        true => core.call("settings_get", json!({})).await.ok(),
        false => None,
    }
}

/// Databases that only sleep are shown unless the person has seen it, or the agent keeps them; what would be lost is shown
/// always. The first close asks whether Plinth goes on.
fn needs_words(plan: &QuitView, untaken: u32, explain: bool, background: Background) -> bool {
    let sleeps = plan.sandbox_databases > 0 || plan.open_connections > 0;
    let lost = plan.running_jobs > 0 || plan.secrets_in_memory || untaken > 0;
    match background {
        Background::Ask => true,
        Background::On => lost,
        Background::Off => lost || (explain && sleeps),
    }
}

/// What closing would do now: nothing ends that another process has.
pub async fn plan(app: &AppHandle) -> QuitView {
    let core = app.state::<Connection>();
    if !core.is_host() {
        return QuitView::default();
    }
    core.call("quit_plan", json!({})).await.unwrap_or_default()
}

/// Closes everything in order and ends the process; before, the agent is started where Plinth goes on. A second call changes
/// nothing.
pub fn leave(app: &AppHandle, background: Background, after: After) {
    if app.state::<Quit>().leaving.swap(true, Ordering::Relaxed) {
        return;
    }
    app.state::<Updates>().cancel();
    if background == Background::On && after == After::Nothing {
        // It stands by, and has the data folder as soon as this process lets go of it.
        background::start_agent();
    }
    put_away(app);
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let clipboard = app.state::<Clipboard>();
        let core = app.state::<Connection>();
        let clipboard = tokio::time::timeout(CLIPBOARD, clipboard.clear());
        let (clipboard, ()) = tokio::join!(clipboard, core.close());
        if clipboard.is_err() {
            tracing::warn!("the clipboard was not cleared in time");
        }
        app.state::<Quit>().done.store(true, Ordering::Relaxed);
        tracing::info!("ended");
        match after {
            After::Start => app.request_restart(),
            After::Nothing => app.exit(0),
        }
    });
}

/// Hides the window, and keeps where it was. On the main thread: elsewhere the plugin holds its lock while it asks that thread
/// for the window's size, and that thread waits for the lock when the window is moved or resized at that moment.
fn put_away(app: &AppHandle) {
    let of = app.clone();
    let put_away = move || {
        if let Err(error) = of.save_window_state(window::STATE) {
            tracing::warn!(%error, "the window's position could not be saved");
        }
        if let Some(window) = of.get_webview_window(window::LABEL) {
            let _ = window.hide();
        }
    };
    if let Err(error) = app.run_on_main_thread(put_away) {
        tracing::warn!(%error, "the window could not be hidden");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_is_explained_once_but_a_loss_always() {
        let none = QuitView::default();
        let sleeping = QuitView {
            sandbox_databases: 2,
            open_connections: 1,
            ..none.clone()
        };
        let job = QuitView {
            running_jobs: 1,
            ..none.clone()
        };
        let secrets = QuitView {
            secrets_in_memory: true,
            ..none.clone()
        };
        for (plan, untaken, explain, expected) in [
            (&none, 0, true, false),
            (&sleeping, 0, true, true),
            (&sleeping, 0, false, false),
            (&job, 0, false, true),
            (&secrets, 0, false, true),
            (&none, 1, false, true),
        ] {
            let needed = needs_words(plan, untaken, explain, Background::Off);
            assert_eq!(needed, expected, "{plan:?} {untaken} {explain}");
            assert!(needs_words(plan, untaken, explain, Background::Ask));
        }
        assert!(!needs_words(&sleeping, 0, true, Background::On));
        assert!(needs_words(&job, 0, false, Background::On));
    }
}
