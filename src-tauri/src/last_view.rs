//! What the window showed last. The next start shows it until the interface runs, where the interface will show the same.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use app::view::{AccountColour, SettingsView};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use specta::Type;

use crate::first_page::FirstView;
use crate::private_folder;

const FILE: &str = "last-view.json";
/// In bytes. A window full of rows has a tenth of it.
const LARGEST: usize = 1 << 20;

/// The elements of the page, and what they were laid out for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LastView {
    /// With `data-style` in place of `style`, which the page's policy refuses.
    pub html: String,
    /// Of the page, in its own pixels.
    pub width: u32,
    pub height: u32,
    /// `data-density` and `data-theme` of the page's root, where it has them.
    pub density: Option<String>,
    pub theme: Option<String>,
}

/// The file with it.
#[derive(Debug)]
pub struct LastViews {
    path: PathBuf,
    /// The page that is shown, as a number; unknown while none was made.
    page: Mutex<Option<u64>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// What it shows, as a number.
    of: u64,
    view: LastView,
}

impl LastViews {
    pub fn of(dir: &Path) -> Self {
        Self {
            path: dir.join(FILE),
            page: Mutex::default(),
        }
    }

    /// The one that shows what this page will show. `page` is what the interface was packed into.
    pub fn fitting(&self, page: &[u8], first: &FirstView) -> Option<LastView> {
        let page = number(page);
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = Some(page);
        let kept: Kept = serde_json::from_slice(&std::fs::read(&self.path).ok()?).ok()?;
        (kept.of == content(page, first)?).then_some(kept.view)
    }

    /// Keeps it in place of the one before. One that nobody could use is left out.
    pub fn keep(&self, view: LastView, first: &FirstView) -> io::Result<()> {
        let page = *self.page.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(of) = page.and_then(|page| content(page, first)) else {
            return Ok(());
        };
        if view.html.len() > LARGEST {
            return Ok(());
        }
        let text = serde_json::to_vec(&Kept { of, view })?;
        if let Some(folder) = self.path.parent() {
            private_folder::ensure(folder)?;
        }
        let fresh = self.path.with_extension("json.new");
        // A damaged one is no loss, so nothing waits for the disk.
        std::fs::File::create(&fresh)?.write_all(&text)?;
        std::fs::rename(fresh, &self.path)
    }

    /// What it showed is gone, such as with its account.
    pub fn forget(&self) {
        if let Err(error) = std::fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "{FILE} could not be removed");
        }
    }
}

/// What a start shows first, without what comes and goes while the app runs, such as whether an account answers.
#[derive(Serialize)]
struct Content<'a> {
    page: u64,
    welcomed: bool,
    settings: &'a SettingsView,
    accounts: Vec<Account<'a>>,
    temporary: usize,
    projects: Option<(u32, &'a [Box<RawValue>])>,
}

#[derive(Serialize)]
struct Account<'a> {
    id: &'a str,
    name: &'a str,
    marks: (bool, bool, bool),
    colour: AccountColour,
    organization: Option<&'a str>,
}

fn content(page: u64, first: &FirstView) -> Option<u64> {
    let accounts = first.account_list.iter().map(|account| Account {
        id: &account.id,
        name: &account.name,
        marks: (
            account.is_current,
            account.is_production,
            account.is_read_only,
        ),
        colour: account.colour,
        organization: account.organization_id.as_deref(),
    });
    let projects = first.project_cached.as_ref();
    let content = Content {
        page,
        welcomed: !first.app_info.first_run,
        settings: &first.settings_get,
        accounts: accounts.collect(),
        temporary: first.temporary_list.items.len(),
        projects: projects.map(|list| (list.total, list.items.as_slice())),
    };
    Some(number(&serde_json::to_vec(&content).ok()?))
}

/// The same for the same bytes, as long as the program is the same.
fn number(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use app::view::{
        CachedProjectsView, KeychainKind, KeychainStatus, KeychainView, SandboxOptions,
        TemporaryListView,
    };

    use super::*;
    use crate::program::AppView;
    use crate::sandbox::view::{SandboxStatus, SandboxView};

    const PAGE: &[u8] = b"<body>";

    /// With one project of this name.
    fn first(project: &str) -> FirstView {
        let item = RawValue::from_string(format!("{{\"name\":\"{project}\"}}")).unwrap();
        FirstView {
            app_info: AppView {
                version: "1".to_owned(),
                data_dir: "/data".to_owned(),
                renderer: "software".to_owned(),
                first_run: false,
                psql: true,
            },
            settings_get: SettingsView::default(),
            keychain_state: KeychainView {
                kind: KeychainKind::Keychain,
                status: KeychainStatus::Ready,
                message: None,
                hint: None,
            },
            sandbox_state: SandboxView {
                status: SandboxStatus::Stopped,
                error: None,
                running: None,
                data_dir: "/data/sandbox".to_owned(),
                usual: SandboxOptions::default(),
                live: SandboxOptions::default(),
                regions: Vec::new(),
                recorded: Vec::new(),
            },
            account_list: Vec::new(),
            temporary_list: TemporaryListView { items: Vec::new() },
            project_cached: Some(CachedProjectsView {
                items: vec![item],
                total: 1,
                as_of: chrono::Utc::now(),
                next: None,
            }),
        }
    }

    fn view() -> LastView {
        LastView {
            html: "<p>one</p>".to_owned(),
            width: 1180,
            height: 780,
            density: Some("comfortable".to_owned()),
            theme: None,
        }
    }

    /// Kept by a window that showed `PAGE` with the project `one`.
    fn kept(dir: &Path) -> LastViews {
        let views = LastViews::of(dir);
        assert_eq!(views.fitting(PAGE, &first("one")), None);
        views.keep(view(), &first("one")).unwrap();
        views
    }

    #[test]
    fn it_is_shown_where_the_start_shows_the_same() {
        let dir = tempfile::tempdir().unwrap();
        kept(dir.path());
        let next = LastViews::of(dir.path());
        assert_eq!(next.fitting(PAGE, &first("one")), Some(view()));
    }

    #[test]
    fn it_is_not_shown_where_anything_changed() {
        let dir = tempfile::tempdir().unwrap();
        kept(dir.path());
        let next = LastViews::of(dir.path());
        assert_eq!(next.fitting(PAGE, &first("two")), None);
        assert_eq!(next.fitting(b"<body class=newer>", &first("one")), None);
        let mut compact = first("one");
        compact.settings_get.clipboard_seconds += 1;
        assert_eq!(next.fitting(PAGE, &compact), None);
    }

    #[test]
    fn one_that_is_too_large_damaged_or_forgotten_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let views = kept(dir.path());
        let large = LastView {
            html: "x".repeat(LARGEST + 1),
            ..view()
        };
        views.keep(large, &first("one")).unwrap();
        assert_eq!(views.fitting(PAGE, &first("one")), Some(view()));

        std::fs::write(dir.path().join(FILE), "{\"of\":1,").unwrap();
        assert_eq!(views.fitting(PAGE, &first("one")), None);

        views.forget();
        views.forget();
        assert!(!dir.path().join(FILE).exists());
    }

    #[test]
    fn nothing_is_kept_before_a_page_was_made() {
        let dir = tempfile::tempdir().unwrap();
        let views = LastViews::of(dir.path());
        views.keep(view(), &first("one")).unwrap();
        assert!(!dir.path().join(FILE).exists());
    }
}
