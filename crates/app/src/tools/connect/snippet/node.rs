//! Programs for Node.js.

use super::driver::of;
use super::program::{PgConnection, Program, SnippetInput, binding, pg_connection, sentences};
use crate::tools::connect::form::shell_quoted;
use crate::view::FormId;

pub(super) fn all(input: SnippetInput<'_>) -> [Program; 4] {
    [
        of(
            FormId::Node,
            "Node.js (node-postgres)",
            "js",
            node_postgres(input),
            Some(node_postgres_note(input)),
        ),
        of(
            FormId::PostgresJs,
            "Node.js (postgres.js)",
            "js",
            postgres_js(input),
            Some(postgres_js_note(input)),
        ),
        of(
            FormId::ServerlessHttp,
            "Serverless (HTTP)",
            "js",
            http(input),
            http_note(input),
        ),
        of(
            FormId::ServerlessWebSocket,
            "Serverless (WebSocket)",
            "js",
            web_socket(input),
            web_socket_note(input),
        ),
    ]
}

/// How a program is run that reads its string from an env file.
fn how_to_run(package: &str, key: &str, before: &str) -> String {
    format!(
        "After npm install {package} and with {key} in .env: {before}node --env-file=.env query.mjs."
    )
}

/// Channel binding is asked for by an option of its own.
fn node_postgres(input: SnippetInput<'_>) -> String {
    let binding = binding(input);
    let PgConnection {
        import,
        before,
        options,
    } = pg_connection(input, input.key, "");
    format!(
        r#"import pg from "pg";
{import}
{before}const client = new pg.Client({{
{options}{binding}
}});
await client.connect();
const {{ rows }} = await client.query("SELECT version()");
console.log(rows[0].version);
await client.end();
"#
    )
}

/// How to run the program, and what node-postgres makes of `sslmode=require`.
fn node_postgres_note(input: SnippetInput<'_>) -> String {
    let trust = input.trusting("NODE_EXTRA_CA_CERTS");
    let reason = if trust.is_some() {
        " node-postgres treats sslmode=require as a full certificate check and warns about it, so it needs the CA file."
    } else {
        ""
    };
    let trust = trust.map_or_else(String::new, |trust| format!("{trust} "));
    let run = how_to_run("pg", input.key, &trust);
    format!("{run}{reason}")
}

fn postgres_js(input: SnippetInput<'_>) -> String {
    let key = input.key;
    let connection = match input.is_database_encoded() {
        true => format!(
            r#"const url = process.env.{key};
const sql = postgres(url, {{
  // postgres.js doesn't decode the name in the string.
  database: decodeURIComponent(new URL(url).pathname.slice(1)),
}});"#
        ),
        false => format!("const sql = postgres(process.env.{key});"),
    };
    format!(
        r#"import postgres from "postgres";

{connection}
const [{{ version }}] = await sql`SELECT version()`;
console.log(version);
await sql.end();
"#
    )
}

/// How to run the program, and how it is made to check the certificate: for `sslmode=require` it does not, whatever else
/// the string says.
fn postgres_js_note(input: SnippetInput<'_>) -> String {
    let run = how_to_run("postgres", input.key, "");
    let file = input.ca().map_or_else(String::new, |file| {
        format!(" and set NODE_EXTRA_CA_CERTS={}", shell_quoted(&file))
    });
    let how = match input.is_database_encoded() {
        true => "add ssl: \"verify-full\" to the options",
        false => "pass { ssl: \"verify-full\" } as second argument",
    };
    format!("{run} To verify the server's certificate, {how}{file}.")
}

fn http(input: SnippetInput<'_>) -> String {
    let key = input.key;
    let (config, lines) = match input.sandbox {
        Some(address) => (
            ", neonConfig",
            format!("neonConfig.fetchEndpoint = \"{address}/sql\";\n"),
        ),
        None => ("", String::new()),
    };
    format!(
        r#"// npm install @neondatabase/serverless
import {{ neon{config} }} from "@neondatabase/serverless";

{lines}const sql = neon(process.env.{key});
const [{{ version }}] = await sql`SELECT version()`;
console.log(version);
"#
    )
}

fn http_note(input: SnippetInput<'_>) -> Option<String> {
    let sandbox =
        "neonConfig.fetchEndpoint leads to the sandbox. The live platform needs no setting.";
    let one = "Each call is one query or one transaction.";
    sentences([
        Some(one.to_owned()),
        input.sandbox.map(|_| sandbox.to_owned()),
    ])
}

/// The driver has no files, so it fails over a string that names one.
fn web_socket(input: SnippetInput<'_>) -> String {
    let key = input.key;
    let lines = input.sandbox.map_or_else(String::new, |address| {
        let (scheme, host) = address.split_once("://").unwrap_or(("https", address));
        let plain = match scheme {
            "http" => "neonConfig.useSecureWebSocket = false;\n",
            _ => "",
        };
        format!("neonConfig.wsProxy = \"{host}/v2\";\n{plain}")
    });
    let (url, options) = match input.named_ca() {
        _ if input.is_database_encoded() => (
            format!("\nconst url = new URL(process.env.{key});\n"),
            r"{
  host: url.hostname,
  port: Number(url.port || 5432),
  user: decodeURIComponent(url.username),
  password: decodeURIComponent(url.password),
  // The driver decodes only a part of the name in a string.
  database: decodeURIComponent(url.pathname.slice(1)),
}"
            .to_owned(),
        ),
        Some(_) => (
            format!(
                r#"
// The driver reads no files.
const url = new URL(process.env.{key});
url.searchParams.delete("sslrootcert");
"#
            ),
            "{ connectionString: url.href }".to_owned(),
        ),
        None => (
            String::new(),
            format!("{{ connectionString: process.env.{key} }}"),
        ),
    };
    format!(
        r#"// npm install @neondatabase/serverless ws
import {{ neonConfig, Pool }} from "@neondatabase/serverless";
import ws from "ws";

neonConfig.webSocketConstructor = ws;
{lines}{url}
const pool = new Pool({options});
const {{ rows }} = await pool.query("SELECT version()");
console.log(rows[0].version);
await pool.end();
"#
    )
}

fn web_socket_note(input: SnippetInput<'_>) -> Option<String> {
    let node = "Node.js 22 and newer, and platforms with a WebSocket of their own, need no ws.";
    let sandbox = "neonConfig.wsProxy and useSecureWebSocket lead to the sandbox. The live platform needs neither.";
    sentences([
        Some(node.to_owned()),
        input.sandbox.map(|_| sandbox.to_owned()),
    ])
}
