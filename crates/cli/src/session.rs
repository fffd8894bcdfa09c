//! The core as this command reaches it: in this process, or in another that has the data folder open.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use app::accounts::{AccountConnect, AccountList, ConnectAccount};
use app::operation::{Answer, Bytes, Effect, Info, Operation};
use app::view::{AccountColour, AccountView, ErrorCode, EventView, PlatformKind};
use host::{Args, Config, Connection, Data};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::sync::{OnceCell, oneshot};
use tokio::time::timeout;

use crate::account;
use crate::context_file::ContextFile;
use crate::defaults::Defaults;
use crate::failure::{Done, Failure};
use crate::key;
use crate::options::Options;
use crate::paths::absolute;
use crate::print;
use crate::target::set_to_nothing;

/// How long it waits for another command without a word.
const UNSAID: Duration = Duration::from_secs(1);

pub struct Session {
    pub options: Options,
    connection: Connection,
    account: OnceCell<AccountView>,
    run: PathBuf,
    /// While a program has the terminal, its interrupts are that program's.
    pub lends_terminal: AtomicBool,
    /// The task that a signal asks to stop.
    stops: Mutex<Option<oneshot::Sender<()>>>,
    /// The data folder of a key that is not kept.
    alone: Option<tempfile::TempDir>,
    /// Targets that nobody named, a sentence each.
    defaults: Defaults,
    /// The context file that named the project.
    project_file: OnceLock<PathBuf>,
    /// True once something was asked for that changes something.
    has_begun: AtomicBool,
}

impl Session {
    pub async fn open(options: Options) -> Done<Self> {
        match key::given(&options)? {
            Some(key) => Self::with_key(options, key).await,
            None => Self::here(options).await,
        }
    }

    /// Opens a session of no account, whatever key there is: for commands about this computer.
    pub async fn here(options: Options) -> Done<Self> {
        let config = config()?;
        let run = config.data.run();
        Ok(Self {
            options,
            connection: Connection::open(config).await?,
            account: OnceCell::new(),
            run,
            lends_terminal: AtomicBool::new(false),
            stops: Mutex::default(),
            alone: None,
            defaults: Defaults::default(),
            project_file: OnceLock::new(),
            has_begun: AtomicBool::new(false),
        })
    }

    /// A core of its own, whose folder goes with this command: neither the key nor what was done with it is kept.
    async fn with_key(options: Options, key: String) -> Done<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("plinth-key-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir();
        let folder = folder.map_err(|error| {
            Failure::new(
                ErrorCode::File,
                format!("Couldn't make a folder for this command: {error}"),
                "Check the folder for temporary files and its free space.",
            )
        })?;
        let data = Data::at(folder.path().to_owned());
        let run = data.run();
        let connection = Connection::open(Config::with_secrets_in_memory(data)).await?;
        let session = Self {
            options,
            connection,
            account: OnceCell::new(),
            run,
            lends_terminal: AtomicBool::new(false),
            stops: Mutex::default(),
            alone: Some(folder),
            defaults: Defaults::default(),
            project_file: OnceLock::new(),
            has_begun: AtomicBool::new(false),
        };
        let account = match session.connect(key).await {
            Ok(account) => account,
            Err(failure) => {
                session.connection.close().await;
                return Err(failure);
            }
        };
        session.account.set(account).ok();
        Ok(session)
    }

    async fn connect(&self, key: String) -> Done<AccountView> {
        let platform = match self.options.api_url {
            Some(_) => PlatformKind::Custom,
            None => PlatformKind::Neon,
        };
        let ca_file = self.options.ca_file.as_deref().map(absolute);
        let request = ConnectAccount {
            name: "Key of this command".to_owned(),
            platform,
            base_url: self.options.api_url.clone(),
            instant_url: None,
            ca_file: ca_file.transpose()?,
            key: key.into(),
            colour: Some(AccountColour::Grey),
            is_production: false,
            is_read_only: false,
        };
        let connect = AccountConnect { request };
        // A dry run connects too: the core ends with this command, and asks whose key it is.
        let answer = self.send(AccountConnect::INFO, json!(connect).into());
        read(AccountConnect::INFO, answer.await?)
    }

    /// Runs an operation, of the chosen account if an account runs it.
    pub async fn run<O>(&self, operation: O) -> Done<O::Reply>
    where
        O: Operation,
        O::Reply: DeserializeOwned,
    {
        let mut args = Args::from(json!(operation));
        if O::INFO.is_of_account {
            args = args.with_account(self.account_id().await?);
        }
        read(O::INFO, self.call(O::INFO, args).await?)
    }

    /// Runs an operation that answers with bytes.
    pub async fn bytes<O: Operation<Reply = Bytes>>(&self, operation: O) -> Done<Vec<u8>> {
        let args = Args::from(json!(operation));
        match self.connection.answer(O::INFO.name, args).await? {
            Answer::Bytes(bytes) => Ok(bytes),
            Answer::Json(_) => Err(unread(O::INFO)),
        }
    }

    /// Runs an operation with all its arguments. Whatever leads here, nothing changes with `--dry-run`.
    pub async fn call(&self, operation: Info, args: Args) -> Done<Value> {
        if self.options.dry_run {
            must_only_read(operation)?;
        }
        self.name_defaults(operation);
        if operation.effect == Effect::Change {
            self.has_begun.store(true, Ordering::SeqCst);
        }
        self.send(operation, args).await
    }

    async fn send(&self, operation: Info, args: Args) -> Done<Value> {
        Ok(self.connection.call(operation.name, args).await?)
    }

    /// Prints the targets that nobody named, each once, before this operation changes something there.
    pub fn name_defaults(&self, operation: Info) {
        if operation.effect == Effect::Change {
            self.defaults.print();
        }
    }

    /// Returns true if a signal may have left something half-done.
    pub fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::SeqCst)
    }

    /// Returns true if the data folder keeps what this command does.
    pub fn is_kept(&self) -> bool {
        self.alone.is_none()
    }

    /// Refuses what makes a key or changes an account where the account ends with this command.
    pub fn must_be_kept(&self, lost: &str) -> Done {
        if self.is_kept() {
            return Ok(());
        }
        Err(Failure::usage(
            format!("The key of this command is kept nowhere, and {lost} would be lost with it"),
            "Connect an account with `plinth accounts add`, and name it with --account.",
        ))
    }

    /// Refuses `--dry-run` before anything is asked for.
    pub fn must_be_meant(&self) -> Done {
        match self.options.dry_run {
            true => Err(Failure::no_request()),
            false => Ok(()),
        }
    }

    /// Returns a future that the next signal ends, instead of the command. The command stops what it began then.
    pub fn asked_to_stop(&self) -> impl Future<Output = ()> + use<> {
        let (ask, asked) = oneshot::channel();
        *self.stops() = Some(ask);
        async move {
            if asked.await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Asks the task to stop, once. Returns true if there is one, so that the command does not end yet.
    pub fn ask_to_stop(&self) -> bool {
        let asked = self.stops().take();
        let is_heard = asked.is_some_and(|ask| ask.send(()).is_ok());
        if is_heard {
            print::note("Stopping what this command began. Another signal ends it at once.");
        }
        is_heard
    }

    fn stops(&self) -> std::sync::MutexGuard<'_, Option<oneshot::Sender<()>>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn events(&self) -> Receiver<EventView> {
        self.connection.events()
    }

    /// Returns the folder for short-lived files of running programs.
    pub fn run_folder(&self) -> PathBuf {
        self.run.clone()
    }

    /// Returns true if the core ends with this process.
    pub fn is_host(&self) -> bool {
        self.connection.is_host()
    }

    /// Waits for what another command does through this one, which has the data folder.
    pub async fn others_done(&self) {
        let mut done = pin!(self.connection.others_done());
        if timeout(UNSAID, done.as_mut()).await.is_err() {
            print::note("Waiting until other processes have done what they do through this one.");
            done.await;
        }
    }

    /// Closes once others are done.
    pub async fn finish(&self) {
        self.others_done().await;
        self.close().await;
    }

    pub async fn close(&self) {
        self.connection.close().await;
    }

    /// Returns the account that was named, or the account that the window shows.
    pub async fn account(&self) -> Done<&AccountView> {
        self.account.get_or_try_init(|| self.find_account()).await
    }

    pub async fn account_id(&self) -> Done<&str> {
        Ok(&self.account().await?.id)
    }

    async fn find_account(&self) -> Done<AccountView> {
        key::must_not_be_meant(&self.options)?;
        let all = self.call(AccountList::INFO, json!(AccountList {}).into());
        let all: Vec<AccountView> = read(AccountList::INFO, all.await?)?;
        if let Some(wanted) = &self.options.account {
            let found = account::find(&all, wanted)?;
            return found.cloned().ok_or_else(|| account::missing(wanted));
        }
        if all.is_empty() {
            return Err(Failure::new(
                ErrorCode::KeyNeeded,
                "There is no account yet",
                "Connect one with `plinth accounts add`, start the sandbox with `plinth sandbox start`, or set \
                 PLINTH_API_KEY.",
            ));
        }
        let is_shown = |account: &&AccountView| all.len() == 1 || account.is_current;
        let Some(shown) = all.iter().find(is_shown) else {
            return Err(Failure::usage(
                "No account was named, and the window shows none",
                "Name one with --account: `plinth accounts list` shows them.",
            ));
        };
        if all.len() > 1 {
            let name = &shown.name;
            let sentence = format!("plinth: the account is {name}, which the window shows");
            self.defaults.add(sentence);
        }
        Ok(shown.clone())
    }

    pub fn context(&self) -> Done<ContextFile> {
        ContextFile::read(self.options.context_file.as_deref(), false)
    }

    /// The context file that is about to be written, which need not be there.
    pub fn context_to_write(&self) -> Done<ContextFile> {
        ContextFile::read(self.options.context_file.as_deref(), true)
    }

    /// Keeps the file that named the project.
    pub fn project_is_of(&self, file: PathBuf) {
        self.project_file.set(file).ok();
    }

    /// The failure, with the file that named a project which the account may not have: it may be for another platform.
    pub fn explained(&self, failure: Failure) -> Failure {
        match self.project_file.get() {
            Some(file) if failure.is_not_found() && !failure.names(file) => {
                failure.and(&format!("The project is named in {}.", file.display()))
            }
            _ => failure,
        }
    }

    /// Keeps a sentence that names a target which nobody named.
    pub fn add_default(&self, sentence: String) {
        self.defaults.add(sentence);
    }
}

/// Reads the answer of an operation.
pub fn read<T: DeserializeOwned>(operation: Info, answer: Value) -> Done<T> {
    serde_json::from_value(answer).map_err(|_| unread(operation))
}

fn unread(operation: Info) -> Failure {
    let name = operation.name;
    Failure::new(
        ErrorCode::Internal,
        format!("Plinth's core answered {name} in another way than expected"),
        "Restart Plinth, and update it if this happens again.",
    )
}

/// Refuses what changes something here or on a platform.
fn must_only_read(operation: Info) -> Done {
    match operation.effect {
        Effect::Read => Ok(()),
        Effect::Change => Err(Failure::no_request()),
    }
}

/// The data folder of this user. PostgreSQL is found from where this program lies.
pub fn config() -> Done<Config> {
    if let Some(variable) = host::data::variable_set_to_nothing() {
        return Err(set_to_nothing(variable));
    }
    let data = Data::of_this_user().ok_or_else(|| {
        Failure::new(
            ErrorCode::File,
            "This machine names no folder for the data of programs",
            "Set PLINTH_DATA_DIR to a folder.",
        )
    })?;
    Ok(Config::new(data, Vec::new()))
}

#[cfg(test)]
mod tests {
    use app::seed::SeedStart;
    use app::temporary::TemporaryClaimOpened;
    use host::command::sandbox::SandboxReset;
    use host::command::settings::SettingsSet;

    use super::*;

    #[test]
    fn dry_run_refuses_each_operation_that_changes_something() {
        for command in host::command::all() {
            let info = command.info();
            let is_refused = must_only_read(info).is_err();
            assert_eq!(is_refused, info.effect == Effect::Change, "{}", info.name);
        }
        // The verbs of these send no request that could be shown: the dry run alone refuses them.
        for operation in [
            SeedStart::INFO,
            TemporaryClaimOpened::INFO,
            SettingsSet::INFO,
            SandboxReset::INFO,
        ] {
            assert!(must_only_read(operation).is_err(), "{}", operation.name);
        }
    }
}
