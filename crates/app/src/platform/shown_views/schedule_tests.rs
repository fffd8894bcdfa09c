use std::time::Duration;

use super::schedule::{Limits, REQUESTS_PER_MINUTE, Schedule, ViewKey};
use crate::view::{ShownPart, ShownView};

const ACCOUNT: &str = "account";
const ROOM: Limits = Limits {
    room: 560,
    not_before: Duration::ZERO,
    outage_until: None,
};

fn view(project: u32, requests: u32, age_ms: Option<f64>) -> ShownView {
    ShownView {
        account_id: ACCOUNT.to_owned(),
        project_id: Some(format!("p{project}")),
        part: ShownPart::Branches,
        requests,
        age_ms,
    }
}

fn at(seconds: u64) -> Duration {
    Duration::from_secs(1000 + seconds)
}

/// The projects whose views are due.
fn due(schedule: &mut Schedule, limits: Limits, now: Duration) -> Vec<String> {
    let plan = schedule.take_due(ACCOUNT, limits, now);
    let project = |key: ViewKey| key.project_id.unwrap_or_default();
    plan.due.into_iter().map(project).collect()
}

/// When views become due until a time, with the number of each moment.
fn play(schedule: &mut Schedule, limits: Limits, until: Duration) -> Vec<(Duration, usize)> {
    let (mut now, mut reads) = (at(0), Vec::new());
    while now < until {
        let plan = schedule.take_due(ACCOUNT, limits, now);
        if !plan.due.is_empty() {
            reads.push((now, plan.due.len()));
        }
        now = plan.next_at.unwrap_or(until);
    }
    reads
}

fn shown(views: Vec<ShownView>) -> Schedule {
    let mut schedule = Schedule::default();
    schedule.show("w", views, false, at(0));
    schedule
}

#[test]
fn a_view_is_due_on_entry_when_its_data_is_older_than_a_second() {
    let views = vec![
        view(1, 1, Some(900.0)),
        view(2, 1, Some(1100.0)),
        view(3, 1, None),
    ];
    let mut schedule = shown(views.clone());
    assert_eq!(due(&mut schedule, ROOM, at(0)), ["p2"]);
    // The same views again, as when another one was added: no entry.
    schedule.show("w", views.clone(), false, at(1));
    assert_eq!(due(&mut schedule, ROOM, at(1)), Vec::<String>::new());
    schedule.show("w", views, true, at(2));
    assert_eq!(due(&mut schedule, ROOM, at(2)), ["p2"]);
}

#[test]
fn a_shown_view_is_due_by_age_and_never_more_often_than_the_interval() {
    let mut schedule = shown(vec![view(1, 1, Some(0.0))]);
    let reads = play(&mut schedule, ROOM, at(21));
    assert_eq!(reads, [(at(5), 1), (at(10), 1), (at(15), 1), (at(20), 1)]);
}

#[test]
fn two_hundred_projects_take_no_more_than_the_requests_of_a_minute() {
    let views = (0..200).map(|project| view(project, 1, Some(0.0)));
    let mut schedule = shown(views.collect());
    let reads = play(&mut schedule, ROOM, at(3600));
    let most = reads
        .iter()
        .map(|(from, _)| {
            let minute = *from..*from + Duration::from_secs(60);
            let within = reads.iter().filter(|(at, _)| minute.contains(at));
            within.map(|(_, count)| count).sum::<usize>()
        })
        .max();
    assert_eq!(most, Some(REQUESTS_PER_MINUTE as usize));
}

#[test]
fn the_oldest_view_is_read_first_and_a_read_of_many_requests_makes_the_others_wait() {
    let mut schedule = shown(vec![view(1, 4, Some(900.0)), view(2, 1, Some(500.0))]);
    assert_eq!(
        play(&mut schedule, ROOM, at(10)),
        [(at(5) - Duration::from_millis(900), 1)]
    );
    let later = at(5) + Duration::from_millis(11_100);
    assert_eq!(due(&mut schedule, ROOM, later), ["p2"]);
}

#[test]
fn many_entries_at_once_are_spread_over_the_next_seconds() {
    let views = (0..200).map(|project| view(project, 1, Some(5000.0)));
    let mut schedule = shown(views.collect());
    assert_eq!(due(&mut schedule, ROOM, at(0)).len(), 61);
    assert_eq!(due(&mut schedule, ROOM, at(1)).len(), 1);
}

#[test]
fn nothing_is_due_without_room_in_the_budget_or_during_a_pause() {
    let mut schedule = shown(vec![view(1, 3, Some(60_000.0))]);
    let limits = Limits { room: 2, ..ROOM };
    let plan = schedule.take_due(ACCOUNT, limits, at(0));
    assert_eq!((plan.due, plan.next_at), (vec![], Some(at(1))));
    let limits = Limits {
        not_before: at(40),
        ..ROOM
    };
    let plan = schedule.take_due(ACCOUNT, limits, at(1));
    assert_eq!((plan.due, plan.next_at), (vec![], Some(at(40))));
    assert_eq!(due(&mut schedule, limits, at(40)), ["p1"]);
}

#[test]
fn one_view_finds_out_whether_a_platform_answers_again() {
    let mut schedule = shown(vec![view(1, 1, Some(900.0)), view(2, 1, Some(800.0))]);
    let limits = Limits {
        outage_until: Some(at(7)),
        ..ROOM
    };
    assert_eq!(due(&mut schedule, limits, at(6)), Vec::<String>::new());
    assert_eq!(due(&mut schedule, limits, at(7)), ["p1"]);
    // The read of p1 may still be under way.
    let plan = schedule.take_due(ACCOUNT, limits, at(8));
    assert_eq!((plan.due, plan.next_at), (vec![], Some(at(12))));
    assert_eq!(due(&mut schedule, ROOM, at(12)), ["p2"]);
}

#[test]
fn a_view_is_read_on_entry_also_while_its_platform_cannot_be_reached() {
    let limits = Limits {
        outage_until: Some(at(60)),
        ..ROOM
    };
    let mut schedule = shown(vec![view(1, 1, Some(0.0)), view(2, 1, Some(8000.0))]);
    assert_eq!(due(&mut schedule, limits, at(1)), ["p2"]);
    assert_eq!(due(&mut schedule, limits, at(59)), Vec::<String>::new());
}

#[test]
fn a_reported_change_makes_the_views_of_its_project_due_at_once_and_age_nearly_none() {
    let list = ShownView {
        project_id: None,
        part: ShownPart::Projects,
        ..view(1, 1, Some(0.0))
    };
    let computes = ShownView {
        part: ShownPart::Computes,
        ..view(1, 1, Some(0.0))
    };
    let mut schedule = shown(vec![
        view(1, 1, Some(0.0)),
        computes,
        view(2, 1, Some(0.0)),
        list,
    ]);
    schedule.set_heard(ACCOUNT, true);
    assert_eq!(due(&mut schedule, ROOM, at(59)), Vec::<String>::new());
    schedule.changed(ACCOUNT, Some("p1"), None);
    schedule.changed(ACCOUNT, Some("p1"), None);
    assert_eq!(due(&mut schedule, ROOM, at(59)), ["", "p1", "p1"]);
    schedule.changed(ACCOUNT, Some("p1"), Some(&[ShownPart::Computes]));
    let plan = schedule.take_due(ACCOUNT, ROOM, at(59));
    assert_eq!((plan.due, plan.next_at), (vec![], Some(at(60))));
    assert_eq!(
        due(&mut schedule, ROOM, at(60)).len(),
        2,
        "a change, and a safety read"
    );
    schedule.set_heard(ACCOUNT, false);
    assert_eq!(due(&mut schedule, ROOM, at(64)).len(), 1, "by age again");
}

#[test]
fn a_view_in_two_windows_costs_twice_and_a_hidden_window_nothing() {
    let mut schedule = shown(vec![view(1, 1, Some(0.0))]);
    schedule.show("other", vec![view(1, 1, Some(0.0))], false, at(0));
    assert_eq!(due(&mut schedule, ROOM, at(5)), ["p1"]);
    let plan = schedule.take_due(ACCOUNT, ROOM, at(10));
    assert_eq!(
        plan.next_at,
        Some(at(11)),
        "two requests, three seconds each"
    );
    schedule.show("w", Vec::new(), false, at(10));
    schedule.hide("other");
    assert!(schedule.accounts().is_empty());
    assert_eq!(due(&mut schedule, ROOM, at(100)), Vec::<String>::new());
}
