//! The statements that were run: a line of JSON for each run, in a file that only its user can read, as a statement may hold a
//! password. Results are not kept.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::tabs::{folder, unread, unwritten};
use crate::Error;
use crate::base::disk;
use crate::base::private;
use crate::core::operation::operation;
use crate::features::Features;
use crate::view::{SqlHistoryPageView, SqlHistoryView};

const FILE: &str = "history.jsonl";
/// Bytes of the file. Beyond it, the oldest runs go until half of it is left.
const MAX_BYTES: u64 = 8 * 1024 * 1024;
/// Characters of a text that are kept.
const MAX_TEXT: usize = 20_000;

/// Lists runs, the newest first, from the one before the run `before` on. `search` is looked for in their texts and places,
/// whatever the case.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the file can't be read.
#[operation(Page, Read, sql_history)]
pub async fn list(
    app: &Features,
    search: String,
    before: Option<String>,
    limit: u32,
) -> Result<SqlHistoryPageView, Error> {
    let folder = folder(app);
    let _reading = app.sql.history.lock().await;
    disk::blocking(move || {
        let all = read(&folder).map_err(|error| unread(&folder, &error))?;
        let search = search.to_lowercase();
        let fits = |run: &SqlHistoryView| {
            search.is_empty()
                || run.text.to_lowercase().contains(&search)
                || run.place.to_lowercase().contains(&search)
        };
        let older = all.into_iter().rev().skip_while(|run| match &before {
            Some(before) => run.id >= *before,
            None => false,
        });
        let mut found = older.filter(fits);
        let items: Vec<_> = found.by_ref().take(limit as usize).collect();
        let more = found.next().is_some();
        let next = items.last().filter(|_| more).map(|last| last.id.clone());
        Ok(SqlHistoryPageView { items, next })
    })
    .await
}

/// Keeps a run whatever its age, or lets it go with the others.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the file can't be read or written.
#[operation(Page, Change, sql_history_pin)]
pub async fn pin(app: &Features, run_id: String, is_pinned: bool) -> Result<(), Error> {
    let folder = folder(app);
    let _writing = app.sql.history.lock().await;
    disk::blocking(move || {
        let mut all = read(&folder).map_err(|error| unread(&folder, &error))?;
        let found = all.iter_mut().find(|run| run.id == run_id);
        if let Some(run) = found {
            run.is_pinned = is_pinned;
            write(&folder, &all).map_err(|error| unwritten(&folder, &error))?;
        }
        Ok(())
    })
    .await
}

/// Forgets all runs.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the file can't be removed.
#[operation(Page, Change, sql_history_clear)]
pub async fn clear(app: &Features) -> Result<(), Error> {
    let folder = folder(app);
    let _writing = app.sql.history.lock().await;
    disk::blocking(move || match fs::remove_file(folder.join(FILE)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritten(&folder, &error)),
        _ => Ok(()),
    })
    .await
}

/// Adds a run that has ended. A text is kept without its passwords. A run that can't be kept is no failure of the run.
pub(super) async fn add(app: &Features, run: SqlHistoryView) {
    let folder = folder(app);
    let _writing = app.sql.history.lock().await;
    let added = disk::blocking(move || {
        let text = run.text.chars().take(MAX_TEXT).collect::<String>();
        let is_cut = text.len() < run.text.len();
        let masked = pgclient::without_passwords(&text);
        let run = SqlHistoryView {
            is_cut,
            is_masked: masked.is_some(),
            text: masked.unwrap_or(text),
            ..run
        };
        append(&folder, &run).map_err(|error| unwritten(&folder, &error))
    });
    if let Err(error) = added.await {
        tracing::warn!(code = ?error.code(), "a run could not be added to the SQL history");
    }
}

fn append(folder: &Path, run: &SqlHistoryView) -> io::Result<()> {
    private::ensure_folder(folder)?;
    let path = folder.join(FILE);
    let mut line = serde_json::to_vec(run)?;
    line.push(b'\n');
    let mut file = private::open(&path, OpenOptions::new().create(true).append(true))?;
    file.write_all(&line)?;
    if file.metadata()?.len() > MAX_BYTES {
        let mut runs = read(folder)?;
        remove_oldest(&mut runs, MAX_BYTES / 2)?;
        write(folder, &runs)?;
    }
    Ok(())
}

/// Removes the oldest runs that are not pinned until the others take so many bytes.
fn remove_oldest(runs: &mut Vec<SqlHistoryView>, bytes: u64) -> io::Result<()> {
    let mut left = bytes;
    let mut newest = Vec::new();
    for run in runs.drain(..).rev() {
        let size = serde_json::to_vec(&run)?.len() as u64;
        let fits = size <= left;
        left = if fits { left - size } else { 0 };
        if fits || run.is_pinned {
            newest.push(run);
        }
    }
    newest.reverse();
    *runs = newest;
    Ok(())
}

/// Reads the runs, the oldest first. A line that was cut off, such as by a full disk, is left out.
fn read(folder: &Path) -> io::Result<Vec<SqlHistoryView>> {
    let text = match fs::read(folder.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    let lines = text.split(|byte| *byte == b'\n');
    Ok(lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect())
}

fn write(folder: &Path, runs: &[SqlHistoryView]) -> io::Result<()> {
    private::replace(&folder.join(FILE), |file| {
        let mut file = BufWriter::new(file);
        for run in runs {
            serde_json::to_writer(&mut file, run)?;
            file.write_all(b"\n")?;
        }
        file.flush()
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn run(number: usize) -> SqlHistoryView {
        SqlHistoryView {
            id: format!("{number:06}"),
            at: DateTime::UNIX_EPOCH,
            source: crate::view::ConnectSource::Temporary { id: "t".to_owned() },
            place: "shop".to_owned(),
            text: format!("SELECT {number}"),
            is_cut: false,
            is_masked: false,
            is_read_only: false,
            milliseconds: 1.0,
            rows: 1.0,
            tag: None,
            error: None,
            is_pinned: number == 3,
        }
    }

    #[test]
    fn oldest_runs_go_and_pinned_ones_stay() {
        let mut runs: Vec<_> = (0..100).map(run).collect();
        let size = serde_json::to_vec(&runs[99]).unwrap().len() as u64;
        remove_oldest(&mut runs, 10 * size).unwrap();
        let ids: Vec<_> = runs.iter().map(|run| run.id.as_str()).collect();
        assert_eq!(ids[..2], ["000003", "000090"]);
        assert_eq!(ids.len(), 11);
    }

    #[test]
    fn line_that_was_cut_off_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        append(folder.path(), &run(1)).unwrap();
        let path = folder.path().join(FILE);
        let mut text = fs::read(&path).unwrap();
        text.extend_from_slice(b"{\"id\":\"half\n");
        fs::write(&path, text).unwrap();
        append(folder.path(), &run(2)).unwrap();
        assert_eq!(read(folder.path()).unwrap(), [run(1), run(2)]);
    }
}
