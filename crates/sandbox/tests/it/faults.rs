//! Injected faults, as a client meets them.

use std::time::{Duration, Instant};

use crate::support::http::{address, parse, raw};
use crate::support::{TestSandbox, send};

const FAULTS: &str = "/sandbox/faults";

fn create_request(sandbox: &TestSandbox) -> Vec<u8> {
    let body = r#"{"ref":"tests"}"#;
    let host = address(sandbox.url());
    format!(
        "POST /api/v1/database HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

async fn inject(sandbox: &TestSandbox, fault: &str) {
    let reply = sandbox.admin("POST", FAULTS, fault).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_is_answered_as_often_as_injected_and_nothing_takes_place() {
    let sandbox = TestSandbox::without_servers().await;
    inject(
        &sandbox,
        r#"{"route":"/api/v1/database","method":"POST","times":2,"status":429,"retry_after":7}"#,
    )
    .await;
    for _ in 0..2 {
        let reply = sandbox.post("/api/v1/database", r#"{"ref":"tests"}"#).await;
        assert_eq!(
            (reply.status, reply.header("retry-after")),
            (429, Some("7"))
        );
    }
    assert!(sandbox.running.servers().is_empty());
    assert_eq!(
        sandbox
            .post("/api/v1/database", r#"{"ref":"tests"}"#)
            .await
            .status,
        200
    );
    assert!(sandbox.running.faults().is_empty());
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_can_hide_what_took_place() {
    let sandbox = TestSandbox::without_servers().await;
    inject(
        &sandbox,
        r#"{"route":"/api/v1/database","times":1,"status":503,"after_commit":true}"#,
    )
    .await;
    assert_eq!(
        sandbox
            .post("/api/v1/database", r#"{"ref":"tests"}"#)
            .await
            .status,
        503
    );
    assert_eq!(sandbox.running.servers().len(), 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_is_cut_at_every_byte_after_the_create_took_place() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.max_unclaimed = usize::MAX;
    })
    .await;
    let request = create_request(&sandbox);
    let mut cuts = 0;
    let whole = loop {
        let at = cuts;
        sandbox
            .running
            .inject_fault(sandbox::Fault {
                times: Some(1),
                cut_at_byte: Some(at),
                ..sandbox::Fault::on("/api/v1/database")
            })
            .unwrap();
        let request = [request.as_slice()].concat();
        let closing = String::from_utf8(request).unwrap().replacen(
            "\r\ncontent-length",
            "\r\nconnection: close\r\ncontent-length",
            1,
        );
        let answer = raw(address(sandbox.url()), closing.as_bytes()).await;
        if answer.len() != at {
            break answer;
        }
        cuts += 1;
        assert_eq!(
            sandbox.running.servers().len(),
            cuts,
            "each cut create took place once"
        );
        let reply = parse(&answer);
        match answer.windows(4).any(|four| four == b"\r\n\r\n") {
            false => assert!(reply.is_none(), "cut in its head at {at}"),
            true => assert_eq!(reply.unwrap().status, 200, "cut in its body at {at}"),
        }
    };
    assert!(whole.len() < cuts, "{} bytes at {cuts}", whole.len());
    let reply = parse(&whole).unwrap();
    let length = reply.body.len().to_string();
    assert_eq!(
        (reply.status, reply.header("content-length")),
        (200, Some(length.as_str()))
    );
    assert!(reply.json()["connection_string"].is_string());
    assert_eq!(sandbox.running.servers().len(), cuts + 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_before_the_work_leaves_nothing() {
    let sandbox = TestSandbox::without_servers().await;
    inject(
        &sandbox,
        r#"{"route":"/api/**","times":1,"cut_at_byte":0,"after_commit":false}"#,
    )
    .await;
    assert_eq!(
        raw(address(sandbox.url()), &create_request(&sandbox)).await,
        b""
    );
    assert!(sandbox.running.servers().is_empty());
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_garbage() {
    let sandbox = TestSandbox::without_servers().await;
    inject(
        &sandbox,
        r#"{"route":"/api/v1/database/{id}","method":"GET","times":1,"delay_ms":300}"#,
    )
    .await;
    let started = Instant::now();
    assert_eq!(sandbox.get("/api/v1/database/x").await.status, 400);
    assert!(started.elapsed() >= Duration::from_millis(300));
    inject(
        &sandbox,
        r#"{"route":"/api/v1/database/{id}","garbage":true}"#,
    )
    .await;
    for _ in 0..2 {
        let reply = sandbox.get("/api/v1/database/x").await;
        assert_eq!(reply.status, 200);
        assert!(serde_json::from_str::<serde_json::Value>(&reply.body).is_err());
    }
    assert_eq!(sandbox.admin("DELETE", FAULTS, "").await.status, 204);
    assert_eq!(sandbox.get("/api/v1/database/x").await.status, 400);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_that_make_no_sense_are_refused() {
    let sandbox = TestSandbox::without_servers().await;
    for fault in [
        "{}",
        r#"{"route":"/x"}"#,
        r#"{"route":"x","status":500}"#,
        r#"{"route":"/x","status":99}"#,
        r#"{"route":"/x","status":500,"garbage":true}"#,
        r#"{"route":"/x","status":500,"times":0}"#,
        r#"{"route":"/x","explode":true}"#,
        r#"{"route":"/x","status":500,"chance":1.5}"#,
        r#"{"route":"/x","status":500,"chance":-0.1}"#,
        r#"{"route":"/x","status":500,"seed":7}"#,
    ] {
        assert_eq!(
            sandbox.admin("POST", FAULTS, fault).await.status,
            400,
            "{fault}"
        );
    }
    inject(&sandbox, r#"{"route":"/sandbox/**","status":500}"#).await;
    assert_eq!(
        sandbox.admin("GET", FAULTS, "").await.status,
        200,
        "the way out is never faulty"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_has_every_request_and_no_secret() {
    let sandbox = TestSandbox::without_servers().await;
    let headers = [
        ("x-request-id", "known-1"),
        ("authorization", "Bearer secret-key"),
    ];
    send(
        sandbox.url(),
        "POST",
        "/api/v1/database?token=secret-query",
        &headers,
        br#"{"ref":"secret-body"}"#,
    )
    .await;
    inject(&sandbox, r#"{"route":"/nowhere","status":503}"#).await;
    sandbox.get("/nowhere").await;
    let reply = sandbox.admin("GET", "/sandbox/requests", "").await;
    let log = reply.json();
    let first = &log[0];
    assert_eq!(
        (
            &first["method"],
            &first["path"],
            &first["status"],
            &first["request_id"],
            &first["fault"]
        ),
        (
            &"POST".into(),
            &"/api/v1/database".into(),
            &200.into(),
            &"known-1".into(),
            &false.into()
        )
    );
    let last = &log[2];
    assert_eq!(
        (&last["path"], &last["status"], &last["fault"]),
        (&"/nowhere".into(), &503.into(), &true.into())
    );
    assert!(!reply.body.contains("secret"), "{}", reply.body);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storm_is_the_same_again_with_the_same_seed() {
    let sandbox = TestSandbox::without_servers().await;
    let mut storms = Vec::new();
    for seed in [5, 5, 6] {
        let fault = format!(r#"{{"route":"/api/v1/**","chance":0.5,"seed":{seed},"status":503}}"#);
        inject(&sandbox, &fault).await;
        let mut storm = Vec::new();
        for _ in 0..40 {
            storm.push(sandbox.get("/api/v1/database/x").await.status);
        }
        assert!(storm.contains(&503) && storm.contains(&400), "{storm:?}");
        storms.push(storm);
        assert_eq!(sandbox.admin("DELETE", FAULTS, "").await.status, 204);
    }
    assert_eq!(storms[0], storms[1]);
    assert_ne!(storms[1], storms[2]);
    sandbox.stop().await;
}
