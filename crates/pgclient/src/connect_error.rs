//! Why a session could not be opened.

use std::error::Error as _;
use std::io::ErrorKind;
use std::path::PathBuf;

/// Why no session with a database could be opened. It never repeats the connection string.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The file with the certificate authority cannot be read or holds no certificate.
    #[error("Couldn't read the CA file {}", .0.display())]
    CaFile(PathBuf),
    /// No address, no route, or nobody listens.
    #[error("Couldn't reach {host}{}", reason(*.kind))]
    Unreachable {
        /// The host.
        host: String,
        /// The system's kind of error.
        kind: ErrorKind,
    },
    /// The server's certificate is not one to trust, or the server speaks no TLS.
    #[error("The TLS connection to {host} failed")]
    NotSecure {
        /// The host.
        host: String,
    },
    /// No answer within the deadline.
    #[error("{host} did not answer in time")]
    TimedOut {
        /// The host.
        host: String,
    },
    /// The server refused the role, the password or the database.
    #[error("{message}")]
    Refused {
        /// The server's message.
        message: String,
        /// The server's SQLSTATE.
        sqlstate: String,
    },
    /// The server offers no TLS, or not the sign-in the string demands.
    #[error("{host} offers no secure authentication method")]
    SignIn {
        /// The host.
        host: String,
    },
    /// The session broke off.
    #[error("{host} closed the connection")]
    Lost {
        /// The host.
        host: String,
    },
}

fn reason(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::ConnectionRefused => ": connection refused",
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => ": no route to host",
        _ => "",
    }
}

impl ConnectError {
    /// What to do next, without a full stop, if anything is known.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::CaFile(_) => "Check that the file exists and contains PEM certificates",
            Self::Unreachable { .. } | Self::TimedOut { .. } => {
                "Check your network connection, and that the database still exists"
            }
            Self::NotSecure { .. } => {
                "Check the host. If a private CA signs its certificate, set that CA's file"
            }
            Self::SignIn { .. } => {
                "Check the host, and use the direct connection string: a pooler may not support channel binding"
            }
            Self::Refused { .. } | Self::Lost { .. } => return None,
        })
    }

    /// What the driver reports of a session with this host. Failures are told apart by their types, never by their text.
    pub fn of(error: &tokio_postgres::Error, host: &str) -> Self {
        let host = host.to_owned();
        if let Some(refusal) = error.as_db_error() {
            return Self::Refused {
                message: refusal.message().to_owned(),
                sqlstate: refusal.code().code().to_owned(),
            };
        }
        if error.is_closed() {
            return Self::Lost { host };
        }
        let Some(source) = error.source() else {
            return Self::SignIn { host };
        };
        match source.downcast_ref::<std::io::Error>() {
            Some(io)
                if io
                    .get_ref()
                    .is_some_and(|inner| inner.downcast_ref::<rustls::Error>().is_some()) =>
            {
                Self::NotSecure { host }
            }
            Some(io) if io.kind() == ErrorKind::TimedOut => Self::TimedOut { host },
            Some(io) => Self::Unreachable {
                host,
                kind: io.kind(),
            },
            None => Self::SignIn { host },
        }
    }
}
