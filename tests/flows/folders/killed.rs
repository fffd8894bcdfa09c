//! A core that is killed while it gives a folder its database.

use std::path::Path;
use std::sync::Arc;

use app::view::{FolderState, FolderStep, TemporaryState};
use app::{folders, temporary};
use plinth_tests::killed::STEPS_OF_ENSURE;
use plinth_tests::names_in;
use serde_json::json;
use testkit::until_that;
use vault::Vault;

use super::{SEED, add, env, fruit, project, replace, seeded};
use crate::crash::{self, FolderVault};
use crate::product::{ProductFixture, open};

#[tokio::test(flavor = "multi_thread")]
async fn a_core_killed_at_any_step_goes_on_with_the_same_database() {
    for (point, expected) in STEPS_OF_ENSURE {
        let expected: FolderState = serde_json::from_value(json!(expected)).unwrap();
        let is_sent = !matches!(*point, "FolderIntended" | "CreateIntended");
        let product = ProductFixture::start().await;
        let folder = project(
            &product,
            "shop",
            &[(".env", "MINE=1\n"), ("seed.sql", SEED)],
        );
        run_killed_child(&product, &folder, point);
        assert_eq!(
            product.sandbox.servers().len(),
            usize::from(is_sent),
            "{point}"
        );

        let vault: Arc<dyn Vault> = Arc::new(FolderVault(product.path().join("vault")));
        let app = open(&product.path().join("killed"), &vault, &product.sandbox).await;
        let look = async || folders::list(&app).await.unwrap().items[0].clone();
        let view = until_that(point, look, |it| it.state == expected).await;
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
        assert_eq!(names_in(&folder), [".env", "seed.sql"], "{point}");
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
