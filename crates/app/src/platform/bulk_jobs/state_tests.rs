use chrono::DateTime;

use super::*;

fn bulk(states: &[BulkItemState]) -> Bulk {
    let item = |(number, state): (usize, &BulkItemState)| Item {
        item_id: number.to_string(),
        name: String::new(),
        state: *state,
        begun: *state == BulkItemState::Running,
        error: None,
    };
    Bulk {
        items: states.iter().enumerate().map(item).collect(),
        ..Bulk::new(
            "bulk".to_owned(),
            "account".to_owned(),
            BulkVerb::DeleteProjects,
            BulkState::Running,
            None,
            DateTime::UNIX_EPOCH,
        )
    }
}

#[test]
fn one_whose_driver_panics_waits_and_can_be_resumed() {
    use BulkItemState as S;
    let bulks = Bulks::default();
    bulks.add(bulk(&[S::Done, S::Running, S::Waiting])).unwrap();
    let guard = bulks.begin_run("bulk").unwrap();
    assert!(bulks.begin_run("bulk").is_none());
    let panicked = std::thread::spawn(move || {
        let _driver = guard;
        std::panic::resume_unwind(Box::new("as ordered"));
    });
    assert!(panicked.join().is_err());
    let left = bulks.view("bulk").unwrap();
    assert_eq!(left.state, BulkState::Paused);
    assert_eq!(left.problem.unwrap().code, ErrorCode::Internal);
    let states: Vec<_> = left.items.iter().map(|item| item.state).collect();
    assert_eq!(states, [S::Done, S::Waiting, S::Waiting]);
    let resume = |bulk: &mut Bulk| {
        assert!(bulk.items[1].begun);
        bulk.state = BulkState::Running;
        Ok(())
    };
    bulks.change("bulk", resume).unwrap();
    assert!(bulks.begin_run("bulk").is_some());
}

#[test]
fn one_that_was_released_is_left_to_whoever_runs_it_next() {
    let bulks = Bulks::default();
    bulks.add(bulk(&[BulkItemState::Waiting])).unwrap();
    let mut first = bulks.begin_run("bulk").unwrap();
    let free = |bulk: &mut Bulk| {
        bulk.is_running = false;
        Ok(())
    };
    bulks.change("bulk", free).unwrap();
    first.disarm();
    let _second = bulks.begin_run("bulk").unwrap();
    drop(first);
    assert_eq!(bulks.view("bulk").unwrap().state, BulkState::Running);
    assert!(bulks.begin_run("bulk").is_none());
}
