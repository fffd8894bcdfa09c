//! Exit codes by kind of error, and what is said.

use serde_json::Value;

use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_error_has_its_exit_code_a_sentence_and_a_next_step() {
    let mut person = Person::new().await;
    let id = person.project("shop").await;
    let shell = &person.shell;
    let computes = shell.json(&["computes", "list", "--project-id", &id]).await;
    let compute = text(&computes[0]["id"]);
    let fails = async |code: i32, args: &[&str]| {
        let said = shell.run(args).await;
        assert_eq!(said.code, Some(code), "{args:?}: {said:#?}");
        assert!(said.out.is_empty(), "{args:?}: {said:#?}");
        let lines: Vec<&str> = said.err.lines().collect();
        assert!(
            lines.len() >= 2 && lines[0].ends_with('.'),
            "{args:?}: {said:#?}"
        );
        let said = shell.run(&[args, &["--json"]].concat()).await;
        let error: Value = serde_json::from_str(&said.err).unwrap();
        assert_eq!(error["error"]["exitCode"], code, "{args:?}: {error}");
        assert!(error["error"]["message"].is_string() && error["error"]["hint"].is_string());
    };
    fails(3, &["projects", "get", "no-such-project"]).await;
    fails(3, &["branches", "--project-id", &id, "get", "nowhere"]).await;
    fails(3, &["projects", "list", "--account", "Nobody"]).await;
    fails(2, &["branches", "list"]).await;
    fails(2, &["projects", "delete", &id]).await;
    fails(2, &["accounts", "list", "--dry-run"]).await;
    for moment in [
        &["create", "--at", "yesterday"][..],
        &["create", "--expires-at", "tomorrow"],
        &["restore", "main", "--at", "0/12G", "--yes"],
        &["update", "main", "--expires-at", "soon"],
    ] {
        let args = [&["branches", "--project-id", &id][..], moment].concat();
        let said = shell.run(&args).await;
        assert_eq!(said.code, Some(2), "{args:?}: {said:#?}");
        assert!(said.err.contains("2026-11-25T19:06:00Z"), "{said:#?}");
    }
    fails(
        2,
        &[
            "sandbox",
            "options",
            "--set",
            r#"{"operationPaceMs": "slow"}"#,
        ],
    )
    .await;
    fails(
        2,
        &["sandbox", "options", "--set", r#"{"branchesLimit": -1}"#],
    )
    .await;
    for asks in [
        &["branches", "--project-id", &id, "set-default", "main"][..],
        &[
            "computes",
            "--project-id",
            &id,
            "update",
            &compute,
            "--disabled",
        ],
        &[
            "databases",
            "--project-id",
            &id,
            "update",
            "svcdb",
            "--new-name",
            "other",
        ],
        &["projects", "update", &id, "--name", "shop", "--hipaa"],
        &["sandbox", "sleep", "ep-some-1"],
        &["accounts", "replace-key"],
    ] {
        fails(2, asks).await;
        let said = shell.run(asks).await;
        assert!(said.err.contains("--yes"), "{asks:?}: {said:#?}");
    }
    fails(10, &["sandbox", "requests"]).await;
    let made = [
        "branches",
        "--project-id",
        &id,
        "create",
        "--name",
        "dev",
        "--wait",
    ];
    shell.ok(&made).await;
    fails(8, &made).await;
    shell.ok(&["accounts", "update", "--read-only"]).await;
    fails(5, &["projects", "create"]).await;
    shell.ok(&["accounts", "update", "--read-only=false"]).await;

    person.platform.inject_fault(fault(503)).unwrap();
    let said = person
        .shell
        .run(&["projects", "create", "--name", "x"])
        .await;
    assert_eq!(said.code, Some(8), "{said:#?}");
    person.platform.clear_faults();

    let keys = person.shell.json(&["keys", "list"]).await;
    let own = text(&keys[0]["key"]["id"]);
    person.shell.ok(&["keys", "revoke", &own, "--yes"]).await;
    let said = person.shell.run(&["projects", "get", &id]).await;
    assert_eq!(said.code, Some(4), "{said:#?}");
    person.platform.stop().await;
    person.shell.set(
        "PLINTH_API_KEY",
        "napi_0123456789abcdefghijklmnopqrstuvwxyz",
    );
    person
        .shell
        .set("PLINTH_API_URL", &person.platform.base_url);
    let said = person.shell.run(&["projects", "list"]).await;
    assert_eq!(said.code, Some(7), "{said:#?}");
}

/// The next change is answered so.
fn fault(status: u16) -> sandbox::Fault {
    sandbox::Fault {
        status: Some(status),
        method: Some("POST".to_owned()),
        ..sandbox::Fault::on("/api/v2/projects")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_account_the_ways_to_one_are_named() {
    let person = Person::stranger(|_| {}).await;
    let said = person.shell.run(&["projects", "list"]).await;
    assert_eq!(said.code, Some(4), "{said:#?}");
    assert!(said.err.contains("plinth accounts add"), "{said:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_prints_the_request_and_sends_nothing() {
    let person = Person::new().await;
    let shell = &person.shell;
    let id = person.project("shop").await;
    let before = person.platform.requests().len();
    let of = ["--project-id", &id];
    for args in [
        &[
            "projects",
            "create",
            "--name",
            "x",
            "--cu",
            "0.5-2",
            "--dry-run",
        ][..],
        &["projects", "list", "--dry-run"],
        &["projects", "delete", &id, "--dry-run"],
        &["projects", "update", &id, "--name", "y", "--dry-run"],
        &[
            &["branches"][..],
            &of,
            &["create", "--name", "b", "--dry-run"],
        ]
        .concat(),
        &[
            &["branches"][..],
            &of,
            &["delete", "br-some-1", "--dry-run"],
        ]
        .concat(),
        &[&["computes"][..], &of, &["start", "ep-some-1", "--dry-run"]].concat(),
        &[
            &["roles"][..],
            &of,
            &["--branch", "br-some-1", "create", "ada", "--dry-run"],
        ]
        .concat(),
        &[
            &["databases"][..],
            &of,
            &["--branch", "br-some-1", "delete", "d", "--dry-run"],
        ]
        .concat(),
        &["keys", "create", "--name", "k", "--dry-run"],
        &[&["auth"][..], &of, &["create-keys", "--dry-run"]].concat(),
    ] {
        let said = shell.ok(args).await;
        assert!(said.contains("curl -K - "), "{args:?}: {said}");
        assert!(!said.contains(&person.platform.key), "{args:?}");
    }
    let json = shell
        .json(&["projects", "create", "--name", "x", "--dry-run"])
        .await;
    assert!(text(&json["curl"]).contains("/projects"));
    assert_eq!(
        person.platform.requests().len(),
        before,
        "something was sent"
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_of_what_sends_no_request_is_refused_and_changes_nothing() {
    let person = Person::new().await;
    let shell = &person.shell;
    let folder = super::folders::project(&person, "shop");
    let path = folder.to_str().unwrap();
    let service = &person.platform.instant_url;
    shell
        .json(&["folders", "add", path, "--service", service])
        .await;
    let made = shell.json(&["temp", "create", "--service", service]).await;
    let id = text(&made["id"]);
    let seed = folder.join("seed.sql");
    let seed = seed.to_str().unwrap();
    let lists = async |shell: &plinth_tests::shell::Shell| {
        let mut all = Vec::new();
        for list in [
            &["accounts", "list"][..],
            &["temp", "list"],
            &["folders", "list"],
            &["keys", "rotations"],
            &["sandbox", "options"],
            &["sandbox", "status"],
        ] {
            all.push(shell.json(list).await);
        }
        all
    };
    let before = (person.changes(), lists(shell).await);
    for args in [
        &["run", "--", "true"][..],
        &["agent", "--idle", "1"],
        &["sandbox", "start"],
        &["sandbox", "stop"],
        &["sandbox", "reset", "--yes"],
        &["sandbox", "wake", "ep-some-1"],
        &["sandbox", "sleep", "ep-some-1", "--yes"],
        &["sandbox", "advance", "60", "--yes"],
        &["sandbox", "fault", "slow"],
        &["sandbox", "clear-faults"],
        &["sandbox", "options", "--set", r#"{"operationPaceMs": 5}"#],
        &["sandbox", "put-back", "some"],
        &["sandbox", "discard", "some", "--yes"],
        &["sandbox", "purge", "--yes"],
        &["temp", "create", "--service", service],
        &["temp", "seed", &id, seed],
        &["temp", "claim", &id, "--reveal"],
        &["temp", "rename", &id, "other"],
        &["temp", "forget", &id, "--yes"],
        &["temp", "import"],
        &["accounts", "add", "--name", "Other"],
        &["accounts", "use", "Shop"],
        &["accounts", "update", "--name", "Other"],
        &["accounts", "replace-key", "--yes"],
        &["accounts", "remove", "--yes"],
        &["keys", "rotate", "--yes"],
        &["keys", "resume", "some"],
        &["keys", "undo", "some"],
        &["keys", "dismiss", "some"],
        &["folders", "add", path, "--variable", "OTHER"],
        &["folders", "update", path, "--variable", "OTHER"],
        &["folders", "remove", path],
    ] {
        // `run` has its command at the end.
        let args = [&args[..1], &["--dry-run"], &args[1..]].concat();
        let said = shell.run(&args).await;
        assert_eq!(said.code, Some(2), "{args:?}: {said:#?}");
        assert!(said.err.contains("--dry-run"), "{args:?}: {said:#?}");
        assert!(said.out.is_empty(), "{args:?}: {said:#?}");
    }
    let after = (person.changes(), lists(shell).await);
    assert_eq!(before, after);
    assert!(
        !shell.data().join("run/host.sock").exists(),
        "no agent was started"
    );
    // Nothing is read from standard input for a request that is only shown.
    let project = ["auth", "--project-id", "shop-1", "providers"];
    for args in [
        &["add", "google", "--client-id", "c", "--dry-run"][..],
        &[
            "update",
            "google",
            "--client-id",
            "c",
            "--new-secret",
            "--dry-run",
        ],
    ] {
        let said = shell.ok(&[&project[..], args].concat()).await;
        assert!(said.contains("curl -K - "), "{args:?}: {said}");
    }
    person.stop().await;
}
