//! Updates of names, as replies bring them.

use crate::model::name::{Key, Named};
use crate::view::{FoundKind, KeyView};

/// A resource with its name, as in a reply.
#[derive(Clone, Debug)]
pub(crate) struct SeenName {
    pub(super) key: Key,
    pub(super) name: String,
    pub(super) detail: Option<String>,
}

/// What a reply says of names.
#[derive(Clone, Debug)]
pub(crate) enum NameUpdate {
    /// These exist; others may, too.
    Seen(Vec<SeenName>),
    /// These are all that exist in the scope, as a complete listing says: other known names in it are removed.
    Whole(Scope, Vec<SeenName>),
    /// These are deleted; where nothing was seen of one before, this is its last name.
    Deleted(Vec<SeenName>),
    /// It does not exist any more, nor does anything in it.
    Gone(Key),
    /// The account was removed: all its names are forgotten, those of deleted things as well.
    Account(String),
}

/// What a listing can be complete for.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// The branches of a project of an account.
    Branches(String, String),
    /// The computes of a project, or of one branch of it.
    Computes(String, String, Option<String>),
    /// The databases of a branch.
    Databases(String, String, String),
    /// The keys of an organization, or the caller's own.
    Keys(String, Option<String>),
    /// One resource with all that is in it.
    One(Key),
}

impl Scope {
    pub(super) fn holds(&self, key: &Key, named: &Named) -> bool {
        match self {
            Self::Branches(account, project) => {
                key.kind == FoundKind::Branch && key.is_in(account, project)
            }
            Self::Computes(account, project, branch) => {
                key.kind == FoundKind::Compute
                    && key.is_in(account, project)
                    && branch.as_ref().is_none_or(|branch| *branch == key.branch)
            }
            Self::Databases(account, project, branch) => {
                key.kind == FoundKind::Database
                    && key.is_in(account, project)
                    && key.branch == *branch
            }
            Self::Keys(account, organization) => {
                key.kind == FoundKind::Key
                    && key.account == *account
                    && named.detail == *organization
            }
            Self::One(whole) => {
                let is_same = key.kind == whole.kind && key.id == whole.id;
                let is_inside = key.is_in(&whole.account, &whole.project);
                match whole.kind {
                    FoundKind::Project => is_inside,
                    FoundKind::Branch => is_inside && key.branch == whole.branch,
                    // Its id is the only one of its kind in the project, or the account.
                    FoundKind::Compute => is_inside && is_same,
                    FoundKind::Key => is_same && key.account == whole.account,
                    FoundKind::Database | FoundKind::Temporary => key == whole,
                }
            }
        }
    }
}

impl SeenName {
    pub(crate) fn key(account: &str, organization: Option<&str>, key: &KeyView) -> Self {
        let named = Key::api_key(account, key.project_id.as_deref(), &key.id);
        Self {
            detail: organization.map(ToOwned::to_owned),
            ..Self::named(named, &key.name)
        }
    }

    pub(crate) fn of(key: Key, name: String, detail: Option<String>) -> Self {
        Self { key, name, detail }
    }

    /// What has no name is called by its id.
    pub(crate) fn named(key: Key, name: &str) -> Self {
        let name = if name.is_empty() { key.id() } else { name };
        Self {
            name: name.to_owned(),
            key,
            detail: None,
        }
    }
}
