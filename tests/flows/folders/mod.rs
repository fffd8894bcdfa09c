//! Project folders that get a database into their env file.

mod branch;
mod hostile;
mod import;
mod killed;
mod life;
mod together;
mod undone;

use std::path::{Path, PathBuf};

use app::view::{
    FolderEnsureOptions, FolderEnsuredView, FolderSeed, FolderSettings, FolderState, FolderView,
};
use app::{App, Error, ExposeSecret as _, folders, temporary};
use testkit::page::Page;

use crate::product::ProductFixture;

const SEED: &str = "CREATE TABLE fruit (name text);\nINSERT INTO fruit VALUES ('apple');\n";

/// A project folder of the product, with these files.
fn project(product: &ProductFixture, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = product.path().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder
}

async fn add(app: &App, folder: &Path, settings: FolderSettings) -> FolderView {
    let path = folder.to_str().unwrap();
    folders::add(app, path, Some(settings)).await.unwrap()
}

/// As a click that was asked nothing.
fn unasked() -> FolderSettings {
    FolderSettings {
        write_without_asking: true,
        ..FolderSettings::default()
    }
}

fn seeded(path: &str) -> FolderSettings {
    FolderSettings {
        seed: Some(FolderSeed::SqlScript {
            path: path.to_owned(),
        }),
        ..unasked()
    }
}

/// Claims a temporary database as a person does, on its page.
async fn claim(app: &App, id: &str) {
    let target = temporary::claim_target(app, id).await.unwrap();
    let link = temporary::claim_link(app, id, &target.host).await.unwrap();
    let page = Page::open(link.url.expose_secret()).await;
    page.press("Claim this database")
        .await
        .press("Confirm")
        .await;
    temporary::refresh(app, id).await.unwrap();
}

async fn ensure(app: &App, id: &str) -> Result<FolderEnsuredView, Error> {
    folders::ensure(app, id, None, FolderEnsureOptions::default()).await
}

async fn replace(app: &App, id: &str) -> Result<FolderEnsuredView, Error> {
    let replacing = FolderEnsureOptions {
        replace: true,
        production: false,
    };
    folders::ensure(app, id, None, replacing).await
}

async fn state(app: &App, id: &str) -> FolderState {
    folders::get(app, id).await.unwrap().state
}

fn env(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(".env")).unwrap_or_default()
}

/// A value of the env file, without its quotes.
fn value(folder: &Path, name: &str) -> String {
    let text = env(folder);
    let start = format!("{name}=");
    let found = text.lines().find_map(|line| line.strip_prefix(&start));
    let found = found.unwrap_or_else(|| panic!("{name} is not in {}", folder.display()));
    found.trim_matches(['"', '\'']).to_owned()
}

async fn fruit(product: &ProductFixture, folder: &Path) -> Vec<String> {
    let url = value(folder, "DATABASE_URL_DIRECT");
    let client = testkit::sql::connect(&product.ca(), &url).await;
    testkit::sql::column(&client, "SELECT name FROM fruit").await
}

async fn databases(app: &App) -> usize {
    app::temporary::list(app).await.unwrap().items.len()
}
