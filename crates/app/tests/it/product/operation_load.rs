use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::branches::CreateBranch;
use app::{Clock, Event, branches};

use super::stage::Stage;

/// When each end was told, and how often.
type Told = Arc<Mutex<BTreeMap<String, (Duration, usize)>>>;

fn listen(stage: &Stage) -> Told {
    let (mut events, clock, told) = (stage.app().events(), stage.clock, Told::default());
    let heard = Arc::clone(&told);
    tokio::spawn(async move {
        while let Ok(event) = events.recv().await {
            if let Event::OperationEnded { operation_id, .. } = event {
                let mut heard = heard.lock().unwrap();
                heard.entry(operation_id).or_insert((clock.elapsed(), 0)).1 += 1;
            }
        }
    });
    told
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

fn figures(stage: &Stage, told: &Told) -> Figures {
    let told = told.lock().unwrap();
    let all = stage.parts();
    assert_eq!(told.len(), all.len(), "not every end was told");
    assert!(
        told.values().all(|(_, times)| *times == 1),
        "an end was told twice"
    );
    let lags = all.iter().map(|part| told[&part.id].0 - part.ends_at());
    let mut lags: Vec<_> = lags.collect();
    lags.sort();
    let at = |percent| lags[(lags.len() - 1) * percent / 100];
    let busiest_minute = stage.busiest_minute();
    Figures {
        busiest_minute,
        share: busiest_minute * 100 / 700,
        refused: stage.state().refused,
        p50: at(50),
        p95: at(95),
        longest: at(100),
    }
}

#[tokio::test(start_paused = true)]
async fn two_hundred_operations_in_twenty_projects() {
    let stage = Stage::new().await;
    let told = listen(&stage);
    for project in 0..20_u64 {
        let parts = (0..10).map(|part| {
            vec![
                (1, "running"),
                (takes(project * 10 + part, 3, 180), "finished"),
            ]
        });
        stage.state().on_create = parts.collect();
        let id = format!("misty-meadow-{project:08}");
        let wanted = CreateBranch {
            name: Some("new".to_owned()),
            ..CreateBranch::default()
        };
        branches::create(stage.app(), &stage.account, &id, wanted)
            .await
            .unwrap();
    }
    stage.pass(240).await;
    let figures = figures(&stage, &told);
    println!(
        "200/20: {} in the busiest minute ({} %), {} refused, {} in all, lag p50 {:?} p95 {:?} max {:?}",
        figures.busiest_minute,
        figures.share,
        figures.refused,
        stage.count(),
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
    let stage = Stage::new().await;
    let told = listen(&stage);
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
        stage.begin(id, &parts);
    }
    for id in &ids {
        stage.follow(id).await;
    }
    stage.pass(420).await;
    let figures = figures(&stage, &told);
    println!(
        "2000/200: {} in the busiest minute ({} %), {} refused, {} in all, lag p50 {:?} p95 {:?} max {:?}",
        figures.busiest_minute,
        figures.share,
        figures.refused,
        stage.count(),
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
