//! How long a change by a second client takes until a window that shows it has read it again, and how many requests a minute
//! that takes while nothing changes: on a platform that reports its changes, and on one that is read by age.

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::accounts::{self, ConnectAccount, LocalNames};
use app::shown_views::show;
use app::view::{AccountColour, EventView, PlatformKind, ProjectScope, ShownPart, ShownView};
use app::{App, LocalPlatform, projects};
use sandbox::{Config, Running, Sandbox};
use serde_json::{Value, json};
use testkit::http;
use tokio::sync::broadcast::Receiver;
use vault::{Memory, Vault};

use crate::median;

const PROJECTS: usize = 20;
const MINUTE: Duration = Duration::from_secs(60);

/// A core with a window that shows the list of projects.
struct Watching {
    app: App,
    account: String,
    events: Receiver<EventView>,
}

pub async fn measure(runs: usize) -> Value {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut config = Config::new(folder.path().join("sandbox"));
    config.servers = false;
    config.seed_projects = PROJECTS;
    config.rate_limits = None;
    let sandbox = Sandbox::start(config).await.expect("the sandbox starts");
    let open = async |name: &str| {
        let vault: Arc<dyn Vault> = Arc::new(Memory::default());
        let config = app::Config::new(folder.path().join(name), vault);
        App::open(config).await.expect("the core opens")
    };
    let here = open("here").await;
    let account = accounts::set_local(&here, local(&sandbox)).await;
    let mut here = Watching::of(here, account.expect("an account").id);
    let pushed = here.seen_after(&sandbox, runs).await;
    here.app.close().await;
    let there = open("there").await;
    let account = accounts::connect(&there, remote(&sandbox)).await;
    let mut there = Watching::of(there, account.expect("an account").id);
    let by_age = there.seen_after(&sandbox, runs).await;
    let requests = there.requests_of_a_minute(&sandbox).await;
    there.app.close().await;
    sandbox.stop().await;
    json!({ "pushed": pushed, "byAge": by_age, "requests": requests })
}

impl Watching {
    fn of(app: App, account: String) -> Self {
        let view = ShownView {
            account_id: account.clone(),
            project_id: None,
            part: ShownPart::Projects,
            requests: 1,
            age_ms: Some(0.0),
        };
        let (events, shown) = (app.events(), app.clone());
        tokio::spawn(async move { show(&shown, "bench".to_owned(), 1, vec![view], false).await });
        Self {
            app,
            account,
            events,
        }
    }

    /// Milliseconds, the middle of all runs.
    async fn seen_after(&mut self, sandbox: &Running, runs: usize) -> f64 {
        self.names().await;
        let mut figures = Vec::new();
        for run in 0..runs {
            let name = format!("Renamed {run}");
            rename(sandbox, &name).await;
            let started = Instant::now();
            while !self.names().await.contains(&name) {}
            figures.push(started.elapsed().as_secs_f64() * 1000.0);
        }
        median(figures)
    }

    /// Requests in a minute in which nothing changes.
    async fn requests_of_a_minute(&mut self, sandbox: &Running) -> usize {
        let before = sandbox.requests().len();
        let reading = async {
            loop {
                self.names().await;
            }
        };
        drop(tokio::time::timeout(MINUTE, reading).await);
        sandbox.requests().len() - before
    }

    /// The names in the list, read once it is due.
    async fn names(&mut self) -> Vec<String> {
        while !matches!(self.events.recv().await, Ok(EventView::ViewDue { .. })) {}
        let page = projects::page(&self.app, &self.account, ProjectScope::Own, None, None).await;
        let items = page.expect("the list is read").items;
        items.into_iter().map(|project| project.name).collect()
    }
}

/// Gives the first project another name, as a second client does.
async fn rename(sandbox: &Running, name: &str) {
    let key = format!("Bearer {}", sandbox.key);
    let headers = [
        ("authorization", key.as_str()),
        ("content-type", "application/json"),
    ];
    let origin = &sandbox.instant_url;
    let list = http::send(origin, "GET", "/api/v2/projects?limit=1", &headers, "").await;
    let id = list.json()["projects"][0]["id"].clone();
    let path = format!("/api/v2/projects/{}", id.as_str().expect("a project"));
    let body = json!({ "project": { "name": name } }).to_string();
    let renamed = http::send(origin, "PATCH", &path, &headers, body).await;
    assert_eq!(renamed.status, 200, "{}", renamed.body);
}

fn local(sandbox: &Running) -> LocalPlatform {
    LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: sandbox.base_url.clone(),
        instant_url: sandbox.instant_url.clone(),
        key: sandbox.key.clone().into(),
        admin_key: Some(sandbox.admin_key.clone().into()),
        ca_file: None,
        postgres: "no servers".to_owned(),
        names: LocalNames::default(),
    }
}

fn remote(sandbox: &Running) -> ConnectAccount {
    ConnectAccount {
        name: "Elsewhere".to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(sandbox.base_url.clone()),
        instant_url: None,
        ca_file: None,
        key: sandbox.key.clone().into(),
        colour: Some(AccountColour::Amber),
        is_production: false,
        is_read_only: false,
    }
}
