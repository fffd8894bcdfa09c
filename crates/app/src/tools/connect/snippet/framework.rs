use super::program::{
    PgConnection, Program, SnippetInput, binding, indented, pg_connection, sentences,
};
use crate::view::{FormGroup, FormId};

pub(super) fn all(input: SnippetInput<'_>) -> Vec<Program> {
    let of = |id, label, language, text, note| Program {
        id,
        group: FormGroup::Framework,
        label,
        language,
        text,
        note,
    };
    let pooled = |note: String| input.direct.map(|_| note);
    let around = input.migrations();
    let node_trust = input
        .trusting("NODE_EXTRA_CA_CERTS")
        .map(|set| format!("Start Node with {set}: it needs the CA file."));
    let migrations = pooled(format!(
        "Migrations bypass the pooler with {around}. Prisma 6 and older: directUrl in schema.prisma."
    ));
    let undecoded = input.is_database_encoded().then(|| {
        "Prisma's own commands, such as migrate, may not decode the database's name: check which database they name."
            .to_owned()
    });
    let kit = pooled(format!("Migrations bypass the pooler with {around}."));
    let cursors = pooled(
        "Server-side cursors do not work across transactions through the pooler, so they are off."
            .to_owned(),
    );
    let locks = pooled(format!(
        "Migrations take a lock that does not work through the pooler: {key}=\"${around}\" bin/rails db:migrate.",
        key = input.key
    ));
    vec![
        of(
            FormId::Prisma,
            "Prisma",
            "ts",
            prisma(input),
            sentences([sentences([migrations, undecoded]), node_trust.clone()]),
        ),
        of(
            FormId::Drizzle,
            "Drizzle",
            "ts",
            drizzle(input),
            sentences([kit, node_trust.clone()]),
        ),
        of(FormId::Knex, "Knex", "js", knex(input), node_trust),
        of(
            FormId::Django,
            "Django",
            "python",
            django(input),
            sentences([cursors, input.libpq_note()]),
        ),
        of(
            FormId::Sqlalchemy,
            "SQLAlchemy",
            "python",
            sqlalchemy(input.key),
            input.libpq_note(),
        ),
        of(
            FormId::Rails,
            "Rails",
            "yaml",
            rails(input.key),
            sentences([locks, input.libpq_note()]),
        ),
    ]
}

/// Prisma 7: the client goes by an adapter, and the command line by its own configuration.
fn prisma(input: SnippetInput<'_>) -> String {
    let (around, binding) = (input.migrations(), binding(input));
    let PgConnection {
        import,
        before,
        options,
    } = pg_connection(input, input.key, "!");
    format!(
        r#"// prisma.config.ts, after npm install prisma @prisma/client @prisma/adapter-pg dotenv
import "dotenv/config";
import {{ defineConfig, env }} from "prisma/config";

export default defineConfig({{
  schema: "prisma/schema.prisma",
  datasource: {{ url: env("{around}") }},
}});

// prisma/schema.prisma
datasource db {{
  provider = "postgresql"
}}

generator client {{
  provider = "prisma-client"
  output   = "../generated/prisma"
}}

// db.ts
import "dotenv/config";
import {{ PrismaPg }} from "@prisma/adapter-pg";
{import}import {{ PrismaClient }} from "./generated/prisma/client";

{before}const adapter = new PrismaPg({{
{options}{binding}
}});
export const prisma = new PrismaClient({{ adapter }});
"#
    )
}

fn drizzle(input: SnippetInput<'_>) -> String {
    let PgConnection {
        import,
        before,
        options,
    } = pg_connection(input, input.key, "!");
    let options = indented(&format!("{options}{}", binding(input)));
    let around = input.migrations();
    let kit = pg_connection(input, around, "!");
    let (kit_before, credentials) = match input.is_database_encoded() {
        true => (
            format!("{}\n", kit.before),
            format!("{{\n{}\n  }}", indented(&kit.options)),
        ),
        false => (String::new(), format!("{{ url: process.env.{around}! }}")),
    };
    format!(
        r#"// drizzle.config.ts, after npm install drizzle-orm drizzle-kit pg dotenv
import "dotenv/config";
import {{ defineConfig }} from "drizzle-kit";
{import}
{kit_before}export default defineConfig({{
  dialect: "postgresql",
  schema: "./src/schema.ts",
  out: "./drizzle",
  dbCredentials: {credentials},
}});

// src/db.ts
import "dotenv/config";
import {{ drizzle }} from "drizzle-orm/node-postgres";
{import}
{before}export const db = drizzle({{
  connection: {{
{options}
  }},
}});
"#
    )
}

/// Knex hands the object on to node-postgres as it is.
fn knex(input: SnippetInput<'_>) -> String {
    let PgConnection {
        import,
        before,
        options,
    } = pg_connection(input, input.key, "");
    let options = indented(&format!("{options}{}", binding(input)));
    format!(
        r#"// npm install knex pg
import knex from "knex";
{import}
{before}const db = knex({{
  client: "pg",
  connection: {{
{options}
  }},
}});
const {{ rows }} = await db.raw("SELECT version()");
console.log(rows[0].version);
await db.destroy();
"#
    )
}

fn django(input: SnippetInput<'_>) -> String {
    let key = input.key;
    let cursors = if input.direct.is_some() {
        "\n        disable_server_side_cursors=True,"
    } else {
        ""
    };
    format!(
        r#"# settings.py, after pip install dj-database-url "psycopg[binary]"
import os

import dj_database_url

DATABASES = {{
    "default": dj_database_url.parse(
        os.environ["{key}"],
        conn_max_age=600,
        conn_health_checks=True,{cursors}
    )
}}
"#
    )
}

/// SQLAlchemy 2 over psycopg 3, which is named in the scheme.
fn sqlalchemy(key: &str) -> String {
    format!(
        r#"# pip install sqlalchemy "psycopg[binary]"
import os

from sqlalchemy import create_engine, make_url, text

url = make_url(os.environ["{key}"]).set(drivername="postgresql+psycopg")
engine = create_engine(url, pool_pre_ping=True)

with engine.connect() as connection:
    print(connection.scalar(text("SELECT version()")))
"#
    )
}

fn rails(key: &str) -> String {
    format!(
        r#"# config/database.yml, with gem "pg" in the Gemfile
production:
  adapter: postgresql
  encoding: unicode
  pool: <%= ENV.fetch("RAILS_MAX_THREADS", 5) %>
  url: <%= ENV["{key}"] %>
"#
    )
}
