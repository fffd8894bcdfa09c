//! What was written and undone, and what was begun and is no longer wanted.

use std::time::Duration;

use app::view::{EventView, FolderSettings, FolderState, FolderStep};
use app::{env_file, folders, temporary};

use super::{SEED, add, ensure, env, project, replace, seeded, state, unasked, value};
use crate::product::ProductFixture;

const THREE_DAYS: Duration = Duration::from_secs(73 * 3600);

#[tokio::test(flavor = "multi_thread")]
async fn an_undone_replacement_leaves_the_expired_database_that_can_be_replaced() {
    let product = ProductFixture::without_servers().await;
    let app = &product.app;
    let folder = project(&product, "shop", &[]);
    let made = add(app, &folder, unasked()).await;
    let first = ensure(app, &made.id).await.unwrap().folder;
    let before = env(&folder);
    product.sandbox.advance(THREE_DAYS).await.unwrap();
    let temporary_id = first.temporary_id.unwrap();
    temporary::refresh(app, &temporary_id).await.unwrap();
    let done = replace(app, &made.id).await.unwrap();
    assert_eq!(done.folder.state, FolderState::Filled);
    assert_ne!(env(&folder), before);

    let mut events = app.events();
    env_file::undo(app, done.undo_id.as_ref().unwrap())
        .await
        .unwrap();
    let published: Vec<_> = std::iter::from_fn(|| events.try_recv().ok()).collect();
    assert!(
        published.contains(&EventView::FoldersChanged),
        "{published:?}"
    );
    assert_eq!(env(&folder), before);
    let undone = folders::get(app, &made.id).await.unwrap();
    assert_eq!(
        (undone.state, undone.temporary_id),
        (FolderState::Expired, Some(temporary_id))
    );
    let done = replace(app, &made.id).await.unwrap();
    assert_eq!(
        (done.step, done.folder.state),
        (FolderStep::Replace, FolderState::Filled)
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_is_left_keeps_no_program_from_starting_where_there_is_a_value() {
    let product = ProductFixture::start().await;
    let app = &product.app;
    const FAILS: &str = "INSERT INTO missing VALUES (1);\n";
    let mine = "DATABASE_URL=postgres://me@mine/db\n";
    let begun = async |name: &str| {
        let folder = project(&product, name, &[("seed.sql", FAILS)]);
        let made = add(app, &folder, seeded("seed.sql")).await;
        ensure(app, &made.id).await.unwrap_err();
        let view = folders::get(app, &made.id).await.unwrap();
        assert_eq!(view.state, FolderState::Unseeded);
        (folder, view)
    };
    let (foreign, _) = begun("foreign").await;
    std::fs::write(foreign.join(".env"), mine).unwrap();
    std::fs::remove_file(foreign.join("seed.sql")).unwrap();
    let (expired, view) = begun("expired").await;
    product.sandbox.advance(THREE_DAYS).await.unwrap();
    temporary::refresh(app, &view.temporary_id.unwrap())
        .await
        .unwrap();
    std::fs::write(expired.join("seed.sql"), SEED).unwrap();
    for (folder, expected) in [
        (&foreign, FolderState::Foreign),
        (&expired, FolderState::Expired),
    ] {
        let before = env(folder);
        let run = folders::run(app, folder.to_str().unwrap(), false, false)
            .await
            .unwrap();
        assert_eq!(run.step, FolderStep::Nothing, "{expected:?}");
        assert_eq!(run.folder.state, expected);
        assert_eq!(run.folder.problem, None, "{expected:?}");
        assert!(!run.variables.is_empty(), "{expected:?}");
        assert_eq!(env(folder), before);
    }
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_plinth_wrote_stays_its_own_when_another_env_file_is_chosen() {
    let product = ProductFixture::without_servers().await;
    let app = &product.app;
    let folder = project(&product, "shop", &[]);
    let made = add(app, &folder, unasked()).await;
    ensure(app, &made.id).await.unwrap();
    let former = value(&folder, "DATABASE_URL");
    let settings = FolderSettings {
        env_file: ".env.local".to_owned(),
        ..unasked()
    };
    let changed = folders::change(app, &made.id, settings).await.unwrap();
    assert_eq!(changed.state, FolderState::Filled);
    assert!(changed.set_in.unwrap().ends_with("/.env"));
    let done = ensure(app, &made.id).await.unwrap();
    assert_eq!(done.step, FolderStep::Nothing);
    replace(app, &made.id).await.unwrap();
    assert_eq!(value(&folder, "DATABASE_URL"), former);
    assert!(folder.join(".env.local").exists());
    assert_eq!(state(app, &made.id).await, FolderState::Filled);
    product.stop().await;
}
