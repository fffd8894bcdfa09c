//! What the bulk jobs of computes have in common.

use std::collections::BTreeMap;

use super::branches::project_of;
use crate::Error;
use crate::base::ids;
use crate::core::names;
use crate::features::Features;
use crate::features::bulk::kind::{Plan, PlanItem, locked};
use crate::model::name::Key;
use crate::resources::computes;
use crate::view::{AccountView, BulkRequest, ComputeView, ErrorCode};

pub(super) fn check(request: &BulkRequest) -> Result<(), Error> {
    ids::project(project_of(request)?)?;
    request
        .item_ids
        .iter()
        .try_for_each(|id| ids::compute(id).map(drop))
}

/// Reads the computes of the project, and has `refusal` look at each that was selected. One without a name goes by its branch.
pub(super) async fn plan(
    app: &Features,
    account: &AccountView,
    request: &BulkRequest,
    refusal: impl Fn(&ComputeView, &str) -> Option<Error>,
    warnings: &[&str],
) -> Result<Plan, Error> {
    let project = project_of(request)?;
    let all = computes::list(app, &account.id, project).await?;
    let by_id: BTreeMap<_, _> = all.iter().map(|it| (it.id.as_str(), it)).collect();
    let named = names::with_known(app, |known| {
        let branch = |it: &ComputeView| {
            let key = Key::branch(&account.id, project, &it.branch_id);
            known.get(&key).map(|named| named.name.clone())
        };
        let name = |it: &&ComputeView| it.name.clone().or_else(|| branch(it));
        let pairs = by_id.iter().map(|(id, it)| (*id, name(it)));
        pairs.collect::<BTreeMap<_, _>>()
    })
    .await;
    let item = |id: &String| {
        let found = by_id.get(id.as_str()).copied();
        let name = named.get(id.as_str()).cloned().flatten();
        PlanItem {
            id: id.clone(),
            refusal: locked(account).or_else(|| match found {
                None => Some(not_found(id)),
                Some(compute) => refusal(compute, name.as_deref().unwrap_or(id)),
            }),
            name,
        }
    };
    Ok(Plan {
        items: request.item_ids.iter().map(item).collect(),
        warnings: warnings.iter().map(|it| (*it).to_owned()).collect(),
    })
}

/// Whether a compute is in this state already, or on its way to it.
pub(super) fn is_or_becomes(compute: &ComputeView, state: &str) -> bool {
    let coming = compute.pending_state.as_deref();
    coming.or(compute.state.as_deref()) == Some(state)
}

fn not_found(id: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("Compute {id} not found"))
        .hint("Remove it from the selection: it was deleted.")
}
