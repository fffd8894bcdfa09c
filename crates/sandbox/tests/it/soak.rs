//! Days of use in minutes, by a clock that is moved: what grows a little each day fills a disk in a month.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::support::management::Management;
use crate::support::program::{Program, processes_on, signal};
use crate::support::test_sandbox::text;
use crate::support::{Reply, http, sql, until, until_is};

const STEPS_A_DAY: u32 = 6;
const WRITERS: usize = 8;
/// A deleted project is kept for a week: from then on as much goes as comes.
const STEADY_FROM: u32 = 9;
const WEEK_AND_MORE: u32 = 9;
/// What stays without any database: the template, a copy of it for whoever comes next, and logs.
const LEFT_KIB: u64 = 80_000;

struct Size {
    projects: usize,
    days: u32,
}

#[tokio::test(flavor = "multi_thread")]
async fn days_of_writers_branches_expiries_and_kills_leave_nothing_growing() {
    let size = match std::env::var_os("PLINTH_THOROUGH") {
        Some(_) => Size {
            projects: 50,
            days: 14,
        },
        None => Size {
            projects: 3,
            days: 1,
        },
    };
    let seed = std::env::var("PLINTH_SOAK_SEED").ok();
    let seed = seed.map_or_else(|| rand::rng().random(), |seed| seed.parse().unwrap());
    eprintln!("PLINTH_SOAK_SEED={seed}");
    let started = Instant::now();
    let mut soak = Soak::start(seed).await;
    let empty = soak.sample(0).await;
    for _ in 0..size.projects {
        soak.add_project().await;
    }
    let mut samples = vec![soak.sample(0).await];
    for day in 1..=size.days {
        for _ in 0..STEPS_A_DAY {
            soak.step().await;
        }
        soak.replace_oldest().await;
        soak.kill_a_server().await;
        // Its memory and handles are compared over the days on which it goes on running.
        if day % 2 == 0 && day < STEADY_FROM {
            soak.kill().await;
        }
        soak.check().await;
        samples.push(soak.sample(day).await);
    }
    let last = soak.remove_everything().await;
    let report = report(&empty, &samples, &last, started.elapsed());
    std::fs::write(
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("soak.txt"),
        &report,
    )
    .unwrap();
    eprintln!("{report}");

    let steady: Vec<&Sample> = samples.iter().filter(|it| it.day >= STEADY_FROM).collect();
    if let (Some(first), Some(last)) = (steady.first(), steady.last()) {
        let flat = |of: fn(&Sample) -> u64, room: u64| of(last) <= of(first) * 11 / 10 + room;
        assert!(flat(|it| it.disk_kib, 20_000), "disk:\n{report}");
        assert!(flat(|it| it.memory_kib, 4_000), "memory:\n{report}");
        assert!(flat(|it| it.handles, 4), "handles:\n{report}");
        assert!(flat(|it| it.tasks, 4), "tasks:\n{report}");
    }
    assert!(last.handles <= empty.handles + 4, "handles:\n{report}");
    assert!(last.tasks <= empty.tasks + 4, "tasks:\n{report}");
    assert!(last.disk_kib <= LEFT_KIB, "disk:\n{report}");
}

struct Project {
    id: String,
    branch: String,
    uri: String,
    /// What was last acknowledged.
    count: u32,
}

struct Soak {
    folder: TempDir,
    program: Program,
    projects: VecDeque<Project>,
    steps: u32,
    random: StdRng,
}

#[derive(Debug)]
struct Sample {
    day: u32,
    disk_kib: u64,
    memory_kib: u64,
    handles: u64,
    tasks: u64,
}

fn report(empty: &Sample, days: &[Sample], last: &Sample, took: Duration) -> String {
    let mut text = format!(
        "{:>9} {:>12} {:>12} {:>8} {:>6}\n",
        "day", "disk KiB", "memory KiB", "handles", "tasks"
    );
    let named = |it: &Sample| it.day.to_string();
    let rows = [("empty".into(), empty)]
        .into_iter()
        .chain(days.iter().map(|it| (named(it), it)))
        .chain([("removed".into(), last)]);
    for (name, it) in rows {
        let (disk, memory) = (it.disk_kib, it.memory_kib);
        let (handles, tasks) = (it.handles, it.tasks);
        writeln!(
            text,
            "{name:>9} {disk:>12} {memory:>12} {handles:>8} {tasks:>6}"
        )
        .unwrap();
    }
    writeln!(text, "took {} s", took.as_secs()).unwrap();
    text
}

impl Soak {
    async fn start(seed: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            program: start(folder.path()).await,
            folder,
            projects: VecDeque::new(),
            steps: 0,
            random: StdRng::seed_from_u64(seed),
        }
    }

    /// Some write, one branches, somebody makes a temporary database, one is suspended; then hours pass.
    async fn step(&mut self) {
        self.steps += 1;
        let step = self.steps;
        let ca = self.program.ca_file();
        let writers: Vec<usize> = (0..WRITERS)
            .map(|_| self.random.random_range(0..self.projects.len()))
            .collect();
        let written: Vec<usize> = (0..self.projects.len())
            .filter(|number| writers.contains(number))
            .collect();
        let writing = written.iter().map(|number| {
            let project = &self.projects[*number];
            write(&ca, &project.uri, step)
        });
        join_all(writing).await;
        for number in &written {
            self.projects[*number].count = step;
        }
        let project = &self.projects[written[0]];
        self.branch(project).await;
        self.temporary().await;
        let endpoint = self.endpoint(project, &project.branch).await;
        let path = format!("/projects/{}/endpoints/{endpoint}/suspend", project.id);
        self.ask("POST", &path, &json!({}), &[200]).await;
        self.pass(24 * 60 / STEPS_A_DAY).await;
    }

    /// A branch that expires before the next step has all that was written before it.
    async fn branch(&self, project: &Project) {
        let expires = self.clock().await + chrono::TimeDelta::hours(3);
        let expires = expires.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
        let body =
            json!({"branch": {"expires_at": expires}, "endpoints": [{"type": "read_write"}]});
        let path = format!("/projects/{}/branches", project.id);
        let made = self.ask("POST", &path, &body, &[201]).await;
        let branch = text(&made["branch"], "id").to_owned();
        self.finished(&project.id).await;
        let path = format!(
            "/projects/{}/connection_uri?branch_id={branch}&database_name=svcdb&role_name=svcdb_owner",
            project.id
        );
        let found = self.ask("GET", &path, &Value::Null, &[200]).await;
        let client = sql::connect(&self.program.ca_file(), text(&found, "uri")).await;
        let count = sql::one(&client, "SELECT max(step) FROM kept").await;
        assert_eq!(count, project.count.to_string());
    }

    async fn temporary(&self) {
        let url = self.program.text("instant_url");
        let reply = http::post_json(url, "/api/v1/database", r#"{"ref":"soak"}"#).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let record = reply.json();
        let uri = text(&record, "connection_string");
        write(&self.program.ca_file(), uri, self.steps).await;
    }

    async fn add_project(&mut self) {
        let body = json!({"project": {}});
        let made = self.ask("POST", "/projects", &body, &[201]).await;
        let project = Project {
            id: text(&made["project"], "id").to_owned(),
            branch: text(&made["branch"], "id").to_owned(),
            uri: text(&made["connection_uris"][0], "connection_uri").to_owned(),
            count: self.steps,
        };
        self.finished(&project.id).await;
        write(&self.program.ca_file(), &project.uri, project.count).await;
        self.projects.push_back(project);
    }

    async fn remove_oldest(&mut self) {
        let project = self.projects.pop_front().unwrap();
        let path = format!("/projects/{}", project.id);
        self.ask("DELETE", &path, &Value::Null, &[200]).await;
    }

    async fn replace_oldest(&mut self) {
        self.remove_oldest().await;
        self.add_project().await;
    }

    /// The server of somebody who is connected; whoever connects next gets another.
    async fn kill_a_server(&self) {
        let number = self.steps as usize % self.projects.len();
        let project = &self.projects[number];
        let ca = self.program.ca_file();
        let client = sql::connect(&ca, &project.uri).await;
        let session = sql::one(&client, "SELECT pg_backend_pid()").await;
        let status = std::fs::read_to_string(format!("/proc/{session}/status")).unwrap();
        let server = status.lines().find_map(|it| it.strip_prefix("PPid:"));
        signal(server.unwrap().trim().parse().unwrap(), "KILL").await;
    }

    /// Without a chance to put anything away.
    async fn kill(&mut self) {
        self.program.signal("KILL").await;
        self.program.end().await;
        self.program = start(self.folder.path()).await;
    }

    /// What was acknowledged is there.
    async fn check(&self) {
        let ca = self.program.ca_file();
        for project in &self.projects {
            let mut client = None;
            // The server that was killed is noticed by whoever connects to it.
            until("it lets somebody in", async || {
                client = sql::try_connect(&ca, &project.uri).await.ok();
                client.is_some()
            })
            .await;
            let count = sql::one(&client.unwrap(), "SELECT max(step) FROM kept").await;
            assert_eq!(count, project.count.to_string(), "{}", project.id);
        }
    }

    async fn remove_everything(&mut self) -> Sample {
        while !self.projects.is_empty() {
            self.remove_oldest().await;
        }
        for _ in 0..WEEK_AND_MORE {
            self.pass(24 * 60).await;
        }
        let branches = self.folder.path().join("servers/branches");
        until_is("no data is left", 0, || {
            std::fs::read_dir(&branches).unwrap().count()
        })
        .await;
        self.sample(u32::MAX).await
    }

    /// With every server suspended, after the hours that this takes.
    async fn sample(&self, day: u32) -> Sample {
        // A connection that is closed a moment after the clock moved counts as used at the later time.
        until("no server runs", async || {
            self.pass(10).await;
            processes_on(self.folder.path()).is_empty()
        })
        .await;
        let pid = self.program.child.id().unwrap();
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        let memory = status.lines().find_map(|it| it.strip_prefix("VmRSS:"));
        let memory = memory.unwrap().split_whitespace().next().unwrap();
        let tasks = self.admin("GET", "/sandbox/status", &Value::Null).await;
        Sample {
            day,
            disk_kib: disk_kib(self.folder.path()),
            memory_kib: memory.parse().unwrap(),
            handles: self.program.handles() as u64,
            tasks: tasks.json()["tasks"].as_u64().unwrap(),
        }
    }

    async fn pass(&self, minutes: u32) {
        let body = json!({"advance_seconds": u64::from(minutes) * 60});
        let reply = self.admin("POST", "/sandbox/clock", &body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    async fn clock(&self) -> chrono::DateTime<chrono::Utc> {
        let clock = self.admin("GET", "/sandbox/clock", &Value::Null).await;
        text(&clock.json(), "now").parse().unwrap()
    }

    async fn admin(&self, method: &str, path: &str, body: &Value) -> Reply {
        let key = format!("Bearer {}", self.program.text("admin_key"));
        let headers = [("authorization", key.as_str())];
        let url = self.program.text("instant_url");
        http::send(url, method, path, &headers, body.to_string().as_bytes()).await
    }

    async fn endpoint(&self, project: &Project, branch: &str) -> String {
        let path = format!("/projects/{}/branches/{branch}/endpoints", project.id);
        let found = self.ask("GET", &path, &Value::Null, &[200]).await;
        text(&found["endpoints"][0], "id").to_owned()
    }

    async fn finished(&self, project: &str) {
        let path = format!("/projects/{project}/operations?limit=100");
        until("its operations have finished", async || {
            sleep(Duration::from_millis(50)).await;
            let list = self.ask("GET", &path, &Value::Null, &[200]).await;
            let all = list["operations"].as_array().unwrap();
            let ill = all.iter().find(|it| it["status"] == "error");
            assert!(ill.is_none(), "{ill:?}");
            all.iter().all(|it| it["status"] == "finished")
        })
        .await;
    }

    /// As long as it takes where somebody else works on the project, or too much was sent.
    async fn ask(&self, method: &str, path: &str, body: &Value, statuses: &[u16]) -> Value {
        let api = Management::at(self.program.text("instant_url"), self.program.text("key"));
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let mut reply = None;
        until("it is not refused for a while", async || {
            let answer = api.send(method, path, body.as_bytes()).await;
            let again = [423, 429].contains(&answer.status);
            reply = Some(answer);
            !again
        })
        .await;
        let reply = reply.unwrap();
        assert!(
            statuses.contains(&reply.status),
            "{method} {path}: {} {}",
            reply.status,
            reply.body
        );
        reply.json()
    }
}

async fn start(data: &Path) -> Program {
    Program::start(data, &["--clock", "manual"]).await
}

/// As many rows as are removed, once there are some.
async fn write(ca: &Path, uri: &str, step: u32) {
    let client = sql::connect(ca, uri).await;
    let oldest = step.saturating_sub(2 * STEPS_A_DAY);
    sql::run(
        &client,
        "CREATE TABLE IF NOT EXISTS kept (step int, filler text)",
    )
    .await;
    let insert =
        format!("INSERT INTO kept SELECT {step}, repeat('x', 100) FROM generate_series(1, 200)");
    sql::run(&client, &insert).await;
    let delete = format!("DELETE FROM kept WHERE step < {oldest}");
    sql::run(&client, &delete).await;
    // As autovacuum does where a server runs for longer than a moment.
    sql::run(&client, "VACUUM kept").await;
}

/// What the files take, not what they say.
fn disk_kib(folder: &Path) -> u64 {
    let said = std::process::Command::new("du")
        .args(["-sk"])
        .arg(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    said.split_whitespace().next().unwrap().parse().unwrap()
}
