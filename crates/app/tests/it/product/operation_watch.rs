use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use app::{Checkpoint, Event, operations};

use super::stage::{Stage, told};

const PROJECT: &str = "misty-meadow-12345678";
const OTHER: &str = "quiet-river-87654321";

fn pairs(told: &[(String, String)]) -> BTreeSet<(&str, &str)> {
    told.iter()
        .map(|(id, status)| (id.as_str(), status.as_str()))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn every_end_is_told_once_with_how_it_ended() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let parts = stage.begin(
        PROJECT,
        &[
            &[(0, "running"), (12, "finished")],
            &[(0, "running"), (14, "cancelling"), (16, "cancelled")],
            &[(20, "skipped")],
            &[(0, "running"), (9, "error")],
            &[(0, "finished")],
        ],
    );
    stage.follow(PROJECT).await;
    let running = stage.tracked(&parts[0].id).await;
    assert_eq!(
        (running.operation.status_word.as_str(), running.ended_at),
        ("In progress", None)
    );
    stage.pass(60).await;
    let all = told(&mut events);
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
    let ended = stage.tracked(&parts[1].id).await;
    assert!(
        ended.operation.is_over && ended.ended_at.is_some(),
        "{ended:?}"
    );
    let asked = stage.count();
    stage.pass(60).await;
    assert_eq!(stage.count(), asked, "nothing is watched any more");
}

#[tokio::test(start_paused = true)]
async fn a_failed_one_is_told_once_and_its_later_end_too() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let retried: &[_] = &[
        (0, "running"),
        (7, "failed"),
        (100, "running"),
        (110, "failed"),
        (190, "finished"),
    ];
    let part = stage.begin(PROJECT, &[retried]).remove(0);
    stage.follow(PROJECT).await;
    stage.pass(30).await;
    assert_eq!(
        told(&mut events),
        vec![(part.id.clone(), "failed".to_owned())]
    );
    let asked = stage.count();
    stage.pass(60).await;
    assert!(
        stage.count() - asked <= 3,
        "a failed one is looked at slowly"
    );
    assert!(!stage.tracked(&part.id).await.operation.is_over);
    stage.pass(140).await;
    assert_eq!(
        told(&mut events),
        vec![(part.id.clone(), "finished".to_owned())]
    );

    let old = stage
        .begin(OTHER, &[&[(0, "failed"), (40, "finished")]])
        .remove(0);
    stage.follow(OTHER).await;
    stage.pass(80).await;
    let all = told(&mut events);
    assert_eq!(
        all,
        vec![(old.id, "finished".to_owned())],
        "that it had failed was known"
    );
}

#[tokio::test(start_paused = true)]
async fn one_under_500_newer_ones_is_found() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let part = stage
        .begin(PROJECT, &[&[(0, "running"), (60, "finished")]])
        .remove(0);
    stage.follow(PROJECT).await;
    let newer: &[_] = &[(0, "finished")];
    stage.begin(PROJECT, &vec![newer; 500]);
    stage.pass(6).await;
    let from = stage.count();
    stage.pass(30).await;
    let singly = stage.state().seen[from..]
        .iter()
        .filter(|(_, line)| line.contains("/operations/"))
        .count();
    assert_eq!(singly, 0, "it is in the list");
    let asked = stage.count() - from;
    assert!(
        asked <= 7,
        "one page is enough once it is known how far down it is, not {asked}"
    );
    stage.pass(40).await;
    assert_eq!(told(&mut events), vec![(part.id, "finished".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn one_too_far_down_is_fetched_singly() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let statuses: &[_] = &[(0, "running"), (30, "finished")];
    let parts = stage.begin(PROJECT, &vec![statuses; 25]);
    stage.follow(PROJECT).await;
    for part in &parts {
        stage.state().unlisted.insert(part.id.clone());
    }
    stage.pass(120).await;
    let all = told(&mut events);
    assert_eq!(all.len(), 25, "ten a look, each in its turn");
    assert_eq!(pairs(&all).len(), 25);
}

#[tokio::test(start_paused = true)]
async fn what_is_nowhere_any_more_ends_as_vanished() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let running: &[_] = &[(0, "running")];
    let here = stage.begin(PROJECT, &[running, running]);
    let there = stage.begin(OTHER, &[running, running]);
    stage.follow(PROJECT).await;
    stage.follow(OTHER).await;
    stage.remove(PROJECT, &here[0].id);
    stage.remove_project(OTHER);
    stage.pass(60).await;
    let all = told(&mut events);
    let expected = [&here[0], &there[0], &there[1]].map(|part| (part.id.as_str(), "vanished"));
    assert_eq!((all.len(), pairs(&all)), (3, BTreeSet::from(expected)));
    assert!(stage.tracked(&here[0].id).await.operation.is_over);
}

#[tokio::test(start_paused = true)]
async fn a_failed_look_is_no_failed_operation() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let part = stage
        .begin(PROJECT, &[&[(0, "running"), (90, "finished")]])
        .remove(0);
    stage.follow(PROJECT).await;
    stage.state().broken = 6;
    stage.pass(60).await;
    assert_eq!(told(&mut events), vec![]);
    assert_eq!(stage.tracked(&part.id).await.operation.status, "running");
    stage.pass(60).await;
    assert_eq!(told(&mut events), vec![(part.id, "finished".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn without_a_connection_it_slows_down_and_recovers() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let mut parts = Vec::new();
    for number in 0..20 {
        let project = format!("misty-meadow-{number:08}");
        parts.extend(stage.begin(&project, &[&[(0, "running"), (100, "finished")]]));
        stage.follow(&project).await;
    }
    stage.pass(10).await;
    stage.state().unreachable = true;
    stage.pass(20).await;
    let from = stage.count();
    stage.pass(600).await;
    let tries = stage.count() - from;
    assert!(
        (8..=60).contains(&tries),
        "one finds out for all, not {tries}"
    );
    assert_eq!(told(&mut events), vec![]);
    stage.state().unreachable = false;
    stage.pass(90).await;
    assert_eq!(told(&mut events).len(), parts.len());
}

#[tokio::test(start_paused = true)]
async fn a_refused_key_is_not_used_on_until_there_is_another() {
    let mut stage = Stage::new().await;
    let mut events = stage.app().events();
    let part = stage
        .begin(PROJECT, &[&[(0, "running"), (20, "finished")]])
        .remove(0);
    stage.follow(PROJECT).await;
    stage.state().forbidden = true;
    stage.pass(20).await;
    let asked = stage.count();
    stage.pass(600).await;
    assert_eq!(
        stage.count(),
        asked,
        "a key that was refused is not tried again"
    );
    stage.state().forbidden = false;
    stage.start_platform("napi_another").await;
    stage.pass(10).await;
    assert_eq!(told(&mut events), vec![(part.id, "finished".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn a_platform_that_asks_to_be_left_alone_is() {
    let stage = Stage::new().await;
    let mut events = stage.app().events();
    let part = stage
        .begin(PROJECT, &[&[(0, "running"), (20, "finished")]])
        .remove(0);
    stage.follow(PROJECT).await;
    stage.state().busy = 1;
    stage.pass(40).await;
    let seen: Vec<_> = stage.state().seen.iter().map(|(at, _)| *at).collect();
    assert!(seen[2] - seen[1] >= Duration::from_secs(5), "{seen:?}");
    assert_eq!(told(&mut events), vec![(part.id, "finished".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn a_stopped_platform_is_asked_again_when_it_runs() {
    let mut stage = Stage::new().await;
    let part = stage
        .begin(PROJECT, &[&[(0, "running"), (20, "finished")]])
        .remove(0);
    stage.follow(PROJECT).await;
    app::accounts::clear_local(stage.app()).await.unwrap();
    let asked = stage.count();
    stage.pass(300).await;
    assert!(stage.count() <= asked + 1);
    let mut events = stage.app().events();
    stage.start_platform("napi_secret").await;
    stage.pass(5).await;
    assert_eq!(told(&mut events), vec![(part.id, "finished".to_owned())]);
}

#[tokio::test(start_paused = true)]
async fn what_an_earlier_run_followed_is_listed_from_the_first_moment_on() {
    let mut stage = Stage::new().await;
    let part = stage.begin(PROJECT, &[&[(0, "running")]]).remove(0);
    stage.follow(PROJECT).await;
    let before = stage.tracked(&part.id).await;
    stage.reopen().await;
    let listed = operations::tracked(stage.app()).await.unwrap();
    let [after] = listed.as_slice() else {
        panic!("{listed:?}");
    };
    assert_eq!(
        (&after.operation, after.since, after.ended_at),
        (&before.operation, before.since, None)
    );
}

/// Three projects with operations that end one after the other, and an end of the process at the `passing`-th news.
async fn crash_and_go_on(checkpoint: Checkpoint, passing: usize) {
    let mut stage = Stage::new().await;
    let mut events = stage.app().events();
    let mut ids = BTreeSet::new();
    for number in 0..3 {
        let project = format!("misty-meadow-{number:08}");
        let parts = stage.begin(
            &project,
            &[
                &[(0, "running"), (8, "finished")],
                &[(0, "running"), (9, "failed"), (50, "finished")],
                &[(0, "running"), (21, "cancelled")],
            ],
        );
        ids.extend(parts.into_iter().map(|part| part.id));
        stage.follow(&project).await;
    }
    stage.trap.set(checkpoint, passing);
    let sprung = tokio::time::timeout(Duration::from_secs(120), stage.trap.sprung.notified()).await;
    assert!(
        sprung.is_ok(),
        "{checkpoint:?} was never passed {passing} times"
    );
    // What was written and not marked is in the file as the crash left it.
    let path = stage.folder.path().join("plinth.db");
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
    stage.open().await;
    let before = told(&mut events);
    let mut events = stage.app().events();
    stage.pass(150).await;
    let after = told(&mut events);
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
        // Nobody can know whether it was heard by a process that ended while it was told.
        let is_marked = !open.contains(&format!("{id}{word}"));
        assert!(
            times == 1 || !is_marked,
            "{id} {word} at {checkpoint:?} {passing}"
        );
        twice += times - 1;
    }
    assert_eq!(
        twice > 0,
        checkpoint == Checkpoint::OperationsTold,
        "told twice: {twice} at {checkpoint:?} {passing}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_crash_before_news_is_told_loses_none_and_tells_none_twice() {
    for passing in 1..=9 {
        crash_and_go_on(Checkpoint::OperationsWritten, passing).await;
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_while_news_is_told_only_that_is_told_again() {
    for passing in 1..=9 {
        crash_and_go_on(Checkpoint::OperationsTold, passing).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_change_is_told_with_what_changed() {
    let stage = Stage::new().await;
    let part = stage
        .begin(PROJECT, &[&[(3, "running"), (20, "finished")]])
        .remove(0);
    stage.follow(PROJECT).await;
    let mut events = stage.app().events();
    stage.pass(30).await;
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
                (stage.account.clone(), PROJECT)
            );
            assert_eq!(operation_ids, vec![part.id.clone()]);
            changes += 1;
        }
    }
    assert_eq!(changes, 3, "followed, running, finished");
    let all = operations::tracked(stage.app()).await.unwrap();
    assert_eq!(
        (all.len(), all[0].account_name.as_deref()),
        (1, Some("Sandbox"))
    );
}
