//! `plinth sandbox purge`: deletes deleted projects of the sandbox for good, which hold its disk while they can be recovered.

use app::view::ErrorCode;
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::id_or_name::matching;
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{self, Column, bytes, text, time};
use crate::{ask, task};

const DELETED: &[Column] = &[
    text("ID", "id"),
    text("Name", "name"),
    bytes("Size", "bytes"),
    time("Deleted", "deletedAt"),
    time("Recoverable until", "recoverableUntil"),
];

/// Deletes the projects with these ids or names, or all deleted projects. Lists them with their sizes before it asks.
pub async fn run(session: &Session, wanted: &[String]) -> Done {
    session.must_be_meant()?;
    let all = session.call("sandbox_deleted_projects", json!({})).await?;
    let all = all.as_array().cloned().unwrap_or_default();
    let projects = chosen(all, wanted)?;
    if projects.is_empty() {
        return show(session, json!([]), "No project is deleted.").await;
    }
    if !session.options.yes {
        print::note_lines(&table::rows(DELETED, &projects));
        ask::confirm(&question(&projects), false).await?;
    }
    let ids: Vec<&Value> = projects.iter().map(|it| &it["id"]).collect();
    let args = json!({ "projectIds": ids });
    let purged = session.call("sandbox_purge", args).await?;
    show(session, purged, "Deleted for good.").await
}

async fn show(session: &Session, purged: Value, said: &str) -> Done {
    let show = match purged.as_array().is_none_or(Vec::is_empty) {
        true => Show::Said,
        false => Show::Rows("", DELETED),
    };
    task::print(session, purged, show, said).await
}

fn question(projects: &[Value]) -> String {
    let sizes = projects.iter().filter_map(|it| it["bytes"].as_f64());
    let size = table::bytes_of(sizes.sum());
    match projects {
        [_] => format!("Delete this project and its {size} for good? Nobody can recover it then."),
        all => format!(
            "Delete these {} projects and their {size} for good? Nobody can recover them then.",
            all.len()
        ),
    }
}

/// The deleted projects that were named. An id comes first: a name may look like one.
fn chosen(all: Vec<Value>, wanted: &[String]) -> Done<Vec<Value>> {
    if wanted.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<Value> = Vec::new();
    for name in wanted {
        let project = match matching(&all, name).as_slice() {
            [project] => *project,
            [] => {
                return Err(Failure::new(
                    ErrorCode::NotFound,
                    format!("No deleted project of the sandbox is called {name}"),
                    "`plinth sandbox purge` lists them before it asks. A project that is not deleted: `plinth projects delete`.",
                ));
            }
            _ => {
                return Err(Failure::usage(
                    format!("Several deleted projects have the name {name}"),
                    "Name the project by its id: `plinth sandbox purge` lists them before it asks.",
                ));
            }
        };
        if !chosen.contains(project) {
            chosen.push(project.clone());
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deleted_project_is_found_by_its_id_before_its_name() {
        let all = json!([
            { "id": "plain-field-1", "name": "shop", "bytes": 26_000_000 },
            { "id": "shop", "name": "other", "bytes": 27_000_000 },
            { "id": "plain-field-2", "name": "twice", "bytes": 0 },
            { "id": "plain-field-3", "name": "twice", "bytes": 0 },
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
        assert_eq!(ids(&["plain-field-3"]).unwrap(), ["plain-field-3"]);
        assert_eq!(ids(&["twice"]), Err(2));
        assert_eq!(ids(&["shop", "live"]), Err(3));
        assert_eq!(
            question(&all[..2]),
            "Delete these 2 projects and their 53 MB for good? Nobody can recover them then."
        );
    }
}
