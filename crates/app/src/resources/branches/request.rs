//! What a person may ask of branches.

use std::collections::BTreeMap;

use api::BranchId;
use api::resource::branches as wire;
use api::resource::computes::EndpointType;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::check::{self, LONG_NAME};
use crate::base::ids;
use crate::view::ComputeSizeView;

/// Which branches are asked for, the last changed first.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ListBranches {
    /// How many on a page, 1 to 10000; the platform's choice when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// Part of a name or id.
    pub search: Option<String>,
    /// With those that are deleted and can be brought back.
    pub include_deleted: bool,
}

impl From<ListBranches> for wire::ListBranches {
    fn from(list: ListBranches) -> Self {
        Self {
            page_size: list.page_size,
            cursor: list.cursor,
            search: list.search,
            include_deleted: list.include_deleted,
            ..Self::default()
        }
    }
}

/// What a new branch is to be.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct CreateBranch {
    /// Its name, 1 to 256 characters; the platform makes one up when `None`.
    pub name: Option<String>,
    /// The branch it is made from; the default branch when `None`.
    pub parent_id: Option<String>,
    /// The LSN in the parent's WAL to begin at, such as `0/1A2B3C8`.
    pub parent_lsn: Option<String>,
    /// The moment of the parent to begin at.
    pub parent_timestamp: Option<DateTime<Utc>>,
    /// With the parent's schema and empty tables.
    pub schema_only: bool,
    /// Protected from deletion and reset.
    pub protected: bool,
    /// When it expires, to the second.
    pub expires_at: Option<DateTime<Utc>>,
    /// With a compute of this size.
    pub compute: Option<ComputeSizeView>,
    /// Notes by name, such as the commit it is made for.
    pub notes: BTreeMap<String, String>,
}

impl CreateBranch {
    pub(super) fn checked(self) -> Result<wire::CreateBranch, Error> {
        if self.parent_lsn.is_some() && self.parent_timestamp.is_some() {
            return Err(one_point());
        }
        if self.protected && self.expires_at.is_some() {
            return Err(Error::invalid("A protected branch can't expire")
                .hint("Remove the protection or the expiration."));
        }
        if let Some(lsn) = &self.parent_lsn {
            check_lsn(lsn)?;
        }
        let parent_id = self.parent_id.as_deref().map(ids::branch).transpose()?;
        let endpoints = match self.compute {
            None => Vec::new(),
            Some(size) => {
                check::compute_range(size.min_cu, size.max_cu)?;
                vec![wire::CreateBranchEndpoint {
                    autoscaling_limit_min_cu: size.min_cu,
                    autoscaling_limit_max_cu: size.max_cu,
                    suspend_timeout_seconds: check::suspend_timeout(size.suspend_timeout_seconds)?,
                    ..wire::CreateBranchEndpoint::new(EndpointType::ReadWrite)
                }]
            }
        };
        Ok(wire::CreateBranch {
            name: check::optional_name(self.name.as_deref(), "branch", LONG_NAME)?,
            parent_id,
            parent_lsn: self.parent_lsn,
            parent_timestamp: self.parent_timestamp,
            protected: self.protected.then_some(true),
            archived: None,
            init_source: self.schema_only.then_some(wire::InitSource::SchemaOnly),
            expires_at: self.expires_at,
            endpoints,
            annotations: self.notes,
        })
    }
}

/// What is changed of a branch; what is `None` or `Keep` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateBranch {
    /// A new name, 1 to 256 characters.
    pub name: Option<String>,
    /// Whether it is protected.
    pub protected: Option<bool>,
    /// When it expires.
    pub expiry: BranchExpiry,
}

/// What is done to the expiration of a branch.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum BranchExpiry {
    /// It stays as it is.
    #[default]
    Keep,
    /// It never expires.
    Never,
    /// It goes then, to the second.
    At {
        /// When.
        at: DateTime<Utc>,
    },
}

impl UpdateBranch {
    pub(super) fn checked(self) -> Result<wire::UpdateBranch, Error> {
        if self == Self::default() {
            return Err(nothing());
        }
        Ok(wire::UpdateBranch {
            name: check::optional_name(self.name.as_deref(), "branch", LONG_NAME)?,
            protected: self.protected,
            expiry: match self.expiry {
                BranchExpiry::Keep => wire::Expiry::Keep,
                BranchExpiry::Never => wire::Expiry::Clear,
                BranchExpiry::At { at } => wire::Expiry::Set(at),
            },
        })
    }
}

/// To which point a branch is set back, and what becomes of what it holds now.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RestoreBranch {
    /// The branch whose data it gets: its parent, itself, or any other.
    pub source_id: String,
    /// An LSN in the source's WAL.
    pub source_lsn: Option<String>,
    /// A moment of the source.
    pub source_timestamp: Option<DateTime<Utc>>,
    /// The name of a new branch that keeps what the branch holds now.
    pub preserve_under_name: Option<String>,
}

impl RestoreBranch {
    pub(super) fn checked(
        self,
        branch: &BranchId,
    ) -> Result<(BranchId, wire::RestoreBranch), Error> {
        let source = ids::branch(&self.source_id)?;
        if self.source_lsn.is_some() && self.source_timestamp.is_some() {
            return Err(one_point());
        }
        if let Some(lsn) = &self.source_lsn {
            check_lsn(lsn)?;
        }
        let name = self.preserve_under_name.as_deref();
        let preserve_under_name = check::optional_name(name, "branch", LONG_NAME)?;
        if &source == branch {
            if self.source_lsn.is_none() && self.source_timestamp.is_none() {
                return Err(Error::invalid("The restore point is missing")
                    .hint("Choose a point in time or an LSN."));
            }
            if preserve_under_name.is_none() {
                return Err(Error::invalid(
                    "The name of the backup branch is missing",
                )
                .hint("Restoring a branch to an earlier point in time keeps its current data in a backup branch. Enter its name."));
            }
        }
        let options = wire::RestoreBranch {
            source_lsn: self.source_lsn,
            source_timestamp: self.source_timestamp,
            preserve_under_name,
        };
        Ok((source, options))
    }
}

fn nothing() -> Error {
    Error::invalid("Nothing to change").hint("Change something first.")
}

pub(crate) fn one_point() -> Error {
    Error::invalid("Both a point in time and an LSN are set").hint("Choose one of them.")
}

pub(crate) fn check_lsn(lsn: &str) -> Result<(), Error> {
    let is_half =
        |half: &str| (1..=8).contains(&half.len()) && half.bytes().all(|b| b.is_ascii_hexdigit());
    match lsn.split_once('/') {
        Some((high, low)) if is_half(high) && is_half(low) => Ok(()),
        _ => Err(Error::invalid("This is not a valid LSN")
            .hint("Enter two hexadecimal numbers, such as 0/1A2B3C8.")),
    }
}
