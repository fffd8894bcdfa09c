//! What happens, published to the window.

use app::view::EventView;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::AppHandle;

/// Something happened; the window decides what to read again.
#[derive(Clone, Debug, Deserialize, Serialize, Type, tauri_specta::Event)]
pub struct CoreEvent(pub EventView);

/// Publishes something that happened to the window.
pub fn publish(app: &AppHandle, event: EventView) {
    if let Err(error) = tauri_specta::Event::emit(&CoreEvent(event), app) {
        tracing::warn!(%error, "an event did not reach the window");
    }
}
