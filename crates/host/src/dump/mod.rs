//! Saves a temporary database by PostgreSQL's own programs: `pg_dump` into a file, or through a pipe into the `psql` of a
//! project's new database.

mod process;
mod programs;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use app::connect::PsqlParameters;
use app::save::{self, Inspected, Saving};
use app::view::{CopyInto, ErrorCode, JobView, SaveFormat};
use app::{Error, disk};
use tokio::fs::{self, File, OpenOptions};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use self::process::{Failed, Heard, Process};
use self::programs::Programs;
use crate::host::Host;
use crate::opening::Core;
use crate::psql::{Files, Parameters};
use crate::reply::Reply;

/// What psql ends with when a statement failed, the last one too: then all of them were undone.
const STATEMENT_FAILED: i32 = 3;
/// A database that sends nothing for so long hangs.
const SILENCE: Duration = Duration::from_secs(300);
/// Waiting longer for a lock on a table than this is an error, which says so.
const LOCKS: &str = "--lock-wait-timeout=60000";
/// What another role may not do, or would do twice.
const FOR_OTHERS: [&str; 4] = [
    "--no-owner",
    "--no-privileges",
    "--no-publications",
    "--no-subscriptions",
];
const CHUNK: usize = 256 * 1024;

/// Saves a database of the list to a file, which is there whole or not at all. It goes on in the background; how it ended is
/// kept on the row.
pub async fn to_file(host: &Host, id: &str, path: &str, format: SaveFormat) -> Reply<JobView> {
    let core = host.ready().await?;
    let saving = Arc::new(save::to_file(&core, id, path).await?);
    let dump = Dump::new(host, &core, &saving);
    let work = dump.into_file(format);
    begin(&core, saving, work)
}

/// Copies a database of the list into a project, which may be made for it: all of it or nothing. It goes on in the
/// background; how it ended is kept on the row.
pub async fn into_project(host: &Host, id: &str, into: CopyInto) -> Reply<JobView> {
    let core = host.ready().await?;
    let saving = Arc::new(save::into_project(&core, id, into).await?);
    let dump = Dump::new(host, &core, &saving);
    let work = dump.into_database();
    begin(&core, saving, work)
}

fn begin(
    core: &Core,
    saving: Arc<Saving>,
    work: impl Future<Output = Result<u64, Error>> + Send + 'static,
) -> Reply<JobView> {
    let view = saving.view();
    save::run(core, saving, work);
    Ok(view.ok_or_else(|| Error::internal("The task stopped before it started"))?)
}

/// Why nothing was saved.
enum Problem {
    /// One of PostgreSQL's programs failed.
    Program(Heard),
    Other(Error),
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Self {
        Self::Program(failed.heard)
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

/// What is needed to save one database.
struct Dump {
    core: Core,
    saving: Arc<Saving>,
    programs: Programs,
    run: PathBuf,
}

impl Dump {
    fn new(host: &Host, core: &Core, saving: &Arc<Saving>) -> Self {
        Self {
            core: core.clone(),
            saving: Arc::clone(saving),
            programs: Programs::of(&host.postgres),
            run: host.data.run(),
        }
    }

    async fn into_file(self, format: SaveFormat) -> Result<u64, Error> {
        let found = save::inspect(&self.core, &self.saving).await?;
        let program = self.programs.pg_dump(found.server).await?;
        let mut args = vec!["--verbose", LOCKS];
        match format {
            SaveFormat::Archive => args.push("--format=custom"),
            SaveFormat::Sql => args.extend(FOR_OTHERS),
        }
        let dump = self.pg_dump(&program, &args, found).await?;
        let (path, partial) = (self.saving.path(), self.saving.partial());
        let written = tokio::select! {
            written = self.saved(write(dump, &partial)) => written,
            () = self.saving.stop().cancelled() => Err(save::stopped()),
        };
        let written = match written {
            Ok(bytes) => replace(&partial, &path).await.map(|()| bytes),
            Err(error) => Err(error),
        };
        if written.is_err() {
            drop(fs::remove_file(&partial).await);
        }
        written
    }

    async fn into_database(self) -> Result<u64, Error> {
        let found = save::inspect(&self.core, &self.saving).await?;
        let program = self.programs.pg_dump(found.server).await?;
        let psql = programs::beside(&program, "psql")?;
        let target = save::make_target(&self.core, &self.saving, found.server).await?;
        let copied = async {
            let mut args = vec!["--verbose", LOCKS];
            args.extend(FOR_OTHERS);
            let dump = self.pg_dump(&program, &args, found).await?;
            let files = self.files(target).await?;
            let args = [
                "--no-psqlrc",
                "--quiet",
                "--set=ON_ERROR_STOP=1",
                "--set=VERBOSITY=verbose",
                "--file=-",
            ];
            let psql = Process::start(files, &psql, &args, || {})?;
            self.saved(pipe(dump, psql, &self.saving)).await
        };
        tokio::select! {
            copied = copied => copied,
            () = self.saving.stopped() => Err(save::stopped()),
        }
    }

    /// With the error of a program in words that tell what became of its database.
    async fn saved(&self, work: impl Future<Output = Result<u64, Problem>>) -> Result<u64, Error> {
        match work.await {
            Ok(bytes) => Ok(bytes),
            Err(Problem::Other(error)) => Err(error),
            Err(Problem::Program(Heard { said, is_lost })) => {
                Err(save::failed(&self.core, &self.saving, said.as_deref(), is_lost).await)
            }
        }
    }

    async fn pg_dump(
        &self,
        program: &Path,
        args: &[&str],
        found: Inspected,
    ) -> Result<Process, Error> {
        let files = self.files(save::source(&self.core, &self.saving)?).await?;
        let (saving, done) = (Arc::clone(&self.saving), AtomicU64::new(0));
        saving.progress(0, found.tables);
        let on_table = move || {
            let done = done.fetch_add(1, Ordering::Relaxed);
            saving.progress(done.min(found.tables), found.tables);
        };
        Process::start(files, program, args, on_table)
    }

    async fn files(&self, of: PsqlParameters) -> Result<Files, Error> {
        let run = self.run.clone();
        let written = tokio::task::spawn_blocking(move || {
            let parameters = Parameters::read(of)?;
            Files::write(&run, &parameters).map_err(|error| {
                Error::new(ErrorCode::File, error.to_string())
                    .hint("Check the data folder and the space on the disk.")
            })
        });
        written
            .await
            .unwrap_or_else(|_| Err(Error::internal("The files for pg_dump were not written")))
    }
}

/// Writes all of a dump into a new file that only this user reads.
async fn write(mut dump: Process, path: &Path) -> Result<u64, Problem> {
    let failed = |error: io::Error| save::unwritten(path, &error);
    // Of a save of an earlier run that was killed.
    drop(fs::remove_file(path).await);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    let mut file = options.open(path).await.map_err(failed)?;
    let mut bytes = 0;
    let mut chunk = vec![0; CHUNK];
    loop {
        match read(&mut dump, &mut chunk).await? {
            0 => break,
            count => {
                file.write_all(&chunk[..count]).await.map_err(failed)?;
                bytes += count as u64;
            }
        }
    }
    dump.ended().await?;
    file.flush().await.map_err(failed)?;
    file.sync_all().await.map_err(failed)?;
    Ok(bytes)
}

/// The file is there whole, in place of what was there before.
async fn replace(partial: &Path, path: &Path) -> Result<(), Error> {
    let renamed = fs::rename(partial, path).await;
    renamed.map_err(|error| save::unwritten(path, &error))?;
    // The rename is done; that it also survives a power cut is tried.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder).await
    {
        drop(folder.sync_all().await);
    }
    Ok(())
}

/// Gives a dump to psql, which keeps it only if `pg_dump` came to its end: nothing but the last line commits. When this
/// program is killed, psql goes on to the end of what it was given, as if that were all.
async fn pipe(mut dump: Process, mut psql: Process, saving: &Saving) -> Result<u64, Problem> {
    let mut bytes = 0;
    let mut chunk = vec![0; CHUNK];
    let mut is_read = psql.write(b"BEGIN;\n").await.is_ok();
    while is_read {
        let count = read(&mut dump, &mut chunk).await?;
        if count == 0 {
            dump.ended().await?;
            saving.commits();
            let is_sent = psql.write(b"COMMIT;\n").await.is_ok();
            let ended = timeout(SILENCE, psql.ended()).await;
            let ended = ended.map_err(|_| silent("The database didn’t confirm the copy"))?;
            return match ended {
                Ok(()) if is_sent => Ok(bytes),
                Ok(()) => {
                    saving.keeps_nothing();
                    Err(early().into())
                }
                Err(failed) => {
                    if !is_sent || failed.code == Some(STATEMENT_FAILED) {
                        saving.keeps_nothing();
                    }
                    Err(failed.into())
                }
            };
        }
        is_read = psql.write(&chunk[..count]).await.is_ok();
        bytes += count as u64;
    }
    // It has ended, and says why.
    psql.ended().await?;
    Err(early().into())
}

fn early() -> Error {
    Error::new(ErrorCode::Database, "psql ended too early")
}

async fn read(dump: &mut Process, chunk: &mut [u8]) -> Result<usize, Error> {
    let Some(output) = &mut dump.output else {
        return Ok(0);
    };
    let read = timeout(SILENCE, output.read(chunk)).await;
    let read = read.map_err(|_| silent("The database stopped sending data"))?;
    read.map_err(|error| Error::internal(format!("pg_dump can't be read: {}", disk::why(&error))))
}

fn silent(how: &str) -> Error {
    Error::new(ErrorCode::Timeout, how).hint("Check your network connection, then try again.")
}
