use app::view::{FolderSeed, FolderSettings, FolderSource};
use clap::Args;

use super::OfBranch;
use super::connect::Connect;
use super::temporary::place_of;
use crate::failure::{Done, Failure};
use crate::named::{self, ROLE};
use crate::session::Session;

/// The settings of a project folder.
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
    /// Returns these settings, with what was typed in their place.
    pub async fn over(self, session: &Session, of: FolderSettings) -> Done<FolderSettings> {
        let source = self.source(session).await?;
        let seed = match self.seed {
            Some(path) => Some(FolderSeed::SqlScript { path }),
            None => of.seed.filter(|_| !self.no_seed),
        };
        Ok(FolderSettings {
            env_file: self.env_file.unwrap_or(of.env_file),
            variable: self.variable.unwrap_or(of.variable),
            public_prefix: self.public_prefix.unwrap_or(of.public_prefix),
            referrer: self.referrer.unwrap_or(of.referrer),
            seed,
            source: source.unwrap_or(of.source),
            write_without_asking: self.write_without_asking.unwrap_or(of.write_without_asking),
        })
    }

    async fn source(&self, session: &Session) -> Done<Option<FolderSource>> {
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
                Ok(Some(FolderSource::Temporary { service: None }))
            }
            Some(place) => {
                let service = Some(place_of(session, place).await?);
                Ok(Some(FolderSource::Temporary { service }))
            }
            None if names_branch => {
                let connect = Connect::to(
                    of_branch.clone(),
                    self.database.clone(),
                    self.role.clone(),
                    self.pooled,
                );
                let (project_id, request) = connect.place(session).await?;
                let account_id = session.account_id().await?.to_owned();
                if let Some(role) = &self.role {
                    let list = named::roles(
                        &project_id,
                        request.branch_id.as_deref().unwrap_or_default(),
                    );
                    ROLE.must_be_named(session, list, role).await?;
                }
                Ok(Some(FolderSource::Branch {
                    account_id,
                    project_id,
                    request,
                }))
            }
            None => Ok(None),
        }
    }
}
