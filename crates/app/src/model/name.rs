//! What is known by a name, and the name.

use std::collections::BTreeMap;

use crate::base::fold::fold;
use crate::view::FoundKind;

/// Names one thing. A project and a branch are in their own fields and have no id besides.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Key {
    pub(crate) account: String,
    pub(crate) project: String,
    pub(crate) branch: String,
    pub(crate) kind: FoundKind,
    pub(crate) id: String,
}

/// What something is called.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Named {
    pub(crate) name: String,
    /// As it is compared; `None` when it is the name itself.
    folded: Option<Box<str>>,
    /// Whose it is, where its place does not say it: the organization of a key.
    pub(crate) detail: Option<String>,
}

/// A change of a stored name.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NameChange {
    /// The thing exists and has this name.
    Seen(Named),
    /// The thing is gone; its last name is kept for what the history says of it.
    Former(String),
    /// The thing is gone, and nothing asks for its name any more.
    Forgotten,
}

/// Changes of stored names.
pub(crate) type NameChanges = BTreeMap<Key, NameChange>;

impl Key {
    /// True for what the history names by a look-up: its last name is kept once it is gone.
    pub(crate) fn has_history(&self) -> bool {
        matches!(self.kind, FoundKind::Project | FoundKind::Branch)
    }

    pub(crate) fn project(account: &str, project: &str) -> Self {
        Self {
            account: account.to_owned(),
            project: project.to_owned(),
            branch: String::new(),
            kind: FoundKind::Project,
            id: String::new(),
        }
    }

    pub(crate) fn branch(account: &str, project: &str, branch: &str) -> Self {
        Self {
            branch: branch.to_owned(),
            kind: FoundKind::Branch,
            ..Self::project(account, project)
        }
    }

    /// Its id as the platform has it.
    pub(crate) fn id(&self) -> &str {
        match self.kind {
            FoundKind::Project => &self.project,
            FoundKind::Branch => &self.branch,
            _ => &self.id,
        }
    }

    pub(crate) fn compute(account: &str, project: &str, branch: &str, id: &str) -> Self {
        Self {
            kind: FoundKind::Compute,
            id: id.to_owned(),
            ..Self::branch(account, project, branch)
        }
    }

    pub(crate) fn database(account: &str, project: &str, branch: &str, name: &str) -> Self {
        Self {
            kind: FoundKind::Database,
            id: name.to_owned(),
            ..Self::branch(account, project, branch)
        }
    }

    pub(crate) fn api_key(account: &str, project: Option<&str>, id: &str) -> Self {
        Self {
            kind: FoundKind::Key,
            id: id.to_owned(),
            ..Self::project(account, project.unwrap_or_default())
        }
    }

    pub(crate) fn is_in(&self, account: &str, project: &str) -> bool {
        self.account == account && self.project == project
    }
}

impl Named {
    pub(crate) fn new(name: String, detail: Option<String>) -> Self {
        let folded = fold(&name);
        Self {
            folded: (folded != name).then(|| folded.into_boxed_str()),
            name,
            detail,
        }
    }

    /// The name as it is compared.
    pub(crate) fn folded(&self) -> &str {
        self.folded.as_deref().unwrap_or(&self.name)
    }
}
