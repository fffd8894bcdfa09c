//! Databases that are in env files already.

use app::folders;
use app::view::{ErrorCode, FolderImportPick, FolderState, FoundDatabaseKind};

use super::{add, databases, ensure, env, project, unasked};
use crate::product::{ProductFixture, folder, local};

#[tokio::test(flavor = "multi_thread")]
async fn what_the_env_files_of_named_folders_have_is_shown_and_brought_in() {
    let product = ProductFixture::without_servers().await;
    // Another Plinth, or the plugin, filled this folder.
    let elsewhere = folder();
    let other = app::App::open(app::Config::new(
        elsewhere.path().join("data"),
        std::sync::Arc::new(vault::Memory::default()),
    ))
    .await
    .unwrap();
    app::accounts::set_local(&other, local(&product.sandbox))
        .await
        .unwrap();
    let shop = project(
        &product,
        "shop",
        &[
            (
                ".env.staging",
                "PG=postgres://me:hunter2@db.example.org/stage?sslmode=require\n",
            ),
            (".env.plinth-tmp-AbC123", "X=postgres://me:p@left/behind\n"),
            ("config.json", "postgres://me:p@not/env"),
        ],
    );
    let below = project(
        &product,
        "shop/packages",
        &[(".env", "Y=postgres://me:p@below/db\n")],
    );
    project(
        &product,
        "secrets",
        &[("outside", "Z=postgres://me:p@outside/db\n")],
    );
    std::os::unix::fs::symlink("../secrets/outside", shop.join(".env.linked")).unwrap();
    let made = add(&other, &shop, unasked()).await;
    ensure(&other, &made.id).await.unwrap();
    other.close().await;

    let app = &product.app;
    let path = |folder: &std::path::Path| folder.to_str().unwrap().to_owned();
    let paths = [path(&shop), path(&product.path().join("none"))];
    let scanned = folders::scan(app, &paths).await.unwrap();
    let found: Vec<_> = scanned
        .found
        .iter()
        .map(|it| {
            (
                it.file.as_str(),
                it.variable.as_str(),
                it.kind,
                it.known_as.is_some(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (
                ".env",
                "VITE_POSTGRES_CLAIM_URL",
                FoundDatabaseKind::ClaimLink,
                false
            ),
            (
                ".env.staging",
                "PG",
                FoundDatabaseKind::ConnectionString,
                false
            ),
        ]
    );
    let shown = format!("{scanned:?}");
    for secret in ["hunter2", "behind", "below", "outside/db"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
    let problems: Vec<_> = scanned.problems.iter().map(|it| &it.path).collect();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].ends_with(".env.linked") && problems[1].ends_with("none"));

    let before = env(&shop);
    let pick = |folder: &std::path::Path, file: &str, variable: &str| FolderImportPick {
        folder: path(folder),
        file: file.to_owned(),
        variable: variable.to_owned(),
    };
    let picks = vec![
        pick(&shop, ".env", "VITE_POSTGRES_CLAIM_URL"),
        pick(&below, ".env", "Y"),
        pick(&below, "../.env", "VITE_POSTGRES_CLAIM_URL"),
        pick(&below, ".env", "MISSING"),
        pick(&shop, ".env.staging", "PG"),
    ];
    let imported = folders::import(app, picks).await.unwrap();
    let errors: Vec<_> = imported.iter().map(|it| it.error.is_some()).collect();
    assert_eq!(errors, [false, false, true, true, true], "{imported:#?}");
    let second_file = imported[4].error.as_ref().unwrap();
    assert_eq!(second_file.code, ErrorCode::Exists);
    assert_eq!(
        second_file.message,
        "shop is in the list already, with DATABASE_URL in .env"
    );
    assert_eq!(databases(app).await, 1);
    let first = folders::get(app, imported[0].folder_id.as_ref().unwrap())
        .await
        .unwrap();
    assert_eq!(
        (first.state, &first.temporary_id),
        (FolderState::Filled, &imported[0].temporary_id)
    );
    assert_eq!(first.settings.variable, "DATABASE_URL");
    let second = folders::get(app, imported[1].folder_id.as_ref().unwrap())
        .await
        .unwrap();
    assert_eq!(
        (second.state, second.settings.variable.as_str()),
        (FolderState::Foreign, "Y")
    );
    assert_eq!(env(&shop), before);
    let scanned = folders::scan(app, &paths[..1]).await.unwrap();
    assert!(scanned.found[0].known_as.is_some());
    let scanned = folders::scan(app, &[path(&below)]).await.unwrap();
    assert_eq!(scanned.found[0].known_as.as_deref(), Some("packages"));
    product.stop().await;
}
