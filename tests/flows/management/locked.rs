//! A project that was read while an operation ran on it is read again at the end, and its row in the list with it.

use std::collections::BTreeSet;

use app::branches::CreateBranch;
use app::view::{ProjectScope, ProjectView};
use app::{Event, branches, projects};
use testkit::until_that;

use super::fixture::{ManagementFixture, usual_compute};
use crate::product::PATIENCE;

async fn row(fixture: &ManagementFixture, project: &str) -> ProjectView {
    let kept = projects::cached(fixture.app(), &fixture.account, ProjectScope::Own, None);
    let kept = kept.await.unwrap().unwrap().projects();
    let mut kept = kept.into_iter();
    kept.find(|it| it.id == project).unwrap()
}

async fn until_locked_is(fixture: &ManagementFixture, project: &str, locked: bool) {
    let look = async || row(fixture, project).await.is_locked;
    until_that("the row is locked", look, |is| *is == Some(locked)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_an_operation_leads_to_the_row_of_its_project() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Busy").await.id;
    let whole = projects::page(app, account, ProjectScope::Own, None, None).await;
    assert_eq!(whole.unwrap().next, None);
    until_locked_is(&fixture, &project, false).await;

    let mut events = app.events();
    let create = CreateBranch {
        name: Some("child".to_owned()),
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let made = branches::create(app, account, &project, create)
        .await
        .unwrap();
    let mut left: BTreeSet<_> = made.operations.iter().map(|it| it.id.clone()).collect();
    assert!(!left.is_empty());
    // Somebody looks at it meanwhile: from here on the row says what is soon not true any more.
    let seen = projects::get(app, account, &project).await.unwrap();
    assert_eq!(seen.is_locked, Some(true));
    until_locked_is(&fixture, &project, true).await;

    let reported = tokio::time::timeout(PATIENCE, async {
        loop {
            match events.recv().await.unwrap() {
                Event::OperationEnded { operation_id, .. } => {
                    left.remove(&operation_id);
                }
                Event::ProjectChanged { project_id, .. }
                    if left.is_empty() && project_id == project =>
                {
                    return;
                }
                _ => {}
            }
        }
    });
    reported
        .await
        .expect("nobody was told that the project is another thing");
    // What a window does that shows it.
    let seen = projects::get(app, account, &project).await.unwrap();
    assert_eq!(seen.is_locked, Some(false));
    until_locked_is(&fixture, &project, false).await;
    fixture.stop().await;
}
