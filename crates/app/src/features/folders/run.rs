//! A folder's variables, for a program that is about to start in it.

use std::path::Path;

use envfile::{EnvFile, ExposeSecret};

use super::ensure::{Consent, carry_out};
use super::list::add;
use super::look::{Look, within};
use super::{settings, show};
use crate::Error;
use crate::base::disk::blocking;
use crate::features::Features;
use crate::store::table;
use crate::tools::connect::EnvNames;
use crate::view::{FolderEnsure, FolderRunView, FolderVariable};

/// Gives the folder of a path its database: that of the list which has the path in it, else the path itself, which is
/// added with the defaults. Gives the folder's variables as the env files have them. Who calls this was asked to write.
///
/// # Errors
/// As [`super::add`] and [`super::ensure()`].
pub async fn run(app: &Features, path: &str, production: bool) -> Result<FolderRunView, Error> {
    let path = settings::folder(path).await?;
    let records = app.store.read(table::folders::all).await?;
    let around = records
        .into_iter()
        .filter(|record| Path::new(&path).starts_with(&record.path))
        .max_by_key(|record| record.path.len());
    let id = match around {
        Some(record) => record.id,
        None => add(app, &path, None).await?.id,
    };
    let ensure = FolderEnsure {
        replace: false,
        production,
    };
    let done = carry_out(app, &id, Consent::Asked, ensure).await?;
    let look = Look::of(app, &id).await?;
    let variables = variables(&look).await?;
    Ok(FolderRunView {
        folder: show::view(app, look).await,
        step: done.step,
        variables,
    })
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
