//! The specification's `projects` commands, by their options.

use serde_json::Value;

use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn each_option_of_the_specification_does_what_it_says() {
    let person = Person::new().await;
    let shell = &person.shell;
    let context = shell.path().join("context.json");
    let context = context.to_str().unwrap();
    let made = shell
        .json(&[
            "projects",
            "create",
            "--name",
            "shop",
            "--region-id",
            "us-west-2",
            "--database",
            "orders",
            "--role",
            "ada",
            "--cu",
            "0.5-3",
            "--block-public-connections",
            "--set-context",
            "--context-file",
            context,
        ])
        .await;
    let project = &made["project"];
    let id = text(&project["id"]);
    assert_eq!(project["name"], "shop");
    assert_eq!(project["regionId"], "us-west-2");
    assert_eq!(project["blocksPublic"], true);
    assert_eq!(project["computeSize"]["minCu"], 0.5);
    assert_eq!(project["computeSize"]["maxCu"], 3.0);
    let said: Value = serde_json::from_str(&std::fs::read_to_string(context).unwrap()).unwrap();
    assert_eq!(said["projectId"], id.as_str());
    let databases = shell
        .json(&["databases", "--project-id", &id, "list"])
        .await;
    assert_eq!(
        (&databases[0]["name"], &databases[0]["owner"]),
        (&"orders".into(), &"ada".into())
    );

    // The context file names the project.
    let got = shell
        .json(&[
            "projects",
            "get",
            "--context-file",
            context,
            "--output",
            "json",
        ])
        .await;
    assert_eq!(got["id"], id.as_str());
    let changed = shell
        .json(&[
            "projects",
            "update",
            "--context-file",
            context,
            "--name",
            "store",
            "--block-public-connections=false",
            "--block-vpc-connections",
            "--cu",
            "2",
        ])
        .await;
    assert_eq!(changed["item"]["name"], "store");
    assert_eq!(changed["item"]["blocksPublic"], false);
    assert_eq!(changed["item"]["blocksVpc"], true);
    assert_eq!(changed["item"]["computeSize"]["minCu"], 2.0);

    let listed = shell.json(&["projects", "list"]).await;
    assert!(
        listed["projects"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it["id"] == id.as_str())
    );
    assert!(listed["shared"].is_array());
    let table = shell.ok(&["projects", "list"]).await;
    assert!(table.starts_with("ID "), "{table}");
    assert!(
        table.contains("store") && !table.contains('\u{1b}'),
        "{table}"
    );

    shell.ok(&["projects", "delete", &id, "--yes"]).await;
    let deleted = shell
        .json(&["projects", "list", "--recoverable-only"])
        .await;
    assert_eq!(deleted["projects"][0]["id"], id.as_str());
    assert_eq!(deleted.get("shared"), None);
    let recovered = shell.json(&["projects", "recover", &id]).await;
    assert_eq!(recovered["id"], id.as_str());
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_takes_a_name_and_a_delete_takes_a_yes() {
    let person = Person::new().await;
    let id = person.project("shop").await;
    let before = person.changes();
    for args in [
        &["projects", "update", &id][..],
        &["projects", "update", &id, "--name", " "],
        &["projects", "delete", &id],
        &["projects", "create", "--cu", "large"],
        &["projects", "create", "--hipaa=maybe"],
        &["projects", "list", "--no-such-option"],
        &["projects", "create", "--", "-c", "select 1"],
    ] {
        let said = person.shell.run(args).await;
        assert_eq!(said.code, Some(2), "{args:?}: {said:#?}");
        assert!(
            said.out.is_empty() && !said.err.is_empty(),
            "{args:?}: {said:#?}"
        );
    }
    let asked = person.shell.run(&["projects", "delete", &id]).await;
    assert!(asked.err.contains("--yes"), "{asked:#?}");
    assert_eq!(person.changes(), before, "nothing was sent");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_kept_list_is_what_was_read_and_asks_nobody() {
    let person = Person::of(|config| config.seed_projects = 1_000).await;
    let shell = &person.shell;
    let nothing = shell.run(&["projects", "list", "--cached"]).await;
    assert_eq!(nothing.code, Some(3), "{nothing:#?}");
    let read = shell.json(&["projects", "list"]).await;
    assert_eq!(read["projects"].as_array().unwrap().len(), 1_000);
    let requests = person.platform.requests().len();
    let kept = shell.json(&["projects", "list", "--cached"]).await;
    let names = |list: &Value| {
        let list = list["projects"].as_array().unwrap();
        let mut names: Vec<String> = list.iter().map(|it| text(&it["name"])).collect();
        names.sort();
        names
    };
    assert_eq!(names(&kept), names(&read));
    assert_eq!(person.platform.requests().len(), requests);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn psql_opens_on_the_new_project_and_its_exit_is_told() {
    let person = Person::new().await;
    let select = [
        "projects",
        "create",
        "--psql",
        "--wait",
        "--",
        "-At",
        "-c",
        "select 6 * 7",
    ];
    let said = person.shell.run(&select).await;
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), "42\n"),
        "{said:#?}"
    );
    let wrong = [
        "projects",
        "create",
        "--psql",
        "--wait",
        "--",
        "-c",
        "select nonsense",
    ];
    let said = person.shell.run(&wrong).await;
    assert_eq!(said.code, Some(1), "{said:#?}");
    // The files of the sessions are gone.
    let left = std::fs::read_dir(person.shell.data().join("run")).unwrap();
    let left: Vec<_> = left.flatten().map(|it| it.file_name()).collect();
    assert!(
        left.iter()
            .all(|it| !it.to_string_lossy().starts_with("psql-")),
        "{left:?}"
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_or_a_context_file_that_fails_loses_nothing_that_was_made() {
    let pace = std::time::Duration::from_secs(5);
    let person = Person::of(|config| config.operation_pace = pace).await;
    let shell = &person.shell;
    let create = ["projects", "create", "--name", "shop", "--json"];
    let in_vain = ["--wait", "--timeout", "0", "--reveal", "--set-context"];
    let said = shell.run(&[&create[..], &in_vain].concat()).await;
    assert_eq!(said.code, Some(7), "{said:#?}");
    let made: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(made["project"]["name"], "shop");
    let string = text(&made["connections"][0]["texts"]["direct"]);
    assert!(string.starts_with("postgresql://"), "{string}");
    let context = std::fs::read_to_string(shell.path().join(".neon")).unwrap();
    assert!(context.contains(&text(&made["project"]["id"])), "{context}");

    let before = person.changes();
    std::fs::write(shell.path().join("broken"), "[]").unwrap();
    let broken = ["--set-context", "--context-file", "broken"];
    let said = shell.run(&[&create[..], &broken].concat()).await;
    assert_eq!(said.code, Some(11), "{said:#?}");
    assert_eq!(person.changes(), before, "nothing was sent");
    let nowhere = ["--set-context", "--context-file", "no/such/folder"];
    let said = shell.run(&[&create[..], &nowhere].concat()).await;
    assert_eq!(said.code, Some(11), "{said:#?}");
    assert_eq!(person.changes(), before, "nothing was sent");
    person.stop().await;
}
