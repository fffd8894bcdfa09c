//! Every project of 10,000 in pages of 400: through the client, and by a bare loop that reads only the cursor.

use std::time::{Duration, Instant};

use api::resource::projects::ListProjects;
use api::{Budgets, Management, ManagementUrl, Options};
use futures::StreamExt as _;
use sandbox::{Config, Sandbox};
use serde::Deserialize;

use crate::median;
use crate::wire::Wire;

const PROJECTS: usize = 10_000;
const PAGE: u32 = 400;
/// Until the client's budget for the route is whole again.
const BUDGET_REFILL: Duration = Duration::from_secs(3);

#[derive(Deserialize)]
struct Page<'a> {
    #[serde(borrow)]
    projects: Vec<&'a serde_json::value::RawValue>,
    pagination: Option<Pagination<'a>>,
}

#[derive(Deserialize)]
struct Pagination<'a> {
    cursor: &'a str,
}

pub async fn measure(runs: usize) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut config = Config::new(folder.path());
    config.servers = false;
    config.seed_projects = PROJECTS;
    config.rate_limits = None;
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    let options = Options::default();
    let key = sandbox.key.clone().into();
    let budget = Budgets::new(options.environment.clone()).of(&key);
    let base = ManagementUrl::parse(&sandbox.base_url).expect("an address");
    let client = Management::new(base, key, budget, options).expect("a client");
    let (mut figures, mut floors) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        tokio::time::sleep(BUDGET_REFILL).await;
        let started = Instant::now();
        // On the runtime's own threads, as in the app: its main thread is woken more slowly.
        let through = tokio::spawn(through(client.clone()));
        assert_eq!(through.await.expect("the list is read"), PROJECTS);
        figures.push(started.elapsed().as_secs_f64() * 1000.0);
        let started = Instant::now();
        let bare = tokio::spawn(bare(sandbox.instant_url.clone(), sandbox.key.clone()));
        assert_eq!(bare.await.expect("the list is read"), PROJECTS);
        floors.push(started.elapsed().as_secs_f64() * 1000.0);
    }
    sandbox.stop().await;
    serde_json::json!({ "figure": median(figures), "floor": median(floors) })
}

async fn through(client: Management) -> usize {
    let list = ListProjects {
        page_size: Some(PAGE),
        ..ListProjects::default()
    };
    let pages = client.projects().pages(list);
    let counts = pages.map(|page| page.expect("a page comes").items.len());
    counts.fold(0, async |sum, count| sum + count).await
}

async fn bare(origin: String, key: String) -> usize {
    let mut wire = Wire::open(&origin, &key).await;
    let (mut count, mut cursor) = (0, String::new());
    loop {
        let body = wire
            .get(&format!("/api/v2/projects?limit={PAGE}{cursor}"))
            .await;
        let page: Page<'_> = serde_json::from_slice(&body).expect("a page is JSON");
        count += page.projects.len();
        match page.pagination {
            Some(next) if page.projects.len() == PAGE as usize => {
                cursor = format!("&cursor={}", next.cursor);
            }
            _ => return count,
        }
    }
}
