//! The claim, as a browser goes through it: by the links and forms of the page itself.

use std::time::Duration;

use serde_json::Value;

use crate::support::claimed::{Filled, form};
use crate::support::management::Management;
use crate::support::test_sandbox::{project, text};
use crate::support::{Reply, TestSandbox, send, sql};

async fn submit(sandbox: &TestSandbox, filled: &Filled) -> Reply {
    submit_from(sandbox, filled, sandbox.url()).await
}

async fn submit_from(sandbox: &TestSandbox, filled: &Filled, origin: &str) -> Reply {
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("origin", origin),
    ];
    send(
        sandbox.url(),
        "POST",
        &filled.action,
        &headers,
        filled.body.as_bytes(),
    )
    .await
}

async fn open(sandbox: &TestSandbox, record: &Value) -> Reply {
    let path = text(record, "claim_url")
        .strip_prefix(sandbox.url())
        .unwrap()
        .to_owned();
    sandbox.get(&path).await
}

/// Submits and follows to the page that the browser would show.
async fn press(sandbox: &TestSandbox, record: &Value, page: &Reply, action_ends: &str) -> Reply {
    let reply = submit(sandbox, &form(page, action_ends)).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    let to = reply.header("location").unwrap().to_owned();
    assert_eq!(to, format!("/claim/{}", text(record, "id")));
    sandbox.get(&to).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_is_a_project_of_the_organization_that_was_picked() {
    let sandbox = TestSandbox::start().await;
    let other = sandbox.person("ada").await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    let filled = "CREATE TABLE kept AS SELECT 42 AS answer";
    sql::run(&client, filled).await;
    let owner = Management::of(&sandbox);
    let path = format!("/projects/{}", project(&record));
    let projects = async |caller: &Management| {
        let list = caller.get("/projects").await.json();
        list["projects"].as_array().unwrap().clone()
    };
    for caller in [&owner, &other.caller] {
        assert!(projects(caller).await.is_empty(), "nobody sees it yet");
        assert_eq!(caller.get(&path).await.status, 404);
    }
    let page = open(&sandbox, &record).await;
    let page = press(&sandbox, &record, &page, "/begin").await;
    let mut confirm = form(&page, "/confirm");
    let fields = confirm
        .body
        .split('&')
        .filter(|it| !it.starts_with("organization="));
    let picked = format!("organization={}", other.organization);
    confirm.body = fields
        .chain([picked.as_str()])
        .collect::<Vec<_>>()
        .join("&");
    assert_eq!(submit(&sandbox, &confirm).await.status, 303);

    assert!(projects(&owner).await.is_empty());
    assert_eq!(owner.get(&path).await.status, 404);
    let listed = projects(&other.caller).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0]["id"], record["neon_project_id"]);
    let found = other.caller.get(&path).await.json();
    assert_eq!(found["project"]["org_id"], other.organization.as_str());
    assert_eq!(found["project"]["creation_source"], "instant");
    assert_eq!(
        found["project"]["branch_logical_size_limit_bytes"],
        512_000_000
    );
    let branches = other.caller.get(&format!("{path}/branches")).await.json();
    assert_eq!(branches["branches"][0]["current_state"], "ready");
    let uri = format!("{path}/connection_uri?database_name=svcdb&role_name=svcdb_owner");
    let uri = other.caller.get(&uri).await.json();
    let client = sql::connect(&sandbox.running.ca_file, text(&uri, "uri")).await;
    assert_eq!(sql::one(&client, "SELECT answer FROM kept").await, "42");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_stays_with_its_data() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let id = text(&record, "id");
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 42 AS answer").await;

    let page = open(&sandbox, &record).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Claim this database") && page.body.contains("72 h"));
    assert_eq!(
        sandbox.record(id).await,
        record,
        "opening the page changes nothing"
    );

    let page = press(&sandbox, &record, &page, "/begin").await;
    assert!(page.body.contains("Personal"), "{}", page.body);
    let claiming = sandbox.record(id).await;
    assert_eq!(text(&claiming, "status"), "CLAIMING");
    assert_eq!(text(&claiming, "connection_string"), url);

    let page = press(&sandbox, &record, &page, "/confirm").await;
    assert!(page.body.contains("Database claimed"));
    let claimed = sandbox.record(id).await;
    assert_eq!(text(&claimed, "status"), "CLAIMED");
    assert_eq!(claimed["connection_string"], Value::Null);
    assert_eq!(text(&claimed, "expires_at"), "9999-12-31T23:59:59.999Z");
    assert!(text(&claimed, "updated_at") >= text(&record, "updated_at"));
    assert_eq!(
        text(&claimed, "neon_project_id"),
        text(&record, "neon_project_id")
    );

    let status = sandbox.server(&project(&record));
    assert_eq!(
        (
            status.claim_status,
            status.storage_limit_bytes,
            status.transfer_limit_bytes
        ),
        (Some("CLAIMED"), 512_000_000, 5_000_000_000)
    );
    assert_eq!(
        sql::one(&client, "SELECT answer FROM kept").await,
        "42",
        "open connections stay"
    );
    sandbox.advance(Duration::from_secs(90 * 24 * 3600)).await;
    assert_eq!(text(&sandbox.record(id).await, "status"), "CLAIMED");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT answer FROM kept").await, "42");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_can_be_given_up() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox.create().await;
    let page = open(&sandbox, &record).await;
    let page = press(&sandbox, &record, &page, "/begin").await;
    let page = press(&sandbox, &record, &page, "/cancel").await;
    assert!(page.body.contains("Claim this database"));
    assert_eq!(
        text(&sandbox.record(text(&record, "id")).await, "status"),
        "UNCLAIMED"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_claim_goes_back_after_15_minutes() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox.create().await;
    let page = open(&sandbox, &record).await;
    let choosing = press(&sandbox, &record, &page, "/begin").await;
    sandbox.advance(Duration::from_secs(14 * 60)).await;
    assert_eq!(
        text(&sandbox.record(text(&record, "id")).await, "status"),
        "CLAIMING"
    );
    sandbox.advance(Duration::from_secs(60)).await;
    let back = sandbox.record(text(&record, "id")).await;
    assert_eq!(text(&back, "status"), "UNCLAIMED");
    assert_eq!(text(&back, "expires_at"), text(&record, "expires_at"));
    let late = submit(&sandbox, &form(&choosing, "/confirm")).await;
    assert_eq!(
        late.status, 409,
        "a claim that was given back must be begun again"
    );
    assert!(late.body.contains("Claim this database"));
    assert_eq!(
        text(&sandbox.record(text(&record, "id")).await, "status"),
        "UNCLAIMED"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_was_begun_in_time_may_be_confirmed_after_the_72_hours() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox.create().await;
    sandbox.advance(Duration::from_secs(72 * 3600 - 300)).await;
    let page = open(&sandbox, &record).await;
    let page = press(&sandbox, &record, &page, "/begin").await;
    sandbox.advance(Duration::from_secs(600)).await;
    press(&sandbox, &record, &page, "/confirm").await;
    assert_eq!(
        text(&sandbox.record(text(&record, "id")).await, "status"),
        "CLAIMED"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_claim_after_the_72_hours_is_gone() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox.create().await;
    sandbox.advance(Duration::from_secs(72 * 3600 - 300)).await;
    let page = open(&sandbox, &record).await;
    press(&sandbox, &record, &page, "/begin").await;
    sandbox.advance(Duration::from_secs(15 * 60)).await;
    let reply = sandbox
        .get(&format!("/api/v1/database/{}", text(&record, "id")))
        .await;
    assert_eq!(
        (reply.status, reply.json()["message"].as_str()),
        (400, Some("Database not found"))
    );
    let page = open(&sandbox, &record).await;
    assert_eq!(page.status, 404);
    assert!(page.body.contains("Database not found"));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_others_are_not_taken() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox.create().await;
    let page = open(&sandbox, &record).await;
    let good = form(&page, "/begin");
    for body in ["", "token=", "token=wrong", "organization=x"] {
        let forged = Filled {
            action: good.action.clone(),
            body: body.into(),
        };
        assert_eq!(submit(&sandbox, &forged).await.status, 403, "{body}");
    }
    assert_eq!(
        submit_from(&sandbox, &good, "https://evil.example")
            .await
            .status,
        403
    );
    assert_eq!(submit_from(&sandbox, &good, "null").await.status, 403);
    for step in ["begin", "confirm", "cancel"] {
        let reply = sandbox
            .get(&format!("/claim/{}/{step}", text(&record, "id")))
            .await;
        assert_eq!(reply.status, 303, "a step is no page");
    }
    assert_eq!(
        text(&sandbox.record(text(&record, "id")).await, "status"),
        "UNCLAIMED"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_out_of_order_are_explained_on_a_page() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox.create().await;
    let page = open(&sandbox, &record).await;
    let begin = form(&page, "/begin");
    let early = Filled {
        action: begin.action.replace("begin", "confirm"),
        body: begin.body.clone(),
    };
    let reply = submit(&sandbox, &early).await;
    assert_eq!(reply.status, 400, "no organization");
    let page = press(&sandbox, &record, &page, "/begin").await;
    let confirm = form(&page, "/confirm");
    let unknown = Filled {
        action: confirm.action.clone(),
        body: confirm
            .body
            .replace("organization=org-", "organization=no-"),
    };
    assert_eq!(submit(&sandbox, &unknown).await.status, 400);
    press(&sandbox, &record, &page, "/confirm").await;
    for (action, status) in [("begin", 409), ("confirm", 409), ("cancel", 409)] {
        let late = Filled {
            action: confirm.action.replace("confirm", action),
            body: confirm.body.clone(),
        };
        let reply = submit(&sandbox, &late).await;
        assert_eq!(reply.status, status, "{action}");
        assert!(reply.body.contains("Database claimed"));
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_allows_no_script_and_no_frame() {
    let sandbox = TestSandbox::without_servers().await;
    let record = sandbox
        .post("/api/v1/database", r#"{"ref":"<script>alert(1)</script>"}"#)
        .await
        .json();
    let page = open(&sandbox, &record).await;
    let policy = page.header("content-security-policy").unwrap();
    for rule in [
        "default-src 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ] {
        assert!(policy.contains(rule), "{policy}");
    }
    let nonce = policy
        .split("'nonce-")
        .nth(1)
        .unwrap()
        .split('\'')
        .next()
        .unwrap();
    assert!(page.body.contains(&format!("<style nonce=\"{nonce}\">")));
    assert!(!page.body.contains("<script"), "{}", page.body);
    assert!(page.body.contains("&lt;script&gt;"));
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    let again = open(&sandbox, &record).await;
    assert!(
        !again
            .header("content-security-policy")
            .unwrap()
            .contains(nonce),
        "a nonce is used once"
    );
    sandbox.stop().await;
}

/// Whoever asks runs as another user, which only root can try.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn another_user_of_the_machine_sees_no_claim_page() {
    const NOBODY: u32 = 65534;
    let can_try = rustix::process::geteuid().is_root();
    if !can_try {
        return;
    }
    for (by_anyone, status) in [(false, "403 Forbidden"), (true, "200 OK")] {
        let sandbox = TestSandbox::with(|config| {
            config.servers = false;
            config.claims_by_anyone = by_anyone;
        })
        .await;
        let record = sandbox.create().await;
        assert_eq!(open(&sandbox, &record).await.status, 200);
        let page = text(&record, "claim_url");
        let (host, path) = page
            .strip_prefix("http://")
            .unwrap()
            .split_once('/')
            .unwrap();
        let script = format!(
            "exec 3<>/dev/tcp/{}; printf 'GET /{path} HTTP/1.1\\r\\nHost: {host}\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3",
            host.replace(':', "/")
        );
        let answer = tokio::process::Command::new("bash")
            .args(["-c", &script])
            .uid(NOBODY)
            .current_dir("/")
            .output()
            .await
            .unwrap();
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
        assert_eq!(answer.contains("No access to this page"), !by_anyone);
        sandbox.stop().await;
    }
}
