//! What somebody is told who clicked and looked away.

use app::branches::CreateBranch;
use app::operations::{self, ClickEnd, ClickNews};
use app::{Event, branches};
use tokio::sync::broadcast::Receiver;

use super::stage::Stage;

const PROJECT: &str = "misty-meadow-12345678";

/// What there is to tell of everything that was told so far.
async fn news(stage: &Stage, events: &mut Receiver<Event>) -> Vec<ClickNews> {
    let mut all = Vec::new();
    while let Ok(event) = events.try_recv() {
        all.extend(operations::news(stage.app(), &event).await);
    }
    all
}

fn ends(news: &[ClickNews]) -> Vec<(&str, &ClickEnd)> {
    news.iter()
        .map(|news| (news.operation_id.as_str(), &news.end))
        .collect()
}

/// Clicks, and gives the ids of the operations that this begins.
async fn click(stage: &Stage, name: &str, begins: &[&[(u64, &'static str)]]) -> Vec<String> {
    stage.state().on_create = begins.iter().map(|it| it.to_vec()).collect();
    let create = CreateBranch {
        name: Some(name.to_owned()),
        ..CreateBranch::default()
    };
    let made = branches::create(stage.app(), &stage.account, PROJECT, create);
    let made = made.await.unwrap();
    made.operations.into_iter().map(|it| it.id).collect()
}

#[tokio::test(start_paused = true)]
async fn a_click_is_told_of_once_when_the_last_of_it_has_ended() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let ids = click(
        &stage,
        "import",
        &[
            &[(0, "running"), (4, "finished")],
            &[(0, "running"), (30, "finished")],
        ],
    )
    .await;
    stage.pass(20).await;
    assert_eq!(news(&stage, &mut events).await, []);
    stage.pass(40).await;
    let all = news(&stage, &mut events).await;
    assert_eq!(ends(&all), [(ids[1].as_str(), &ClickEnd::Finished)]);
    assert_eq!(all[0].action, "Create branch");
    assert_eq!(all[0].target, format!("{PROJECT} / import"));
    assert_eq!(all[0].project_id, PROJECT);
    assert_eq!(all[0].account_id, stage.account);
}

#[tokio::test(start_paused = true)]
async fn two_ends_that_are_seen_at_once_are_one_end() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let both: &[&[_]] = &[
        &[(0, "running"), (6, "finished")],
        &[(0, "running"), (6, "cancelled")],
    ];
    click(&stage, "both", both).await;
    stage.pass(40).await;
    let all = news(&stage, &mut events).await;
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].end, ClickEnd::Other("Cancelled".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_told_at_once_and_so_is_its_good_end() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let retried: &[&[_]] = &[&[
        (0, "running"),
        (5, "failed"),
        (60, "running"),
        (70, "finished"),
    ]];
    let ids = click(&stage, "again", retried).await;
    stage.pass(20).await;
    let all = news(&stage, &mut events).await;
    assert_eq!(ends(&all), [(ids[0].as_str(), &ClickEnd::Failed)]);
    stage.pass(120).await;
    let all = news(&stage, &mut events).await;
    assert_eq!(ends(&all), [(ids[0].as_str(), &ClickEnd::Finished)]);
}

#[tokio::test(start_paused = true)]
async fn what_nobody_clicked_is_not_told() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    stage.begin(
        PROJECT,
        &[&[(0, "running"), (5, "failed"), (9, "finished")]],
    );
    stage.follow(PROJECT).await;
    stage.pass(60).await;
    assert_eq!(news(&stage, &mut events).await, []);
}

#[tokio::test(start_paused = true)]
async fn an_end_in_another_run_is_told_in_this_one() {
    let mut stage = Stage::new().await;
    let ids = click(&stage, "over night", &[&[(0, "running"), (30, "finished")]]).await;
    stage.pass(4).await;
    stage.open().await;
    let mut events = stage.app().events();
    stage.pass(60).await;
    let all = news(&stage, &mut events).await;
    assert_eq!(ends(&all), [(ids[0].as_str(), &ClickEnd::Finished)]);
}
