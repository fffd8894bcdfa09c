//! `plinth sandbox purge`: deletes deleted projects and branches of the sandbox for good, which hold its disk while they can be
//! recovered.

use app::view::ErrorCode;
use host::command::deleted_items::{SandboxDeletedItems, SandboxPurge};
use host::sandbox::view::{DeletedItemView, DeletedKind};

use crate::ask;
use crate::columns::{self, Column, bytes, column, plain, time};
use crate::failure::{Done, Failure};
use crate::id_or_name::matching;
use crate::print;
use crate::request;
use crate::session::Session;

const DELETED: &[Column<DeletedItemView>] = &[
    column("Kind", |it| plain(&it.kind)),
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Project", |it| plain(&it.project_name)),
    column("Size", |it| bytes(&it.bytes)),
    column("Deleted", |it| time(&it.deleted_at)),
    column("Recoverable until", |it| time(&it.recoverable_until)),
];

/// Deletes the deleted projects and branches with these ids or names, or all. Lists them with their sizes before it asks.
pub async fn run(session: &Session, wanted: &[String]) -> Done {
    session.must_be_meant()?;
    let all = session.run(SandboxDeletedItems {}).await?;
    let items = chosen(all, wanted)?;
    if items.is_empty() {
        return show(session, &[], "No project and no branch is deleted.").await;
    }
    if !session.options.yes {
        print::note_lines(&columns::rows(DELETED, &items));
        ask::confirm(&question(&items), false).await?;
    }
    let ids = items.into_iter().map(|it| it.id).collect();
    let purged = session.run(SandboxPurge { ids }).await?;
    let none = "Nothing was deleted: it was recovered meanwhile.";
    show(session, &purged, none).await
}

/// Shows what was deleted. `none` is the sentence for nothing.
async fn show(session: &Session, purged: &[DeletedItemView], none: &str) -> Done {
    let text = |purged: &&[DeletedItemView]| match purged.is_empty() {
        true => String::new(),
        false => columns::rows(DELETED, purged),
    };
    request::print(session, &purged, text, none).await
}

fn question(items: &[DeletedItemView]) -> String {
    let size = bytes(&items.iter().map(|it| it.bytes).sum::<f64>());
    let has = |kind| items.iter().any(|it| it.kind == kind);
    let (one, many) = match (has(DeletedKind::Project), has(DeletedKind::Branch)) {
        (true, true) => ("", "projects and branches"),
        (false, true) => ("branch", "branches"),
        _ => ("project", "projects"),
    };
    match items {
        [_] => format!("Delete this {one} and its {size} for good? Nobody can recover it then."),
        all => format!(
            "Delete these {} {many} and their {size} for good? Nobody can recover them then.",
            all.len()
        ),
    }
}

/// Returns the deleted projects and branches that were named. An id comes first: a name may look like one.
fn chosen(all: Vec<DeletedItemView>, wanted: &[String]) -> Done<Vec<DeletedItemView>> {
    if wanted.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<DeletedItemView> = Vec::new();
    for name in wanted {
        let item = match matching(&all, name).as_slice() {
            [item] => *item,
            [] => {
                return Err(Failure::new(
                    ErrorCode::NotFound,
                    format!("No deleted project or branch of the sandbox is called {name}"),
                    "`plinth sandbox purge` lists them before it asks. What is not deleted: `plinth projects delete`, `plinth branches delete`.",
                ));
            }
            _ => {
                return Err(Failure::usage(
                    format!("Several deleted projects or branches have the name {name}"),
                    "Use an id: `plinth sandbox purge` lists them before it asks.",
                ));
            }
        };
        if !chosen.iter().any(|it| it.id == item.id) {
            chosen.push(item.clone());
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn a_deleted_item_is_found_by_its_id_before_its_name() {
        let deleted = |kind, id: &str, name: &str, bytes| DeletedItemView {
            kind,
            id: id.to_owned(),
            name: name.to_owned(),
            project_id: id.to_owned(),
            project_name: name.to_owned(),
            bytes,
            deleted_at: DateTime::UNIX_EPOCH,
            recoverable_until: DateTime::UNIX_EPOCH,
        };
        let all = [
            deleted(DeletedKind::Project, "plain-field-1", "shop", 26_000_000.0),
            deleted(DeletedKind::Project, "shop", "other", 27_000_000.0),
            deleted(DeletedKind::Project, "plain-field-2", "twice", 0.0),
            deleted(DeletedKind::Branch, "br-field-3", "twice", 0.0),
        ];
        let ids = |wanted: &[&str]| -> Result<Vec<String>, u8> {
            let wanted: Vec<String> = wanted.iter().map(|&it| it.to_owned()).collect();
            let found = chosen(all.to_vec(), &wanted).map_err(|failure| failure.code())?;
            Ok(found.into_iter().map(|it| it.id).collect())
        };
        assert_eq!(ids(&[]).unwrap().len(), 4);
        assert_eq!(ids(&["shop"]).unwrap(), ["shop"]);
        assert_eq!(ids(&["other", "shop"]).unwrap(), ["shop"]);
        assert_eq!(ids(&["br-field-3"]).unwrap(), ["br-field-3"]);
        assert_eq!(ids(&["twice"]), Err(2));
        assert_eq!(ids(&["shop", "live"]), Err(3));
        assert_eq!(
            question(&all[..2]),
            "Delete these 2 projects and their 53 MB for good? Nobody can recover them then."
        );
        assert_eq!(
            question(&all),
            "Delete these 4 projects and branches and their 53 MB for good? Nobody can recover them then."
        );
        assert_eq!(
            question(&all[3..]),
            "Delete this branch and its 0 B for good? Nobody can recover it then."
        );
    }
}
