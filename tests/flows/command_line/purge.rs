//! Deleting deleted projects and branches of the sandbox for good.

use serde_json::json;

use super::hosts::end_agent;
use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_purge_lists_the_deleted_projects_and_branches_and_asks_before_it_deletes_them() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    shell.json(&["sandbox", "start"]).await;
    let create = ["projects", "create", "--name", "shop", "--wait"];
    let made = shell.json(&create).await;
    let id = text(&made["project"]["id"]);
    let none = shell.run(&["sandbox", "purge"]).await;
    assert_eq!(none.code, Some(0), "{none:#?}");
    assert!(
        none.out.contains("No project and no branch is deleted."),
        "{none:#?}"
    );

    shell
        .json(&["branches", "create", "dev", "--project-id", &id, "--wait"])
        .await;
    let delete = ["branches", "delete", "dev", "--project-id", &id];
    shell
        .json(&[&delete[..], &["--wait", "--yes"]].concat())
        .await;
    let asked = shell.run(&["sandbox", "purge"]).await;
    assert_eq!(asked.code, Some(2), "{asked:#?}");
    for part in ["branch", "dev", "shop", "MB", "Delete this branch"] {
        assert!(asked.err.contains(part), "{part} in {asked:#?}");
    }
    let purged = shell.json(&["sandbox", "purge", "dev", "--yes"]).await;
    assert_eq!(purged[0]["kind"], "branch", "{purged}");
    assert_eq!(purged[0]["projectName"], "shop", "{purged}");

    shell.json(&["projects", "delete", &id, "--yes"]).await;
    let asked = shell.run(&["sandbox", "purge"]).await;
    assert_eq!(asked.code, Some(2), "{asked:#?}");
    for part in ["shop", "MB", "Delete this project", "--yes"] {
        assert!(asked.err.contains(part), "{part} in {asked:#?}");
    }
    let unknown = shell
        .run(&["sandbox", "purge", "shop", "other", "--yes"])
        .await;
    assert_eq!(unknown.code, Some(3), "{unknown:#?}");
    let purged = shell.json(&["sandbox", "purge", "shop", "--yes"]).await;
    assert_eq!(purged[0]["id"], id.as_str(), "{purged}");
    let again = shell.json(&["sandbox", "purge", "--yes"]).await;
    assert_eq!(again, json!([]));

    shell.json(&["sandbox", "advance", "80h", "--yes"]).await;
    let history = shell.json(&["history", "list"]).await;
    let entry = |action: &str| {
        let all = history.as_array().unwrap().iter();
        let found = all.clone().find(|it| it["action"] == action);
        let found = found.unwrap_or_else(|| panic!("{action} in {history:#}"));
        (text(&found["subject"]), found["detail"].clone())
    };
    assert_eq!(entry("Purge branch").0, "shop / dev");
    assert_eq!(entry("Purge project").0, "shop");
    let (subject, detail) = entry("Move the sandbox's clock");
    assert_eq!(
        (subject.as_str(), detail),
        ("Sandbox", json!("Forward by 3 days 8 h"))
    );

    let before = shell.json(&["sandbox", "options"]).await;
    assert_eq!(before["purgeDeletedWhenFull"], false);
    let chosen = r#"{"purgeDeletedWhenFull": true, "maxDiskGb": 3}"#;
    let after = shell.json(&["sandbox", "options", "--set", chosen]).await;
    assert_eq!(after["purgeDeletedWhenFull"], true);
    assert_eq!(after["maxDiskGb"], 3);
    end_agent(&person.shell.data()).await;
    person.stop().await;
}
