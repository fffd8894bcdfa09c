//! An account with many projects: a Management API of a few lines, written from the specification and not from the client.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use app::view::{AccountView, ProjectPageView, ProjectScope, ProjectView};
use app::{Clock, Event, accounts, projects};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use testkit::server::{Answer, Gate, Request, Scenario, Server};

use super::clock::TestClock;
use super::core_fixture::{CoreFixture, PATIENCE, local};
use super::fault::{Fault, FaultQueue, date, unauthorized};

/// A core with an account and its projects.
pub struct AccountWithProjects {
    pub core: CoreFixture,
    pub account: AccountView,
    server: Server<State>,
}

pub struct State {
    clock: TestClock,
    pub projects: BTreeMap<String, Value>,
    pub shared: BTreeMap<String, Value>,
    pub deleted: BTreeMap<String, Value>,
    pub branches: Vec<Value>,
    /// Projects that lists cannot look up in time.
    pub unavailable: BTreeSet<String>,
    /// What goes wrong with the next changes, by the id of their project.
    pub faults: FaultQueue,
    pub key: String,
    made: usize,
}

impl Deref for AccountWithProjects {
    type Target = Server<State>;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

impl AccountWithProjects {
    /// An account with so many projects, `project 00001` and so on.
    pub async fn of(count: usize) -> Self {
        let core = CoreFixture::new().await;
        let clock = core.clock.clone();
        let mut state = State {
            clock,
            projects: BTreeMap::new(),
            shared: BTreeMap::new(),
            deleted: BTreeMap::new(),
            branches: Vec::new(),
            unavailable: BTreeSet::new(),
            faults: FaultQueue::default(),
            key: "napi_secret".to_owned(),
            made: 0,
        };
        for number in 1..=count {
            let project = state.project(&id(number), &format!("project {number:05}"));
            state.projects.insert(id(number), project);
        }
        let server = Server::start(state).await;
        let account = connect(&core, &server.url, "napi_secret").await;
        Self {
            core,
            account,
            server,
        }
    }

    pub fn app(&self) -> &app::App {
        &self.core.app
    }

    pub async fn restart(&mut self) {
        self.core.restart().await;
        self.account = connect(&self.core, &self.server.url, "napi_secret").await;
    }

    /// Closes the core as the app does when it quits, and opens it again.
    pub async fn quit_and_start(&mut self) {
        self.core.app.close().await;
        self.restart().await;
    }

    /// A copy of the data folder as a process leaves it that ends now.
    pub fn folder_as_it_is(&self) -> tempfile::TempDir {
        let copy = tempfile::tempdir().unwrap();
        let store = rusqlite::Connection::open(self.core.folder.path().join("plinth.db")).unwrap();
        let into = copy.path().join("plinth.db");
        store
            .execute("VACUUM INTO ?1", [into.to_str().unwrap()])
            .unwrap();
        copy
    }

    /// Goes on in another folder.
    pub async fn start_in(&mut self, folder: tempfile::TempDir) {
        self.core.folder = folder;
        self.restart().await;
    }

    pub async fn key_is(&mut self, key: &str) {
        self.account = connect(&self.core, &self.server.url, key).await;
    }

    pub async fn page(&self, scope: ProjectScope, cursor: Option<String>) -> ProjectPageView {
        projects::page(self.app(), &self.account.id, scope, None, cursor)
            .await
            .unwrap()
    }

    /// Reads a list to its end and gives how many pages it had.
    pub async fn read(&self, scope: ProjectScope) -> usize {
        let mut page = self.page(scope, None).await;
        let mut pages = 1;
        while let Some(next) = page.next {
            page = self.page(scope, Some(next)).await;
            pages += 1;
        }
        pages
    }

    /// The list as it was kept.
    pub async fn kept(&self, scope: ProjectScope) -> Option<Vec<ProjectView>> {
        let kept = projects::cached(self.app(), &self.account.id, scope, None).await;
        kept.unwrap().map(|kept| kept.projects())
    }

    /// The names in the kept list.
    pub async fn names(&self, scope: ProjectScope) -> Vec<String> {
        let kept = self.kept(scope).await.unwrap().into_iter();
        kept.map(|project| project.name).collect()
    }

    /// Waits until it is so, checking again at each event.
    pub async fn until<T, F: Future<Output = Option<T>>>(
        &self,
        what: &str,
        mut look: impl FnMut() -> F,
    ) -> T {
        let mut events = self.app().events();
        let wait = async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                // Also checks again without an event, for what is stored without one.
                let pause = std::time::Duration::from_millis(20);
                drop(tokio::time::timeout(pause, events.recv()).await);
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        waited.unwrap_or_else(|_| panic!("never: {what}"))
    }
}

/// What was published so far.
pub fn published(events: &mut tokio::sync::broadcast::Receiver<Event>) -> Vec<Event> {
    let mut published = Vec::new();
    while let Ok(event) = events.try_recv() {
        published.push(event);
    }
    published
}

/// The id of a project by its number.
pub fn id(number: usize) -> String {
    format!("quiet-field-{number:08}")
}

async fn connect(core: &CoreFixture, url: &str, key: &str) -> AccountView {
    let local = local(url, &core.service.url, key);
    accounts::set_local(&core.app, local).await.unwrap()
}

impl State {
    fn moment(&self, later: TimeDelta) -> String {
        let now: DateTime<Utc> = self.clock.now() + later;
        now.to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    pub fn project(&self, id: &str, name: &str) -> Value {
        json!({
            "id": id, "name": name, "region_id": "us-east-2", "pg_version": 17, "proxy_host": "us-east-2.example.com",
            "store_passwords": true, "created_at": self.moment(TimeDelta::zero()),
            "updated_at": self.moment(TimeDelta::zero()), "synthetic_storage_size": 31_457_280,
            "settings": { "block_public_connections": false },
            "default_endpoint_settings": { "autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 2 },
        })
    }

    fn delete(&mut self, id: &str) -> Option<Value> {
        let project = self.projects.remove(id)?;
        let mut listed = project.clone();
        listed["deleted_at"] = json!(self.moment(TimeDelta::zero()));
        listed["recoverable_until"] = json!(self.moment(TimeDelta::days(7)));
        self.deleted.insert(id.to_owned(), listed);
        Some(project)
    }

    fn done(&mut self, request: &Request) -> (u16, Value) {
        let (query, body) = (request.query(), request.json());
        let path = request.path_below("/api/v2/");
        let parts: Vec<_> = path.split('/').collect();
        let gone = (404, json!({ "message": "project not found" }));
        match (request.method.as_str(), &parts[..]) {
            ("GET", ["projects"]) if query.get("recoverable").is_some_and(|it| it == "true") => {
                self.list(&self.deleted, &query)
            }
            ("GET", ["projects"]) => self.list(&self.projects, &query),
            ("GET", ["projects", "shared"]) => self.list(&self.shared, &query),
            ("POST", ["projects"]) => {
                self.made += 1;
                let id = format!("new-meadow-{:08}", self.made);
                let name = body["project"]["name"].as_str().unwrap_or(&id).to_owned();
                let project = self.project(&id, &name);
                self.projects.insert(id, project.clone());
                let branch = json!({ "id": "br-new-root-00000001", "project_id": project["id"], "name": "main", "default": true });
                (
                    201,
                    json!({
                        "project": project, "branch": branch, "operations": [], "roles": [], "connection_uris": [],
                        "endpoints": [{ "id": "ep-new-1", "branch_id": "br-new-root-00000001", "type": "read_write" }],
                        "databases": [{ "id": 1, "branch_id": "br-new-root-00000001", "name": "svcdb", "owner_name": "svcdb_owner" }],
                    }),
                )
            }
            ("GET", ["projects", id]) => match self.projects.get(*id) {
                Some(project) => (200, json!({ "project": project })),
                None => gone,
            },
            ("PATCH", ["projects", id]) => {
                let now = self.moment(TimeDelta::zero());
                let Some(project) = self.projects.get_mut(*id) else {
                    return gone;
                };
                project["name"] = body["project"]["name"].clone();
                project["updated_at"] = json!(now);
                (200, json!({ "project": project, "operations": [] }))
            }
            ("DELETE", ["projects", id]) => match self.delete(id) {
                Some(project) => (200, json!({ "project": project })),
                None => gone,
            },
            ("POST", ["projects", id, "recover"]) => match self.deleted.remove(*id) {
                Some(mut project) => {
                    project["deleted_at"] = Value::Null;
                    project["recoverable_until"] = Value::Null;
                    self.projects.insert((*id).to_owned(), project.clone());
                    (200, json!({ "project": project, "branches": [] }))
                }
                None if self.projects.contains_key(*id) => {
                    (409, json!({ "message": "project is not deleted" }))
                }
                None => gone,
            },
            ("GET", ["projects", _, "operations"]) => (200, json!({ "operations": [] })),
            ("GET", ["projects", _, "branches"]) => {
                let with_deleted = query.get("include_deleted").is_some_and(|it| it == "true");
                let branches = self.branches.iter();
                let branches = branches.filter(|it| with_deleted || it.get("recovery").is_none());
                (200, json!({ "branches": branches.collect::<Vec<_>>() }))
            }
            ("DELETE", ["projects", _, "branches", id]) => {
                let recovery = json!({
                    "deleted_at": self.moment(TimeDelta::zero()), "deletion_method": "user",
                    "recoverable_until": self.moment(TimeDelta::days(7)),
                });
                let branch = self
                    .branches
                    .iter_mut()
                    .find(|it| it["id"] == **id)
                    .unwrap();
                branch["recovery"] = recovery;
                (200, json!({ "branch": branch, "operations": [] }))
            }
            ("GET", ["projects", _, "branches", branch, "databases"]) => {
                // What was made with a project stays what it was in the reply: the probe after the click reads it.
                let name = match *branch {
                    "br-new-root-00000001" => "svcdb",
                    _ => "orders",
                };
                let database = json!({ "id": 1, "branch_id": branch, "name": name, "owner_name": "svcdb_owner" });
                (200, json!({ "databases": [database] }))
            }
            ("GET", ["projects", _, "endpoints"]) => (
                200,
                json!({ "endpoints": [
                    { "id": "ep-calm-1", "branch_id": "br-main-1", "type": "read_write", "name": "reporting" },
                ] }),
            ),
            ("GET", ["api_keys"]) => (
                200,
                json!([{ "id": 7, "name": "Deploy", "created_at": self.moment(TimeDelta::zero()) }]),
            ),
            _ => (404, json!({ "message": "this route does not exist" })),
        }
    }

    /// The cursor is the last id of the page, and comes with every page that has one.
    fn list(
        &self,
        all: &BTreeMap<String, Value>,
        query: &BTreeMap<String, String>,
    ) -> (u16, Value) {
        let limit: usize = query.get("limit").map_or(10, |it| it.parse().unwrap());
        assert!((1..=400).contains(&limit));
        let after = |id: &&String| query.get("cursor").is_none_or(|cursor| *id > cursor);
        let ids: Vec<_> = all.keys().filter(after).take(limit).collect();
        let missing = |id: &&&String| self.unavailable.contains(**id);
        let unavailable: Vec<_> = ids.iter().filter(missing).collect();
        let items: Vec<_> = ids
            .iter()
            .filter(|it| !missing(it))
            .map(|id| &all[*id])
            .collect();
        let mut page = json!({ "projects": items, "unavailable_project_ids": unavailable });
        if let Some(last) = ids.last() {
            page["pagination"] = json!({ "cursor": last });
        }
        (200, page)
    }
}

impl Scenario for State {
    const BASE: &str = "/api/v2";

    /// Changes wait before anything is done.
    fn gate(&self, request: &Request) -> Gate {
        match request.method.as_str() {
            "GET" => Gate::Never,
            _ => Gate::BeforeItIsDone,
        }
    }

    fn answer(&mut self, request: &Request) -> Answer {
        let fault = self.faults.take_for_change(request);
        let reply = if request.key() == self.key {
            Fault::reply(fault, || self.done(request))
        } else {
            Some(unauthorized())
        };
        reply.map_or(Answer::LOST, |(status, body)| {
            Answer::of(status, &date(self.clock.now()), body)
        })
    }
}
