//! Sessions that do not come about, and runs that end before they began.

use std::io::{self, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use pgclient::{
    CancellationToken, ConnectError, DatabaseUrl, Deadlines, RunFailure, Script, Session, Target,
    check, run,
};
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Long enough for a machine that has much to do.
const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(200);

fn url_to(listener: &TcpListener) -> DatabaseUrl {
    let port = listener.local_addr().unwrap().port();
    let url = format!("postgresql://ada:hunter2@127.0.0.1:{port}/shop");
    url.parse().unwrap()
}

fn target(url: &DatabaseUrl) -> Target<'_> {
    Target {
        url,
        ca_file: None,
        application_name: "test",
    }
}

fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

async fn refused(url: &DatabaseUrl, deadline: Duration) -> ConnectError {
    let error = Session::open(target(url), deadline).await.unwrap_err();
    let shown = format!("{error} {error:?} {:?}", error.hint());
    assert!(!shown.contains("hunter2"), "{shown}");
    error
}

#[tokio::test]
async fn a_server_that_is_not_there_cannot_be_reached() {
    let listener = listener();
    let url = url_to(&listener);
    drop(listener);
    let error = refused(&url, LONG).await;
    assert!(
        matches!(error, ConnectError::Unreachable { .. }),
        "{error:?}"
    );
    assert!(error.to_string().starts_with("Couldn't reach 127.0.0.1"));
    assert_eq!(check(target(&url), LONG).await.unwrap_err(), error);
}

#[tokio::test]
async fn a_server_that_says_nothing_is_not_waited_for_longer_than_the_deadline() {
    let listener = listener();
    let error = refused(&url_to(&listener), SHORT).await;
    assert!(matches!(error, ConnectError::TimedOut { .. }), "{error:?}");
}

#[tokio::test]
async fn no_password_is_sent_to_a_server_without_tls() {
    let listener = listener();
    let url = url_to(&listener);
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        // The request for TLS, and the answer that there is none.
        let mut request = [0; 8];
        stream.read_exact(&mut request).unwrap();
        stream.write_all(b"N").unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).ok();
        rest
    });
    let error = refused(&url, LONG).await;
    assert!(matches!(error, ConnectError::SignIn { .. }), "{error:?}");
    assert_eq!(server.join().unwrap(), b"");
}

/// Speaks TLS to the first who comes, with this certificate for itself, and refuses to let them in. Gives back what they
/// sent before.
fn refusing_server(
    listener: TcpListener,
    made: &rcgen::CertifiedKey<rcgen::KeyPair>,
) -> JoinHandle<io::Result<Vec<u8>>> {
    let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
    let chain = vec![made.cert.der().clone()];
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key.into())
        .unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept()?;
        stream.read_exact(&mut [0; 8])?;
        stream.write_all(b"S")?;
        let connection = ServerConnection::new(Arc::new(config)).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        let mut length = [0; 4];
        stream.read_exact(&mut length)?;
        let mut hello = vec![0; u32::from_be_bytes(length) as usize - length.len()];
        stream.read_exact(&mut hello)?;
        let fields = b"SFATAL\0C28000\0Mada may not come in\0\0";
        let length = u32::try_from(fields.len() + length.len()).map_err(io::Error::other)?;
        stream.write_all(b"E")?;
        stream.write_all(&length.to_be_bytes())?;
        stream.write_all(fields)?;
        stream.flush()?;
        Ok(hello)
    })
}

#[tokio::test]
async fn a_server_is_trusted_by_the_authority_that_is_named_and_by_no_other() {
    let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, made.cert.pem()).unwrap();

    let listening = listener();
    let url = url_to(&listening);
    let server = refusing_server(listening, &made);
    let known = Target {
        ca_file: Some(&file),
        ..target(&url)
    };
    let refusal = ConnectError::Refused {
        message: "ada may not come in".to_owned(),
        sqlstate: "28000".to_owned(),
    };
    assert_eq!(Session::open(known, LONG).await.unwrap_err(), refusal);
    let hello = String::from_utf8_lossy(&server.join().unwrap().unwrap()).into_owned();
    for part in [
        "user\0ada\0",
        "database\0shop\0",
        "application_name\0test\0",
    ] {
        assert!(hello.contains(part), "{hello:?}");
    }

    let listening = listener();
    let other = url_to(&listening);
    let server = refusing_server(listening, &made);
    let error = refused(&other, LONG).await;
    assert!(matches!(error, ConnectError::NotSecure { .. }), "{error:?}");
    assert!(server.join().unwrap().is_err());

    let unreadable = Target {
        ca_file: Some(folder.path()),
        ..known
    };
    let error = Session::open(unreadable, LONG).await.unwrap_err();
    assert_eq!(error, ConnectError::CaFile(folder.path().to_owned()));
}

#[tokio::test]
async fn a_run_that_is_cancelled_while_it_connects_has_changed_nothing() {
    let listener = listener();
    let url = url_to(&listener);
    let script = Script::parse("SELECT 1").unwrap();
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let server = std::thread::spawn(move || {
        let connection = listener.accept().unwrap();
        stop.cancel();
        connection
    });
    let mut reports = 0;
    let progress = |_| reports += 1;
    let error = run(
        &script,
        target(&url),
        progress,
        cancel,
        Deadlines::default(),
    )
    .await;
    let error = error.unwrap_err();
    assert_eq!(
        (error.failure, error.rolled_back),
        (RunFailure::Cancelled, true)
    );
    assert_eq!((error.position, reports), (None, 0));
    drop(server.join().unwrap());
}

#[tokio::test]
async fn a_run_without_a_session_says_why() {
    let listener = listener();
    let url = url_to(&listener);
    let script = Script::parse("SELECT 1").unwrap();
    let deadlines = Deadlines {
        connect: SHORT,
        ..Deadlines::default()
    };
    let cancel = CancellationToken::new();
    let error = run(&script, target(&url), |_| {}, cancel, deadlines).await;
    let error = error.unwrap_err();
    assert!(error.rolled_back && error.position.is_none());
    assert!(matches!(
        error.failure,
        RunFailure::Connect(ConnectError::TimedOut { .. })
    ));
    assert_eq!(error.to_string(), "127.0.0.1 did not answer in time");
}
