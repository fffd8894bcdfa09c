//! Commands that let somebody outside in, or weaken what runs here: a person confirms each in a dialog of the system
//! (decision 0091).

use app::jwks::AddJwks;
use app::view::SettingsView;
use host::{Args, Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, Manager as _};

use super::check::Check;
use super::destroy::{account, confirm, project};
use super::send::host_of;
use crate::chosen::shown;

pub const CHECKS: &[(&str, Check)] = &[
    ("auth_add_domain", |app, args| {
        Box::pin(auth_add_domain(app, args))
    }),
    ("invitation_create", |app, args| {
        Box::pin(invitation_create(app, args))
    }),
    ("jwks_add", |app, args| Box::pin(jwks_add(app, args))),
    ("permission_grant", |app, args| {
        Box::pin(permission_grant(app, args))
    }),
    ("settings_set", |app, args| {
        Box::pin(settings_set(app, args))
    }),
];

async fn permission_grant(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "{} will be able to read and change the project {} with all its data.";
    let email: String = args.get("email")?;
    let project = project(app, args).await?;
    let values = [&*email, &*project];
    confirm(app, "Share this project?", sentence, &values, "Share").await
}

async fn invitation_create(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "{} will be invited to the organization of the account {}, with the role {}.";
    let email: String = args.get("email")?;
    let role = shown(&args.get::<String>("role")?);
    let account = account(app, &args.get::<String>("account_id")?).await?;
    let values = [&*email, &*account, &*role];
    confirm(app, "Invite this person?", sentence, &values, "Invite").await
}

async fn jwks_add(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "The project {} will accept tokens that are signed by\n\n{}\n\nConfirm that you trust this host.";
    let host = host_of(&args.get::<AddJwks>("add")?.url);
    let project = project(app, args).await?;
    let values = [&*project, &*host];
    confirm(app, "Trust this host's tokens?", sentence, &values, "Trust").await
}

async fn auth_add_domain(app: &AppHandle, args: &Args) -> Reply<()> {
    let sentence = "After they sign in, users of the project {} can be sent to\n\n{}\n\nConfirm that you trust this host.";
    let host = host_of(&args.get::<String>("domain")?);
    let project = project(app, args).await?;
    let values = [&*project, &*host];
    confirm(app, "Trust this domain?", sentence, &values, "Trust").await
}

/// Only a setting that lets known security holes in is asked about.
async fn settings_set(app: &AppHandle, args: &Args) -> Reply<()> {
    let wanted: SettingsView = args.get("settings")?;
    let core = app.state::<Connection>();
    let now: SettingsView = core.call("settings_get", json!({})).await?;
    if !wanted.sandbox_old_postgres || now.sandbox_old_postgres {
        return Ok(());
    }
    let sentence = "The sandbox will run PostgreSQL 17 versions with known vulnerabilities.";
    confirm(
        app,
        "Allow old PostgreSQL versions?",
        sentence,
        &[],
        "Allow",
    )
    .await
}
