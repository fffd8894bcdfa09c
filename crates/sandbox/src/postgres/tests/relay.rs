//! By which marks a relay knows the program that it serves.

use std::io;
use std::path::Path;
use std::sync::Arc;

use futures::future::BoxFuture;
use rustls::ClientConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::test_pool::{ADMIN_PASSWORD, TESTER, TestPool, all, any_certificate, connect_with};
use crate::postgres::relay::{CERTIFICATE, KEY, LoginRole, Relay, RunningServer, Upstream};
use crate::postgres::startup::Purpose;

#[derive(Debug)]
struct Tester {
    server: RunningServer,
    program: u32,
}

impl Upstream for Tester {
    fn purpose(&self) -> Purpose {
        Purpose::Statements
    }

    fn programs(self: Arc<Self>) -> BoxFuture<'static, io::Result<Vec<u32>>> {
        Box::pin(std::future::ready(Ok(vec![self.program])))
    }

    fn server(self: Arc<Self>) -> BoxFuture<'static, io::Result<RunningServer>> {
        Box::pin(std::future::ready(Ok(self.server.clone())))
    }

    fn role(self: Arc<Self>, _port: u16) -> BoxFuture<'static, io::Result<LoginRole>> {
        let role = LoginRole::lasting(TESTER.to_owned());
        Box::pin(std::future::ready(Ok(role)))
    }
}

fn with_key(folder: Option<&Path>) -> ClientConfig {
    let config = ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(any_certificate());
    let Some(folder) = folder else {
        return config.with_no_client_auth();
    };
    let certificate = CertificateDer::from_pem_file(folder.join(CERTIFICATE));
    let key = PrivateKeyDer::from_pem_file(folder.join(KEY));
    let config = config.with_client_auth_cert(vec![certificate.unwrap()], key.unwrap());
    config.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_serves_the_process_that_it_was_opened_for_with_its_own_key() {
    let test = TestPool::start().await;
    let (main, _) = test.running("main").await;
    let open = async |program: u32, name: &str| {
        let port = main.port_if_running().await.unwrap();
        let server = test.pool.running(port, main.leaf().unwrap());
        let relay = Relay::open(Arc::new(Tester { server, program })).await;
        let (relay, folder) = (relay.unwrap(), test.path(name));
        std::fs::create_dir(&folder).unwrap();
        relay.write_key(&folder, None).unwrap();
        (relay, folder)
    };
    let own = std::process::id();
    let (ours, our_key) = open(own, "ours").await;
    let (_other, other_key) = open(own, "other").await;
    // No process has this number. The next one to our own may be that of a thread.
    let (foreign, foreign_key) = open(u32::MAX, "foreign").await;
    for (relay, key, is_served) in [
        (&ours, Some(&our_key), true),
        (&ours, Some(&other_key), false),
        (&ours, None, false),
        // Only Linux tells who connects.
        (&foreign, Some(&foreign_key), !cfg!(target_os = "linux")),
    ] {
        let mut config = tokio_postgres::Config::new();
        config
            .user("anybody")
            .password(ADMIN_PASSWORD)
            .dbname("svcdb");
        let tls = with_key(key.map(std::path::PathBuf::as_path));
        let client = connect_with(config, relay.port, tls).await;
        assert_eq!(client.is_ok(), is_served, "{key:?}: {:?}", client.err());
        if let Ok(client) = client {
            assert_eq!(all(&client, "SELECT current_user").await, TESTER);
        }
    }
    test.stop().await;
}
