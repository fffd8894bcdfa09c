use envfile::MASK;
use pgclient::percent_encoded as part;
use secrecy::ExposeSecret;

use super::program::{Program, SnippetInput, quoted, sentences};
use crate::tools::connect::Form;
use crate::view::{FormGroup, FormId};

/// Those of Python.
pub(super) fn python(input: SnippetInput<'_>) -> [Program; 2] {
    let key = input.key;
    [
        of(
            FormId::Python,
            "Python (psycopg)",
            "python",
            psycopg(key),
            input.libpq_note(),
        ),
        of(
            FormId::Asyncpg,
            "Python (asyncpg)",
            "python",
            asyncpg(key),
            input.libpq_note(),
        ),
    ]
}

/// Those of other languages.
pub(super) fn all(input: SnippetInput<'_>) -> [Program; 5] {
    let key = input.key;
    [
        of(FormId::Go, "Go (pgx)", "go", go(key), go_note(input)),
        of(
            FormId::Rust,
            "Rust (tokio-postgres)",
            "rust",
            rust(input),
            Some(rust_note(input)),
        ),
        of(
            FormId::Dotnet,
            ".NET (Npgsql)",
            "csharp",
            dotnet(input),
            Some(
                "Npgsql does not accept URLs. It reads the password from the variable PGPASSWORD."
                    .to_owned(),
            ),
        ),
        of(
            FormId::Ruby,
            "Ruby (pg)",
            "ruby",
            ruby(key),
            input.libpq_note(),
        ),
        of(
            FormId::Php,
            "PHP (PDO)",
            "php",
            php(key),
            input.libpq_note(),
        ),
    ]
}

pub(super) fn of(
    id: FormId,
    label: &'static str,
    language: &'static str,
    text: String,
    note: Option<String>,
) -> Program {
    Program {
        id,
        group: FormGroup::Driver,
        label,
        language,
        text,
        note,
    }
}

/// A program for psycopg 3.
fn psycopg(key: &str) -> String {
    format!(
        r#"# pip install "psycopg[binary]"
import os

import psycopg

with psycopg.connect(os.environ["{key}"]) as connection:
    print(connection.execute("SELECT version()").fetchone()[0])
"#
    )
}

fn asyncpg(key: &str) -> String {
    format!(
        r#"# pip install asyncpg
import asyncio
import os

import asyncpg


async def main():
    connection = await asyncpg.connect(os.environ["{key}"])
    print(await connection.fetchval("SELECT version()"))
    await connection.close()


asyncio.run(main())
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
    let named = input.named_ca();
    // pgJDBC does not look at the file for less than a check.
    let mode = if named.is_some() {
        "verify-full"
    } else {
        url.parameter("sslmode").unwrap_or("require")
    };
    let mut rest = vec![format!("sslmode={mode}")];
    rest.extend(
        url.parameter("channel_binding")
            .map(|binding| format!("channelBinding={binding}")),
    );
    rest.extend(named.map(|file| format!("sslrootcert={}", part(file))));
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
    let file = input.ca_file.filter(|_| named.is_none());
    let file = file.map(|file| part(&file.to_string_lossy()));
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
    let version =
        "Requires pgx 5.9 or newer: older versions ignore channel_binding or fail because of it.";
    sentences([binds.then(|| version.to_owned()), input.libpq_note()])
}

/// A program for tokio-postgres over rustls. It refuses a string with a parameter that it does not know.
fn rust(input: SnippetInput<'_>) -> String {
    let key = input.key;
    let (crates, uses, roots, url) = if input.named_ca().is_some() {
        (
            "tokio-postgres tokio-postgres-rustls rustls url",
            "use rustls::pki_types::{CertificateDer, pem::PemObject};\n",
            format!(
                r#"    let mut url = url::Url::parse(&std::env::var("{key}")?)?;
    // tokio-postgres does not know sslrootcert: the file is read here.
    let (files, rest): (Vec<_>, Vec<_>) = url
        .query_pairs()
        .into_owned()
        .partition(|(name, _)| name == "sslrootcert");
    url.query_pairs_mut().clear().extend_pairs(rest);
    let mut roots = RootCertStore::empty();
    for (_, file) in files {{
        for certificate in CertificateDer::pem_file_iter(file)? {{
            roots.add(certificate?)?;
        }}
    }}"#
            ),
            "url.as_str()",
        )
    } else {
        (
            "tokio-postgres tokio-postgres-rustls rustls rustls-native-certs",
            "",
            format!(
                r#"    let url = std::env::var("{key}")?;
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);"#
            ),
            "&url",
        )
    };
    format!(
        r#"// cargo add tokio --features full
// cargo add {crates}
{uses}use rustls::{{ClientConfig, RootCertStore}};
use tokio_postgres_rustls::MakeRustlsConnect;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {{
{roots}
    let tls = ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let (client, connection) =
        tokio_postgres::connect({url}, MakeRustlsConnect::new(tls)).await?;
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
    let trust = input.ca().map_or_else(String::new, |file| {
        format!("\n    RootCertificate = {},", quoted(&file))
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
$address = sprintf("pgsql:host=%s;port=%d", $url["host"], $url["port"] ?? 5432);
parse_str($url["query"] ?? "sslmode=require", $parameters);
$parameters["dbname"] = rawurldecode(ltrim($url["path"], "/"));
foreach ($parameters as $name => $value) {{
    $address .= sprintf(";%s='%s'", $name, addcslashes($value, "'\\"));
}}
$pdo = new PDO($address, rawurldecode($url["user"]), rawurldecode($url["pass"]));
echo $pdo->query("SELECT version()")->fetchColumn(), PHP_EOL;
"#
    )
}
