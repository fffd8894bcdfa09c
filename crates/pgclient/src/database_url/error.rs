/// Why a text is not a connection string. It never repeats the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseUrlError {
    /// The scheme is neither `postgresql` nor `postgres`.
    #[error("A connection string starts with postgresql://")]
    Scheme,
    /// White space or control characters.
    #[error("The connection string contains spaces or control characters")]
    Characters,
    /// More than one `@`: a special character of the password is not encoded.
    #[error("The connection string contains more than one @")]
    UserInfo,
    /// No role before the host.
    #[error("The connection string has no role")]
    RoleMissing,
    /// No host.
    #[error("The connection string has no host")]
    HostMissing,
    /// Several hosts, or a host with characters that none has.
    #[error("The host in the connection string is not valid")]
    Host,
    /// The port is not a number from 1 to 65535.
    #[error("The port in the connection string is not a number from 1 to 65535")]
    Port,
    /// A `%` that is not followed by two hexadecimal digits, or bytes that are not UTF-8.
    #[error("The {part} in the connection string is not percent-encoded correctly")]
    Encoding {
        /// Which part: role, password, database or parameters.
        part: &'static str,
    },
    /// A parameter that would override host, port, role, password or database.
    #[error("The connection string sets {name} as a parameter")]
    Override {
        /// The parameter's name.
        name: &'static str,
    },
}

impl DatabaseUrlError {
    /// What to do next, without a full stop.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::UserInfo | Self::Encoding { .. } => {
                "Percent-encode special characters, such as @ as %40"
            }
            Self::Override { .. } => "Put it before the ? instead",
            _ => "Copy the whole connection string again",
        }
    }
}
