use app::one_time_secrets::OneTimeSecretForget;
use app::permissions::{PermissionGrant, PermissionList, PermissionRevoke, PermissionView};
use app::projects::{
    CreateProject, ProjectCreate, ProjectDelete, ProjectGet, ProjectRecover, ProjectSettings,
    ProjectUpdate, UpdateProject,
};
use app::view::{ConnectSource, CreatedProjectView, ErrorCode, ProjectView};
use clap::{ArgAction, Args, Subcommand};

use super::connect;
use super::project_list::List;
use crate::columns::{Column, column, plain, record, size, time};
use crate::cu;
use crate::failure::{Done, Failure};
use crate::named;
use crate::print;
use crate::request::{self, Request};
use crate::session::Session;
use crate::wait;

const ONE: &[Column<ProjectView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Region", |it| plain(&it.region_id)),
    column("Postgres", |it| plain(&it.pg_version)),
    column("Organization", |it| plain(&it.organization)),
    column("Compute size", |it| size(&it.compute_size)),
    column("Blocks public connections", |it| plain(&it.blocks_public)),
    column("Blocks VPC connections", |it| plain(&it.blocks_vpc)),
    column("HIPAA", |it| plain(&it.hipaa)),
    column("Created", |it| time(&it.created_at)),
    column("Last active", |it| time(&it.last_active_at)),
    column("Deleted", |it| time(&it.deleted_at)),
];
const PEOPLE: &[Column<PermissionView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Email", |it| plain(&it.email)),
    column("Since", |it| time(&it.granted_at)),
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
        let task = match self {
            Self::List(list) => return list.run(session).await,
            Self::Create(create) => return create.run(session).await,
            Self::Update(update) => return update.run(session).await,
            Self::Delete { id: named } => {
                let id = named::project(session, Some(&named)).await?;
                let shown = match id == named {
                    true => named,
                    false => format!("{named} ({id})"),
                };
                let sentence = format!(
                    "Deleted {id}. It can be recovered for 7 days: `plinth projects recover {id}`."
                );
                Request::new(ProjectDelete { project_id: id })
                    .sentence(sentence)
                    .asks(format!(
                        "Delete the project {shown} with all its branches and data?"
                    ))
            }
            Self::Recover { id } => {
                let project_id = named::deleted_project(session, &id).await?;
                Request::new(ProjectRecover { project_id }).one(ONE)
            }
            Self::Get { id } => {
                let project_id = named::project(session, id.as_deref()).await?;
                Request::new(ProjectGet { project_id }).one(ONE)
            }
            Self::Shared { id } => {
                let project_id = named::project(session, Some(&id)).await?;
                Request::new(PermissionList { project_id }).rows(PEOPLE)
            }
            Self::Share { id, email } => {
                let project_id = named::project(session, Some(&id)).await?;
                Request::new(PermissionGrant { project_id, email }).one(PEOPLE)
            }
            Self::Unshare { id, email } => {
                let project_id = named::project(session, Some(&id)).await?;
                return unshare(session, project_id, &email).await;
            }
        };
        task.run(session).await
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
        let create = CreateProject {
            name: self.name,
            region_id: region,
            organization_id: organization,
            database: self.database,
            role: self.role,
            compute: cu::size(self.settings.cu.as_deref(), None)?,
            settings: self.settings.view(),
            ..CreateProject::default()
        };
        // A file that cannot be read or written is found before the project is created.
        let context = match self.set_context {
            true => {
                let context = session.context_to_write()?;
                context.must_be_writable()?;
                Some(context)
            }
            false => None,
        };
        let psql = self.psql.then(|| self.more.clone());
        let create = Request::new(ProjectCreate { create });
        let Some(made) = create.begin(session, psql).await? else {
            return Ok(());
        };
        let id = &made.project.id;
        let written: Done = context.map_or(Ok(()), |mut context| {
            let organization = made.project.organization_id.as_deref();
            let path = context.set(id, organization, None)?.display().to_string();
            print::note(&format!("{path} names {id} from now on."));
            Ok(())
        });
        if !self.psql || written.is_err() {
            // The project is printed first, whatever fails after it.
            print_made(session, &made).await?;
            written?;
            return wait::if_asked(session, id, &made.operations).await;
        }
        let Some(secret) = made.connections.first() else {
            print_made(session, &made).await?;
            return Err(Failure::usage(
                "The platform gave no connection string",
                "Connect with `plinth connect --psql` once its compute runs.",
            ));
        };
        let source = ConnectSource::OneTimeSecret {
            id: secret.id.clone(),
        };
        // Standard output is for psql: the project is named on standard error.
        print::note(&format!("Created the project {id}."));
        wait::until_usable(session, id, &made.operations).await?;
        let ended = connect::psql(session, source, &self.more).await;
        let id = secret.id.clone();
        session.run(OneTimeSecretForget { id }).await?;
        ended
    }
}

async fn print_made(session: &Session, made: &CreatedProjectView) -> Done {
    request::print(session, made, |made| record(ONE, &made.project), "").await
}

async fn usual_region(session: &Session) -> Done<Option<String>> {
    let region = &session.account().await?.profile.default_region;
    Ok((!region.is_empty()).then(|| region.clone()))
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
        let update = UpdateProject {
            name: Some(self.name),
            compute: cu::size(self.settings.cu.as_deref(), None)?,
            settings: self.settings.view(),
            ..UpdateProject::default()
        };
        let question = format!(
            "Turn HIPAA support on for the project {id}? It cannot be turned off, and its computes are restarted."
        );
        let task = Request::new(ProjectUpdate {
            project_id: id,
            update,
        });
        let task = task.one_in(|change| &change.item, ONE);
        let task = match self.settings.hipaa {
            Some(true) => task.asks(question),
            _ => task,
        };
        task.run(session).await
    }
}

impl Settings {
    fn view(&self) -> ProjectSettings {
        ProjectSettings {
            block_public: self.block_public_connections,
            block_vpc: self.block_vpc_connections,
            hipaa: self.hipaa,
            ..ProjectSettings::default()
        }
    }
}

async fn unshare(session: &Session, project_id: String, email: &str) -> Done {
    let list = PermissionList {
        project_id: project_id.clone(),
    };
    let mut all = session.run(list).await?.into_iter();
    let found = all.find(|one| one.email == email || one.id == email);
    let Some(found) = found else {
        return Err(Failure::new(
            ErrorCode::NotFound,
            format!("The project {project_id} is not shared with {email}"),
            "`plinth projects shared` shows whom it is shared with.",
        ));
    };
    let question = format!("Stop sharing the project {project_id} with {email}?");
    let sentence = format!("{project_id} is not shared with {email} any more.");
    Request::new(PermissionRevoke {
        project_id,
        permission_id: found.id,
        email: found.email,
    })
    .sentence(sentence)
    .asks(question)
    .run(session)
    .await
}
