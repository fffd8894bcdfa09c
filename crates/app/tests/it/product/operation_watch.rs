use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use app::{Checkpoint, Event, operations};

use super::operations_fixture::{OperationsFixture, published};

const PROJECT: &str = "misty-meadow-12345678";
const OTHER: &str = "quiet-river-87654321";

fn pairs(published: &[(String, String)]) -> BTreeSet<(&str, &str)> {
    published
        .iter()
        .map(|(id, status)| (id.as_str(), status.as_str()))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn every_end_is_published_once_with_how_it_ended() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let parts = fixture.begin(
        PROJECT,
        &[
            &[(0, "running"), (12, "finished")],
            &[(0, "running"), (14, "cancelling"), (16, "cancelled")],
            &[(20, "skipped")],
            &[(0, "running"), (9, "error")],
            &[(0, "finished")],
        ],
    );
    fixture.follow(PROJECT).await;
    let running = fixture.tracked(&parts[0].id).await;
    assert_eq!(
        (running.operation.status_word.as_str(), running.ended_at),
        ("In progress", None)
    );
    fixture.pass(60).await;
    let all = published(&mut events);
    assert_eq!(
        all.len(),
        4,
        "what was over when it was followed is no news: {all:?}"
    );
    let expected = [
        (0, "finished"),
        (1, "cancelled"),
        (2, "skipped"),
        (3, "error"),
    ];
    let expected = expected.map(|(part, status): (usize, _)| (parts[part].id.as_str(), status));
    assert_eq!(pairs(&all), BTreeSet::from(expected));
    let ended = fixture.tracked(&parts[1].id).await;
    assert!(
        ended.operation.is_over && ended.ended_at.is_some(),
        "{ended:?}"
    );
    let sent = fixture.count();
    fixture.pass(60).await;
    assert_eq!(fixture.count(), sent, "nothing is watched any more");
}

#[tokio::test(start_paused = true)]
async fn a_failed_one_is_published_once_and_its_later_end_too() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let retried: &[_] = &[
        (0, "running"),
        (7, "failed"),
        (100, "running"),
        (110, "failed"),
        (190, "finished"),
    ];
    let part = fixture.begin(PROJECT, &[retried]).remove(0);
    fixture.follow(PROJECT).await;
    fixture.pass(30).await;
    assert_eq!(
        published(&mut events),
        vec![(part.id.clone(), "failed".to_owned())]
    );
    let sent = fixture.count();
    fixture.pass(60).await;
    assert!(
        fixture.count() - sent <= 3,
        "a failed one is looked at slowly"
    );
    assert!(!fixture.tracked(&part.id).await.operation.is_over);
    fixture.pass(140).await;
    assert_eq!(
        published(&mut events),
        vec![(part.id.clone(), "finished".to_owned())]
    );

    let old = fixture
        .begin(OTHER, &[&[(0, "failed"), (40, "finished")]])
        .remove(0);
    fixture.follow(OTHER).await;
    fixture.pass(80).await;
    let all = published(&mut events);
    assert_eq!(
        all,
        vec![(old.id, "finished".to_owned())],
        "that it had failed was known"
    );
}

#[tokio::test(start_paused = true)]
async fn one_under_500_newer_ones_is_found() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let part = fixture
        .begin(PROJECT, &[&[(0, "running"), (60, "finished")]])
        .remove(0);
    fixture.follow(PROJECT).await;
    let newer: &[_] = &[(0, "finished")];
    fixture.begin(PROJECT, &vec![newer; 500]);
    fixture.pass(6).await;
    let from = fixture.count();
    fixture.pass(30).await;
    let singly = fixture.state().seen[from..]
        .iter()
        .filter(|(_, line)| line.contains("/operations/"))
        .count();
    assert_eq!(singly, 0, "it is in the list");
    let sent = fixture.count() - from;
    assert!(
        sent <= 7,
        "one page is enough once it is known how far down it is, not {sent}"
    );
    fixture.pass(40).await;
    assert_eq!(
        published(&mut events),
        vec![(part.id, "finished".to_owned())]
    );
}

#[tokio::test(start_paused = true)]
async fn one_too_far_down_is_fetched_singly() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let statuses: &[_] = &[(0, "running"), (30, "finished")];
    let parts = fixture.begin(PROJECT, &vec![statuses; 25]);
    fixture.follow(PROJECT).await;
    for part in &parts {
        fixture.state().unlisted.insert(part.id.clone());
    }
    fixture.pass(120).await;
    let all = published(&mut events);
    assert_eq!(all.len(), 25, "ten a look, each in its turn");
    assert_eq!(pairs(&all).len(), 25);
}

#[tokio::test(start_paused = true)]
async fn what_is_nowhere_any_more_ends_as_vanished() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let running: &[_] = &[(0, "running")];
    let here = fixture.begin(PROJECT, &[running, running]);
    let there = fixture.begin(OTHER, &[running, running]);
    fixture.follow(PROJECT).await;
    fixture.follow(OTHER).await;
    fixture.remove(PROJECT, &here[0].id);
    fixture.remove_project(OTHER);
    fixture.pass(60).await;
    let all = published(&mut events);
    let expected = [&here[0], &there[0], &there[1]].map(|part| (part.id.as_str(), "vanished"));
    assert_eq!((all.len(), pairs(&all)), (3, BTreeSet::from(expected)));
    assert!(fixture.tracked(&here[0].id).await.operation.is_over);
}

#[tokio::test(start_paused = true)]
async fn a_failed_poll_is_no_failed_operation() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let part = fixture
        .begin(PROJECT, &[&[(0, "running"), (90, "finished")]])
        .remove(0);
    fixture.follow(PROJECT).await;
    fixture.state().broken = 6;
    fixture.pass(60).await;
    assert_eq!(published(&mut events), vec![]);
    assert_eq!(fixture.tracked(&part.id).await.operation.status, "running");
    fixture.pass(60).await;
    assert_eq!(
        published(&mut events),
        vec![(part.id, "finished".to_owned())]
    );
}

#[tokio::test(start_paused = true)]
async fn without_a_connection_it_slows_down_and_recovers() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let mut parts = Vec::new();
    for number in 0..20 {
        let project = format!("misty-meadow-{number:08}");
        parts.extend(fixture.begin(&project, &[&[(0, "running"), (100, "finished")]]));
        fixture.follow(&project).await;
    }
    fixture.pass(10).await;
    fixture.state().unreachable = true;
    fixture.pass(20).await;
    let from = fixture.count();
    fixture.pass(600).await;
    let tries = fixture.count() - from;
    assert!(
        (8..=60).contains(&tries),
        "one finds out for all, not {tries}"
    );
    assert_eq!(published(&mut events), vec![]);
    fixture.state().unreachable = false;
    fixture.pass(90).await;
    assert_eq!(published(&mut events).len(), parts.len());
}

#[tokio::test(start_paused = true)]
async fn a_refused_key_is_not_used_on_until_there_is_another() {
    let mut fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let part = fixture
        .begin(PROJECT, &[&[(0, "running"), (20, "finished")]])
        .remove(0);
    fixture.follow(PROJECT).await;
    fixture.state().forbidden = true;
    fixture.pass(20).await;
    let sent = fixture.count();
    fixture.pass(600).await;
    assert_eq!(
        fixture.count(),
        sent,
        "a key that was refused is not tried again"
    );
    fixture.state().forbidden = false;
    fixture.start_platform("napi_another").await;
    fixture.pass(10).await;
    assert_eq!(
        published(&mut events),
        vec![(part.id, "finished".to_owned())]
    );
}

#[tokio::test(start_paused = true)]
async fn a_platform_that_asks_to_be_left_alone_is() {
    let fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let part = fixture
        .begin(PROJECT, &[&[(0, "running"), (20, "finished")]])
        .remove(0);
    fixture.follow(PROJECT).await;
    fixture.state().busy = 1;
    fixture.pass(40).await;
    let seen: Vec<_> = fixture.state().seen.iter().map(|(at, _)| *at).collect();
    assert!(seen[2] - seen[1] >= Duration::from_secs(5), "{seen:?}");
    assert_eq!(
        published(&mut events),
        vec![(part.id, "finished".to_owned())]
    );
}

#[tokio::test(start_paused = true)]
async fn a_stopped_platform_is_asked_again_when_it_runs() {
    let mut fixture = OperationsFixture::new().await;
    let part = fixture
        .begin(PROJECT, &[&[(0, "running"), (20, "finished")]])
        .remove(0);
    fixture.follow(PROJECT).await;
    app::accounts::clear_local(fixture.app());
    let sent = fixture.count();
    fixture.pass(300).await;
    assert!(fixture.count() <= sent + 1);
    let mut events = fixture.app().events();
    fixture.start_platform("napi_secret").await;
    fixture.pass(5).await;
    assert_eq!(
        published(&mut events),
        vec![(part.id, "finished".to_owned())]
    );
}

#[tokio::test(start_paused = true)]
async fn what_an_earlier_run_followed_is_listed_from_the_first_moment_on() {
    let mut fixture = OperationsFixture::new().await;
    let part = fixture.begin(PROJECT, &[&[(0, "running")]]).remove(0);
    fixture.follow(PROJECT).await;
    let before = fixture.tracked(&part.id).await;
    fixture.reopen().await;
    let listed = operations::tracked(fixture.app()).await.unwrap();
    let [after] = listed.as_slice() else {
        panic!("{listed:?}");
    };
    assert_eq!(
        (&after.operation, after.since, after.ended_at),
        (&before.operation, before.since, None)
    );
}

/// Three projects with operations that end one after the other, and an end of the process at the `passing`-th change.
async fn crash_and_go_on(checkpoint: Checkpoint, passing: usize) {
    let mut fixture = OperationsFixture::new().await;
    let mut events = fixture.app().events();
    let mut ids = BTreeSet::new();
    for number in 0..3 {
        let project = format!("misty-meadow-{number:08}");
        let parts = fixture.begin(
            &project,
            &[
                &[(0, "running"), (8, "finished")],
                &[(0, "running"), (9, "failed"), (50, "finished")],
                &[(0, "running"), (21, "cancelled")],
            ],
        );
        ids.extend(parts.into_iter().map(|part| part.id));
        fixture.follow(&project).await;
    }
    fixture.crash.set(checkpoint, passing);
    let sprung =
        tokio::time::timeout(Duration::from_secs(120), fixture.crash.sprung.notified()).await;
    assert!(
        sprung.is_ok(),
        "{checkpoint:?} was never passed {passing} times"
    );
    // What was written and not marked is in the file as the crash left it.
    let path = fixture.folder.path().join("plinth.db");
    let open: BTreeSet<String> = {
        let store = rusqlite::Connection::open(path).unwrap();
        let mut rows = store
            .prepare("SELECT id || telling FROM operation WHERE telling IS NOT NULL")
            .unwrap();
        rows.query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    assert!(!open.is_empty() || checkpoint == Checkpoint::OperationsWritten);
    fixture.open().await;
    let before = published(&mut events);
    let mut events = fixture.app().events();
    fixture.pass(150).await;
    let after = published(&mut events);
    let mut times = BTreeMap::<_, usize>::new();
    for (id, status) in before.iter().chain(&after) {
        let is_end = status != "failed";
        *times.entry((id.clone(), is_end)).or_default() += 1;
    }
    assert_eq!(
        times.keys().filter(|(_, is_end)| *is_end).count(),
        ids.len(),
        "an end was lost"
    );
    let mut twice = 0;
    for ((id, is_end), times) in times {
        let word = if is_end { "ended" } else { "failed" };
        // Nobody can know whether it was received by a process that ended while it was published.
        let is_marked = !open.contains(&format!("{id}{word}"));
        assert!(
            times == 1 || !is_marked,
            "{id} {word} at {checkpoint:?} {passing}"
        );
        twice += times - 1;
    }
    assert_eq!(
        twice > 0,
        checkpoint == Checkpoint::OperationsPublished,
        "told twice: {twice} at {checkpoint:?} {passing}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_crash_before_publishing_loses_none_and_publishes_none_twice() {
    for passing in 1..=9 {
        crash_and_go_on(Checkpoint::OperationsWritten, passing).await;
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_while_publishing_only_that_is_published_again() {
    for passing in 1..=9 {
        crash_and_go_on(Checkpoint::OperationsPublished, passing).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_is_published_with_what_changed() {
    let fixture = OperationsFixture::new().await;
    let part = fixture
        .begin(PROJECT, &[&[(3, "running"), (20, "finished")]])
        .remove(0);
    fixture.follow(PROJECT).await;
    let mut events = fixture.app().events();
    fixture.pass(30).await;
    let mut changes = 0;
    while let Ok(event) = events.try_recv() {
        if let Event::OperationChanged {
            account_id,
            project_id,
            operation_ids,
        } = event
        {
            assert_eq!(
                (account_id, project_id.as_str()),
                (fixture.account.clone(), PROJECT)
            );
            assert_eq!(operation_ids, vec![part.id.clone()]);
            changes += 1;
        }
    }
    assert_eq!(changes, 3, "followed, running, finished");
    let all = operations::tracked(fixture.app()).await.unwrap();
    assert_eq!(
        (all.len(), all[0].account_name.as_deref()),
        (1, Some("Sandbox"))
    );
}
