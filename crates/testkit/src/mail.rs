//! The least mail server there is: it says who came, how they logged in, and what they sent.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::PATIENCE;

/// One who came, as far as they went.
#[derive(Debug, Default)]
pub struct Visit {
    /// Who logged in, with which password.
    pub login: Option<(String, String)>,
    pub from: String,
    pub to: String,
    /// The message; empty when none was sent.
    pub text: String,
}

#[derive(Debug)]
pub struct MailServer {
    pub port: u16,
    visits: mpsc::UnboundedReceiver<Visit>,
    serving: JoinHandle<()>,
}

impl MailServer {
    /// Takes mail from whoever logs in like this, or from everybody, and none for `refused@`.
    pub async fn start(login: Option<(&str, &str)>) -> Self {
        let login = login.map(|(name, password)| (name.to_owned(), password.to_owned()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (came, visits) = mpsc::unbounded_channel();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut visit = Visit::default();
                // One who goes in the middle of a word came all the same.
                converse(stream, login.as_ref(), &mut visit).await;
                came.send(visit).ok();
            }
        });
        Self {
            port,
            visits,
            serving,
        }
    }

    /// The next one who came and went.
    pub async fn next(&mut self) -> Visit {
        let visit = tokio::time::timeout(PATIENCE, self.visits.recv()).await;
        visit.expect("nobody came to the mail server").unwrap()
    }

    /// Whether nobody came since.
    pub fn is_quiet(&self) -> bool {
        self.visits.is_empty()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn converse(
    stream: TcpStream,
    login: Option<&(String, String)>,
    visit: &mut Visit,
) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.example ESMTP\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let verb = line.split([' ', ':']).next()?.to_ascii_uppercase();
        let is_known = login.is_none() || visit.login.as_ref() == login;
        let reply = match verb.as_str() {
            "EHLO" if login.is_none() => "250 mail.example",
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN LOGIN",
            "AUTH" => {
                visit.login = Some(credentials(&line)?);
                match visit.login.as_ref() == login {
                    true => "235 welcome",
                    false => "535 5.7.8 these credentials are not known",
                }
            }
            "MAIL" | "RCPT" | "DATA" if !is_known => "530 log in first",
            "MAIL" => {
                visit.from = line;
                "250 fine"
            }
            "RCPT" if line.contains("refused@") => "550 5.1.1 nobody of this name",
            "RCPT" => {
                visit.to = line;
                "250 fine"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    visit.text += &format!("{line}\n");
                }
                "250 taken"
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        let reply = format!("{reply}\r\n");
        write.write_all(reply.as_bytes()).await.ok()?;
        if verb == "QUIT" {
            return Some(());
        }
    }
}

fn credentials(line: &str) -> Option<(String, String)> {
    let (_, given) = line.split_once("PLAIN ")?;
    let given = String::from_utf8(STANDARD.decode(given).ok()?).ok()?;
    let mut parts = given.split('\0').skip(1).map(str::to_owned);
    Some((parts.next()?, parts.next()?))
}
