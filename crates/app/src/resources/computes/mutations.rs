//! The mutations of computes, as they are journalled.

use api::resource::computes::{Endpoint, EndpointChange, EndpointState};
use api::resource::operations::{Operation, OperationAction};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::ids;
use crate::core::names::{self, NameUpdate};
use crate::model::name::Key;
use crate::platform::Platform;
use crate::platform::mutation::{
    AffectedResources, Answer, Effects, Mutation, Observed, PlatformClient, Reader,
    ReconcileOutcome, Sent, Stop, Subject, changed, present,
};
use crate::view::BulkVerb;
use crate::view::words::Action;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum ComputeMutation {
    #[serde(rename = "createCompute")]
    Create {
        project: String,
        branch: String,
        kind: String,
        name: Option<String>,
    },
    #[serde(rename = "updateCompute")]
    Update {
        project: String,
        compute: String,
        expected: Value,
    },
    #[serde(rename = "deleteCompute")]
    Delete { project: String, compute: String },
    #[serde(rename = "startCompute")]
    Start { project: String, compute: String },
    #[serde(rename = "suspendCompute")]
    Suspend { project: String, compute: String },
    #[serde(rename = "restartCompute")]
    Restart { project: String, compute: String },
}

impl Mutation for ComputeMutation {
    type Item = Endpoint;

    fn subject(&self) -> Subject<'_> {
        let (action, project, compute) = match self {
            Self::Create {
                project,
                branch,
                name,
                ..
            } => {
                let name = name.as_deref().unwrap_or(branch);
                return Subject::new(Action::CreateCompute, name, &["computes", branch])
                    .project(project)
                    .branch(branch);
            }
            Self::Update {
                project, compute, ..
            } => (Action::ChangeCompute, project, compute),
            Self::Delete { project, compute } => (Action::DeleteCompute, project, compute),
            Self::Start { project, compute } => (Action::StartCompute, project, compute),
            Self::Suspend { project, compute } => (Action::SuspendCompute, project, compute),
            Self::Restart { project, compute } => (Action::RestartCompute, project, compute),
        };
        let subject = Subject::new(action, compute, &["compute", compute]).project(project);
        match self {
            Self::Delete { .. } => subject.removes(),
            _ => subject,
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Endpoint>>, Stop> {
        Ok(Some(match self {
            Self::Create {
                project, branch, ..
            } => {
                let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
                let computes = reader.api.computes(&project);
                Observed::from(reader.value(computes.list_of_branch(&branch)).await?)
            }
            Self::Update {
                project, compute, ..
            }
            | Self::Delete { project, compute }
            | Self::Start { project, compute }
            | Self::Suspend { project, compute }
            | Self::Restart { project, compute } => {
                let (project, compute) = (ids::project(project)?, ids::compute(compute)?);
                let found = reader
                    .value(reader.api.computes(&project).get(&compute))
                    .await?;
                Observed {
                    items: vec![found],
                    operations: reader.operations(&project).await?,
                }
            }
        }))
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<Endpoint>) -> ReconcileOutcome<Endpoint> {
        if let Self::Create { kind, name, .. } = self {
            let is_it = |it: &Endpoint| {
                let kind_fits = it.kind.as_ref().is_none_or(|found| found.as_str() == kind);
                kind_fits && (name.is_none() || name == &it.name)
            };
            let like_it = seen.items.into_iter().filter(is_it);
            return sent.made(like_it, |it| it.id.to_string(), |it| it.created_at);
        }
        let operations = seen.operations.clone();
        let Some(compute) = seen.one() else {
            return ReconcileOutcome::NotDone;
        };
        let began = |action: &OperationAction| {
            sent.begun(&operations).any(|it| {
                it.action.as_ref() == Some(action) && it.endpoint_id.as_ref() == Some(&compute.id)
            })
        };
        let (starts, suspends) = (
            began(&OperationAction::StartCompute),
            began(&OperationAction::SuspendCompute),
        );
        let is = |state: &EndpointState| {
            compute.current_state.as_ref() == Some(state) && compute.pending_state.is_none()
        };
        let done = match self {
            Self::Update { expected, .. } => return changed(expected, &fields(&compute), compute),
            Self::Delete { .. } if suspends => return ReconcileOutcome::Later,
            Self::Start { .. } => starts || is(&EndpointState::Active),
            Self::Suspend { .. } => suspends || is(&EndpointState::Idle),
            Self::Restart { .. } => suspends || starts,
            Self::Create { .. } | Self::Delete { .. } => false,
        };
        if done {
            ReconcileOutcome::Done(Some(compute))
        } else {
            ReconcileOutcome::NotDone
        }
    }

    fn id(compute: &Endpoint) -> Option<String> {
        Some(compute.id.to_string())
    }

    async fn target_name(&self, app: &Platform, account: &str) -> Option<String> {
        match self {
            Self::Create { .. } => None,
            Self::Update {
                project, compute, ..
            }
            | Self::Delete { project, compute }
            | Self::Start { project, compute }
            | Self::Suspend { project, compute }
            | Self::Restart { project, compute } => {
                names::compute_name(app, account, project, compute).await
            }
        }
    }

    fn affected(compute: &Endpoint) -> AffectedResources<'_> {
        AffectedResources::compute(compute)
    }

    fn effects(&self, client: &PlatformClient, _: AffectedResources<'_>) -> Effects {
        match self {
            Self::Delete { project, compute } => {
                let key = Key::compute(&client.account.id, project, "", compute);
                Effects {
                    names: vec![NameUpdate::Gone(key)],
                    ..Effects::default()
                }
            }
            Self::Start { compute, .. } => Effects {
                bulk: Some((BulkVerb::StartComputes, compute.clone())),
                ..Effects::default()
            },
            Self::Suspend { compute, .. } => Effects {
                bulk: Some((BulkVerb::SuspendComputes, compute.clone())),
                ..Effects::default()
            },
            _ => Effects::default(),
        }
    }
}

/// What is there, in the words of the request.
fn fields(compute: &Endpoint) -> Value {
    let mut fields = present(json!({
        "settings": compute.settings,
        "autoscaling_limit_min_cu": compute.autoscaling_limit_min_cu,
        "autoscaling_limit_max_cu": compute.autoscaling_limit_max_cu,
        "provisioner": compute.provisioner,
        "pooler_enabled": compute.pooler_enabled,
        "pooler_mode": compute.pooler_mode,
        "disabled": compute.disabled,
        "passwordless_access": compute.passwordless_access,
        "suspend_timeout_seconds": compute.suspend_timeout_seconds,
    }));
    // One that is not shown is none.
    fields["name"] = json!(compute.name);
    fields
}

impl Answer<Endpoint> for EndpointChange {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn id(&self) -> Option<String> {
        Some(self.endpoint.id.to_string())
    }

    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::compute(&self.endpoint)
    }

    fn of(found: Option<Endpoint>) -> Option<Self> {
        Some(Self {
            endpoint: found?,
            operations: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{AFTER, BEFORE, all, one, operation, verdict};

    #[test]
    fn changes_are_known_by_their_fields() {
        let compute = |expected: Value| ComputeMutation::Update {
            project: "p".to_owned(),
            compute: "ep-1".to_owned(),
            expected,
        };
        let found = json!({ "id": "ep-1", "branch_id": "br-1", "autoscaling_limit_min_cu": 1, "suspend_timeout_seconds": -1 });
        for (expected, end) in [
            (json!({ "autoscaling_limit_min_cu": 1.0 }), "done ep-1"),
            (json!({ "autoscaling_limit_min_cu": 0.5 }), "not done"),
            (
                json!({ "suspend_timeout_seconds": -1, "name": "x" }),
                "not done",
            ),
            (
                json!({ "suspend_timeout_seconds": -1, "pooler_mode": "session" }),
                "unclear",
            ),
        ] {
            let seen = vec![one(found.clone())];
            assert_eq!(
                verdict(compute(expected.clone()), &[], seen),
                end,
                "{expected}"
            );
        }
    }

    #[test]
    fn orders_to_computes_are_known_by_their_operations() {
        let on = |verb: &str| {
            one::<ComputeMutation>(json!({ "verb": verb, "project": "p", "compute": "ep-1" }))
        };
        let start = operation("op-1", "start_compute", "running", AFTER);
        let stop = operation("op-2", "suspend_compute", "running", AFTER);
        let earlier = operation("op-1", "start_compute", "finished", BEFORE);
        for (verb, state, operations, known, end) in [
            ("startCompute", "idle", json!([start]), vec![], "done ep-1"),
            ("startCompute", "active", json!([]), vec![], "done ep-1"),
            ("startCompute", "idle", json!([earlier]), vec![], "not done"),
            (
                "startCompute",
                "idle",
                json!([start]),
                vec!["op-1"],
                "not done",
            ),
            (
                "suspendCompute",
                "active",
                json!([stop]),
                vec![],
                "done ep-1",
            ),
            ("suspendCompute", "idle", json!([]), vec![], "done ep-1"),
            ("suspendCompute", "active", json!([]), vec![], "not done"),
            (
                "restartCompute",
                "active",
                json!([stop, start]),
                vec![],
                "done ep-1",
            ),
            ("restartCompute", "active", json!([]), vec![], "not done"),
            ("deleteCompute", "active", json!([stop]), vec![], "later"),
            ("deleteCompute", "active", json!([]), vec![], "not done"),
        ] {
            let found = json!({ "id": "ep-1", "branch_id": "br-1", "current_state": state });
            let seen = Observed {
                items: vec![one(found)],
                operations: all(operations),
            };
            assert_eq!(verdict(on(verb), &known, seen), end, "{verb} {state}");
        }
    }
}
