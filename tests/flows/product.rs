use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::accounts::LocalNames;
use app::connect::PsqlParameters;
use app::view::{ConnectSource, FormId, TemporaryOptions, TemporaryState, TemporaryView};
use app::{App, Config, LocalPlatform, accounts, connection_card, temporary};
use sandbox::{ClockMode, Running, Sandbox};
use testkit::{sql, until_that};
use vault::{Memory, Vault};

/// How long a test waits for a condition.
pub const PATIENCE: Duration = Duration::from_secs(40);

/// A sandbox and the app's core in a folder of their own.
pub struct ProductFixture {
    pub app: App,
    pub sandbox: Running,
    folder: tempfile::TempDir,
}

impl ProductFixture {
    /// Real servers, and a clock that can be moved.
    pub async fn start() -> Self {
        Self::with(true).await
    }

    /// No server at all: databases are rows of the sandbox's state store.
    pub async fn without_servers() -> Self {
        Self::with(false).await
    }

    async fn with(servers: bool) -> Self {
        Self::of(servers, |_| {}, |_| {}).await
    }

    /// What the sandbox and the core are started with is changed first.
    pub async fn of(
        servers: bool,
        change_sandbox: impl FnOnce(&mut sandbox::Config),
        change_core: impl FnOnce(&mut Config),
    ) -> Self {
        let folder = folder();
        let mut of_sandbox = sandbox_config(&folder.path().join("sandbox"), servers);
        change_sandbox(&mut of_sandbox);
        let sandbox = Sandbox::start(of_sandbox).await.unwrap();
        let vault: Arc<dyn Vault> = Arc::new(Memory::default());
        let mut of_core = Config::new(folder.path().join("plinth"), vault);
        change_core(&mut of_core);
        let app = App::open(of_core).await.unwrap();
        accounts::set_local(&app, local(&sandbox)).await.unwrap();
        Self {
            app,
            sandbox,
            folder,
        }
    }

    /// A core and a sandbox that lie in folders of somebody else's.
    #[cfg(unix)]
    pub fn around(app: App, sandbox: Running) -> Self {
        Self {
            app,
            sandbox,
            folder: folder(),
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn ca(&self) -> PathBuf {
        self.sandbox.ca_file.clone()
    }

    /// One click: a database in the first place that is there.
    pub async fn create(&self) -> TemporaryView {
        temporary::create(&self.app, TemporaryOptions::default())
            .await
            .unwrap()
    }

    /// What a person gets who reveals one form of the connect card.
    pub async fn text(&self, id: &str, form: FormId) -> String {
        let shown = connection_card::reveal(&self.app, &source_of(id), form).await;
        shown.unwrap().text
    }

    pub async fn connect(&self, id: &str) -> tokio_postgres::Client {
        let url = self.text(id, FormId::Direct).await;
        sql::connect(&self.ca(), &url).await
    }

    pub async fn state(&self, id: &str) -> TemporaryState {
        temporary::get(&self.app, id).await.unwrap().state
    }

    /// Waits until the list says so by itself, without being asked to read.
    pub async fn until(&self, id: &str, state: TemporaryState) {
        let look = async || self.state(id).await;
        until_that("the row became so", look, |is| *is == state).await;
    }

    /// Stops everything; a panic before it leaves that to the drop of the parts.
    pub async fn stop(self) {
        self.app.close().await;
        self.sandbox.stop().await;
    }
}

/// A folder that the ordinary user may enter who runs the servers when the tests run as root.
/// What psql gets that is opened on a connection.
pub async fn psql_parameters(
    app: &App,
    source: &ConnectSource,
) -> Result<PsqlParameters, app::Error> {
    let (parameters, _) = connection_card::parameters(app, source).await?;
    Ok(parameters)
}

/// The connection of a temporary database.
pub fn source_of(id: &str) -> ConnectSource {
    ConnectSource::Temporary { id: id.to_owned() }
}

pub fn folder() -> tempfile::TempDir {
    let mut builder = tempfile::Builder::new();
    builder.prefix("plinth-flow-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755));
    builder.tempdir().unwrap()
}

pub fn sandbox_config(data_dir: &Path, servers: bool) -> sandbox::Config {
    let mut config = sandbox::Config::new(data_dir);
    config.clock = ClockMode::Manual;
    config.servers = servers;
    config
}

/// Opens the core and hands it the sandbox's address, as the desktop shell does.
pub async fn open(data_dir: &Path, vault: &Arc<dyn Vault>, sandbox: &Running) -> App {
    let app = App::open(Config::new(data_dir.to_owned(), Arc::clone(vault)))
        .await
        .unwrap();
    accounts::set_local(&app, local(sandbox)).await.unwrap();
    app
}

pub fn local(sandbox: &Running) -> LocalPlatform {
    LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: sandbox.base_url.clone(),
        instant_url: sandbox.instant_url.clone(),
        key: sandbox.key.clone().into(),
        admin_key: Some(sandbox.admin_key.clone().into()),
        ca_file: Some(sandbox.ca_file.clone()),
        postgres: sandbox.postgres.as_ref().map_or_else(
            || "no servers".to_owned(),
            |found| format!("PostgreSQL {}", found.version),
        ),
        names: names(sandbox),
    }
}

fn names(sandbox: &Running) -> LocalNames {
    let names = sandbox.config().names.clone();
    LocalNames {
        database: names.database,
        role: names.role,
        auth_provider: names.auth_provider,
        users_schema: names.auth_schema,
        region: names.region,
    }
}
