//! A create is never sent twice, and a lost reply is reported as one.

use std::sync::Arc;
use std::time::Duration;

use api::{CreateDatabase, DatabaseStatus, Instant};

use crate::environment::Manual;
use crate::instant_fixture::{InstantFixture, id, in_time, options, say, silent_port};
use crate::literals::{ID, UNCLAIMED};
use testkit::server::{Answer, InTurn, Server, chunked, reply};

const PLAIN: CreateDatabase = CreateDatabase {
    enable_logical_replication: false,
};

#[tokio::test]
async fn it_says_what_the_specification_asks_and_who_it_is() {
    let headers = "Date: Sat, 21 Nov 2026 09:30:07 GMT\r\nX-Request-ID: from-the-server\r\n";
    let fixture = InstantFixture::new([say("201 Created", headers, UNCLAIMED)]).await;
    let options = CreateDatabase {
        enable_logical_replication: true,
    };
    let reply = in_time(fixture.client.create("plinth", options))
        .await
        .unwrap();
    assert_eq!(reply.value.id, id());
    assert_eq!(reply.value.status, DatabaseStatus::Unclaimed);
    assert_eq!(
        reply.server_time,
        Some("2026-11-21T09:30:07Z".parse().unwrap())
    );
    assert_eq!(reply.request_id.as_deref(), Some("from-the-server"));

    let request = fixture.server.requests().remove(0);
    let body = request.body();
    let head = request.head().to_ascii_lowercase();
    assert!(
        head.starts_with("post /api/v1/database http/1.1\r\n"),
        "{head}"
    );
    assert!(
        head.contains(concat!(
            "\r\nuser-agent: plinth/",
            env!("CARGO_PKG_VERSION"),
            "\r\n"
        )),
        "{head}"
    );
    assert!(
        head.contains("\r\ncontent-type: application/json"),
        "{head}"
    );
    assert!(head.contains("\r\nx-request-id: "), "{head}");
    assert!(!head.contains("authorization"), "{head}");
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(
        body,
        serde_json::json!({"ref": "plinth", "enable_logical_replication": true})
    );
}

#[tokio::test]
async fn cut_at_every_byte_it_may_have_been_created() {
    for whole in [
        reply(
            "200 OK",
            "Date: Sat, 21 Nov 2026 09:30:07 GMT\r\n",
            UNCLAIMED,
        ),
        chunked("201 Created", UNCLAIMED),
    ] {
        for cut in 0..whole.len() {
            let fixture = InstantFixture::new([Answer::End(whole[..cut].to_vec())]).await;
            match in_time(fixture.client.create("plinth", PLAIN)).await {
                Ok(reply) => panic!("cut at {cut}, yet {reply:?}"),
                Err(error) => {
                    assert!(error.is_maybe_applied(), "cut at {cut}: {error}");
                    assert!(
                        error.to_string().ends_with("; it may have been created"),
                        "cut at {cut}: {error}"
                    );
                    assert_eq!(error.attempts(), 1);
                }
            }
            assert_eq!(fixture.server.requests().len(), 1, "cut at {cut}");
        }
        let fixture = InstantFixture::new([Answer::End(whole)]).await;
        assert_eq!(
            in_time(fixture.client.create("plinth", PLAIN))
                .await
                .unwrap()
                .value
                .id,
            id()
        );
    }
}

#[tokio::test]
async fn a_body_of_unannounced_length_is_whole_or_lost() {
    let whole = format!("HTTP/1.1 200 OK\r\n\r\n{UNCLAIMED}").into_bytes();
    for cut in whole.len() - UNCLAIMED.len()..=whole.len() {
        let fixture = InstantFixture::new([Answer::End(whole[..cut].to_vec())]).await;
        match in_time(fixture.client.create("plinth", PLAIN)).await {
            Ok(reply) => assert_eq!((cut, reply.value.id), (whole.len(), id())),
            Err(error) => assert!(error.is_maybe_applied(), "cut at {cut}: {error}"),
        }
    }
}

#[tokio::test]
async fn what_came_back_decides_whether_it_may_be_there() {
    // reply, may have been created
    let table = [
        (say("200 OK", "", ""), true),
        (say("204 No Content", "", ""), true),
        (say("200 OK", "", "<html>hello</html>"), true),
        (say("200 OK", "", r#"{"id":7,"status":"UNCLAIMED"}"#), true),
        (say("200 OK", "", &format!("{UNCLAIMED}}}")), true),
        (
            say(
                "400 Bad Request",
                "",
                r#"{"message":"Missing referrer","hint":"Answer who you are."}"#,
            ),
            false,
        ),
        (say("401 Unauthorized", "", ""), false),
        (say("404 Not Found", "", ""), false),
        (say("408 Request Timeout", "", ""), true),
        (
            say(
                "500 Internal Server Error",
                "",
                r#"{"message":"Failed to create the database."}"#,
            ),
            false,
        ),
        (
            say(
                "500 Internal Server Error",
                "",
                r#"{"error":"Failed to create the database."}"#,
            ),
            false,
        ),
        (
            say("500 Internal Server Error", "", r#"{"message":"boom"}"#),
            true,
        ),
        (say("502 Bad Gateway", "", "<html>"), true),
        (
            say("503 Service Unavailable", "Retry-After: 1\r\n", ""),
            true,
        ),
        (say("504 Gateway Timeout", "", ""), true),
        (say("524 A Timeout Occurred", "", ""), true),
        (say("301 Moved Permanently", "Location: /x\r\n", ""), false),
        (say("302 Found", "Location: /x\r\n", ""), true),
        (say("303 See Other", "Location: /x\r\n", ""), true),
        (say("307 Temporary Redirect", "Location: /x\r\n", ""), false),
        (say("308 Permanent Redirect", "Location: /x\r\n", ""), false),
        (
            Answer::End(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 500\r\n\r\n{\"mess".to_vec()),
            false,
        ),
        (Answer::End(b"garbage\r\n\r\n".to_vec()), true),
    ];
    for (act, maybe) in table {
        let fixture = InstantFixture::new([act.clone()]).await;
        let error = in_time(fixture.client.create("plinth", PLAIN))
            .await
            .unwrap_err();
        assert_eq!(error.is_maybe_applied(), maybe, "{act:?}: {error}");
        assert_eq!(fixture.server.requests().len(), 1, "{act:?}");
    }
}

#[tokio::test]
async fn refused_unprocessed_it_is_sent_again_when_the_server_wants() {
    let table = [
        (say("429 Too Many Requests", "Retry-After: 7\r\n", ""), 7),
        (
            say(
                "429 Too Many Requests",
                "Retry-After: Sat, 21 Nov 2026 09:30:09 GMT\r\n",
                "",
            ),
            9,
        ),
        (
            say(
                "429 Too Many Requests",
                "Retry-After: Sat, 21 Nov 2026 09:00:00 GMT\r\n",
                "",
            ),
            0,
        ),
        (say("429 Too Many Requests", "Retry-After: soon\r\n", ""), 0),
        (say("423 Locked", "", ""), 0),
    ];
    for (refusal, seconds) in table {
        let fixture =
            InstantFixture::new([refusal.clone(), say("201 Created", "", UNCLAIMED)]).await;
        let reply = in_time(fixture.client.create("plinth", PLAIN))
            .await
            .unwrap();
        assert_eq!(reply.value.id, id());
        let waits = fixture.clock.waits();
        assert_eq!(waits.len(), 1, "{refusal:?}");
        assert_eq!(waits[0].as_secs(), seconds, "{refusal:?}: {waits:?}");
        assert_eq!(fixture.server.requests().len(), 2);
    }
}

#[tokio::test]
async fn a_wait_beyond_the_deadline_is_not_begun() {
    let fixture =
        InstantFixture::new([say("429 Too Many Requests", "Retry-After: 3600\r\n", "")]).await;
    let error = in_time(fixture.client.create("plinth", PLAIN))
        .await
        .unwrap_err();
    assert!(error.is_rate_limited());
    assert!(!error.is_maybe_applied());
    assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)));
    assert_eq!(error.attempts(), 1);
    assert!(fixture.clock.waits().is_empty());
}

#[tokio::test]
async fn each_attempt_has_an_id_of_its_own_and_the_last_is_reported() {
    let fixture = InstantFixture::with([say("429 Too Many Requests", "", "")], |options| {
        options.environment = Arc::new(api::SystemEnvironment);
        options.retry.limited_attempts = 2;
    })
    .await;
    let error = in_time(fixture.client.create("plinth", PLAIN))
        .await
        .unwrap_err();
    let ids: Vec<_> = fixture
        .server
        .requests()
        .iter()
        .filter_map(|request| {
            request
                .head()
                .lines()
                .find_map(|line| line.strip_prefix("x-request-id: ").map(ToOwned::to_owned))
        })
        .collect();
    assert_eq!(ids.len(), 2);
    assert_ne!(ids[0], ids[1]);
    assert_eq!(error.request_id(), Some(ids[1].as_str()));
}

#[tokio::test]
async fn without_an_answer_it_may_have_been_created() {
    for act in [
        Answer::Hold(Vec::new()),
        Answer::Hold(reply("200 OK", "", UNCLAIMED)[..200].to_vec()),
    ] {
        let fixture = InstantFixture::new([act]).await;
        let client = fixture.client.clone();
        let create = tokio::spawn(async move { client.create("plinth", PLAIN).await });
        fixture.server.received(1).await;
        fixture.clock.advance(Duration::from_secs(30));
        let error = in_time(create).await.unwrap().unwrap_err();
        assert!(error.is_timeout());
        assert!(error.is_maybe_applied());
        assert!(!error.is_offline());
        assert_eq!(error.elapsed(), Duration::from_secs(30));
        assert_eq!(fixture.server.requests().len(), 1);
    }
}

#[tokio::test]
async fn what_never_left_is_sent_again() {
    let (socket, base) = silent_port();
    let clock = Manual::holding();
    let client = Instant::new(base, options(&clock)).unwrap();
    let create = tokio::spawn(async move { client.create("plinth", PLAIN).await });
    in_time(async {
        while clock.waits().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let server = Server::on(
        socket.listen(8).unwrap(),
        InTurn::new([say("201 Created", "", UNCLAIMED)]),
    );
    clock.advance(Duration::from_secs(1));
    assert_eq!(in_time(create).await.unwrap().unwrap().value.id, id());
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn under_an_id_of_ones_own_a_lost_reply_is_looked_up() {
    let lost = Answer::End(Vec::new());
    let empty = say("200 OK", "", "");
    for first in [lost.clone(), empty] {
        let fixture = InstantFixture::new([first, say("200 OK", "", UNCLAIMED)]).await;
        let reply = in_time(
            fixture
                .client
                .create_with_id(&id(), "npm:neon-new|a b&c", PLAIN),
        )
        .await
        .unwrap();
        assert_eq!(reply.value.id, id());
        let requests = fixture.server.requests();
        assert_eq!(requests.len(), 2);
        let path =
            format!("POST /api/v1/database/{ID}?referrer=npm%3Aneon-new%7Ca+b%26c HTTP/1.1\r\n");
        assert!(requests[0].text.starts_with(&path), "{}", requests[0]);
        assert!(
            requests[0]
                .text
                .ends_with("\r\n\r\n{\"enable_logical_replication\":false}"),
            "{}",
            requests[0]
        );
        assert!(
            requests[1]
                .text
                .starts_with(&format!("GET /api/v1/database/{ID} HTTP/1.1\r\n")),
            "{}",
            requests[1]
        );
    }
    let fixture = InstantFixture::new([
        lost,
        say("400 Bad Request", "", r#"{"message":"Database not found"}"#),
    ])
    .await;
    let error = in_time(fixture.client.create_with_id(&id(), "plinth", PLAIN))
        .await
        .unwrap_err();
    assert!(error.is_maybe_applied(), "{error}");

    let fixture = InstantFixture::new([say(
        "400 Bad Request",
        "",
        r#"{"message":"Missing referrer"}"#,
    )])
    .await;
    let error = in_time(fixture.client.create_with_id(&id(), "", PLAIN))
        .await
        .unwrap_err();
    assert_eq!(error.server_message(), Some("Missing referrer"));
    assert_eq!(fixture.server.requests().len(), 1);
}

#[tokio::test]
async fn dropping_the_call_ends_it() {
    let fixture = InstantFixture::new([Answer::Hold(Vec::new())]).await;
    let client = fixture.client.clone();
    let create = tokio::spawn(async move { client.create("plinth", PLAIN).await });
    fixture.server.received(1).await;
    create.abort();
    assert!(in_time(create).await.unwrap_err().is_cancelled());
    assert_eq!(fixture.server.requests().len(), 1);
}
