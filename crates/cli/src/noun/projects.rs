use clap::{ArgAction, Args, Subcommand};
use serde_json::{Value, json};

use super::connect;
use super::project_list::List;
use crate::cu;
use crate::failure::{Done, Failure};
use crate::named;
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{Column, size, text, time};
use crate::task::{self, Begun, Task};
use crate::wait;

const ONE: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    text("Region", "regionId"),
    text("Postgres", "pgVersion"),
    text("Organization", "organization"),
    size("Compute size", "computeSize"),
    text("Blocks public connections", "blocksPublic"),
    text("Blocks VPC connections", "blocksVpc"),
    text("HIPAA", "hipaa"),
    time("Created", "createdAt"),
    time("Last active", "lastActiveAt"),
    time("Deleted", "deletedAt"),
];
const PEOPLE: &[Column] = &[
    text("ID", "id"),
    text("Email", "email"),
    time("Since", "grantedAt"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List one's own projects and those shared with oneself
    List(List),
    /// Create a project
    Create(Create),
    /// Change a project
    Update(Update),
    /// Delete a project with all that is in it; it can be recovered for 7 days
    Delete { id: String },
    /// Bring a deleted project back
    Recover { id: String },
    /// Show a project
    Get {
        /// The project; otherwise that of the folder's context file
        id: Option<String>,
    },
    /// List whom a project is shared with
    Shared { id: String },
    /// Share a project with the account of an address
    Share { id: String, email: String },
    /// Stop sharing a project with somebody
    Unshare { id: String, email: String },
}

#[derive(Args)]
struct Settings {
    /// Allow no connections from the internet; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    block_public_connections: Option<bool>,
    /// Allow no connections from VPC endpoints; `=false` clears it
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    block_vpc_connections: Option<bool>,
    /// Turn HIPAA support on; it cannot be turned off
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    hipaa: Option<bool>,
    /// Size of its computes: fixed such as 2, or a range such as 0.5-3
    #[arg(long, value_name = "SIZE")]
    cu: Option<String>,
}

#[derive(Args)]
pub struct Create {
    /// Its name; otherwise the platform names it
    #[arg(long)]
    name: Option<String>,
    /// Where it is; otherwise the platform's usual region
    #[arg(long, value_name = "ID")]
    region_id: Option<String>,
    /// The organization it belongs to
    #[arg(long, value_name = "ID")]
    org_id: Option<String>,
    /// Name of its first database
    #[arg(long)]
    database: Option<String>,
    /// Name of the role that owns the database
    #[arg(long)]
    role: Option<String>,
    #[command(flatten)]
    settings: Settings,
    /// Write the project into the context file
    #[arg(long)]
    set_context: bool,
    /// Connect with psql when it is created; arguments after `--` are for psql
    #[arg(long)]
    psql: bool,
    #[arg(last = true, requires = "psql", value_name = "PSQL ARGUMENTS")]
    more: Vec<String>,
}

#[derive(Args)]
pub struct Update {
    /// The project; otherwise that of the folder's context file
    id: Option<String>,
    /// Its name from then on
    #[arg(long)]
    name: String,
    #[command(flatten)]
    settings: Settings,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        match self {
            Self::List(list) => list.run(session).await,
            Self::Create(create) => create.run(session).await,
            Self::Update(update) => update.run(session).await,
            Self::Delete { id: named } => {
                let id = named::project(session, Some(&named)).await?;
                let shown = match id == named {
                    true => named,
                    false => format!("{named} ({id})"),
                };
                let asks = format!("Delete the project {shown} with all its branches and data?");
                Task::new("project_delete", json!({ "projectId": id }))
                    .call("deleteProject")
                    .asks(asks)
                    .said(format!("Deleted {id}. It can be recovered for 7 days: `plinth projects recover {id}`."))
                    .run(session)
                    .await
            }
            Self::Recover { id } => {
                let id = named::deleted_project(session, &id).await?;
                Task::new("project_recover", json!({ "projectId": id }))
                    .call("recoverProject")
                    .one(ONE)
                    .run(session)
                    .await
            }
            Self::Get { id } => {
                let id = named::project(session, id.as_deref()).await?;
                Task::new("project_get", json!({ "projectId": id }))
                    .call("getProject")
                    .one(ONE)
                    .run(session)
                    .await
            }
            Self::Shared { id } => {
                let id = named::project(session, Some(&id)).await?;
                Task::new("permission_list", json!({ "projectId": id }))
                    .call("listPermissions")
                    .rows(PEOPLE)
                    .run(session)
                    .await
            }
            Self::Share { id, email } => {
                let id = named::project(session, Some(&id)).await?;
                Task::new(
                    "permission_grant",
                    json!({ "projectId": id, "email": email }),
                )
                .call("grantPermission")
                .one(PEOPLE)
                .run(session)
                .await
            }
            Self::Unshare { id, email } => {
                let id = named::project(session, Some(&id)).await?;
                unshare(session, &id, &email).await
            }
        }
    }
}

impl Create {
    async fn run(self, session: &Session) -> Done {
        let organization = match self.org_id {
            Some(id) => Some(id),
            None if self.set_context => named::organization(session, &session.context_to_write()?),
            None => named::organization(session, &session.context()?),
        };
        let region = match self.region_id {
            Some(id) => Some(id),
            None => usual_region(session).await?,
        };
        let create = json!({
            "name": self.name,
            "regionId": region,
            "organizationId": organization,
            "database": self.database,
            "role": self.role,
            "compute": cu::size(self.settings.cu.as_deref(), None)?,
            "settings": self.settings.json(),
        });
        // One that cannot be read or written is found before anything is made.
        let context = match self.set_context {
            true => {
                let context = session.context_to_write()?;
                context.must_be_writable()?;
                Some(context)
            }
            false => None,
        };
        let psql = self.psql.then_some(&self.more);
        let call = json!({ "kind": "createProject", "create": create, "psql": psql });
        let task = Task::new("project_create", json!({ "create": create })).call_as(call);
        let Some(answer) = task.begin(session).await? else {
            return Ok(());
        };
        let begun = Begun::of(None, &answer);
        let id = answer["project"]["id"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let written: Done = context.map_or(Ok(()), |mut context| {
            let organization = answer["project"]["organizationId"].as_str();
            let path = context.set(&id, organization, None)?.display().to_string();
            print::note(&format!("{path} names {id} from now on."));
            Ok(())
        });
        let secret = answer["connections"][0]["id"].as_str().map(str::to_owned);
        if !self.psql || written.is_err() {
            // What was made is said first, whatever fails after it.
            task::print(session, answer, Show::One("project", ONE), "").await?;
            written?;
            return begun.wait(session).await;
        }
        let Some(secret) = secret else {
            task::print(session, answer, Show::One("project", ONE), "").await?;
            return Err(Failure::usage(
                "The platform gave no connection string",
                "Connect with `plinth connect --psql` once its compute runs.",
            ));
        };
        let source = json!({ "kind": "oneTimeSecret", "id": secret });
        // What it prints is what psql prints: the project is on standard error.
        print::note(&format!("Created the project {id}."));
        wait::until_usable(session, &id, &answer["operations"]).await?;
        let ended = connect::psql(session, &source, &self.more).await;
        session
            .call("one_time_secret_forget", json!({ "id": secret }))
            .await?;
        ended
    }
}

async fn usual_region(session: &Session) -> Done<Option<String>> {
    let region = session.account().await?["profile"]["defaultRegion"].as_str();
    Ok(region
        .filter(|region| !region.is_empty())
        .map(str::to_owned))
}

impl Update {
    async fn run(self, session: &Session) -> Done {
        if self.name.trim().is_empty() {
            return Err(Failure::usage(
                "The name is empty",
                "Enter 1 to 256 characters after --name.",
            ));
        }
        let id = named::project(session, self.id.as_deref()).await?;
        let update = json!({
            "name": self.name,
            "compute": cu::size(self.settings.cu.as_deref(), None)?,
            "settings": self.settings.json(),
        });
        let task = Task::new(
            "project_update",
            json!({ "projectId": id, "update": update }),
        );
        let task = task.call("updateProject").show(Show::One("item", ONE));
        let task = match self.settings.hipaa {
            Some(true) => task.asks(format!(
                "Turn HIPAA support on for the project {id}? It cannot be turned off, and its computes are restarted."
            )),
            _ => task,
        };
        task.run(session).await
    }
}

impl Settings {
    fn json(&self) -> Value {
        json!({
            "blockPublic": self.block_public_connections,
            "blockVpc": self.block_vpc_connections,
            "hipaa": self.hipaa,
        })
    }
}

async fn unshare(session: &Session, id: &str, email: &str) -> Done {
    let account = session.account_id().await?;
    let args = json!({ "accountId": account, "projectId": id });
    let all = session.call("permission_list", args).await?;
    let mut all = all.as_array().into_iter().flatten();
    let found = all.find(|one| one["email"] == email || one["id"] == email);
    let Some(found) = found else {
        return Err(Failure::new(
            app::view::ErrorCode::NotFound,
            format!("The project {id} is not shared with {email}"),
            "`plinth projects shared` shows whom it is shared with.",
        ));
    };
    let args = json!({ "projectId": id, "permissionId": found["id"], "email": found["email"] });
    let call = json!({ "kind": "revokePermission", "projectId": id, "permissionId": found["id"] });
    Task::new("permission_revoke", args)
        .call_as(call)
        .asks(format!("Stop sharing the project {id} with {email}?"))
        .said(format!("{id} is not shared with {email} any more."))
        .run(session)
        .await
}
