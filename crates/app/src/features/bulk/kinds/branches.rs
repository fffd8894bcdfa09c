//! What the bulk jobs of branches have in common.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::Error;
use crate::base::ids;
use crate::features::Features;
use crate::features::bulk::kind::{Plan, PlanItem, locked};
use crate::resources::branches;
use crate::view::{AccountView, BranchView, BulkRequest, ErrorCode};

/// The project of the branches or computes of a request.
pub(super) fn project_of(request: &BulkRequest) -> Result<&str, Error> {
    named(request.project_id.as_deref())
}

pub(super) fn named(project: Option<&str>) -> Result<&str, Error> {
    project.ok_or_else(|| Error::invalid("No project selected").hint("Open the project first."))
}

pub(super) fn check(request: &BulkRequest) -> Result<(), Error> {
    ids::project(project_of(request)?)?;
    request
        .item_ids
        .iter()
        .try_for_each(|id| ids::branch(id).map(drop))
}

/// In which order branches are done.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) enum Order {
    AsRequested,
    ParentsFirst,
    ChildrenFirst,
}

/// Reads the branches of the project, and has `refusal` look at each that was selected.
pub(super) async fn plan(
    app: &Features,
    account: &AccountView,
    request: &BulkRequest,
    order: Order,
    refusal: impl Fn(&BranchView, &[BranchView]) -> Option<Error>,
) -> Result<Vec<PlanItem>, Error> {
    let all = branches::all(app, &account.id, project_of(request)?, true).await?;
    let by_id: BTreeMap<_, _> = all.iter().map(|it| (it.id.as_str(), it)).collect();
    let depth = |id: &str| {
        let parent = |it: &&BranchView| {
            it.parent_id
                .as_deref()
                .and_then(|id| by_id.get(id))
                .copied()
        };
        // A circle of parents cannot be, and must not hang the app.
        std::iter::successors(by_id.get(id).copied(), parent)
            .take(all.len())
            .count()
    };
    let mut items: Vec<_> = request
        .item_ids
        .iter()
        .map(|id| {
            let found = by_id.get(id.as_str()).copied();
            PlanItem {
                id: id.clone(),
                name: found.map(|it| it.name.clone()),
                refusal: locked(account).or_else(|| match found {
                    None => Some(not_found(id)),
                    Some(branch) => refusal(branch, &all),
                }),
            }
        })
        .collect();
    match order {
        Order::AsRequested => {}
        Order::ParentsFirst => items.sort_by_key(|item| depth(&item.id)),
        Order::ChildrenFirst => items.sort_by_key(|item| Reverse(depth(&item.id))),
    }
    Ok(items)
}

/// As [`plan`], for what is done to branches that are not deleted.
pub(super) async fn plan_of_present(
    app: &Features,
    account: &AccountView,
    request: &BulkRequest,
    refusal: impl Fn(&BranchView) -> Option<Error>,
    warnings: &[&str],
) -> Result<Plan, Error> {
    let refusal =
        |branch: &BranchView, _: &[BranchView]| deleted(branch).or_else(|| refusal(branch));
    Ok(Plan {
        items: plan(app, account, request, Order::AsRequested, refusal).await?,
        warnings: warnings.iter().map(|it| (*it).to_owned()).collect(),
    })
}

/// Why nothing is done to a branch that is deleted.
pub(super) fn deleted(branch: &BranchView) -> Option<Error> {
    branch.deleted_at.is_some().then(|| {
        Error::invalid(format!("{} is already deleted", branch.name))
            .hint("Remove it from the selection.")
    })
}

fn not_found(id: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("Branch {id} not found"))
        .hint("Remove it from the selection: it was deleted.")
}
