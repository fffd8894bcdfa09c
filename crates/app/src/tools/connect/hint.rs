use pgclient::ConnectError;

/// What the person can do next, in the words of this app, if anything is known.
pub(crate) fn hint(error: &ConnectError) -> Option<&'static str> {
    match error {
        ConnectError::CaFile(_) => Some("Restart Plinth to write the file again"),
        ConnectError::NotSecure { .. } => {
            Some("Check the host. If the platform uses a private CA, set the account's CA file")
        }
        _ => error.hint(),
    }
}

impl From<ConnectError> for crate::Error {
    fn from(error: ConnectError) -> Self {
        let code = match &error {
            ConnectError::CaFile(_) => crate::view::ErrorCode::File,
            ConnectError::TimedOut { .. } => crate::view::ErrorCode::Timeout,
            _ => crate::view::ErrorCode::Database,
        };
        Self::new(code, error.to_string()).hinted(hint(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_this_app_knows_is_advised_in_its_own_words() {
        let host = || "db.example.org".to_owned();
        let advised = |error: ConnectError| crate::Error::from(error).hint;
        let file = advised(ConnectError::CaFile("ca.pem".into()));
        assert_eq!(
            file.as_deref(),
            Some("Restart Plinth to write the file again.")
        );
        let unsafe_host = advised(ConnectError::NotSecure { host: host() });
        assert!(unsafe_host.unwrap().ends_with("set the account's CA file."));
        let general = ConnectError::TimedOut { host: host() };
        let words = general.hint().map(|it| format!("{it}."));
        assert_eq!(advised(general), words);
    }
}
