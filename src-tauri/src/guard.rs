//! What a person must have agreed to before a command of the host does what its arguments name.

use std::path::Path;

use app::accounts::{ConnectAccount, EditAccount};
use app::view::{EnvArgs, FolderImportPick, FolderSettings, FolderView, TemporaryOptions};
use host::{Args, Connection, Reply};
use serde_json::json;
use tauri::{AppHandle, Manager as _};

use crate::chosen;
use crate::command::seed::name_of;
use crate::consent::{real, refused};

mod check;
mod destroy;
mod destruction;
mod send;
mod share;

use check::{Check, consents};
pub use destroy::account_remove;
// A release build writes no bindings, and so no words.
#[cfg(debug_assertions)]
pub use destruction::Destruction;

/// What is checked, by the names of the commands.
const CHECKS: &[(&str, Check)] = &[
    ("account_connect", |app, args| {
        Box::pin(account_connect(app, args))
    }),
    ("account_edit", |app, args| {
        Box::pin(account_edit(app, args))
    }),
    ("activity_export", |app, args| {
        Box::pin(activity_export(app, args))
    }),
    ("diagnostics_save", |app, args| {
        Box::pin(diagnostics_save(app, args))
    }),
    ("env_preview", |app, args| Box::pin(env_preview(app, args))),
    ("env_write", |app, args| Box::pin(env_write(app, args))),
    ("folder_add", |app, args| Box::pin(folder_add(app, args))),
    ("folder_change", |app, args| {
        Box::pin(folder_change(app, args))
    }),
    ("folder_import", |app, args| {
        Box::pin(folder_import(app, args))
    }),
    ("folder_scan", |app, args| Box::pin(folder_scan(app, args))),
    ("seed_inspect", |app, args| {
        Box::pin(seed_inspect(app, args))
    }),
    ("seed_start", |app, args| Box::pin(seed_start(app, args))),
    ("temporary_create", |app, args| {
        Box::pin(temporary_create(app, args))
    }),
    ("temporary_save", |app, args| {
        Box::pin(temporary_save(app, args))
    }),
    ("temporary_import_env", |app, args| {
        Box::pin(import(app, args))
    }),
    ("temporary_import_scan", |app, args| {
        Box::pin(import(app, args))
    }),
];

/// Goes on once a person has agreed. Nobody can agree to a command that nothing is known of.
pub async fn check(app: &AppHandle, name: &str, args: &Args) -> Reply<()> {
    match checks().find(|(of, _)| *of == name) {
        Some((_, check)) => check(app, args).await,
        None => Err(refused(
            "Plinth's window doesn't know what to ask before it does this",
            "Update Plinth",
        )),
    }
}

fn checks() -> impl Iterator<Item = &'static (&'static str, Check)> {
    let all = [CHECKS, destroy::CHECKS, send::CHECKS, share::CHECKS];
    all.into_iter().flatten()
}

/// The certificates of an account are trusted.
async fn account_connect(app: &AppHandle, args: &Args) -> Reply<()> {
    let request: ConnectAccount = args.get("request")?;
    let addresses = [request.base_url.as_deref(), request.instant_url.as_deref()];
    send::must_send_key(app, addresses).await?;
    chosen::must_trust(app, &consents(app), request.ca_file.as_deref()).await
}

async fn account_edit(app: &AppHandle, args: &Args) -> Reply<()> {
    let edit: EditAccount = args.get("edit")?;
    let addresses = [edit.base_url.as_deref(), edit.instant_url.as_deref()];
    send::must_send_key(app, addresses).await?;
    chosen::must_trust(app, &consents(app), edit.ca_file.as_deref()).await
}

/// Into the file that was just picked, once.
async fn activity_export(app: &AppHandle, args: &Args) -> Reply<()> {
    chosen::must_export_into(&consents(app), &args.get::<String>("path")?)
}

async fn diagnostics_save(app: &AppHandle, args: &Args) -> Reply<()> {
    chosen::must_save_into(&consents(app), &args.get::<String>("path")?)
}

async fn env_preview(app: &AppHandle, args: &Args) -> Reply<()> {
    let args: EnvArgs = args.get("args")?;
    chosen::must_read_env(&consents(app), &args.path)
}

/// Into a file that was picked, into one of an agreed folder where no value is replaced, or after a question.
async fn env_write(app: &AppHandle, args: &Args) -> Reply<()> {
    let preview = json!({ "previewId": args.get::<String>("preview_id")? });
    let core = app.state::<Connection>();
    let target = core.call("env_target_of", preview).await?;
    chosen::must_write_env(app, &consents(app), &core, &target).await
}

/// A folder that was picked or dropped, or after a question.
async fn folder_add(app: &AppHandle, args: &Args) -> Reply<()> {
    let path: String = args.get("path")?;
    let core = app.state::<Connection>();
    chosen::must_use_folder(app, &consents(app), &core, &path).await?;
    let settings: Option<FolderSettings> = args.get("settings")?;
    match settings {
        Some(settings) => must_be_agreed(app, path, None, &settings).await,
        None => Ok(()),
    }
}

async fn folder_change(app: &AppHandle, args: &Args) -> Reply<()> {
    let id = json!({ "id": args.get::<String>("id")? });
    let core = app.state::<Connection>();
    let folder: FolderView = core.call("folder_get", id).await?;
    let settings = args.get("settings")?;
    must_be_agreed(app, folder.path, Some(&folder.settings), &settings).await
}

async fn folder_import(app: &AppHandle, args: &Args) -> Reply<()> {
    let picks: Vec<FolderImportPick> = args.get("picks")?;
    for FolderImportPick { folder, file, .. } in picks {
        must_use_folders(app, [folder.clone()]).await?;
        let file = real(&app::disk::expand(&folder)?).join(file);
        chosen::must_use_env_file(app, &consents(app), file).await?;
    }
    Ok(())
}

async fn folder_scan(app: &AppHandle, args: &Args) -> Reply<()> {
    must_use_folders(app, args.get::<Vec<String>>("paths")?).await
}

async fn must_use_folders(app: &AppHandle, paths: impl IntoIterator<Item = String>) -> Reply<()> {
    let core = app.state::<Connection>();
    for path in paths {
        chosen::must_use_folder(app, &consents(app), &core, &path).await?;
    }
    Ok(())
}

/// What is new in the settings of a folder: SQL that is run, and a file that is no env file by its name.
async fn must_be_agreed(
    app: &AppHandle,
    path: String,
    before: Option<&FolderSettings>,
    settings: &FolderSettings,
) -> Reply<()> {
    let consents = consents(app);
    let folder = real(&app::disk::expand(&path)?);
    if is_new(before, settings, |it| it.env_file.trim().to_owned()) {
        chosen::must_use_env_file(app, &consents, folder.join(settings.env_file.trim())).await?;
    }
    if settings.seed.is_none() {
        return Ok(());
    }
    let core = app.state::<Connection>();
    let args = json!({ "path": path, "settings": settings });
    let Some(file) = core
        .call::<Option<String>>("folder_seed_file", args)
        .await?
    else {
        return Ok(());
    };
    // A link out of the folder may lead to another file than before.
    let is_inside = Path::new(&file).starts_with(&folder);
    if is_inside && !is_new(before, settings, |it| it.seed.clone()) {
        return Ok(());
    }
    chosen::must_read_sql(&consents, &file)?;
    chosen::must_run_sql_on_new(app, &consents, &file).await
}

/// Whether a part of the settings is another one than a person agreed to before.
fn is_new<T: PartialEq>(
    before: Option<&FolderSettings>,
    settings: &FolderSettings,
    part: impl Fn(&FolderSettings) -> T,
) -> bool {
    before.is_none_or(|before| part(before) != part(settings))
}

async fn seed_inspect(app: &AppHandle, args: &Args) -> Reply<()> {
    chosen::must_read_sql(&consents(app), &args.get::<String>("path")?)
}

/// A file that was picked for this database, or after a question.
async fn seed_start(app: &AppHandle, args: &Args) -> Reply<()> {
    let (id, path): (String, String) = (args.get("id")?, args.get("path")?);
    let core = app.state::<Connection>();
    let consents = consents(app);
    chosen::must_read_sql(&consents, &path)?;
    core.call::<()>("seed_must_be_possible", json!({ "id": id }))
        .await?;
    let name = name_of(&core, &id).await?;
    chosen::must_run_sql(app, &consents, &path, &id, &name).await
}

async fn temporary_create(app: &AppHandle, args: &Args) -> Reply<()> {
    let options: TemporaryOptions = args.get("options")?;
    if let Some(path) = options.seed_path.as_deref().filter(|path| !path.is_empty()) {
        let consents = consents(app);
        chosen::must_read_sql(&consents, path)?;
        chosen::must_run_sql_on_new(app, &consents, path).await?;
    }
    Ok(())
}

async fn temporary_save(app: &AppHandle, args: &Args) -> Reply<()> {
    chosen::must_dump_into(&consents(app), &args.get::<String>("path")?)
}

/// An env file is read.
async fn import(app: &AppHandle, args: &Args) -> Reply<()> {
    chosen::must_read_env(&consents(app), &args.get::<String>("path")?)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use app::view::FolderSeed;
    use host::command::{Access, all};

    use super::*;

    #[test]
    fn only_what_changes_in_the_settings_of_a_folder_is_asked_about() {
        let seeded = |path: &str| FolderSettings {
            seed: Some(FolderSeed::SqlScript {
                path: path.to_owned(),
            }),
            ..FolderSettings::default()
        };
        let env_file = |path: &str| FolderSettings {
            env_file: path.to_owned(),
            ..seeded("seed.sql")
        };
        for (before, now, is_new_seed, is_new_file) in [
            (None, seeded("seed.sql"), true, true),
            (Some(seeded("seed.sql")), seeded("other.sql"), true, false),
            (
                Some(FolderSettings::default()),
                seeded("seed.sql"),
                true,
                false,
            ),
            (Some(seeded("seed.sql")), seeded("seed.sql"), false, false),
            (Some(seeded("seed.sql")), env_file("settings"), false, true),
            (
                Some(env_file("settings")),
                env_file(" settings"),
                false,
                false,
            ),
        ] {
            let seed = is_new(before.as_ref(), &now, |it| it.seed.clone());
            let file = is_new(before.as_ref(), &now, |it| it.env_file.trim().to_owned());
            assert_eq!(
                (seed, file),
                (is_new_seed, is_new_file),
                "{before:?} {now:?}"
            );
        }
    }

    #[test]
    fn each_guarded_command_has_its_check() {
        let guarded = all()
            .iter()
            .map(|it| it.info())
            .filter(|it| it.access == Access::Guarded);
        let guarded: BTreeSet<_> = guarded.map(|command| command.name).collect();
        let checked: BTreeSet<_> = checks().map(|(name, _)| *name).collect();
        assert_eq!(guarded, checked);
        assert_eq!(checked.len(), checks().count(), "a command has two checks");
    }
}
