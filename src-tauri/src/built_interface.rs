//! Debug builds only: the interface from a folder in place of the embedded one, so that a change of it needs no build of
//! the program.

use std::borrow::Cow;
use std::path::PathBuf;

use tauri::utils::assets::{AssetKey, AssetsIter, CspHash};
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
        std::fs::read(path).ok().map(Cow::Owned)
    }

    fn iter(&self) -> Box<AssetsIter<'_>> {
        Box::new(std::iter::empty())
    }

    fn csp_hashes(&self, _path: &AssetKey) -> Box<dyn Iterator<Item = CspHash<'_>> + '_> {
        Box::new(std::iter::empty())
    }
}
