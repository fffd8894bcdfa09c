//! The window against an empty one of the same web view.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Goal, Measurement, Scratch, median};
use crate::child_guard::{ChildGuard, descendants};
use crate::error::{Context, Error, Result};
use crate::program::Program;
use crate::session::Session;

const PAINTS_WITHIN: Duration = Duration::from_secs(60);
const KEPT_WITHIN: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Windows<'a> {
    pub app: PathBuf,
    pub floor: PathBuf,
    pub session: Session,
    pub scratch: &'a Scratch,
    pub runs: usize,
    /// Where the windows' own words go.
    pub log: PathBuf,
    /// How long a window stands before its memory is read.
    pub settle: Duration,
}

/// Compiles the empty window with the system's compiler.
pub fn build_floor(source: &Path, into: &Path) -> Result<()> {
    let flags = Program::new("pkg-config")
        .args(["--cflags", "--libs", "webkit2gtk-4.1"])
        .quiet()?;
    Program::new("cc")
        .args(["-O2", "-o"])
        .arg(into)
        .arg(source)
        .args(flags.split_whitespace())
        .quiet()
        .map(|_| ())
}

impl Windows<'_> {
    pub fn paint(&self) -> Result<Measurement> {
        let (mut figures, mut floors) = (Vec::new(), Vec::new());
        // The first of each fills caches and is not counted. It is open until it has kept what it shows, as a person's is.
        for run in 0..=self.runs {
            let (window, floor) = self.open(&self.floor)?;
            drop(window);
            let (window, figure) = self.open(&self.app)?;
            if run == 0 {
                self.until_kept();
            }
            drop(window);
            if run > 0 {
                floors.push(floor);
                figures.push(figure);
            }
        }
        Ok(Measurement {
            what: "start to useful paint",
            unit: "ms",
            figure: median(figures)?,
            floor: Some(median(floors)?),
            goal: Some(Goal::Times(1.4)),
        })
    }

    pub fn memory(&self) -> Result<Measurement> {
        let mut settled = Vec::new();
        for program in [&self.app, &self.floor] {
            let (window, _) = self.open(program)?;
            let read_at = Instant::now() + self.settle;
            while let Some(left) = read_at.checked_duration_since(Instant::now()) {
                thread::sleep(left);
            }
            settled.push(tree_pss(window.0.id())?);
            drop(window);
        }
        Ok(Measurement {
            what: "idle memory (PSS), sandbox stopped",
            unit: "MiB",
            figure: settled[0],
            floor: Some(settled[1]),
            goal: Some(Goal::Times(1.25)),
        })
    }

    /// The agent with its icon in the tray, beside one without.
    pub fn agent(&self, program: &Path) -> Result<Measurement> {
        let mut settled = Vec::new();
        for arguments in [&["agent", "--tray"][..], &["agent"]] {
            let data = self.home().join("agent");
            let socket = data.join("run/host.sock");
            let mut agent = self
                .session
                .with_variables(Program::new(program).args(arguments))
                .env("PLINTH_DATA_DIR", &data)
                .silent()
                .spawn()
                .map(ChildGuard)?;
            let end = Instant::now() + PAINTS_WITHIN;
            while !socket.exists() && Instant::now() < end {
                thread::sleep(Duration::from_millis(50));
            }
            thread::sleep(self.settle);
            settled.push(tree_pss(agent.0.id())?);
            agent.terminate(KEPT_WITHIN);
        }
        Ok(Measurement {
            what: "agent with its icon (PSS), beside one without",
            unit: "MiB",
            figure: settled[0],
            floor: Some(settled[1]),
            goal: Some(Goal::AtMost(30.0)),
        })
    }

    /// Waits for what the app keeps of its window. A start that finds nothing of it is measured as it is.
    fn until_kept(&self) {
        let file = self.home().join("plinth/last-view.json");
        let end = Instant::now() + KEPT_WITHIN;
        while !file.is_file() && Instant::now() < end {
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn home(&self) -> PathBuf {
        self.scratch.path().join("home")
    }

    /// Opens a window with folders of its own and hands out what it says of its first paint.
    fn open(&self, program: &Path) -> Result<(ChildGuard, f64)> {
        let home = self.home();
        fs::create_dir_all(&home).context("cannot create a home folder for the window")?;
        let mut program = self
            .session
            .with_variables(Program::new(program))
            .env("PLINTH_BENCH", "1")
            .env("PLINTH_ALLOW_SECOND", "1")
            .env("PLINTH_DATA_DIR", home.join("plinth"));
        for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            program = program.env(name, home.join(name));
        }
        if !Path::new("/dev/dri").exists() {
            // What the app chooses for itself there.
            program = program.env("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
        }
        let log = File::options()
            .append(true)
            .create(true)
            .open(&self.log)
            .context("cannot write the windows' log")?;
        program
            .errors_into(log)
            .says(PAINTS_WITHIN, |line| {
                let json: Value = serde_json::from_str(line).ok()?;
                json["painted_ms"].as_f64()
            })
            .map_err(|e| e.hint(format!("its own words are in {}", self.log.display())))
    }
}

/// What a process and all below it hold, in MiB, shared pages counted by their share.
fn tree_pss(root: u32) -> Result<f64> {
    let kib: u64 = descendants(root)
        .into_iter()
        .chain([root])
        .filter_map(|pid| fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok())
        .filter_map(|text| pss_of(&text))
        .sum();
    match u32::try_from(kib) {
        Ok(0) | Err(_) => Err(Error::new("the memory of the window cannot be read")),
        Ok(kib) => Ok(f64::from(kib) / 1024.0),
    }
}

fn pss_of(rollup: &str) -> Option<u64> {
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_memory_is_read_from_the_kernels_sum() {
        let text = "00400000-7fff ---p 00000000 00:00 0 [rollup]\nRss:  9000 kB\nPss:  1234 kB\nPss_Dirty:  99 kB\n";
        assert_eq!(pss_of(text), Some(1234));
        assert_eq!(pss_of("Rss: 1 kB"), None);
    }
}
