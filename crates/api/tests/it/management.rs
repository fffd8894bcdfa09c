//! The Management API's client over real sockets: the key and where it goes, what is sent again, what errors say.

use std::time::Duration;

use api::{BranchId, Budget, Management, ManagementUrl};

use crate::environment::Manual;
use crate::instant_fixture::{in_time, options};
use crate::platform::{KEY, Platform, create_branch, json, project, saying};
use testkit::server::{Answer, Request};

const BRANCH: &str = r#"{"branch":{"id":"br-quiet-hill-a1b2c3d4"},"operations":[],"endpoints":[]}"#;

async fn list(client: &Management) -> Result<(), api::Error> {
    let branches = client.branches(&project("quiet-hill-12345678"));
    in_time(branches.list(Default::default())).await.map(drop)
}

#[tokio::test]
async fn every_request_carries_the_key_and_asks_for_json() {
    let platform = saying(vec![
        json("200 OK", r#"{"branches":[]}"#),
        json("201 Created", BRANCH),
    ])
    .await;
    let client = platform.client(&Manual::new());
    list(&client).await.unwrap();
    create_branch(&client).await.unwrap();
    for request in platform.requests() {
        let headers = request.head().to_ascii_lowercase();
        for line in [
            format!("authorization: bearer {KEY}"),
            "accept: application/json".to_owned(),
        ] {
            let times = headers.lines().filter(|header| **header == line).count();
            assert_eq!(times, 1, "{line} in {headers}");
        }
        assert!(headers.contains("x-request-id: "), "{headers}");
    }
    assert_eq!(
        platform.lines(),
        [
            "GET /api/v2/projects/quiet-hill-12345678/branches",
            "POST /api/v2/projects/quiet-hill-12345678/branches"
        ]
    );
}

#[tokio::test]
async fn a_redirect_is_never_followed_with_the_key() {
    for status in [
        "301 Moved Permanently",
        "302 Found",
        "303 See Other",
        "307 Temporary Redirect",
        "308 Permanent Redirect",
    ] {
        let elsewhere = saying(vec![json("200 OK", r#"{"branches":[]}"#)]).await;
        let location = format!("Location: {}/api/v2/projects\r\n", elsewhere.url);
        let platform = saying(vec![Answer::of(status, &location, "")]).await;
        let client = platform.client(&Manual::new());
        for error in [
            list(&client).await.unwrap_err(),
            create_branch(&client).await.unwrap_err(),
        ] {
            assert!(error.is_redirect(), "{status}");
            assert_eq!(error.attempts(), 1);
        }
        assert_eq!(platform.requests().len(), 2);
        assert_eq!(elsewhere.requests().len(), 0, "{status}");
    }
}

#[tokio::test]
async fn what_is_no_key_is_refused_before_anything_is_sent() {
    for key in ["", "napi_a\nb", "napi_a\r\nX: y", "napi_\u{0}"] {
        let base = ManagementUrl::parse("http://127.0.0.1:9/api/v2").unwrap();
        let options = options(&Manual::new());
        let budget = Budget::new(options.environment.clone());
        let error = Management::new(base, key.into(), budget, options).unwrap_err();
        assert!(error.is_invalid());
        let printed = format!("{error} {error:?} {:?}", error.hint());
        assert!(!printed.contains("napi_"), "{printed}");
    }
}

#[test]
fn the_address_keeps_its_path() {
    let kept = |typed| ManagementUrl::parse(typed).map(|url| url.as_str().to_owned());
    let neon = "https://console.neon.tech/api/v2";
    assert_eq!(
        kept("https://console.neon.tech/api/v2"),
        Ok(neon.to_owned())
    );
    assert_eq!(
        kept(" https://console.neon.tech//api/v2/ "),
        Ok(neon.to_owned())
    );
    for bad in [
        "http://console.neon.tech/api/v2",
        "https://key@console.neon.tech/api/v2",
        "https://console.neon.tech/api/v2?key=x",
        "console.neon.tech/api/v2",
    ] {
        assert!(kept(bad).is_err(), "{bad}");
    }
}

#[tokio::test]
async fn a_write_is_sent_again_only_where_the_first_did_nothing() {
    // What comes first, whether a write and a read are sent again, whether the write may have taken place
    let table = [
        ("503 Service Unavailable", true, true, false),
        ("429 Too Many Requests", true, true, false),
        ("423 Locked", true, true, false),
        ("500 Internal Server Error", false, true, true),
        ("502 Bad Gateway", false, true, true),
        ("504 Gateway Timeout", false, true, true),
        ("524 A Timeout Occurred", false, true, true),
        ("408 Request Timeout", false, true, true),
        ("400 Bad Request", false, false, false),
        ("401 Unauthorized", false, false, false),
        ("403 Forbidden", false, false, false),
        ("404 Not Found", false, false, false),
        ("409 Conflict", false, false, false),
        ("412 Precondition Failed", false, false, false),
        ("422 Unprocessable Entity", false, false, false),
    ];
    for (status, write_again, read_again, maybe) in table {
        let own = |method: &'static str, body: &'static str| async move {
            let mut first = true;
            Platform::start(move |request: &Request| match request.method.as_str() {
                _ if request.target.contains("/operations") => json("200 OK", "[]"),
                verb if verb == method && std::mem::take(&mut first) => json(status, "{}"),
                _ => json("200 OK", body),
            })
            .await
        };
        let platform = own("POST", BRANCH).await;
        let result = create_branch(&platform.client(&Manual::new())).await;
        let sent = platform
            .requests()
            .iter()
            .filter(|request| request.method == "POST")
            .count();
        assert_eq!(
            (result.is_ok(), sent),
            (write_again, 1 + usize::from(write_again)),
            "{status}"
        );
        if let Err(error) = result {
            assert_eq!(error.is_maybe_applied(), maybe, "{status}");
        }
        let platform = own("GET", r#"{"branches":[]}"#).await;
        let result = list(&platform.client(&Manual::new())).await;
        assert_eq!(result.is_ok(), read_again, "{status}");
        assert!(result.err().is_none_or(|error| !error.is_maybe_applied()));
    }
}

#[tokio::test]
async fn a_503_that_stays_changed_nothing() {
    let platform = saying(vec![json("503 Service Unavailable", "{}")]).await;
    let error = create_branch(&platform.client(&Manual::new()))
        .await
        .unwrap_err();
    assert_eq!((error.attempts(), error.is_maybe_applied()), (4, false));
    assert_eq!(platform.requests().len(), 4);
}

#[tokio::test]
async fn a_write_without_an_answer_is_not_sent_again() {
    let clock = Manual::new();
    let platform = saying(vec![Answer::Hold(Vec::new())]).await;
    let client = platform.client(&clock);
    let call = tokio::spawn(async move { create_branch(&client).await });
    platform.received(1).await;
    clock.advance(Duration::from_secs(30));
    let error = in_time(call).await.unwrap().unwrap_err();
    assert!(error.is_timeout() && error.is_maybe_applied());
    assert!(
        error
            .to_string()
            .ends_with("; the branch may have been created"),
        "{error}"
    );
    assert_eq!(platform.requests().len(), 1);
}

#[tokio::test]
async fn each_status_has_its_predicate() {
    let name = |error: &api::Error| {
        let table = [
            (error.is_unauthorized(), "unauthorized"),
            (error.is_forbidden(), "forbidden"),
            (error.is_not_found(), "not found"),
            (error.is_conflict(), "conflict"),
            (error.is_precondition(), "precondition"),
            (error.is_invalid(), "invalid"),
            (error.is_locked(), "locked"),
            (error.is_rate_limited(), "rate limited"),
            (error.is_server(), "server"),
            (error.is_decode(), "unreadable"),
        ];
        let true_ones: Vec<_> = table.iter().filter(|(is_so, _)| *is_so).collect();
        assert!(true_ones.len() <= 1, "{error} {true_ones:?}");
        true_ones.first().map_or("", |(_, name)| name)
    };
    let table = [
        ("400 Bad Request", "invalid"),
        ("401 Unauthorized", "unauthorized"),
        ("402 Payment Required", ""),
        ("403 Forbidden", "forbidden"),
        ("404 Not Found", "not found"),
        ("406 Not Acceptable", ""),
        ("409 Conflict", "conflict"),
        ("412 Precondition Failed", "precondition"),
        ("422 Unprocessable Entity", "invalid"),
        ("500 Internal Server Error", "server"),
        ("200 OK", "unreadable"),
    ];
    for (status, expected) in table {
        let platform = saying(vec![json(
            status,
            r#"{"request_id":"d3f1","code":"SOME_CODE","message":"in plain words"}"#,
        )])
        .await;
        let error = create_branch(&platform.client(&Manual::new()))
            .await
            .unwrap_err();
        assert_eq!(name(&error), expected, "{status}");
        if expected != "unreadable" {
            let number: u16 = status[..3].parse().unwrap();
            assert_eq!(error.status(), Some(number));
            assert_eq!(error.code(), Some("SOME_CODE"));
            assert_eq!(error.server_message(), Some("in plain words"));
            assert_eq!(error.request_id(), Some("d3f1"));
        }
    }
}

#[tokio::test]
async fn a_request_is_called_what_the_platform_calls_it() {
    let body = r#"{"request_id":"of-the-body","code":"","message":"no"}"#;
    // header, what the request is called
    let table = [
        (
            "X-Neon-Ret-Request-Id: of-the-platform\r\nX-Request-Id: other\r\n",
            "of-the-platform",
        ),
        ("X-Request-Id: of-the-header\r\n", "of-the-header"),
        ("", "of-the-body"),
    ];
    for (headers, expected) in table {
        let say = Answer::of("409 Conflict", headers, body);
        let platform = saying(vec![say]).await;
        let error = create_branch(&platform.client(&Manual::new()))
            .await
            .unwrap_err();
        assert_eq!(error.request_id(), Some(expected));
        assert_eq!(error.code(), None, "an empty code is none");
    }
    let platform = saying(vec![json("409 Conflict", "{}")]).await;
    let error = create_branch(&platform.client(&Manual::new()))
        .await
        .unwrap_err();
    let requests = platform.requests();
    let sent = requests[0].head();
    assert!(
        sent.contains(error.request_id().unwrap()),
        "the id that was sent"
    );
}

#[tokio::test]
async fn a_name_is_one_segment_of_the_path_or_is_not_sent() {
    let platform = saying(vec![json("404 Not Found", "{}")]).await;
    let client = platform.client(&Manual::new());
    let branch = BranchId::parse("br-quiet-hill-a1b2c3d4").unwrap();
    let roles = client.roles(&project("quiet-hill-12345678"), &branch);
    let base = "GET /api/v2/projects/quiet-hill-12345678/branches/br-quiet-hill-a1b2c3d4/roles/";
    let table = [
        ("a/../b", "a%2F..%2Fb"),
        ("a b", "a%20b"),
        ("a?b=c#d", "a%3Fb=c%23d"),
        ("50%", "50%25"),
        ("bär", "b%C3%A4r"),
        ("...", "..."),
    ];
    for (name, sent) in table {
        let error = in_time(roles.get(name)).await.unwrap_err();
        assert!(error.is_not_found());
        assert_eq!(platform.lines().pop().unwrap(), format!("{base}{sent}"));
    }
    for name in ["", ".", ".."] {
        let error = in_time(roles.delete(name)).await.unwrap_err();
        assert!(error.is_invalid() && !error.is_maybe_applied(), "{name}");
        assert_eq!(error.attempts(), 0);
    }
    assert_eq!(
        platform.requests().len(),
        table.len(),
        "nothing else was sent"
    );
}
