//! The least mail server there is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;

/// One message as it came.
#[derive(Debug, Default)]
pub struct Mail {
    /// Who logged in, with which password.
    pub login: Option<(String, String)>,
    pub from: String,
    pub to: String,
    pub text: String,
}

pub struct MailServer {
    pub port: u16,
    pub mails: mpsc::UnboundedReceiver<Mail>,
    _serving: AbortOnDropHandle<()>,
}

impl MailServer {
    /// Wants this login, or none at all.
    pub async fn start(login: Option<(&str, &str)>) -> Self {
        let login = login.map(|(name, password)| (name.to_owned(), password.to_owned()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (taken, mails) = mpsc::unbounded_channel();
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                if let Some(mail) = converse(stream, login.as_ref()).await {
                    let _ = taken.send(mail);
                }
            }
        });
        Self {
            port,
            mails,
            _serving: AbortOnDropHandle::new(serving),
        }
    }
}

async fn converse(stream: TcpStream, login: Option<&(String, String)>) -> Option<Mail> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mut mail = Mail::default();
    write.write_all(b"220 mail.test ESMTP\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let verb = line.split([' ', ':']).next()?.to_ascii_uppercase();
        let reply = match verb.as_str() {
            "EHLO" if login.is_some() => "250-mail.test\r\n250 AUTH PLAIN LOGIN".into(),
            "EHLO" => "250 mail.test".into(),
            "AUTH" => {
                let (_, given) = line.split_once("PLAIN ")?;
                let given = String::from_utf8(STANDARD.decode(given).ok()?).ok()?;
                let mut parts = given.split('\0').skip(1).map(str::to_owned);
                mail.login = Some((parts.next()?, parts.next()?));
                match mail.login.as_ref() == login {
                    true => "235 welcome".into(),
                    false => "535 5.7.8 these credentials are not known".to_owned(),
                }
            }
            "MAIL" | "RCPT" if login.is_some() && mail.login.as_ref() != login => {
                "530 log in first".into()
            }
            "MAIL" => {
                mail.from = line;
                "250 fine".into()
            }
            "RCPT" if line.contains("refused@") => "550 5.1.1 nobody of this name".into(),
            "RCPT" => {
                mail.to = line;
                "250 fine".into()
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    mail.text.push_str(&line);
                    mail.text.push('\n');
                }
                write.write_all(b"250 taken\r\n").await.ok()?;
                return Some(mail);
            }
            _ => "221 bye".into(),
        };
        write
            .write_all(format!("{reply}\r\n").as_bytes())
            .await
            .ok()?;
    }
}
