use axum::extract::ws::{CloseFrame, close_code};

/// Why a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The client closed it, or is gone.
    Client,
    Server,
    Stopping,
    /// A message of the WebSocket's own text type.
    Text,
    /// A message of more than the limit, or none of a WebSocket at all.
    Broken,
    /// Not the protocol of PostgreSQL.
    Malformed,
    TooSlow,
}

impl End {
    /// What the client is told, for whom that is of use.
    pub fn close(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Self::Client | Self::Server => return None,
            Self::Stopping => (close_code::AWAY, "the sandbox is stopping"),
            Self::Text => (close_code::UNSUPPORTED, "only binary messages are taken"),
            Self::Broken => (close_code::SIZE, "the message is too large or malformed"),
            Self::Malformed => (close_code::PROTOCOL, "not a PostgreSQL client"),
            Self::TooSlow => (close_code::POLICY, "no password came in time"),
        };
        Some(CloseFrame {
            code,
            reason: reason.into(),
        })
    }
}
