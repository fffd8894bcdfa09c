//! How clicks ended, for somebody who looked away.

use app::branches::CreateBranch;
use app::operations::{self, ClickEnd, ClickResult};
use app::{Event, branches};
use tokio::sync::broadcast::Receiver;

use super::operations_fixture::OperationsFixture;

const PROJECT: &str = "misty-meadow-12345678";

/// The results in all events so far.
async fn results(fixture: &OperationsFixture, events: &mut Receiver<Event>) -> Vec<ClickResult> {
    let mut all = Vec::new();
    while let Ok(event) = events.try_recv() {
        all.extend(operations::click_result(fixture.app(), &event).await);
    }
    all
}

fn ends(results: &[ClickResult]) -> Vec<(&str, &ClickEnd)> {
    results
        .iter()
        .map(|it| (it.operation_id.as_str(), &it.end))
        .collect()
}

/// Clicks, and gives the ids of the operations that this begins.
async fn click(
    fixture: &OperationsFixture,
    name: &str,
    begins: &[&[(u64, &'static str)]],
) -> Vec<String> {
    fixture.state().on_create = begins.iter().map(|it| it.to_vec()).collect();
    let create = CreateBranch {
        name: Some(name.to_owned()),
        ..CreateBranch::default()
    };
    let made = branches::create(fixture.app(), &fixture.account, PROJECT, create);
    let made = made.await.unwrap();
    made.operations.into_iter().map(|it| it.id).collect()
}

#[tokio::test(start_paused = true)]
async fn a_click_has_one_result_when_the_last_of_it_has_ended() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let ids = click(
        &fixture,
        "import",
        &[
            &[(0, "running"), (4, "finished")],
            &[(0, "running"), (30, "finished")],
        ],
    )
    .await;
    fixture.pass(20).await;
    assert_eq!(results(&fixture, &mut events).await, []);
    fixture.pass(40).await;
    let all = results(&fixture, &mut events).await;
    assert_eq!(ends(&all), [(ids[1].as_str(), &ClickEnd::Finished)]);
    assert_eq!(all[0].action, "Create branch");
    assert_eq!(all[0].target, format!("{PROJECT} / import"));
    assert_eq!(all[0].project_id, PROJECT);
    assert_eq!(all[0].account_id, fixture.account);
}

#[tokio::test(start_paused = true)]
async fn two_ends_that_are_seen_at_once_are_one_end() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let both: &[&[_]] = &[
        &[(0, "running"), (6, "finished")],
        &[(0, "running"), (6, "cancelled")],
    ];
    click(&fixture, "both", both).await;
    fixture.pass(40).await;
    let all = results(&fixture, &mut events).await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].end, ClickEnd::Other("Canceled".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_a_result_at_once_and_so_is_its_good_end() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let retried: &[&[_]] = &[&[
        (0, "running"),
        (5, "failed"),
        (60, "running"),
        (70, "finished"),
    ]];
    let ids = click(&fixture, "again", retried).await;
    fixture.pass(20).await;
    let all = results(&fixture, &mut events).await;
    assert_eq!(ends(&all), [(ids[0].as_str(), &ClickEnd::Failed)]);
    fixture.pass(120).await;
    let all = results(&fixture, &mut events).await;
    assert_eq!(ends(&all), [(ids[0].as_str(), &ClickEnd::Finished)]);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_clicked_has_no_result() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    fixture.begin(
        PROJECT,
        &[&[(0, "running"), (5, "failed"), (9, "finished")]],
    );
    fixture.follow(PROJECT).await;
    fixture.pass(60).await;
    assert_eq!(results(&fixture, &mut events).await, []);
}

#[tokio::test(start_paused = true)]
async fn an_end_in_another_run_is_a_result_in_this_one() {
    let mut fixture = OperationsFixture::new().await;
    let ids = click(
        &fixture,
        "over night",
        &[&[(0, "running"), (30, "finished")]],
    )
    .await;
    fixture.pass(4).await;
    fixture.open().await;
    let mut events = fixture.app().events();
    fixture.pass(60).await;
    let all = results(&fixture, &mut events).await;
    assert_eq!(ends(&all), [(ids[0].as_str(), &ClickEnd::Finished)]);
}
