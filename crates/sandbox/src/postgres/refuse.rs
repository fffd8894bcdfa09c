//! Tells a client in PostgreSQL's own words why there is no session for it.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use super::WakeError;
use super::own_roles::is_own_role;
use super::startup::Startup;
use crate::open_connections::NoPlace;
use crate::open_files::TooManyOpen;

const DEADLINE: Duration = Duration::from_secs(10);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    code: &'static str,
    message: String,
    hint: Option<&'static str>,
}

/// Of a session over HTTP or in a WebSocket.
impl From<NoPlace> for Refusal {
    fn from(NoPlace { most }: NoPlace) -> Self {
        let message = format!(
            "the sandbox has as many sessions over HTTP and WebSocket as it may have ({most})"
        );
        Self::new("53300", message).with_hint("Close sessions, or connect to the database's port.")
    }
}

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: None,
        }
    }

    /// As the platform says it.
    pub fn no_endpoint() -> Self {
        let message = "The requested endpoint could not be found, or you don't have access to it.";
        Self::new("08004", message)
            .with_hint("Check the port of the connection string, and `endpoint` in its options.")
    }

    pub fn with_hint(self, hint: &'static str) -> Self {
        Self {
            hint: Some(hint),
            ..self
        }
    }

    /// As it goes over the wire.
    pub fn to_bytes(&self) -> Vec<u8> {
        fatal(self.code, &self.message, self.hint)
    }

    /// To a client whose startup message was read: a reply to an unread one may be lost on the way.
    pub async fn send(&self, client: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        let saying = async {
            client.write_all(&self.to_bytes()).await?;
            client.shutdown().await
        };
        timeout(DEADLINE, saying).await?
    }
}

/// The sandbox's own roles never come by a database's port.
pub fn must_be_of_people(startup: &Startup) -> Result<(), Refusal> {
    let user = startup.user();
    match is_own_role(&user) {
        true => Err(Refusal::new(
            "28000",
            format!("role \"{user}\" is reserved for the sandbox"),
        )
        .with_hint("Connect as a role of your own.")),
        false => Ok(()),
    }
}

impl From<WakeError> for Refusal {
    fn from(error: WakeError) -> Self {
        Self {
            code: code(&error),
            message: error.to_string(),
            hint: hint(&error),
        }
    }
}

fn code(error: &WakeError) -> &'static str {
    match error {
        WakeError::Full { .. } | WakeError::TooManyOpen(_) => "53300",
        WakeError::Deleted => "3D000",
        WakeError::Forbidden { .. } => "28000",
        // As on the platform, which does not say more.
        WakeError::OverQuota(_) => "XX000",
        WakeError::DiskFull => "53100",
        WakeError::NotStarted { .. }
        | WakeError::TooSlow
        | WakeError::Stopping
        | WakeError::NoData
        | WakeError::Refused(_)
        | WakeError::OtherMajor { .. }
        | WakeError::Collations { .. }
        | WakeError::Files(_) => "57P03",
    }
}

fn hint(error: &WakeError) -> Option<&'static str> {
    Some(match error {
        WakeError::Full { .. } => "Close the connections to another database in the sandbox.",
        WakeError::Forbidden { .. } => {
            "Add the address to `allowed_ips` in the settings of the project."
        }
        WakeError::OverQuota(_) => {
            "Raise the quota in the settings of the project, or set it to 0. Usage counts by the month."
        }
        WakeError::Deleted => "Create a new temporary database.",
        WakeError::NotStarted { .. } | WakeError::TooSlow | WakeError::Files(_) => {
            "Check the server's state on the Sandbox screen."
        }
        WakeError::DiskFull => "Free some space, then connect again.",
        WakeError::TooManyOpen(_) => TooManyOpen::HINT,
        WakeError::NoData => "Connect again in a moment.",
        WakeError::Stopping => "Start the sandbox again.",
        WakeError::Refused(_) | WakeError::OtherMajor { .. } | WakeError::Collations { .. } => {
            return None;
        }
    })
}

/// An ErrorResponse of severity FATAL.
fn fatal(code: &str, message: &str, hint: Option<&str>) -> Vec<u8> {
    let mut fields = Vec::new();
    let always = [
        (b'S', "FATAL"),
        (b'V', "FATAL"),
        (b'C', code),
        (b'M', message),
    ];
    for (kind, text) in always.into_iter().chain(hint.map(|hint| (b'H', hint))) {
        fields.push(kind);
        fields.extend(text.bytes().filter(|byte| *byte != 0));
        fields.push(0);
    }
    fields.push(0);
    let length = u32::try_from(fields.len() + 4).unwrap_or(u32::MAX);
    let mut bytes = vec![b'E'];
    bytes.extend(length.to_be_bytes());
    bytes.extend(fields);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_an_error_response() {
        let bytes = fatal("53300", "too many", Some("close some"));
        assert_eq!(bytes[0], b'E');
        assert_eq!(
            u32::from_be_bytes(bytes[1..5].try_into().unwrap()) as usize,
            bytes.len() - 1
        );
        assert_eq!(
            &bytes[5..],
            b"SFATAL\0VFATAL\0C53300\0Mtoo many\0Hclose some\0\0"
        );
    }
}
