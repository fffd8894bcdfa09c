//! Connection strings.

use std::fmt::Write as _;
use std::path::Path;

use crate::state::{PlatformState, Secret};

/// The host that people connect to, at the endpoint's own port. It serves the pooled and the
/// direct form alike.
const HOST: &str = "localhost";
const REQUIRED: &str = "sslmode=require&channel_binding=require";

/// What all connection strings of a sandbox have in common.
#[derive(Debug)]
pub struct Place {
    host: String,
    parameters: String,
}

impl Place {
    /// Strings that name `ca_file`: no client trusts the sandbox's authority otherwise, and several check it whatever
    /// `sslmode` says. A path that is no Unicode could not be read back, so it is left out.
    pub fn new(ca_file: &Path) -> Self {
        let parameters = match ca_file.to_str() {
            Some(path) => format!("{REQUIRED}&sslrootcert={}", encoded_path(path)),
            None => REQUIRED.to_owned(),
        };
        let host = HOST.to_owned();
        Self { host, parameters }
    }

    /// Strings for clients on other machines, which have no file of this one.
    pub fn elsewhere(host: &str) -> Self {
        Self {
            host: host.to_owned(),
            parameters: REQUIRED.to_owned(),
        }
    }

    /// With another name for this machine.
    pub fn named(self, host: Option<String>) -> Self {
        let host = host.unwrap_or(self.host);
        Self { host, ..self }
    }

    pub fn host(&self) -> String {
        self.host.clone()
    }

    /// The host with its port, as one word: other tools put together a string from an endpoint's host
    /// alone, and every compute has a port of its own here.
    pub fn host_of(&self, port: Option<u16>) -> String {
        port.map_or_else(|| self.host(), |port| format!("{}:{port}", self.host))
    }

    /// A string that libpq and most drivers take.
    pub fn uri(&self, role: &str, password: Option<&Secret>, port: u16, database: &str) -> String {
        let password = password.map_or_else(String::new, |it| format!(":{}", encoded(it.reveal())));
        format!(
            "postgresql://{}{password}@{}:{port}/{}?{}",
            encoded(role),
            self.host,
            encoded(database),
            self.parameters
        )
    }

    /// The string of a project's first database, with its owner's password.
    pub fn first(&self, state: &PlatformState, project_id: &str) -> Option<String> {
        let endpoint = state.endpoint_of(project_id)?;
        let database = state.databases_of(&endpoint.branch_id).next()?;
        let owner = (endpoint.branch_id.clone(), database.owner.clone());
        let role = state.roles.get(&owner)?;
        Some(self.uri(
            &role.name,
            role.password.as_ref(),
            endpoint.port?,
            &database.name,
        ))
    }
}

/// A path as the value of a parameter. The platform's tools remove `-pooler` from what stands before a string's first dot.
fn encoded_path(path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(encoded).collect();
    parts.join("/").replace("-pooler", "%2Dpooler")
}

/// Percent-encoded, except for what a URL's parts may hold as it stands.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_names_the_authority_by_its_path_and_ends_there() {
        let of = |path: &str| Place::new(Path::new(path)).uri("a b", None, 5, "d");
        for (path, written) in [
            ("/home/me/.data/ca.pem", "/home/me/.data/ca.pem"),
            (
                "/Application Support/100%/a&b=c#d?é",
                "/Application%20Support/100%25/a%26b%3Dc%23d%3F%C3%A9",
            ),
            (r"C:\me\ca.pem", "C%3A%5Cme%5Cca.pem"),
            (
                "/a-pooler/tls/pooler-ca.pem",
                "/a%2Dpooler/tls/pooler-ca.pem",
            ),
        ] {
            assert_eq!(
                of(path),
                format!(
                    "postgresql://a%20b@localhost:5/d?sslmode=require&channel_binding=require&sslrootcert={written}"
                )
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_is_left_out() {
        use std::os::unix::ffi::OsStrExt as _;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/\xff/ca.pem"));
        let uri = Place::new(path).uri("a", None, 5, "d");
        assert!(
            uri.ends_with("?sslmode=require&channel_binding=require"),
            "{uri}"
        );
    }
}
