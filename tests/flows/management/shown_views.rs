//! When a window is told to read a view again, while a second client changes things on the platform.

use std::sync::Arc;

use app::accounts::{self, ConnectAccount};
use app::shown_views::show;
use app::view::{AccountColour, EventView, PlatformKind, ShownPart, ShownView};
use app::{App, Config};
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use vault::{Memory, Vault};

use super::background_reads::sped_up;
use super::fixture::{ManagementFixture, Project};
use crate::product::{PATIENCE, ProductFixture};

/// A window of its own process would have another name.
const WINDOW: &str = "window";

/// A window, as far as the core knows of it: the call that it holds, and the events that it hears.
struct Window {
    events: Receiver<EventView>,
    held: JoinHandle<()>,
}

impl Window {
    fn open(app: &App, name: &str, views: Vec<ShownView>) -> Self {
        let events = app.events();
        let held = shows(app, name, views);
        Self { events, held }
    }

    /// Waits until this view is due.
    async fn due(&mut self, part: ShownPart) {
        let heard = async {
            while !matches!(self.next().await, EventView::ViewDue { part: due, .. } if due == part)
            {
            }
        };
        let heard = timeout(PATIENCE, heard).await;
        heard.unwrap_or_else(|_| panic!("{part:?} was not due"));
    }

    async fn next(&mut self) -> EventView {
        self.events.recv().await.unwrap()
    }

    /// The parts that were due until this one was as often.
    async fn due_until(&mut self, part: ShownPart, times: usize) -> Vec<ShownPart> {
        let mut all = Vec::new();
        let heard = async {
            while all.iter().filter(|due| **due == part).count() < times {
                if let EventView::ViewDue { part, .. } = self.next().await {
                    all.push(part);
                }
            }
        };
        timeout(PATIENCE, heard).await.unwrap();
        all
    }
}

/// A call of a window that is held open.
fn shows(app: &App, name: &str, views: Vec<ShownView>) -> JoinHandle<()> {
    let (app, name) = (app.clone(), name.to_owned());
    tokio::spawn(async move { show(&app, name, 1, views, false).await })
}

fn view(account: &str, project: Option<&str>, part: ShownPart) -> ShownView {
    ShownView {
        account_id: account.to_owned(),
        project_id: project.map(str::to_owned),
        part,
        requests: 1,
        age_ms: Some(0.0),
    }
}

/// Views of everything that the second client changes.
fn views(account: &str, project: &Project) -> Vec<ShownView> {
    use ShownPart::{ApiKeys, Branches, Computes, Databases, Organization, Projects};
    let own = [ShownPart::Project, Branches, Computes, Databases];
    let own = own.map(|part| view(account, Some(&project.id), part));
    let all = [Projects, ApiKeys, Organization].map(|part| view(account, None, part));
    own.into_iter().chain(all).collect()
}

/// A call of the second client, the view that shows what it does, and where that is read.
struct Act {
    method: &'static str,
    path: String,
    body: Value,
    part: ShownPart,
    read: String,
    shows: fn(&Value) -> bool,
}

fn acts(project: &Project) -> Vec<Act> {
    use ShownPart::{ApiKeys, Branches, Computes, Databases, Projects};
    let own = format!("/projects/{}", project.id);
    let (branches, computes) = (format!("{own}/branches"), format!("{own}/endpoints"));
    let branch = format!("{branches}/{}", project.branch);
    let compute = format!("{computes}/{}", project.compute);
    let act = |method, path: &str, body, part, read: &str, shows| Act {
        method,
        path: path.to_owned(),
        body,
        part,
        read: read.to_owned(),
        shows,
    };
    let database = json!({"database": {"name": "shop", "owner_name": "svcdb_owner"}});
    let databases = format!("{branch}/databases");
    vec![
        act(
            "POST",
            &format!("{compute}/suspend"),
            json!({}),
            Computes,
            &computes,
            |it| it["endpoints"][0]["current_state"] == "idle",
        ),
        act(
            "POST",
            &format!("{compute}/start"),
            json!({}),
            Computes,
            &computes,
            |it| it["endpoints"][0]["current_state"] == "active",
        ),
        act(
            "PATCH",
            &compute,
            json!({"endpoint": {"autoscaling_limit_max_cu": 2}}),
            Computes,
            &computes,
            |it| it["endpoints"][0]["autoscaling_limit_max_cu"] == 2.0,
        ),
        act(
            "PATCH",
            &own,
            json!({"project": {"name": "Renamed"}}),
            Projects,
            "/projects",
            |it| it["projects"][0]["name"] == "Renamed",
        ),
        act(
            "PATCH",
            &branch,
            json!({"branch": {"protected": true}}),
            Branches,
            &branches,
            |it| it["branches"][0]["protected"] == true,
        ),
        act("POST", &databases, database, Databases, &databases, |it| {
            it["databases"].as_array().unwrap().len() == 2
        }),
        act(
            "DELETE",
            &format!("{databases}/shop"),
            json!({}),
            Databases,
            &databases,
            |it| it["databases"].as_array().unwrap().len() == 1,
        ),
        act(
            "POST",
            &branches,
            json!({"branch": {"name": "child"}}),
            Branches,
            &branches,
            |it| it["branches"].as_array().unwrap().len() == 2,
        ),
        act(
            "POST",
            "/api_keys",
            json!({"key_name": "laptop"}),
            ApiKeys,
            "/api_keys",
            |it| {
                it.as_array()
                    .unwrap()
                    .iter()
                    .any(|key| key["name"] == "laptop")
            },
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_change_by_a_second_client_makes_the_view_due_that_shows_it() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("First").await;
    let shown = views(&fixture.account, &project);
    let mut window = Window::open(fixture.app(), WINDOW, shown);
    // Connected: anything may have changed before.
    window.due(ShownPart::Organization).await;
    for act in acts(&project) {
        fixture.settled().await;
        let reply = fixture
            .raw(act.method, &act.path, &act.body.to_string())
            .await;
        assert!(reply.status < 300, "{}: {}", act.path, reply.body);
        // The last time that it is due comes after the change can be read.
        loop {
            window.due(act.part).await;
            if (act.shows)(&fixture.seen(&act.read).await) {
                break;
            }
        }
    }
    fixture.settled().await;
    let uri = fixture.uri(&project.id, None).await;
    fixture
        .product
        .sandbox
        .suspend(&project.compute)
        .await
        .unwrap();
    let computes = format!("/projects/{}/endpoints", project.id);
    let state = async || {
        let state = fixture.seen(&computes).await["endpoints"].clone();
        let of_own = state.as_array().unwrap().iter();
        let mut of_own = of_own.filter(|it| it["id"] == project.compute.as_str());
        of_own.next().unwrap()["current_state"].clone()
    };
    while state().await != "idle" {
        window.due(ShownPart::Computes).await;
    }
    let client = fixture.open(&uri).await;
    while state().await != "active" {
        window.due(ShownPart::Computes).await;
    }
    drop(client);
    fixture.person("ana@example.com").await;
    window.due(ShownPart::Organization).await;
    let events = "/sandbox/events";
    let log = fixture.product.sandbox.requests();
    assert_eq!(log.iter().filter(|it| it.path == events).count(), 1);
    window.held.abort();
    fixture.stop().await;
}

/// A core that reaches the fixture's sandbox as a platform elsewhere.
async fn elsewhere(fixture: &ManagementFixture) -> (App, String) {
    let vault: Arc<dyn Vault> = Arc::new(Memory::default());
    let mut config = Config::new(fixture.product.path().join("elsewhere"), vault);
    sped_up(&mut config);
    let app = App::open(config).await.unwrap();
    let sandbox = &fixture.product.sandbox;
    let request = ConnectAccount {
        name: "Elsewhere".to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(sandbox.base_url.clone()),
        instant_url: None,
        ca_file: None,
        key: sandbox.key.clone().into(),
        colour: Some(AccountColour::Amber),
        is_production: false,
        is_read_only: false,
    };
    let account = accounts::connect(&app, request).await.unwrap().id;
    (app, account)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_platform_that_reports_nothing_is_read_by_age_while_a_window_shows_it() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (app, account) = elsewhere(&fixture).await;
    fixture.forget_requests().await;
    let shown = vec![
        view(&account, None, ShownPart::Projects),
        view(&account, None, ShownPart::ApiKeys),
    ];
    let mut window = Window::open(&app, WINDOW, shown);
    let due = window.due_until(ShownPart::ApiKeys, 3).await;
    assert!(due.len() >= 5, "each in its turn: {due:?}");
    // Hidden, beside a window that is not: nothing of it is due any more.
    let organization = vec![view(&account, None, ShownPart::Organization)];
    let other = Window::open(&app, "other", organization);
    shows(&app, WINDOW, Vec::new()).await.unwrap();
    timeout(PATIENCE, window.held).await.unwrap().unwrap();
    let mut window = Window {
        held: other.held,
        events: app.events(),
    };
    let due = window.due_until(ShownPart::Organization, 3).await;
    assert_eq!(due, [ShownPart::Organization; 3]);
    // The core itself reads nothing: that is for the window.
    let log = fixture.product.sandbox.requests();
    let paths = log.iter().map(|it| it.path.as_str());
    let paths: Vec<_> = paths.filter(|path| path.starts_with("/api/")).collect();
    assert_eq!(paths, Vec::<&str>::new());
    app.close().await;
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_given_up_takes_the_views_of_its_window_alone() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (app, account) = elsewhere(&fixture).await;
    let projects = vec![view(&account, None, ShownPart::Projects)];
    let former = shows(&app, WINDOW, projects.clone());
    let keys = vec![view(&account, None, ShownPart::ApiKeys)];
    let mut other = Window::open(&app, "other", keys);
    other.due(ShownPart::Projects).await;
    let next = shows(&app, WINDOW, projects);
    // Superseded, and its successor's views stay.
    timeout(PATIENCE, former).await.unwrap().unwrap();
    other.due(ShownPart::Projects).await;
    next.abort();
    assert!(next.await.unwrap_err().is_cancelled());
    other.events = app.events();
    let due = other.due_until(ShownPart::ApiKeys, 3).await;
    assert_eq!(due, [ShownPart::ApiKeys; 3]);
    app.close().await;
    fixture.stop().await;
}
