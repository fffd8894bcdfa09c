//! The same done to many projects.

use app::view::{
    BulkItemState, BulkRequest, BulkState, BulkVerb, BulkView, ErrorCode, ProjectScope,
};
use app::{Error, bulk, jobs, undo};

use super::account_with_projects::{AccountWithProjects, id};
use super::core_fixture::code;
use super::fault::Fault;

fn request(fixture: &AccountWithProjects, verb: BulkVerb, numbers: &[usize]) -> BulkRequest {
    BulkRequest {
        account_id: fixture.account.id.clone(),
        verb,
        organization_id: None,
        project_id: None,
        expires_at: None,
        item_ids: numbers.iter().map(|number| id(*number)).collect(),
    }
}

async fn start(fixture: &AccountWithProjects, numbers: &[usize]) -> Result<BulkView, Error> {
    let request = request(fixture, BulkVerb::DeleteProjects, numbers);
    bulk::start(fixture.app(), request).await
}

async fn one(fixture: &AccountWithProjects) -> BulkView {
    let mut all = bulk::list(fixture.app()).await.unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Waits until the one there is stands like this and nothing of it is under way.
async fn until(fixture: &AccountWithProjects, state: BulkState) -> BulkView {
    let stands = async || {
        let bulk = one(fixture).await;
        let is_busy = bulk
            .items
            .iter()
            .any(|it| it.state == BulkItemState::Running);
        (bulk.state == state && !is_busy).then_some(bulk)
    };
    fixture.until(&format!("it is {state:?}"), stands).await
}

fn states(bulk: &BulkView) -> Vec<BulkItemState> {
    bulk.items.iter().map(|item| item.state).collect()
}

use BulkItemState::{Done, Failed, Skipped, Waiting};

#[tokio::test]
async fn a_plan_names_what_it_takes_and_sends_nothing() {
    let fixture = AccountWithProjects::of(30).await;
    fixture.read(ProjectScope::Own).await;
    let theirs = fixture.state().project("their-lake-00000001", "theirs");
    fixture
        .state()
        .shared
        .insert("their-lake-00000001".to_owned(), theirs);
    fixture.read(ProjectScope::Shared).await;
    let sent = fixture.request_count();
    let mut wanted = request(&fixture, BulkVerb::DeleteProjects, &[1, 2, 3]);
    wanted.item_ids.push("their-lake-00000001".to_owned());
    let plan = bulk::plan(fixture.app(), wanted).await.unwrap();
    assert_eq!((plan.requests, plan.seconds), (4, 2));
    assert_eq!(plan.items[0].name, "project 00001");
    assert_eq!(plan.items[3].state, Skipped);
    let refusal = plan.items[3].error.as_ref().unwrap();
    assert_eq!(refusal.message, "theirs belongs to someone else");
    assert!(plan.warnings.iter().any(|it| it.contains("7 days")));
    assert!(plan.warnings.iter().any(|it| it.starts_with("1 of 4")));
    assert_eq!(fixture.request_count(), sent);
}

#[tokio::test]
async fn nothing_twice_and_nothing_at_all_are_refused() {
    let fixture = AccountWithProjects::of(2).await;
    assert_eq!(code(start(&fixture, &[]).await), ErrorCode::Invalid);
    assert_eq!(code(start(&fixture, &[1, 1]).await), ErrorCode::Invalid);
    let mut elsewhere = request(&fixture, BulkVerb::DeleteProjects, &[1]);
    elsewhere.account_id = "nobody".to_owned();
    let refused = bulk::start(fixture.app(), elsewhere).await;
    assert_eq!(code(refused), ErrorCode::Invalid);
    assert_eq!(
        code(bulk::pause(fixture.app(), "none").await),
        ErrorCode::NotFound
    );
    assert_eq!(fixture.count("DELETE"), 0);
    assert_eq!(bulk::list(fixture.app()).await.unwrap(), []);
}

#[tokio::test]
async fn one_failure_stops_no_other_and_is_tried_again_on_resume() {
    let fixture = AccountWithProjects::of(30).await;
    fixture.read(ProjectScope::Own).await;
    fixture.state().faults.push_for(&id(7), Fault::Refused(422));
    fixture.state().faults.push_for(&id(9), Fault::LostReply);
    let all: Vec<usize> = (1..=30).collect();
    let begun = start(&fixture, &all).await.unwrap();
    assert_eq!(begun.state, BulkState::Running);
    let ended = until(&fixture, BulkState::Done).await;
    let failed: Vec<_> = ended.items.iter().filter(|it| it.state == Failed).collect();
    assert_eq!((failed.len(), failed[0].item_id.clone()), (1, id(7)));
    assert_eq!(failed[0].error.as_ref().unwrap().code, ErrorCode::Platform);
    assert_eq!(fixture.count("DELETE"), 30, "each once");
    assert_eq!(fixture.names(ProjectScope::Own).await, ["project 00007"]);
    assert_eq!(undo::list(fixture.app()).await.unwrap().len(), 29);
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, BulkState::Done).await;
    assert!(
        ended
            .items
            .iter()
            .all(|it| it.state == Done && it.error.is_none())
    );
    assert_eq!(fixture.count("DELETE"), 31);
    assert_eq!(
        code(bulk::resume(fixture.app(), &begun.id).await),
        ErrorCode::Invalid
    );
    // And all of them back.
    let back = request(&fixture, BulkVerb::RecoverProjects, &all);
    bulk::dismiss(fixture.app(), &begun.id).await.unwrap();
    bulk::start(fixture.app(), back).await.unwrap();
    until(&fixture, BulkState::Done).await;
    assert_eq!(fixture.state().projects.len(), 30);
    assert_eq!(undo::list(fixture.app()).await.unwrap(), []);
}

#[tokio::test]
async fn it_pauses_between_two_goes_on_and_stops() {
    let fixture = AccountWithProjects::of(5).await;
    fixture.open_gate(false);
    let begun = start(&fixture, &[1, 2, 3, 4, 5]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    let shown = jobs::list(fixture.app());
    assert_eq!(
        (shown[0].subject.as_str(), shown[0].cancellable),
        ("5 projects", true)
    );
    let paused = bulk::pause(fixture.app(), &begun.id).await.unwrap();
    assert_eq!((paused.state, paused.problem), (BulkState::Paused, None));
    assert_eq!(
        code(bulk::dismiss(fixture.app(), &begun.id).await),
        ErrorCode::Invalid
    );
    fixture.open_gate(true);
    let paused = until(&fixture, BulkState::Paused).await;
    assert_eq!(states(&paused), [Done, Waiting, Waiting, Waiting, Waiting]);
    assert_eq!(fixture.count("DELETE"), 1);
    let gone = async || jobs::list(fixture.app()).is_empty().then_some(());
    fixture.until("the strip shows nothing", gone).await;
    fixture.open_gate(false);
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 2).then_some(());
    fixture.until("the second is under way", under_way).await;
    bulk::stop(fixture.app(), &begun.id).await.unwrap();
    fixture.open_gate(true);
    let stopped = until(&fixture, BulkState::Stopped).await;
    assert_eq!(states(&stopped), [Done, Done, Skipped, Skipped, Skipped]);
    assert_eq!(fixture.count("DELETE"), 2);
    let refused = bulk::resume(fixture.app(), &begun.id).await;
    assert_eq!(code(refused), ErrorCode::Invalid);
    bulk::dismiss(fixture.app(), &begun.id).await.unwrap();
    assert_eq!(bulk::list(fixture.app()).await.unwrap(), []);
}

#[tokio::test]
async fn the_same_asked_for_twice_at_once_is_begun_once() {
    let fixture = AccountWithProjects::of(4).await;
    fixture.open_gate(false);
    let (one, other) = tokio::join!(start(&fixture, &[1, 2]), start(&fixture, &[2, 1]));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(one.id, other.id);
    let overlap = start(&fixture, &[2, 3]).await.unwrap_err();
    assert_eq!(overlap.code(), ErrorCode::Exists);
    assert_eq!(overlap.subject(), Some(one.id.as_str()));
    fixture.open_gate(true);
    until(&fixture, BulkState::Done).await;
    assert_eq!(fixture.count("DELETE"), 2);
}

#[tokio::test]
async fn a_refused_key_pauses_it_with_the_reason_and_nothing_is_lost() {
    let mut fixture = AccountWithProjects::of(4).await;
    fixture.open_gate(false);
    let begun = start(&fixture, &[1, 2, 3, 4]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    fixture.state().key = "napi_newer".to_owned();
    fixture.open_gate(true);
    let paused = until(&fixture, BulkState::Paused).await;
    assert_eq!(states(&paused), [Waiting; 4]);
    let problem = paused.problem.unwrap();
    assert_eq!(problem.code, ErrorCode::Unauthorized);
    assert_eq!(fixture.count("DELETE"), 1);
    fixture.key_is("napi_newer").await;
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, BulkState::Done).await;
    assert_eq!((states(&ended), ended.problem), (vec![Done; 4], None));
}

#[tokio::test]
async fn a_platform_that_stopped_pauses_it() {
    let fixture = AccountWithProjects::of(3).await;
    fixture.open_gate(false);
    start(&fixture, &[1, 2, 3]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    app::accounts::clear_local(fixture.app());
    fixture.open_gate(true);
    let paused = until(&fixture, BulkState::Paused).await;
    assert_eq!(states(&paused), [Done, Waiting, Waiting]);
    assert_eq!(paused.problem.unwrap().code, ErrorCode::SandboxStopped);
}

#[tokio::test]
async fn three_that_reach_nobody_one_after_the_other_pause_it() {
    let fixture = AccountWithProjects::of(6).await;
    fixture.leave();
    let begun = start(&fixture, &[1, 2, 3, 4, 5, 6]).await.unwrap();
    let paused = until(&fixture, BulkState::Paused).await;
    assert_eq!(states(&paused)[..4], [Failed, Failed, Waiting, Waiting]);
    assert_eq!(paused.problem.unwrap().code, ErrorCode::Offline);
    bulk::stop(fixture.app(), &begun.id).await.unwrap();
    let stopped = until(&fixture, BulkState::Stopped).await;
    assert_eq!(states(&stopped)[..3], [Failed, Failed, Skipped]);
}

#[tokio::test]
async fn what_was_not_done_when_the_app_quit_is_left_reported_and_resumed() {
    let mut fixture = AccountWithProjects::of(4).await;
    fixture.open_gate(false);
    let begun = start(&fixture, &[1, 2, 3, 4]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    let app = fixture.app().clone();
    let (_, ()) = tokio::join!(app.close(), async {
        tokio::task::yield_now().await;
        fixture.open_gate(true);
    });
    drop(app);
    fixture.restart().await;
    let left = until(&fixture, BulkState::Paused).await;
    assert_eq!(left.id, begun.id);
    assert_eq!(states(&left), [Done, Waiting, Waiting, Waiting]);
    assert_eq!(left.problem.as_ref().unwrap().code, ErrorCode::Cancelled);
    assert_eq!(fixture.count("DELETE"), 1, "it went on by itself");
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, BulkState::Done).await;
    assert_eq!(states(&ended), [Done; 4]);
}

#[tokio::test]
async fn a_crash_in_the_middle_counts_what_was_done_once() {
    let mut fixture = AccountWithProjects::of(3).await;
    fixture.open_gate(false);
    let begun = start(&fixture, &[1, 2, 3]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    // As the process would leave its folder if it ended now. What is on its way reaches the platform all the same.
    let crashed = fixture.folder_as_it_is();
    bulk::pause(fixture.app(), &begun.id).await.unwrap();
    fixture.open_gate(true);
    let deleted = async || (fixture.state().projects.len() == 2).then_some(());
    fixture.until("the first is done", deleted).await;
    fixture.start_in(crashed).await;
    // A reconciliation finds that it was done, without anybody resuming anything.
    let known = async || (states(&one(&fixture).await)[0] == Done).then_some(());
    fixture.until("the first is known to be done", known).await;
    let left = one(&fixture).await;
    assert_eq!((left.id, left.state), (begun.id.clone(), BulkState::Paused));
    assert_eq!(undo::list(fixture.app()).await.unwrap().len(), 1);
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, BulkState::Done).await;
    assert_eq!(states(&ended), [Done; 3]);
    assert_eq!(fixture.count("DELETE"), 3, "each once");
}

#[tokio::test]
async fn what_failed_stays_reported_when_a_paused_one_goes_on() {
    let fixture = AccountWithProjects::of(4).await;
    fixture.state().faults.push_for(&id(1), Fault::Refused(422));
    fixture.open_gate(false);
    let begun = start(&fixture, &[1, 2, 3, 4]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    bulk::pause(fixture.app(), &begun.id).await.unwrap();
    fixture.open_gate(true);
    let failed = async || (states(&one(&fixture).await)[0] == Failed).then_some(());
    fixture.until("the first is refused", failed).await;
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, BulkState::Done).await;
    assert_eq!(states(&ended), [Failed, Done, Done, Done]);
    assert_eq!(fixture.count("DELETE"), 4, "the refused one was sent again");
    // In the end nothing is left but that one, and it is tried again.
    bulk::resume(fixture.app(), &begun.id).await.unwrap();
    let ended = until(&fixture, BulkState::Done).await;
    assert_eq!(states(&ended), [Done; 4]);
}

#[tokio::test]
async fn what_a_crash_cut_off_after_a_stop_waits_for_nothing() {
    let mut fixture = AccountWithProjects::of(3).await;
    fixture.open_gate(false);
    let begun = start(&fixture, &[1, 2, 3]).await.unwrap();
    let under_way = async || (fixture.count("DELETE") == 1).then_some(());
    fixture.until("the first is under way", under_way).await;
    bulk::stop(fixture.app(), &begun.id).await.unwrap();
    let crashed = fixture.folder_as_it_is();
    fixture.start_in(crashed).await;
    let left = one(&fixture).await;
    assert_eq!(left.state, BulkState::Stopped);
    assert_eq!(states(&left), [Failed, Skipped, Skipped]);
    let error = left.items[0].error.clone().unwrap();
    assert_eq!(error.code, ErrorCode::Cancelled);
    assert!(error.hint.is_some());
    bulk::dismiss(fixture.app(), &begun.id).await.unwrap();
    assert_eq!(bulk::list(fixture.app()).await.unwrap(), []);
}
