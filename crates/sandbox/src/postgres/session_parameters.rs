//! What a client of the serverless driver wants set in its session. A connection string also has
//! parameters that are its client's own, which no server knows.

use super::compute::Compute;
use super::server_error::ServerError;
use super::server_pool::ServerPool;
use std::sync::Arc;

const SETTINGS: [&str; 18] = [
    "user",
    "database",
    "options",
    "application_name",
    "datestyle",
    "default_transaction_deferrable",
    "default_transaction_isolation",
    "default_transaction_read_only",
    "extra_float_digits",
    "idle_in_transaction_session_timeout",
    "intervalstyle",
    "lock_timeout",
    "role",
    "search_path",
    "statement_timeout",
    "timezone",
    "transaction_timeout",
    "work_mem",
];

#[derive(Debug)]
pub struct SessionParameters {
    pairs: Vec<(String, String)>,
    /// The endpoint that its options name.
    endpoint: Option<String>,
}

impl SessionParameters {
    /// Of all pairs that a client gave. Its texts are UTF-8 always.
    pub fn of(given: impl IntoIterator<Item = (String, String)>) -> Result<Self, ServerError> {
        let mut parameters = Self {
            pairs: vec![("client_encoding".to_owned(), "UTF8".to_owned())],
            endpoint: None,
        };
        for (name, value) in given {
            if name.contains('\0') || value.contains('\0') {
                return Err(null_byte());
            }
            let known = name.to_ascii_lowercase();
            match known.as_str() {
                "options" => {
                    let (kept, endpoint) = split_options(&value);
                    parameters.pairs.push((name, kept));
                    parameters.endpoint = endpoint.or(parameters.endpoint);
                }
                "replication" if !matches!(value.as_str(), "false" | "off" | "no" | "0") => {
                    let message = "replication is not possible over WebSocket or HTTP";
                    return Err(ServerError::fatal("28000", message));
                }
                known if SETTINGS.contains(&known) || is_custom(known) => {
                    parameters.pairs.push((name, value));
                }
                _ => {}
            }
        }
        Ok(parameters)
    }

    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.pairs.iter();
        pairs.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The compute that is meant: by its port, else by the endpoint in the options. Both have to agree.
    pub fn compute(
        &self,
        pool: Option<&Arc<ServerPool>>,
        port: Option<u16>,
    ) -> Result<Arc<Compute>, ServerError> {
        let endpoint = self.endpoint.as_deref();
        let found = pool.and_then(|pool| match port {
            Some(port) => pool.all().into_iter().find(|it| it.port == port),
            None => pool.get(endpoint?),
        });
        let found = found.filter(|it| endpoint.is_none_or(|id| id == it.endpoint_id));
        found.ok_or_else(|| {
            let message =
                "The requested endpoint could not be found, or you don't have access to it.";
            ServerError::fatal("08004", message)
        })
    }
}

/// What a server says of a text with a null in it.
pub fn null_byte() -> ServerError {
    ServerError::fatal("22021", "invalid byte sequence for encoding \"UTF8\": 0x00")
}

/// A setting of an extension, and none of the protocol.
fn is_custom(name: &str) -> bool {
    name.contains('.') && !name.starts_with("_pq_.")
}

/// The options without the words that are the platform's own, and the endpoint that these name. Words are
/// parted by blanks that no backslash stands before.
fn split_options(options: &str) -> (String, Option<String>) {
    let (mut words, mut word, mut escaped) = (Vec::new(), String::new(), false);
    for letter in options.chars().chain([' ']) {
        if letter.is_ascii_whitespace() && !escaped {
            words.push(std::mem::take(&mut word));
            continue;
        }
        escaped = letter == '\\' && !escaped;
        word.push(letter);
    }
    let named = words.iter().find_map(|word| word.strip_prefix("endpoint="));
    let endpoint = named.map(|id| id.strip_suffix("-pooler").unwrap_or(id).to_owned());
    let own = ["endpoint=", "project=", "neon_"];
    words.retain(|word| !word.is_empty() && !own.iter().any(|own| word.starts_with(own)));
    (words.join(" "), endpoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_server_knows_is_left_out() {
        let given = [
            ("user", "zoe"),
            ("sslmode", "require"),
            ("channel_binding", "require"),
            ("sslrootcert", "/tmp/ca.pem"),
            ("client_encoding", "LATIN1"),
            ("TimeZone", "UTC"),
            ("my.setting", "1"),
            ("_pq_.command_tag_format", "1"),
            ("replication", "false"),
        ];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let parameters = SessionParameters::of(given).unwrap();
        let pairs: Vec<_> = parameters.pairs().collect();
        let kept = [
            ("client_encoding", "UTF8"),
            ("user", "zoe"),
            ("TimeZone", "UTC"),
            ("my.setting", "1"),
        ];
        assert_eq!(pairs, kept);
        for (name, value) in [
            ("user", "a\0b"),
            ("a\0.b", "1"),
            ("replication", "database"),
        ] {
            let given = [(name.to_owned(), value.to_owned())];
            assert!(SessionParameters::of(given).is_err(), "{name}");
        }
    }

    #[test]
    fn the_platforms_words_are_taken_out_of_the_options() {
        for (options, kept, endpoint) in [
            ("", "", None),
            ("endpoint=ep-a-1-pooler", "", Some("ep-a-1")),
            (
                "-c a=1  endpoint=ep-a-1 project=x neon_lsn:0/1",
                "-c a=1",
                Some("ep-a-1"),
            ),
            (r"-c a=b\ endpoint=c", r"-c a=b\ endpoint=c", None),
            (r"-c a=\\ endpoint=c", r"-c a=\\", Some("c")),
        ] {
            let (words, found) = split_options(options);
            assert_eq!(
                (words.as_str(), found.as_deref()),
                (kept, endpoint),
                "{options}"
            );
        }
    }
}
