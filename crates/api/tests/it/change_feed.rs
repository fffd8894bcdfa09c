//! Reported changes, line by line, until the connection ends.

use std::time::Duration;

use api::{ChangeFeed, ManagementUrl, Options, ReportedChange};
use testkit::server::{Answer, Server, chunked};

use crate::instant_fixture::{in_time, say};

const KEY: &str = "admin_8w1k2yq0pz7v5mrsx3";

fn feed(server: &Server) -> ChangeFeed {
    let options = Options {
        attempt_timeout: Duration::from_secs(5),
        ..Options::default()
    };
    let base = ManagementUrl::parse(&format!("{}/api/v2", server.url)).unwrap();
    ChangeFeed::new(&base, "/sandbox/events", &KEY.into(), &options).unwrap()
}

fn change(project_id: Option<&str>, part: Option<&str>) -> ReportedChange {
    ReportedChange {
        project_id: project_id.map(str::to_owned),
        part: part.map(str::to_owned),
    }
}

#[tokio::test]
async fn changes_come_one_by_one_and_the_end_is_an_error() {
    let events = ": heartbeat\n\ndata: {\"project_id\":\"p\",\"part\":\"branches\",\"new\":1}\n\n\
        event: other\nid: 7\ndata:{\"part\":\"api_keys\"}\n\ndata: {}\n\ndata: no JSON\n\n";
    let server = Server::in_turn([Answer::Stay(chunked("200 OK", events))]).await;
    let mut changes = in_time(feed(&server).open()).await.unwrap();
    for expected in [
        change(Some("p"), Some("branches")),
        change(None, Some("api_keys")),
        change(None, None),
        change(None, None),
    ] {
        assert_eq!(in_time(changes.next()).await.unwrap(), expected);
    }
    assert!(in_time(changes.next()).await.is_err());
    assert_eq!(server.lines(), ["GET /sandbox/events"]);
    let head = server.requests()[0].head().to_ascii_lowercase();
    assert!(
        head.contains(&format!("authorization: bearer {KEY}")),
        "{head}"
    );
}

#[tokio::test]
async fn a_refusal_and_a_redirect_open_no_stream() {
    for answer in [
        say("401 Unauthorized", "", "{}"),
        say("302 Found", "Location: /elsewhere\r\n", ""),
    ] {
        let server = Server::in_turn([answer]).await;
        assert!(in_time(feed(&server).open()).await.is_err());
        assert_eq!(server.lines(), ["GET /sandbox/events"]);
    }
}

#[tokio::test]
async fn a_line_without_end_ends_the_stream() {
    let endless = "x".repeat(200_000);
    let server = Server::in_turn([Answer::Stay(chunked("200 OK", &endless))]).await;
    let mut changes = in_time(feed(&server).open()).await.unwrap();
    assert!(in_time(changes.next()).await.is_err());
}
