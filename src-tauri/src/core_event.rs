//! What happens, published to the window.

use app::view::EventView;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::{AppHandle, Emitter as _};

/// As the page knows it.
const NAME: &str = "core-event";

/// Something happened; the window decides what to read again.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
#[cfg_attr(debug_assertions, derive(tauri_specta::Event))]
pub struct CoreEvent(pub EventView);

/// Publishes something that happened to the window.
pub fn publish(app: &AppHandle, event: EventView) {
    if let Err(error) = app.emit(NAME, CoreEvent(event)) {
        tracing::warn!(%error, "an event did not reach the window");
    }
}
