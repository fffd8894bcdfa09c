//! Who is let in, and what is not served.

use crate::support::http::{address, parse, raw};
use crate::support::{TestSandbox, send};

const CREATE: &[u8] = br#"{"ref":"tests"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn only_the_sandboxs_own_names_are_hosts() {
    let sandbox = TestSandbox::without_servers().await;
    let port = address(sandbox.url()).split_once(':').unwrap().1;
    for (host, status) in [
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        ("127.0.0.1".into(), 403),
        ("127.0.0.1:1".into(), 403),
        (format!("evil.example:{port}"), 403),
        (format!("localhost.evil.example:{port}"), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
    ] {
        let reply = send(
            sandbox.url(),
            "POST",
            "/api/v1/database",
            &[("host", &host)],
            CREATE,
        )
        .await;
        assert_eq!(reply.status, status, "{host}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_refused() {
    let sandbox = TestSandbox::without_servers().await;
    let own = sandbox.url().to_owned();
    for (header, value, status) in [
        ("origin", own.as_str(), 200),
        ("origin", "https://evil.example", 403),
        ("origin", "http://127.0.0.1", 403),
        ("origin", "null", 403),
        ("origin", "", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("sec-fetch-site", "same-site", 403),
        ("sec-fetch-site", "same-origin", 200),
        ("sec-fetch-site", "none", 200),
    ] {
        let reply = send(&own, "POST", "/api/v1/database", &[(header, value)], CREATE).await;
        assert_eq!(reply.status, status, "{header}: {value}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    let followed = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
    ];
    let reply = send(&own, "GET", "/claim/unknown", &followed, b"").await;
    assert_eq!(reply.status, 404, "a link on another page may be followed");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn administrative_routes_need_the_key_of_the_run() {
    let sandbox = TestSandbox::without_servers().await;
    for path in [
        "/sandbox/status",
        "/sandbox/servers",
        "/sandbox/faults",
        "/sandbox/requests",
        "/sandbox/clock",
    ] {
        for headers in [
            &[][..],
            &[("authorization", "Bearer wrong")],
            &[("authorization", "Bearer ")],
            &[(
                "authorization",
                format!("Bearer {}", sandbox.running.key).as_str(),
            )],
            &[("authorization", sandbox.running.admin_key.as_str())],
        ] {
            let reply = send(sandbox.url(), "GET", path, headers, b"").await;
            assert_eq!(reply.status, 401, "{path} {headers:?}");
        }
        assert_eq!(sandbox.admin("GET", path, "").await.status, 200, "{path}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_a_mebibyte_is_413() {
    let sandbox = TestSandbox::without_servers().await;
    let filled = |size: usize| {
        let empty = r#"{"ref":""}"#.len();
        format!(r#"{{"ref":"{}"}}"#, "x".repeat(size - empty))
    };
    let fits = sandbox.post("/api/v1/database", &filled(1024 * 1024)).await;
    assert_eq!(fits.status, 200);
    let too_large = sandbox
        .post("/api/v1/database", &filled(1024 * 1024 + 1))
        .await;
    assert_eq!(too_large.status, 413, "{}", too_large.body);
    assert_eq!(
        too_large.json()["message"],
        "the request body is larger than 1 MiB"
    );
    let elsewhere = sandbox.post("/nowhere", &"x".repeat(3 << 20)).await;
    assert_eq!(elsewhere.status, 413);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_routes_are_404() {
    let sandbox = TestSandbox::without_servers().await;
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/api/v1/databases"),
        ("GET", "/api/v1/database"),
        (
            "DELETE",
            "/api/v1/database/0192f1c0-0000-7000-8000-000000000000",
        ),
        ("GET", "/api/v2/nothing"),
        ("POST", "/sandbox/nothing"),
    ] {
        let reply = send(
            sandbox.url(),
            method,
            path,
            &[("x-request-id", "abc-123")],
            b"",
        )
        .await;
        assert_eq!(reply.status, 404, "{method} {path}");
        assert_eq!(
            reply.body,
            r#"{"code":"","message":"this route does not exist","request_id":"abc-123"}"#
        );
    }
    let garbled = sandbox.get("/api/v1/database/%ff").await;
    assert_eq!(garbled.status, 400, "{}", garbled.body);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reply_names_its_request() {
    let sandbox = TestSandbox::without_servers().await;
    for (given, echoed) in [
        ("abc-123", true),
        ("with space", false),
        ("<script>", false),
        (&*"x".repeat(65), false),
    ] {
        let reply = send(
            sandbox.url(),
            "GET",
            "/nowhere",
            &[("x-request-id", given)],
            b"",
        )
        .await;
        let id = reply.header("x-neon-ret-request-id").unwrap().to_owned();
        assert_eq!(id == given, echoed, "{given}");
        let is_made_here = id.len() == 32 && id.chars().all(|c| c.is_ascii_hexdigit());
        assert_eq!(is_made_here, !echoed, "{id}");
        assert_eq!(reply.json()["request_id"], id.as_str());
        assert!(reply.header("date").unwrap().ends_with(" GMT"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_http_do_no_harm() {
    let sandbox = TestSandbox::without_servers().await;
    let address = address(sandbox.url());
    let hello = [&b"\x16\x03\x01\x00\xa5\x01\x00"[..], &[0; 300]].concat();
    for (request, expected) in [
        (hello.as_slice(), 400),
        (b"GET\r\n\r\n", 400),
        // Whole, with a name of nobody.
        (b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 403),
        (
            b"POST /api/v1/database HTTP/1.1\r\nhost: x\r\ncontent-length: nonsense\r\n\r\n",
            400,
        ),
    ] {
        let answer = raw(address, request).await;
        let said = String::from_utf8_lossy(&answer);
        let status = parse(&answer).map(|reply| reply.status);
        assert_eq!(status, Some(expected), "{said}");
    }
    assert_eq!(
        sandbox.get("/nowhere").await.status,
        404,
        "it still answers"
    );
    sandbox.stop().await;
}
