//! A folder's variables, for a program that is about to start in it.

use std::path::Path;

use envfile::ExposeSecret;

use super::ensure::{Consent, carry_out};
use super::env_files::EnvFiles;
use super::list::{add_unlisted, remove};
use super::look::Look;
use super::{settings, show};
use crate::Error;
use crate::base::disk::blocking;
use crate::core::operation::operation;
use crate::features::Features;
use crate::tools::connect::EnvNames;
use crate::view::{FolderEnsureOptions, FolderRunView, FolderState, FolderStep, FolderVariable};

/// Gives the folder at a path its database, and returns those of its variables that every program reads alike. A folder that
/// is not in the list is added with the defaults, and removed again if the run fails before a database was begun for it.
/// The caller was asked to write; `may_be_committed` is the person's consent to write a file that git tracks.
///
/// # Errors
/// As [`super::add`] and [`super::ensure()`]; [`crate::view::ErrorCode::Exists`] for a file that git tracks.
#[operation(Program, Change, folder_run)]
pub async fn run(
    app: &Features,
    path: &str,
    production: bool,
    may_be_committed: bool,
) -> Result<FolderRunView, Error> {
    let path = settings::folder(path).await?;
    let (id, is_new) = add_unlisted(app, path, None).await?;
    let ensure = FolderEnsureOptions {
        replace: false,
        production,
    };
    let consent = Consent::Asked { may_be_committed };
    let look = Look::of(app, &id).await?;
    let ran = match unreadable(&look).await {
        Some(note) => Ok(FolderRunView {
            folder: show::view(app, look).await,
            step: FolderStep::Nothing,
            variables: Vec::new(),
            notes: vec![note],
        }),
        None => ensured(app, &id, consent, ensure).await,
    };
    let has_ended = ran
        .as_ref()
        .is_ok_and(|ran| ran.folder.state != FolderState::EnvUnusable);
    if is_new && !has_ended {
        remove_unused(app, &id).await;
    }
    ran
}

/// Says that an env file is a pipe or a device. A password manager fills such a file for the programs that read it, and
/// Plinth, which would have to write it, is not among them.
async fn unreadable(look: &Look) -> Option<String> {
    let path = look.env_path();
    let resolved = blocking(move || Ok(envfile::resolve(&path))).await.ok()?;
    match resolved {
        Err(error @ envfile::Error::NotAFile(_)) => Some(format!(
            "{error}, so the command starts without its variables"
        )),
        _ => None,
    }
}

async fn ensured(
    app: &Features,
    id: &str,
    consent: Consent,
    ensure: FolderEnsureOptions,
) -> Result<FolderRunView, Error> {
    let done = carry_out(app, id, consent, ensure).await?;
    let look = Look::of(app, id).await?;
    let (variables, kept_back) = variables(&look).await?;
    let unread = look.env.warnings.iter();
    let mut notes: Vec<String> = unread
        .map(|why| format!("{why}, so it is left out"))
        .collect();
    notes.extend(kept_back);
    Ok(FolderRunView {
        folder: show::view(app, look).await,
        step: done.step,
        variables,
        notes,
    })
}

/// Removes a folder from the list that has no database, and for which none was begun.
async fn remove_unused(app: &Features, id: &str) {
    let is_unused = Look::of(app, id)
        .await
        .is_ok_and(|look| look.record.pending.is_none() && look.record.written.is_none());
    if is_unused && let Err(error) = remove(app, id).await {
        tracing::warn!(id, %error, "a folder whose run failed stays in the list");
    }
}

/// The variables that are passed on, and why others are not.
async fn variables(look: &Look) -> Result<(Vec<FolderVariable>, Vec<String>), Error> {
    let settings = look.record.settings.clone();
    let folder = look.record.path.clone();
    let own = look.env.own.clone();
    blocking(move || {
        let names = EnvNames::new(&settings.variable, &settings.public_prefix).unwrap_or_default();
        let files = EnvFiles::read(&settings, Path::new(&folder))?;
        let (mut variables, mut kept_back) = (Vec::new(), Vec::new());
        for name in names.variables() {
            let written = own.contains(&name).then(|| files.written(&name)).flatten();
            match files.reading(&name, written.as_ref()) {
                Ok(Some(value)) => variables.push(FolderVariable {
                    name,
                    value: value.expose_secret().to_owned(),
                }),
                Ok(None) => {}
                Err(why) => kept_back.push(format!("{name} is left to the command ({why})")),
            }
        }
        Ok((variables, kept_back))
    })
    .await
}
