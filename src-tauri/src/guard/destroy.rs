//! Commands that destroy for good: a person confirms each in a dialog of the system (decision 0091).

use app::view::words::Worded as _;
use app::view::{AccountView, BulkRequest, BulkVerb, ProjectView, TemporaryView};
use host::{Args, Connection, Reply};
use serde_json::{Value, json};
use tauri::{AppHandle, Manager as _};

use super::check::{Check, consents};
use super::destruction::Destruction as Act;
use crate::chosen::shown;
use crate::consent::Question;

pub const CHECKS: &[(&str, Check)] = &[
    ("auth_delete_user", |app, args| {
        Box::pin(auth_delete_user(app, args))
    }),
    ("auth_remove", |app, args| Box::pin(auth_remove(app, args))),
    ("bulk_start", |app, args| Box::pin(bulk_start(app, args))),
    ("database_delete", |app, args| {
        Box::pin(database_delete(app, args))
    }),
    ("key_revoke", |app, args| Box::pin(key_revoke(app, args))),
    ("project_delete", |app, args| {
        Box::pin(project_delete(app, args))
    }),
    ("sandbox_advance", |app, args| {
        Box::pin(sandbox_advance(app, args))
    }),
    ("sandbox_purge", |app, args| {
        Box::pin(sandbox_purge(app, args))
    }),
    ("sandbox_quarantine_delete", |app, _| {
        Box::pin(sandbox_quarantine_delete(app))
    }),
    ("sandbox_reset", |app, _| Box::pin(sandbox_reset(app))),
    ("snapshot_delete", |app, args| {
        Box::pin(snapshot_delete(app, args))
    }),
    ("temporary_delete", |app, args| {
        Box::pin(temporary_delete(app, args))
    }),
    ("temporary_forget", |app, args| {
        Box::pin(temporary_forget(app, args))
    }),
];

/// An account goes with its key.
pub async fn account_remove(app: &AppHandle, id: &str) -> Reply<()> {
    let sentence = "Plinth will delete the account {} with its key from this machine. Nothing changes on the platform.";
    let account = account(app, id).await?;
    let title = "Remove this account?";
    agree(app, title, sentence, &[&account], Act::RemoveAccount).await
}

async fn project_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the project {} of the account {}. You can recover the project with everything in it for 7 days.";
    let project = project(app, args).await?;
    let account = account(app, &args.get::<String>("account_id")?).await?;
    let values = [project.as_str(), &account];
    let title = "Delete this project?";
    agree(app, title, sentence, &values, Act::DeleteProject).await
}

async fn database_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the database {} of the project {}.";
    let project = project(app, args).await?;
    let name = shown(&args.get::<String>("name")?);
    let values = [name.as_str(), &project];
    let title = "Delete this database?";
    agree(app, title, sentence, &values, Act::DeleteDatabase).await
}

async fn snapshot_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the snapshot {} of the project {}.";
    let project = project(app, args).await?;
    let id = shown(&args.get::<String>("snapshot_id")?);
    let values = [id.as_str(), &project];
    let title = "Delete this snapshot?";
    agree(app, title, sentence, &values, Act::DeleteSnapshot).await
}

async fn auth_delete_user(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the user {} of the project {}.";
    let project = project(app, args).await?;
    let id = shown(&args.get::<String>("user_id")?);
    let title = "Delete this user?";
    agree(app, title, sentence, &[&id, &project], Act::DeleteUser).await
}

async fn auth_remove(app: &AppHandle, args: &Args) -> Reply<()> {
    if !args.get::<bool>("delete_data")? {
        return Ok(());
    }
    let sentence = "The platform will remove auth from the project {} and delete all its users.";
    let project = project(app, args).await?;
    let title = "Remove auth and users?";
    agree(app, title, sentence, &[&project], Act::RemoveAuth).await
}

async fn key_revoke(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will revoke an API key of the account {}.";
    let account = account(app, &args.get::<String>("account_id")?).await?;
    let title = "Revoke this key?";
    agree(app, title, sentence, &[&account], Act::RevokeKey).await
}

async fn bulk_start(app: &AppHandle, args: &Args) -> Reply<()> {
    let request: BulkRequest = args.get("request")?;
    let (title, sentence, yes) = match request.verb {
        BulkVerb::DeleteProjects => (
            "Delete these projects?",
            "The platform will delete {} projects of the account {} with all their branches and data.",
            "Delete projects",
        ),
        BulkVerb::RevokeKeys => (
            "Revoke these keys?",
            "The platform will revoke {} API keys of the account {}. Requests with these keys are refused right away. This can't be undone.",
            "Revoke keys",
        ),
        _ => return Ok(()),
    };
    let count = request.item_ids.len().to_string();
    let account = account(app, &request.account_id).await?;
    confirm(app, title, sentence, &[&count, &account], yes).await
}

async fn temporary_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the temporary database {}.";
    let id = json!({ "id": args.get::<String>("id")? });
    let found = app.state::<Connection>().call("temporary_get", id).await;
    let database: TemporaryView = found?;
    let name = shown(&database.name);
    let title = "Delete this database?";
    agree(app, title, sentence, &[&name], Act::DeleteTemporary).await
}

/// A database that expired or was claimed has nothing left to lose here.
async fn temporary_forget(app: &AppHandle, args: &Args) -> Reply<()> {
    use app::view::TemporaryState::{Claiming, Unclaimed};
    let id = json!({ "id": args.get::<String>("id")? });
    let found = app.state::<Connection>().call("temporary_get", id).await;
    let Ok(database) = found.map(|row: TemporaryView| row) else {
        // The core says what is wrong with it.
        return Ok(());
    };
    if !matches!(database.state, Unclaimed | Claiming) {
        return Ok(());
    }
    let sentence = "Plinth will remove the temporary database {} from the list. The database isn't deleted now.";
    let name = shown(&database.name);
    let title = "Remove this database from the list?";
    agree(app, title, sentence, &[&name], Act::ForgetTemporary).await
}

async fn sandbox_reset(app: &AppHandle) -> Reply<()> {
    let sentence = "All sandbox databases on this machine will be deleted with all data.";
    let title = "Reset the sandbox?";
    agree(app, title, sentence, &[], Act::ResetSandbox).await
}

async fn sandbox_purge(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence =
        "Plinth will purge {} deleted projects and branches of the sandbox on this machine.";
    let count = args.get::<Vec<String>>("ids")?.len().to_string();
    let title = "Purge deleted projects and branches?";
    agree(app, title, sentence, &[&count], Act::PurgeSandbox).await
}

async fn sandbox_quarantine_delete(app: &AppHandle) -> Reply<()> {
    let sentence = "Data in the sandbox's quarantine on this machine will be deleted.";
    let title = "Delete this data?";
    agree(app, title, sentence, &[], Act::DeleteQuarantined).await
}

/// A clock that is moved takes away what is due by then.
async fn sandbox_advance(app: &AppHandle, args: &Args) -> Reply<()> {
    let seconds = json!({ "seconds": args.get::<u32>("seconds")? });
    let core = app.state::<Connection>();
    let lost: Vec<Value> = core.call("sandbox_lost_after", seconds).await?;
    let sentence = match lost.len() {
        0 => return Ok(()),
        1 => "{} item expires by then and is deleted with all data.",
        _ => "{} items expire by then and are deleted with all data.",
    };
    let count = lost.len().to_string();
    let title = "Move the sandbox's clock forward?";
    agree(app, title, sentence, &[&count], Act::MoveClock).await
}

/// Asks about an act in the words that the window has for it, after a sentence that names what it is done to.
async fn agree(
    app: &AppHandle,
    title: &'static str,
    sentence: &'static str,
    values: &[&str],
    act: Act,
) -> Reply<()> {
    let question = Question::about(title, sentence, values, act.word())?;
    let question = question.and(act.detail());
    consents(app).need_each_time(app, question).await
}

pub(super) async fn confirm(
    app: &AppHandle,
    title: &'static str,
    sentence: &'static str,
    values: &[&str],
    yes: &'static str,
) -> Reply<()> {
    let question = Question::about(title, sentence, values, yes)?;
    consents(app).need_each_time(app, question).await
}

/// The name of an account, from the core and not from the page.
pub(super) async fn account(app: &AppHandle, id: &str) -> Reply<String> {
    let core = app.state::<Connection>();
    let all: Vec<AccountView> = core.call("account_list", json!({})).await?;
    let found = all.iter().find(|account| account.id == id);
    Ok(shown(found.map_or(id, |account| &account.name)))
}

/// The name of a project, as the platform has it; its id where the platform does not answer.
pub(super) async fn project(app: &AppHandle, args: &Args) -> Reply<String> {
    let id: String = args.get("project_id")?;
    let core = app.state::<Connection>();
    let of = json!({ "accountId": args.get::<String>("account_id")?, "projectId": id });
    let found: Reply<ProjectView> = core.call("project_get", of).await;
    Ok(shown(found.as_ref().map_or(&*id, |project| &project.name)))
}
