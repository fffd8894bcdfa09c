//! Small programs that connect. They read the connection string from the environment, so that nobody
//! commits a password with them.

use std::path::Path;

use super::database_url::DatabaseUrl;
use super::form::shell_quoted;

/// A program for node-postgres. It takes no notice of `channel_binding` in the string; binding is
/// asked for by an option of its own.
pub(super) fn node(url: &DatabaseUrl, key: &str) -> String {
    let binding = if url.requires_channel_binding() {
        "\n  enableChannelBinding: true,"
    } else {
        ""
    };
    format!(
        r#"import pg from "pg";

const client = new pg.Client({{
  connectionString: process.env.{key},{binding}
}});
await client.connect();
const {{ rows }} = await client.query("SELECT version()");
console.log(rows[0].version);
await client.end();
"#
    )
}

/// How to run the program, and what node-postgres makes of `sslmode=require`.
pub(super) fn node_note(key: &str, ca_file: Option<&Path>) -> String {
    let trust = ca_file.map_or_else(String::new, |file| {
        format!(
            "NODE_EXTRA_CA_CERTS={} ",
            shell_quoted(&file.to_string_lossy())
        )
    });
    let reason = if ca_file.is_some() {
        " node-postgres takes sslmode=require for a full check of the server's certificate and says so in a warning, so it has to know the CA file."
    } else {
        ""
    };
    format!(
        "After npm install pg and with {key} in .env: {trust}node --env-file=.env query.mjs.{reason}"
    )
}

/// A program for psycopg 3.
pub(super) fn python(key: &str) -> String {
    format!(
        r#"# pip install "psycopg[binary]"
import os

import psycopg

with psycopg.connect(os.environ["{key}"]) as connection:
    print(connection.execute("SELECT version()").fetchone()[0])
"#
    )
}
