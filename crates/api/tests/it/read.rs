//! A look-up is repeated until it is answered or its time is over.

use std::time::Duration;

use api::{Instant, InstantUrl};

use crate::environment::Manual;
use crate::instant_fixture::{InstantFixture, id, in_time, options, say, silent_port};
use crate::literals::{CLAIMED, ID, UNCLAIMED};
use testkit::server::{Answer, Server, reply};

#[tokio::test]
async fn failures_on_the_way_are_tried_again() {
    let whole = say("200 OK", "", CLAIMED);
    let failures = [
        Answer::End(Vec::new()),
        Answer::End(reply("200 OK", "", CLAIMED)[..120].to_vec()),
        say("500 Internal Server Error", "", ""),
        say("502 Bad Gateway", "", ""),
        say("503 Service Unavailable", "", ""),
        say("429 Too Many Requests", "", ""),
    ];
    for failure in failures {
        let fixture = InstantFixture::new([
            failure.clone(),
            failure.clone(),
            failure.clone(),
            whole.clone(),
        ])
        .await;
        let reply = in_time(fixture.client.get(&id()))
            .await
            .unwrap_or_else(|error| panic!("{failure:?}: {error}"));
        assert_eq!(reply.value.id, id());
        let requests = fixture.server.requests();
        assert_eq!(requests.len(), 4);
        assert!(
            requests[3]
                .text
                .starts_with(&format!("GET /api/v1/database/{ID} HTTP/1.1\r\n")),
            "{}",
            requests[3]
        );
    }
}

#[tokio::test]
async fn it_gives_up_after_the_last_attempt_and_says_so() {
    let fixture = InstantFixture::new([say(
        "503 Service Unavailable",
        "",
        r#"{"message":"Try later."}"#,
    )])
    .await;
    let error = in_time(fixture.client.get(&id())).await.unwrap_err();
    assert!(error.is_server());
    assert!(!error.is_maybe_applied());
    assert_eq!((error.attempts(), error.status()), (4, Some(503)));
    assert_eq!(
        error.to_string(),
        "couldn't look up the temporary database after 4 tries in 0.9 s: the platform failed (503): Try later"
    );
    assert_eq!(
        error.hint(),
        Some("The problem is on the platform's side. Try again later.")
    );
}

#[tokio::test]
async fn each_attempt_has_its_deadline_and_the_call_has_one() {
    let fixture = InstantFixture::new([Answer::Hold(Vec::new())]).await;
    let client = fixture.client.clone();
    let get = tokio::spawn(async move { client.get(&id()).await });
    fixture.server.received(1).await;
    fixture.clock.advance(Duration::from_secs(30));
    fixture.server.received(2).await;
    fixture.clock.advance(Duration::from_secs(30));
    let error = in_time(get).await.unwrap().unwrap_err();
    assert!(error.is_timeout());
    assert!(!error.is_maybe_applied());
    assert_eq!(error.attempts(), 2);
    assert!(
        error.elapsed() >= Duration::from_secs(60),
        "{:?}",
        error.elapsed()
    );
}

#[tokio::test]
async fn nobody_there_is_offline() {
    let (_socket, base) = silent_port();
    let client = Instant::new(base, options(&Manual::new())).unwrap();
    let error = in_time(client.get(&id())).await.unwrap_err();
    assert!(error.is_offline());
    assert_eq!(error.attempts(), 4);
    let error = in_time(client.create("plinth", api::CreateDatabase::default()))
        .await
        .unwrap_err();
    assert!(error.is_offline());
    assert!(!error.is_maybe_applied());
    assert_eq!(
        error.to_string(),
        "couldn't create a temporary database after 4 tries in 0.9 s: couldn't reach the platform"
    );
}

/// A full queue of connections lets nobody in and sends nobody away.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_connection_that_does_not_come_about_in_time_is_offline() {
    let (socket, base) = silent_port();
    let address = socket.local_addr().unwrap();
    let _listener = socket.listen(1).unwrap();
    let mut waiting = tokio::task::JoinSet::new();
    for _ in 0..8 {
        waiting.spawn(tokio::net::TcpStream::connect(address));
    }
    in_time(waiting.join_next())
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    let mut options = options(&Manual::new());
    options.connect_timeout = Duration::from_millis(100);
    options.retry.attempts = 2;
    let client = Instant::new(base, options).unwrap();
    let error = in_time(client.create("plinth", api::CreateDatabase::default()))
        .await
        .unwrap_err();
    assert!(error.is_offline() && error.is_timeout(), "{error:?}");
    assert!(!error.is_maybe_applied());
    assert_eq!(error.attempts(), 2);
}

#[tokio::test]
async fn a_reply_without_end_is_not_taken_in() {
    let announced = Answer::Flood(
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".to_vec(),
        vec![b' '; 4096],
    );
    let endless = Answer::Flood(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(),
        [b"1000\r\n", [b' '; 4096].as_slice(), b"\r\n"].concat(),
    );
    for act in [announced, endless] {
        let fixture = InstantFixture::with([act], |options| options.largest_reply = 100_000).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert!(error.is_decode(), "{error}");
        assert_eq!(error.attempts(), 1);
        assert!(
            error.to_string().contains("larger than 100000 bytes"),
            "{error}"
        );
        let error = in_time(
            fixture
                .client
                .create("plinth", api::CreateDatabase::default()),
        )
        .await
        .unwrap_err();
        assert!(error.is_maybe_applied(), "{error}");
    }
}

#[tokio::test]
async fn a_redirect_is_never_followed() {
    let elsewhere = Server::in_turn([say("200 OK", "", UNCLAIMED)]).await;
    let location = format!("Location: {}/api/v1/database/{ID}\r\n", elsewhere.url);
    for status in [
        "301 Moved Permanently",
        "302 Found",
        "303 See Other",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
    ] {
        let fixture = InstantFixture::new([say(status, &location, "")]).await;
        let error = in_time(fixture.client.get(&id())).await.unwrap_err();
        assert!(error.is_redirect(), "{status}");
        assert!(
            error.to_string().contains("redirects to another address"),
            "{error}"
        );
        let error = in_time(
            fixture
                .client
                .create("plinth", api::CreateDatabase::default()),
        )
        .await
        .unwrap_err();
        assert!(error.is_redirect(), "{status}");
        assert_eq!(fixture.server.requests().len(), 2);
    }
    assert_eq!(elsewhere.lines(), Vec::<String>::new());
}

#[tokio::test]
async fn a_base_with_a_path_keeps_it() {
    let server = Server::in_turn([say("200 OK", "", UNCLAIMED)]).await;
    let base = InstantUrl::parse(&format!("{}//proxy//instant/", server.url)).unwrap();
    let client = Instant::new(base, options(&Manual::new())).unwrap();
    in_time(client.get(&id())).await.unwrap();
    let request = server.requests().remove(0);
    assert!(
        request.text.starts_with(&format!(
            "GET /proxy/instant/api/v1/database/{ID} HTTP/1.1\r\n"
        )),
        "{request}"
    );
}
