use std::sync::atomic::Ordering;

use app::view::ErrorCode;
use clap::Args;
use host::psql;
use serde_json::{Value, json};

use super::OfBranch;
use crate::failure::{Done, Failure};
use crate::named::{self, COMPUTE};
use crate::print;
use crate::session::Session;
use crate::table::{Column, text};
use crate::task::Task;

const CHECK: &[Column] = &[
    text("Server", "serverVersion"),
    text("Milliseconds", "milliseconds"),
    text("Channel binding", "channelBinding"),
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

const FORMS: &[Column] = &[
    text("Form", "id"),
    text("Name", "label"),
    text("Note", "note"),
];

impl Connect {
    /// To a database of this branch.
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

    /// Which database of which branch, as the core takes it.
    pub async fn source(&self, session: &Session) -> Done<Value> {
        self.of_project(session, if self.pooled { "pooled" } else { &self.form })
            .await
    }

    /// Whether it is about a platform's project, and so of an account.
    pub fn is_of_account(&self) -> bool {
        self.temp.is_none()
    }

    pub async fn run(self, session: &Session) -> Done {
        let form = if self.pooled { "pooled" } else { &*self.form };
        let source = match &self.temp {
            Some(wanted) => {
                let (id, _) = named::temporary(session, wanted).await?;
                json!({ "kind": "temporary", "id": id })
            }
            None => self.of_project(session, form).await?,
        };
        if session.options.dry_run {
            let call = json!({
                "kind": "connectionString",
                "projectId": source["projectId"],
                "request": source["request"],
            });
            let task = Task::new("connect_forms", json!({}));
            let is_of_project = self.temp.is_none();
            let task = if is_of_project {
                task.call_as(call)
            } else {
                task
            };
            return task.run(session).await;
        }
        if self.check {
            let task = Task::here("connect_check", json!({ "source": source }));
            return task.one(CHECK).run(session).await;
        }
        if self.psql {
            return psql(session, &source, &self.more).await;
        }
        let card = session
            .call("connect_forms", json!({ "source": source }))
            .await?;
        if self.forms {
            let show = print::Show::Rows("", FORMS);
            return print::answer(&card["forms"], show, "", session.options.is_json());
        }
        one(session, &source, &card, form).await
    }

    async fn of_project(&self, session: &Session, form: &str) -> Done<Value> {
        let mut of = self.branch.clone();
        of.branch = self.named.clone().or(of.branch);
        let (project, branch) = of.find(session).await?;
        let account = session.account().await?;
        let compute = match &self.compute {
            Some(named) => {
                let place = json!({ "projectId": project });
                Some(COMPUTE.id(session, place, named).await?)
            }
            None => None,
        };
        let (database, role) = (self.database.clone(), self.role.clone());
        let (database, role) = with_role(session, &project, &branch, database, role).await?;
        Ok(json!({
            "kind": "project",
            "accountId": account["id"],
            "projectId": project,
            "request": {
                "database": database,
                "role": role,
                "branchId": branch,
                "computeId": compute,
                "pooled": form == "pooled",
            },
        }))
    }
}

/// The database and the role that were named. Otherwise the database is the branch's only one or the platform's usual one,
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
    let profile = &session.account().await?["profile"];
    let usual = |name: &str| profile[name].as_str().unwrap_or_default().to_owned();
    let (found, owner) = match session.options.dry_run {
        true => (usual("database"), usual("role")),
        false => {
            let is_named = database.is_some();
            let wanted = database.clone().unwrap_or_else(|| usual("database"));
            find(session, project, branch, &wanted, is_named).await?
        }
    };
    Ok((database.unwrap_or(found), role.unwrap_or(owner)))
}

/// A database of the branch with its owner: the wanted one, or the only one.
pub(super) async fn find(
    session: &Session,
    project: &str,
    branch: &str,
    wanted: &str,
    is_named: bool,
) -> Done<(String, String)> {
    let account = session.account_id().await?;
    let args = json!({ "accountId": account, "projectId": project, "branchId": branch });
    let all = session.call("database_list", args).await?;
    let all = all.as_array().cloned().unwrap_or_default();
    let found = all.iter().find(|one| one["name"] == wanted);
    let found = match all.as_slice() {
        [one] if !is_named => Some(one),
        _ => found,
    };
    if !is_named && all.len() > 1 && found.is_some() {
        let sentence = format!("plinth: the database is {wanted}, the platform's usual one");
        session.add_default(sentence);
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    found
        .map(|one| (text(&one["name"]), text(&one["owner"])))
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

async fn one(session: &Session, source: &Value, card: &Value, form: &str) -> Done {
    let mut forms = card["forms"].as_array().into_iter().flatten();
    let Some(found) = forms.find(|one| one["id"] == form) else {
        return Err(Failure::usage(
            format!("There is no form {form}"),
            "`plinth connect --forms` lists all of them.",
        ));
    };
    let text = if session.options.reveal {
        let args = json!({ "source": source, "form": form });
        session.call("connect_reveal", args).await?["text"].clone()
    } else {
        found["masked"].clone()
    };
    if session.options.is_json() {
        return print::json(&json!({
            "form": form,
            "label": found["label"],
            "note": found["note"],
            "text": text,
            "revealed": session.options.reveal,
        }));
    }
    let text = text.as_str().unwrap_or_default();
    print::out(&format!("{}\n", text.trim_end()))?;
    if !session.options.reveal {
        print::note("The password is masked: --reveal prints it.");
    }
    for note in [&card["note"], &found["note"]] {
        if let Some(note) = note.as_str() {
            print::note(note);
        }
    }
    Ok(())
}

/// Opens psql in this terminal and waits for its end; the core stays open for as long, as the sandbox may be in it.
pub async fn psql(session: &Session, source: &Value, more: &[String]) -> Done {
    let found = session
        .call("connect_session", json!({ "source": source }))
        .await?;
    let of_core: host::command::connect::Session = serde_json::from_value(found)
        .map_err(|_| Failure::usage("The connection can't be read", ""))?;
    let parameters = psql::Parameters::read(of_core.into_parameters())
        .map_err(|error| Failure::from(app::view::ErrorView::from(error)))?;
    let program = psql::checked("psql", &sandbox::bundled_programs(&[]), 0)
        .await
        .map_err(|error| Failure::from(app::view::ErrorView::from(error)))?;
    let files = psql::Files::write(&session.run_folder(), &parameters).map_err(|error| {
        Failure::new(
            ErrorCode::File,
            error.to_string(),
            "Use `plinth connect --form psql --reveal`, which prints a command.",
        )
    })?;
    let args = json!({ "source": source, "program": null });
    if source["kind"] != "oneTimeSecret" {
        session.call("connect_opened", args).await?;
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
