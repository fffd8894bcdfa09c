use secrecy::SecretString;

use super::mask::Mask;
use super::numbered;
use super::shape::{is_id, is_key, is_name_of_host};

fn mask(secrets: &[&str], names: &[(&'static str, &str)], shows_names: bool) -> Mask {
    let secrets = secrets.iter().map(|it| SecretString::from(*it)).collect();
    let names = names.iter().map(|(kind, name)| (*kind, (*name).to_owned()));
    Mask::new(secrets, numbered(names.collect()), shows_names)
}

/// What must be in no line of a diagnostics file, however it got there.
const PLANTED: &[&str] = &[
    "napi_k3v9x2m7q1w8e5r4t6y0u3i9o2p7a5s1d4f6g8h0",
    "npg_Zx81kQw2LmT7",
    "hunter2",
    "correct horse battery staple",
    "p@ss:w/rd#1",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP",
    "postgresql://alice:s3cr3t@ep-cool-rain-a1b2c3.example.test/shop",
    "s3cr3t",
    "0b9f7c1e-5d2a-4e8b-9c3f-7a6d5e4c3b2a",
    "QmFzZTY0U2VjcmV0V2l0aE1peGVkQ2FzZQ==",
    "4f3c2b1a0918273645546372819fabcdef012345",
    "kJqWzXpLvNbTrYsDfGhM",
    "alice@example.test",
    "sk_live_51HxYzAbCdEf",
];

#[test]
fn no_secret_is_left_in_a_line_however_it_is_said() {
    let key = PLANTED[0];
    let lines = [
        format!("WARN app::watcher: a round failed key={key} again"),
        format!("the platform said: \"{key}\" is not a key"),
        format!("account {key} could not be read"),
        "Authorization: Bearer kJqWzXpLvNbTrYsDfGhM".to_owned(),
        "header authorization=\"Bearer hunter2\" sent".to_owned(),
        "password=hunter2".to_owned(),
        "password: hunter2, then more".to_owned(),
        "{\"client_secret\":\"hunter2\",\"x\":1}".to_owned(),
        "{\"password\": \"correct horse battery staple\"}".to_owned(),
        "ALTER ROLE alice PASSWORD 'correct horse battery staple'".to_owned(),
        "ALTER ROLE alice PASSWORD 'correct horse battery staple".to_owned(),
        "PGPASSWORD=hunter2 psql".to_owned(),
        "DB_PASSWORD = 'p@ss:w/rd#1'".to_owned(),
        "could not open postgresql://alice:s3cr3t@ep-cool-rain-a1b2c3.example.test/shop".to_owned(),
        "url=postgresql://alice:s3cr3t@ep-cool-rain-a1b2c3.example.test/shop?x=1".to_owned(),
        "jdbc:postgresql://alice:s3cr3t@ep-cool-rain-a1b2c3.example.test/shop".to_owned(),
        "https://alice:s3cr3t@example.test/claim/0b9f7c1e-5d2a-4e8b-9c3f-7a6d5e4c3b2a".to_owned(),
        "claim 0b9f7c1e-5d2a-4e8b-9c3f-7a6d5e4c3b2a is over".to_owned(),
        "(0b9f7c1e-5d2a-4e8b-9c3f-7a6d5e4c3b2a)".to_owned(),
        "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP refused".to_owned(),
        "body QmFzZTY0U2VjcmV0V2l0aE1peGVkQ2FzZQ== unread".to_owned(),
        "digest 4f3c2b1a0918273645546372819fabcdef012345".to_owned(),
        "role alice has npg_Zx81kQw2LmT7.".to_owned(),
        "from alice@example.test to sk_live_51HxYzAbCdEf".to_owned(),
        "C:\\keys\\kJqWzXpLvNbTrYsDfGhM".to_owned(),
        "/tmp/kJqWzXpLvNbTrYsDfGhM/file".to_owned(),
        "a\u{200b}hunter2 password\u{200b}=hunter2".to_owned(),
    ];
    for shows_names in [false, true] {
        let mask = mask(&["hunter2", "s3cr3t"], &[], shows_names);
        for line in &lines {
            let shown = mask.line(line);
            for planted in PLANTED {
                assert!(!shown.contains(planted), "{planted} is in {shown}");
            }
        }
    }
}

#[test]
fn a_value_that_is_called_secret_is_removed_though_nobody_knows_it() {
    let mask = mask(&[], &[], true);
    for (line, shown) in [
        ("password=hunter2 next", "password=[removed] next"),
        ("\"token\": \"a b\", more", "\"token\": [removed], more"),
        ("api_key=abc&x=1", "api_key=[removed]&x=1"),
        (
            "Authorization: Basic abc def",
            "Authorization: [removed] def",
        ),
        ("PASSWORD 'it''s' x", "PASSWORD [removed] x"),
        (
            "password authentication failed",
            "password authentication failed",
        ),
        ("app::core::secrets: read", "app::core::secrets: read"),
    ] {
        assert_eq!(mask.line(line), shown);
    }
}

#[test]
fn what_helps_stays() {
    let mask = mask(&[], &[], false);
    for line in [
        "2026-11-25T23:34:00.123456Z  WARN app::app::watcher: a round of the watcher failed",
        "2026-11-25T23:34:00.123456Z  INFO host::sandbox::control: the sandbox runs address=\"http://127.0.0.1:43117\"",
        "status=503 attempts=4 elapsed_ms=20412",
        "PostgreSQL 17.10 (bundled), WebKitGTK 2.48.5, GTK 3.24.38",
        "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-28-amd64 x86_64",
        "crates/app/src/app/watcher.rs:91:17",
        "plinth.log was set aside",
        "localhost:5432 and [::1]:5432 refused the connection",
    ] {
        assert_eq!(mask.line(line), line);
    }
}

#[test]
fn names_ids_and_hosts_are_replaced_unless_they_are_wanted() {
    let line = "project shop-prod (shy-dew-12345678) at ep-cool-rain-a1b2c3.eu.example.test:5432 by 203.0.113.9, \
        branch br-old-sun-123456, https://api.example.test/api/v2/projects";
    let names = [("project", "shop-prod"), ("project", "shy-dew-12345678")];
    let hidden = mask(&[], &names, false).line(line);
    assert_eq!(
        hidden,
        "project [project 1] ([project 2]) at [host]:5432 by [address], branch [id], https://[host]/…"
    );
    let shown = mask(&[], &names, true).line(line);
    assert_eq!(
        shown,
        line.replace("/api/v2/projects", "/…"),
        "only the path of an address goes"
    );
}

#[test]
fn a_name_is_replaced_as_a_word_and_not_within_one() {
    let mask = mask(&[], &[("project", "app"), ("project", "x")], false);
    assert_eq!(
        mask.line("app application app."),
        "[project 1] application [project 1]."
    );
    assert_eq!(mask.line("x"), "x", "a letter is no name");
}

#[test]
fn a_key_is_told_from_a_word_by_its_shape() {
    for key in ["npg_Zx81kQw2LmT7", "a1b2c3d4e5f6", "kJqWzXpLvNbTrYsDfGhM"] {
        assert!(is_key(key), "{key}");
    }
    for word in [
        "operation_watch",
        "KeychainUnavailableErrorCode",
        "connection_refused",
        "2026-11-25T23",
        "libwebkit2gtk-4.1",
        "bookworm-security",
    ] {
        assert!(!is_key(word), "{word}");
    }
    assert!(is_id("ep-cool-rain-a1b2c3") && is_id("shy-dew-12345678"));
    assert!(!is_id("read-only") && !is_id("x86_64-unknown-linux-gnu"));
    assert!(is_name_of_host("api.example.test") && is_name_of_host("example.com"));
    assert!(
        !is_name_of_host("watcher.rs")
            && !is_name_of_host("17.10")
            && !is_name_of_host("localhost")
    );
}
