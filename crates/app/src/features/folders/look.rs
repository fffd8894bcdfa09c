//! How a folder stands: its record, what the disk has, and what is known of its database.

use std::path::{Path, PathBuf};

use chrono::{DateTime, TimeDelta, Utc};
use envfile::{Block, EnvFile, ExposeSecret, Fingerprint, Plan, SecretString};

use super::env_files::EnvFiles;
use super::service;
use crate::Error;
use crate::base::disk::{blocking, real_path, why};
use crate::base::link::claim_id;
use crate::features::{Features, temporary};
use crate::model::folder::{FolderRecord, FolderStage, PendingFolder, WrittenString};
use crate::store::{TemporaryDatabase, table};
use crate::tools::connect::{DatabaseUrl, EnvNames};
use crate::view::{ErrorCode, FolderState, TemporaryState};

/// What is shown as about to expire.
const SOON: TimeDelta = TimeDelta::hours(24);

/// A folder as it is now.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) record: FolderRecord,
    pub(super) state: FolderState,
    /// Why the env file or the folder cannot be used.
    pub(super) problem: Option<Error>,
    /// What was read, where it could be.
    pub(super) env: EnvLook,
    /// The temporary database that the state is about.
    pub(super) row: Option<TemporaryDatabase>,
    /// It can be written: it is one of the service of the settings, and has not come to its end.
    pub(super) is_usable: bool,
    pub(super) expires_at: Option<DateTime<Utc>>,
}

/// What the env files have.
#[derive(Clone, Debug, Default)]
pub(super) struct EnvLook {
    /// The file that is written, links followed.
    pub(super) target: PathBuf,
    pub(super) fingerprint: Option<Fingerprint>,
    /// How many bytes it has.
    pub(super) size: usize,
    /// Where the variable has a value.
    pub(super) value: Option<Value>,
    /// The variables of the file that have a value which Plinth wrote.
    pub(super) own: Vec<String>,
    /// Why other env files of the folder can't be read.
    pub(super) warnings: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) file: PathBuf,
    pub(super) line: usize,
    pub(super) text: SecretString,
    /// Of a connection string, without its password.
    pub(super) masked: Option<String>,
}

impl Look {
    /// Reads the disk and the store.
    ///
    /// # Errors
    /// [`ErrorCode::NotFound`] for a folder that is not in the list.
    pub(super) async fn of(app: &Features, id: &str) -> Result<Self, Error> {
        let wanted = id.to_owned();
        let read = move |store: &rusqlite::Connection| {
            Ok((
                table::folders::find(store, &wanted)?,
                table::temporary::all(store)?,
            ))
        };
        let (record, rows) = app.store.read(read).await?;
        let record = record
            .ok_or_else(|| Error::new(ErrorCode::NotFound, "This folder is not in the list"))?;
        Ok(Self::at(app, record, &rows).await)
    }

    /// Reads the disk.
    pub(super) async fn at(
        app: &Features,
        record: FolderRecord,
        rows: &[TemporaryDatabase],
    ) -> Self {
        let of = record.clone();
        let (env, unusable) = match blocking(move || Ok(read(&of))).await {
            Ok(Ok(env)) => (env, None),
            Ok(Err(why)) => (EnvLook::default(), Some(why)),
            Err(error) => (EnvLook::default(), Some((FolderState::EnvUnusable, error))),
        };
        let (state, row, expires_at) = match unusable {
            Some((state, _)) => (state, None, None),
            None => state_of(app, &record, &env, rows),
        };
        let is_usable = row
            .as_ref()
            .is_some_and(|row| service::is_usable(app, &record.settings.source, row));
        Self {
            problem: unusable.map(|(_, error)| error),
            record,
            state,
            env,
            row,
            is_usable,
            expires_at,
        }
    }

    /// The file that is written, as the settings name it.
    pub(super) fn env_path(&self) -> PathBuf {
        Path::new(&self.record.path).join(&self.record.settings.env_file)
    }

    /// What was begun is in the env file.
    pub(super) fn is_written(&self, pending: &PendingFolder) -> bool {
        is_written(&self.record, pending, &self.env)
    }

    /// The value is Plinth's own.
    pub(super) fn is_own(&self) -> bool {
        own_string(&self.record, &self.env).is_some()
    }
}

/// What Plinth knows the value by, where it wrote it.
fn own_string<'a>(record: &'a FolderRecord, env: &EnvLook) -> Option<&'a WrittenString> {
    let masked = env.value.as_ref().and_then(|it| it.masked.as_ref())?;
    record.wrote(masked)
}

type State = (
    FolderState,
    Option<TemporaryDatabase>,
    Option<DateTime<Utc>>,
);

fn state_of(
    app: &Features,
    record: &FolderRecord,
    env: &EnvLook,
    rows: &[TemporaryDatabase],
) -> State {
    let own = own_string(record, env);
    if env.value.is_some() && own.is_none() {
        return (FolderState::Foreign, None, None);
    }
    let row = |id: Option<&String>| rows.iter().find(|row| Some(&row.id) == id).cloned();
    let mut is_unseeded = false;
    if let Some(pending) = &record.pending {
        let is_written = is_written(record, pending, env);
        let made = row(pending.temporary_id.as_ref());
        if !is_written && let Some(state) = open(pending, made.as_ref()) {
            let expires_at = made.as_ref().and_then(|row| row.expires_at);
            return (state, made, expires_at);
        }
        is_unseeded = is_written && record.settings.seed.is_some();
    }
    let string = own.or(record.written.as_ref());
    let row = row(string.and_then(|it| it.temporary_id.as_ref()));
    let expires_at = match &row {
        Some(row) => row.expires_at,
        None => string.and_then(|it| it.expires_at),
    };
    if env.value.is_none() {
        return (FolderState::Absent, row, expires_at);
    }
    let now = row
        .as_ref()
        .map_or_else(|| app.clock.now(), |row| temporary::platform_now(app, row));
    let life = life(row.as_ref().map(|row| row.state), expires_at, now);
    let state = match life {
        FolderState::Filled | FolderState::Expiring if is_unseeded => FolderState::Unseeded,
        life => life,
    };
    (state, row, expires_at)
}

/// The value is that of what was begun.
fn is_written(record: &FolderRecord, pending: &PendingFolder, env: &EnvLook) -> bool {
    own_string(record, env).is_some_and(|own| match &pending.string {
        Some(string) => string.masked == own.masked,
        None => pending.stage == FolderStage::Seed && pending.temporary_id == own.temporary_id,
    })
}

/// What became of a database that was begun and is not written; `None` where there is none. One that was written once, and
/// is not in the file any more, is none that was begun.
fn open(pending: &PendingFolder, row: Option<&TemporaryDatabase>) -> Option<FolderState> {
    if pending.stage == FolderStage::Seed {
        return None;
    }
    match row?.state {
        TemporaryState::Failed | TemporaryState::Expired | TemporaryState::Gone => None,
        TemporaryState::Unclear => Some(FolderState::Unclear),
        _ => Some(FolderState::Unfinished),
    }
}

/// How a database that is written stands.
fn life(
    row: Option<TemporaryState>,
    expires_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> FolderState {
    match row {
        Some(TemporaryState::Claimed) => return FolderState::Claimed,
        Some(TemporaryState::Expired | TemporaryState::Gone) => return FolderState::Expired,
        _ => {}
    }
    match expires_at {
        Some(end) if end <= now => FolderState::Expired,
        Some(end) if end <= now + SOON => FolderState::Expiring,
        _ => FolderState::Filled,
    }
}

/// Reads the env files of a folder, never one behind a link that leads out of it.
fn read(record: &FolderRecord) -> Result<EnvLook, (FolderState, Error)> {
    let folder = Path::new(&record.path);
    match real_path(folder) {
        Ok(found) if found == folder => {}
        Ok(_) => return Err(gone(folder, "it is a link now")),
        Err(error) => return Err(gone(folder, &why(&error))),
    }
    std::fs::read_dir(folder).map_err(|error| gone(folder, &why(&error)))?;
    read_env(record, folder).map_err(|error| (FolderState::EnvUnusable, error))
}

fn gone(folder: &Path, why: &str) -> (FolderState, Error) {
    let message = format!("The folder {} can't be read: {why}", folder.display());
    let error =
        Error::new(ErrorCode::File, message).hint("Put it back, or remove it from the list.");
    (FolderState::Gone, error)
}

fn read_env(record: &FolderRecord, folder: &Path) -> Result<EnvLook, Error> {
    let settings = &record.settings;
    let files = EnvFiles::read(settings, folder)?;
    // It refuses what can't be edited.
    let plan = Plan::new(files.bytes(), &Block::default(), &[])?;
    let names = EnvNames::new(&settings.variable, &settings.public_prefix).unwrap_or_default();
    let named = files.named();
    let mut values = named
        .iter()
        .map(|it| value_in(&it.file, it.path, names.key()));
    let mut env = EnvLook {
        fingerprint: Some(plan.fingerprint().clone()),
        size: files.bytes().unwrap_or_default().len(),
        value: values.next().flatten(),
        own: Vec::new(),
        target: files.target.clone(),
        warnings: files
            .unread
            .iter()
            .map(|it| it.error.message().to_owned())
            .collect(),
    };
    if let Some(written) = named.first() {
        env.own = own(record, &written.file, &env, &names);
    }
    env.value = env.value.or_else(|| values.flatten().next());
    Ok(env)
}

fn value_in(file: &EnvFile<'_>, path: &Path, name: &str) -> Option<Value> {
    let (index, found) = file.last(name)?;
    let content = file.slice(&found.content());
    if content.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(content);
    Some(Value {
        file: path.to_owned(),
        line: file.entries()[index].line,
        masked: text.parse::<DatabaseUrl>().ok().map(|url| url.masked()),
        text: text.into_owned().into(),
    })
}

/// The string, the direct one beside it, and the claim link below: each only where the first is Plinth's own.
fn own(record: &FolderRecord, file: &EnvFile<'_>, env: &EnvLook, names: &EnvNames) -> Vec<String> {
    let Some(WrittenString { masked, .. }) = own_string(record, env) else {
        return Vec::new();
    };
    let mut own = vec![names.key().to_owned()];
    let direct = masked
        .parse::<DatabaseUrl>()
        .map(|url| url.direct().masked());
    let beside = |name: &str| value_in(file, &env.target, name);
    if beside(&names.direct()).is_some_and(|it| it.masked == direct.ok()) {
        own.push(names.direct());
    }
    let is_claim = |it: Value| claim_id(it.text.expose_secret()).is_some();
    if beside(&names.claim_url()).is_some_and(is_claim) {
        own.push(names.claim_url());
    }
    own
}

#[cfg(test)]
#[path = "look_tests.rs"]
mod tests;
