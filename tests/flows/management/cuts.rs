//! Replies that are cut, at every byte in a thorough run: each change is sent once, takes place once, and ends as what it is.

use std::collections::BTreeSet;

use app::branches::CreateBranch;
use app::projects::{CreateProject, UpdateProject};
use app::view::ErrorCode;
use app::{Error, Event, branches, databases, keys, projects};
use sandbox::{Fault, FaultKind, OperationFault};

use super::fixture::ManagementFixture;
use crate::cuts::Cuts;
use crate::product::PATIENCE;

/// After so many a thing of its own is used, so that no list grows beyond what a person would have.
const A_ROUND: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_is_made_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let body = r#"{"branch":{"name":"measure"},"endpoints":[]}"#;
    let project = fixture.project("Measure").await;
    let whole = fixture
        .raw("POST", &format!("/projects/{}/branches", project.id), body)
        .await;
    let mut cuts = Cuts::of(&whole);
    for round in rounds(&cuts) {
        let project = fixture.project("Branches").await.id;
        let path = format!("/projects/{project}/branches");
        for &cut in &round {
            fixture.settled().await;
            cut_next(&fixture, "POST", &path, cut);
            let create = CreateBranch {
                name: Some(format!("at {cut}")),
                ..CreateBranch::default()
            };
            let made = branches::create(fixture.app(), &fixture.account, &project, create).await;
            let branch = made.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
            assert_eq!(branch.branch.name, format!("at {cut}"));
            cuts.count(branch.operations.is_empty());
        }
        let seen = fixture.seen(&format!("{path}?limit=1000")).await;
        once_each(&seen["branches"], "name", "at ", &round);
        assert_eq!(fixture.request_count("POST", &path), round.len());
        fixture.product.sandbox.reset().await.unwrap();
    }
    cuts.check();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_made_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let whole = fixture
        .raw("POST", "/projects", r#"{"project":{"name":"measure"}}"#)
        .await;
    let mut cuts = Cuts::of(&whole);
    for round in rounds(&cuts) {
        fixture.product.sandbox.reset().await.unwrap();
        fixture.forget_requests().await;
        for &cut in &round {
            cut_next(&fixture, "POST", "/projects", cut);
            let create = CreateProject {
                name: Some(format!("at {cut}")),
                ..CreateProject::default()
            };
            let made = projects::create(fixture.app(), &fixture.account, create).await;
            let made = made.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
            assert_eq!(made.project.name, format!("at {cut}"));
            cuts.count(made.connections.is_empty());
        }
        let seen = fixture.seen("/projects?limit=400").await;
        once_each(&seen["projects"], "name", "at ", &round);
        assert_eq!(fixture.request_count("POST", "/projects"), round.len());
    }
    cuts.check();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_cut_reply_began_is_followed_to_its_end() {
    let fixture = ManagementFixture::quiet().await;
    let slow = OperationFault {
        action: None,
        project_id: None,
        times: None,
        kind: FaultKind::Hold { seconds: 3 },
    };
    fixture
        .product
        .sandbox
        .inject_operation_fault(slow)
        .unwrap();
    cut_next(&fixture, "POST", "/projects", 10);
    let mut events = fixture.app().events();
    let create = CreateProject::default();
    let made = projects::create(fixture.app(), &fixture.account, create).await;
    let project = made.unwrap().project;
    assert_eq!(project.is_locked, Some(true), "nothing went on any more");

    let changed = async {
        loop {
            if let Ok(Event::ProjectChanged { project_id, .. }) = events.recv().await
                && project_id == project.id
            {
                let get = projects::get(fixture.app(), &fixture.account, &project_id);
                if get.await.unwrap().is_locked == Some(false) {
                    return;
                }
            }
        }
    };
    let reported = tokio::time::timeout(PATIENCE, changed).await;
    reported.expect("nobody told that the project is not locked any more");
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_whose_reply_was_cut_exists_and_its_secret_is_lost() {
    let fixture = ManagementFixture::quiet().await;
    let whole = fixture
        .raw("POST", "/api_keys", r#"{"key_name":"measure"}"#)
        .await;
    let mut cuts = Cuts::of(&whole);
    let all = cuts.places.clone();
    let mut reported = BTreeSet::new();
    fixture.forget_requests().await;
    for &cut in &all {
        cut_next(&fixture, "POST", "/api_keys", cut);
        let id = match keys::create(fixture.app(), &fixture.account, &format!("at {cut}")).await {
            Ok(made) => {
                cuts.count(false);
                made.key.id
            }
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::SecretLost, "cut at {cut}: {error}");
                cuts.count(true);
                error.subject().unwrap().to_owned()
            }
        };
        assert!(reported.insert(id), "cut at {cut}: told of another one");
    }
    let seen = fixture.seen("/api_keys").await;
    once_each(&seen, "name", "at ", &all);
    let ids: BTreeSet<String> = seen
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["id"].to_string())
        .collect();
    assert!(
        reported.is_subset(&ids),
        "a key that was told of is not there"
    );
    assert_eq!(fixture.request_count("POST", "/api_keys"), all.len());
    cuts.check();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_made_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let project = fixture.project("Measure").await;
    let path = format!(
        "/projects/{}/branches/{}/databases",
        project.id, project.branch
    );
    let body = r#"{"database":{"name":"measure","owner_name":"svcdb_owner"}}"#;
    let mut cuts = Cuts::of(&fixture.raw("POST", &path, body).await);
    for round in rounds(&cuts) {
        let project = fixture.project("Databases").await;
        let path = format!(
            "/projects/{}/branches/{}/databases",
            project.id, project.branch
        );
        for &cut in &round {
            fixture.settled().await;
            cut_next(&fixture, "POST", &path, cut);
            let (id, branch, name) = (&project.id, &project.branch, format!("at_{cut}"));
            let (app, account) = (fixture.app(), &fixture.account);
            let made = databases::create(app, account, id, branch, &name, "svcdb_owner").await;
            let made = made.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
            assert_eq!(made.item.name, name);
            cuts.count(made.operations.is_empty());
        }
        let seen = fixture.seen(&path).await;
        once_each(&seen["databases"], "name", "at_", &round);
        assert_eq!(fixture.request_count("POST", &path), round.len());
        fixture.product.sandbox.reset().await.unwrap();
    }
    cuts.check();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_is_deleted_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let project = fixture.project("Measure").await;
    let id = spare_branch(&fixture, &project.id, "measure").await;
    let path = format!("/projects/{}/branches/{id}", project.id);
    let mut cuts = Cuts::of(&fixture.raw("DELETE", &path, "").await);
    for round in rounds(&cuts) {
        let project = fixture.project("Branches").await.id;
        for &cut in &round {
            let branch = spare_branch(&fixture, &project, &format!("at {cut}")).await;
            let path = format!("/projects/{project}/branches/{branch}");
            cut_next(&fixture, "DELETE", &path, cut);
            let (app, account) = (fixture.app(), &fixture.account);
            let gone = branches::delete(app, account, &project, &branch).await;
            gone.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
            // What a lost reply did is found by reading the branch.
            cuts.count(fixture.request_count("GET", &path) > 0);
            assert_eq!(fixture.request_count("DELETE", &path), 1, "cut at {cut}");
        }
        fixture.settled().await;
        let seen = fixture
            .seen(&format!("/projects/{project}/branches?limit=1000"))
            .await;
        let left = seen["branches"].as_array().unwrap();
        assert_eq!(left.len(), 1, "a branch that was told as deleted is there");
        fixture.product.sandbox.reset().await.unwrap();
    }
    cuts.check();
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_renamed_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let project = fixture.project("Measure").await;
    let path = format!("/projects/{}", project.id);
    let whole = fixture
        .raw("PATCH", &path, r#"{"project":{"name":"measured"}}"#)
        .await;
    let mut cuts = Cuts::of(&whole);
    for cut in cuts.places.clone() {
        cut_next(&fixture, "PATCH", &path, cut);
        let update = UpdateProject {
            name: Some(format!("at {cut}")),
            ..UpdateProject::default()
        };
        fixture.forget_requests().await;
        let changed = projects::update(fixture.app(), &fixture.account, &project.id, update).await;
        let changed = changed.unwrap_or_else(|error: Error| panic!("cut at {cut}: {error:?}"));
        assert_eq!(changed.item.name, format!("at {cut}"));
        cuts.count(fixture.request_count("GET", &path) > 0);
        assert_eq!(fixture.request_count("PATCH", &path), 1, "cut at {cut}");
        let now = fixture.seen(&path).await;
        assert_eq!(now["project"]["name"], format!("at {cut}"));
    }
    cuts.check();
    fixture.stop().await;
}

fn rounds(cuts: &Cuts) -> Vec<Vec<usize>> {
    cuts.places.chunks(A_ROUND).map(<[_]>::to_vec).collect()
}

pub fn cut_next(fixture: &ManagementFixture, method: &str, path: &str, at: usize) {
    fixture.product.sandbox.clear_faults();
    fixture.order(Fault {
        method: Some(method.to_owned()),
        times: Some(1),
        cut_at_byte: Some(at),
        ..Fault::on(format!("/api/v2{path}"))
    });
}

async fn spare_branch(fixture: &ManagementFixture, project: &str, name: &str) -> String {
    fixture.settled().await;
    let body = format!(r#"{{"branch":{{"name":"{name}"}},"endpoints":[]}}"#);
    let made = fixture
        .raw("POST", &format!("/projects/{project}/branches"), &body)
        .await;
    assert_eq!(made.status, 201, "{}", made.body);
    fixture.settled().await;
    made.json()["branch"]["id"].as_str().unwrap().to_owned()
}

/// Checks that the list has one of each name and none twice.
fn once_each(list: &serde_json::Value, field: &str, prefix: &str, cuts: &[usize]) {
    let mut found: Vec<usize> = list
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it[field].as_str()?.strip_prefix(prefix)?.parse().ok())
        .collect();
    found.sort_unstable();
    assert_eq!(found, cuts, "lost or doubled");
}
