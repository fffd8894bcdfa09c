//! The clients, one a row.

use app::view::FormId;

/// A client that a sandbox's connection strings are for.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    pub name: &'static str,
    pub from: From,
    /// What the Code tab gives for it, which is run as it is. It reads the string from `DATABASE_URL`.
    pub form: Option<FormId>,
    pub program: Program,
    /// Whether it is tried in every run of the tests and not only in a thorough one.
    pub is_usual: bool,
}

/// Where a client comes from, and its package.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// Beside the sandbox's PostgreSQL.
    Postgres,
    /// Installed on this system by `cargo xtask setup`.
    System,
    Npm(&'static str),
    PyPi(&'static str),
    /// Linked into the tests.
    Cargo(&'static str),
    /// Not to be had everywhere.
    Java,
}

/// How a client is run.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// With the string as its argument.
    Psql,
    /// The form as a module of Node.
    Node,
    /// The form as a program of Python.
    Python,
    /// The form's two files, with a schema and a query beside them.
    Drizzle,
    /// The form is compiled with the tests.
    Rust,
    /// The form is an address, for a program that takes one.
    Java,
}

const fn node(name: &'static str, package: &'static str, form: FormId) -> Client {
    Client {
        name,
        from: From::Npm(package),
        form: Some(form),
        program: Program::Node,
        is_usual: false,
    }
}

const fn python(name: &'static str, package: &'static str, form: FormId) -> Client {
    Client {
        name,
        from: From::PyPi(package),
        form: Some(form),
        program: Program::Python,
        is_usual: false,
    }
}

const fn usual(client: Client) -> Client {
    Client {
        is_usual: true,
        ..client
    }
}

pub const CLIENTS: &[Client] = &[
    Client {
        name: "psql beside the servers",
        from: From::Postgres,
        form: None,
        program: Program::Psql,
        is_usual: true,
    },
    Client {
        name: "psql of the system",
        from: From::System,
        form: None,
        program: Program::Psql,
        is_usual: false,
    },
    usual(node("node-postgres", "pg", FormId::Node)),
    node("postgres.js", "postgres", FormId::PostgresJs),
    node("Knex", "knex", FormId::Knex),
    Client {
        program: Program::Drizzle,
        ..node("drizzle-kit", "drizzle-kit", FormId::Drizzle)
    },
    node(
        "serverless driver, HTTP",
        "@neondatabase/serverless",
        FormId::ServerlessHttp,
    ),
    node(
        "serverless driver, WebSocket",
        "@neondatabase/serverless",
        FormId::ServerlessWebSocket,
    ),
    usual(python("psycopg", "psycopg", FormId::Python)),
    python("asyncpg", "asyncpg", FormId::Asyncpg),
    python("SQLAlchemy", "sqlalchemy", FormId::Sqlalchemy),
    Client {
        name: "tokio-postgres",
        from: From::Cargo("tokio-postgres"),
        form: Some(FormId::Rust),
        program: Program::Rust,
        is_usual: false,
    },
    Client {
        name: "pgJDBC",
        from: From::Java,
        form: Some(FormId::Jdbc),
        program: Program::Java,
        is_usual: false,
    },
];
