use envfile::MASK;
use pgclient::percent_encoded as part;
use secrecy::ExposeSecret;

use super::program::{Program, SnippetInput, quoted, sentences};
use crate::tools::connect::Form;
use crate::view::{FormGroup, FormId};

pub(super) fn all(input: SnippetInput<'_>) -> Vec<Program> {
    let of = |id, label, language, text, note| Program {
        id,
        group: FormGroup::Driver,
        label,
        language,
        text,
        note,
    };
    let key = input.key;
    vec![
        of(
            FormId::Node,
            "Node.js",
            "js",
            node(input),
            Some(node_note(input)),
        ),
        of(
            FormId::Python,
            "Python",
            "python",
            python(key),
            input.libpq_note(),
        ),
        of(FormId::Go, "Go", "go", go(key), go_note(input)),
        of(
            FormId::Rust,
            "Rust",
            "rust",
            rust(key),
            Some(rust_note(input)),
        ),
        of(
            FormId::Dotnet,
            ".NET",
            "csharp",
            dotnet(input),
            Some(
                "Npgsql does not accept URLs. It reads the password from the variable PGPASSWORD."
                    .to_owned(),
            ),
        ),
        of(FormId::Ruby, "Ruby", "ruby", ruby(key), input.libpq_note()),
        of(FormId::Php, "PHP", "php", php(key), input.libpq_note()),
    ]
}

/// A program for node-postgres. It takes no notice of `channel_binding` in the string; binding is
/// asked for by an option of its own.
fn node(input: SnippetInput<'_>) -> String {
    let binding = if input.url.requires_channel_binding() {
        "\n  enableChannelBinding: true,"
    } else {
        ""
    };
    let key = input.key;
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
fn node_note(input: SnippetInput<'_>) -> String {
    let trust = input.trusting("NODE_EXTRA_CA_CERTS");
    let reason = if trust.is_some() {
        " node-postgres treats sslmode=require as a full certificate check and warns about it, so it needs the CA file."
    } else {
        ""
    };
    let trust = trust.map_or_else(String::new, |trust| format!("{trust} "));
    let key = input.key;
    format!(
        "After npm install pg and with {key} in .env: {trust}node --env-file=.env query.mjs.{reason}"
    )
}

/// A program for psycopg 3.
fn python(key: &str) -> String {
    format!(
        r#"# pip install "psycopg[binary]"
import os

import psycopg

with psycopg.connect(os.environ["{key}"]) as connection:
    print(connection.execute("SELECT version()").fetchone()[0])
"#
    )
}

/// An address for pgJDBC, with user and password as its properties.
pub(super) fn jdbc(input: SnippetInput<'_>) -> Form {
    let url = input.url;
    let host = if url.host().contains(':') {
        format!("[{}]", url.host())
    } else {
        url.host().to_owned()
    };
    let mut rest = vec![format!(
        "sslmode={}",
        url.parameter("sslmode").unwrap_or("require")
    )];
    rest.extend(
        url.parameter("channel_binding")
            .map(|binding| format!("channelBinding={binding}")),
    );
    let address = |password: Option<String>| {
        let mut given = vec![format!("user={}", part(url.role()))];
        given.extend(password.map(|password| format!("password={password}")));
        given.extend(rest.iter().cloned());
        format!(
            "jdbc:postgresql://{host}:{}/{}?{}",
            url.port(),
            part(url.database()),
            given.join("&")
        )
    };
    let password = url.password();
    let whole = address(password.map(|password| part(password.expose_secret())));
    let file = input.ca_file.map(|file| part(&file.to_string_lossy()));
    let check = file.map(|file| {
        format!("To verify the server's certificate, use sslmode=verify-full&sslrootcert={file}.")
    });
    let version =
        "Requires pgJDBC 42.7.12 or newer: older versions may ignore channelBinding=require.";
    let binds = url.requires_channel_binding();
    Form {
        id: FormId::Jdbc,
        group: FormGroup::Driver,
        label: "Java (JDBC)",
        language: "text",
        note: sentences([binds.then(|| version.to_owned()), check]),
        masked: address(password.map(|_| MASK.to_owned())),
        text: whole.into(),
    }
}

/// A program for pgx.
fn go(key: &str) -> String {
    format!(
        r#"// go get github.com/jackc/pgx/v5
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/jackc/pgx/v5"
)

func main() {{
	ctx := context.Background()
	connection, err := pgx.Connect(ctx, os.Getenv("{key}"))
	if err != nil {{
		log.Fatal(err)
	}}
	defer connection.Close(ctx)
	var version string
	if err := connection.QueryRow(ctx, "SELECT version()").Scan(&version); err != nil {{
		log.Fatal(err)
	}}
	fmt.Println(version)
}}
"#
    )
}

fn go_note(input: SnippetInput<'_>) -> Option<String> {
    let binds = input.url.requires_channel_binding();
    let version = "Requires pgx 5.9 or newer: older versions pass channel_binding to the server, which rejects it.";
    sentences([binds.then(|| version.to_owned()), input.libpq_note()])
}

/// A program for tokio-postgres over rustls.
fn rust(key: &str) -> String {
    format!(
        r#"// cargo add tokio --features full
// cargo add tokio-postgres tokio-postgres-rustls rustls rustls-native-certs
use rustls::{{ClientConfig, RootCertStore}};
use tokio_postgres_rustls::MakeRustlsConnect;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let tls = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let url = std::env::var("{key}")?;
    let (client, connection) =
        tokio_postgres::connect(&url, MakeRustlsConnect::new(tls)).await?;
    let driver = tokio::spawn(connection);
    let row = client.query_one("SELECT version()", &[]).await?;
    println!("{{}}", row.get::<_, String>(0));
    drop(client);
    driver.await??;
    Ok(())
}}
"#
    )
}

fn rust_note(input: SnippetInput<'_>) -> String {
    match input.trusting("SSL_CERT_FILE") {
        Some(set) => format!(
            "rustls always verifies the server's certificate, so it needs the CA file: {set} cargo run."
        ),
        None => "rustls always verifies the server's certificate.".to_owned(),
    }
}

/// A program for Npgsql, which reads no URL: what is no secret stands in it, and the password in a variable.
fn dotnet(input: SnippetInput<'_>) -> String {
    let url = input.url;
    let binding = if url.requires_channel_binding() {
        "\n    ChannelBinding = ChannelBinding.Require,"
    } else {
        ""
    };
    let trust = input.ca_file.map_or_else(String::new, |file| {
        format!(
            "\n    RootCertificate = {},",
            quoted(&file.to_string_lossy())
        )
    });
    // A pooler gives each transaction another session, so there is nothing to reset.
    let reset = if url.is_pooled() {
        "\n    NoResetOnClose = true,"
    } else {
        ""
    };
    format!(
        r#"// dotnet add package Npgsql
using Npgsql;

var connection = new NpgsqlConnectionStringBuilder
{{
    Host = {host},
    Port = {port},
    Database = {database},
    Username = {role},
    SslMode = SslMode.VerifyFull,{trust}{binding}{reset}
}};
await using var source = NpgsqlDataSource.Create(connection);
await using var command = source.CreateCommand("SELECT version()");
Console.WriteLine(await command.ExecuteScalarAsync());
"#,
        host = quoted(url.host()),
        port = url.port(),
        database = quoted(url.database()),
        role = quoted(url.role()),
    )
}

/// A program for the pg gem.
fn ruby(key: &str) -> String {
    format!(
        r#"# gem install pg
require "pg"

connection = PG.connect(ENV.fetch("{key}"))
puts connection.exec("SELECT version()").getvalue(0, 0)
connection.close
"#
    )
}

/// A program for PDO, which reads no URL. What is in its address goes on to libpq.
fn php(key: &str) -> String {
    format!(
        r#"<?php
$url = parse_url(getenv("{key}"));
$address = sprintf(
    "pgsql:host=%s;port=%d;dbname='%s';%s",
    $url["host"],
    $url["port"] ?? 5432,
    addcslashes(rawurldecode(ltrim($url["path"], "/")), "'\\"),
    strtr($url["query"] ?? "sslmode=require", "&", ";"),
);
$pdo = new PDO($address, rawurldecode($url["user"]), rawurldecode($url["pass"]));
echo $pdo->query("SELECT version()")->fetchColumn(), PHP_EOL;
"#
    )
}
