//! The same done to many projects.

use app::view::{BulkItemState, BulkState, BulkVerb, BulkView, BulkWish, ErrorCode, ProjectScope};
use app::{Error, bulk, undo, work};

use super::estate::{Estate, Mishap, id};
use super::world::code;

fn wish(estate: &Estate, verb: BulkVerb, numbers: &[usize]) -> BulkWish {
    BulkWish {
        account_id: estate.account.id.clone(),
        verb,
        organization_id: None,
        item_ids: numbers.iter().map(|number| id(*number)).collect(),
    }
}

async fn start(estate: &Estate, numbers: &[usize]) -> Result<BulkView, Error> {
    let wish = wish(estate, BulkVerb::DeleteProjects, numbers);
    bulk::start(estate.app(), wish).await
}

async fn one(estate: &Estate) -> BulkView {
    let mut all = bulk::list(estate.app()).await.unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Waits until the one there is stands like this and nothing of it is under way.
async fn until(estate: &Estate, state: BulkState) -> BulkView {
    let stands = async || {
        let bulk = one(estate).await;
        let is_busy = bulk
            .items
            .iter()
            .any(|it| it.state == BulkItemState::Running);
        (bulk.state == state && !is_busy).then_some(bulk)
    };
    estate.until(&format!("it is {state:?}"), stands).await
}

fn states(bulk: &BulkView) -> Vec<BulkItemState> {
    bulk.items.iter().map(|item| item.state).collect()
}

use BulkItemState::{Done, Failed, Skipped, Waiting};

#[tokio::test]
async fn a_plan_names_what_it_takes_and_sends_nothing() {
    let estate = Estate::of(30).await;
    estate.read(ProjectScope::Own).await;
    let theirs = estate.state().project("their-lake-00000001", "theirs");
    estate
        .state()
        .shared
        .insert("their-lake-00000001".to_owned(), theirs);
    estate.read(ProjectScope::Shared).await;
    let sent = estate.asked();
    let mut wanted = wish(&estate, BulkVerb::DeleteProjects, &[1, 2, 3]);
    wanted.item_ids.push("their-lake-00000001".to_owned());
    let plan = bulk::plan(estate.app(), wanted).await.unwrap();
    assert_eq!((plan.requests, plan.seconds), (4, 2));
    assert_eq!(plan.items[0].name, "project 00001");
    assert_eq!(plan.items[3].state, Skipped);
    let refusal = plan.items[3].error.as_ref().unwrap();
    assert_eq!(refusal.message, "theirs belongs to somebody else");
    assert!(plan.warnings.iter().any(|it| it.contains("7 days")));
    assert!(plan.warnings.iter().any(|it| it.starts_with("1 of 4")));
    assert_eq!(estate.asked(), sent);
}

#[tokio::test]
async fn nothing_twice_and_nothing_at_all_are_refused() {
    let estate = Estate::of(2).await;
    assert_eq!(code(start(&estate, &[]).await), ErrorCode::Invalid);
    assert_eq!(code(start(&estate, &[1, 1]).await), ErrorCode::Invalid);
    let mut elsewhere = wish(&estate, BulkVerb::DeleteProjects, &[1]);
    elsewhere.account_id = "nobody".to_owned();
    let refused = bulk::start(estate.app(), elsewhere).await;
    assert_eq!(code(refused), ErrorCode::Invalid);
    assert_eq!(
        code(bulk::pause(estate.app(), "none").await),
        ErrorCode::NotFound
    );
    assert_eq!(estate.count("DELETE"), 0);
    assert_eq!(bulk::list(estate.app()).await.unwrap(), []);
}

#[tokio::test]
async fn one_failure_stops_no_other_and_is_tried_again_on_resume() {
    let estate = Estate::of(30).await;
    estate.read(ProjectScope::Own).await;
    estate.state().mishaps.insert(id(7), Mishap::Refused(422));
    estate.state().mishaps.insert(id(9), Mishap::LostReply);
    let all: Vec<usize> = (1..=30).collect();
    let begun = start(&estate, &all).await.unwrap();
    assert_eq!(begun.state, BulkState::Running);
    let ended = until(&estate, BulkState::Done).await;
    let failed: Vec<_> = ended.items.iter().filter(|it| it.state == Failed).collect();
    assert_eq!((failed.len(), failed[0].item_id.clone()), (1, id(7)));
    assert_eq!(failed[0].error.as_ref().unwrap().code, ErrorCode::Platform);
    assert_eq!(estate.count("DELETE"), 30, "each once");
    assert_eq!(estate.names(ProjectScope::Own).await, ["project 00007"]);
    assert_eq!(undo::list(estate.app()).await.unwrap().len(), 29);
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let ended = until(&estate, BulkState::Done).await;
    assert!(
        ended
            .items
            .iter()
            .all(|it| it.state == Done && it.error.is_none())
    );
    assert_eq!(estate.count("DELETE"), 31);
    assert_eq!(
        code(bulk::resume(estate.app(), &begun.id).await),
        ErrorCode::Invalid
    );
    // And all of them back.
    let back = wish(&estate, BulkVerb::RecoverProjects, &all);
    bulk::dismiss(estate.app(), &begun.id).await.unwrap();
    bulk::start(estate.app(), back).await.unwrap();
    until(&estate, BulkState::Done).await;
    assert_eq!(estate.state().projects.len(), 30);
    assert_eq!(undo::list(estate.app()).await.unwrap(), []);
}

#[tokio::test]
async fn it_pauses_between_two_goes_on_and_stops() {
    let estate = Estate::of(5).await;
    estate.open_gate(false);
    let begun = start(&estate, &[1, 2, 3, 4, 5]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    let shown = work::list(estate.app()).await.unwrap();
    assert_eq!(
        (shown[0].subject.as_str(), shown[0].cancellable),
        ("5 projects", true)
    );
    let paused = bulk::pause(estate.app(), &begun.id).await.unwrap();
    assert_eq!((paused.state, paused.problem), (BulkState::Paused, None));
    assert_eq!(
        code(bulk::dismiss(estate.app(), &begun.id).await),
        ErrorCode::Invalid
    );
    estate.open_gate(true);
    let paused = until(&estate, BulkState::Paused).await;
    assert_eq!(states(&paused), [Done, Waiting, Waiting, Waiting, Waiting]);
    assert_eq!(estate.count("DELETE"), 1);
    let gone = async || {
        work::list(estate.app())
            .await
            .unwrap()
            .is_empty()
            .then_some(())
    };
    estate.until("the strip shows nothing", gone).await;
    estate.open_gate(false);
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 2).then_some(());
    estate.until("the second is under way", under_way).await;
    bulk::stop(estate.app(), &begun.id).await.unwrap();
    estate.open_gate(true);
    let stopped = until(&estate, BulkState::Stopped).await;
    assert_eq!(states(&stopped), [Done, Done, Skipped, Skipped, Skipped]);
    assert_eq!(estate.count("DELETE"), 2);
    let refused = bulk::resume(estate.app(), &begun.id).await;
    assert_eq!(code(refused), ErrorCode::Invalid);
    bulk::dismiss(estate.app(), &begun.id).await.unwrap();
    assert_eq!(bulk::list(estate.app()).await.unwrap(), []);
}

#[tokio::test]
async fn the_same_asked_for_twice_at_once_is_begun_once() {
    let estate = Estate::of(4).await;
    estate.open_gate(false);
    let (one, other) = tokio::join!(start(&estate, &[1, 2]), start(&estate, &[2, 1]));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one.id, other.id);
    let overlap = start(&estate, &[2, 3]).await.unwrap_err();
    assert_eq!(overlap.code(), ErrorCode::Exists);
    assert_eq!(overlap.subject(), Some(one.id.as_str()));
    estate.open_gate(true);
    until(&estate, BulkState::Done).await;
    assert_eq!(estate.count("DELETE"), 2);
}

#[tokio::test]
async fn a_refused_key_pauses_it_with_the_reason_and_nothing_is_lost() {
    let mut estate = Estate::of(4).await;
    estate.open_gate(false);
    let begun = start(&estate, &[1, 2, 3, 4]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    estate.state().key = "napi_newer".to_owned();
    estate.open_gate(true);
    let paused = until(&estate, BulkState::Paused).await;
    assert_eq!(states(&paused), [Waiting; 4]);
    let problem = paused.problem.unwrap();
    assert_eq!(problem.code, ErrorCode::Unauthorized);
    assert_eq!(estate.count("DELETE"), 1);
    estate.key_is("napi_newer").await;
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let ended = until(&estate, BulkState::Done).await;
    assert_eq!((states(&ended), ended.problem), (vec![Done; 4], None));
}

#[tokio::test]
async fn a_platform_that_stopped_pauses_it() {
    let estate = Estate::of(3).await;
    estate.open_gate(false);
    start(&estate, &[1, 2, 3]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    app::accounts::clear_local(estate.app()).await.unwrap();
    estate.open_gate(true);
    let paused = until(&estate, BulkState::Paused).await;
    assert_eq!(states(&paused), [Done, Waiting, Waiting]);
    assert_eq!(paused.problem.unwrap().code, ErrorCode::SandboxStopped);
}

#[tokio::test]
async fn three_that_reach_nobody_one_after_the_other_pause_it() {
    let estate = Estate::of(6).await;
    estate.leave();
    let begun = start(&estate, &[1, 2, 3, 4, 5, 6]).await.unwrap();
    let paused = until(&estate, BulkState::Paused).await;
    assert_eq!(states(&paused)[..4], [Failed, Failed, Waiting, Waiting]);
    assert_eq!(paused.problem.unwrap().code, ErrorCode::Offline);
    bulk::stop(estate.app(), &begun.id).await.unwrap();
    let stopped = until(&estate, BulkState::Stopped).await;
    assert_eq!(states(&stopped)[..3], [Failed, Failed, Skipped]);
}

#[tokio::test]
async fn what_was_not_done_when_the_app_quit_is_left_told_and_resumed() {
    let mut estate = Estate::of(4).await;
    estate.open_gate(false);
    let begun = start(&estate, &[1, 2, 3, 4]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    let app = estate.app().clone();
    let (_, ()) = tokio::join!(app.close(), async {
        tokio::task::yield_now().await;
        estate.open_gate(true);
    });
    drop(app);
    estate.restart().await;
    let left = until(&estate, BulkState::Paused).await;
    assert_eq!(left.id, begun.id);
    assert_eq!(states(&left), [Done, Waiting, Waiting, Waiting]);
    assert_eq!(left.problem.as_ref().unwrap().code, ErrorCode::Cancelled);
    assert_eq!(estate.count("DELETE"), 1, "it went on by itself");
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let ended = until(&estate, BulkState::Done).await;
    assert_eq!(states(&ended), [Done; 4]);
}

#[tokio::test]
async fn a_crash_in_the_middle_counts_what_was_done_once() {
    let mut estate = Estate::of(3).await;
    estate.open_gate(false);
    let begun = start(&estate, &[1, 2, 3]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    // As the process would leave its folder if it ended now. What is on its way reaches the platform all the same.
    let crashed = estate.folder_as_it_is();
    bulk::pause(estate.app(), &begun.id).await.unwrap();
    estate.open_gate(true);
    let deleted = async || (estate.state().projects.len() == 2).then_some(());
    estate.until("the first is done", deleted).await;
    estate.start_in(crashed).await;
    // A look finds that it was done, without anybody resuming anything.
    let known = async || (states(&one(&estate).await)[0] == Done).then_some(());
    estate.until("the first is known to be done", known).await;
    let left = one(&estate).await;
    assert_eq!((left.id, left.state), (begun.id.clone(), BulkState::Paused));
    assert_eq!(undo::list(estate.app()).await.unwrap().len(), 1);
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let ended = until(&estate, BulkState::Done).await;
    assert_eq!(states(&ended), [Done; 3]);
    assert_eq!(estate.count("DELETE"), 3, "each once");
}

#[tokio::test]
async fn what_failed_stays_told_when_a_paused_one_goes_on() {
    let estate = Estate::of(4).await;
    estate.state().mishaps.insert(id(1), Mishap::Refused(422));
    estate.open_gate(false);
    let begun = start(&estate, &[1, 2, 3, 4]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    bulk::pause(estate.app(), &begun.id).await.unwrap();
    estate.open_gate(true);
    let failed = async || (states(&one(&estate).await)[0] == Failed).then_some(());
    estate.until("the first is refused", failed).await;
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let ended = until(&estate, BulkState::Done).await;
    assert_eq!(states(&ended), [Failed, Done, Done, Done]);
    assert_eq!(estate.count("DELETE"), 4, "the refused one was sent again");
    // In the end nothing is left but that one, and it is tried again.
    bulk::resume(estate.app(), &begun.id).await.unwrap();
    let ended = until(&estate, BulkState::Done).await;
    assert_eq!(states(&ended), [Done; 4]);
}

#[tokio::test]
async fn what_a_crash_cut_off_after_a_stop_waits_for_nothing() {
    let mut estate = Estate::of(3).await;
    estate.open_gate(false);
    let begun = start(&estate, &[1, 2, 3]).await.unwrap();
    let under_way = async || (estate.count("DELETE") == 1).then_some(());
    estate.until("the first is under way", under_way).await;
    bulk::stop(estate.app(), &begun.id).await.unwrap();
    let crashed = estate.folder_as_it_is();
    estate.start_in(crashed).await;
    let left = one(&estate).await;
    assert_eq!(left.state, BulkState::Stopped);
    assert_eq!(states(&left), [Failed, Skipped, Skipped]);
    let error = left.items[0].error.clone().unwrap();
    assert_eq!(error.code, ErrorCode::Cancelled);
    assert!(error.hint.is_some());
    bulk::dismiss(estate.app(), &begun.id).await.unwrap();
    assert_eq!(bulk::list(estate.app()).await.unwrap(), []);
}
