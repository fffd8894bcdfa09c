//! `plinth sandbox purge`: deletes deleted projects and branches of the sandbox for good, which hold its disk while they can be
//! recovered.

use app::view::ErrorCode;
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::id_or_name::matching;
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{self, Column, bytes, text, time};
use crate::{ask, task};

const DELETED: &[Column] = &[
    text("Kind", "kind"),
    text("ID", "id"),
    text("Name", "name"),
    text("Project", "projectName"),
    bytes("Size", "bytes"),
    time("Deleted", "deletedAt"),
    time("Recoverable until", "recoverableUntil"),
];

/// Deletes the deleted projects and branches with these ids or names, or all. Lists them with their sizes before it asks.
pub async fn run(session: &Session, wanted: &[String]) -> Done {
    session.must_be_meant()?;
    let all = session.call("sandbox_deleted_items", json!({})).await?;
    let all = all.as_array().cloned().unwrap_or_default();
    let items = chosen(all, wanted)?;
    if items.is_empty() {
        return show(session, json!([]), "No project and no branch is deleted.").await;
    }
    if !session.options.yes {
        print::note_lines(&table::rows(DELETED, &items));
        ask::confirm(&question(&items), false).await?;
    }
    let ids: Vec<&Value> = items.iter().map(|it| &it["id"]).collect();
    let purged = session.call("sandbox_purge", json!({ "ids": ids })).await?;
    show(
        session,
        purged,
        "Nothing was deleted: it was recovered meanwhile.",
    )
    .await
}

/// `none` is the sentence for an empty answer.
async fn show(session: &Session, purged: Value, none: &str) -> Done {
    let show = match purged.as_array().is_none_or(Vec::is_empty) {
        true => Show::Said,
        false => Show::Rows("", DELETED),
    };
    task::print(session, purged, show, none).await
}

fn question(items: &[Value]) -> String {
    let sizes = items.iter().filter_map(|it| it["bytes"].as_f64());
    let size = table::bytes_of(sizes.sum());
    let has = |kind: &str| items.iter().any(|it| it["kind"] == kind);
    let (one, many) = match (has("project"), has("branch")) {
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

/// The deleted projects and branches that were named. An id comes first: a name may look like one.
fn chosen(all: Vec<Value>, wanted: &[String]) -> Done<Vec<Value>> {
    if wanted.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<Value> = Vec::new();
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
        if !chosen.contains(item) {
            chosen.push(item.clone());
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_item_is_found_by_its_id_before_its_name() {
        let all = json!([
            { "kind": "project", "id": "plain-field-1", "name": "shop", "bytes": 26_000_000 },
            { "kind": "project", "id": "shop", "name": "other", "bytes": 27_000_000 },
            { "kind": "project", "id": "plain-field-2", "name": "twice", "bytes": 0 },
            { "kind": "branch", "id": "br-field-3", "name": "twice", "bytes": 0 },
        ]);
        let all = all.as_array().unwrap();
        let ids = |wanted: &[&str]| -> Result<Vec<String>, u8> {
            let wanted: Vec<String> = wanted.iter().map(|&it| it.to_owned()).collect();
            let found = chosen(all.clone(), &wanted).map_err(|failure| failure.code())?;
            let ids = found.iter().map(|it| it["id"].as_str().unwrap().to_owned());
            Ok(ids.collect())
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
            question(all),
            "Delete these 4 projects and branches and their 53 MB for good? Nobody can recover them then."
        );
        assert_eq!(
            question(&all[3..]),
            "Delete this branch and its 0 B for good? Nobody can recover it then."
        );
    }
}
