//! Faults that are ordered, as a client meets them.

use std::time::{Duration, Instant};

use crate::support::http::{address, parse, raw};
use crate::support::{World, send};

const ORDER: &str = "/sandbox/faults";

fn create_request(world: &World) -> Vec<u8> {
    let body = r#"{"ref":"tests"}"#;
    let host = address(world.url());
    format!(
        "POST /api/v1/database HTTP/1.1\r\nhost: {host}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

async fn order(world: &World, fault: &str) {
    let reply = world.admin("POST", ORDER, fault).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_is_answered_as_often_as_ordered_and_nothing_takes_place() {
    let world = World::without_servers().await;
    order(
        &world,
        r#"{"route":"/api/v1/database","method":"POST","times":2,"status":429,"retry_after":7}"#,
    )
    .await;
    for _ in 0..2 {
        let reply = world.post("/api/v1/database", r#"{"ref":"tests"}"#).await;
        assert_eq!(
            (reply.status, reply.header("retry-after")),
            (429, Some("7"))
        );
    }
    assert!(world.sandbox.servers().is_empty());
    assert_eq!(
        world
            .post("/api/v1/database", r#"{"ref":"tests"}"#)
            .await
            .status,
        200
    );
    assert!(world.sandbox.faults().is_empty());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_can_hide_what_took_place() {
    let world = World::without_servers().await;
    order(
        &world,
        r#"{"route":"/api/v1/database","times":1,"status":503,"after_commit":true}"#,
    )
    .await;
    assert_eq!(
        world
            .post("/api/v1/database", r#"{"ref":"tests"}"#)
            .await
            .status,
        503
    );
    assert_eq!(world.sandbox.servers().len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_is_cut_at_every_byte_after_the_create_took_place() {
    let world = World::with(|config| {
        config.servers = false;
        config.max_unclaimed = usize::MAX;
    })
    .await;
    let request = create_request(&world);
    let mut cuts = 0;
    let whole = loop {
        let at = cuts;
        world
            .sandbox
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
        let answer = raw(address(world.url()), closing.as_bytes()).await;
        if answer.len() != at {
            break answer;
        }
        cuts += 1;
        assert_eq!(
            world.sandbox.servers().len(),
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
    assert_eq!(world.sandbox.servers().len(), cuts + 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_before_the_work_leaves_nothing() {
    let world = World::without_servers().await;
    order(
        &world,
        r#"{"route":"/api/**","times":1,"cut_at_byte":0,"after_commit":false}"#,
    )
    .await;
    assert_eq!(
        raw(address(world.url()), &create_request(&world)).await,
        b""
    );
    assert!(world.sandbox.servers().is_empty());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_garbage() {
    let world = World::without_servers().await;
    order(
        &world,
        r#"{"route":"/api/v1/database/{id}","method":"GET","times":1,"delay_ms":300}"#,
    )
    .await;
    let started = Instant::now();
    assert_eq!(world.get("/api/v1/database/x").await.status, 400);
    assert!(started.elapsed() >= Duration::from_millis(300));
    order(
        &world,
        r#"{"route":"/api/v1/database/{id}","garbage":true}"#,
    )
    .await;
    for _ in 0..2 {
        let reply = world.get("/api/v1/database/x").await;
        assert_eq!(reply.status, 200);
        assert!(serde_json::from_slice::<serde_json::Value>(&reply.body).is_err());
    }
    assert_eq!(world.admin("DELETE", ORDER, "").await.status, 204);
    assert_eq!(world.get("/api/v1/database/x").await.status, 400);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_make_no_sense_are_refused() {
    let world = World::without_servers().await;
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
            world.admin("POST", ORDER, fault).await.status,
            400,
            "{fault}"
        );
    }
    order(&world, r#"{"route":"/sandbox/**","status":500}"#).await;
    assert_eq!(
        world.admin("GET", ORDER, "").await.status,
        200,
        "the way out is never faulty"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_every_request_and_no_secret() {
    let world = World::without_servers().await;
    let headers = [
        ("x-request-id", "known-1"),
        ("authorization", "Bearer secret-key"),
    ];
    send(
        world.url(),
        "POST",
        "/api/v1/database?token=secret-query",
        &headers,
        br#"{"ref":"secret-body"}"#,
    )
    .await;
    order(&world, r#"{"route":"/nowhere","status":503}"#).await;
    world.get("/nowhere").await;
    let reply = world.admin("GET", "/sandbox/requests", "").await;
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
    assert!(!reply.text().contains("secret"), "{}", reply.text());
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storm_is_the_same_again_with_the_same_seed() {
    let world = World::without_servers().await;
    let mut storms = Vec::new();
    for seed in [5, 5, 6] {
        let fault = format!(r#"{{"route":"/api/v1/**","chance":0.5,"seed":{seed},"status":503}}"#);
        order(&world, &fault).await;
        let mut storm = Vec::new();
        for _ in 0..40 {
            storm.push(world.get("/api/v1/database/x").await.status);
        }
        assert!(storm.contains(&503) && storm.contains(&400), "{storm:?}");
        storms.push(storm);
        assert_eq!(world.admin("DELETE", ORDER, "").await.status, 204);
    }
    assert_eq!(storms[0], storms[1]);
    assert_ne!(storms[1], storms[2]);
    world.stop().await;
}
