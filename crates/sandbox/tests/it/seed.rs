//! Projects that were only filled in.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::program::Program;
use crate::support::{TestSandbox, sql, until};

/// Every project, by pages of 400.
async fn all(api: &Management) -> Vec<Value> {
    let (mut all, mut path) = (Vec::new(), "/projects?limit=400".to_owned());
    loop {
        let page = api.get(&path).await.json();
        let projects = page["projects"].as_array().unwrap();
        if projects.is_empty() {
            return all;
        }
        all.extend(projects.iter().cloned());
        let cursor = page["pagination"]["cursor"].as_str().unwrap();
        path = format!("/projects?limit=400&cursor={cursor}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_are_there_at_once_and_no_more_the_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let more = ["--no-servers", "--seed-projects", "10000"];
    let mut first: Option<Vec<Value>> = None;
    for _ in 0..2 {
        let mut program = Program::start(folder.path(), &more).await;
        let api = Management::at(program.text("instant_url"), program.text("key"));
        let found = all(&api).await;
        let ids: BTreeSet<_> = found.iter().map(|it| it["id"].to_string()).collect();
        let names: BTreeSet<_> = found.iter().map(|it| it["name"].to_string()).collect();
        let times: BTreeSet<_> = found
            .iter()
            .map(|it| it["created_at"].to_string())
            .collect();
        assert_eq!(
            (ids.len(), names.len(), times.len()),
            (10_000, 10_000, 10_000)
        );
        match &first {
            None => first = Some(found),
            Some(first) => assert_eq!(*first, found),
        }
        program.signal("TERM").await;
        assert!(program.end().await.success());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_them_answers_when_it_is_started_or_asked_for() {
    let sandbox = TestSandbox::with(|config| config.seed_projects = 2).await;
    let api = Management::of(&sandbox);
    let found = all(&api).await;
    assert_eq!(found.len(), 2);
    for (project, starts) in found.iter().zip([true, false]) {
        let id = project["id"].as_str().unwrap();
        let listed = api.get(&format!("/projects/{id}/operations")).await.json();
        let actions: Vec<_> = listed["operations"].as_array().unwrap().iter().collect();
        assert_eq!(actions.len(), 3);
        assert!(actions.iter().all(|it| it["status"] == "finished"));
        let endpoints = api.get(&format!("/projects/{id}/endpoints")).await.json();
        assert_eq!(endpoints["endpoints"][0]["current_state"], "idle");
        let endpoint = endpoints["endpoints"][0]["id"].as_str().unwrap();
        if starts {
            let start = format!("/projects/{id}/endpoints/{endpoint}/start");
            let reply = api.post(&start, &json!({})).await;
            assert_eq!(reply.status, 200, "{}", reply.body);
            until("its compute is active", async || {
                let one = api
                    .get(&format!("/projects/{id}/endpoints/{endpoint}"))
                    .await;
                one.json()["endpoint"]["current_state"] == "active"
            })
            .await;
        }
        let uri = "connection_uri?database_name=svcdb&role_name=svcdb_owner";
        let uri = api.get(&format!("/projects/{id}/{uri}")).await.json();
        let client = sql::connect(&sandbox.running.ca_file, uri["uri"].as_str().unwrap()).await;
        assert_eq!(
            sql::one(&client, "SELECT current_user").await,
            "svcdb_owner"
        );
    }
    sandbox.stop().await;
}
