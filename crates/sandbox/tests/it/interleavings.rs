//! Random calls, a death at a random write, and a start: whatever was answered with 2xx is there,
//! with its rows. `PLINTH_CRASHES` says how many deaths there are; a thorough run has more of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::support::claimed::form;
use crate::support::http::{self, Reply};
use crate::support::program::{Program, try_start};
use crate::support::sql;
use crate::support::test_sandbox::text;

const CRASHES: u32 = 4;
/// As many as fit in the time that a test has, on a slow machine.
const THOROUGH_CRASHES: u32 = 60;
/// More writes than that lie between two deaths seldom.
const WRITES: u32 = 60;
const CALLS: u32 = 14;
const PATIENCE: Duration = Duration::from_secs(120);

/// The program is dead, or does not know whether it did what it was asked.
struct Dead;
type Lives<T> = Result<T, Dead>;

#[derive(Debug, Default)]
struct Project {
    /// What the instant service answered about it; nothing of one that was made with the key.
    record: Option<Value>,
    /// Or made with the key.
    is_claimed: bool,
    is_deleted: bool,
    /// By id.
    branches: BTreeMap<String, Branch>,
    /// Those whose deletion was answered.
    gone: BTreeMap<String, Branch>,
    /// By id, with what they hold.
    snapshots: BTreeMap<String, Branch>,
}

#[derive(Debug, Clone, Default)]
struct Branch {
    /// What every check must find.
    rows: BTreeSet<i32>,
    /// What it must find instead if a restore was done that was not answered.
    or: Option<BTreeSet<i32>>,
}

struct Sandbox {
    program: Program,
    projects: BTreeMap<String, Project>,
    random: StdRng,
    next_row: i32,
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_answered_is_there_after_a_crash_at_any_write() {
    let variable = std::env::var("PLINTH_CRASHES").ok();
    let usual = match std::env::var_os("PLINTH_THOROUGH") {
        Some(_) => THOROUGH_CRASHES,
        None => CRASHES,
    };
    let crashes = variable.map_or(usual, |count| count.parse().unwrap());
    let seed = std::env::var("PLINTH_CRASHES_SEED").ok();
    let seed = seed.map_or_else(|| rand::rng().random(), |seed| seed.parse().unwrap());
    eprintln!("PLINTH_CRASHES_SEED={seed}");
    let folder = tempfile::tempdir().unwrap();
    let mut random = StdRng::seed_from_u64(seed);
    let mut sandbox = Sandbox {
        program: start(folder.path(), None).await,
        projects: BTreeMap::new(),
        next_row: 0,
        random: StdRng::seed_from_u64(random.random()),
    };
    for crash in 0..crashes {
        sandbox.program.signal("KILL").await;
        sandbox.program.end().await;
        let dies_at = random.random_range(1..=WRITES);
        eprintln!("crash {crash} at write {dies_at} of the program");
        sandbox.program = start(folder.path(), Some(dies_at)).await;
        if sandbox.live().await.is_ok() && sandbox.program.child.try_wait().unwrap().is_none() {
            sandbox.program.signal("KILL").await;
        }
        // What was not answered, was not because it died.
        sandbox.program.end().await;
        sandbox.program = start(folder.path(), None).await;
        sandbox.check().await;
    }
    sandbox.program.signal("TERM").await;
    assert!(sandbox.program.end().await.success());
}

/// A death while it starts is one, too: the next start has to cope with it.
async fn start(folder: &Path, dies_at: Option<u32>) -> Program {
    if let Some(number) = dies_at
        && let Some(program) = try_start(folder, number).await
    {
        return program;
    }
    Program::start(folder, &[]).await
}

impl Sandbox {
    /// Calls until it dies.
    async fn live(&mut self) -> Lives<()> {
        for _ in 0..CALLS {
            match self.random.random_range(0..21) {
                0..=1 => self.create().await?,
                2 => self.create_with_key().await?,
                3 => self.claim().await?,
                4..=5 => self.branch("parent-data").await?,
                6 => self.branch("schema-only").await?,
                7..=8 => self.insert().await?,
                9 => self.restore(true).await?,
                10 => self.restore(false).await?,
                11 => self.delete_branch().await?,
                12 => self.delete().await?,
                13 => self.recover().await?,
                14..=15 => self.recover_branch().await?,
                16..=17 => self.two_at_once().await?,
                18 => self.snapshot().await?,
                19 => self.restore_snapshot(true).await?,
                _ => self.restore_snapshot(false).await?,
            }
        }
        Ok(())
    }

    async fn create(&mut self) -> Lives<()> {
        if self.projects.len() >= 3 {
            return Ok(());
        }
        let made = self
            .post("/api/v1/database", &json!({"ref": "tests"}))
            .await?;
        assert_eq!(made.status, 200, "{}", made.body);
        let record = made.json();
        let url = text(&record, "connection_string");
        let id = text(&record, "neon_project_id").to_owned();
        let project = Project {
            record: Some(record.clone()),
            ..Project::default()
        };
        self.projects.insert(id.clone(), project);
        // Its branch is known by its id once it is claimed.
        self.fill(&id, "main", url).await
    }

    async fn create_with_key(&mut self) -> Lives<()> {
        if self.projects.len() >= 3 {
            return Ok(());
        }
        let made = self
            .post("/api/v2/projects", &json!({"project": {}}))
            .await?;
        assert_eq!(made.status, 201, "{}", made.body);
        let made = made.json();
        let id = text(&made["project"], "id");
        let project = Project {
            is_claimed: true,
            ..Project::default()
        };
        self.projects.insert(id.to_owned(), project);
        self.wait_for_operations(id).await?;
        let url = text(&made["connection_uris"][0], "connection_uri");
        self.fill(id, text(&made["branch"], "id"), url).await
    }

    /// Its first row. Before that there is nothing to be looked for in the branch.
    async fn fill(&mut self, project: &str, branch: &str, url: &str) -> Lives<()> {
        self.execute(url, "CREATE TABLE kept (n integer)").await?;
        let row = self.row();
        self.execute(url, &inserts(row)).await?;
        let new = Branch {
            rows: BTreeSet::from([row]),
            or: None,
        };
        let project = self.projects.get_mut(project).unwrap();
        project.branches.insert(branch.to_owned(), new);
        Ok(())
    }

    fn pick(&mut self, wanted: impl Fn(&Project) -> bool) -> Option<String> {
        let all = self.projects.iter().filter(|(_, it)| wanted(it));
        let all: Vec<&String> = all.map(|(id, _)| id).collect();
        all.choose(&mut self.random).map(|id| (*id).clone())
    }

    fn pick_claimed(&mut self) -> Option<String> {
        self.pick(|it| it.is_claimed && !it.is_deleted)
    }

    async fn claim(&mut self) -> Lives<()> {
        let Some(id) = self.pick(|it| !it.is_claimed) else {
            return Ok(());
        };
        let url = self.program.text("instant_url").to_owned();
        let record = self.projects[&id].record.as_ref().unwrap();
        let claim_url = text(record, "claim_url").to_owned();
        let path = claim_url.strip_prefix(&url).unwrap();
        for step in ["/begin", "/confirm"] {
            let page = self.send("GET", path, &[], "").await?;
            // A step that was taken before a crash is not offered again.
            if !page.body.contains(&format!("{step}\"")) {
                continue;
            }
            let filled = form(&page, step);
            let headers = [
                ("content-type", "application/x-www-form-urlencoded"),
                ("origin", url.as_str()),
            ];
            let sent = self
                .send("POST", &filled.action, &headers, &filled.body)
                .await?;
            assert_eq!(sent.status, 303, "{}", sent.body);
        }
        let list = self.branches(&id).await?;
        let main = text(&list[0], "id").to_owned();
        let project = self.projects.get_mut(&id).unwrap();
        project.is_claimed = true;
        if let Some(branch) = project.branches.remove("main") {
            project.branches.insert(main, branch);
        }
        Ok(())
    }

    async fn branch(&mut self, source: &str) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        if self.projects[&id].branches.len() >= 4 {
            return Ok(());
        }
        self.wait_for_operations(&id).await?;
        let Some((parent, from)) = self.some_branch(&id) else {
            return Ok(());
        };
        let path = format!("/api/v2/projects/{id}/branches");
        let made = self.post(&path, &wanted(&parent, source)).await?;
        assert_eq!(made.status, 201, "{}", made.body);
        let branch = text(&made.json()["branch"], "id").to_owned();
        let new = match source {
            "schema-only" => Branch::default(),
            _ => from,
        };
        let project = self.projects.get_mut(&id).unwrap();
        project.branches.insert(branch, new);
        Ok(())
    }

    fn some_branch(&mut self, project: &str) -> Option<(String, Branch)> {
        let all: Vec<_> = self.projects[project].branches.iter().collect();
        let picked = all.choose(&mut self.random)?;
        Some((picked.0.clone(), picked.1.clone()))
    }

    async fn insert(&mut self) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        let Some((branch, _)) = self.some_branch(&id) else {
            return Ok(());
        };
        let url = self.uri(&id, &branch).await?;
        let row = self.row();
        self.execute(&url, &inserts(row)).await?;
        self.known(&id, &branch).rows.insert(row);
        Ok(())
    }

    fn known(&mut self, project: &str, branch: &str) -> &mut Branch {
        let project = self.projects.get_mut(project).unwrap();
        project.branches.get_mut(branch).unwrap()
    }

    /// Two branches of the same, while that is written to.
    async fn two_at_once(&mut self) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        if self.projects[&id].branches.len() >= 4 {
            return Ok(());
        }
        self.wait_for_operations(&id).await?;
        let Some((parent, from)) = self.some_branch(&id) else {
            return Ok(());
        };
        let url = self.uri(&id, &parent).await?;
        // A server that wakes for the row would keep both waiting.
        self.execute(&url, "SELECT 1").await?;
        self.wait_for_operations(&id).await?;
        let row = self.row();
        let insert = inserts(row);
        let path = format!("/api/v2/projects/{id}/branches");
        let wanted = wanted(&parent, "parent-data");
        let (one, other, written) = tokio::join!(
            self.post(&path, &wanted),
            self.post(&path, &wanted),
            self.execute(&url, &insert),
        );
        if written.is_ok() {
            self.known(&id, &parent).rows.insert(row);
        }
        let mut made = 0;
        for reply in [&one, &other].into_iter().flatten() {
            if reply.status == 423 {
                continue;
            }
            assert_eq!(reply.status, 201, "{}", reply.body);
            made += 1;
            let branch = text(&reply.json()["branch"], "id").to_owned();
            let project = self.projects.get_mut(&id).unwrap();
            project.branches.insert(branch, from.clone());
        }
        let all_answered = one.is_ok() && other.is_ok();
        assert!(made > 0 || !all_answered, "neither was begun");
        one.and(other)?;
        written
    }

    /// Without a name to preserve it under, what was there goes.
    async fn restore(&mut self, preserves: bool) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        let (Some((to, before)), Some((from, source))) =
            (self.some_branch(&id), self.some_branch(&id))
        else {
            return Ok(());
        };
        if to == from {
            return Ok(());
        }
        let name = format!("kept-{}", self.row());
        let body = match preserves {
            true => json!({"source_branch_id": from, "preserve_under_name": name}),
            false => json!({"source_branch_id": from}),
        };
        let all = self.branches(&id).await?;
        let has_children = all.iter().any(|it| it["parent_id"] == *to);
        let path = format!("/api/v2/projects/{id}/branches/{to}/restore");
        self.known(&id, &to).or = Some(source.rows.clone());
        let done = self.post(&path, &body).await?;
        let project = self.projects.get_mut(&id).unwrap();
        if has_children && !preserves {
            assert_eq!(done.status, 422, "{}", done.body);
            project.branches.insert(to, before);
            return Ok(());
        }
        assert_eq!(done.status, 200, "{}", done.body);
        project.branches.insert(to, source);
        if !preserves {
            return Ok(());
        }
        let all = self.branches(&id).await?;
        let preserved = all.iter().find(|it| text(it, "name") == name).unwrap();
        let project = self.projects.get_mut(&id).unwrap();
        project
            .branches
            .insert(text(preserved, "id").to_owned(), before);
        Ok(())
    }

    /// Of a root branch, as the platform has them.
    async fn snapshot(&mut self) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        let Some((branch, from)) = self.some_branch(&id) else {
            return Ok(());
        };
        let all = self.branches(&id).await?;
        let is_root = |it: &Value| it["id"] == *branch && it["parent_id"].is_null();
        if self.projects[&id].snapshots.len() >= 2 || !all.iter().any(is_root) {
            return Ok(());
        }
        let path = format!("/api/v2/projects/{id}/branches/{branch}/snapshot");
        let taken = self.post(&path, &json!({})).await?;
        assert_eq!(taken.status, 200, "{}", taken.body);
        let snapshot = text(&taken.json()["snapshot"], "id").to_owned();
        let project = self.projects.get_mut(&id).unwrap();
        project.snapshots.insert(snapshot, from);
        Ok(())
    }

    /// Whichever branch it replaces keeps its id and its rows, and the new one has those of the snapshot.
    async fn restore_snapshot(&mut self, finalizes: bool) -> Lives<()> {
        let Some(id) = self.pick(|it| it.is_claimed && !it.is_deleted && !it.snapshots.is_empty())
        else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        if self.projects[&id].branches.len() >= 5 {
            return Ok(());
        }
        let Some((target, _)) = self.some_branch(&id) else {
            return Ok(());
        };
        let all: Vec<_> = self.projects[&id].snapshots.iter().collect();
        let picked = all.choose(&mut self.random).unwrap();
        let (snapshot, held) = (picked.0.clone(), picked.1.clone());
        let path = format!("/api/v2/projects/{id}/snapshots/{snapshot}/restore");
        let body = json!({"target_branch_id": target, "finalize_restore": finalizes});
        let restored = self.post(&path, &body).await?;
        assert_eq!(restored.status, 200, "{}", restored.body);
        let branch = text(&restored.json()["branch"], "id").to_owned();
        let project = self.projects.get_mut(&id).unwrap();
        project.branches.insert(branch, held);
        Ok(())
    }

    async fn branches(&self, project: &str) -> Lives<Vec<Value>> {
        self.list(&format!("/api/v2/projects/{project}/branches"))
            .await
    }

    async fn list(&self, path: &str) -> Lives<Vec<Value>> {
        let list = self.get(path).await?;
        assert_eq!(list.status, 200, "{}", list.body);
        Ok(list.json()["branches"].as_array().unwrap().clone())
    }

    async fn delete_branch(&mut self) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        let Some((branch, before)) = self.some_branch(&id) else {
            return Ok(());
        };
        let all = self.branches(&id).await?;
        let is_parent = |of: &Value| of["parent_id"] == *branch;
        let is_root = |it: &Value| it["parent_id"].is_null() && it["init_source"].is_null();
        let roots = all.iter().filter(|it| is_root(it)).count();
        let may_go = |it: &Value| {
            let is_last_root = is_root(it) && roots == 1;
            it["id"] == *branch && !is_last_root && it["default"] == false
        };
        let goes = all.iter().any(may_go) && !all.iter().any(is_parent);
        // Not answered, it may be there or not.
        let branches = &mut self.projects.get_mut(&id).unwrap().branches;
        branches.remove(&branch);
        let path = format!("/projects/{id}/branches/{branch}");
        let done = self.api("DELETE", &path, "").await?;
        let expected = if goes { 200 } else { 422 };
        assert_eq!(done.status, expected, "{}", done.body);
        let project = self.projects.get_mut(&id).unwrap();
        if goes {
            project.gone.insert(branch, before);
        } else {
            project.branches.insert(branch, before);
        }
        Ok(())
    }

    async fn recover_branch(&mut self) -> Lives<()> {
        let Some(id) = self.pick(|it| it.is_claimed && !it.is_deleted && !it.gone.is_empty())
        else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        let gone: Vec<_> = self.projects[&id].gone.keys().collect();
        let branch = (*gone.choose(&mut self.random).unwrap()).clone();
        let path = format!("/api/v2/projects/{id}/branches?include_deleted=true");
        let all = self.list(&path).await?;
        let find = |id: &Value| all.iter().find(|it| it["id"] == *id);
        let deleted = find(&json!(branch)).expect("it can be recovered for a week");
        let is_orphan = find(&deleted["parent_id"]).is_some_and(|it| it["recovery"].is_object());
        // Not answered, it may be there or not.
        let project = self.projects.get_mut(&id).unwrap();
        let before = project.gone.remove(&branch).unwrap();
        let path = format!("/projects/{id}/branches/{branch}/recover");
        let done = self.api("POST", &path, "").await?;
        let expected = if is_orphan { 422 } else { 200 };
        assert_eq!(done.status, expected, "{}", done.body);
        let project = self.projects.get_mut(&id).unwrap();
        match is_orphan {
            true => project.gone.insert(branch, before),
            false => project.branches.insert(branch, before),
        };
        Ok(())
    }

    async fn delete(&mut self) -> Lives<()> {
        let Some(id) = self.pick_claimed() else {
            return Ok(());
        };
        self.wait_for_operations(&id).await?;
        // Not answered, it may be there or not.
        let project = self.projects.remove(&id).unwrap();
        let done = self.api("DELETE", &format!("/projects/{id}"), "").await?;
        assert_eq!(done.status, 200, "{}", done.body);
        let project = Project {
            is_deleted: true,
            ..project
        };
        self.projects.insert(id, project);
        Ok(())
    }

    async fn recover(&mut self) -> Lives<()> {
        let Some(id) = self.pick(|it| it.is_deleted) else {
            return Ok(());
        };
        let project = self.projects.remove(&id).unwrap();
        self.take_back(&id).await?;
        let project = Project {
            is_deleted: false,
            ..project
        };
        self.projects.insert(id, project);
        Ok(())
    }

    /// Once what its deletion began has ended.
    async fn take_back(&self, project: &str) -> Lives<()> {
        let path = format!("/projects/{project}/recover");
        let mut done = self.api("POST", &path, "").await?;
        while done.status == 423 {
            sleep(Duration::from_millis(100)).await;
            done = self.api("POST", &path, "").await?;
        }
        assert_eq!(done.status, 200, "{project}: {}", done.body);
        Ok(())
    }

    /// Everything that was answered, after some of what was deleted is brought back.
    async fn check(&mut self) {
        for _ in 0..self.random.random_range(0..=2) {
            let recovered = timeout(PATIENCE, self.recover_branch()).await;
            assert!(matches!(recovered, Ok(Ok(()))), "no branch comes back");
        }
        let mut projects = std::mem::take(&mut self.projects);
        for (id, project) in &mut projects {
            let checked = timeout(PATIENCE, self.check_project(id, project)).await;
            let Ok(Ok(())) = checked else {
                panic!("{id} cannot be checked: {project:?}");
            };
        }
        self.projects = projects;
    }

    async fn check_project(&mut self, id: &str, project: &mut Project) -> Lives<()> {
        if let Some(record) = project.record.as_ref().filter(|_| !project.is_deleted) {
            let path = format!("/api/v1/database/{}", text(record, "id"));
            let found = self.get(&path).await?;
            assert_eq!(found.status, 200, "{id}: {}", found.body);
        }
        if !project.is_claimed {
            let record = project.record.as_ref().unwrap();
            let url = text(record, "connection_string");
            for branch in project.branches.values_mut() {
                self.has(id, url, branch).await;
            }
            return Ok(());
        }
        if project.is_deleted {
            self.take_back(id).await?;
        }
        let found = self.api("GET", &format!("/projects/{id}"), "").await?;
        assert_eq!(found.status, 200, "{id}: {}", found.body);
        self.wait_for_operations(id).await?;
        for (branch, expected) in &mut project.branches {
            let path = format!("/api/v2/projects/{id}/branches/{branch}");
            let found = self.get(&path).await?;
            assert_eq!(found.status, 200, "{id} {branch}: {}", found.body);
            assert_eq!(found.json()["branch"]["current_state"], "ready");
            let url = self.uri(id, branch).await?;
            self.has(&format!("{id} {branch}"), &url, expected).await;
        }
        let list = self
            .get(&format!("/api/v2/projects/{id}/snapshots"))
            .await?;
        let list = list.json()["snapshots"].as_array().unwrap().clone();
        for snapshot in project.snapshots.keys() {
            let is_there = list.iter().any(|it| it["id"] == **snapshot);
            assert!(is_there, "{id} {snapshot} is not in {list:?}");
        }
        for branch in project.gone.keys() {
            let path = format!("/api/v2/projects/{id}/branches/{branch}");
            let found = self.get(&path).await?;
            assert_eq!(found.status, 404, "{id} {branch}: {}", found.body);
        }
        if project.is_deleted {
            self.wait_for_operations(id).await?;
            let gone = self.api("DELETE", &format!("/projects/{id}"), "").await?;
            assert_eq!(gone.status, 200, "{id}: {}", gone.body);
        }
        Ok(())
    }

    /// Whichever of two it may have, from then on it must keep.
    async fn has(&self, what: &str, url: &str, expected: &mut Branch) {
        let client = sql::connect(&self.program.ca_file(), url).await;
        let query = "SELECT coalesce(string_agg(n::text, ' '), '') FROM kept";
        let found = sql::one(&client, query).await;
        let found: BTreeSet<i32> = found
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        if let Some(restored) = expected.or.take()
            && !expected.rows.is_subset(&found)
        {
            eprintln!("{what}: a restore without an answer was done");
            expected.rows = restored;
        }
        let missing: Vec<_> = expected.rows.difference(&found).collect();
        assert!(
            missing.is_empty(),
            "{what}: {missing:?} of {expected:?} is lost, {found:?} is there"
        );
    }

    /// Reaches a branch, which gets a compute if it has none, as what a restore preserves.
    async fn uri(&mut self, project: &str, branch: &str) -> Lives<String> {
        let path = format!("/api/v2/projects/{project}/branches/{branch}/endpoints");
        let computes = self.get(&path).await?;
        assert_eq!(computes.status, 200, "{branch}: {}", computes.body);
        if computes.json()["endpoints"] == json!([]) {
            let path = format!("/api/v2/projects/{project}/endpoints");
            let wanted = json!({"endpoint": {"branch_id": branch, "type": "read_write"}});
            let made = self.post(&path, &wanted).await?;
            assert_eq!(made.status, 201, "{branch}: {}", made.body);
            self.wait_for_operations(project).await?;
        }
        let path = format!(
            "/api/v2/projects/{project}/connection_uri?branch_id={branch}&database_name=svcdb&role_name=svcdb_owner"
        );
        let found = self.get(&path).await?;
        assert_eq!(found.status, 200, "{branch}: {}", found.body);
        Ok(text(&found.json(), "uri").to_owned())
    }

    async fn wait_for_operations(&mut self, project: &str) -> Lives<()> {
        let path = format!("/api/v2/projects/{project}/operations");
        loop {
            let list = self.get(&path).await?.json();
            let all = list["operations"].as_array();
            let ended = |it: &Value| matches!(text(it, "status"), "finished" | "cancelled");
            if all.is_some_and(|all| all.iter().all(ended)) {
                return Ok(());
            }
            if let Some(ill) = all.and_then(|all| all.iter().find(|it| it["status"] == "error")) {
                panic!("{ill}");
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn execute(&self, url: &str, statement: &str) -> Lives<()> {
        let authority = self.program.ca_file();
        let client = sql::try_connect(&authority, url).await.map_err(|_| Dead)?;
        client.batch_execute(statement).await.map_err(|_| Dead)
    }

    fn row(&mut self) -> i32 {
        self.next_row += 1;
        self.next_row
    }

    async fn get(&self, path: &str) -> Lives<Reply> {
        self.called("GET", path, "").await
    }

    async fn post(&self, path: &str, body: &Value) -> Lives<Reply> {
        self.called("POST", path, &body.to_string()).await
    }

    async fn api(&self, method: &str, path: &str, body: &str) -> Lives<Reply> {
        self.called(method, &format!("/api/v2{path}"), body).await
    }

    /// Whoever asks too often waits.
    async fn called(&self, method: &str, path: &str, body: &str) -> Lives<Reply> {
        let key = format!("Bearer {}", self.program.text("key"));
        let headers = [
            ("authorization", key.as_str()),
            ("content-type", "application/json"),
        ];
        loop {
            let reply = self.send(method, path, &headers, body).await?;
            if reply.status != 429 {
                return Ok(reply);
            }
            sleep(Duration::from_millis(500)).await;
        }
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Lives<Reply> {
        let address = http::address(self.program.text("instant_url"));
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nconnection: close\r\nhost: {address}\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str(&format!("content-length: {}\r\n\r\n{body}", body.len()));
        let exchange = async {
            let mut stream = TcpStream::connect(address).await.ok()?;
            stream.write_all(request.as_bytes()).await.ok()?;
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.ok()?;
            whole(http::parse(&bytes)?)
        };
        let reply = timeout(PATIENCE, exchange)
            .await
            .expect("an answer or a death");
        reply.ok_or(Dead)
    }
}

fn wanted(parent: &str, source: &str) -> Value {
    json!({
        "branch": {"parent_id": parent, "init_source": source},
        "endpoints": [{"type": "read_write"}],
    })
}

fn inserts(row: i32) -> String {
    format!("INSERT INTO kept VALUES ({row})")
}

/// A reply that was cut in the middle is none.
fn whole(reply: Reply) -> Option<Reply> {
    let length = reply.header("content-length")?.parse::<usize>().ok()?;
    (reply.body.len() == length).then_some(reply)
}
