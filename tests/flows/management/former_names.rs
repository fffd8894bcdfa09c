//! Names that the history has for branches and projects that are gone.

use std::collections::BTreeMap;
use std::sync::Arc;

use app::branches::{self, CreateBranch};
use app::computes::{self, UpdateCompute};
use app::view::{ActivityFilter, ProjectScope};
use app::{activity, operations, projects, undo};
use serde_json::{Value, json};
use testkit::http;
use vault::Memory;

use super::fixture::{ManagementFixture, Project};
use crate::product::{ProductFixture, open};

impl ManagementFixture {
    /// A call of another client.
    async fn elsewhere(&self, method: &str, path: &str, body: Value) -> Value {
        let sandbox = &self.product.sandbox;
        let key = format!("Bearer {}", sandbox.key);
        let headers = [
            ("authorization", key.as_str()),
            ("content-type", "application/json"),
        ];
        let path = format!("/api/v2{path}");
        let body = body.to_string();
        let reply = http::send(&sandbox.instant_url, method, &path, &headers, body).await;
        assert!((200..300).contains(&reply.status), "{path}: {}", reply.body);
        reply.json()
    }

    /// The branches by id, as the operations that the platform lists name them.
    async fn listed(&self, project: &Project) -> BTreeMap<String, Option<String>> {
        let all = self.finished(&project.id).await.into_iter();
        all.filter_map(|it| Some((it.branch_id?, it.branch_name)))
            .collect()
    }

    /// Projects and branches, as the operations that were followed name them.
    async fn followed(&self) -> Vec<(Option<String>, Option<String>)> {
        let all = operations::tracked(self.app()).await.unwrap().into_iter();
        all.map(|it| (it.project_name, it.branch_name)).collect()
    }

    async fn restart(&mut self) {
        self.product.app.close().await;
        let folder = self.product.path().join("plinth");
        let vault: Arc<dyn vault::Vault> = Arc::new(Memory::default());
        self.product.app = open(&folder, &vault, &self.product.sandbox).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_names_what_is_gone_once_the_undo_offer_is_gone_and_after_a_restart() {
    let product = ProductFixture::without_servers().await;
    let mut fixture = ManagementFixture::of(product).await;
    let account = fixture.account.clone();
    let project = fixture.project("shop").await;
    let paths = format!("/projects/{}/branches", project.id);
    let mut expected = BTreeMap::from([(project.branch.clone(), Some("main".to_owned()))]);
    // Deleted here, deleted elsewhere, and deleted before it was seen.
    for name in ["here", "elsewhere", "unseen"] {
        let id = if name == "unseen" {
            let create = json!({ "branch": { "name": name } });
            let made = fixture.elsewhere("POST", &paths, create).await;
            made["branch"]["id"].as_str().unwrap().to_owned()
        } else {
            let create = CreateBranch {
                name: Some(name.to_owned()),
                ..CreateBranch::default()
            };
            let made = branches::create(fixture.app(), &account, &project.id, create).await;
            made.unwrap().branch.id
        };
        fixture.finished(&project.id).await;
        if name == "here" {
            let deleted = branches::delete(fixture.app(), &account, &project.id, &id).await;
            deleted.unwrap();
        } else {
            fixture
                .elsewhere("DELETE", &format!("{paths}/{id}"), json!({}))
                .await;
        }
        fixture.finished(&project.id).await;
        expected.insert(id, Some(name.to_owned()));
    }
    branches::all(fixture.app(), &account, &project.id, true)
        .await
        .unwrap();
    branches::all(fixture.app(), &account, &project.id, false)
        .await
        .unwrap();
    let offered = undo::list(fixture.app()).await.unwrap().into_iter();
    let offered = offered.map(|it| it.id).collect();
    undo::dismiss(fixture.app(), offered).await.unwrap();
    assert_eq!(fixture.listed(&project).await, expected);
    fixture.restart().await;
    assert_eq!(fixture.listed(&project).await, expected);

    projects::delete(fixture.app(), &account, &project.id)
        .await
        .unwrap();
    let sandbox = &fixture.product.sandbox;
    sandbox
        .purge(std::slice::from_ref(&project.id))
        .await
        .unwrap();
    projects::page(fixture.app(), &account, ProjectScope::Own, None, None)
        .await
        .unwrap();
    fixture.restart().await;
    let followed = fixture.followed().await;
    assert!(!followed.is_empty());
    for (project, branch) in followed {
        assert_eq!(project.as_deref(), Some("shop"));
        assert!(
            expected.values().any(|name| *name == branch) || branch.is_none(),
            "{branch:?}"
        );
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_names_a_compute_and_a_project_that_no_list_showed() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (app, account) = (fixture.app(), &fixture.account);
    let project = fixture.project("shop").await;
    let update = UpdateCompute {
        name: Some("reporting".to_owned()),
        ..UpdateCompute::default()
    };
    computes::update(app, account, &project.id, &project.compute, update)
        .await
        .unwrap();
    fixture.finished(&project.id).await;
    computes::suspend(app, account, &project.id, &project.compute)
        .await
        .unwrap();
    fixture.finished(&project.id).await;
    let create = json!({ "project": { "name": "unseen" } });
    let made = fixture.elsewhere("POST", "/projects", create).await;
    let unseen = made["project"]["id"].as_str().unwrap();
    fixture.finished(unseen).await;
    projects::delete(app, account, unseen).await.unwrap();
    let log = activity::list(app, ActivityFilter::default(), None, 20).await;
    let log: Vec<_> = log.unwrap().items.into_iter().collect();
    let subject = |action: &str| {
        let found = log.iter().find(|it| it.action == action);
        found.map(|it| it.subject.as_str())
    };
    assert_eq!(subject("Suspend compute"), Some("shop / reporting"));
    assert_eq!(subject("Delete project"), Some("unseen"));
    fixture.stop().await;
}
