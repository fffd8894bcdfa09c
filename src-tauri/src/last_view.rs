//! What the window showed last. The next start shows it until the interface runs, where the interface will show the same.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use host::private_folder::{self, Durable};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::markup;

const FILE: &str = "last-view.json";
/// In bytes. A window full of rows has a tenth of it.
const LARGEST: usize = 1 << 20;
/// Stands before the key of each row of a table.
const ROW: &str = " data-key=\"";

/// The elements of the page, and what they were laid out for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LastView {
    /// With `data-style` in place of `style`, which the page's policy refuses.
    pub html: String,
    pub layout: Layout,
}

/// What the elements fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// Of the page, in its own pixels.
    pub width: u32,
    pub height: u32,
    /// `data-density` and `data-theme` of the page's root, where it has them.
    pub density: Option<String>,
    pub theme: Option<String>,
    /// What the page remembers by itself, such as the widths of columns.
    pub remembered: String,
}

/// What a start shows first.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// All of it, as one text.
    pub text: String,
    /// The keys of the rows, in their order, as many as the page brings.
    pub rows: Vec<String>,
}

/// The file with it.
#[derive(Debug)]
pub struct LastViewFile {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The hash of the page that is shown; unknown while none was made.
    page: Option<u64>,
    /// How often the file was forgotten.
    forgotten: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    content_hash: u64,
    view: LastView,
}

impl LastViewFile {
    pub fn of(dir: &Path) -> Self {
        Self {
            path: dir.join(FILE),
            state: Mutex::default(),
        }
    }

    /// The view, if it shows what this page will show; if not, it is removed. `page` is what the interface was packed into.
    pub fn load_if_current(&self, page: &[u8], content: &Content) -> Option<LastView> {
        let page = hash(without_nonces(page).as_bytes());
        self.state().page = Some(page);
        let bytes = app::disk::read_file(&self.path).ok()?;
        let kept = serde_json::from_slice::<Kept>(&bytes).ok();
        let current = kept.filter(|kept| kept.content_hash == content.hash(page));
        // Also one that an earlier version kept.
        let current = current.filter(|kept| markup::is_plain(&kept.view.html));
        if current.is_none() {
            self.forget();
        }
        current.map(|kept| kept.view)
    }

    /// To be called before the content is read that a view is kept with.
    pub fn begin(&self) -> u64 {
        self.state().forgotten
    }

    /// Keeps a view in place of the one before. One that is too large, shows other rows than a start would, has other markup
    /// than [`markup::is_plain`], or was forgotten since [`LastViewFile::begin`] is left out.
    pub fn keep(&self, begun: u64, view: LastView, content: &Content) -> io::Result<()> {
        let state = self.state();
        let (Some(page), true) = (state.page, state.forgotten == begun) else {
            return Ok(());
        };
        if view.html.len() > LARGEST || !content.starts_with_rows_of(&view.html) {
            return Ok(());
        }
        if !markup::is_plain(&view.html) {
            tracing::warn!("the view has other markup than a start shows, and is not kept");
            return Ok(());
        }
        let content_hash = content.hash(page);
        let text = serde_json::to_vec(&Kept { content_hash, view })?;
        if app::disk::read_file(&self.path).is_ok_and(|before| before == text) {
            return Ok(());
        }
        private_folder::replace(&self.path, &text, Durable::No)
    }

    /// What it showed is gone, such as with its account.
    pub fn forget(&self) {
        let mut state = self.state();
        state.forgotten += 1;
        if let Err(error) = std::fs::remove_file(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "{FILE} could not be removed");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    fn hash(&self, page: u64) -> u64 {
        hash(format!("{page} {}", self.text).as_bytes())
    }

    /// Whether the rows in the elements are the first of these. The page may not have heard yet of what changed, and its
    /// list may be sorted or narrowed.
    fn starts_with_rows_of(&self, html: &str) -> bool {
        let shown = html.split(ROW).skip(1);
        let mut shown = shown.map(|rest| rest.split('"').next().unwrap_or_default());
        let mut rows = self.rows.iter().map(String::as_str);
        match shown.next() {
            None => rows.next().is_none(),
            Some(first) => rows.next() == Some(first) && shown.all(|row| rows.next() == Some(row)),
        }
    }
}

/// Returns the page without its nonces, which are others at each start.
fn without_nonces(page: &[u8]) -> String {
    const BEGIN: &str = " nonce=\"";
    let page = String::from_utf8_lossy(page);
    let mut parts = page.split(BEGIN);
    let first = parts.next().unwrap_or_default();
    let after = parts.map(|rest| rest.split_once('"').map_or(rest, |(_, after)| after));
    std::iter::once(first).chain(after).collect()
}

/// The same for the same bytes, as long as the program is the same.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &[u8] = b"<body>";

    fn content(rows: &[&str]) -> Content {
        Content {
            text: rows.join(" "),
            rows: rows.iter().map(ToString::to_string).collect(),
        }
    }

    fn view(rows: &[&str]) -> LastView {
        let row = |key: &&str| format!("<div role=\"row\" data-key=\"{key}\">x</div>");
        LastView {
            html: rows.iter().map(row).collect(),
            layout: Layout {
                width: 1180,
                height: 780,
                density: Some("comfortable".to_owned()),
                theme: None,
                remembered: "[]".to_owned(),
            },
        }
    }

    /// A start whose page shows these rows, and what of the file it shows before.
    fn start(dir: &Path, rows: &[&str]) -> (LastViewFile, Option<LastView>) {
        let file = LastViewFile::of(dir);
        let shown = file.load_if_current(PAGE, &content(rows));
        (file, shown)
    }

    /// Keeps what a window with these rows shows.
    fn kept(dir: &Path, rows: &[&str]) -> LastViewFile {
        let (file, _) = start(dir, rows);
        file.keep(file.begin(), view(rows), &content(rows)).unwrap();
        file
    }

    #[test]
    fn it_is_shown_where_the_start_shows_the_same() {
        let dir = tempfile::tempdir().unwrap();
        kept(dir.path(), &["a/1", "a/2"]);
        assert_eq!(
            start(dir.path(), &["a/1", "a/2"]).1,
            Some(view(&["a/1", "a/2"]))
        );
        kept(dir.path(), &[]);
        assert_eq!(start(dir.path(), &[]).1, Some(view(&[])));
    }

    #[test]
    fn view_is_current_when_only_the_nonce_of_the_page_differs() {
        let page = |nonce: u64| format!("<style nonce=\"{nonce}\"></style><body>").into_bytes();
        let (dir, rows) = (tempfile::tempdir().unwrap(), content(&["a/1"]));
        let file = LastViewFile::of(dir.path());
        file.load_if_current(&page(1), &rows);
        file.keep(file.begin(), view(&["a/1"]), &rows).unwrap();
        assert_eq!(file.load_if_current(&page(22), &rows), Some(view(&["a/1"])));
    }

    #[test]
    fn it_is_removed_where_anything_changed() {
        let dir = tempfile::tempdir().unwrap();
        kept(dir.path(), &["a/1"]);
        assert_eq!(start(dir.path(), &["a/1", "a/2"]).1, None);
        assert!(!dir.path().join(FILE).exists());

        let file = kept(dir.path(), &["a/1"]);
        let newer = b"<body class=newer>";
        assert_eq!(file.load_if_current(newer, &content(&["a/1"])), None);
        assert!(!dir.path().join(FILE).exists());

        kept(dir.path(), &["a/1"]);
        std::fs::write(dir.path().join(FILE), "{\"content_hash\":1,").unwrap();
        assert_eq!(start(dir.path(), &["a/1"]).1, None);
    }

    #[track_caller]
    fn is_kept(shown: &[&str], rows: &[&str], expected: bool) {
        let dir = tempfile::tempdir().unwrap();
        let (file, _) = start(dir.path(), rows);
        file.keep(file.begin(), view(shown), &content(rows))
            .unwrap();
        assert_eq!(dir.path().join(FILE).exists(), expected, "{shown:?}");
    }

    #[test]
    fn only_the_first_rows_in_their_order_are_kept() {
        let rows = ["a/1", "a/2", "a/3"];
        is_kept(&["a/1", "a/2"], &rows, true);
        is_kept(&rows, &rows, true);
        is_kept(&["a/2", "a/1"], &rows, false);
        is_kept(&["a/2"], &rows, false);
        is_kept(&["a/1", "a/2", "a/3", "b/1"], &rows, false);
        is_kept(&[], &rows, false);
        is_kept(&["a/1"], &[], false);
    }

    #[test]
    fn one_that_is_too_large_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let file = kept(dir.path(), &[]);
        let large = LastView {
            html: "x".repeat(LARGEST + 1),
            ..view(&[])
        };
        file.keep(file.begin(), large, &content(&[])).unwrap();
        assert_eq!(start(dir.path(), &[]).1, Some(view(&[])));
    }

    #[test]
    fn view_with_other_markup_is_neither_kept_nor_shown() {
        let dir = tempfile::tempdir().unwrap();
        let hostile = LastView {
            html: "</template><iframe src=\"https://a.example\"></iframe>".to_owned(),
            ..view(&[])
        };
        let file = kept(dir.path(), &[]);
        file.keep(file.begin(), hostile.clone(), &content(&[]))
            .unwrap();
        assert_eq!(start(dir.path(), &[]).1, Some(view(&[])));
        // An earlier version kept it.
        let kept = Kept {
            content_hash: content(&[]).hash(hash(PAGE)),
            view: hostile,
        };
        std::fs::write(dir.path().join(FILE), serde_json::to_vec(&kept).unwrap()).unwrap();
        assert_eq!(start(dir.path(), &[]).1, None);
    }

    #[test]
    fn what_is_forgotten_meanwhile_is_not_kept() {
        let dir = tempfile::tempdir().unwrap();
        let (file, _) = start(dir.path(), &["a/1"]);
        let begun = file.begin();
        file.forget();
        file.keep(begun, view(&["a/1"]), &content(&["a/1"]))
            .unwrap();
        assert!(!dir.path().join(FILE).exists());

        let file = kept(dir.path(), &["a/1"]);
        file.forget();
        file.forget();
        assert!(!dir.path().join(FILE).exists());
    }

    #[test]
    fn nothing_is_kept_before_a_page_was_made() {
        let dir = tempfile::tempdir().unwrap();
        let file = LastViewFile::of(dir.path());
        file.keep(file.begin(), view(&[]), &content(&[])).unwrap();
        assert!(!dir.path().join(FILE).exists());
    }
}
