use app::view::FolderSettings;
use clap::Args;
use serde_json::{Value, json};

use super::OfBranch;
use super::connect::Connect;
use super::temporary::place_of;
use crate::failure::{Done, Failure};
use crate::named::ROLE;
use crate::session::Session;

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

impl Settings {
    /// These settings, with what was typed in their place.
    pub async fn over(self, session: &Session, mut settings: Value) -> Done<Value> {
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
        if session.options.is_account_typed && !names_branch {
            return Err(Failure::usage(
                "There is no project to take with the account",
                "Add --project-id, or leave out --account.",
            ));
        }
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
                if let Some(role) = &self.role {
                    let place = json!({ "projectId": source["projectId"], "branchId": source["request"]["branchId"] });
                    ROLE.must_be_named(session, place, role).await?;
                }
                source["kind"] = json!("branch");
                Ok(Some(source))
            }
            None => Ok(None),
        }
    }
}

/// What a new folder gets where nothing else is said.
pub fn defaults() -> Value {
    json!(FolderSettings::default())
}
