//! A core that is killed while it gives a folder its database.

use std::path::Path;
use std::sync::Arc;

use app::view::{FolderState, FolderStep, TemporaryState};
use app::{folders, temporary};
use testkit::until_that;
use vault::Vault;

use super::{SEED, add, env, fruit, project, replace, seeded};
use crate::crash::{self, FolderVault};
use crate::product::{ProductFixture, open};

/// Where the core is killed, how many databases there are then, and how the folder stands at the next start.
const POINTS: &[(&str, usize, FolderState)] = &[
    ("FolderIntended", 0, FolderState::Absent),
    ("CreateIntended", 0, FolderState::Unclear),
    ("CreateAnswered", 1, FolderState::Unclear),
    ("CreateSecretsSaved", 1, FolderState::Unfinished),
    ("CreateDone", 1, FolderState::Unfinished),
    ("FolderCreated", 1, FolderState::Unfinished),
    ("FolderNoted", 1, FolderState::Unfinished),
    ("EnvMade", 1, FolderState::Unfinished),
    ("EnvFlushed", 1, FolderState::Unfinished),
    ("EnvRenamed", 1, FolderState::Unseeded),
    ("FolderWritten", 1, FolderState::Unseeded),
    ("FolderFilled", 1, FolderState::Unseeded),
    ("FolderSeeded", 1, FolderState::Unseeded),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_core_killed_at_any_step_goes_on_with_the_same_database() {
    for (point, made, expected) in POINTS {
        let product = ProductFixture::start().await;
        let folder = project(
            &product,
            "shop",
            &[(".env", "MINE=1\n"), ("seed.sql", SEED)],
        );
        run_killed_child(&product, &folder, point);
        assert_eq!(product.sandbox.servers().len(), *made, "{point}");

        let vault: Arc<dyn Vault> = Arc::new(FolderVault(product.path().join("vault")));
        let app = open(&product.path().join("killed"), &vault, &product.sandbox).await;
        let look = async || folders::list(&app).await.unwrap().items[0].clone();
        let view = until_that(point, look, |it| it.state == *expected).await;
        let done = match expected {
            FolderState::Unclear => {
                assert!(
                    super::ensure(&app, &view.id).await.is_err(),
                    "{point}: a second one unasked"
                );
                replace(&app, &view.id).await.unwrap()
            }
            _ => super::ensure(&app, &view.id).await.unwrap(),
        };
        let expected_step = match expected {
            FolderState::Unfinished => FolderStep::Write,
            FolderState::Unseeded => FolderStep::Seed,
            _ => FolderStep::Create,
        };
        assert_eq!(done.step, expected_step, "{point}");
        assert_eq!(done.folder.state, FolderState::Filled, "{point}");
        assert!(env(&folder).starts_with("MINE=1\n"), "{point}");
        assert_eq!(fruit(&product, &folder).await, ["apple"], "{point}");
        let rows = temporary::list(&app).await.unwrap().items;
        let alive = rows
            .iter()
            .filter(|it| it.state == TemporaryState::Unclaimed);
        assert_eq!(alive.count(), 1, "{point}");
        let mut names: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, [".env", "seed.sql"], "{point}");
        app.close().await;
        product.stop().await;
    }
}

fn run_killed_child(product: &ProductFixture, folder: &Path, point: &str) {
    let mut child = crash::child(product, "folders::killed::child_that_kills_itself", point);
    child
        .env("CRASH_DATA", product.path().join("killed"))
        .env("CRASH_SECRETS", product.path().join("vault"))
        .env("CRASH_FOLDER", folder);
    crash::run_killed(child, point);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of a_core_killed_at_any_step_goes_on_with_the_same_database"]
async fn child_that_kills_itself() {
    let app = crash::core_of_child().await;
    let folder = crash::variable("CRASH_FOLDER");
    let made = add(&app, Path::new(&folder), seeded("seed.sql")).await;
    drop(super::ensure(&app, &made.id).await);
    panic!("the checkpoint was not passed");
}
