//! Several that give a folder its database at the same time.

use std::time::Duration;

use app::folders;
use app::view::{FolderEnsureOptions, FolderState, FolderStep};
use futures::future::join_all;

use super::{add, databases, ensure, env, project, state, unasked, value};
use crate::product::ProductFixture;

const LOCK: &str = ".env.plinth-vite-lock";

#[tokio::test(flavor = "multi_thread")]
async fn several_at_once_make_one_database() {
    let product = ProductFixture::without_servers().await;
    let app = &product.app;
    let folder = project(&product, "shop", &[]);
    let made = add(app, &folder, unasked()).await;
    let all = join_all((0..8).map(|_| ensure(app, &made.id))).await;
    let steps: Vec<_> = all.into_iter().map(|it| it.unwrap().step).collect();
    let created = steps.iter().filter(|it| **it == FolderStep::Create).count();
    let idle = steps
        .iter()
        .filter(|it| **it == FolderStep::Nothing)
        .count();
    assert_eq!((created, idle), (1, 7), "{steps:?}");
    assert_eq!(databases(app).await, 1);
    assert!(!folder.join(LOCK).exists());
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_plugin_holds_its_lock_nothing_is_made() {
    let product = ProductFixture::without_servers().await;
    let app = product.app.clone();
    let folder = project(&product, "shop", &[]);
    let made = add(&app, &folder, unasked()).await;
    // A process that runs: this one.
    let host = rustix::system::uname()
        .nodename()
        .to_str()
        .unwrap()
        .to_owned();
    let line = format!("{} {host} 0123456789ab\n", std::process::id());
    std::fs::write(folder.join(LOCK), &line).unwrap();
    let (of, id) = (app.clone(), made.id.clone());
    let waiting = tokio::spawn(async move {
        folders::ensure(&of, &id, None, FolderEnsureOptions::default()).await
    });
    let look = async || folders::get(&app, &made.id).await.unwrap();
    let view = testkit::until_that("the folder is busy", look, |it| it.busy).await;
    assert_eq!(view.state, FolderState::Absent);
    tokio::time::timeout(Duration::from_millis(300), async {
        while !waiting.is_finished() {
            tokio::task::yield_now().await;
        }
    })
    .await
    .expect_err("it did not wait for the lock");
    assert_eq!(databases(&app).await, 0);
    // The plugin was quicker.
    std::fs::write(
        folder.join(".env"),
        "DATABASE_URL=postgres://by@plugin/db\n",
    )
    .unwrap();
    std::fs::remove_file(folder.join(LOCK)).unwrap();
    assert_eq!(waiting.await.unwrap().unwrap().step, FolderStep::Nothing);
    assert_eq!(databases(&app).await, 0);
    assert_eq!(value(&folder, "DATABASE_URL"), "postgres://by@plugin/db");
    assert_eq!(state(&app, &made.id).await, FolderState::Foreign);

    // One that was left behind by a process that has ended keeps nobody.
    let other = project(&product, "other", &[]);
    let ended = std::process::Command::new("true").spawn().unwrap();
    let pid = ended.id();
    ended.wait_with_output().unwrap();
    std::fs::write(other.join(LOCK), format!("{pid} {host} 0123456789ab\n")).unwrap();
    let made = add(&app, &other, unasked()).await;
    assert_eq!(
        ensure(&app, &made.id).await.unwrap().step,
        FolderStep::Create
    );
    assert!(env(&other).contains("DATABASE_URL="));
    product.stop().await;
}
