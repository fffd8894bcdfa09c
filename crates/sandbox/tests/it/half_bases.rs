//! The sandbox is killed while it takes a base of a history, or removes the one before.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::program::{Program, command};
use crate::support::test_sandbox::text;
use crate::support::{Reply, http, sql, until};

/// What is on the disk by then: nothing; folders; all but the control file; all; all, and synced; all; the new name. Then the
/// base before loses what makes it one, and goes.
const STEPS: [u32; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const USUAL: [u32; 3] = [3, 7, 9];
/// From here on the first base is gone: the next start finds the history over its limit.
const REMOVES: u32 = 8;
const LITTLE: &str = "--max-history=45MB";

/// A project whose branch has a history.
struct Kept {
    folder: tempfile::TempDir,
    key: String,
    project: String,
    branch: String,
    uri: String,
}

/// Looks at histories without a pause, and dies at that point of the next base.
async fn dying(folder: &Path, step: u32, more: &[&str]) -> Program {
    let mut command = command(folder, more);
    command.env("PLINTH_SANDBOX_DIES_IN", format!("base:{step}"));
    Program::of(command).await.expect("a line")
}

/// Or lives.
const NEVER: u32 = 0;

impl Kept {
    async fn start() -> (Self, Program) {
        let folder = tempfile::tempdir().unwrap();
        let program = dying(folder.path(), NEVER, &[]).await;
        let mut kept = Self {
            folder,
            key: program.text("key").to_owned(),
            project: String::new(),
            branch: String::new(),
            uri: String::new(),
        };
        let project = json!({"project": {}});
        let made = kept.call(&program, "POST", "/projects", &project).await;
        assert_eq!(made.status, 201, "{}", made.body);
        let made = made.json();
        kept.project = text(&made["project"], "id").to_owned();
        kept.branch = text(&made["branch"], "id").to_owned();
        kept.uri = text(&made["connection_uris"][0], "connection_uri").to_owned();
        (kept, program)
    }

    async fn call(&self, program: &Program, method: &str, path: &str, body: &Value) -> Reply {
        let key = format!("Bearer {}", self.key);
        let headers = [("authorization", key.as_str())];
        let (url, body) = (program.text("instant_url"), body.to_string());
        let path = format!("/api/v2{path}");
        http::send(url, method, &path, &headers, body.as_bytes()).await
    }

    async fn client(&self, program: &Program) -> tokio_postgres::Client {
        sql::connect(&program.ca_file(), &self.uri).await
    }

    fn histories(&self) -> PathBuf {
        let branches = self.folder.path().join("servers/branches");
        branches.join(&self.branch).join("plinth-history")
    }

    /// What is in the folder of the bases, and whether each says what it is.
    fn bases(&self) -> Vec<(String, bool)> {
        let entries = std::fs::read_dir(self.histories()).into_iter().flatten();
        let mut all: Vec<_> = entries
            .flatten()
            .map(|it| {
                let name = it.file_name().into_string().unwrap();
                (name, it.path().join("plinth-base.json").exists())
            })
            .collect();
        all.sort();
        all
    }

    /// The tables by the schema of then.
    async fn tables(&self, program: &Program, lsn: &str) -> String {
        let path = format!(
            "/projects/{}/branches/{}/schema?db_name=svcdb&lsn={lsn}",
            self.project, self.branch
        );
        let read = self.call(program, "GET", &path, &Value::Null).await;
        assert_eq!(read.status, 200, "{}", read.body);
        text(&read.json(), "sql").to_owned()
    }
}

/// A table that is there at the LSN that is returned, and not for long after.
async fn passing(client: &tokio_postgres::Client, table: &str) -> String {
    sql::run(client, &format!("CREATE TABLE {table} (n int)")).await;
    let lsn = sql::one(client, "SELECT pg_current_wal_insert_lsn()").await;
    sql::run(client, &format!("DROP TABLE {table}")).await;
    lsn
}

/// More than may be kept, so that another base is taken.
async fn write(client: &tokio_postgres::Client) {
    const FILL: &str =
        "CREATE TABLE bulk AS SELECT repeat(md5(n::text), 30) FROM generate_series(1, 10000) n";
    for _ in 0..6 {
        sql::run(client, FILL).await;
        sql::run(client, "DROP TABLE bulk").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_base_that_was_cut_off_is_never_believed_and_the_one_before_serves_on() {
    let (kept, mut program) = Kept::start().await;
    until("there is a base", async || {
        kept.bases()
            .iter()
            .any(|(name, is_base)| *is_base && name != "making")
    })
    .await;
    let first = kept.bases();
    let client = kept.client(&program).await;
    let early = passing(&client, "early").await;
    write(&client).await;
    drop(client);
    program.signal("KILL").await;
    program.end().await;

    let is_thorough = std::env::var_os("PLINTH_THOROUGH").is_some();
    for step in if is_thorough { &STEPS[..] } else { &USUAL } {
        let folder = kept.folder.path();
        let mut program = dying(folder, *step, &[LITTLE]).await;
        let _ = sql::try_connect(&program.ca_file(), &kept.uri).await;
        until(&format!("it dies at step {step}"), async || {
            program.child.try_wait().unwrap().is_some()
        })
        .await;
        let mut program = Program::start(folder, &[]).await;
        let client = kept.client(&program).await;
        until("the rest of it is gone", async || {
            kept.bases()
                .iter()
                .all(|(name, is_base)| *is_base && name != "making")
        })
        .await;
        if *step < REMOVES {
            assert_eq!(kept.bases()[0], first[0], "step {step}");
            let seen = kept.tables(&program, &early).await;
            assert!(seen.contains("TABLE public.early"), "step {step}: {seen}");
        } else {
            let late = passing(&client, "late").await;
            let seen = kept.tables(&program, &late).await;
            assert!(seen.contains("TABLE public.late"), "step {step}: {seen}");
        }
        if *step >= REMOVES - 1 {
            write(&client).await;
        }
        drop(client);
        program.signal("KILL").await;
        program.end().await;
    }

    let program = dying(kept.folder.path(), NEVER, &[LITTLE]).await;
    let client = kept.client(&program).await;
    let before = kept.bases();
    write(&client).await;
    until("another base is taken", async || {
        let now = kept.bases();
        now.len() == 1 && now != before && now[0].1 && now[0].0 != "making"
    })
    .await;
}
