//! A certificate that nobody vouches for ends the call before anything is sent.

use std::sync::Arc;

use api::{CreateDatabase, Instant, InstantUrl};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;

use crate::environment::Manual;
use crate::instant_fixture::{in_time, options};

#[tokio::test]
async fn an_unknown_certificate_is_not_accepted() {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivatePkcs8KeyDer::from(own.signing_key.serialize_der());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![own.cert.der().clone()], key.into())
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!(
        "https://localhost:{}",
        listener.local_addr().unwrap().port()
    );
    let server = tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            if let Ok(mut stream) = acceptor.accept(stream).await {
                let mut byte = [0];
                let read = stream.read(&mut byte).await;
                assert!(!matches!(read, Ok(1)), "something was sent");
            }
        }
    });

    let client = Instant::new(InstantUrl::parse(&base).unwrap(), options(&Manual::new())).unwrap();
    let error = in_time(client.create("plinth", CreateDatabase::default()))
        .await
        .unwrap_err();
    assert!(!error.is_maybe_applied());
    assert!(
        error
            .to_string()
            .ends_with(": the platform's certificate is not trusted"),
        "{error}"
    );
    assert!(!server.is_finished());
    server.abort();
}
