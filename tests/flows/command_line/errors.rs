//! Exit codes by kind of error, and what is said.

use serde_json::Value;

use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_error_has_its_exit_code_a_sentence_and_a_next_step() {
    let mut person = Person::new().await;
    let id = person.project("shop").await;
    let shell = &person.shell;
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
