//! The kinds of bulk job. A new one is a file here and its line in [`of`].

mod branches;
mod computes;
mod delete_branches;
mod delete_projects;
mod expire_branches;
mod protect_branches;
mod recover_branches;
mod recover_projects;
mod revoke_keys;
mod start_computes;
mod suspend_computes;

use super::kind::AnyKind;
use crate::view::BulkVerb;

/// The kind of a verb.
pub(super) fn of(verb: BulkVerb) -> &'static dyn AnyKind {
    match verb {
        BulkVerb::DeleteProjects => &delete_projects::DeleteProjects,
        BulkVerb::RecoverProjects => &recover_projects::RecoverProjects,
        BulkVerb::RevokeKeys => &revoke_keys::RevokeKeys,
        BulkVerb::DeleteBranches => &delete_branches::DeleteBranches,
        BulkVerb::RecoverBranches => &recover_branches::RecoverBranches,
        BulkVerb::ProtectBranches => &protect_branches::PROTECT,
        BulkVerb::UnprotectBranches => &protect_branches::UNPROTECT,
        BulkVerb::ExpireBranches => &expire_branches::ExpireBranches,
        BulkVerb::StartComputes => &start_computes::StartComputes,
        BulkVerb::SuspendComputes => &suspend_computes::SuspendComputes,
    }
}
