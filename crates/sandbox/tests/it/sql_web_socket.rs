//! PostgreSQL's protocol in a WebSocket, as the serverless driver speaks it, frame by frame.

use std::time::{Duration, Instant};

use sandbox::ServerState;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, http, send, sql, until};

const DEADLINE: Duration = Duration::from_secs(60);
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;
const FINAL: u8 = 0x80;

/// A client's end of a WebSocket.
struct Socket {
    stream: TcpStream,
    /// What came in binary frames and was not read yet.
    bytes: Vec<u8>,
}

impl Socket {
    async fn open(sandbox: &TestSandbox, port: u16) -> Self {
        let address = http::address(sandbox.url());
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /v2?address=localhost:{port} HTTP/1.1\r\nhost: {address}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(timeout(DEADLINE, stream.read_u8()).await.unwrap().unwrap());
        }
        let head = String::from_utf8(head).unwrap();
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        // The example of RFC 6455.
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Self {
            stream,
            bytes: Vec::new(),
        }
    }

    /// As `first` says it is final, and of which type.
    async fn send(&mut self, first: u8, payload: &[u8]) {
        let mut frame = vec![first];
        match payload.len() {
            length @ 0..126 => frame.push(FINAL | u8::try_from(length).unwrap()),
            length => {
                frame.push(FINAL | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        let mask = [7, 77, 177, 27];
        frame.extend(mask);
        frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(a, b)| a ^ b));
        self.stream.write_all(&frame).await.unwrap();
    }

    async fn say(&mut self, bytes: &[u8]) {
        self.send(FINAL | BINARY, bytes).await;
    }

    /// The type and payload of the next frame.
    async fn frame(&mut self) -> (u8, Vec<u8>) {
        let reading = async {
            let first = self.stream.read_u8().await.unwrap();
            let length = match self.stream.read_u8().await.unwrap() {
                126 => u64::from(self.stream.read_u16().await.unwrap()),
                127 => self.stream.read_u64().await.unwrap(),
                length => u64::from(length),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            self.stream.read_exact(&mut payload).await.unwrap();
            (first & 15, payload)
        };
        timeout(DEADLINE, reading).await.expect("a frame in time")
    }

    /// The next message of the server, in whatever frames it comes.
    async fn message(&mut self) -> (char, Vec<u8>) {
        loop {
            if let Some(length) = self.bytes.get(1..5) {
                let length = u32::from_be_bytes(length.try_into().unwrap()) as usize + 1;
                if self.bytes.len() >= length {
                    let rest = self.bytes.split_off(length);
                    let message = std::mem::replace(&mut self.bytes, rest);
                    return (char::from(message[0]), message[5..].to_vec());
                }
            }
            let (kind, payload) = self.frame().await;
            assert_eq!(kind, BINARY, "{payload:?}");
            self.bytes.extend(payload);
        }
    }

    /// Everything up to a message of this type.
    async fn until(&mut self, last: char) -> Vec<(char, Vec<u8>)> {
        let mut all = Vec::new();
        while all.last().is_none_or(|(kind, _)| *kind != last) {
            all.push(self.message().await);
        }
        all
    }

    /// The code with which it is closed.
    async fn closed(&mut self) -> Option<u16> {
        let (kind, payload) = self.frame().await;
        assert_eq!(kind, CLOSE, "{payload:?}");
        payload.first_chunk().map(|code| u16::from_be_bytes(*code))
    }
}

/// What a client sends to log in: its startup message, and the password.
struct Login {
    port: u16,
    startup: Vec<u8>,
    password: Vec<u8>,
}

impl Login {
    fn of(string: &str) -> Self {
        let config = sql::config(string);
        let (user, database) = (config.get_user().unwrap(), config.get_dbname().unwrap());
        let pairs = format!(
            "user\0{user}\0database\0{database}\0fallback_thing\0x\0application_name\0ws\0\0"
        );
        let mut password = config.get_password().unwrap().to_vec();
        password.push(0);
        Self {
            port: config.get_ports()[0],
            startup: first(3 << 16, pairs.as_bytes()),
            password: typed(b'p', &password),
        }
    }

    fn whole(&self) -> Vec<u8> {
        [self.startup.as_slice(), &self.password].concat()
    }
}

/// A message without a type, which begins a connection.
fn first(code: u32, rest: &[u8]) -> Vec<u8> {
    let length = u32::try_from(rest.len() + 8).unwrap();
    [&length.to_be_bytes(), &code.to_be_bytes(), rest].concat()
}

fn typed(kind: u8, rest: &[u8]) -> Vec<u8> {
    let length = u32::try_from(rest.len() + 4).unwrap();
    [&[kind], &length.to_be_bytes()[..], rest].concat()
}

fn query(text: &str) -> Vec<u8> {
    typed(b'Q', &[text.as_bytes(), b"\0"].concat())
}

fn kinds(messages: &[(char, Vec<u8>)]) -> String {
    messages.iter().map(|(kind, _)| *kind).collect()
}

/// A field of an ErrorResponse.
fn field(error: &[u8], kind: u8) -> String {
    let mut fields = error.split(|byte| *byte == 0);
    let found = fields.find(|field| field.first() == Some(&kind)).unwrap();
    String::from_utf8(found[1..].to_vec()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_may_say_everything_at_once_or_byte_by_byte() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (login, project) = (
        Login::of(text(&record, "connection_string")),
        project(&record),
    );
    sandbox.running.suspend(&project).await.unwrap();
    let before = sandbox.server(&project).transfer_bytes;

    let mut socket = Socket::open(&sandbox, login.port).await;
    socket
        .say(&[login.whole(), query("SHOW application_name")].concat())
        .await;
    assert_eq!(
        socket.message().await,
        ('R', vec![0, 0, 0, 3]),
        "the password, please"
    );
    let greeting = socket.until('Z').await;
    assert_eq!(greeting[0], ('R', vec![0; 4]));
    assert!(kinds(&greeting).ends_with("KZ"), "{}", kinds(&greeting));
    assert!(greeting.contains(&('S', b"client_encoding\0UTF8\0".to_vec())));
    let answer = socket.until('Z').await;
    assert_eq!(kinds(&answer), "TDCZ");
    assert!(answer[1].1.ends_with(b"ws"));
    assert_eq!(sandbox.server(&project).connections, 1);

    let mut other = Socket::open(&sandbox, login.port).await;
    for byte in login.whole() {
        other.say(&[byte]).await;
    }
    other.until('Z').await;
    // One message of WebSocket in three frames, and something else between them.
    let asked = query("SELECT repeat('x', 200000)");
    other.send(BINARY, &asked[..3]).await;
    other.send(FINAL | PING, b"there?").await;
    other.send(0, &asked[3..9]).await;
    other.send(FINAL, &asked[9..]).await;
    assert_eq!(other.frame().await, (PONG, b"there?".to_vec()));
    let answer = other.until('Z').await;
    assert_eq!(
        (kinds(&answer).as_str(), answer[1].1.len()),
        ("TDCZ", 200_006)
    );
    let counted = sandbox.server(&project).transfer_bytes - before;
    assert!((200_000..220_000).contains(&counted), "{counted}");

    // A close is answered, and what was said before it is still done.
    other
        .say(&query(
            "CREATE TABLE last AS SELECT 7 AS n FROM pg_sleep(0.2)",
        ))
        .await;
    other.send(FINAL | CLOSE, &1000_u16.to_be_bytes()).await;
    assert_eq!(other.closed().await, Some(1000));
    until("it is done", async || {
        socket.say(&query("SELECT n FROM last")).await;
        kinds(&socket.until('Z').await).starts_with('T')
    })
    .await;
    socket.say(&typed(b'X', b"")).await;
    assert_eq!(socket.closed().await, None, "the server ended it");
    until("nobody is connected", async || {
        sandbox.server(&project).connections == 0
    })
    .await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_lasts_while_silent_connections_close() {
    const SHORT: Duration = Duration::from_millis(100);
    let sandbox = TestSandbox::with(|config| {
        config.connections = sandbox::ConnectionLimits {
            most_http: Some(4),
            head_deadline: SHORT,
            idle_deadline: SHORT,
            reply_deadline: SHORT,
            ..sandbox::ConnectionLimits::default()
        };
    })
    .await;
    let record = sandbox.create().await;
    let login = Login::of(text(&record, "connection_string"));
    let mut socket = Socket::open(&sandbox, login.port).await;
    socket.say(&login.whole()).await;
    socket.until('Z').await;
    let mut silent = Vec::new();
    for _ in 0..20 {
        let address = http::address(sandbox.url());
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    for mut stream in silent {
        let ended = timeout(DEADLINE, stream.read_u8()).await;
        ended.expect("the connection closes").unwrap_err();
    }
    socket.say(&query("SELECT 1")).await;
    assert_eq!(kinds(&socket.until('Z').await), "TDCZ");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_is_refused_when_sessions_have_half_of_all_connections() {
    let sandbox = TestSandbox::with(|config| {
        config.connections.most_http = Some(8);
    })
    .await;
    let record = sandbox.create().await;
    let login = Login::of(text(&record, "connection_string"));
    // The last message before the session, or the error in its place.
    let log_in = async || {
        let mut socket = Socket::open(&sandbox, login.port).await;
        socket.say(&login.whole()).await;
        loop {
            let (kind, message) = socket.message().await;
            if "ZE".contains(kind) {
                break (socket, kind, message);
            }
        }
    };
    let mut sessions = Vec::new();
    for _ in 0..4 {
        let (session, kind, message) = log_in().await;
        assert_eq!(kind, 'Z', "{message:?}");
        sessions.push(session);
    }
    for _ in 0..8 {
        let (mut refused, kind, error) = log_in().await;
        assert_eq!(kind, 'E', "{error:?}");
        assert_eq!(field(&error, b'C'), "53300");
        assert_eq!(
            field(&error, b'M'),
            "the sandbox has as many sessions over HTTP and WebSocket as it may have (4)"
        );
        assert!(refused.closed().await.is_none());
    }
    // All others are served, and an end makes room.
    assert_eq!(sandbox.get("/unknown").await.status, 404);
    let mut last = sessions.pop().unwrap();
    last.say(&typed(b'X', b"")).await;
    assert_eq!(last.closed().await, None);
    until("there is room for a session", async || {
        let (_session, kind, _) = log_in().await;
        kind == 'Z'
    })
    .await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_login_wakes_nobody() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (login, project) = (
        Login::of(text(&record, "connection_string")),
        project(&record),
    );
    sandbox.running.suspend(&project).await.unwrap();
    let mut silent = Socket::open(&sandbox, login.port).await;
    const VERSION: u32 = 3 << 16;
    for (what, bytes) in [
        ("eight bytes", b"GET / HT".to_vec()),
        ("no user", first(VERSION, b"database\0x\0\0")),
        ("no end", first(VERSION, b"user\0zoe")),
        ("an old protocol", first(2 << 16, b"user\0zoe\0\0")),
        ("a long startup", first(VERSION, &[1; 10_001])),
        (
            "no password",
            [login.startup.clone(), query("SELECT 1")].concat(),
        ),
        (
            "a password of two",
            [login.startup.clone(), typed(b'p', b"a\0b\0")].concat(),
        ),
        (
            "a long password",
            [login.startup.clone(), typed(b'p', &[1; 10_001])].concat(),
        ),
        ("two requests for TLS", first(80_877_103, b"").repeat(2)),
    ] {
        let mut socket = Socket::open(&sandbox, login.port).await;
        socket.say(&bytes).await;
        let code = loop {
            match socket.frame().await {
                (BINARY, _) => {}
                (_, payload) => break payload.first_chunk().map(|code| u16::from_be_bytes(*code)),
            }
        };
        assert_eq!(code, Some(1002), "{what}");
    }
    let mut socket = Socket::open(&sandbox, login.port).await;
    socket.send(FINAL | TEXT, b"SELECT 1").await;
    assert_eq!(socket.closed().await, Some(1003));
    let mut socket = Socket::open(&sandbox, login.port).await;
    // Only the head of a frame that would be too large.
    let head = [
        &[FINAL | BINARY, FINAL | 127][..],
        &(65_u64 << 20).to_be_bytes(),
        &[0; 4],
    ]
    .concat();
    socket.stream.write_all(&head).await.unwrap();
    assert_eq!(socket.closed().await, Some(1009));
    // Nothing is running that could be cancelled.
    let mut socket = Socket::open(&sandbox, login.port).await;
    socket.say(&first(80_877_102, &[0; 8])).await;
    assert_eq!(socket.closed().await, None);

    for (what, port, login, code) in [
        ("no such port", 1, login.whole(), "08004"),
        (
            "a newer protocol",
            login.port,
            first(VERSION + 2, b"user\0zoe\0\0"),
            "0A000",
        ),
        (
            "replication",
            login.port,
            [
                first(VERSION, b"user\0zoe\0replication\0true\0\0"),
                login.password.clone(),
            ]
            .concat(),
            "28000",
        ),
    ] {
        let mut socket = Socket::open(&sandbox, port).await;
        socket.say(&login).await;
        let refused = socket.until('E').await;
        assert_eq!(field(&refused.last().unwrap().1, b'C'), code, "{what}");
        assert_eq!(socket.closed().await, None, "{what}");
    }
    for (headers, status) in [
        (&[][..], 426),
        (&[("upgrade", "websocket"), ("connection", "upgrade")], 426),
        (&[("origin", "https://evil.example")], 403),
    ] {
        let reply = send(sandbox.url(), "GET", "/v2", headers, b"").await;
        assert_eq!(reply.status, status, "{headers:?}");
    }
    assert_eq!(silent.closed().await, Some(1008), "nothing came in time");
    assert_eq!(sandbox.state(&project), ServerState::Suspended);

    let mut socket = Socket::open(&sandbox, login.port).await;
    socket
        .say(&[login.startup, typed(b'p', b"wrong\0")].concat())
        .await;
    let refused = socket.until('E').await;
    assert_eq!(field(&refused[1].1, b'C'), "28P01");
    assert_eq!(socket.closed().await, None);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_is_cancelled_and_a_stop_ends_every_session() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let login = Login::of(string);
    let mut socket = Socket::open(&sandbox, login.port).await;
    socket.say(&login.whole()).await;
    let greeting = socket.until('Z').await;
    let (_, key) = greeting.iter().find(|(kind, _)| *kind == 'K').unwrap();
    socket.say(&query("SELECT pg_sleep(300)")).await;
    let client = sql::connect(&sandbox.running.ca_file, string).await;
    let asleep = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(300)'";
    until("it runs", async || sql::one(&client, asleep).await == "1").await;
    let mut cancel = Socket::open(&sandbox, login.port).await;
    cancel.say(&first(80_877_102, key)).await;
    assert_eq!(cancel.closed().await, None);
    let ended = socket.until('Z').await;
    let (_, error) = ended.iter().find(|(kind, _)| *kind == 'E').unwrap();
    assert_eq!(field(error, b'C'), "57014");

    let mut waiting = Socket::open(&sandbox, login.port).await;
    waiting.say(&login.startup).await;
    assert_eq!(waiting.message().await.0, 'R');
    drop(client);
    let begun = Instant::now();
    let (stopped, ()) = tokio::join!(
        async { (socket.closed().await, waiting.closed().await) },
        sandbox.stop()
    );
    assert_eq!(stopped, (Some(1001), Some(1001)));
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}
