//! Debug builds only: the interface from a folder in place of the embedded one, so that a change of it needs no build of
//! the program.

use std::borrow::Cow;
use std::path::PathBuf;

use tauri::utils::assets::{AssetKey, AssetsIter, CspHash, STYLE_NONCE_TOKEN};
use tauri::{App, Assets, Context, Wry};

/// Names the folder that `npm run build` wrote to.
const FOLDER: &str = "PLINTH_INTERFACE";

/// Shows the pages of that folder if it is named.
pub fn replace(context: &mut Context<Wry>) {
    if let Some(folder) = std::env::var_os(FOLDER) {
        context.set_assets(Box::new(Folder(folder.into())));
    }
}

struct Folder(PathBuf);

impl Assets<Wry> for Folder {
    fn setup(&self, _app: &App<Wry>) {
        tracing::info!(folder = %self.0.display(), "the interface is read from a folder");
    }

    fn get(&self, key: &AssetKey) -> Option<Cow<'_, [u8]>> {
        let path = self.0.join(key.as_ref().trim_start_matches('/'));
        let bytes = std::fs::read(&path).ok()?;
        let is_page = path.extension().is_some_and(|it| it == "html");
        Some(Cow::Owned(if is_page { with_nonce(&bytes) } else { bytes }))
    }

    fn iter(&self) -> Box<AssetsIter<'_>> {
        Box::new(std::iter::empty())
    }

    fn csp_hashes(&self, _path: &AssetKey) -> Box<dyn Iterator<Item = CspHash<'_>> + '_> {
        Box::new(std::iter::empty())
    }
}

/// Puts the token into the page that becomes the nonce of its styles, as is done where it is embedded.
fn with_nonce(page: &[u8]) -> Vec<u8> {
    let style = format!("<style nonce=\"{STYLE_NONCE_TOKEN}\">");
    let page = String::from_utf8_lossy(page);
    page.replace("<style>", &style).into_bytes()
}
