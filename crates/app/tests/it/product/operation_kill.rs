use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::{App, Checkpoint, Checkpoints, Event, accounts, operations};
use testkit::server::Server;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::sync::broadcast::Receiver;

use super::operations_fixture::{PlayedClock, State, config, platform};

/// Where the process that is killed finds its folder and the platform.
const FOLDER: &str = "PLINTH_TEST_KILLED_FOLDER";
const PLATFORM: &str = "PLINTH_TEST_KILLED_PLATFORM";

const NAME: &str =
    "product::operation_kill::a_killed_process_loses_no_end_and_publishes_none_twice";
const SPEED: u32 = 10;
const PROJECTS: usize = 6;

/// Longest wait for a line of the process.
const PATIENCE: Duration = Duration::from_secs(60);

fn project(number: usize) -> String {
    format!("misty-meadow-{number:08}")
}

/// The process that is killed: it follows everything and prints what is published.
async fn be_killed(folder: &Path, url: &str) {
    let clock = PlayedClock::new(SPEED);
    let ends = Arc::new(Ends::default());
    let app = App::open(config(folder, clock, ends.clone()))
        .await
        .unwrap();
    *ends.0.lock().unwrap() = Some(app.events());
    let account = accounts::set_local(&app, platform(url, "napi_secret"))
        .await
        .unwrap();
    if operations::tracked(&app).await.unwrap().is_empty() {
        for number in 0..PROJECTS {
            operations::follow_project(&app, &account.id, &project(number))
                .await
                .unwrap();
        }
    }
    loop {
        ends.say();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Prints the ends that were published before they are marked so: whoever receives them only later, on a busy machine, may be
/// killed in between.
#[derive(Debug, Default)]
struct Ends(Mutex<Option<Receiver<Event>>>);

impl Ends {
    fn say(&self) {
        let mut events = self.0.lock().unwrap();
        while let Some(Ok(event)) = events.as_mut().map(Receiver::try_recv) {
            if let Event::OperationEnded { operation_id, .. } = event {
                println!("\nended {operation_id}");
            }
        }
    }
}

impl Checkpoints for Ends {
    fn passed(&self, checkpoint: Checkpoint) {
        if checkpoint == Checkpoint::OperationsPublished {
            self.say();
        }
    }
}

struct Killed {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Killed {
    fn start(folder: &Path, url: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", NAME, "--nocapture"])
            .env(FOLDER, folder)
            .env(PLATFORM, url)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// The next end that is published.
    async fn ended(&mut self) -> Option<String> {
        loop {
            let line = self.lines.next_line().await.unwrap()?;
            if let Some(id) = line.strip_prefix("ended ") {
                return Some(id.to_owned());
            }
        }
    }

    /// Kills it and gives what it had still said.
    async fn kill(mut self) -> Vec<String> {
        self.child.kill().await.unwrap();
        let mut rest = Vec::new();
        while let Some(id) = self.ended().await {
            rest.push(id);
        }
        rest
    }
}

/// What is stored and not marked as published.
fn unmarked(folder: &Path) -> BTreeSet<String> {
    let store = rusqlite::Connection::open(folder.join("plinth.db")).unwrap();
    let mut rows = store
        .prepare("SELECT id FROM operation WHERE telling = 'ended'")
        .unwrap();
    let rows = rows.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[tokio::test]
async fn a_killed_process_loses_no_end_and_publishes_none_twice() {
    if let (Ok(folder), Ok(url)) = (std::env::var(FOLDER), std::env::var(PLATFORM)) {
        return be_killed(Path::new(&folder), &url).await;
    }
    let clock = PlayedClock::new(SPEED);
    let server = Server::start(State::new(clock)).await;
    let mut wanted = BTreeSet::new();
    for number in 0..PROJECTS {
        let first = 20 + 3 * u64::try_from(number).unwrap();
        let statuses = (0..5).map(|part| vec![(0, "running"), (first + 11 * part, "finished")]);
        let begun = server.state().begin(&project(number), statuses.collect());
        wanted.extend(begun.into_iter().map(|part| part.id));
    }
    let folder = tempfile::tempdir().unwrap();
    let mut published = BTreeMap::<String, usize>::new();
    let mut doubtful = BTreeMap::<String, usize>::new();
    // Killed after so many ends each.
    for lives in [1, 4, 2, 7, 3] {
        let mut process = Killed::start(folder.path(), &server.url);
        let wait = async {
            for _ in 0..lives {
                *published.entry(process.ended().await.unwrap()).or_default() += 1;
            }
        };
        tokio::time::timeout(PATIENCE, wait)
            .await
            .expect("an end was not told");
        for id in process.kill().await {
            *published.entry(id).or_default() += 1;
        }
        for id in unmarked(folder.path()) {
            *doubtful.entry(id).or_default() += 1;
        }
    }
    let mut process = Killed::start(folder.path(), &server.url);
    let wait = async {
        while published.len() < wanted.len() {
            *published.entry(process.ended().await.unwrap()).or_default() += 1;
        }
    };
    tokio::time::timeout(PATIENCE, wait)
        .await
        .expect("an end was lost");
    for id in process.kill().await {
        *published.entry(id).or_default() += 1;
    }
    server.leave();
    assert_eq!(published.keys().cloned().collect::<BTreeSet<_>>(), wanted);
    for (id, times) in published {
        // One whose publishing the kill cut short is published again by the next process.
        let cut_short = doubtful.get(&id).copied().unwrap_or_default();
        assert!(times <= 1 + cut_short, "{id} was told {times} times");
    }
}
