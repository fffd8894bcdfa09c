//! The two legs of a connection: what a login is bound to, and whom a server lets in.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use chrono::{TimeDelta, Utc};
use rustls::ClientConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_postgres::config::ChannelBinding;

use super::test_pool::{ADMIN_PASSWORD, TESTER, TestPool, all, any_server, connect, connect_with};
use crate::postgres::authority::Leaf;

fn superuser() -> tokio_postgres::Config {
    let mut config = tokio_postgres::Config::new();
    config.user(TESTER).password(ADMIN_PASSWORD).dbname("svcdb");
    config
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_is_bound_to_the_certificate_also_after_that_was_renewed() {
    let test = TestPool::start().await;
    let (compute, _) = test.running("main").await;
    let log_in = async || {
        let mut bound = superuser();
        bound.channel_binding(ChannelBinding::Require);
        let tls = test.pool.authority.client().unwrap();
        let client = connect_with(bound, compute.port, tls).await.unwrap();
        assert_eq!(all(&client, "SELECT 1").await, "1");
    };
    let next_year = Utc::now() + TimeDelta::days(380);
    let shown = |at| compute.leaf_at(at).unwrap().certificate_pem.clone();
    let old = shown(Utc::now());
    log_in().await;
    assert_eq!(shown(next_year), old);
    log_in().await;
    compute.suspend().await;
    assert_eq!(shown(Utc::now()), old);
    log_in().await;
    compute.suspend().await;
    assert_ne!(shown(next_year), old);
    log_in().await;
    test.stop().await;
}

/// Shows the server that certificate instead of the sandbox's, or none.
fn with(leaf: Option<&Leaf>) -> ClientConfig {
    let like = any_server();
    let config = ClientConfig::builder_with_provider(like.crypto_provider().clone())
        .with_safe_default_protocol_versions()
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(super::test_pool::any_certificate());
    let Some(leaf) = leaf else {
        return config.with_no_client_auth();
    };
    let certificate = CertificateDer::from_pem_slice(leaf.certificate_pem.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(leaf.key_pem.reveal().as_bytes());
    config
        .with_client_auth_cert(vec![certificate.unwrap()], key.unwrap())
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_lets_in_nobody_but_the_sandbox_by_its_own_port() {
    let test = TestPool::start().await;
    let (compute, port) = test.running("main").await;
    let refused = connect_with(superuser(), port, with(None))
        .await
        .err()
        .unwrap();
    let refused = refused.as_db_error().unwrap();
    assert_eq!(
        (refused.code().code(), refused.message()),
        ("28000", "connection requires a valid client certificate")
    );
    // Its own certificate is none of a client, and the server knows no authority.
    let leaf = compute.leaf().unwrap();
    let refused = connect_with(superuser(), port, with(Some(&leaf))).await;
    let refused = refused.err().unwrap();
    assert!(refused.as_db_error().is_none(), "{refused}");
    drop(connect(port, "svcdb").await);
    let client = connect_with(superuser(), compute.port, with(None)).await;
    assert_eq!(all(&client.unwrap(), "SELECT 1").await, "1");
    test.stop().await;
}

/// The key of a server and the certificate that clients are shown.
fn proofs(cluster: &Path) -> [String; 2] {
    ["server.key", "server.crt"].map(|name| fs::read_to_string(cluster.join(name)).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_server_has_a_key_of_its_own_and_a_copy_has_none() {
    let test = TestPool::start().await;
    let (main, _) = test.running("main").await;
    let (other, _) = test.running("other").await;
    test.copy("main", "copy of the running").await.unwrap();
    main.suspend().await;
    test.copy("main", "copy of the suspended").await.unwrap();
    let mut proofs_of_all = vec![proofs(&main.cluster), proofs(&other.cluster)];
    for name in ["copy of the running", "copy of the suspended"] {
        let cluster = test.path(name);
        for file in ["server.key", "server.crt", "client.crt"] {
            assert!(!cluster.join(file).exists(), "{name} has {file}");
        }
        let copy = test.add_compute(name).await;
        copy.wake().await.unwrap();
        proofs_of_all.push(proofs(&cluster));
        // A client that verifies the server still gets in.
        let tls = test.pool.authority.client().unwrap();
        let mut bound = superuser();
        bound.channel_binding(ChannelBinding::Require);
        let client = connect_with(bound, copy.port, tls).await.unwrap();
        assert_eq!(all(&client, "SELECT 1").await, "1");
    }
    for at in 0..2 {
        let different: BTreeSet<_> = proofs_of_all.iter().map(|it| &it[at]).collect();
        assert_eq!(different.len(), proofs_of_all.len());
    }
    test.stop().await;
}
