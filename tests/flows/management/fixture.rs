use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::auth::{self, EnableAuth, SdkKeys};
use app::projects::CreateProject;
use app::view::{
    ComputeSizeView, ConnectSource, ConnectionRequest, CreatedProjectView, OneTimeSecretView,
    OperationView,
};
use app::{App, Error, LocalPlatform, accounts, computes, connection_card, operations, projects};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};
use testkit::{http, sql};
use vault::{Memory, Vault};

use crate::product::{PATIENCE, ProductFixture, local};

/// A product and the account of its sandbox.
pub struct ManagementFixture {
    pub product: ProductFixture,
    pub account: String,
}

/// A project with what came with it.
#[derive(Clone, Debug)]
pub struct Project {
    pub id: String,
    pub branch: String,
    pub compute: String,
}

impl ManagementFixture {
    /// Real servers.
    pub async fn start() -> Self {
        Self::of(ProductFixture::start().await).await
    }

    pub async fn of(product: ProductFixture) -> Self {
        let account = account(&product.app).await;
        Self { product, account }
    }

    pub fn app(&self) -> &App {
        &self.product.app
    }

    /// A project whose operations have ended.
    pub async fn project(&self, name: &str) -> Project {
        let create = CreateProject {
            name: Some(name.to_owned()),
            ..CreateProject::default()
        };
        let made = projects::create(self.app(), &self.account, create)
            .await
            .unwrap();
        self.whole(made).await
    }

    /// A new project when its operations have ended.
    pub async fn whole(&self, made: CreatedProjectView) -> Project {
        let id = made.project.id;
        self.finished(&id).await;
        let computes = computes::list(self.app(), &self.account, &id).await;
        Project {
            branch: made.branch.unwrap().id,
            compute: computes.unwrap()[0].id.clone(),
            id,
        }
    }

    /// The first form of a one-time secret.
    pub async fn shown_once(&self, secret: &OneTimeSecretView) -> String {
        let source = ConnectSource::OneTimeSecret {
            id: secret.id.clone(),
        };
        let form = secret.forms.forms[0].id;
        let shown = connection_card::reveal(self.app(), &source, form).await;
        shown.unwrap().text
    }

    /// Waits until each operation of a project has ended, and gives all of them, the newest first.
    pub async fn finished(&self, project: &str) -> Vec<OperationView> {
        let end = Instant::now() + PATIENCE;
        loop {
            let page = operations::list(self.app(), &self.account, project, Some(100), None).await;
            let all = page.unwrap().items;
            if all.iter().all(|operation| operation.is_over) {
                return all;
            }
            assert!(Instant::now() < end, "operations never ended: {all:#?}");
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    }

    /// The connection string of the first database as its owner; of the default branch when none is named.
    pub async fn uri(&self, project: &str, branch: Option<&str>) -> String {
        self.uri_of(project, branch, "svcdb", "svcdb_owner").await
    }

    pub async fn uri_of(
        &self,
        project: &str,
        branch: Option<&str>,
        database: &str,
        role: &str,
    ) -> String {
        let request = ConnectionRequest {
            database: database.to_owned(),
            role: role.to_owned(),
            branch_id: branch.map(str::to_owned),
            ..ConnectionRequest::default()
        };
        let uri = projects::connection_uri(self.app(), &self.account, project, request).await;
        uri.unwrap().expose_secret().to_owned()
    }

    pub async fn connect(&self, project: &str, branch: Option<&str>) -> tokio_postgres::Client {
        self.open(&self.uri(project, branch).await).await
    }

    pub async fn open(&self, uri: &str) -> tokio_postgres::Client {
        sql::connect(&self.product.ca(), uri).await
    }

    /// A core of its own, for somebody who holds another key.
    pub async fn holder(&self, name: &str, key: &SecretString) -> Holder {
        let vault: Arc<dyn Vault> = Arc::new(Memory::default());
        let folder = self.product.path().join(name);
        let app = open_with(&folder, &vault, &self.product, key.clone()).await;
        let account = account(&app).await;
        Holder { app, account }
    }

    /// Somebody else with an account on the platform: their personal key.
    pub async fn person(&self, email: &str) -> SecretString {
        let user = self
            .administer("/sandbox/users", json!({ "email": email, "name": email }))
            .await;
        let keys = format!("/sandbox/users/{}/keys", user["id"].as_str().unwrap());
        let key = self.administer(&keys, json!({ "key_name": "first" })).await;
        key["key"].as_str().unwrap().to_owned().into()
    }

    /// A second organization of the account: its id.
    pub async fn organization(&self, name: &str) -> String {
        let me = app::users::me(self.app(), &self.account).await.unwrap();
        let new = json!({ "name": name, "admin_id": me.id });
        let made = self.administer("/sandbox/organizations", new).await;
        made["id"].as_str().unwrap().to_owned()
    }

    /// What whoever runs the platform does.
    async fn administer(&self, path: &str, body: Value) -> Value {
        let sandbox = &self.product.sandbox;
        let key = format!("Bearer {}", sandbox.admin_key);
        let headers = [
            ("authorization", key.as_str()),
            ("content-type", "application/json"),
        ];
        let reply = http::send(
            &sandbox.instant_url,
            "POST",
            path,
            &headers,
            body.to_string(),
        )
        .await;
        assert!((200..300).contains(&reply.status), "{path}: {}", reply.body);
        reply.json()
    }

    /// Sets auth up on the project's branch.
    pub async fn enable_auth(&self, project: &Project) -> Result<SdkKeys, Error> {
        let enable = EnableAuth {
            branch_id: project.branch.clone(),
            ..EnableAuth::default()
        };
        auth::enable(self.app(), &self.account, &project.id, enable).await
    }

    pub async fn stop(self) {
        self.product.stop().await;
    }
}

/// Somebody with a key.
pub struct Holder {
    pub app: App,
    pub account: String,
}

/// The compute that a branch gets when nothing is said of its size.
pub fn usual_compute() -> Option<ComputeSizeView> {
    Some(ComputeSizeView::default())
}

/// The one account of a core.
pub async fn account(app: &App) -> String {
    accounts::list(app)[0].id.clone()
}

async fn open_with(
    folder: &Path,
    vault: &Arc<dyn Vault>,
    product: &ProductFixture,
    key: SecretString,
) -> App {
    let config = app::Config::new(folder.to_owned(), Arc::clone(vault));
    let app = App::open(config).await.unwrap();
    let platform = LocalPlatform {
        key,
        ..local(&product.sandbox)
    };
    accounts::set_local(&app, platform).await.unwrap();
    app
}
