//! Somebody with an account of their own whose key is changed, in a core that outlives its process.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use app::accounts::{self, ConnectAccount};
use app::rotation::{self, RotateKey};
use app::view::{AccountColour, AccountView, KeyKind, PlatformKind, RotationStep, RotationView};
use app::{App, Checkpoint, Checkpoints, Config, LocalPlatform, keys, organizations};
use plinth_tests::killed::{kill_this_process, was_killed};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use testkit::{http, until_that};
use vault::Vault;

use super::background_reads::sped_up;
use super::fixture::ManagementFixture;
use crate::crash::FolderVault;
use crate::product::{ProductFixture, local};

const CHILD: &str = "management::rotated_account::child_that_rotates";

/// The name of the key that is changed, and what the new one is called.
pub const OLD: &str = "laptop";
pub const NEW: &str = "laptop (new)";

/// A sandbox, and a folder with an account whose key is to be changed.
pub struct RotatedAccount {
    pub fixture: ManagementFixture,
    folder: PathBuf,
    pub account: String,
    pub organization: String,
    pub kind: KeyKind,
    pub old: keys::NewKey,
}

impl RotatedAccount {
    pub async fn of(kind: KeyKind) -> Self {
        let product =
            ProductFixture::of(false, |sandbox| sandbox.rate_limits = None, sped_up).await;
        let fixture = ManagementFixture::of(product).await;
        Self::on(fixture, kind, "rotated").await
    }

    /// One more account on this fixture.
    pub async fn on(fixture: ManagementFixture, kind: KeyKind, folder: &str) -> Self {
        let (owner, local) = (fixture.app(), fixture.account.as_str());
        let organization = organizations::list(owner, local).await.unwrap()[0]
            .id
            .clone();
        let old = match kind {
            KeyKind::Personal => keys::create(owner, local, OLD).await,
            KeyKind::Organization => {
                keys::create_for_organization(owner, local, &organization, OLD, None).await
            }
            KeyKind::Project => {
                let project = fixture.project("One").await.id;
                let project = Some(project.as_str());
                keys::create_for_organization(owner, local, &organization, OLD, project).await
            }
        };
        let folder = fixture.product.path().join(folder);
        let mut rotated = Self {
            fixture,
            folder,
            account: String::new(),
            organization,
            kind,
            old: old.unwrap(),
        };
        let app = rotated.open().await;
        rotated.account = rotated.connect(&app, "Mine", &rotated.old.token).await.id;
        app.close().await;
        rotated
    }

    pub async fn connect(&self, app: &App, name: &str, key: &SecretString) -> AccountView {
        let request = ConnectAccount {
            name: name.to_owned(),
            platform: PlatformKind::Custom,
            base_url: Some(self.fixture.product.sandbox.base_url.clone()),
            instant_url: None,
            ca_file: None,
            key: key.clone(),
            colour: Some(AccountColour::Amber),
            is_production: false,
            is_read_only: false,
        };
        accounts::connect(app, request).await.unwrap()
    }

    /// The core of its owner, with the sandbox's own account as the personal key of an administrator.
    pub async fn open(&self) -> App {
        self.open_with(Arc::new(app::NoCheckpoints)).await
    }

    pub async fn open_with(&self, checkpoints: Arc<dyn Checkpoints>) -> App {
        let platform = local(&self.fixture.product.sandbox);
        open(&self.folder, checkpoints, platform).await
    }

    /// Where the secrets are, by entry.
    pub fn secrets(&self) -> PathBuf {
        self.folder.join("secrets")
    }

    /// The names of what is in the vault.
    pub fn entries(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.secrets()).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    /// The key that the vault has for the account.
    pub fn kept(&self) -> String {
        let entry = vault::Entry::new("account-key", &self.account);
        let name = entry.to_string().replace('/', "_");
        std::fs::read_to_string(self.secrets().join(name)).unwrap()
    }

    /// What the sandbox answers somebody who comes with this key.
    pub async fn status_of(&self, key: &str) -> u16 {
        let key = format!("Bearer {key}");
        let headers = [("Authorization", key.as_str())];
        let origin = &self.fixture.product.sandbox.instant_url;
        http::send(origin, "GET", "/api/v2/auth", &headers, "")
            .await
            .status
    }

    /// Id and name of every key there is of the owner, oldest first.
    pub async fn keys(&self) -> Vec<(String, String)> {
        let path = match self.kind {
            KeyKind::Personal => "/api_keys".to_owned(),
            _ => format!("/organizations/{}/api_keys", self.organization),
        };
        let seen = self.fixture.seen(&path).await;
        let text = |key: &Value| {
            (
                key["id"].to_string(),
                key["name"].as_str().unwrap().to_owned(),
            )
        };
        seen.as_array().unwrap().iter().map(text).collect()
    }

    pub fn request(&self) -> RotateKey {
        RotateKey {
            old_key_id: self.old.key.id.clone(),
            name: NEW.to_owned(),
        }
    }

    /// A core in a process of its own that begins, or goes on, and is killed at this checkpoint. False when it got to the
    /// end without passing it.
    pub fn is_killed_at(&self, point: &str) -> bool {
        let sandbox = &self.fixture.product.sandbox;
        let mut child: Child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", CHILD, "--nocapture"])
            .env("ROTATION_AT", point)
            .env("ROTATION_FOLDER", &self.folder)
            .env("ROTATION_ACCOUNT", &self.account)
            .env("ROTATION_OLD", &self.old.key.id)
            .env("ROTATION_BASE_URL", &sandbox.base_url)
            .env("ROTATION_INSTANT_URL", &sandbox.instant_url)
            .env("ROTATION_KEY", &sandbox.key)
            .env("ROTATION_CA", &sandbox.ca_file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let status = child.wait().unwrap();
        assert!(status.success() || was_killed(status), "{point}: {status}");
        was_killed(status)
    }

    /// Opens the core as the next start does, waits until all has ended by itself, and checks what must always hold.
    pub async fn ends_well(&self, what: &str) {
        let app = self.open().await;
        let ended = until(&app, |it| it.step == RotationStep::Done && !it.is_running).await;
        assert_eq!(ended.problem, None, "{what}");
        app.close().await;
        self.is_whole(what).await;
    }

    /// The key in the vault works, it is the only one that was made, and the former one is refused.
    pub async fn is_whole(&self, what: &str) {
        let kept = self.kept();
        let old = self.old.token.expose_secret();
        assert_ne!(kept, old, "{what}");
        assert_eq!(self.status_of(&kept).await, 200, "{what}");
        assert_eq!(self.status_of(old).await, 401, "{what}");
        let keys = self.keys().await;
        let made = keys.iter().filter(|(_, name)| name == NEW).count();
        assert_eq!(made, 1, "{what}: {keys:?}");
        assert!(keys.iter().all(|(id, _)| *id != self.old.key.id), "{what}");
        let left = self.entries();
        assert!(
            left.iter().all(|it| !it.contains("rotation")),
            "{what}: {left:?}"
        );
    }

    pub async fn stop(self) {
        self.fixture.stop().await;
    }
}

/// Waits until the one rotation there is stands like this.
pub async fn until(app: &App, is: impl Fn(&RotationView) -> bool) -> RotationView {
    let all = async || rotation::list(app).await.unwrap();
    let is_so = |all: &Vec<RotationView>| matches!(all.as_slice(), [one] if is(one));
    until_that("it came so far", all, is_so).await.remove(0)
}

/// Waits until nothing works on it.
pub async fn stopped(app: &App) -> RotationView {
    until(app, |it| !it.is_running).await
}

async fn open(folder: &Path, checkpoints: Arc<dyn Checkpoints>, platform: LocalPlatform) -> App {
    let vault: Arc<dyn Vault> = Arc::new(FolderVault(folder.join("secrets")));
    let mut config = Config::new(folder.join("core"), vault);
    sped_up(&mut config);
    config.checkpoints = checkpoints;
    let app = App::open(config).await.unwrap();
    accounts::set_local(&app, platform).await.unwrap();
    app
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of the tests that kill a rotation"]
async fn child_that_rotates() {
    let variable = |name: &str| std::env::var(format!("ROTATION_{name}")).unwrap();
    let platform = LocalPlatform {
        name: "Sandbox".to_owned(),
        base_url: variable("BASE_URL"),
        instant_url: variable("INSTANT_URL"),
        key: variable("KEY").into(),
        admin_key: None,
        ca_file: Some(variable("CA").into()),
        postgres: "no servers".to_owned(),
        names: app::accounts::LocalNames::default(),
    };
    let folder = PathBuf::from(variable("FOLDER"));
    let app = open(&folder, Arc::new(KilledAt(variable("AT"))), platform).await;
    if rotation::list(&app).await.unwrap().is_empty() {
        let request = RotateKey {
            old_key_id: variable("OLD"),
            name: NEW.to_owned(),
        };
        rotation::start(&app, &variable("ACCOUNT"), request)
            .await
            .unwrap();
    }
    until(&app, |it| it.step == RotationStep::Done && !it.is_running).await;
    app.close().await;
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
