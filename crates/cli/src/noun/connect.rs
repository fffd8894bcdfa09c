use std::sync::atomic::Ordering;

use app::computes::ComputeList;
use app::connection_card::{ConnectCheck, ConnectForms, ConnectReveal};
use app::projects::ConnectionString;
use app::view::{
    CheckView, ConnectFormView, ConnectSource, ConnectView, ConnectionRequest, DatabaseView,
    ErrorCode, ErrorView,
};
use clap::Args;
use host::command::connect::{ConnectOpened, ConnectSession};
use host::psql;
use serde_json::json;

use super::OfBranch;
use crate::columns::{Column, column, plain};
use crate::failure::{Done, Failure};
use crate::named::{self, COMPUTE};
use crate::print;
use crate::request::{Request, print_rows};
use crate::session::Session;

const CHECK: &[Column<CheckView>] = &[
    column("Server", |it| plain(&it.server_version)),
    column("Milliseconds", |it| plain(&it.milliseconds)),
    column("Channel binding", |it| plain(&it.channel_binding)),
];

#[derive(Args)]
pub struct Connect {
    /// Short for `--branch`
    #[arg(value_name = "BRANCH", conflicts_with_all = ["branch", "temp"])]
    named: Option<String>,
    #[command(flatten)]
    branch: OfBranch,
    /// A temporary database instead, by its id or name
    #[arg(long, value_name = "ID", conflicts_with_all = ["project_id", "branch", "database", "role", "compute"])]
    temp: Option<String>,
    /// The database; otherwise the only one of the branch, or the platform's usual
    #[arg(long)]
    database: Option<String>,
    /// The role; otherwise the database's owner
    #[arg(long)]
    role: Option<String>,
    /// The compute by its name or id; otherwise the branch's writable one
    #[arg(long, value_name = "COMPUTE")]
    compute: Option<String>,
    /// How it is written: pooled, direct, psql, env, node, python and the others of the window
    #[arg(long, default_value = "direct")]
    form: String,
    /// Short for `--form pooled`
    #[arg(long, conflicts_with = "form")]
    pooled: bool,
    /// List the forms that there are
    #[arg(long, conflicts_with_all = ["form", "pooled"])]
    forms: bool,
    /// Connect, and say what answers
    #[arg(long)]
    check: bool,
    /// Open psql; arguments after `--` are for it
    #[arg(long, conflicts_with_all = ["check", "forms"])]
    psql: bool,
    #[arg(last = true, requires = "psql", value_name = "PSQL ARGUMENTS")]
    more: Vec<String>,
}

const FORMS: &[Column<ConnectFormView>] = &[
    column("Form", |it| plain(&it.id)),
    column("Name", |it| plain(&it.label)),
    column("Note", |it| plain(&it.note)),
];

impl Connect {
    /// Makes the arguments for a database of this branch.
    pub fn to(
        branch: OfBranch,
        database: Option<String>,
        role: Option<String>,
        pooled: bool,
    ) -> Self {
        Self {
            named: None,
            branch,
            temp: None,
            database,
            role,
            compute: None,
            form: "direct".to_owned(),
            pooled,
            forms: false,
            check: false,
            psql: false,
            more: Vec::new(),
        }
    }

    fn form(&self) -> &str {
        match self.pooled {
            true => "pooled",
            false => &self.form,
        }
    }

    /// Whether it is about a platform's project, and so of an account.
    pub fn is_of_account(&self) -> bool {
        self.temp.is_none()
    }

    pub async fn run(self, session: &Session) -> Done {
        let source = match &self.temp {
            Some(wanted) => {
                let (id, _) = named::temporary(session, wanted).await?;
                ConnectSource::Temporary { id }
            }
            None => {
                let (project_id, request) = self.place(session).await?;
                if session.options.dry_run {
                    let request = Request::new(ConnectionString {
                        project_id,
                        request,
                    });
                    return request.hidden().run(session).await;
                }
                ConnectSource::Project {
                    account_id: session.account_id().await?.to_owned(),
                    project_id,
                    request,
                }
            }
        };
        session.must_be_meant()?;
        if self.check {
            return Request::new(ConnectCheck { source })
                .one(CHECK)
                .run(session)
                .await;
        }
        if self.psql {
            return psql(session, source, &self.more).await;
        }
        let forms = ConnectForms {
            source: source.clone(),
        };
        let card = session.run(forms).await?;
        if self.forms {
            return print_rows(session, &card.forms, FORMS).await;
        }
        one(session, source, &card, self.form()).await
    }

    /// Returns the project, and the database of a branch in it.
    pub async fn place(&self, session: &Session) -> Done<(String, ConnectionRequest)> {
        let mut of = self.branch.clone();
        of.branch = self.named.clone().or(of.branch);
        let (project_id, branch_id) = of.find(session).await?;
        let compute_id = match &self.compute {
            Some(named) => {
                let list = ComputeList {
                    project_id: project_id.clone(),
                };
                Some(COMPUTE.id(session, list, named).await?)
            }
            None => None,
        };
        let (database, role) = (self.database.clone(), self.role.clone());
        let found = with_role(session, &project_id, &branch_id, database, role);
        let (database, role) = found.await?;
        let request = ConnectionRequest {
            database,
            role,
            branch_id: Some(branch_id),
            compute_id,
            pooled: Some(self.form() == "pooled"),
        };
        Ok((project_id, request))
    }
}

/// Returns the database and the role that were named. Otherwise the database is the branch's only one or the platform's usual one,
/// and the role its owner. With `--dry-run` nothing is read, so that both are the platform's usual ones.
pub(super) async fn with_role(
    session: &Session,
    project: &str,
    branch: &str,
    database: Option<String>,
    role: Option<String>,
) -> Done<(String, String)> {
    let (database, role) = match (database, role) {
        (Some(database), Some(role)) => return Ok((database, role)),
        named => named,
    };
    let usual = &session.account().await?.profile;
    let (found, owner) = match session.options.dry_run {
        true => (usual.database.clone(), usual.role.clone()),
        false => {
            let wanted = database.as_ref().unwrap_or(&usual.database);
            let found = find(session, project, branch, wanted, database.is_some()).await?;
            (found.name, found.owner)
        }
    };
    Ok((database.unwrap_or(found), role.unwrap_or(owner)))
}

/// Returns a database of the branch: the wanted one, or the only one.
pub(super) async fn find(
    session: &Session,
    project: &str,
    branch: &str,
    wanted: &str,
    is_named: bool,
) -> Done<DatabaseView> {
    let list = named::databases(project, branch);
    let mut all = session.run(list).await?;
    let found = match all.len() {
        1 if !is_named => Some(0),
        _ => all.iter().position(|one| one.name == wanted),
    };
    if !is_named && all.len() > 1 && found.is_some() {
        let sentence = format!("plinth: the database is {wanted}, the platform's usual one");
        session.add_default(sentence);
    }
    found
        .map(|at| all.swap_remove(at))
        .ok_or_else(|| match is_named {
            true => Failure::new(
                ErrorCode::NotFound,
                format!("The branch has no database {wanted}"),
                "`plinth databases list` shows all of them.",
            ),
            false => Failure::usage(
                "The branch has several databases",
                "Name one with --database: `plinth databases list` shows them.",
            ),
        })
}

async fn one(session: &Session, source: ConnectSource, card: &ConnectView, form: &str) -> Done {
    let mut forms = card.forms.iter();
    let Some(found) = forms.find(|one| plain(&one.id) == form) else {
        return Err(Failure::usage(
            format!("There is no form {form}"),
            "`plinth connect --forms` lists all of them.",
        ));
    };
    let text = match session.options.reveal {
        true => {
            let form = found.id;
            session.run(ConnectReveal { source, form }).await?.text
        }
        false => found.masked.clone(),
    };
    if session.options.is_json() {
        return print::json(&json!({
            "form": form,
            "label": found.label,
            "note": found.note,
            "text": text,
            "revealed": session.options.reveal,
        }));
    }
    print::out(&format!("{}\n", text.trim_end()))?;
    if !session.options.reveal {
        print::note("The password is masked: --reveal prints it.");
    }
    for note in [&card.note, &found.note].into_iter().flatten() {
        print::note(note);
    }
    Ok(())
}

/// Opens psql in this terminal and waits for its end; the core stays open for as long, as the sandbox may be in it.
pub async fn psql(session: &Session, source: ConnectSource, more: &[String]) -> Done {
    let of_core = session
        .run(ConnectSession {
            source: source.clone(),
        })
        .await?;
    let parameters = psql::Parameters::read(of_core.into_parameters())
        .map_err(|error| Failure::from(ErrorView::from(error)))?;
    let program = psql::checked("psql", &sandbox::bundled_programs(&[]), 0)
        .await
        .map_err(|error| Failure::from(ErrorView::from(error)))?;
    let files = psql::Files::write(&session.run_folder(), &parameters).map_err(|error| {
        Failure::new(
            ErrorCode::File,
            error.to_string(),
            "Use `plinth connect --form psql --reveal`, which prints a command.",
        )
    })?;
    if !matches!(source, ConnectSource::OneTimeSecret { .. }) {
        let program = None;
        session.run(ConnectOpened { source, program }).await?;
    }
    let mut command = files.command(&program);
    command.args(more);
    session.lends_terminal.store(true, Ordering::SeqCst);
    let mut command = tokio::process::Command::from(command);
    let ended = command.kill_on_drop(true).status().await;
    session.lends_terminal.store(false, Ordering::SeqCst);
    let not_started = |error: std::io::Error| {
        Failure::new(
            ErrorCode::ProgramMissing,
            format!("psql can't be started: {error}"),
            "",
        )
    };
    let ended = ended.map_err(not_started)?;
    if ended.success() {
        return Ok(());
    }
    let (code, message) = match ended.code() {
        Some(code) => (code, format!("psql ended with {code}")),
        None => (
            128 + signal_of(ended),
            "psql was ended by a signal".to_owned(),
        ),
    };
    let failure = Failure::new(
        ErrorCode::Database,
        message,
        "What it wrote above says why.",
    );
    Err(match u8::try_from(code) {
        Ok(code) => failure.exiting(code),
        Err(_) => failure,
    })
}

#[cfg(unix)]
fn signal_of(ended: std::process::ExitStatus) -> i32 {
    std::os::unix::process::ExitStatusExt::signal(&ended).unwrap_or_default()
}

#[cfg(not(unix))]
fn signal_of(_ended: std::process::ExitStatus) -> i32 {
    0
}
