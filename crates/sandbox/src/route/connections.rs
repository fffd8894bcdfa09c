//! The connection data in a reply that makes a compute.

use serde::Serialize;

use crate::connection::Place;
use crate::state::{Database, Role};

/// An element of `connection_uris`.
#[derive(Debug, Serialize)]
pub struct ConnectionBody {
    connection_uri: String,
    connection_parameters: Parameters,
}

#[derive(Debug, Serialize)]
struct Parameters {
    database: String,
    password: String,
    role: String,
    host: String,
    pooler_host: String,
}

pub fn wire(place: &Place, role: &Role, database: &Database, port: u16) -> ConnectionBody {
    let password = role.password.as_ref();
    ConnectionBody {
        connection_uri: place.uri(&role.name, password, port, &database.name),
        connection_parameters: Parameters {
            database: database.name.clone(),
            password: password.map_or_else(String::new, |it| it.reveal().to_owned()),
            role: role.name.clone(),
            host: place.host_of(Some(port)),
            pooler_host: place.host_of(Some(port)),
        },
    }
}
