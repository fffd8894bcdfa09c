//! Programs for Node.js.

use super::driver::of;
use super::program::{Program, SnippetInput, binding, sentences};
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
            postgres_js(input.key),
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
    let (key, binding) = (input.key, binding(input));
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

fn postgres_js(key: &str) -> String {
    format!(
        r#"import postgres from "postgres";

const sql = postgres(process.env.{key});
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
    format!(
        "{run} To verify the server's certificate, pass {{ ssl: \"verify-full\" }} as second argument{file}."
    )
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
    let (url, string) = match input.named_ca() {
        Some(_) => (
            format!(
                r#"
// The driver reads no files.
const url = new URL(process.env.{key});
url.searchParams.delete("sslrootcert");
"#
            ),
            "url.href".to_owned(),
        ),
        None => (String::new(), format!("process.env.{key}")),
    };
    format!(
        r#"// npm install @neondatabase/serverless ws
import {{ neonConfig, Pool }} from "@neondatabase/serverless";
import ws from "ws";

neonConfig.webSocketConstructor = ws;
{lines}{url}
const pool = new Pool({{ connectionString: {string} }});
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
