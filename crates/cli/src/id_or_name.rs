//! Things of a list by what a person types for them.

use app::view::{
    AccountView, BranchView, ComputeView, DatabaseView, KeyView, ProjectView, RoleView,
    SnapshotView, TemporaryView,
};
use host::sandbox::view::DeletedItemView;
use serde::de::DeserializeOwned;

/// A thing that a person names by its id or its name.
pub trait Named: Clone + DeserializeOwned {
    fn id(&self) -> Option<&str>;
    fn name(&self) -> Option<&str>;

    /// Returns true if the platform still lists a thing that was deleted.
    fn is_deleted(&self) -> bool {
        false
    }
}

/// Returns the thing with this id, or else all with this name. An id comes first: a name may look like one.
pub fn matching<'a, T: Named>(all: &'a [T], wanted: &str) -> Vec<&'a T> {
    match all.iter().find(|one| one.id() == Some(wanted)) {
        Some(found) => vec![found],
        None => {
            let named = all.iter().filter(|one| one.name() == Some(wanted));
            named.collect()
        }
    }
}

macro_rules! with_id_and_name {
    ($($view:ty),*) => {
        $(impl Named for $view {
            fn id(&self) -> Option<&str> {
                Some(&self.id)
            }

            fn name(&self) -> Option<&str> {
                Some(&self.name)
            }
        })*
    };
}

with_id_and_name!(
    AccountView,
    DeletedItemView,
    KeyView,
    ProjectView,
    SnapshotView,
    TemporaryView
);

impl Named for BranchView {
    fn id(&self) -> Option<&str> {
        Some(&self.id)
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }

    fn is_deleted(&self) -> bool {
        self.deleted_at.is_some()
    }
}

impl Named for ComputeView {
    fn id(&self) -> Option<&str> {
        Some(&self.id)
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl Named for DatabaseView {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
}

impl Named for RoleView {
    fn id(&self) -> Option<&str> {
        None
    }

    fn name(&self) -> Option<&str> {
        Some(&self.name)
    }
}
