//! Email addresses, and mail through a server that somebody named.

use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::time::timeout;

use crate::state::MailServer;

const LONGEST: usize = 256;
const DEADLINE: Duration = Duration::from_secs(10);
/// Where a server expects TLS from the first byte.
const TLS_PORT: u16 = 465;

/// Whether mail could be sent there.
pub fn is_address(text: &str) -> bool {
    text.len() <= LONGEST && Address::from_str(text).is_ok()
}

impl MailServer {
    /// Whether a password would leave this machine.
    fn needs_tls(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        let is_here = self.host.eq_ignore_ascii_case("localhost")
            || address.is_ok_and(|address| address.is_loopback());
        !self.username.is_empty() && !is_here
    }
}

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error("the address is not valid: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("couldn't write the message: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("{0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    #[error("{0} (the password is sent over TLS only, unless the server is on this machine)")]
    InClear(#[source] lettre::transport::smtp::Error),
    #[error("the mail server did not answer within {} seconds", DEADLINE.as_secs())]
    TooSlow,
}

/// Sends a test message. The server's certificate must be good where it
/// offers TLS, and it must offer it where somebody logs in from afar.
pub async fn send_test(
    server: &MailServer,
    recipient: &str,
    now: DateTime<Utc>,
) -> Result<(), MailError> {
    let sender = Mailbox::new(
        Some(server.sender_name.clone()).filter(|name| !name.is_empty()),
        server.sender_email.parse()?,
    );
    let message = Message::builder()
        .from(sender)
        .to(Mailbox::new(None, recipient.parse()?))
        .subject("Test email")
        .date(now.into())
        .body(String::from(
            "This message was sent to test the email server of an auth integration.\r\n\
             It arrived, so the server's settings are right.\r\n",
        ))?;
    let transport = transport(server)?;
    match timeout(DEADLINE, transport.send(message)).await {
        Ok(Ok(_)) => Ok(()),
        // The one thing that is refused on this side of the line.
        Ok(Err(error)) if error.is_client() && server.needs_tls() && server.port != TLS_PORT => {
            Err(MailError::InClear(error))
        }
        Ok(Err(error)) => Err(MailError::Smtp(error)),
        Err(_) => Err(MailError::TooSlow),
    }
}

fn transport(server: &MailServer) -> Result<AsyncSmtpTransport<Tokio1Executor>, MailError> {
    let parameters = TlsParameters::new(server.host.clone())?;
    let tls = match server.port {
        TLS_PORT => Tls::Wrapper(parameters),
        _ if server.needs_tls() => Tls::Required(parameters),
        _ => Tls::Opportunistic(parameters),
    };
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
        .port(server.port)
        .tls(tls)
        .timeout(Some(DEADLINE));
    if !server.username.is_empty() {
        builder = builder.credentials(Credentials::new(
            server.username.clone(),
            server.password.reveal().to_owned(),
        ));
    }
    Ok(builder.build())
}
