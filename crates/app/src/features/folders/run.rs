//! A folder's variables, for a program that is about to start in it.

use std::path::Path;

use envfile::{EnvFile, ExposeSecret};

use super::ensure::{Consent, carry_out};
use super::list::{add_unlisted, remove};
use super::look::{Look, within};
use super::{settings, show};
use crate::Error;
use crate::base::disk::blocking;
use crate::features::Features;
use crate::tools::connect::EnvNames;
use crate::view::{FolderEnsure, FolderRunView, FolderVariable};

/// Gives the folder at a path its database, and returns the folder's variables as the env files have them. A folder that
/// is not in the list is added with the defaults, and removed again if the run fails before a database was begun for it.
/// The caller was asked to write; `may_be_committed` is the person's consent to write a file that git tracks.
///
/// # Errors
/// As [`super::add`] and [`super::ensure()`]; [`crate::view::ErrorCode::Exists`] for a file that git tracks.
pub async fn run(
    app: &Features,
    path: &str,
    production: bool,
    may_be_committed: bool,
) -> Result<FolderRunView, Error> {
    let path = settings::folder(path).await?;
    let (id, is_new) = add_unlisted(app, path, None).await?;
    let ensure = FolderEnsure {
        replace: false,
        production,
    };
    let consent = Consent::Asked { may_be_committed };
    let ran = ensured(app, &id, consent, ensure).await;
    if ran.is_err() && is_new {
        remove_unused(app, &id).await;
    }
    ran
}

async fn ensured(
    app: &Features,
    id: &str,
    consent: Consent,
    ensure: FolderEnsure,
) -> Result<FolderRunView, Error> {
    let done = carry_out(app, id, consent, ensure).await?;
    let look = Look::of(app, id).await?;
    let variables = variables(&look).await?;
    Ok(FolderRunView {
        folder: show::view(app, look).await,
        step: done.step,
        variables,
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

async fn variables(look: &Look) -> Result<Vec<FolderVariable>, Error> {
    let Some(value) = look.env.value.clone() else {
        return Ok(Vec::new());
    };
    let of = look.record.settings.clone();
    let folder = look.record.path.clone();
    blocking(move || {
        let names = EnvNames::new(&of.variable, &of.public_prefix).unwrap_or_default();
        let bytes = envfile::read(&within(Path::new(&folder), &value.file)?)?;
        let bytes = bytes.as_ref().map(ExposeSecret::expose_secret);
        let file = EnvFile::parse(bytes.unwrap_or_default());
        let found = names.variables().into_iter().filter_map(|name| {
            let (_, assignment) = file.last(&name)?;
            let value = str::from_utf8(file.slice(&assignment.content())).ok()?;
            (!value.is_empty()).then(|| FolderVariable {
                value: value.to_owned(),
                name,
            })
        });
        Ok(found.collect())
    })
    .await
}
