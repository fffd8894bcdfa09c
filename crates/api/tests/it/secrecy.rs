//! Nothing that prints, and no line of the log, holds an id, a claim link or a password.

use std::error::Error as StdError;
use std::io::Write;
use std::sync::{Arc, Mutex};

use api::{ClaimUrl, CreateDatabase, Database, DatabaseUrl, Instant};

use crate::environment::Manual;
use crate::instant_fixture::{InstantFixture, id, in_time, options, say, silent_port};
use crate::literals::{CLAIM, ID, PASSWORD, POOLED, UNCLAIMED};
use crate::platform::{KEY, Platform, project};
use testkit::server::{Answer, Request, reply};

fn assert_clean(what: &str, text: &str) {
    for secret in [ID, PASSWORD, CLAIM, KEY] {
        assert!(!text.contains(secret), "{what} tells a secret: {text}");
    }
}

fn print(error: &api::Error) -> String {
    let mut text = format!(
        "{error} {error:?} {error:#?} {:?} {:?}",
        error.hint(),
        error.server_message()
    );
    let mut next = error.source();
    while let Some(source) = next {
        text.push_str(&format!(" | {source} {source:?}"));
        next = source.source();
    }
    text
}

#[test]
fn models_print_redacted() {
    let database: Database = serde_json::from_str(UNCLAIMED).unwrap();
    assert_clean("Database", &format!("{database:?} {database:#?}"));
    assert_clean("DatabaseId", &format!("{:?}", id()));
    assert_clean("ClaimUrl", &format!("{:?}", ClaimUrl::new(CLAIM)));
    let url = DatabaseUrl::new(POOLED);
    assert_clean("DatabaseUrl", &format!("{url} {url:?}"));
    assert_eq!(
        url.to_string(),
        "postgresql://neondb_owner:…@ep-cool-night-a1b2c3d4-pooler.c-2.us-east-2.aws.neon.tech/neondb"
    );
    let local =
        DatabaseUrl::new("postgresql://u:npg_Zk3vQ9sLxW2t@localhost:5544/db?sslmode=require");
    assert_eq!(local.to_string(), "postgresql://u:…@localhost:5544/db");
    for broken in [
        PASSWORD,
        "postgresql:npg_Zk3vQ9sLxW2t",
        "//npg_Zk3vQ9sLxW2t@",
        "postgresql://u:npg_Zk3vQ9sLxW2t@",
    ] {
        let url = DatabaseUrl::new(broken);
        assert_clean("a broken DatabaseUrl", &format!("{url} {url:?}"));
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn errors_and_logs_contain_no_secret() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .try_init()
        .unwrap();

    let quoted = format!(r#"{{"message":"{ID} and {CLAIM}","hint":"{ID}","code":"{ID}"}}"#);
    let acts = [
        Answer::End(Vec::new()),
        Answer::End(reply("200 OK", "", UNCLAIMED)[..500].to_vec()),
        Answer::End(b"\x00\x01 garbage".to_vec()),
        say("400 Bad Request", "", &quoted),
        say(
            "429 Too Many Requests",
            &format!("X-Request-ID: get-{ID}\r\n"),
            &quoted,
        ),
        say("500 Internal Server Error", "", &quoted),
        say("302 Found", &format!("Location: {CLAIM}\r\n"), &quoted),
        say("200 OK", "", &quoted),
        say("200 OK", "", &UNCLAIMED.replace("UNCLAIMED\"", "\"")),
        say(
            "200 OK",
            "",
            &UNCLAIMED.replace("\"expires_at\": \"", "\"expires_at\": \"npg_Zk3vQ9sLxW2t"),
        ),
        say("200 OK", "", UNCLAIMED),
    ];
    for act in acts {
        let fixture = InstantFixture::new([act]).await;
        let calls = [
            in_time(fixture.client.get(&id())).await,
            in_time(
                fixture
                    .client
                    .create_with_id(&id(), "plinth", CreateDatabase::default()),
            )
            .await,
        ];
        for result in calls {
            match result {
                Ok(reply) => assert_clean("a reply", &format!("{reply:?}")),
                Err(error) => assert_clean("an error", &print(&error)),
            }
        }
    }

    let (_socket, base) = silent_port();
    let client = Instant::new(base, options(&Manual::new())).unwrap();
    assert_clean("the client", &format!("{client:?}"));
    let error = in_time(client.get(&id())).await.unwrap_err();
    assert!(error.source().is_some(), "the cause is kept");
    assert_clean("an offline error", &print(&error));

    the_key_is_in_no_output().await;

    let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(
        log.contains("request failed"),
        "the log says what failed: {log}"
    );
    assert_clean("the log", &log);
}

/// A platform that says the key wherever it can.
async fn the_key_is_in_no_output() {
    let quoted =
        format!(r#"{{"message":"Bearer {KEY} {KEY}","code":"{KEY}","request_id":"{KEY}"}}"#);
    let headers = format!("X-Neon-Ret-Request-Id: {KEY}\r\nX-Request-Id: {KEY}\r\n");
    for (status, body) in [
        ("400 Bad Request", quoted.as_str()),
        ("401 Unauthorized", &quoted),
        ("423 Locked", &quoted),
        ("429 Too Many Requests", &quoted),
        ("500 Internal Server Error", KEY),
        ("503 Service Unavailable", &quoted),
        ("200 OK", &quoted),
        ("200 OK", KEY),
        ("302 Found", ""),
    ] {
        let say = Answer::of(status, &format!("{headers}Location: /{KEY}\r\n"), body);
        let platform = Platform::start(move |_: &Request| say.clone()).await;
        let client = platform.client(&Manual::new());
        let p = project("quiet-hill-12345678");
        let errors = [
            in_time(client.projects().get(&p)).await.unwrap_err(),
            in_time(client.projects().delete(&p)).await.unwrap_err(),
            in_time(client.operations(&p).list(Default::default()))
                .await
                .unwrap_err(),
        ];
        for error in errors {
            assert_clean("an error of the management API", &print(&error));
            assert_clean("its request id", error.request_id().unwrap_or_default());
            assert_clean("its code", error.code().unwrap_or_default());
        }
        let request = platform.requests();
        assert!(
            request[0].head().contains(KEY),
            "the key went where it belongs"
        );
        assert_clean("the client", &format!("{client:?} {client:#?}"));
        assert_clean("its budget", &format!("{:?}", client.budget()));
    }
}
