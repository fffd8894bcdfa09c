//! Deletes projects.

use std::collections::BTreeMap;

use crate::Error;
use crate::base::ids;
use crate::core::names;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan, PlanItem, counted, gone_is_done, locked};
use crate::model::name::Key;
use crate::resources::projects;
use crate::store::table;
use crate::view::{AccountView, BulkRequest, FoundKind, KeyKind, ProjectScope, ProjectView};

pub(super) struct DeleteProjects;

impl Kind for DeleteProjects {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let listed = listed(app, request).await?;
        let items = items(request, &listed, |id, known| {
            barred(account).or_else(|| refusal(id, known))
        });
        let open = items.iter().filter(|item| item.is_open());
        let open: Vec<_> = open.filter_map(|item| listed.get(&item.id)).collect();
        let warnings = warnings(&open);
        Ok(Plan { items, warnings })
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
        let done = projects::delete(app, &next.account_id, &next.item_id).await;
        gone_is_done(next, done)
    }
}

/// What is known of a project without asking.
#[derive(Clone, Debug, Default)]
pub(super) struct Listed {
    name: Option<String>,
    scopes: Vec<ProjectScope>,
    permission: Option<String>,
    branches: usize,
    computes: usize,
}

pub(super) fn check(request: &BulkRequest) -> Result<(), Error> {
    request
        .item_ids
        .iter()
        .try_for_each(|id| ids::project(id).map(drop))
}

pub(super) fn items(
    request: &BulkRequest,
    listed: &BTreeMap<String, Listed>,
    refusal: impl Fn(&str, &Listed) -> Option<Error>,
) -> Vec<PlanItem> {
    let item = |id: &String| {
        let known = listed.get(id).cloned().unwrap_or_default();
        PlanItem {
            id: id.clone(),
            refusal: refusal(id, &known),
            name: known.name,
        }
    };
    request.item_ids.iter().map(item).collect()
}

pub(super) async fn listed(
    app: &Features,
    request: &BulkRequest,
) -> Result<BTreeMap<String, Listed>, Error> {
    let (account, ids) = (request.account_id.clone(), request.item_ids.clone());
    let in_lists = move |store: &rusqlite::Connection| {
        let mut found = BTreeMap::new();
        for id in ids {
            let scopes = table::lists::scopes_of(store, &account, &id)?;
            let record: Option<ProjectView> = table::lists::find(store, &account, &id)?;
            let listed = Listed {
                name: record.as_ref().map(|it| it.name.clone()),
                permission: record.and_then(|it| it.permission),
                scopes,
                ..Listed::default()
            };
            found.insert(id, listed);
        }
        Ok(found)
    };
    let mut found = app.store.read(in_lists).await?;
    names::with_known(app, |known| {
        for (id, listed) in &mut found {
            let key = Key::project(&request.account_id, id);
            let named = known.get(&key).map(|named| named.name.clone());
            listed.name = named.or_else(|| listed.name.take());
            listed.branches = known.count(&request.account_id, id, FoundKind::Branch);
            listed.computes = known.count(&request.account_id, id, FoundKind::Compute);
        }
    })
    .await;
    Ok(found)
}

/// Why nothing is sent for any project.
pub(super) fn barred(account: &AccountView) -> Option<Error> {
    locked(account).or_else(|| {
        (account.key_kind == Some(KeyKind::Project)).then(|| {
            Error::invalid("A project key can't delete or recover its project")
                .hint("Connect an account with a personal or organization key.")
        })
    })
}

/// Why nothing is sent for one project.
fn refusal(id: &str, known: &Listed) -> Option<Error> {
    let name = known.name.as_deref().unwrap_or(id);
    let may = |words: &[&str]| {
        let permission = known.permission.as_deref();
        permission.is_some_and(|permission| words.contains(&permission))
    };
    let may_all = may(&["CAN_MANAGE", "ADMIN"]);
    let may_some = may(&["CAN_VIEW", "CAN_EDIT", "VIEWER", "EDITOR"]);
    let is_shared = known.scopes == [ProjectScope::Shared];
    if may_some || (is_shared && !may_all) {
        return Some(
            Error::invalid(format!("{name} belongs to someone else"))
                .hint("Ask its owner to delete it."),
        );
    }
    (known.scopes == [ProjectScope::Deleted]).then(|| {
        Error::invalid(format!("{name} is already deleted")).hint("Remove it from the selection.")
    })
}

fn warnings(open: &[&Listed]) -> Vec<String> {
    let branches: usize = open.iter().map(|it| it.branches).sum();
    let computes: usize = open.iter().map(|it| it.computes).sum();
    let all_seen = open.iter().all(|it| it.branches > 0);
    let (branches, computes) = match branches {
        0 => (None, String::new()),
        _ => (
            Some(counted(branches, "branch", "branches")),
            counted(computes, "compute", "computes"),
        ),
    };
    vec![
        match branches {
            None => "All their branches, computes and databases are deleted too.".to_owned(),
            Some(branches) if all_seen => {
                format!("This also deletes {branches} and {computes} with all their databases.")
            }
            Some(branches) => format!(
                "This also deletes at least {branches} and {computes} with all their databases."
            ),
        },
        "Open connections are closed at once.".to_owned(),
        "You can recover deleted projects for 7 days.".to_owned(),
    ]
}
