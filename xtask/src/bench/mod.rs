//! Figures beside their floors: what the same machine does at best, measured in the same run.

pub mod client;
pub mod connections;
pub mod copies;
pub mod database;
pub mod disk;
pub mod page;
pub mod past;
pub mod project;
pub mod record;
pub mod window;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

use crate::error::{Context, Error, Result};
use crate::program::Program;

#[derive(Debug)]
pub struct Measurement {
    pub what: &'static str,
    pub unit: &'static str,
    pub figure: f64,
    /// What the same machine does at best, where there is such a thing.
    pub floor: Option<f64>,
    /// What is still good.
    pub goal: Option<Goal>,
}

#[derive(Debug, Clone, Copy)]
pub enum Goal {
    /// So many times the floor.
    Times(f64),
    /// This much, in the unit of the figure.
    AtMost(f64),
}

/// Each row with the machine's load before it.
pub fn table(rows: &[(Measurement, Option<f64>)]) -> String {
    let mut out = format!(
        "\n{:<48} {:>12} {:>12} {:>8} {:>8} {:>6}\n",
        "what", "figure", "floor", "ratio", "goal", "load"
    );
    for (row, load) in rows {
        let with_unit = |value: f64| {
            let digits = if value < 10.0 { 1 } else { 0 };
            format!("{value:.digits$} {}", row.unit)
        };
        let ratio = row.floor.map(|floor| row.figure / floor);
        let (goal, over) = match row.goal {
            None => ("-".into(), false),
            Some(Goal::Times(most)) => {
                let over = ratio.is_some_and(|ratio| ratio > most);
                (format!("{most:.2}x"), over)
            }
            Some(Goal::AtMost(most)) => (with_unit(most), row.figure > most),
        };
        let _ = writeln!(
            out,
            "{:<48} {:>12} {:>12} {:>8} {:>8} {:>6}{}",
            row.what,
            with_unit(row.figure),
            row.floor.map_or("-".into(), with_unit),
            ratio.map_or("-".into(), |ratio| format!("{ratio:.2}x")),
            goal,
            load.map_or("-".into(), |load| format!("{load:.1}")),
            if over { "  over" } else { "" }
        );
    }
    out
}

/// The middle of the values; of an even count the mean of the two in the middle.
pub fn median(mut values: Vec<f64>) -> Result<f64> {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => Err(Error::new("nothing was measured")),
        n if n % 2 == 1 => Ok(values[half]),
        _ => Ok(f64::midpoint(values[half - 1], values[half])),
    }
}

/// A folder of this run, removed at the end. It lies where another user can get to, for servers that must
/// not run as root.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Result<Self> {
        Self::below(&std::env::temp_dir())
    }

    pub fn below(place: &Path) -> Result<Self> {
        let dir = place.join(format!("plinth-bench-{}", process::id()));
        fs::create_dir_all(&dir).context(format_args!("cannot create {}", dir.display()))?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&dir, fs::Permissions::from_mode(0o755))
                .context(format_args!("cannot open {}", dir.display()))?;
        }
        Ok(Self(dir))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The user that servers run as when this is root, since PostgreSQL refuses to be root.
#[derive(Debug, Clone)]
pub struct ServerUser(Option<(String, String)>);

impl ServerUser {
    pub fn find() -> Result<Self> {
        if !cfg!(unix) || Program::new("id").arg("-u").quiet()?.trim() != "0" {
            return Ok(Self(None));
        }
        let users = fs::read_to_string("/etc/passwd").context("cannot read the list of users")?;
        ["postgres", "nobody"]
            .iter()
            .find_map(|name| {
                let line = users
                    .lines()
                    .find(|line| line.split(':').next() == Some(name))?;
                let mut ids = line.split(':').skip(2);
                Some((ids.next()?.to_owned(), ids.next()?.to_owned()))
            })
            .map(|ids| Self(Some(ids)))
            .ok_or_else(|| Error::new("there is no ordinary user to run servers as"))
    }

    /// PostgreSQL where its user gets to: where it lies, or a copy of it where the checkout is closed to
    /// that user, such as one below /root.
    pub fn within_reach(&self, postgres: &Path, scratch: &Scratch) -> Result<PathBuf> {
        let answers = |place: &Path| {
            let program = Program::new(place.join("bin/postgres")).arg("--version");
            self.run(program)
                .dir(scratch.path())
                .within(Duration::from_secs(30))
                .quiet()
        };
        if answers(postgres).is_ok() {
            return Ok(postgres.to_path_buf());
        }
        let copy = scratch.path().join("postgres");
        // With its links, and readable by everyone whatever the umask was.
        Program::new("cp")
            .arg("-a")
            .arg(postgres)
            .arg(&copy)
            .quiet()?;
        Program::new("chmod")
            .args(["-R", "a+rX"])
            .arg(&copy)
            .quiet()?;
        answers(&copy).map(|_| copy).map_err(|error| {
            error.hint(
                "the user that servers run as must be able to run PostgreSQL: see what it lacks",
            )
        })
    }

    pub fn run(&self, program: Program) -> Program {
        match &self.0 {
            None => program,
            Some((uid, gid)) => {
                program.under(&["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups"])
            }
        }
    }

    pub fn give(&self, path: &Path) -> Result<()> {
        match &self.0 {
            None => Ok(()),
            Some((uid, gid)) => Program::new("chown")
                .args(["-R", &format!("{uid}:{gid}")])
                .arg(path)
                .quiet()
                .map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As root this is about another user; else everything is within reach.
    #[cfg(unix)]
    #[test]
    fn programs_that_the_servers_user_cannot_read_are_copied_to_where_it_can() {
        use std::os::unix::fs::PermissionsExt;
        let owner = ServerUser::find().unwrap();
        let scratch = Scratch::new().unwrap();
        let closed = tempfile::tempdir().unwrap();
        let postgres = closed.path().join("postgres");
        fs::create_dir_all(postgres.join("bin")).unwrap();
        let program = postgres.join("bin/postgres");
        fs::write(&program, "#!/bin/sh\necho 'postgres (PostgreSQL) 17.11'\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();

        let found = owner.within_reach(&postgres, &scratch).unwrap();
        assert_eq!(found == postgres, owner.0.is_none());
        let said = owner
            .run(Program::new(found.join("bin/postgres")))
            .dir(scratch.path())
            .quiet();
        assert!(said.unwrap().contains("17.11"));
    }

    #[test]
    fn the_middle_is_found_whatever_the_order() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]).unwrap(), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]).unwrap(), 2.5);
        median(Vec::new()).unwrap_err();
    }

    #[test]
    fn a_figure_over_its_own_goal_is_marked() {
        let row = |figure| Measurement {
            what: "CPU idle",
            unit: "%",
            figure,
            floor: None,
            goal: Some(Goal::AtMost(0.3)),
        };
        let text = table(&[(row(0.2), Some(0.5)), (row(0.4), None)]);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert!(
            lines[0].contains("0.2 %") && lines[0].ends_with("0.3 %    0.5"),
            "{text}"
        );
        assert!(
            lines[1].contains("0.4 %") && lines[1].ends_with("over"),
            "{text}"
        );
    }

    #[test]
    fn a_ratio_over_its_goal_is_marked() {
        let row = |figure| Measurement {
            what: "start",
            unit: "ms",
            figure,
            floor: Some(100.0),
            goal: Some(Goal::Times(1.5)),
        };
        let text = table(&[(row(149.0), None), (row(151.0), None)]);
        let marked: Vec<bool> = text
            .lines()
            .skip(2)
            .map(|line| line.ends_with("over"))
            .collect();
        assert_eq!(marked, [false, true], "{text}");
    }
}
