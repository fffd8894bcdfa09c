//! A file for whoever helps: versions, settings, numbers, what failed, the contacted hosts and the end of the log, without a
//! secret. It is read before it is saved, and what was read is what is saved.

mod facts;
mod mask;
mod report;
mod shape;
mod shown;

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::Error;
use crate::base::chosen_file;
use crate::base::clock::local_id;
use crate::base::disk::blocking;
use crate::core::operation::{Entry, operation};
use crate::core::{keychain, network};
use crate::features::Features;
use crate::store::table;
use crate::view::{DiagnosticsSection, DiagnosticsView, ErrorCode};

pub use facts::Facts;
use mask::Mask;
use report::Report;
pub(crate) use shown::Shown;

pub(crate) const OPERATIONS: &[Entry<Features>] = &[DiagnosticsSave::ENTRY];

/// How many of the last failures are listed, of each kind.
const FAILURES: u32 = 20;
/// How many names are looked for.
const MOST_NAMES: usize = 20_000;

/// Makes a diagnostics file, to be read. With `shows_names` names, ids and hosts stand in it; without, numbers do.
///
/// # Errors
/// [`ErrorCode::File`] when the store cannot be read.
pub async fn preview(
    app: &Features,
    facts: Facts,
    shows_names: bool,
) -> Result<DiagnosticsView, Error> {
    let network = network::list(app).await?;
    let (counts, failed, ended, names) = app
        .store
        .read(|store| {
            Ok((
                table::counts::all(store)?,
                table::activity::failed(store, FAILURES)?,
                table::operations::ended(store, u32::MAX)?,
                table::counts::names(store)?,
            ))
        })
        .await?;
    let mut secrets = app.clients.keys();
    secrets.extend(app.secrets.all());
    secrets.extend(app.one_time_secrets.texts());
    let accounts = app.accounts.all();
    let (settings, keychain) = (app.settings.now(), keychain::state(app));
    let (id, at) = (local_id(app.clock.as_ref()), app.clock.now());
    let view = blocking(move || {
        let mask = Mask::new(secrets, numbered(names), shows_names);
        let report = Report {
            mask: &mask,
            shows_names,
            at,
            facts: &facts,
            keychain: &keychain,
            settings: &settings,
            accounts: &accounts,
            counts: &counts,
            failed: &failed,
            ended: &ended,
            network: &network,
        };
        Ok(report.view(id))
    });
    let view = view.await?;
    app.diagnostics.keep(view.clone());
    Ok(view)
}

/// Writes these sections of a diagnostics file that was shown.
///
/// # Errors
/// [`ErrorCode::NotFound`] when it is not kept any more; [`ErrorCode::File`] when the file cannot be written: what was there
/// before stays then.
#[operation(Guarded, Change, diagnostics_save)]
pub async fn save(
    app: &Features,
    id: &str,
    sections: &[DiagnosticsSection],
    path: &str,
) -> Result<(), Error> {
    let shown = app.diagnostics.find(id);
    let shown = shown.ok_or_else(|| {
        Error::new(
            ErrorCode::NotFound,
            "This diagnostics file is no longer kept",
        )
        .hint("Open it again, read it, and save it then.")
    })?;
    let path = chosen_file::of(path)?;
    let text = text(&shown, sections);
    blocking(move || chosen_file::write(&path, &text)).await
}

/// What is written: the head and each section, as they were shown.
fn text(view: &DiagnosticsView, sections: &[DiagnosticsSection]) -> String {
    let chosen = view
        .sections
        .iter()
        .filter(|it| sections.contains(&it.section));
    let chosen = chosen.map(|it| it.text.as_str());
    std::iter::once(view.head.as_str()).chain(chosen).collect()
}

/// Each name with what stands for it: the same for the same one.
fn numbered(names: Vec<(&'static str, String)>) -> Vec<(String, String)> {
    let mut known: HashMap<String, String> = HashMap::new();
    let mut numbers: HashMap<&'static str, usize> = HashMap::new();
    for (kind, name) in names.into_iter().take(MOST_NAMES) {
        known.entry(name).or_insert_with(|| {
            let number = numbers.entry(kind).or_default();
            *number += 1;
            format!("[{kind} {number}]")
        });
    }
    known.into_iter().collect()
}
