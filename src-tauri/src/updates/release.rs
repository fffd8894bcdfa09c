//! A newer version, as it was announced.

use app::text::is_disruptive;
use app::view::{ErrorCode, ErrorView};
use chrono::{DateTime, Utc};
use host::Reply;
use serde_json::Value;
use tauri::AppHandle;
use tauri_plugin_updater::{Error, Update, UpdaterBuilder, UpdaterExt as _};
use url::Url;

use super::source::Source;
use super::view::ReleaseView;

/// A version is as long as `10.20.30-beta.4`, with some room.
const LONGEST_VERSION: usize = 64;
/// A screenful of what is new.
const LONGEST_NOTES: usize = 4_000;

/// A newer version, and how to get it.
#[derive(Clone)]
pub struct Release {
    pub update: Update,
    pub view: ReleaseView,
}

/// What an announcement offers this program; `None` where that is not newer.
pub fn read(app: &AppHandle, source: &Source, announced: Value) -> Reply<Option<Release>> {
    let host = app::updates::host_of(&source.address).unwrap_or_default();
    let unreadable = || ErrorView::from(app::updates::not_announced(&host));
    let updater = updater(app, source).and_then(UpdaterBuilder::build);
    let updater = updater.map_err(|error| cannot(&error))?;
    // It takes an announcement from anywhere, and for that wants each package signed together with its version.
    let update = match updater.restore_update(announced) {
        Ok(Some(update)) => update,
        Ok(None) => return Ok(None),
        Err(Error::TargetNotFound(_) | Error::TargetsNotFound(_)) => {
            return Err(not_for_this_system(&host));
        }
        Err(_) => return Err(unreadable()),
    };
    if update.version.len() > LONGEST_VERSION {
        return Err(unreadable());
    }
    let package_host = app::updates::package_host(&source.address, update.download_url.as_str())?;
    let view = ReleaseView {
        version: update.version.clone(),
        notes: notes(update.body.as_deref().unwrap_or_default()),
        published_at: published(&update.raw_json),
        host: package_host,
    };
    Ok(Some(Release { update, view }))
}

/// What reads announcements of this source, and installs their packages.
pub fn updater(app: &AppHandle, source: &Source) -> Result<UpdaterBuilder, Error> {
    let builder = app.updater_builder().pubkey(&source.key);
    builder.endpoints(vec![Url::parse(&source.address)?])
}

fn published(announced: &Value) -> Option<DateTime<Utc>> {
    let text = announced.get("pub_date")?.as_str()?;
    DateTime::parse_from_rfc3339(text)
        .ok()
        .map(|it| it.to_utc())
}

/// Without what a text can do besides being read, such as turning its direction.
fn notes(text: &str) -> String {
    let shown = |c: &char| *c == '\n' || !(is_disruptive(*c) || is_invisible(*c));
    let text: String = text.chars().filter(shown).take(LONGEST_NOTES).collect();
    text.trim().to_owned()
}

/// The characters that join or hide others.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2065}' | '\u{FEFF}')
}

fn cannot(error: &Error) -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        format!("Couldn't check for updates: {error}"),
        "Install the newest Plinth by hand.",
    )
}

fn not_for_this_system(host: &str) -> ErrorView {
    ErrorView::new(
        ErrorCode::Platform,
        format!("{host} announces a newer Plinth, but none for this system"),
        "Try again later. If it stays like this, install the newest Plinth by hand.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_text_of_a_screenful() {
        assert_eq!(
            notes("  Faster.\r\n\nFixes\u{7}.\u{202E} \n"),
            "Faster.\n\nFixes."
        );
        assert_eq!(notes(&"ü".repeat(10_000)).chars().count(), LONGEST_NOTES);
        assert_eq!(notes("\u{200B}\u{FEFF}\n"), "");
    }
}
