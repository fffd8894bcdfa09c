//! How a connection in a WebSocket begins: a startup message and a password, in frames that may part
//! them anywhere or hold more than them.

use axum::extract::ws::{Message, WebSocket};
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt as _};

use super::end::End;
use crate::platform_text;
use crate::postgres::hello::{CANCEL_CODE, LONGEST_STARTUP};
use crate::postgres::login::Login;
use crate::postgres::refuse::Refusal;
use crate::postgres::startup::Startup;
use crate::state::Secret;

const SSL_CODE: u32 = 80_877_103;
const GSS_CODE: u32 = 80_877_104;
const VERSION: u32 = 3 << 16;
const HEAD: usize = 8;
const LONGEST_CANCEL: usize = 272;
const LONGEST_PASSWORD: usize = 10_000;
/// AuthenticationCleartextPassword.
const PASSWORD_REQUEST: [u8; 9] = [b'R', 0, 0, 0, 8, 0, 0, 0, 3];

/// What a client wants.
#[derive(Debug)]
pub enum Hello {
    Login(Login),
    /// The whole request.
    Cancel(Vec<u8>),
    Refused(Refusal),
}

#[derive(Debug)]
pub struct Incoming {
    pub socket: WebSocket,
    /// What came and was not read yet.
    pub received: BytesMut,
}

impl Incoming {
    pub fn new(socket: WebSocket) -> Self {
        Self {
            socket,
            received: BytesMut::new(),
        }
    }

    pub async fn send(&mut self, bytes: Vec<u8>) -> Result<(), End> {
        let sent = self.socket.send(Message::Binary(bytes.into())).await;
        sent.map_err(|_| End::Client)
    }

    pub async fn hello(&mut self) -> Result<Hello, End> {
        // TLS inside of the WebSocket, or another encryption, is asked for once each.
        let mut refused = Vec::new();
        loop {
            self.fill(HEAD).await?;
            let (length, code) = (self.word(0) as usize, self.word(4));
            match code {
                SSL_CODE | GSS_CODE if length == HEAD && !refused.contains(&code) => {
                    refused.push(code);
                    self.take(HEAD).await?;
                    self.send(b"N".to_vec()).await?;
                }
                CANCEL_CODE if (HEAD + 1..=LONGEST_CANCEL).contains(&length) => {
                    return Ok(Hello::Cancel(self.take(length).await?.to_vec()));
                }
                VERSION if (HEAD + 1..=LONGEST_STARTUP).contains(&length) => {
                    let startup = self.take(length).await?;
                    return self.login(&startup).await;
                }
                code if code >> 16 == VERSION >> 16 && code > VERSION => {
                    let refusal = Refusal::new("0A000", platform_text::UNSUPPORTED_PROTOCOL);
                    return Ok(Hello::Refused(refusal));
                }
                _ => return Err(End::Malformed),
            }
        }
    }

    async fn login(&mut self, startup: &[u8]) -> Result<Hello, End> {
        let startup = Startup::parse(startup).ok_or(End::Malformed)?;
        self.send(PASSWORD_REQUEST.to_vec()).await?;
        self.fill(5).await?;
        let length = self.word(1) as usize;
        if self.received[0] != b'p' || !(5..=LONGEST_PASSWORD).contains(&length) {
            return Err(End::Malformed);
        }
        let message = self.take(length + 1).await?;
        let password = message[5..].strip_suffix(&[0]);
        let password = password.and_then(|it| std::str::from_utf8(it).ok());
        let password = password.filter(|it| !it.contains('\0'));
        Ok(Hello::Login(Login {
            startup,
            password: Secret::new(password.ok_or(End::Malformed)?),
        }))
    }

    /// Waits until so many bytes have come.
    async fn fill(&mut self, length: usize) -> Result<(), End> {
        while self.received.len() < length {
            let bytes = next(&mut self.socket).await?;
            self.received.extend_from_slice(&bytes);
        }
        Ok(())
    }

    async fn take(&mut self, length: usize) -> Result<BytesMut, End> {
        self.fill(length).await?;
        Ok(self.received.split_to(length))
    }

    fn word(&self, at: usize) -> u32 {
        let bytes = self.received.get(at..at + 4);
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_be_bytes)
    }
}

/// The bytes of the next message. A ping is answered by the WebSocket itself.
pub async fn next(
    messages: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin),
) -> Result<Bytes, End> {
    loop {
        match messages.next().await {
            Some(Ok(Message::Binary(bytes))) => return Ok(bytes),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Text(_))) => return Err(End::Text),
            Some(Ok(Message::Close(_))) | None => return Err(End::Client),
            Some(Err(_)) => return Err(End::Broken),
        }
    }
}
