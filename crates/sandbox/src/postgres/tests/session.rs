//! Whom the sandbox's own sessions answer, and what is kept of what a server says.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::Utc;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

use super::test_pool::{ADMIN_PASSWORD, TestPool};
use crate::operation::TaskError;
use crate::postgres::authority::{Authority, Leaf};
use crate::postgres::session::{Admin, Session};
use crate::state::Secret;

/// For a password in clear, as MD5, and by SCRAM without the method that is bound to the
/// certificate.
const QUESTIONS: [&[u8]; 3] = [
    b"R\0\0\0\x08\0\0\0\x03",
    b"R\0\0\0\x0c\0\0\0\x05salt",
    b"R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0",
];

fn authority(folder: &Path) -> Arc<Authority> {
    Arc::new(Authority::open(folder, Utc::now()).unwrap())
}

#[tokio::test]
async fn a_server_that_is_not_the_sandboxs_own_hears_nothing() {
    let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (own, other) = (authority(own.path()), authority(other.path()));
    for question in QUESTIONS {
        let plain = received(&own, None, question).await;
        assert_eq!(plain, b"", "without TLS");
        let foreign = received(&own, Some(Arc::new(other.issue().unwrap())), question).await;
        assert_eq!(foreign, b"", "with a certificate of another authority");
        // Whoever has the key of the sandbox's servers learns who calls, and no password.
        let stolen = received(&own, Some(Arc::new(own.issue().unwrap())), question).await;
        let (length, startup) = stolen.split_first_chunk().unwrap();
        assert_eq!(u32::from_be_bytes(*length) as usize, 4 + startup.len());
    }
}

#[test]
fn the_key_that_servers_of_earlier_versions_shared_goes() {
    let folder = tempfile::tempdir().unwrap();
    drop(authority(folder.path()));
    let tls = folder.path().join("tls");
    let ca = std::fs::read(tls.join("ca.pem")).unwrap();
    for name in ["leaf.key", "leaf.pem", "leaf.expires", "leaf.names"] {
        std::fs::write(tls.join(name), "shared").unwrap();
    }
    let again = authority(folder.path());
    let left = super::test_pool::names_in(&tls);
    assert_eq!(left, ["ca.expires", "ca.key", "ca.pem", "pooler-ca.pem"]);
    assert_eq!(std::fs::read(tls.join("ca.pem")).unwrap(), ca);
    let (one, other) = (again.issue().unwrap(), again.issue().unwrap());
    assert_ne!(one.key_pem.reveal(), other.key_pem.reveal());
}

/// What something that listens in a server's place is told by a session, after that has asked
/// for TLS.
async fn received(
    authority: &Arc<Authority>,
    leaf: Option<Arc<Leaf>>,
    question: &'static [u8],
) -> Vec<u8> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let listening = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.read_exact(&mut [0; 8]).await.unwrap();
        let Some(leaf) = leaf else {
            stream.write_all(b"N").await.unwrap();
            return ask(stream, question).await;
        };
        stream.write_all(b"S").await.unwrap();
        match TlsAcceptor::from(Arc::clone(&leaf.tls))
            .accept(stream)
            .await
        {
            Ok(stream) => ask(stream, question).await,
            Err(_) => Vec::new(),
        }
    });
    let admin = Admin::new(Secret::new(ADMIN_PASSWORD), Arc::clone(authority));
    assert!(Session::open(port, &admin, "postgres").await.is_err());
    let received = timeout(Duration::from_secs(20), listening).await;
    received.expect("the session hangs up").unwrap()
}

async fn ask(mut stream: impl AsyncRead + AsyncWrite + Unpin, question: &[u8]) -> Vec<u8> {
    let mut received = Vec::new();
    // Whoever hung up hears neither.
    let _ = stream.write_all(question).await;
    let _ = stream.flush().await;
    let _ = stream.read_to_end(&mut received).await;
    received
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_servers_error_the_code_alone_is_kept() {
    let test = TestPool::start().await;
    let (_compute, port) = test.running("main").await;
    let session = Session::open(port, &test.admin(), "postgres")
        .await
        .unwrap();
    let refused = session.run("SELECT 'of their rows'::int").await;
    let error = TaskError::from(refused.unwrap_err());
    assert!(error.message().contains("of their rows"), "{error:?}");
    assert_eq!(
        error.stored_message(),
        "the server refused the sandbox's own statement: SQLSTATE 22P02"
    );
    session.close().await.unwrap();
    test.stop().await;
}
