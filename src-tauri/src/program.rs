//! What this program is, as the window shows it.

use host::Data;
use host::marks::Remembered;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::{AppHandle, Manager as _};

use crate::graphics::Choice;
use crate::psql;

/// What this program is and where it keeps its things.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppView {
    pub version: String,
    /// Folder of settings, store and log.
    pub data_dir: String,
    /// `hardware`, or the software renderer that was chosen and why.
    pub renderer: String,
    /// True until a choice was made on the welcome screen.
    pub first_run: bool,
    /// True when `psql` is on this machine.
    pub psql: bool,
}

pub fn view(app: &AppHandle) -> AppView {
    AppView {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        data_dir: app.state::<Data>().dir.display().to_string(),
        renderer: app.state::<Choice>().words.clone(),
        first_run: !app.state::<Remembered>().now().welcomed,
        psql: psql::is_there(app),
    }
}
