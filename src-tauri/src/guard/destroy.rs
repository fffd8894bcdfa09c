//! Commands that destroy for good: a person confirms each in a dialog of the system (decision 0091).

use app::view::{AccountView, BulkRequest, BulkVerb, ProjectView, TemporaryView};
use host::{Args, Connection, Reply};
use serde_json::{Value, json};
use tauri::{AppHandle, Manager as _};

use super::check::{Check, consents};
use crate::chosen::shown;
use crate::consent::Question;

pub const CHECKS: &[(&str, Check)] = &[
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
    let sentence = "The account {} goes with its key and everything that Plinth keeps of it. Nothing is deleted on the platform.";
    let account = account(app, id).await?;
    confirm(app, "Remove this account?", sentence, &[&account], "Remove").await
}

async fn project_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence =
        "The platform will delete the project {} of the account {} with all its branches and data.";
    let project = project(app, args).await?;
    let account = account(app, &args.get::<String>("account_id")?).await?;
    confirm(
        app,
        "Delete this project?",
        sentence,
        &[&project, &account],
        "Delete",
    )
    .await
}

async fn database_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the database {} of the project {} with its data.";
    let project = project(app, args).await?;
    let name = shown(&args.get::<String>("name")?);
    confirm(
        app,
        "Delete this database?",
        sentence,
        &[&name, &project],
        "Delete",
    )
    .await
}

async fn snapshot_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the snapshot {} of the project {} for good.";
    let project = project(app, args).await?;
    let id = shown(&args.get::<String>("snapshot_id")?);
    confirm(
        app,
        "Delete this snapshot?",
        sentence,
        &[&id, &project],
        "Delete",
    )
    .await
}

async fn auth_remove(app: &AppHandle, args: &Args) -> Reply<()> {
    if !args.get::<bool>("delete_data")? {
        return Ok(());
    }
    let sentence =
        "The platform will remove auth from the project {} and delete its users for good.";
    let project = project(app, args).await?;
    confirm(app, "Delete all users?", sentence, &[&project], "Delete").await
}

async fn key_revoke(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will revoke an API key of the account {} for good. Programs that use the key lose their access.";
    let account = account(app, &args.get::<String>("account_id")?).await?;
    confirm(app, "Revoke this key?", sentence, &[&account], "Revoke").await
}

async fn bulk_start(app: &AppHandle, args: &Args) -> Reply<()> {
    let request: BulkRequest = args.get("request")?;
    let (title, sentence, yes) = match request.verb {
        BulkVerb::DeleteProjects => (
            "Delete these projects?",
            "The platform will delete {} projects of the account {} with all their branches and data.",
            "Delete",
        ),
        BulkVerb::RevokeKeys => (
            "Revoke these keys?",
            "The platform will revoke {} API keys of the account {} for good. Programs that use the keys lose their access.",
            "Revoke",
        ),
        _ => return Ok(()),
    };
    let count = request.item_ids.len().to_string();
    let account = account(app, &request.account_id).await?;
    confirm(app, title, sentence, &[&count, &account], yes).await
}

async fn temporary_delete(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The platform will delete the temporary database {} with its data.";
    let id = json!({ "id": args.get::<String>("id")? });
    let found = app.state::<Connection>().call("temporary_get", id).await;
    let database: TemporaryView = found?;
    let name = shown(&database.name);
    confirm(app, "Delete this database?", sentence, &[&name], "Delete").await
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
    let sentence = "Plinth will forget the connection string and the claim link of the temporary database {}. Nothing can show them again.";
    let name = shown(&database.name);
    confirm(app, "Forget this database?", sentence, &[&name], "Forget").await
}

async fn sandbox_reset(app: &AppHandle) -> Reply<()> {
    let sentence =
        "All projects and temporary databases of the sandbox on this machine are deleted for good.";
    confirm(app, "Reset the sandbox?", sentence, &[], "Reset").await
}

async fn sandbox_purge(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "Plinth will delete {} deleted projects of the sandbox on this machine for good. Nobody can recover them then.";
    let count = args.get::<Vec<String>>("project_ids")?.len().to_string();
    let title = "Purge deleted projects?";
    confirm(app, title, sentence, &[&count], "Purge").await
}

async fn sandbox_quarantine_delete(app: &AppHandle) -> Reply<()> {
    let sentence = "Plinth will delete quarantined data of the sandbox on this machine for good.";
    confirm(app, "Delete this data?", sentence, &[], "Delete").await
}

/// A clock that is moved takes away what is due by then.
async fn sandbox_advance(app: &AppHandle, args: &Args) -> Reply<()> {
    let seconds = json!({ "seconds": args.get::<u32>("seconds")? });
    let core = app.state::<Connection>();
    let lost: Vec<Value> = core.call("sandbox_lost_after", seconds).await?;
    if lost.is_empty() {
        return Ok(());
    }
    let sentence =
        "Moving the sandbox's clock deletes what is due by then, {} in all, with its data.";
    let count = lost.len().to_string();
    confirm(app, "Move the clock?", sentence, &[&count], "Move").await
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
