//! Against a small server on this machine, with and without encryption.

use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use secrecy::SecretString;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use super::line::{Roots, public_roots};
use super::server::{ProbeSmtp, Server};
use super::session;
use crate::view::SmtpProbeView;
use crate::view::SmtpStep::{self, Connect, Greet, Login, Tls};
use crate::view::SmtpStepState::{self, Failed, Passed, Skipped, Warned};

const STEP: Duration = Duration::from_secs(5);
const GOOD: &str = "Zq8-right-secret";

/// How the server behaves.
#[derive(Clone, Copy, PartialEq)]
enum MailServerKind {
    /// Speaks plainly and offers logins.
    Plain,
    /// Plainly, and offers no login.
    NoLogin,
    /// Offers STARTTLS, and logins after it.
    StartTls,
    /// TLS from the first byte.
    TlsFirst,
    /// Takes the connection and says nothing.
    Silent,
    /// Speaks something else.
    Other,
    /// Turns everybody away.
    Closed,
    /// Answers a login with the password it was given.
    Echo,
}

struct Mailbox {
    port: u16,
    root: Vec<u8>,
    /// Ends with this.
    _serving: JoinSet<()>,
}

impl Mailbox {
    async fn open(kind: MailServerKind, name: &str) -> Self {
        let signed = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        let root = signed.cert.der().to_vec();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der()));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![signed.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            while let Ok((tcp, _)) = listener.accept().await {
                tokio::spawn(serve(tcp, kind, acceptor.clone()));
            }
        });
        Self {
            port,
            root,
            _serving: serving,
        }
    }

    fn trusted(&self) -> Roots {
        public_roots().with(&self.root)
    }
}

async fn serve(tcp: TcpStream, kind: MailServerKind, acceptor: TlsAcceptor) -> Option<()> {
    match kind {
        MailServerKind::Silent => std::future::pending().await,
        MailServerKind::Other => {
            let mut tcp = tcp;
            tcp.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                .await
                .ok()
        }
        MailServerKind::TlsFirst => {
            let mut line = BufReader::new(acceptor.accept(tcp).await.ok()?);
            line.write_all(b"220 mail.test ESMTP\r\n").await.ok()?;
            talk(&mut line, kind, true).await.map(drop)
        }
        MailServerKind::Closed => {
            let mut tcp = tcp;
            tcp.write_all(b"554 no service for you\r\n").await.ok()
        }
        _ => {
            let mut line = BufReader::new(tcp);
            line.write_all(b"220 mail.test ESMTP\r\n").await.ok()?;
            if talk(&mut line, kind, false).await? {
                let mut line = BufReader::new(acceptor.accept(line.into_inner()).await.ok()?);
                talk(&mut line, kind, true).await?;
            }
            Some(())
        }
    }
}

/// Whether encryption was asked for.
async fn talk<L: AsyncRead + AsyncWrite + Unpin>(
    line: &mut BufReader<L>,
    kind: MailServerKind,
    encrypted: bool,
) -> Option<bool> {
    loop {
        let mut said = String::new();
        if line.read_line(&mut said).await.ok()? == 0 {
            return None;
        }
        let said = said.trim_end();
        let reply = match said.split(' ').next()? {
            "EHLO" if kind == MailServerKind::StartTls && !encrypted => {
                "250-mail.test\r\n250 STARTTLS".to_owned()
            }
            "EHLO" if kind == MailServerKind::NoLogin => "250 mail.test".to_owned(),
            "EHLO" => "250-mail.test\r\n250 AUTH PLAIN LOGIN".to_owned(),
            "STARTTLS" => {
                line.write_all(b"220 go on\r\n").await.ok()?;
                return Some(true);
            }
            "AUTH" if kind == MailServerKind::Echo => {
                format!("535 what is {GOOD} and {}", plain("mailer", GOOD))
            }
            "AUTH" if said.ends_with(&plain("mailer", GOOD)) => "235 welcome".to_owned(),
            "AUTH" => "535 5.7.8 these credentials are not known".to_owned(),
            _ => "221 bye".to_owned(),
        };
        line.write_all(format!("{reply}\r\n").as_bytes())
            .await
            .ok()?;
    }
}

/// What AUTH PLAIN sends (RFC 4616).
fn plain(name: &str, password: &str) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = format!("\0{name}\0{password}");
    let mut out = String::new();
    for three in text.as_bytes().chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place) & 63) as usize];
            let is_padding = place > three.len();
            out.push(if is_padding { '=' } else { char::from(sign) });
        }
    }
    out
}

fn server(host: &str, port: u16, login: Option<(&str, &str)>) -> Server {
    Server::checked(ProbeSmtp {
        host: host.to_owned(),
        port: u32::from(port),
        username: login.map(|(name, _)| name.to_owned()),
        password: login.map(|(_, password)| SecretString::from(password)),
    })
    .unwrap()
}

fn states(view: &SmtpProbeView) -> Vec<(SmtpStep, SmtpStepState)> {
    view.steps.iter().map(|it| (it.step, it.state)).collect()
}

fn detail(view: &SmtpProbeView, step: SmtpStep) -> &str {
    let found = view.steps.iter().find(|it| it.step == step).unwrap();
    found.detail.as_deref().unwrap_or_default()
}

#[tokio::test]
async fn a_server_with_encryption_takes_the_right_password_and_says_why_it_refuses_another() {
    let mailbox = Mailbox::open(MailServerKind::StartTls, "localhost").await;
    let right = server("localhost", mailbox.port, Some(("mailer", GOOD)));
    let view = session::run(&right, &mailbox.trusted(), STEP).await;
    let all = [
        (Connect, Passed),
        (Greet, Passed),
        (Tls, Passed),
        (Login, Passed),
    ];
    assert_eq!(states(&view), all);

    let wrong = server("localhost", mailbox.port, Some(("mailer", "wrong")));
    let view = session::run(&wrong, &mailbox.trusted(), STEP).await;
    assert_eq!(states(&view)[3], (Login, Failed));
    let why = detail(&view, Login);
    assert!(
        why.contains("535") && why.contains("these credentials are not known"),
        "{why}"
    );
}

#[tokio::test]
async fn without_a_password_what_comes_before_the_login_is_tried() {
    let mailbox = Mailbox::open(MailServerKind::StartTls, "localhost").await;
    let nobody = server("localhost", mailbox.port, None);
    let view = session::run(&nobody, &mailbox.trusted(), STEP).await;
    assert_eq!(states(&view)[2..], [(Tls, Passed), (Login, Skipped)]);
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_stops_before_the_password() {
    let mailbox = Mailbox::open(MailServerKind::StartTls, "localhost").await;
    let right = server("localhost", mailbox.port, Some(("mailer", GOOD)));
    let view = session::run(&right, &public_roots(), STEP).await;
    assert_eq!(states(&view)[2..], [(Tls, Failed), (Login, Skipped)]);
    assert!(detail(&view, Tls).contains("No public CA"), "{view:?}");
}

#[tokio::test]
async fn a_certificate_of_another_server_is_reported_as_such() {
    let mailbox = Mailbox::open(MailServerKind::StartTls, "mail.example").await;
    let right = server("localhost", mailbox.port, Some(("mailer", GOOD)));
    let view = session::run(&right, &mailbox.trusted(), STEP).await;
    assert_eq!(states(&view)[2], (Tls, Failed));
    assert!(
        detail(&view, Tls).contains("does not match localhost"),
        "{view:?}"
    );
}

#[tokio::test]
async fn encryption_from_the_first_byte_comes_before_the_greeting() {
    let mailbox = Mailbox::open(MailServerKind::TlsFirst, "localhost").await;
    // Only on its own port is it spoken so; a test cannot have that one.
    let tcp = TcpStream::connect(("localhost", mailbox.port))
        .await
        .unwrap();
    let line = super::line::Encrypted::over(tcp, "localhost", &mailbox.trusted()).await;
    let name = lettre::transport::smtp::extension::ClientId::default();
    let mut spoken = lettre::transport::smtp::client::AsyncSmtpConnection::connect_with_transport(
        Box::new(line.unwrap()),
        &name,
    )
    .await
    .unwrap();
    assert!(spoken.test_connected().await);

    let plainly = server("localhost", mailbox.port, None);
    let view = session::run(&plainly, &mailbox.trusted(), Duration::from_millis(300)).await;
    assert_eq!(states(&view)[..2], [(Connect, Passed), (Greet, Failed)]);
    assert!(detail(&view, Greet).contains("465"), "{view:?}");
}

#[tokio::test]
async fn without_encryption_a_password_leaves_for_this_machine_only() {
    let mailbox = Mailbox::open(MailServerKind::Plain, "localhost").await;
    let local = server("127.0.0.1", mailbox.port, Some(("mailer", GOOD)));
    let view = session::run(&local, &public_roots(), STEP).await;
    assert_eq!(states(&view)[2..], [(Tls, Warned), (Login, Passed)]);

    // The same server under an address that does not say that it is this machine.
    let far = Server {
        host: "0.0.0.0".to_owned(),
        ..server("localhost", mailbox.port, Some(("mailer", GOOD)))
    };
    let view = session::run(&far, &public_roots(), STEP).await;
    assert_eq!(states(&view)[2..], [(Tls, Warned), (Login, Skipped)]);
    assert!(detail(&view, Login).contains("was not sent"), "{view:?}");
}

#[tokio::test]
async fn what_is_no_mail_server_or_takes_nobody_is_reported() {
    for (kind, step, word) in [
        (MailServerKind::Other, Greet, "not an SMTP server"),
        (MailServerKind::Closed, Greet, "no service for you"),
        (MailServerKind::NoLogin, Login, "offers no password login"),
    ] {
        let mailbox = Mailbox::open(kind, "localhost").await;
        let server = server("localhost", mailbox.port, Some(("mailer", GOOD)));
        let view = session::run(&server, &mailbox.trusted(), STEP).await;
        assert!(states(&view).contains(&(step, Failed)), "{view:?}");
        assert!(detail(&view, step).contains(word), "{view:?}");
        assert_eq!(view.steps.len(), 4);
    }
}

#[tokio::test]
async fn a_server_that_hangs_ends_with_its_deadline() {
    let mailbox = Mailbox::open(MailServerKind::Silent, "localhost").await;
    let server = server("localhost", mailbox.port, Some(("mailer", GOOD)));
    let view = session::run(&server, &public_roots(), Duration::from_millis(200)).await;
    let rest = [(Greet, Failed), (Tls, Skipped), (Login, Skipped)];
    assert_eq!(states(&view)[1..], rest);
    assert!(detail(&view, Greet).contains("sent nothing"), "{view:?}");
}

#[tokio::test]
async fn nobody_at_the_port_is_reported_as_that() {
    let port = {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap().port()
    };
    let view = session::run(&server("127.0.0.1", port, None), &public_roots(), STEP).await;
    assert_eq!(states(&view)[0], (Connect, Failed));
    assert!(
        detail(&view, Connect).contains(&port.to_string()),
        "{view:?}"
    );
}

#[tokio::test]
async fn a_server_that_repeats_the_password_does_not_get_it_shown() {
    let mailbox = Mailbox::open(MailServerKind::Echo, "localhost").await;
    let right = server("localhost", mailbox.port, Some(("mailer", GOOD)));
    let view = session::run(&right, &public_roots(), STEP).await;
    assert_eq!(states(&view)[3], (Login, Failed));
    assert!(detail(&view, Login).contains("what is"), "{view:?}");
    let reported = format!("{view:?}");
    assert!(
        !reported.contains(GOOD) && !reported.contains(&plain("mailer", GOOD)),
        "{reported}"
    );
}

#[test]
fn what_cannot_be_tried_is_refused_before() {
    let request = |host: &str, port: u32, username: Option<&str>, password: Option<&str>| {
        Server::checked(ProbeSmtp {
            host: host.to_owned(),
            port,
            username: username.map(ToOwned::to_owned),
            password: password.map(SecretString::from),
        })
    };
    assert!(request("smtp.example.com", 587, None, None).is_ok());
    for (host, port, username, password) in [
        ("https://smtp.example.com", 587, None, None),
        ("", 587, None, None),
        ("smtp.example.com", 0, None, None),
        ("smtp.example.com", 65_536, None, None),
        ("smtp.example.com", 587, Some("mailer"), Some("••••••••")),
        ("smtp.example.com", 587, Some("mailer"), Some("")),
        ("smtp.example.com", 587, None, Some("secret")),
    ] {
        let refused = request(host, port, username, password);
        assert!(refused.is_err(), "{host}:{port}");
    }
}
