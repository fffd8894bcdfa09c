//! Runs one client with one connection string.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use url::Url;

use super::install::{self, Python};
use super::table::{Client, From, Program};

const WITHIN: Duration = Duration::from_secs(90);
/// Where Debian's package libpostgresql-jdbc-java has pgJDBC; `PLINTH_PGJDBC` names another place.
const PGJDBC: &str = "/usr/share/java/postgresql.jar";

/// Compiled with the tests, as `connect-rust`.
const RUST: &str = include_str!("connect_rust.rs");

/// What the clients that are run need.
#[derive(Debug)]
pub struct Tools {
    /// The programs of the sandbox's PostgreSQL.
    pub postgres: PathBuf,
    pub node_modules: PathBuf,
    pub python: Python,
}

/// A connection string with what a client is told besides.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    pub url: &'a str,
    /// What the Code tab gives for the client, where there is something.
    pub code: &'a str,
}

impl Tools {
    pub fn version(&self, client: &Client) -> String {
        let psql = |program: &Path| {
            let asked = std::process::Command::new(program)
                .arg("--version")
                .output();
            let asked = asked.unwrap_or_else(|error| {
                panic!(
                    "{}: {error}: install PostgreSQL's client programs (`cargo xtask setup`; the package \
                     postgresql-client)",
                    program.display()
                )
            });
            let said = String::from_utf8_lossy(&asked.stdout).into_owned();
            let version = said.split_whitespace().nth(2).unwrap_or_default();
            version.to_owned()
        };
        match client.from {
            From::Postgres => psql(&self.psql(client)),
            From::System => psql(Path::new("psql")),
            From::Npm(package) => install::npm_version(package),
            From::PyPi(package) => self.python.version(package),
            From::Cargo(package) => install::crate_version(package),
            From::Java => String::new(),
        }
    }

    /// Why a client is left out on this machine.
    pub fn missing(client: &Client) -> Option<String> {
        let java = std::process::Command::new("java").arg("-version").output();
        let has_java = java.is_ok_and(|it| it.status.success());
        let is_there = !matches!(client.from, From::Java) || (has_java && pgjdbc().is_file());
        (!is_there).then(|| {
            format!("install a Java runtime and {PGJDBC} (default-jre-headless and libpostgresql-jdbc-java)")
        })
    }

    fn psql(&self, client: &Client) -> PathBuf {
        match client.from {
            From::Postgres => self.postgres.join("psql"),
            _ => "psql".into(),
        }
    }

    /// Runs a client in a folder of its own and gives what it printed.
    pub async fn run(
        &self,
        client: &Client,
        given: Given<'_>,
        folder: &Path,
    ) -> Result<String, String> {
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let ask = |program: &mut Command| {
            program.env("DATABASE_URL", given.url);
        };
        match client.program {
            Program::Psql => {
                let mut psql = command(self.psql(client), folder);
                psql.args([given.url, "--no-psqlrc", "--no-password", "-Atc"]);
                said(psql.arg("SELECT version()"), given.url).await
            }
            Program::Node => {
                self.link_modules(folder);
                file("query.mjs", given.code);
                let mut node = command("node", folder);
                ask(node.arg("query.mjs"));
                said(&mut node, given.url).await
            }
            Program::Python => {
                file("query.py", given.code);
                let mut python = command(&self.python.program, folder);
                ask(python
                    .arg("query.py")
                    .env("PYTHONPATH", &self.python.packages));
                said(&mut python, given.url).await
            }
            Program::Drizzle => {
                self.link_modules(folder);
                for (name, text) in files(given.code) {
                    file(name, text);
                }
                file("src/schema.ts", SCHEMA);
                file("src/query.ts", QUERY);
                let mut output = String::new();
                for line in [
                    ["drizzle-kit/bin.cjs", "push", "--force"].as_slice(),
                    &["tsx/dist/cli.mjs", "src/query.ts"],
                ] {
                    let mut node = command("node", folder);
                    ask(node
                        .arg(self.node_modules.join(line[0]))
                        .args(&line[1..])
                        // Migrations go by the direct string, and here by the one that is tried.
                        .env("DATABASE_URL_DIRECT", given.url));
                    output.push_str(&said(&mut node, given.url).await?);
                }
                Ok(output)
            }
            Program::Rust => {
                if given.code != RUST {
                    return Err(format!(
                        "connect_rust.rs is not what the Code tab gives:\n{}",
                        given.code
                    ));
                }
                let mut rust = command(env!("CARGO_BIN_EXE_connect-rust"), folder);
                ask(&mut rust);
                said(&mut rust, given.url).await
            }
            Program::Java => {
                file("Query.java", include_str!("Query.java"));
                let mut java = command("java", folder);
                java.arg("-cp").arg(pgjdbc()).arg("Query.java");
                java.env("JDBC_URL", given.code);
                said(&mut java, given.url).await
            }
        }
    }

    pub fn link_modules(&self, folder: &Path) {
        let link = folder.join("node_modules");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&self.node_modules, link).unwrap();
        #[cfg(windows)]
        std::os::windows::fs::symlink_dir(&self.node_modules, link).unwrap();
    }
}

fn pgjdbc() -> PathBuf {
    std::env::var_os("PLINTH_PGJDBC").map_or_else(|| PGJDBC.into(), PathBuf::from)
}

/// A table that drizzle-kit makes.
const SCHEMA: &str = r#"import { integer, pgTable } from "drizzle-orm/pg-core";

export const made = pgTable("made_by_drizzle", { id: integer("id").primaryKey() });
"#;

/// Finds it there, and leaves none to the next run.
const QUERY: &str = r#"import { made } from "./schema";
import { db } from "./db";

async function main() {
  await db.select().from(made);
  await db.execute("DROP TABLE made_by_drizzle");
  const { rows } = await db.execute("SELECT version()");
  console.log(rows[0].version);
  await db.$client.end();
}
main();
"#;

/// The files of a form that has several: each begins with a comment that starts with its name.
fn files(code: &str) -> Vec<(&str, &str)> {
    let starts: Vec<usize> = code
        .match_indices("// ")
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || code[..*at].ends_with("\n\n"))
        .chain([code.len()])
        .collect();
    let parts = starts.windows(2).map(|pair| &code[pair[0]..pair[1]]);
    parts
        .map(|part| {
            let end = part[3..].find([',', '\n', ' ']).unwrap() + 3;
            (&part[3..end], part)
        })
        .collect()
}

/// A program to which nothing is said of databases and certificates by this machine.
pub fn command(program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .kill_on_drop(true);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let says = ["PG", "NODE_", "SSL_CERT", "DATABASE_URL"];
        if says.iter().any(|start| text.starts_with(start)) {
            command.env_remove(&name);
        }
    }
    command
}

/// What a program printed, or why it failed, without the password of `url`.
pub async fn said(program: &mut Command, url: &str) -> Result<String, String> {
    let failed = |why: &str| {
        let url = Url::parse(url).unwrap();
        let password = url.password().unwrap_or_default().to_owned();
        let text = format!("{why}\nThe string was {url}");
        match password.as_str() {
            "" => text,
            password => text.replace(password, "…"),
        }
    };
    match tokio::time::timeout(WITHIN, program.output()).await {
        Err(_) => Err(failed(&format!("did not end within {WITHIN:?}"))),
        Ok(Err(error)) => {
            let name = program.as_std().get_program().display();
            Err(failed(&format!("{name} cannot be run: {error}")))
        }
        Ok(Ok(output)) => {
            let [out, err] = [output.stdout, output.stderr]
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            if output.status.success() {
                return Ok(out);
            }
            let mut why = String::new();
            write!(why, "{}\n{out}{err}", output.status).unwrap();
            Err(failed(&why))
        }
    }
}
