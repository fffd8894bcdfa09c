//! Pictures that are compared with reference pictures: the same screens, with everything blanked that differs from run to run.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::sight::{all_sizes, compares, drawn, ui};
use testkit::shot::Shot;

use crate::harness::{Desktop, Window};

/// Replaces ids, times, sizes, ports, folders and secrets in what is shown by text that is always the same, and hides what
/// moves by itself. What was there is remembered by the page, for `SHOW`.
const BLANK: &str = include_str!("blank.js");
const SHOW: &str = "window.shownAgain?.(); delete window.shownAgain";

/// The size and theme whose pictures are compared in every run.
const USUAL: (&str, u32, u32) = ("light", 900, 600);
/// States that no two runs show alike, each with its reason.
const UNSTABLE: &[(&str, &str)] = &[
    ("createProject-made", WIDTHS),
    ("deleteQuarantined-filled", REQUESTS),
    ("history-failed", RETRIED),
    ("history-retry", RETRIED),
    ("projects-deleted", ORDER),
    ("projects-offline", MARKED),
    ("projects-stopped", WIDTHS),
    ("rotation-running", NEW_KEY),
    ("sandbox-quarantine", REQUESTS),
    ("sandbox-running", REQUESTS),
];
const MARKED: &str = "whether a row is marked depends on what had the focus when the list came";
const NEW_KEY: &str = "whether the list has the new key already depends on when it was read";
const ORDER: &str = "what was deleted within the same second stands by its name";
const REQUESTS: &str = "the newest requests come in any order and number";
const RETRIED: &str = "the platform may have tried again meanwhile";
const WIDTHS: &str = "which columns have room depends on a generated name";

/// How long a picture may differ: what is shown last may still be on its way.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a picture that is to become a reference picture has to stay the same.
const STILL: Duration = Duration::from_millis(1500);
/// Once this many differ, the others get one look each, or the walk would take too long to say so.
const MANY: usize = 5;
const INTERVAL: Duration = Duration::from_millis(300);
/// How `ui/pictures.mjs` ends where only some dots differ.
const FEW_DOTS: i32 = 2;

/// One picture that is compared, and where it lies.
pub struct Reference<'look> {
    pub theme: &'look str,
    pub width: u32,
    pub height: u32,
    pub state: &'look str,
}

/// How a picture differs from its reference picture.
pub struct Difference {
    pub how: String,
    /// Whether it is more than a word.
    pub is_broken: bool,
}

impl Reference<'_> {
    /// Whether it is compared, or renewed, in this run.
    pub fn is_wanted(&self) -> bool {
        let is_stable = UNSTABLE.iter().all(|(state, _)| *state != self.state);
        is_stable
            && compares()
            && (self.is_usual() || all_sizes())
            && (accepts() || self.folder(&accepted()).is_dir())
    }

    /// Says what differs. Takes another picture as long as one does, so that a slow machine makes none fail.
    pub async fn compare(
        &self,
        desktop: &Desktop,
        window: &Window,
        differing: usize,
    ) -> Result<(), Difference> {
        let end = Instant::now() + PATIENCE;
        // The last picture that was new, and since when there was none.
        let mut before: Option<(Shot, Instant)> = None;
        for mark in 0.. {
            let shot = self.take(desktop, window, mark).await;
            let is_over = Instant::now() > end || (differing >= MANY && !accepts());
            if accepts() {
                let is_same = |(before, _): &(Shot, Instant)| *before == shot;
                let since = before.filter(is_same).map(|(_, since)| since);
                if since.is_some_and(|since| since.elapsed() > STILL) {
                    return self.accept(&shot);
                }
                before = Some((shot, since.unwrap_or_else(Instant::now)));
                if is_over {
                    return Err(self.broken("no two pictures are the same"));
                }
            } else {
                match self.differs(&shot) {
                    Ok(()) => return Ok(()),
                    Err(how) if is_over => return Err(how),
                    Err(_) => {}
                }
            }
            tokio::time::sleep(INTERVAL).await;
        }
        Err(self.broken("the time is not over"))
    }

    async fn take(&self, desktop: &Desktop, window: &Window, mark: u8) -> Shot {
        let rows = window.command("temporary_list", json!({})).await;
        let rows = rows.unwrap_or_default();
        let names = rows["items"].as_array().into_iter().flatten();
        let names: Vec<&Value> = names.map(|row| &row["name"]).collect();
        window.script(BLANK, vec![json!(names)]).await;
        let shot = drawn(desktop, window, self.theme, [mark, 0, 255]).await;
        window.script(SHOW, Vec::new()).await;
        shot.unmarked().smaller(if self.is_usual() { 2 } else { 4 })
    }

    /// Keeps the one that is there where nobody would see a difference.
    fn accept(&self, shot: &Shot) -> Result<(), Difference> {
        let reference = self.file(&accepted());
        if self.differs(shot).is_err() {
            shot.save_small(&reference).unwrap();
        }
        Ok(())
    }

    fn differs(&self, shot: &Shot) -> Result<(), Difference> {
        let reference = self.file(&accepted());
        if !reference.is_file() {
            return Err(self.broken("no reference picture"));
        }
        let made = self.file(&target("desktop-compared"));
        let difference = self.file(&target("desktop-differences"));
        shot.save_small(&made).unwrap();
        // Usually they are the same, and nothing has to be started.
        if std::fs::read(&made).unwrap() == std::fs::read(&reference).unwrap() {
            return Ok(());
        }
        let compared = Command::new("node")
            .arg(ui("pictures.mjs"))
            .args([&made, &reference, &difference])
            .output()
            .expect("Node cannot be started");
        if compared.status.success() {
            return Ok(());
        }
        let how = format!(
            "{}: {}{}\n  made       {}\n  reference  {}\n  difference {}",
            self.state,
            String::from_utf8_lossy(&compared.stdout),
            String::from_utf8_lossy(&compared.stderr),
            made.display(),
            reference.display(),
            difference.display(),
        );
        let is_broken = compared.status.code() != Some(FEW_DOTS);
        Err(Difference { how, is_broken })
    }

    fn broken(&self, why: &str) -> Difference {
        Difference {
            how: format!("{}: {why}", self.state),
            is_broken: true,
        }
    }

    fn is_usual(&self) -> bool {
        (self.theme, self.width, self.height) == USUAL
    }

    fn folder(&self, root: &Path) -> PathBuf {
        root.join(format!("{}-{}x{}", self.theme, self.width, self.height))
    }

    fn file(&self, root: &Path) -> PathBuf {
        self.folder(root).join(format!("{}.png", self.state))
    }
}

/// The usual set has a picture of each of these states but the unstable ones. Others are left over: removed where the
/// pictures are renewed, else refused.
pub fn are_of(states: &BTreeSet<String>) {
    let unstable: BTreeSet<&str> = UNSTABLE.iter().map(|(state, _)| *state).collect();
    assert!(
        unstable.iter().all(|state| states.contains(*state)),
        "an unstable state is in no table"
    );
    let wanted: BTreeSet<String> = states
        .iter()
        .filter(|state| !unstable.contains(state.as_str()))
        .map(|state| format!("{state}.png"))
        .collect();
    for set in std::fs::read_dir(accepted()).unwrap() {
        let set = set.unwrap().path();
        let there = std::fs::read_dir(&set).unwrap();
        let there: BTreeSet<String> = there
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        if accepts() {
            for name in there.difference(&wanted) {
                std::fs::remove_file(set.join(name)).unwrap();
            }
        } else {
            assert_eq!(there, wanted, "{}: renew them", set.display());
        }
    }
}

/// Adds to the list of those that differ; it is there, and empty, where none does.
pub fn list(differing: &[Difference]) {
    let folder = target("desktop-differences");
    std::fs::create_dir_all(&folder).unwrap();
    let list = folder.join("list.txt");
    let mut list = std::fs::File::options()
        .create(true)
        .append(true)
        .open(list)
        .unwrap();
    for Difference { how, .. } in differing {
        writeln!(list, "{}", how.lines().next().unwrap_or_default()).unwrap();
    }
}

/// Whether the pictures are to become the reference pictures.
pub fn accepts() -> bool {
    std::env::var_os("PLINTH_ACCEPT_PICTURES").is_some()
}

fn accepted() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("desktop/reference")
}

fn target(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../target")
        .join(name)
}
