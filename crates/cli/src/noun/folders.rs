//! Project folders: each gets a database into its env file.

use std::path::{Path, PathBuf};

use app::view::{ErrorCode, FolderSettings};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::OfBranch;
use super::connect::Connect;
use super::temporary::{absolute, place_of};
use crate::ask;
use crate::failure::{Done, Failure};
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{self, Column, part, text, time, word};
use crate::task::{self, Task};

const COLUMNS: &[Column] = &[
    text("Folder", "path"),
    text("Variable", "settings.variable"),
    text("Database from", "sourceLabel"),
    word("State", "state", "folderStates"),
    time("Expires", "expiresAt"),
];
const ONE: &[Column] = &[
    text("ID", "id"),
    text("Folder", "path"),
    word("State", "state", "folderStates"),
    part("Next", "state", "folderStates", "next"),
    text("Problem", "problem.message"),
    text("Env file", "settings.envFile"),
    text("Variable", "settings.variable"),
    text("Set in", "setIn"),
    text("Line", "line"),
    text("Public prefix", "settings.publicPrefix"),
    text("Referrer", "settings.referrer"),
    text("SQL file", "settings.seed.path"),
    text("Database from", "sourceLabel"),
    text("Database", "database"),
    time("Expires", "expiresAt"),
    text("Written unasked", "settings.writeWithoutAsking"),
];
const STALE: &[Column] = &[
    text("Folder", "folder.path"),
    text("Database from", "folder.sourceLabel"),
    text("Problem", "error.message"),
];
const WRITTEN: &[Column] = &[text("Folder", "folder"), text("Problem", "error.message")];
const FOUND: &[Column] = &[
    text("Folder", "folder"),
    text("File", "file"),
    text("Line", "line"),
    text("Variable", "variable"),
    text("Value", "masked"),
    text("Known as", "knownAs"),
    text("Refused", "refused"),
];
const IMPORTED: &[Column] = &[
    text("Folder", "of.folder"),
    text("Variable", "of.variable"),
    text("Temporary database", "temporaryId"),
    text("Problem", "error.message"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List the project folders, as they are on the disk now
    List,
    /// Show a folder; without a name the one of this folder
    Get { folder: Option<PathBuf> },
    /// Add a folder; without a name this one
    Add {
        folder: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Change what a folder is to get, and where. No file changes
    Update {
        folder: Option<PathBuf>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Remove a folder from the list. Its files and its database stay
    Remove { folder: Option<PathBuf> },
    /// Give a folder its database, unless its variable has a value. It shows the change of the env file and asks
    Ensure {
        folder: Option<PathBuf>,
        /// Make another database in place of the one that Plinth wrote, such as an expired one
        #[arg(long)]
        replace: bool,
    },
    /// Write changed connection strings to all folders that have the former ones
    WriteAll,
    /// List the databases in the `.env*` files of folders
    Scan {
        #[arg(required = true)]
        folders: Vec<PathBuf>,
    },
    /// Bring the databases in the `.env*` files of a folder into the lists
    Import {
        folder: PathBuf,
        /// Only that of this variable
        #[arg(long, value_name = "NAME")]
        variable: Option<String>,
        /// Only those of this file
        #[arg(long, value_name = "FILE")]
        file: Option<String>,
    },
}

/// What a folder is to get, and where.
#[derive(Args)]
pub struct Settings {
    /// The env file, by its path in the folder [default of a new folder: .env]
    #[arg(long, value_name = "FILE")]
    env_file: Option<String>,
    /// The variable of the connection string [default of a new folder: DATABASE_URL]
    #[arg(long, value_name = "NAME")]
    variable: Option<String>,
    /// What the name of the public variable with the claim link starts with [default of a new folder: VITE_]
    #[arg(long, value_name = "PREFIX")]
    public_prefix: Option<String>,
    /// What the instant service is told of where it comes from
    #[arg(long, value_name = "TEXT")]
    referrer: Option<String>,
    /// An SQL file that fills a new database, by its path in the folder
    #[arg(long, value_name = "FILE")]
    seed: Option<String>,
    /// Fill a new database with nothing
    #[arg(long, conflicts_with = "seed")]
    no_seed: bool,
    /// A temporary database from here: `sandbox`, `neon` or the address of an instant service
    #[arg(long, value_name = "PLACE")]
    service: Option<String>,
    /// A branch's database, with --project-id, --branch and --role
    #[arg(long, value_name = "NAME", conflicts_with = "service")]
    database: Option<String>,
    #[command(flatten)]
    branch: OfBranch,
    /// The role; otherwise the database's owner
    #[arg(long, value_name = "NAME", conflicts_with = "service")]
    role: Option<String>,
    /// Through the pooler
    #[arg(long, conflicts_with = "service")]
    pooled: bool,
    /// Write the env file without showing the change first
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    write_without_asking: Option<bool>,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let task = match self {
            Self::List => {
                let list = session.call("folder_list", json!({})).await?;
                return task::print(session, list["items"].clone(), Show::Rows("", COLUMNS), "")
                    .await;
            }
            Self::Get { folder } => {
                let found = find(session, folder.as_deref()).await?;
                Task::here("folder_get", json!({ "id": found["id"] })).one(ONE)
            }
            Self::Add { folder, settings } => {
                let path = path_of(folder.as_deref())?;
                let settings = settings.over(session, defaults()).await?;
                Task::here("folder_add", json!({ "path": path, "settings": settings })).one(ONE)
            }
            Self::Update { folder, settings } => {
                let found = find(session, folder.as_deref()).await?;
                let settings = settings.over(session, found["settings"].clone()).await?;
                let args = json!({ "id": found["id"], "settings": settings });
                Task::here("folder_change", args).one(ONE)
            }
            Self::Remove { folder } => {
                let found = find(session, folder.as_deref()).await?;
                Task::here("folder_remove", json!({ "id": found["id"] })).said(format!(
                    "Removed {} from the list. Its files and its database are as they were.",
                    found["path"].as_str().unwrap_or_default()
                ))
            }
            Self::Ensure { folder, replace } => {
                let found = find(session, folder.as_deref()).await?;
                return ensure(session, &found, replace).await;
            }
            Self::WriteAll => return write_all(session).await,
            Self::Scan { folders } => {
                let found = scan(session, &folders).await?;
                return task::print(session, found, Show::Rows("found", FOUND), "").await;
            }
            Self::Import {
                folder,
                variable,
                file,
            } => {
                let found = scan(session, &[folder]).await?;
                let picks = picks(&found, variable.as_deref(), file.as_deref())?;
                let task = Task::here("folder_import", json!({ "picks": picks }));
                task.rows(IMPORTED)
            }
        };
        task.run(session).await
    }
}

impl Settings {
    /// These settings, with what was typed in their place.
    async fn over(self, session: &Session, mut settings: Value) -> Done<Value> {
        let source = self.source(session).await?;
        let typed = [
            ("envFile", self.env_file),
            ("variable", self.variable),
            ("publicPrefix", self.public_prefix),
            ("referrer", self.referrer),
        ];
        for (name, value) in typed {
            if let Some(value) = value {
                settings[name] = json!(value);
            }
        }
        if let Some(path) = self.seed {
            settings["seed"] = json!({ "type": "sql-script", "path": path });
        }
        if self.no_seed {
            settings["seed"] = Value::Null;
        }
        if let Some(unasked) = self.write_without_asking {
            settings["writeWithoutAsking"] = json!(unasked);
        }
        if let Some(source) = source {
            settings["source"] = source;
        }
        Ok(settings)
    }

    async fn source(&self, session: &Session) -> Done<Option<Value>> {
        let of_branch = &self.branch;
        let names_branch = of_branch.project.project_id.is_some()
            || of_branch.branch.is_some()
            || self.database.is_some()
            || self.role.is_some()
            || self.pooled;
        match &self.service {
            Some(_) if names_branch => Err(Failure::usage(
                "The database comes from an instant service or from a branch, not from both",
                "Leave out --service, or --project-id and what goes with it.",
            )),
            // Also where it was never started: a folder can wait for it.
            Some(place) if matches!(place.as_str(), "sandbox" | "here") => {
                Ok(Some(json!({ "kind": "temporary", "service": null })))
            }
            Some(place) => {
                let service = place_of(session, place).await?;
                Ok(Some(json!({ "kind": "temporary", "service": service })))
            }
            None if names_branch => {
                let connect = Connect::to(
                    of_branch.clone(),
                    self.database.clone(),
                    self.role.clone(),
                    self.pooled,
                );
                let mut source = connect.source(session).await?;
                source["kind"] = json!("branch");
                Ok(Some(source))
            }
            None => Ok(None),
        }
    }
}

/// What a new folder gets where nothing else is said.
fn defaults() -> Value {
    json!(FolderSettings::default())
}

/// The whole path of a folder; of this one where none is named.
pub fn path_of(folder: Option<&Path>) -> Done<String> {
    absolute(folder.unwrap_or(Path::new(".")))
}

/// The folder of this id or path; the one around the current folder where none is named.
async fn find(session: &Session, named: Option<&Path>) -> Done<Value> {
    let items = all(session).await?;
    if let Some(id) = named.and_then(Path::to_str)
        && let Some(found) = items.iter().find(|item| item["id"] == id)
    {
        return Ok(found.clone());
    }
    let path = path_of(named)?;
    let found = match named {
        Some(_) => items
            .iter()
            .find(|item| real(&path) == Path::new(path_in(item)))
            .cloned(),
        None => nearest(items, &path),
    };
    found.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("{path} is not in the list of project folders"),
            "Add it with `plinth folders add`.",
        )
    })
}

/// The folder that has this path in it, if any is in the list.
pub async fn around(session: &Session, path: &str) -> Done<Option<Value>> {
    Ok(nearest(all(session).await?, path))
}

fn nearest(items: Vec<Value>, path: &str) -> Option<Value> {
    let real = real(path);
    let around = items
        .into_iter()
        .filter(|item| real.starts_with(path_in(item)));
    around.max_by_key(|item| path_in(item).len())
}

async fn all(session: &Session) -> Done<Vec<Value>> {
    let list = session.call("folder_list", json!({})).await?;
    Ok(list["items"].as_array().cloned().unwrap_or_default())
}

fn path_in(item: &Value) -> &str {
    item["path"].as_str().unwrap_or_default()
}

/// The list has its folders with links followed.
fn real(path: &str) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path))
}

/// Shows the change of the env file, asks, and carries it out.
async fn ensure(session: &Session, folder: &Value, replace: bool) -> Done {
    let options = &session.options;
    let id = &folder["id"];
    let how = json!({ "replace": replace, "production": false });
    let plan = session
        .call("folder_plan", json!({ "id": id, "ensure": how }))
        .await?;
    if options.dry_run {
        if options.is_json() {
            return print::json(&plan);
        }
        return print::out(&planned(&plan));
    }
    if plan["step"] == "nothing" {
        return task::print(
            session,
            folder.clone(),
            Show::One("", ONE),
            "Nothing to do.",
        )
        .await;
    }
    let is_asked = plan["env"].is_object() && folder["settings"]["writeWithoutAsking"] != true;
    if is_asked {
        print::note_lines(&planned(&plan));
        ask::confirm("Write this?", options.yes)?;
    }
    let args = json!({ "id": id, "planId": plan["id"], "ensure": how });
    let done = session.call("folder_ensure", args).await?;
    task::print(session, done, Show::One("folder", ONE), "").await
}

/// What is about to be done: the step, the env file line by line, the SQL file.
fn planned(plan: &Value) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(&table::printable(text));
        out.push('\n');
    };
    let code = plan["step"].as_str().unwrap_or_default();
    let step = table::word_of("folderSteps", code).unwrap_or_else(|| code.to_owned());
    line(&step);
    let env = &plan["env"];
    if let Some(path) = env["path"].as_str() {
        line(path);
        for shown in env["lines"].as_array().into_iter().flatten() {
            let sign = match shown["kind"].as_str() {
                Some("added") => "+",
                Some("removed") => "-",
                Some("gap") => "…",
                _ => " ",
            };
            line(&format!(
                "{sign} {}",
                shown["text"].as_str().unwrap_or_default()
            ));
        }
        for warning in env["warnings"].as_array().into_iter().flatten() {
            line(warning.as_str().unwrap_or_default());
        }
        let git = env["git"].as_str().unwrap_or_default();
        if let Some(said) = table::word_of("gitStates", git).filter(|said| !said.is_empty()) {
            line(&said);
        }
    }
    if let Some(seed) = plan["seed"]["path"].as_str() {
        line(&format!("Then it runs {seed}."));
    }
    out
}

async fn write_all(session: &Session) -> Done {
    let stale = session.call("folder_stale", json!({})).await?;
    let rows = stale.as_array().cloned().unwrap_or_default();
    if session.options.dry_run || rows.is_empty() {
        return task::print(session, stale, Show::Rows("", STALE), "").await;
    }
    let planned: Vec<&Value> = rows.iter().filter(|row| row["env"].is_object()).collect();
    for row in &planned {
        print::note_lines(&self::planned(
            &json!({ "step": "write", "env": row["env"] }),
        ));
    }
    if !planned.is_empty() {
        ask::confirm("Write these?", session.options.yes)?;
    }
    let ids: Vec<&Value> = planned.iter().map(|row| &row["env"]["id"]).collect();
    let written = session
        .call("folder_write_all", json!({ "planIds": ids }))
        .await?;
    let mut done = Vec::new();
    let unread = rows.iter().filter(|row| !row["env"].is_object());
    for row in unread {
        done.push(json!({ "folder": row["folder"]["path"], "error": row["error"] }));
    }
    for mut row in written.as_array().cloned().unwrap_or_default() {
        let of = planned.iter().find(|it| it["env"]["id"] == row["planId"]);
        row["folder"] = of.map_or(Value::Null, |it| it["folder"]["path"].clone());
        done.push(row);
    }
    let failed = done.iter().filter(|row| !row["error"].is_null()).count();
    task::print(session, json!(done), Show::Rows("", WRITTEN), "").await?;
    each_done(failed)
}

/// Also where the others were done, a script has to hear of those that were not.
fn each_done(failed: usize) -> Done {
    match failed {
        0 => Ok(()),
        1 => Err(Failure::new(
            ErrorCode::File,
            "One folder was left as it was",
            "The list says why.",
        )),
        many => Err(Failure::new(
            ErrorCode::File,
            format!("{many} folders were left as they were"),
            "The list says why.",
        )),
    }
}

async fn scan(session: &Session, folders: &[PathBuf]) -> Done<Value> {
    let paths = folders.iter().map(|folder| absolute(folder));
    let paths = paths.collect::<Done<Vec<_>>>()?;
    let found = session
        .call("folder_scan", json!({ "paths": paths }))
        .await?;
    for problem in found["problems"].as_array().into_iter().flatten() {
        print::note(&format!(
            "{}: {}",
            problem["path"].as_str().unwrap_or_default(),
            problem["error"]["message"].as_str().unwrap_or_default()
        ));
    }
    Ok(found)
}

/// Those that can be brought in.
fn picks(found: &Value, variable: Option<&str>, file: Option<&str>) -> Done<Vec<Value>> {
    let all = found["found"].as_array().into_iter().flatten();
    let picked: Vec<Value> = all
        .filter(|one| variable.is_none_or(|name| one["variable"] == name))
        .filter(|one| file.is_none_or(|name| one["file"] == name))
        .filter(|one| one["refused"].is_null())
        .map(|one| {
            json!({ "folder": one["folder"], "file": one["file"], "variable": one["variable"] })
        })
        .collect();
    if picked.is_empty() {
        return Err(Failure::new(
            ErrorCode::NotFound,
            "The folder's env files have no such database",
            "`plinth folders scan` lists what they have.",
        ));
    }
    Ok(picked)
}
