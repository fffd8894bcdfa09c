//! Search by name or id in what was read before; sends no request.

mod rank;

use std::collections::HashMap;

use crate::Error;
use crate::base::fold::fold;
use crate::core::names::{self, Known};
use crate::core::operation::{Entry, operation};
use crate::features::Features;
use crate::model::name::{Key, Named};
use crate::store::{TemporaryDatabase, table};
use crate::view::{FoundKind, FoundView, TemporaryState};

use rank::{Rank, Words};

/// The most that are shown.
const MOST: usize = 60;

/// What fits best, at most 60, the best first. Every word has to be in the name, in the id, or, for what is in a project,
/// in that one's name; case and accents do not count.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read, search_find)]
pub async fn find(app: &Features, text: &str) -> Result<Vec<FoundView>, Error> {
    let words = Words::of(text);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let databases = app.store.read(table::temporary::all).await?;
    let accounts = app.accounts.all().into_iter();
    let accounts: HashMap<String, String> = accounts.map(|it| (it.id, it.name)).collect();
    let databases = databases.iter().filter(|row| is_there(row));
    let mut found: Vec<_> = databases
        .filter_map(|row| {
            let rank = words.rank(FoundKind::Temporary, &fold(&row.name), &row.id, None)?;
            Some((rank, temporary(row, &accounts)))
        })
        .collect();
    found.extend(names::with_known(app, |known| seen(known, &words, &accounts)).await);
    found.sort_by(|(a, one), (b, other)| (a, &one.name, &one.id).cmp(&(b, &other.name, &other.id)));
    found.truncate(MOST);
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// The best of what is known by name.
fn seen(
    known: &Known,
    words: &Words,
    accounts: &HashMap<String, String>,
) -> Vec<(Rank, FoundView)> {
    let mut project: Option<(&Key, &Named)> = None;
    let mut fits = Vec::new();
    for (key, named) in known.iter() {
        // Everything in a project comes right after it.
        if key.kind == FoundKind::Project {
            project = Some((key, named));
        }
        let around = project.filter(|(it, _)| {
            key.kind != FoundKind::Project && it.project == key.project && it.account == key.account
        });
        let around = around.map(|(_, named)| named.folded());
        let rank = words.rank(key.kind, named.folded(), key.id(), around);
        if let Some(rank) = rank
            && accounts.contains_key(&key.account)
        {
            fits.push((rank, key, named));
        }
    }
    if fits.len() > MOST {
        fits.select_nth_unstable_by(MOST - 1, |(a, key, named), (b, other_key, other)| {
            (a, &named.name, key.id()).cmp(&(b, &other.name, other_key.id()))
        });
        fits.truncate(MOST);
    }
    fits.into_iter()
        .map(|(rank, key, named)| (rank, view(known, accounts, key, named)))
        .collect()
}

fn view(known: &Known, accounts: &HashMap<String, String>, key: &Key, named: &Named) -> FoundView {
    let is_in_project = !key.project.is_empty();
    let is_in_branch = !key.branch.is_empty();
    let mut path = vec![accounts.get(&key.account).cloned().unwrap_or_default()];
    if is_in_project && key.kind != FoundKind::Project {
        let project = known.get(&Key::project(&key.account, &key.project));
        path.push(project.map_or_else(|| key.project.clone(), |it| it.name.clone()));
    }
    if is_in_branch && key.kind != FoundKind::Branch {
        let branch = known.get(&Key::branch(&key.account, &key.project, &key.branch));
        path.push(branch.map_or_else(|| key.branch.clone(), |it| it.name.clone()));
    }
    if key.kind == FoundKind::Key {
        path.push("API keys".to_owned());
    }
    FoundView {
        kind: key.kind,
        id: key.id().to_owned(),
        name: named.name.clone(),
        detail: path.join(" / "),
        account_id: Some(key.account.clone()),
        project_id: is_in_project.then(|| key.project.clone()),
        branch_id: is_in_branch.then(|| key.branch.clone()),
        organization_id: match key.kind {
            FoundKind::Key => named.detail.clone(),
            _ => None,
        },
    }
}

fn is_there(row: &TemporaryDatabase) -> bool {
    !matches!(row.state, TemporaryState::Failed | TemporaryState::Creating)
}

fn temporary(row: &TemporaryDatabase, accounts: &HashMap<String, String>) -> FoundView {
    let account = row.account_id.as_ref().and_then(|id| accounts.get(id));
    let place = account.unwrap_or(&row.service_label);
    FoundView {
        kind: FoundKind::Temporary,
        id: row.id.clone(),
        name: row.name.clone(),
        detail: format!("{place} / Temporary databases"),
        account_id: row.account_id.clone(),
        project_id: row.project_id.clone(),
        branch_id: None,
        organization_id: None,
    }
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[SearchFind::ENTRY];
