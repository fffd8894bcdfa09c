//! Connection strings.

use std::fmt::Write as _;

use crate::state::{PlatformState, Secret};

/// The host that people connect to, at the endpoint's own port. It serves the pooled and the
/// direct form alike.
pub const HOST: &str = "localhost";

/// The host with its port, as one word: other tools put together a string from an endpoint's host
/// alone, and every compute has a port of its own here.
pub fn host_of(port: Option<u16>) -> String {
    port.map_or_else(|| HOST.to_owned(), |port| format!("{HOST}:{port}"))
}

/// A string that libpq and all drivers take.
pub fn uri(role: &str, password: Option<&Secret>, port: u16, database: &str) -> String {
    let password = password.map_or_else(String::new, |it| format!(":{}", encoded(it.reveal())));
    format!(
        "postgresql://{}{password}@{HOST}:{port}/{}?sslmode=require&channel_binding=require",
        encoded(role),
        encoded(database),
    )
}

/// The string of a project's first database, with its owner's password.
pub fn first(state: &PlatformState, project_id: &str) -> Option<String> {
    let endpoint = state.endpoint_of(project_id)?;
    let database = state.databases_of(&endpoint.branch_id).next()?;
    let owner = (endpoint.branch_id.clone(), database.owner.clone());
    let role = state.roles.get(&owner)?;
    Some(uri(
        &role.name,
        role.password.as_ref(),
        endpoint.port?,
        &database.name,
    ))
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
