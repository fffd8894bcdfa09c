//! Processes that are killed without a warning.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use app::view::{ConnectSource, EnvArgs, FormId, TemporaryOptions, TemporaryState};
use app::{
    App, Checkpoint, Checkpoints, Config, LocalPlatform, accounts, connection_card, temporary,
};
use plinth_tests::killed::{kill_this_process, was_killed};
use plinth_tests::names_in;
use secrecy::ExposeSecret as _;
use testkit::{http, sql, until_that};
use vault::Vault;

use crate::product::{ProductFixture, folder, local, open, sandbox_config, source_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_core_killed_between_any_two_writes_forgets_no_database() {
    for (point, expected) in [
        ("CreateIntended", (0, TemporaryState::Unclear)),
        ("CreateAnswered", (1, TemporaryState::Unclear)),
        ("CreateSecretsSaved", (1, TemporaryState::Unclaimed)),
        ("CreateDone", (1, TemporaryState::Unclaimed)),
    ] {
        let product = ProductFixture::start().await;
        let (data, secrets) = (
            product.path().join("killed"),
            product.path().join("secrets"),
        );
        run_killed_child(&product, &data, &secrets, point);
        let (databases, state) = expected;
        assert_eq!(product.sandbox.servers().len(), databases, "{point}");

        let vault: Arc<dyn Vault> = Arc::new(FolderVault(secrets));
        let app = open(&data, &vault, &product.sandbox).await;
        let row = settled(&app, point, state).await;
        if state == TemporaryState::Unclaimed {
            let url = connection_card::reveal(&app, &source_of(&row), FormId::Direct)
                .await
                .unwrap();
            let client = sql::connect(&product.ca(), &url.text).await;
            assert_eq!(sql::column(&client, "SELECT 1").await, ["1"], "{point}");
        }
        app.close().await;
        product.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_core_killed_while_it_writes_an_env_file_leaves_no_second_copy() {
    for (point, is_written) in [
        ("EnvMade", false),
        ("EnvFlushed", false),
        ("EnvRenamed", true),
    ] {
        let product = ProductFixture::start().await;
        let (data, secrets) = (
            product.path().join("killed"),
            product.path().join("secrets"),
        );
        let project = product.path().join("project");
        std::fs::create_dir(&project).unwrap();
        std::fs::write(project.join(".env"), "MINE=1\n").unwrap();
        run_killed_child(&product, &data, &secrets, point);
        let left: Vec<_> = names_in(&project);
        let second: Vec<_> = left.iter().filter(|name| *name != ".env").collect();
        assert_eq!(second.is_empty(), is_written, "{point}: {left:?}");
        for name in second {
            assert!(
                name.starts_with(".env."),
                "{name} is not ignored with .env*"
            );
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt as _;
                let mode = project.join(name).metadata().unwrap().permissions().mode();
                assert_eq!(mode & 0o077, 0, "{point}: others read it");
            }
        }

        let vault: Arc<dyn Vault> = Arc::new(FolderVault(secrets));
        let app = open(&data, &vault, &product.sandbox).await;
        assert_eq!(names_in(&project), [".env"], "{point}");
        let text = std::fs::read_to_string(project.join(".env")).unwrap();
        assert!(text.starts_with("MINE=1\n"), "{point}");
        assert_eq!(text.contains("postgresql://"), is_written, "{point}");
        assert_eq!(names_in(&data.join("env-writes")), [""; 0], "{point}");
        app.close().await;
        product.stop().await;
    }
}

/// Waits until the one temporary database stands as it should, and returns its id.
async fn settled(app: &App, point: &str, state: TemporaryState) -> String {
    let look = async || {
        let rows = temporary::list(app).await.unwrap().items;
        let [row] = &rows[..] else {
            panic!("{point}: {} rows in the list, not one", rows.len())
        };
        (row.id.clone(), row.state)
    };
    let (id, _) = until_that(point, look, |(_, is)| *is == state).await;
    id
}

fn run_killed_child(product: &ProductFixture, data: &Path, secrets: &Path, point: &str) {
    let mut child = child(product, "crash::child_that_kills_itself", point);
    child.env("CRASH_DATA", data).env("CRASH_SECRETS", secrets);
    run_killed(child, point);
}

/// A test of this program in a process of its own, whose core is killed at this point.
pub fn child(product: &ProductFixture, test: &str, point: &str) -> Command {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child
        .args(["--ignored", "--exact", test, "--nocapture"])
        .env("CRASH_POINT", point)
        .env("CRASH_INSTANT_URL", &product.sandbox.instant_url)
        .env("CRASH_CA", product.ca())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    child
}

pub fn run_killed(mut child: Command, point: &str) {
    let status = child.status().unwrap();
    assert!(was_killed(status), "{point} was never reached: {status}");
}

/// What the parent said to such a test.
pub fn variable(name: &str) -> String {
    std::env::var(name).unwrap()
}

/// The core of such a test, with the product's sandbox as its local platform.
pub async fn core_of_child() -> App {
    let vault: Arc<dyn Vault> = Arc::new(FolderVault(variable("CRASH_SECRETS").into()));
    let mut config = Config::new(variable("CRASH_DATA").into(), vault);
    config.checkpoints = Arc::new(KilledAt(variable("CRASH_POINT")));
    let app = App::open(config).await.unwrap();
    let platform = LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: format!("{}/api/v2", variable("CRASH_INSTANT_URL")),
        instant_url: variable("CRASH_INSTANT_URL"),
        key: "not used".to_owned().into(),
        admin_key: None,
        ca_file: Some(variable("CRASH_CA").into()),
        postgres: "PostgreSQL 17".to_owned(),
        names: app::accounts::LocalNames::default(),
    };
    accounts::set_local(&app, platform).await.unwrap();
    app
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of a_core_killed_between_any_two_writes_forgets_no_database"]
async fn child_that_kills_itself() {
    let app = core_of_child().await;
    let made = temporary::create(&app, TemporaryOptions::default()).await;
    let args = EnvArgs {
        source: ConnectSource::Temporary {
            id: made.unwrap().id,
        },
        path: format!("{}/../project", variable("CRASH_DATA")),
        key: "DATABASE_URL".to_owned(),
        prefix: "PUBLIC_".to_owned(),
        replace: Vec::new(),
    };
    let preview = app::env_file::preview(&app, args).await.unwrap();
    app::env_file::write(&app, &preview.id).await.unwrap();
    panic!("the checkpoint was not passed");
}

/// Ends the process as `kill -9` does.
#[derive(Debug)]
struct KilledAt(String);

impl Checkpoints for KilledAt {
    fn passed(&self, checkpoint: Checkpoint) {
        if format!("{checkpoint:?}") == self.0 {
            kill_this_process();
        }
    }
}

/// A vault that outlives a process, for a test that kills it.
#[derive(Debug)]
pub struct FolderVault(pub std::path::PathBuf);

impl FolderVault {
    fn file(&self, entry: &vault::Entry) -> std::path::PathBuf {
        self.0.join(entry.to_string().replace('/', "_"))
    }
}

#[async_trait::async_trait]
impl Vault for FolderVault {
    async fn get(
        &self,
        entry: &vault::Entry,
    ) -> Result<Option<secrecy::SecretString>, vault::Error> {
        Ok(std::fs::read_to_string(self.file(entry))
            .ok()
            .map(Into::into))
    }

    async fn set(
        &self,
        entry: &vault::Entry,
        secret: secrecy::SecretString,
    ) -> Result<(), vault::Error> {
        std::fs::create_dir_all(&self.0).unwrap();
        std::fs::write(self.file(entry), secret.expose_secret()).unwrap();
        Ok(())
    }

    async fn delete(&self, entry: &vault::Entry) -> Result<(), vault::Error> {
        std::fs::remove_file(self.file(entry)).ok();
        Ok(())
    }

    async fn probe(&self) -> Result<(), vault::Error> {
        Ok(())
    }

    async fn unlock(&self) -> Result<(), vault::Error> {
        Ok(())
    }

    fn kind(&self) -> vault::Kind {
        vault::Kind::Keychain
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_killed_in_mid_work_comes_back_on_the_same_ports() {
    let folder = folder();
    let data = folder.path().join("sandbox");
    let mut program = Program::start(&data);
    let made = http::post_json(
        &program.instant_url,
        "/api/v1/database",
        r#"{"ref":"flow"}"#,
    )
    .await
    .json();
    let url = made["connection_string"].as_str().unwrap().to_owned();
    let client = sql::connect(&program.ca, &url).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (42);",
    )
    .await;
    program.kill();

    let sandbox = sandbox::Sandbox::start(sandbox_config(&data, true))
        .await
        .unwrap();
    assert_eq!(
        sandbox.instant_url, program.instant_url,
        "the address changed"
    );
    assert_eq!(
        local(&sandbox).key.expose_secret(),
        program.key,
        "the key changed"
    );
    let client = sql::connect(&sandbox.ca_file, &url).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["42"]);
    sandbox.stop().await;
}

/// The sandbox as a program of its own, so that it can be killed.
pub struct Program {
    child: std::process::Child,
    pub instant_url: String,
    pub key: String,
    pub admin_key: String,
    ca: std::path::PathBuf,
}

impl Program {
    /// With a clock that can be moved.
    pub fn start(data: &Path) -> Self {
        use std::io::BufRead as _;
        let binary = std::env::var_os("PLINTH_SANDBOX").expect(
            "PLINTH_SANDBOX names the sandbox program; `cargo xtask test` builds it and sets this",
        );
        let mut child = Command::new(binary)
            .args(["--port", "0", "--clock", "manual", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        std::io::BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let ready: serde_json::Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| ready[name].as_str().unwrap().to_owned();
        Self {
            child,
            instant_url: text("instant_url"),
            key: text("key"),
            admin_key: text("admin_key"),
            ca: text("ca_file").into(),
        }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
