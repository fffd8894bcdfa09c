//! What a request for a new branch says, checked against the state.

use std::collections::BTreeMap;

use chrono::{DateTime, SubsecRound, Utc};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::past::Named;
use super::rules::{check_annotation, check_name, expiring, must_be_new, must_have_room};
use crate::access::not_found;
use crate::config::Config;
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::branches::lookup::must_have_data;
use crate::route::computes::create::{Kind, already_exists};
use crate::route::computes::size::SizeRequest;
use crate::state::{Branch, Endpoint, EndpointState, Past, PlatformState, Project};

#[derive(Debug, Default, Deserialize)]
pub struct CreateBranchRequest {
    #[serde(default)]
    branch: NewBranch,
    /// Absent means one compute.
    endpoints: Option<Vec<NewEndpoint>>,
    annotation_value: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Default, Deserialize)]
struct NewBranch {
    parent_id: Option<String>,
    name: Option<String>,
    parent_lsn: Option<String>,
    parent_timestamp: Option<String>,
    #[serde(default)]
    protected: bool,
    #[serde(default)]
    archived: bool,
    init_source: Option<InitSource>,
    expires_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum InitSource {
    ParentData,
    SchemaOnly,
}

#[derive(Debug, Deserialize)]
struct NewEndpoint {
    #[serde(rename = "type")]
    kind: Kind,
    #[serde(flatten)]
    size: SizeRequest,
}

/// The ids and the moment of a new branch, drawn before it is decided.
#[derive(Debug)]
pub struct GeneratedIds {
    pub branch_id: String,
    /// As many as the request may have endpoints.
    pub endpoint_ids: Vec<String>,
    pub user_id: String,
    pub now: DateTime<Utc>,
}

/// A branch that may be made.
#[derive(Debug)]
pub struct ValidatedBranch {
    pub branch: Branch,
    pub endpoints: Vec<Endpoint>,
    pub parent: Branch,
    pub schema_only: bool,
    pub archived: bool,
}

impl CreateBranchRequest {
    pub fn parent_id(&self) -> Option<&str> {
        self.branch.parent_id.as_deref().filter(|id| !id.is_empty())
    }

    /// The moment of the parent's past that the branch begins with.
    pub fn past(&self, now: DateTime<Utc>) -> Result<Option<Past>, Failure> {
        let named = Named {
            lsn: ("branch.parent_lsn", self.branch.parent_lsn.as_deref()),
            timestamp: (
                "branch.parent_timestamp",
                self.branch.parent_timestamp.as_deref(),
            ),
        };
        named.read(now)
    }

    /// What is wrong in any state.
    pub fn check(&self) -> Result<(), Failure> {
        if let Some(name) = &self.branch.name {
            check_name("branch.name", name)?;
        }
        let annotated = self.annotation_value.as_ref().map_or(0, BTreeMap::len);
        check_annotation("annotation_value", annotated)?;
        let endpoints = self.endpoints.as_deref().unwrap_or_default();
        if self.branch.archived && !endpoints.is_empty() {
            return Err(invalid("an archived branch begins without endpoints"));
        }
        let writing = endpoints.iter().filter(|it| it.kind == Kind::ReadWrite);
        match writing.count() {
            0 | 1 => Ok(()),
            _ => Err(already_exists()),
        }
    }

    /// At most how many computes it begins with.
    pub fn computes(&self) -> usize {
        self.endpoints.as_ref().map_or(1, Vec::len)
    }

    pub fn validate(
        self,
        state: &PlatformState,
        project: &Project,
        ids: GeneratedIds,
        config: &Config,
    ) -> Result<ValidatedBranch, Failure> {
        let parent = match self.parent_id() {
            None => state.default_branch(&project.id),
            Some(id) => state.branches_of(&project.id).find(|it| it.id == id),
        };
        let parent = parent.ok_or_else(|| not_found("parent branch"))?;
        let new = self.branch;
        let name = new.name.unwrap_or_else(|| ids.branch_id.clone());
        must_be_new(state, &project.id, &name)?;
        must_have_room(state, &project.id, config)?;
        must_have_data(state, parent)?;
        let schema_only = new.init_source == Some(InitSource::SchemaOnly);
        let now = ids.now;
        let init_source = if schema_only {
            "schema-only"
        } else {
            "parent-data"
        };
        let branch = Branch {
            // One with a schema only stands for itself.
            parent_id: (!schema_only).then(|| parent.id.clone()),
            parent_timestamp: (!schema_only).then(|| now.trunc_subsecs(0)),
            protected: new.protected,
            init_source: Some(init_source.into()),
            created_by: Some(ids.user_id),
            annotation: self.annotation_value.map(annotated),
            ..Branch::new(ids.branch_id, project.id.clone(), name, now)
        };
        let branch = expiring(branch, new.expires_at, now)?;
        let endpoints = match self.endpoints {
            None if new.archived || !config.compute_by_default => Vec::new(),
            None => vec![NewEndpoint {
                kind: Kind::ReadWrite,
                size: SizeRequest::default(),
            }],
            Some(endpoints) => endpoints,
        };
        let endpoints = endpoints.into_iter().zip(ids.endpoint_ids);
        let endpoints = endpoints.map(|(new, id)| {
            let size = new.size.for_new(&project.compute_defaults)?;
            let endpoint = Endpoint::new(id, &branch, size, now);
            Ok::<_, Failure>(match new.kind {
                Kind::ReadWrite => endpoint,
                Kind::ReadOnly => Endpoint {
                    read_only: true,
                    state: EndpointState::Idle,
                    ..endpoint
                },
            })
        });
        let endpoints = endpoints.collect::<Result<Vec<_>, _>>()?;
        Ok(ValidatedBranch {
            branch,
            endpoints,
            parent: parent.clone(),
            schema_only,
            archived: new.archived,
        })
    }
}

fn annotated(value: BTreeMap<String, String>) -> Map<String, Value> {
    let entries = value.into_iter();
    entries
        .map(|(key, text)| (key, Value::String(text)))
        .collect()
}
