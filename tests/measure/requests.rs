//! How many requests the sandbox answers in a second: one project, asked for over eight connections that stay open.

use std::time::{Duration, Instant};

use sandbox::{Config, Sandbox};

use crate::median;
use crate::wire::Wire;

const CONNECTIONS: usize = 8;
const WINDOW: Duration = Duration::from_secs(2);

pub async fn measure(runs: usize) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut config = Config::new(folder.path());
    config.servers = false;
    config.seed_projects = 100;
    config.rate_limits = None;
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    let (origin, key) = (sandbox.instant_url.clone(), sandbox.key.clone());
    let list = Wire::open(&origin, &key)
        .await
        .get("/api/v2/projects?limit=1")
        .await;
    let list: serde_json::Value = serde_json::from_slice(&list).expect("a list is JSON");
    let id = list["projects"][0]["id"]
        .as_str()
        .expect("a project is there");
    let path = format!("/api/v2/projects/{id}");
    let mut figures = Vec::new();
    for _ in 0..runs {
        let workers = (0..CONNECTIONS).map(|_| work(&origin, &key, &path));
        let counts = futures::future::join_all(workers).await;
        let answered: u32 = counts.into_iter().sum();
        figures.push(f64::from(answered) / WINDOW.as_secs_f64());
    }
    sandbox.stop().await;
    serde_json::json!({ "figure": median(figures), "floor": null })
}

async fn work(origin: &str, key: &str, path: &str) -> u32 {
    let mut wire = Wire::open(origin, key).await;
    let end = Instant::now() + WINDOW;
    let mut answered = 0;
    while Instant::now() < end {
        wire.get(path).await;
        answered += 1;
    }
    answered
}
