//! Mutations of things that are there: what of them is to be seen.

use api::resource::branches::{Branch, BranchState};
use api::resource::computes::{Endpoint, EndpointState};
use api::resource::databases::Database;
use api::resource::oauth_providers::{OauthProvider, OauthProviderType};
use api::resource::operations::{Operation, OperationAction};
use serde_json::{Value, json};

use super::fields;
use super::then::Then;
use crate::platform::mutation::answer::Found;
use crate::platform::mutation::compare::{Compared, covers};
use crate::platform::mutation::outcome::ReconcileOutcome;
use crate::platform::mutation::record::Mutation;

pub(super) fn of_branch(
    then: &Then<'_>,
    mutation: &Mutation,
    branch: Box<Branch>,
    operations: &[Operation],
) -> ReconcileOutcome {
    let is_going = branch.recovery.is_some()
        || branch
            .pending_state
            .iter()
            .chain(&branch.current_state)
            .any(|state| state == &BranchState::StorageDeleted);
    let ordered = |action: &OperationAction| {
        then.begun(operations).any(|it| {
            it.action.as_ref() == Some(action) && it.branch_id.as_ref() == Some(&branch.id)
        })
    };
    match mutation {
        Mutation::UpdateBranch { expected, .. } => {
            changed(expected, &fields::of_branch(&branch), Found::Branch(branch))
        }
        Mutation::DeleteBranch { .. } => {
            done_if(is_going || ordered(&OperationAction::DeleteTimeline))
        }
        Mutation::RecoverBranch { .. } if is_going => ReconcileOutcome::NotDone,
        Mutation::RecoverBranch { .. } => ReconcileOutcome::Done(Found::Branch(branch)),
        Mutation::SetDefaultBranch { .. } if branch.is_default() => {
            ReconcileOutcome::Done(Found::Branch(branch))
        }
        Mutation::RestoreBranch { .. }
            if branch.last_reset_at.is_some_and(|at| at >= then.since)
                || ordered(&OperationAction::CreateBranch) =>
        {
            ReconcileOutcome::Done(Found::Branch(branch))
        }
        _ => ReconcileOutcome::NotDone,
    }
}

pub(super) fn of_compute(
    then: &Then<'_>,
    mutation: &Mutation,
    compute: Box<Endpoint>,
    operations: &[Operation],
) -> ReconcileOutcome {
    let ordered = |action: &OperationAction| {
        then.begun(operations).any(|it| {
            it.action.as_ref() == Some(action) && it.endpoint_id.as_ref() == Some(&compute.id)
        })
    };
    let is = |state: &EndpointState| {
        compute.current_state.as_ref() == Some(state) && compute.pending_state.is_none()
    };
    let done = match mutation {
        Mutation::UpdateCompute { expected, .. } => {
            return changed(
                expected,
                &fields::of_compute(&compute),
                Found::Compute(compute),
            );
        }
        Mutation::DeleteCompute { .. } if ordered(&OperationAction::SuspendCompute) => {
            return ReconcileOutcome::Later;
        }
        Mutation::StartCompute { .. } => {
            ordered(&OperationAction::StartCompute) || is(&EndpointState::Active)
        }
        Mutation::SuspendCompute { .. } => {
            ordered(&OperationAction::SuspendCompute) || is(&EndpointState::Idle)
        }
        Mutation::RestartCompute { .. } => {
            ordered(&OperationAction::SuspendCompute) || ordered(&OperationAction::StartCompute)
        }
        _ => false,
    };
    if done {
        ReconcileOutcome::Done(Found::Compute(compute))
    } else {
        ReconcileOutcome::NotDone
    }
}

pub(super) fn of_database(
    then: &Then<'_>,
    mutation: &Mutation,
    databases: Vec<Database>,
    operations: &[Operation],
) -> ReconcileOutcome {
    match mutation {
        Mutation::CreateDatabase { name, owner, .. } => {
            let is_it = |it: &Database| &it.name == name && &it.owner_name == owner;
            let made = databases.into_iter().filter(is_it);
            then.made(
                made,
                |_| String::new(),
                |it| it.created_at,
                |it| Found::Database(Box::new(it)),
            )
        }
        Mutation::DeleteDatabase { name, .. } => {
            then.removed(databases.iter().any(|it| &it.name == name), operations)
        }
        Mutation::UpdateDatabase { name, expected, .. } => {
            let now = expected["name"].as_str().unwrap_or(name);
            let Some(database) = databases.into_iter().find(|it| it.name == now) else {
                return ReconcileOutcome::NotDone;
            };
            let fields = json!({ "name": database.name, "owner_name": database.owner_name });
            changed(expected, &fields, Found::Database(Box::new(database)))
        }
        _ => ReconcileOutcome::NotDone,
    }
}

pub(super) fn of_provider(mutation: &Mutation, found: Option<OauthProvider>) -> ReconcileOutcome {
    match (mutation, found) {
        (Mutation::DeleteOauthProvider { .. }, found) => done_if(found.is_none()),
        (_, None) => ReconcileOutcome::NotDone,
        (Mutation::AddOauthProvider { own_client, .. }, Some(found)) => {
            let is_own = found
                .kind
                .as_ref()
                .map(|kind| kind == &OauthProviderType::Standard);
            match is_own {
                Some(is_own) if is_own != *own_client => ReconcileOutcome::NotDone,
                Some(_) => ReconcileOutcome::Done(Found::Provider(Box::new(found))),
                None => ReconcileOutcome::Unclear("The provider is there, and whose client it uses cannot be seen: set the client again.".to_owned()),
            }
        }
        (
            Mutation::UpdateOauthProvider {
                expected,
                has_secret,
                ..
            },
            Some(found),
        ) => match covers(expected, &fields::of_provider(&found)) {
            Compared::Different => ReconcileOutcome::NotDone,
            Compared::Same if !has_secret => {
                ReconcileOutcome::Done(Found::Provider(Box::new(found)))
            }
            _ => ReconcileOutcome::Unclear(
                "A provider's client and secret cannot be seen: set them again.".to_owned(),
            ),
        },
        _ => ReconcileOutcome::NotDone,
    }
}

pub(super) fn changed(expected: &Value, fields: &Value, found: Found) -> ReconcileOutcome {
    match covers(expected, fields) {
        Compared::Same => ReconcileOutcome::Done(found),
        Compared::Different => ReconcileOutcome::NotDone,
        Compared::Unseen => ReconcileOutcome::Unclear(
            "Not all of the change can be seen: look at the settings.".to_owned(),
        ),
    }
}

pub(super) fn done_if(done: bool) -> ReconcileOutcome {
    if done {
        ReconcileOutcome::Done(Found::Nothing)
    } else {
        ReconcileOutcome::NotDone
    }
}
