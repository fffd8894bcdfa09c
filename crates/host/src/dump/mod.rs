//! Saves a temporary database by PostgreSQL's own `pg_dump`: into a file, or into a project's new database, which takes what
//! the program writes in one transaction. No psql runs what a database says.

mod process;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use app::connect::PsqlParameters;
use app::save::{self, Contents, Restore, RestoreError, RunFailure, Saving};
use app::view::{CopyInto, ErrorCode, JobView, SaveFormat};
use app::{Error, disk};
use tokio::fs::{self, File, OpenOptions};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use self::process::{Failed, Heard, Process};
use crate::host::Host;
use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::psql::{self, Files, Parameters};
use crate::reply::Reply;

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

pub(crate) const OPERATIONS: &[Entry<Host>] = &[TemporarySave::ENTRY, TemporaryCopy::ENTRY];

/// Saves a database of the list to a file, which is there whole or not at all. It goes on in the background; how it ended is
/// kept on the row.
#[operation(Guarded, Change, temporary_save)]
pub async fn to_file(host: &Host, id: &str, path: &str, format: SaveFormat) -> Reply<JobView> {
    let core = host.ready().await?;
    let saving = Arc::new(save::to_file(&core, id, path).await?);
    let dump = Dump::new(host, &core, &saving);
    let work = dump.into_file(format);
    begin(&core, saving, work)
}

/// Copies a database of the list into a project, which may be made for it: all of it or nothing. It goes on in the
/// background; how it ended is kept on the row.
#[operation(Page, Change, temporary_copy)]
pub async fn into_project(
    host: &Host,
    id: &str,
    into: CopyInto,
    roles: Vec<String>,
) -> Reply<JobView> {
    let core = host.ready().await?;
    let saving = Arc::new(save::into_project(&core, id, into, roles).await?);
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
    /// `pg_dump` failed.
    Program(Heard),
    /// The new database did not take what it wrote.
    Restore(RestoreError),
    Other(Error),
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Self {
        Self::Program(failed.heard)
    }
}

impl From<RestoreError> for Problem {
    fn from(error: RestoreError) -> Self {
        Self::Restore(error)
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
    /// Folders of the programs that come with the app.
    bundled: Vec<PathBuf>,
    run: PathBuf,
}

impl Dump {
    fn new(host: &Host, core: &Core, saving: &Arc<Saving>) -> Self {
        Self {
            core: core.clone(),
            saving: Arc::clone(saving),
            bundled: sandbox::bundled_programs(&host.postgres),
            run: host.data.run(),
        }
    }

    async fn into_file(self, format: SaveFormat) -> Result<u64, Error> {
        let found = save::inspect(&self.core, &self.saving).await?;
        let mut args = vec!["--verbose", LOCKS];
        let mut head = String::new();
        match format {
            SaveFormat::Archive => args.push("--format=custom"),
            SaveFormat::Sql => {
                args.extend(FOR_OTHERS);
                head = save::file_head(&found.needed);
            }
        }
        let dump = self.pg_dump(&args, &found).await?;
        save::note_file(&self.saving, &found, format);
        let (path, partial) = (self.saving.path(), self.saving.partial());
        let written = tokio::select! {
            written = self.saved(write(dump, &head, &partial)) => written,
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
        let mut args = vec!["--verbose", "--encoding=UTF8", LOCKS];
        args.extend(FOR_OTHERS);
        // What is missing on this computer is found before anything is made.
        self.program(&found).await?;
        let target = save::make_target(&self.core, &self.saving, &found).await?;
        let copied = async {
            let dump = self.pg_dump(&args, &found).await?;
            self.saved(restore(dump, target, &self.saving)).await
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
            Err(Problem::Restore(error)) => {
                Err(save::not_restored(&self.core, &self.saving, &error).await)
            }
        }
    }

    async fn program(&self, found: &Contents) -> Result<PathBuf, Error> {
        psql::checked("pg_dump", &self.bundled, found.server).await
    }

    async fn pg_dump(&self, args: &[&str], found: &Contents) -> Result<Process, Error> {
        let program = self.program(found).await?;
        let tables = found.tables;
        let files = self.files(save::source(&self.core, &self.saving)?).await?;
        let (saving, done) = (Arc::clone(&self.saving), AtomicU64::new(0));
        saving.progress(0, tables);
        let on_table = move || {
            let done = done.fetch_add(1, Ordering::Relaxed);
            saving.progress(done.min(tables), tables);
        };
        Process::start(files, &program, args, on_table)
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

/// Writes all of a dump behind these first lines into a new file that only this user reads.
async fn write(mut dump: Process, head: &str, path: &Path) -> Result<u64, Problem> {
    let failed = |error: io::Error| save::unwritten(path, &error);
    // Of a save of an earlier run that was killed.
    drop(fs::remove_file(path).await);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    let mut file = options.open(path).await.map_err(failed)?;
    file.write_all(head.as_bytes()).await.map_err(failed)?;
    let mut bytes = head.len() as u64;
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

/// Gives a dump to a database, which keeps all of it if `pg_dump` came to its end, and otherwise nothing.
async fn restore(mut dump: Process, mut target: Restore, saving: &Saving) -> Result<u64, Problem> {
    let mut bytes = 0;
    let mut chunk = vec![0; CHUNK];
    loop {
        match read(&mut dump, &mut chunk).await? {
            0 => break,
            count => {
                target.write(&chunk[..count]).await?;
                bytes += count as u64;
            }
        }
    }
    dump.ended().await?;
    target.finish().await?;
    saving.commits();
    let ended = timeout(SILENCE, target.commit()).await;
    match ended.map_err(|_| silent("The database didn’t confirm the copy"))? {
        Ok(()) => Ok(bytes),
        Err(error) => {
            if error != RestoreError::Run(RunFailure::Unknown) {
                saving.keeps_nothing();
            }
            Err(error.into())
        }
    }
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
