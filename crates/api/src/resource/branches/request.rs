//! What is asked of branches.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use super::record::InitSource;
use crate::BranchId;
use crate::resource::computes::record::EndpointType;
use crate::resource::moment;
use crate::resource::projects::settings::EndpointSettings;

/// Which branches are asked for, and in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListBranches {
    /// How many on a page, 1 to 10000; the platform's choice when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// Part of a name or id.
    pub search: Option<String>,
    /// What they are ordered by; when they last changed, when `None`.
    pub sort_by: Option<BranchSort>,
    /// In which direction; descending when `None`.
    pub sort_order: Option<SortOrder>,
    /// With those that are deleted and can be brought back.
    pub include_deleted: bool,
}

open_enum! {
    /// What branches are ordered by.
    pub enum BranchSort {
        /// Their name.
        Name = "name",
        /// When they were made.
        CreatedAt = "created_at",
        /// When they last changed.
        UpdatedAt = "updated_at",
    }
}

open_enum! {
    /// The direction of an order.
    pub enum SortOrder {
        /// The smallest first.
        Ascending = "asc",
        /// The largest first.
        Descending = "desc",
    }
}

/// What a new branch may be asked to be; what is `None` or empty is left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct CreateBranch {
    /// Its name, 1 to 256 characters; the platform makes one up when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The branch it is made from; the default branch when `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<BranchId>,
    /// The place in the parent's log to begin at, such as `0/1A2B3C8`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_lsn: Option<String>,
    /// The moment of the parent to begin at.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "moment::write_exact"
    )]
    pub parent_timestamp: Option<DateTime<Utc>>,
    /// Whether it is protected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protected: Option<bool>,
    /// Whether it is archived at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
    /// What it begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub init_source: Option<InitSource>,
    /// When it expires, to the second.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "moment::write_to_the_second"
    )]
    pub expires_at: Option<DateTime<Utc>>,
    /// Computes to make with it.
    #[serde(skip)]
    pub endpoints: Vec<CreateBranchEndpoint>,
    /// Notes by name, such as the commit it is made for.
    #[serde(skip)]
    pub annotations: BTreeMap<String, String>,
}

/// A compute that is made with its branch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CreateBranchEndpoint {
    /// Whether it can be written through.
    #[serde(rename = "type")]
    pub kind: EndpointType,
    /// What it is set to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<EndpointSettings>,
    /// The smallest size, in compute units; at least 0.25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_min_cu: Option<f64>,
    /// The largest size, in compute units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub autoscaling_limit_max_cu: Option<f64>,
    /// What runs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provisioner: Option<String>,
    /// Seconds without use until it is suspended: 0 is the platform's default, -1 never, else 60 to 604800.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend_timeout_seconds: Option<i64>,
}

impl CreateBranchEndpoint {
    /// One with the platform's defaults.
    #[must_use]
    pub fn new(kind: EndpointType) -> Self {
        Self {
            kind,
            settings: None,
            autoscaling_limit_min_cu: None,
            autoscaling_limit_max_cu: None,
            provisioner: None,
            suspend_timeout_seconds: None,
        }
    }
}

/// The body of a create. Only what was asked for is in it, but `branch` always is.
#[derive(Serialize)]
pub(super) struct CreateBody<'a> {
    pub(super) branch: &'a CreateBranch,
    /// Also when it is empty: where it is missing, some platforms make a compute.
    pub(super) endpoints: &'a [CreateBranchEndpoint],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) annotation_value: &'a BTreeMap<String, String>,
}

/// What is changed of a branch; what is `None` or `Keep` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UpdateBranch {
    /// A new name, 1 to 256 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is protected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protected: Option<bool>,
    /// When it expires. A default or protected branch never does.
    #[serde(
        rename = "expires_at",
        skip_serializing_if = "Expiry::is_keep",
        serialize_with = "write_expiry"
    )]
    pub expiry: Expiry,
}

/// What is done to the expiration of a branch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Expiry {
    /// It stays as it is.
    #[default]
    Keep,
    /// It never expires.
    Clear,
    /// It goes then, to the second.
    Set(DateTime<Utc>),
}

impl Expiry {
    fn is_keep(&self) -> bool {
        matches!(self, Self::Keep)
    }
}

fn write_expiry<S: Serializer>(expiry: &Expiry, to: S) -> Result<S::Ok, S::Error> {
    match expiry {
        Expiry::Keep | Expiry::Clear => to.serialize_none(),
        Expiry::Set(time) => to.serialize_str(&moment::to_the_second(time)),
    }
}

/// To which point a branch is set back, and what becomes of what it holds now.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RestoreBranch {
    /// A place in the source's log. This or a moment is needed when the source is the branch itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_lsn: Option<String>,
    /// A moment of the source.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "moment::write_exact"
    )]
    pub source_timestamp: Option<DateTime<Utc>>,
    /// The name of a new branch that keeps what the branch holds now. Needed when it has children or is its own source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preserve_under_name: Option<String>,
}
