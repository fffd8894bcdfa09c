//! A sandbox that other machines reach: nothing is answered without its token.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sandbox::{Config, Sandbox};
use tokio::process::Command;

use crate::support::program::{Program, command};
use crate::support::test_sandbox::text;
use crate::support::{Reply, TestSandbox, http, send, sql};

const TOKEN: &str = "correct-horse-battery-staple-0123456789";
const CREATE: &[u8] = br#"{"ref":"tests"}"#;

fn token_file(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("token");
    std::fs::write(&path, format!("{TOKEN}\n")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    path
}

fn open(config: &mut Config, names: &[&str]) {
    config.bind = Ipv4Addr::UNSPECIFIED.into();
    config.host_names = names.iter().map(ToString::to_string).collect();
    config.token_file = Some(token_file(&config.data_dir));
}

/// Where the sandbox answers on this machine, whatever it is called.
fn local(sandbox: &TestSandbox) -> (String, String) {
    let port = sandbox.url().rsplit(':').next().unwrap();
    (format!("http://127.0.0.1:{port}"), port.to_owned())
}

/// An address of this machine that is none of the loopback's, if it has one.
fn outer_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent: this only chooses a way.
    socket.connect(("192.0.2.1", 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

fn basic(password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("me:{password}")))
}

fn asks(reply: &Reply) -> bool {
    let how = reply.header("www-authenticate").unwrap_or_default();
    reply.status == 401 && how.starts_with("Basic ")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_needs_the_token_also_those_without_a_key_and_pages() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        open(config, &["db.test"]);
    })
    .await;
    let (url, port) = local(&sandbox);
    assert_eq!(sandbox.url(), format!("http://db.test:{port}"));
    let host = format!("db.test:{port}");
    let admin = format!("Bearer {}", sandbox.running.admin_key);
    let key = format!("Bearer {}", sandbox.running.key);
    for (method, path, status) in [
        ("POST", "/api/v1/database", 200),
        (
            "GET",
            "/api/v1/database/0192f1c0-0000-7000-8000-000000000000",
            400,
        ),
        ("GET", "/claim/unknown", 404),
        ("GET", "/auth/none/.well-known/jwks.json", 404),
        ("GET", "/sandbox/ca.pem", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/", 404),
        ("OPTIONS", "/api/v2/projects", 404),
        ("GET", "/api/v2/projects", 200),
        ("GET", "/sandbox/status", 200),
    ] {
        let own_key = match path.starts_with("/sandbox/status") {
            true => ("authorization", admin.as_str()),
            false => ("authorization", key.as_str()),
        };
        let without = [("host", host.as_str()), own_key];
        let reply = send(&url, method, path, &without, CREATE).await;
        assert!(asks(&reply), "{method} {path}: {reply:?}");
        assert!(!reply.body.contains(TOKEN));
        let with = [without[0], own_key, ("X-Sandbox-Token", TOKEN)];
        let reply = send(&url, method, path, &with, CREATE).await;
        assert_eq!(reply.status, status, "{method} {path}: {reply:?}");
        assert_eq!(reply.header("www-authenticate"), None);
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_token_is_taken_in_three_ways_and_nothing_else_is() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        open(config, &["db.test"]);
    })
    .await;
    let (url, port) = local(&sandbox);
    let host = format!("db.test:{port}");
    let key = format!("Bearer {}", sandbox.running.key);
    let get = async |path: &str, headers: &[(&str, &str)]| {
        let headers = [&[("host", host.as_str())], headers].concat();
        send(&url, "GET", path, &headers, b"").await
    };
    let bearer = format!("Bearer {TOKEN}");
    // A client whose key is the token needs nothing else, and gets the sandbox's own key.
    for value in [&bearer, &format!("bearer  {TOKEN}"), &basic(TOKEN)] {
        let reply = get("/api/v2/users/me", &[("authorization", value)]).await;
        assert_eq!(reply.status, 200, "{value}: {}", reply.body);
    }
    let both = [("x-sandbox-token", TOKEN), ("authorization", &*key)];
    assert_eq!(get("/api/v2/users/me", &both).await.status, 200);
    // It opens the door, and is no key of the run.
    let reply = get("/sandbox/status", &[("authorization", &bearer)]).await;
    assert!(reply.status == 401 && !asks(&reply), "{reply:?}");
    let reply = get("/api/v2/users/me", &[("x-sandbox-token", TOKEN)]).await;
    assert!(reply.status == 401 && !asks(&reply), "{reply:?}");

    let longer = format!("{TOKEN}x");
    let near = format!("{}x", &TOKEN[..TOKEN.len() - 1]);
    for wrong in ["", " ", "x", &TOKEN[1..], &longer, &near, "null"] {
        for (name, value) in [
            ("x-sandbox-token", wrong.to_owned()),
            ("authorization", format!("Bearer {wrong}")),
            ("authorization", basic(wrong)),
            ("authorization", format!("Basic {wrong}")),
            ("authorization", wrong.to_owned()),
            ("cookie", format!("token={TOKEN}")),
            ("proxy-authorization", bearer.clone()),
        ] {
            let reply = get("/api/v2/users/me", &[(name, &value)]).await;
            assert!(asks(&reply), "{name}: {value}: {reply:?}");
        }
    }
    for (name, value) in [
        ("authorization", TOKEN.to_owned()),
        ("authorization", format!("Digest {TOKEN}")),
        ("authorization", format!("Basic {}", STANDARD.encode(TOKEN))),
    ] {
        let reply = get("/api/v2/users/me", &[(name, &value)]).await;
        assert!(asks(&reply), "{name}: {value}: {reply:?}");
    }
    let in_path = get(&format!("/api/v2/users/me?token={TOKEN}"), &[]).await;
    assert!(asks(&in_path), "{in_path:?}");
    // A wrong one in one place does not spoil the right one in another.
    let mixed = [("x-sandbox-token", "wrong"), ("authorization", &*bearer)];
    assert_eq!(get("/api/v2/users/me", &mixed).await.status, 200);
    sandbox.stop().await;
}

/// A page of another site whose name leads to this machine sends its own name as Host or Origin, and a browser that knows the
/// token sends that too.
#[tokio::test(flavor = "multi_thread")]
async fn foreign_hosts_and_origins_are_refused_even_with_the_token() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        open(config, &["db.test", "10.0.0.7", "fd00::7"]);
    })
    .await;
    let (url, port) = local(&sandbox);
    let own = format!("db.test:{port}");
    let password = basic(TOKEN);
    let send_with = async |headers: &[(&str, &str)]| {
        let headers = [&[("authorization", password.as_str())], headers].concat();
        send(&url, "POST", "/api/v1/database", &headers, CREATE).await
    };
    for (host, status) in [
        (own.clone(), 200),
        (format!("DB.TEST:{port}"), 200),
        (format!("10.0.0.7:{port}"), 200),
        (format!("[fd00::7]:{port}"), 200),
        (format!("127.0.0.1:{port}"), 200),
        (format!("localhost:{port}"), 200),
        ("db.test".into(), 403),
        ("db.test:1".into(), 403),
        (format!("evil.test:{port}"), 403),
        (format!("db.test.evil.test:{port}"), 403),
        (format!("evil-db.test:{port}"), 403),
        (format!("db.test.:{port}"), 403),
        (format!("0.0.0.0:{port}"), 403),
        (format!("fd00::7:{port}"), 403),
        (format!("user@db.test:{port}"), 403),
        (String::new(), 403),
    ] {
        let reply = send_with(&[("host", &host)]).await;
        assert_eq!(reply.status, status, "{host}");
    }
    for (header, value, status) in [
        ("origin", format!("http://{own}"), 200),
        ("origin", format!("https://{own}"), 403),
        ("origin", "http://evil.test".into(), 403),
        ("origin", format!("http://evil.test:{port}"), 403),
        ("origin", "null".into(), 403),
        ("sec-fetch-site", "cross-site".into(), 403),
        ("sec-fetch-site", "same-site".into(), 403),
        ("sec-fetch-site", "same-origin".into(), 200),
    ] {
        let reply = send_with(&[("host", &own), (header, &value)]).await;
        assert_eq!(reply.status, status, "{header}: {value}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn databases_are_reached_at_the_address_under_the_name() {
    let sandbox = TestSandbox::with(|config| open(config, &["db.test", "other.test"])).await;
    let (url, port) = local(&sandbox);
    let headers = [("x-sandbox-token", TOKEN)];
    let made = send(&url, "POST", "/api/v1/database", &headers, CREATE).await;
    assert_eq!(made.status, 200, "{}", made.body);
    let made = made.json();
    let string = text(&made, "connection_string");
    assert!(string.contains("@db.test:"), "its host is the first name");
    assert!(
        !string.contains("sslrootcert"),
        "the file is of this machine"
    );
    assert!(text(&made, "claim_url").starts_with(&format!("http://db.test:{port}/claim/")));
    // The certificate as another machine gets it.
    let ca = sandbox.folder.path().join("fetched.pem");
    let fetched = send(&url, "GET", "/sandbox/ca.pem", &headers, b"").await;
    assert_eq!(fetched.status, 200);
    std::fs::write(&ca, fetched.body).unwrap();
    let addresses = [Some(Ipv4Addr::LOCALHOST.into()), outer_address()];
    for address in addresses.into_iter().flatten() {
        for name in ["db.test", "other.test", "localhost"] {
            let there = string.replace("@db.test:", &format!("@{name}:"));
            let there = format!("{there}&hostaddr={address}");
            let client = sql::connect(&ca, &there).await;
            assert_eq!(sql::one(&client, "SELECT 1").await, "1");
        }
    }
    let foreign = string.replace("@db.test:", "@evil.test:");
    let refused = sql::try_connect(&ca, &format!("{foreign}&hostaddr=127.0.0.1")).await;
    assert!(refused.is_err(), "the certificate is not for that name");

    // The certificates are for the names of each start, and the authority stays.
    let named = format!("{string}&hostaddr=127.0.0.1");
    let sandbox = sandbox
        .again(|config| open(config, &["db.test", "other.test"]))
        .await;
    let client = sql::connect(&ca, &named).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    let sandbox = sandbox.again(|_| {}).await;
    let refused = sql::try_connect(&ca, &named).await;
    assert!(refused.is_err(), "the certificate is not for that name");
    let id = text(&made, "id");
    let record = sandbox.get(&format!("/api/v1/database/{id}")).await.json();
    let string = text(&record, "connection_string");
    assert!(
        string.contains("@localhost:"),
        "it is of this machine again"
    );
    let client = sql::connect(&sandbox.running.ca_file, string).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    if let Some(address) = outer_address() {
        let outside = format!("{string}&hostaddr={address}");
        assert!(sql::try_connect(&ca, &outside).await.is_err());
    }
    sandbox.stop().await;
}

/// As a program: whoever waits for it on this machine knows neither its name nor its token by heart.
#[tokio::test(flavor = "multi_thread")]
async fn it_is_waited_for_on_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let token = token_file(folder.path());
    let mut program = Program::start(
        &data,
        &[
            "--no-servers",
            "--bind",
            "0.0.0.0",
            "--host-name",
            "db.test",
            "--token-file",
            token.to_str().unwrap(),
        ],
    )
    .await;
    assert!(program.text("instant_url").starts_with("http://db.test:"));
    assert!(!program.ready.to_string().contains(TOKEN));
    let waited = Command::new(env!("CARGO_BIN_EXE_plinth-sandbox"))
        .arg("--wait")
        .arg(&data)
        .output()
        .await
        .unwrap();
    assert!(waited.status.success(), "{waited:?}");
    let line: serde_json::Value = serde_json::from_slice(&waited.stdout).unwrap();
    assert_eq!(line, program.ready);
    program.signal("TERM").await;
    assert!(program.end().await.success());
}

/// Cut off after the certificate was removed, or with the files of two of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_that_was_half_written_is_made_anew() {
    let sandbox = TestSandbox::with(|config| open(config, &["db.test"])).await;
    let sandbox = sandbox
        .again_after(|folder| {
            std::fs::remove_file(folder.join("tls/ca.pem")).unwrap();
            std::fs::write(folder.join("tls/ca.key"), "cut off").unwrap();
        })
        .await;
    let record = sandbox.create().await;
    let client = sql::connect(&sandbox.running.ca_file, text(&record, "connection_string")).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_let_others_in_by_mistake_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let token = token_file(folder.path());
    let token = token.to_str().unwrap();
    let open_file = folder.path().join("open");
    std::fs::write(&open_file, TOKEN).unwrap();
    let open_file = open_file.to_str().unwrap();
    let here = folder.path().to_str().unwrap();
    for (options, said) in [
        (&["--bind", "0.0.0.0"][..], "without a token"),
        (
            &["--bind", "::", "--host-name", "db.test"],
            "without a token",
        ),
        (
            &["--bind", "0.0.0.0", "--token-file", token],
            "needs a name",
        ),
        (&["--host-name", "db test"], "`db test` is not a host name"),
        (&["--token-file", here], "is not a file"),
        (&["--token-file", "/nowhere/token"], "cannot be read"),
        #[cfg(unix)]
        (&["--token-file", open_file], "can be read by other users"),
        (
            &[
                "--bind",
                "192.0.2.77",
                "--host-name",
                "db.test",
                "--token-file",
                token,
            ],
            "couldn't listen on 192.0.2.77",
        ),
    ] {
        let mut command = command(&data, &["--no-servers"]);
        let run = command.args(options).stderr(std::process::Stdio::piped());
        let run = run.output().await.unwrap();
        let errors = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{options:?}: {errors}");
        assert!(errors.contains(said), "{options:?}: {errors}");
        assert!(!errors.contains(TOKEN));
    }
    let _ = open_file;
    // The folder is as good as before.
    let running = Sandbox::start(Config {
        servers: false,
        ..Config::new(&data)
    })
    .await
    .unwrap();
    let reply = http::post_json(
        &running.instant_url,
        "/api/v1/database",
        r#"{"ref":"tests"}"#,
    );
    assert_eq!(reply.await.status, 200);
    running.stop().await;
}
