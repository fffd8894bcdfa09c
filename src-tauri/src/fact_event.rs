//! What happens, told to the window.

use app::view::FactView;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::AppHandle;
use tauri_specta::Event;

/// Something happened; the window decides what to look at again.
#[derive(Clone, Debug, Deserialize, Serialize, Type, Event)]
pub struct FactEvent(pub FactView);

/// Tells the window of something that happened.
pub fn tell(app: &AppHandle, fact: FactView) {
    if let Err(error) = FactEvent(fact).emit(app) {
        tracing::warn!(%error, "a fact did not reach the window");
    }
}
