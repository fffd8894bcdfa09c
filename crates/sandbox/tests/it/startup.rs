//! What clients say to a database's port before they are let in.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore};
use sandbox::ServerState;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, sql};

const STARTUP: u32 = 3 << 16;
const CANCEL: u32 = 80_877_102;
const SSL: u32 = 80_877_103;
const GSS: u32 = 80_877_104;
const DEADLINE: Duration = Duration::from_secs(60);

/// A sandbox with one database, whose server is suspended.
struct Suspended {
    sandbox: TestSandbox,
    url: String,
    project: String,
}

impl Suspended {
    async fn start() -> Self {
        let sandbox = TestSandbox::start().await;
        let record = sandbox.create().await;
        let (url, project) = (
            text(&record, "connection_string").to_owned(),
            project(&record),
        );
        sandbox.running.suspend(&project).await.unwrap();
        Self {
            sandbox,
            url,
            project,
        }
    }

    fn is(&self, state: ServerState, after: &str) {
        assert_eq!(self.sandbox.state(&self.project), state, "after {after}");
    }

    fn tls(&self, alpn: &[&[u8]]) -> Arc<ClientConfig> {
        let mut roots = RootCertStore::empty();
        let ca = CertificateDer::from_pem_file(&self.sandbox.running.ca_file).unwrap();
        roots.add(ca).unwrap();
        let provider = rustls::crypto::ring::default_provider();
        let mut config = ClientConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = alpn.iter().map(|name| name.to_vec()).collect();
        Arc::new(config)
    }

    async fn plain(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", sql::port(&self.url)))
            .await
            .unwrap()
    }

    /// In TLS that was asked for.
    async fn encrypted(&self) -> TlsStream<TcpStream> {
        let mut stream = self.plain().await;
        stream.write_all(&message(SSL, b"")).await.unwrap();
        let mut answer = [0];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer, *b"S");
        let connector = TlsConnector::from(self.tls(&[]));
        connector.connect(localhost(), stream).await.unwrap()
    }

    /// In TLS from the first byte.
    async fn direct(&self, alpn: &[&[u8]]) -> std::io::Result<TlsStream<TcpStream>> {
        let connector = TlsConnector::from(self.tls(alpn));
        connector.connect(localhost(), self.plain().await).await
    }

    /// The first record of a handshake.
    fn client_hello(&self) -> Vec<u8> {
        let config = self.tls(&[b"postgresql"]);
        let mut client = ClientConnection::new(config, localhost()).unwrap();
        let mut bytes = Vec::new();
        client.write_tls(&mut bytes).unwrap();
        bytes
    }
}

fn localhost() -> ServerName<'static> {
    ServerName::try_from("localhost").unwrap()
}

/// A message with its length before it.
fn message(code: u32, rest: &[u8]) -> Vec<u8> {
    let length = u32::try_from(rest.len() + 8).unwrap();
    [&length.to_be_bytes(), &code.to_be_bytes(), rest].concat()
}

/// From pairs such as `user=zoe`.
fn startup(pairs: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for pair in pairs {
        bytes.extend(pair.replacen('=', "\0", 1).bytes());
        bytes.push(0);
    }
    bytes.push(0);
    message(STARTUP, &bytes)
}

/// Says it and nothing more; what is answered until the other side hangs up.
async fn answer(mut stream: impl AsyncRead + AsyncWrite + Unpin, said: &[u8]) -> Vec<u8> {
    let mut answer = Vec::new();
    let talking = async {
        // Whoever was hung up on hears nothing.
        let _ = stream.write_all(said).await;
        let _ = stream.shutdown().await;
        let _ = stream.read_to_end(&mut answer).await;
    };
    timeout(DEADLINE, talking).await.expect("it hangs up");
    answer
}

/// The SQLSTATE and the text of an error.
fn refusal(answer: &[u8]) -> (String, String) {
    assert_eq!(answer.first(), Some(&b'E'), "{answer:?}");
    let said = String::from_utf8_lossy(&answer[5..]).into_owned();
    let field = |kind: char| {
        let field = said.split('\0').find_map(|field| field.strip_prefix(kind));
        field.unwrap_or_default().to_owned()
    };
    (field('C'), field('M'))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_alone_wakes_no_server() {
    let it = Suspended::start().await;
    let hello = it.client_hello();
    for (what, said) in [
        ("a hello", hello.clone()),
        ("a hello asked for", [message(SSL, b""), hello].concat()),
    ] {
        let answered = answer(it.plain().await, &said).await;
        assert!(answered.len() > 500, "{what}: the server's half");
        it.is(ServerState::Suspended, what);
    }
    drop(it.encrypted().await);
    drop(it.direct(&[b"postgresql"]).await.unwrap());
    for (what, said) in [
        ("nothing", vec![]),
        ("a second request", message(SSL, b"")),
        ("a request of Kerberos", message(GSS, b"")),
        ("a cancel request", message(CANCEL, &[0; 8])),
        ("one with a long key", message(CANCEL, &[7; 260])),
        ("a half", startup(&["user=svcdb_owner"])[..20].to_vec()),
        ("no user", startup(&["database=svcdb"])),
    ] {
        assert_eq!(answer(it.encrypted().await, &said).await, b"", "{what}");
        it.is(ServerState::Suspended, what);
    }
    // Direct TLS is for those who name the protocol, as it is with PostgreSQL.
    let said = startup(&["user=svcdb_owner", "database=svcdb"]);
    let unnamed = it.direct(&[]).await.unwrap();
    assert_eq!(answer(unnamed, &said).await, b"");
    assert!(it.direct(&[b"h2"]).await.is_err());
    it.is(ServerState::Suspended, "another protocol");
    // A client that stops sending has the answer nevertheless.
    let named = it.direct(&[b"postgresql"]).await.unwrap();
    let asked = answer(named, &said).await;
    assert!(asked.starts_with(b"R"), "{asked:?}");
    assert!(asked.windows(18).any(|it| it == b"SCRAM-SHA-256-PLUS"));
    it.is(ServerState::Running, "a startup message in TLS");
    it.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_startup_message_is_judged_before_a_server_is_woken() {
    let it = Suspended::start().await;
    let endpoint = it.sandbox.server(&it.project).endpoint_id;
    let who = ["user=svcdb_owner", "database=svcdb"];
    let other = "options=endpoint=ep-another-one-12345678-pooler";
    let not_found = "The requested endpoint could not be found, or you don't have access to it.";
    let physical = "no pg_hba.conf entry for replication connection from host \"127.0.0.1\", user \
                    \"svcdb_owner\", SSL encryption";
    for (what, more, code, message) in [
        ("another endpoint", other, "08004", not_found),
        ("physical", "replication=true", "28000", physical),
        ("in one letter", "replication=Y", "28000", physical),
    ] {
        let said = startup(&[&who[..], &[more]].concat());
        let refused = answer(it.encrypted().await, &said).await;
        assert_eq!(refusal(&refused), (code.into(), message.into()), "{what}");
        it.is(ServerState::Suspended, what);
    }
    // What only a driver understands, and the names of this endpoint.
    for more in [
        vec![
            "channel_binding=require",
            "sslrootcert=/a",
            "sslmode=require",
        ],
        vec!["application_name=mine", "DateStyle=German", "my.own=1"],
        vec![&*format!("options=endpoint={endpoint}")],
        vec![&*format!("options=endpoint={endpoint}-pooler -c jit=off")],
    ] {
        let said = startup(&[&who[..], &more].concat());
        let asked = answer(it.encrypted().await, &said).await;
        assert!(asked.starts_with(b"R"), "{more:?}: {asked:?}");
    }
    // What PostgreSQL itself refuses is refused by it.
    let said = startup(&[&who[..], &["DateStyle=none"]].concat());
    let asked = answer(it.encrypted().await, &said).await;
    assert!(asked.starts_with(b"R"), "only after the login");

    let mut config = sql::config(&it.url);
    config.application_name("mine");
    config.options(format!("endpoint={endpoint} -c work_mem=3MB"));
    let tls = sql::tls(&it.sandbox.running.ca_file);
    let (client, connection) = config.connect(tls).await.unwrap();
    tokio::spawn(connection);
    let set = "SELECT current_setting('application_name') || current_setting('work_mem')";
    assert_eq!(sql::one(&client, set).await, "mine3MB");
    it.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_say_what_they_want_is_hung_up_on_in_time() {
    let it = Suspended::start().await;
    let half = startup(&["user=svcdb_owner", "database=svcdb"])[..20].to_vec();
    let (silent, mut asking, mut half_plain) =
        (it.plain().await, it.plain().await, it.plain().await);
    asking.write_all(&message(SSL, b"")).await.unwrap();
    half_plain.write_all(&half).await.unwrap();
    let shaken = it.encrypted().await;
    let mut half_said = it.encrypted().await;
    half_said.write_all(&half).await.unwrap();
    half_said.flush().await.unwrap();
    let begun = Instant::now();
    let plain = [silent, asking, half_plain].map(until_closed);
    let (plain, _, _) = tokio::join!(
        futures::future::join_all(plain),
        until_closed(shaken),
        until_closed(half_said)
    );
    let took = begun.elapsed();
    assert_eq!(plain, [&b""[..], b"S", b""]);
    assert!(took > Duration::from_secs(10), "{took:?}");
    it.is(ServerState::Suspended, "all of them");
    it.sandbox.stop().await;
}

async fn until_closed(mut stream: impl AsyncRead + Unpin) -> Vec<u8> {
    let mut read = Vec::new();
    let closed = timeout(DEADLINE, stream.read_to_end(&mut read)).await;
    let _ = closed.expect("it is closed");
    read
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_transferred_is_counted_without_what_tls_adds() {
    const LENGTH: u64 = 8_000_000;
    let it = Suspended::start().await;
    let transferred = || it.sandbox.server(&it.project).transfer_bytes;
    let client = sql::connect(&it.sandbox.running.ca_file, &it.url).await;
    let before = transferred();
    assert!((200..20_000).contains(&before), "{before}: a login");
    let long = sql::one(&client, &format!("SELECT repeat('x', {LENGTH})")).await;
    assert_eq!(long.len() as u64, LENGTH);
    let counted = transferred() - before;
    assert!(
        (LENGTH..LENGTH + LENGTH / 100).contains(&counted),
        "{counted}"
    );
    sql::one(&client, &format!("SELECT length('{long}')")).await;
    let counted = transferred() - before;
    assert!(
        (2 * LENGTH..2 * LENGTH + LENGTH / 50).contains(&counted),
        "{counted}"
    );
    it.sandbox.stop().await;
}

/// A few changes to something that a client says.
fn mutated(random: &mut StdRng, valid: &[u8]) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    for _ in 0..random.random_range(1..5) {
        let at = random.random_range(0..bytes.len().max(1));
        match random.random_range(0..6) {
            _ if bytes.is_empty() => break,
            0 => bytes.truncate(at),
            1 => bytes[at] = random.random(),
            2 => bytes[at] ^= 1 << random.random_range(0..8),
            3 => bytes.insert(at, random.random()),
            4 => drop(bytes.remove(at)),
            _ => {
                let copied = bytes[at..].to_vec();
                bytes.extend(copied.iter().take(300));
            }
        }
    }
    bytes
}

/// A startup message inside TLS that can be none.
fn broken(random: &mut StdRng) -> Vec<u8> {
    let mut bytes = startup(&["user=svcdb_owner", "database=svcdb", "options=-c jit=off"]);
    match random.random_range(0..4) {
        0 => bytes.truncate(random.random_range(0..bytes.len())),
        1 => {
            let mut length = random.random_range(0..20_000_u32);
            length += u32::from(length as usize == bytes.len());
            bytes[..4].copy_from_slice(&length.to_be_bytes());
        }
        2 => bytes[5] = random.random_range(4..=255),
        _ => *bytes.last_mut().unwrap() = random.random_range(1..=255),
    }
    bytes
}

#[cfg(target_os = "linux")]
fn handles() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[cfg(not(target_os = "linux"))]
fn handles() -> usize {
    0
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_said_wakes_nothing_and_breaks_nothing() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    const AT_ONCE: usize = 16;
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |what| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual(what);
    }));
    let rounds = match std::env::var_os("PLINTH_THOROUGH") {
        Some(_) => 200_000,
        None => 2_000,
    };
    let seed = std::env::var("PLINTH_STARTUP_SEED").ok();
    let seed = seed.map_or_else(|| rand::rng().random(), |seed| seed.parse().unwrap());
    eprintln!("PLINTH_STARTUP_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let it = Suspended::start().await;
    let hello = it.client_hello();
    let (ssl, gss) = (message(SSL, b""), message(GSS, b""));
    let valid = [
        hello.clone(),
        [&ssl[..], &hello].concat(),
        [&gss[..], &ssl, &hello].concat(),
        startup(&["user=svcdb_owner", "database=svcdb", "options=-c jit=off"]),
        message(CANCEL, &[9; 8]),
    ];
    // Whatever is opened once and kept is open before the count.
    answer(it.plain().await, &valid[1]).await;
    let before = handles();
    for round in 0..rounds / AT_ONCE {
        let talks = (0..AT_ONCE).map(|number| {
            // A handshake as a whole costs more than all the others.
            let is_inside = number == 0 && round % 5 == 0;
            let said = match is_inside {
                true => broken(&mut random),
                false => {
                    let which = random.random_range(0..valid.len());
                    mutated(&mut random, &valid[which])
                }
            };
            let it = &it;
            async move {
                match is_inside {
                    true => answer(it.encrypted().await, &said).await,
                    false => answer(it.plain().await, &said).await,
                }
            }
        });
        for answered in futures::future::join_all(talks).await {
            assert_ne!(answered.first(), Some(&b'R'), "nobody is asked to log in");
        }
        it.is(ServerState::Suspended, "all of them");
    }
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
    crate::support::until("all of them are closed", async || handles() <= before).await;
    // It still serves.
    let client = sql::connect(&it.sandbox.running.ca_file, &it.url).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    it.sandbox.stop().await;
}
