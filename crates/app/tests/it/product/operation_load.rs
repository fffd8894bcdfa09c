use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::branches::CreateBranch;
use app::{Clock, Event, branches};

use super::operations_fixture::OperationsFixture;

/// When each end was published, and how often.
type Published = Arc<Mutex<BTreeMap<String, (Duration, usize)>>>;

fn listen(fixture: &OperationsFixture) -> Published {
    let (mut events, clock, published) =
        (fixture.app().events(), fixture.clock, Published::default());
    let ends = Arc::clone(&published);
    tokio::spawn(async move {
        while let Ok(event) = events.recv().await {
            if let Event::OperationEnded { operation_id, .. } = event {
                let mut ends = ends.lock().unwrap();
                ends.entry(operation_id).or_insert((clock.elapsed(), 0)).1 += 1;
            }
        }
    });
    published
}

/// Seconds that operations take, evenly between these, in an order that has nothing to do with them.
fn takes(number: u64, from: u64, to: u64) -> u64 {
    from + number.wrapping_mul(7_919) % (to - from)
}

struct Figures {
    busiest_minute: usize,
    share: usize,
    refused: usize,
    p50: Duration,
    p95: Duration,
    longest: Duration,
}

fn figures(fixture: &OperationsFixture, published: &Published) -> Figures {
    let published = published.lock().unwrap();
    let all = fixture.parts();
    assert_eq!(published.len(), all.len(), "not every end was published");
    assert!(
        published.values().all(|(_, times)| *times == 1),
        "an end was published twice"
    );
    let lags = all
        .iter()
        .map(|part| published[&part.id].0 - part.ends_at());
    let mut lags: Vec<_> = lags.collect();
    lags.sort();
    let at = |percent| lags[(lags.len() - 1) * percent / 100];
    let busiest_minute = fixture.busiest_minute();
    Figures {
        busiest_minute,
        share: busiest_minute * 100 / 700,
        refused: fixture.state().refused,
        p50: at(50),
        p95: at(95),
        longest: at(100),
    }
}

#[tokio::test(start_paused = true)]
async fn two_hundred_operations_in_twenty_projects() {
    let fixture = OperationsFixture::new().await;
    let published = listen(&fixture);
    for project in 0..20_u64 {
        let parts = (0..10).map(|part| {
            vec![
                (1, "running"),
                (takes(project * 10 + part, 3, 180), "finished"),
            ]
        });
        fixture.state().on_create = parts.collect();
        let id = format!("misty-meadow-{project:08}");
        let wanted = CreateBranch {
            name: Some("new".to_owned()),
            ..CreateBranch::default()
        };
        branches::create(fixture.app(), &fixture.account, &id, wanted)
            .await
            .unwrap();
    }
    fixture.pass(240).await;
    let figures = figures(&fixture, &published);
    println!(
        "200/20: {} in the busiest minute ({} %), {} refused, {} in all, lag p50 {:?} p95 {:?} max {:?}",
        figures.busiest_minute,
        figures.share,
        figures.refused,
        fixture.count(),
        figures.p50,
        figures.p95,
        figures.longest
    );
    assert!(figures.share <= 50, "{} % of the budget", figures.share);
    assert!(figures.p95 <= Duration::from_secs(6), "{:?}", figures.p95);
    assert_eq!(figures.refused, 0);
}

#[tokio::test(start_paused = true)]
async fn two_thousand_operations_in_two_hundred_projects() {
    let fixture = OperationsFixture::new().await;
    let published = listen(&fixture);
    let ids: Vec<_> = (0..200)
        .map(|number| format!("misty-meadow-{number:08}"))
        .collect();
    for (project, id) in (0..).zip(&ids) {
        let ends: Vec<_> = (0..10)
            .map(|part| {
                [
                    (1, "running"),
                    (takes(project * 10 + part, 60, 360), "finished"),
                ]
            })
            .collect();
        let parts: Vec<&[_]> = ends.iter().map(<[_; 2]>::as_slice).collect();
        fixture.begin(id, &parts);
    }
    for id in &ids {
        fixture.follow(id).await;
    }
    fixture.pass(420).await;
    let figures = figures(&fixture, &published);
    println!(
        "2000/200: {} in the busiest minute ({} %), {} refused, {} in all, lag p50 {:?} p95 {:?} max {:?}",
        figures.busiest_minute,
        figures.share,
        figures.refused,
        fixture.count(),
        figures.p50,
        figures.p95,
        figures.longest
    );
    assert!(figures.share <= 80, "{} % of the budget", figures.share);
    assert_eq!(figures.refused, 0);
    assert!(
        figures.longest <= Duration::from_secs(40),
        "{:?}",
        figures.longest
    );
}
