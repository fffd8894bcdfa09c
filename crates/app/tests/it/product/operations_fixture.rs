//! A Management API of a few lines that plays operations by the clock, written from the specification and not from the
//! client, and the core in front of it. Time passes when nothing is left to do, so that hours take seconds.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::view::TrackedOperationView;
use app::{
    App, Checkpoint, Checkpoints, Clock, Config, Event, LocalPlatform, NetworkOptions, accounts,
    operations,
};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use testkit::server::{Answer, Request, Scenario, Server};
use tokio::sync::{Notify, broadcast};
use tokio::time::Instant;
use vault::Memory;

use super::core_fixture::local;
use super::fault::{date, unauthorized};

const START: i64 = 1_790_000_000;

/// Tokio's clock. A test that pauses it has it move on to the next time that is waited for; one that cannot has it run
/// so many times as fast.
#[derive(Clone, Copy, Debug)]
pub struct PlayedClock {
    began: Instant,
    speed: u32,
}

impl PlayedClock {
    pub fn new(speed: u32) -> Self {
        Self {
            began: Instant::now(),
            speed,
        }
    }
}

impl Clock for PlayedClock {
    fn now(&self) -> DateTime<Utc> {
        calendar(self.elapsed())
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed() * self.speed
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration / self.speed))
    }

    fn random(&self) -> u64 {
        0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(1 + u64::from(self.elapsed().subsec_nanos()))
    }
}

fn calendar(elapsed: Duration) -> DateTime<Utc> {
    DateTime::from_timestamp(START, 0).unwrap() + TimeDelta::from_std(elapsed).unwrap()
}

/// An operation that goes through these statuses, each from this second on, counted from when it was made.
#[derive(Clone, Debug)]
pub struct Part {
    pub id: String,
    pub made_at: Duration,
    /// When it says that it was made: no two at the same time, as the list's cursor is a time.
    created_at: Duration,
    pub statuses: Vec<(u64, &'static str)>,
}

impl Part {
    pub fn status(&self, now: Duration) -> &'static str {
        let passed = self.statuses.iter().rev();
        let mut passed =
            passed.filter(|(from, _)| self.made_at + Duration::from_secs(*from) <= now);
        passed.next().map_or("scheduling", |(_, status)| status)
    }

    pub fn ends_at(&self) -> Duration {
        self.made_at + Duration::from_secs(self.statuses.last().unwrap().0)
    }

    fn json(&self, project: &str, now: Duration) -> Value {
        let passed = self
            .statuses
            .iter()
            .map(|(from, _)| self.made_at + Duration::from_secs(*from));
        let updated = passed.filter(|at| *at <= now).max().unwrap_or(self.made_at);
        let time = |at| calendar(at).to_rfc3339_opts(SecondsFormat::Micros, true);
        json!({
            "id": self.id, "project_id": project, "branch_id": "br-misty-meadow-a1b2c3d4",
            "action": "create_branch", "status": self.status(now), "failures_count": 0,
            "created_at": time(self.created_at), "updated_at": time(updated), "total_duration_ms": 0,
        })
    }
}

pub struct State {
    clock: PlayedClock,
    projects: BTreeMap<String, Vec<Part>>,
    /// Operations that are in no list, though they can be fetched.
    pub unlisted: BTreeSet<String>,
    /// When each request came, and its first line.
    pub seen: Vec<(Duration, String)>,
    /// Those of the last minute, for the limits.
    lately: VecDeque<(Duration, String)>,
    /// How many were refused for being too many.
    pub refused: usize,
    pub forbidden: bool,
    pub unreachable: bool,
    /// This many requests are answered with a 500.
    pub broken: usize,
    /// This many requests are answered with a 429 and Retry-After.
    pub busy: usize,
    made: u64,
    /// What each create of a branch begins.
    pub on_create: Vec<Vec<(u64, &'static str)>>,
    /// How a branch that is made with a compute is connected to.
    pub connection: Option<String>,
}

pub struct OperationsFixture {
    pub clock: PlayedClock,
    pub folder: tempfile::TempDir,
    server: Server<State>,
    pub app: Option<App>,
    pub account: String,
    pub crash: Arc<CrashAt>,
}

impl OperationsFixture {
    pub async fn new() -> Self {
        let clock = PlayedClock::new(1);
        let mut fixture = Self {
            clock,
            folder: tempfile::tempdir().unwrap(),
            server: Server::start(State::new(clock)).await,
            app: None,
            account: String::new(),
            crash: Arc::default(),
        };
        fixture.open().await;
        fixture
    }

    /// Opens the folder, again when it was open, without closing it first.
    pub async fn open(&mut self) {
        self.reopen().await;
        self.start_platform("napi_secret").await;
    }

    /// The same, with nothing done in it yet.
    pub async fn reopen(&mut self) {
        drop(self.app.take());
        let app = loop {
            match App::open(config(self.folder.path(), self.clock, self.crash.clone())).await {
                Ok(app) => break app,
                // What the former core began may hold it for a moment.
                Err(error) if self.clock.elapsed() > Duration::from_secs(86_400) => {
                    panic!("{error}")
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        };
        self.app = Some(app);
    }

    pub async fn start_platform(&mut self, key: &str) {
        let platform = platform(&self.server.url, key);
        self.account = accounts::set_local(self.app(), platform).await.unwrap().id;
    }

    pub fn app(&self) -> &App {
        self.app.as_ref().unwrap()
    }

    pub fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.server.state()
    }

    /// Operations of a project that begin now.
    pub fn begin(&self, project: &str, statuses: &[&[(u64, &'static str)]]) -> Vec<Part> {
        let statuses = statuses.iter().map(|it| it.to_vec()).collect();
        self.state().begin(project, statuses)
    }

    pub fn remove_project(&self, project: &str) {
        self.state().projects.remove(project);
    }

    pub fn remove(&self, project: &str, id: &str) {
        let mut state = self.state();
        let parts = state.projects.get_mut(project).unwrap();
        parts.retain(|part| part.id != id);
    }

    pub async fn follow(&self, project: &str) {
        operations::follow_project(self.app(), &self.account, project)
            .await
            .unwrap();
    }

    pub async fn tracked(&self, id: &str) -> TrackedOperationView {
        let all = operations::tracked(self.app()).await.unwrap();
        all.into_iter().find(|it| it.operation.id == id).unwrap()
    }

    /// Every operation there is.
    pub fn parts(&self) -> Vec<Part> {
        self.state().projects.values().flatten().cloned().collect()
    }

    /// How many requests came so far.
    pub fn count(&self) -> usize {
        self.state().seen.len()
    }

    /// Lets time pass, and everything happen that happens meanwhile.
    pub async fn pass(&self, seconds: u64) {
        // In small steps, as time must not run ahead of what is on its way.
        for _ in 0..seconds * 4 {
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }

    /// The most requests there were in any minute.
    pub fn busiest_minute(&self) -> usize {
        let state = self.state();
        let minute = Duration::from_secs(60);
        let within = |(begin, (from, _)): (usize, &(Duration, String))| {
            state.seen[begin..]
                .iter()
                .take_while(|(at, _)| *at < *from + minute)
                .count()
        };
        state
            .seen
            .iter()
            .enumerate()
            .map(within)
            .max()
            .unwrap_or_default()
    }
}

pub fn platform(url: &str, key: &str) -> LocalPlatform {
    local(&format!("{url}/api/v2"), url, key)
}

pub fn config(folder: &Path, clock: PlayedClock, checkpoints: Arc<dyn Checkpoints>) -> Config {
    let mut network = NetworkOptions::default();
    network.retry.attempts = 2;
    network.environment = Arc::new(clock);
    Config {
        clock: Arc::new(clock),
        network,
        checkpoints,
        ..Config::new(folder.to_owned(), Arc::new(Memory::new()))
    }
}

/// The ends and failures that were published, by id with the status.
pub fn published(events: &mut broadcast::Receiver<Event>) -> Vec<(String, String)> {
    let mut published = Vec::new();
    while let Ok(event) = events.try_recv() {
        match event {
            Event::OperationEnded {
                operation_id,
                status,
                ..
            } => published.push((operation_id, status)),
            Event::OperationFailed { operation_id, .. } => {
                published.push((operation_id, "failed".to_owned()));
            }
            _ => {}
        }
    }
    published
}

/// Ends the work at the `n`-th passing of a checkpoint, as a crash there would.
#[derive(Debug, Default)]
pub struct CrashAt {
    at: Mutex<Option<(Checkpoint, usize)>>,
    pub sprung: Notify,
}

impl CrashAt {
    pub fn set(&self, checkpoint: Checkpoint, passing: usize) {
        *self.at.lock().unwrap() = Some((checkpoint, passing));
    }
}

impl Checkpoints for CrashAt {
    fn passed(&self, checkpoint: Checkpoint) {
        let mut at = self.at.lock().unwrap();
        match *at {
            Some((wanted, 1)) if wanted == checkpoint => *at = None,
            Some((wanted, passing)) if wanted == checkpoint => {
                *at = Some((wanted, passing - 1));
                return;
            }
            _ => return,
        }
        drop(at);
        self.sprung.notify_one();
        std::panic::resume_unwind(Box::new("the process ends here"));
    }
}

impl State {
    pub fn new(clock: PlayedClock) -> Self {
        Self {
            clock,
            projects: BTreeMap::new(),
            unlisted: BTreeSet::new(),
            seen: Vec::new(),
            lately: VecDeque::new(),
            refused: 0,
            forbidden: false,
            unreachable: false,
            broken: 0,
            busy: 0,
            made: 0,
            on_create: Vec::new(),
            connection: None,
        }
    }

    /// Operations of a project that begin now.
    pub fn begin(&mut self, project: &str, statuses: Vec<Vec<(u64, &'static str)>>) -> Vec<Part> {
        let now = self.clock.elapsed();
        let parts = self.projects.entry(project.to_owned()).or_default();
        let mut begun = Vec::new();
        for statuses in statuses {
            self.made += 1;
            begun.push(Part {
                id: format!("a0000000-0000-4000-8000-{:012}", self.made),
                made_at: now,
                created_at: now + Duration::from_micros(self.made),
                statuses,
            });
        }
        parts.extend_from_slice(&begun);
        begun
    }

    fn done(&mut self, request: &Request) -> (u16, Value) {
        let now = self.clock.elapsed();
        let line = &request.line();
        if self.is_too_much(line, now) {
            self.refused += 1;
            return (429, json!({ "message": "too many requests" }));
        }
        if self.forbidden {
            return unauthorized();
        }
        if self.broken > 0 {
            self.broken -= 1;
            return (500, json!({ "message": "internal" }));
        }
        if self.busy > 0 {
            self.busy -= 1;
            return (429, json!({ "message": "too many requests" }));
        }
        let path = request.path_below("/api/v2/");
        let words: Vec<_> = path.split('/').collect();
        let gone = (404, json!({ "message": "not found" }));
        let [_, project, _, rest @ ..] = &words[..] else {
            return gone;
        };
        if request.method == "POST" {
            let begun = self.begin(project, self.on_create.clone());
            let operations = begun.iter().map(|part| part.json(project, now));
            let mut made = json!({
                "branch": { "id": "br-misty-meadow-a1b2c3d4", "project_id": project, "name": "new" },
                "operations": operations.collect::<Vec<_>>(),
            });
            if let Some(uri) = &self.connection {
                let compute = json!({ "id": "ep-1", "branch_id": "br-misty-meadow-a1b2c3d4", "type": "read_write" });
                made["endpoints"] = json!([compute]);
                made["connection_uris"] = json!([{ "connection_uri": uri }]);
            }
            return (201, made);
        }
        if request.method == "DELETE" {
            let branch = json!({ "id": rest[0], "project_id": project, "name": "new" });
            return (200, json!({ "branch": branch, "operations": [] }));
        }
        let Some(parts) = self.projects.get(*project) else {
            return gone;
        };
        if let [id] = rest {
            let part = parts.iter().find(|part| part.id == *id);
            return part.map_or(gone, |part| {
                (200, json!({ "operation": part.json(project, now) }))
            });
        }
        let query = request.query();
        let limit: usize = query
            .get("limit")
            .map_or(10, |limit| limit.parse().unwrap());
        assert!((1..=1000).contains(&limit), "{line}");
        let cursor = query
            .get("cursor")
            .map(|text| text.parse::<DateTime<Utc>>().unwrap());
        let listed = parts
            .iter()
            .rev()
            .filter(|it| !self.unlisted.contains(&it.id));
        let below =
            listed.filter(|it| cursor.is_none_or(|cursor| calendar(it.created_at) < cursor));
        let page: Vec<_> = below.take(limit).collect();
        let cursor = page
            .last()
            .map(|it| calendar(it.created_at).to_rfc3339_opts(SecondsFormat::Micros, true));
        let items: Vec<_> = page.iter().map(|it| it.json(project, now)).collect();
        match cursor {
            Some(cursor) => (
                200,
                json!({ "operations": items, "pagination": { "cursor": cursor } }),
            ),
            None => (200, json!({ "operations": items })),
        }
    }

    /// 700 in a minute for the key, 40 in a second for a route.
    fn is_too_much(&mut self, line: &str, now: Duration) -> bool {
        let route = if line.starts_with("POST") {
            "create"
        } else if line.contains("/operations/") {
            "get"
        } else {
            "list"
        };
        while self
            .lately
            .front()
            .is_some_and(|(at, _)| *at + Duration::from_secs(60) <= now)
        {
            self.lately.pop_front();
        }
        let in_second =
            |(at, of): &&(Duration, String)| *at + Duration::from_secs(1) > now && of == route;
        let much = self.lately.len() >= 700 || self.lately.iter().filter(in_second).count() >= 40;
        if !much {
            self.lately.push_back((now, route.to_owned()));
        }
        much
    }
}

impl Scenario for State {
    fn answer(&mut self, request: &Request) -> Answer {
        self.seen.push((self.clock.elapsed(), request.line()));
        if self.unreachable {
            return Answer::LOST;
        }
        let (status, body) = self.done(request);
        let mut headers = date(self.clock.now());
        if status == 429 {
            headers += "retry-after: 5\r\n";
        }
        Answer::of(status, &headers, body)
    }
}
