//! Every write is journalled before it is sent, without its secrets, and reconciled by reading when the reply is lost. It is
//! never sent again: the platform has no idempotency keys, so a second request could create a second project. What a crash
//! left open is reconciled in the same way at the next start.
//!
//! Nothing here knows a resource: each describes its mutations itself by [`Mutation`], in `resources/`.

mod answer;
mod client;
mod compare;
mod decide;
mod describe;
mod effects;
mod follow_up;
mod locks;
mod observe;
mod on_branch;
mod open;
mod reader;
mod reconcile;
mod run;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use answer::{AffectedResources, Answer};
pub(crate) use client::PlatformClient;
pub(crate) use compare::{Compared, covers, present};
pub(crate) use decide::{ReconcileOutcome, Sent, changed, done_if};
pub(crate) use describe::{Mutation, Subject};
pub(crate) use effects::{Effects, Undo};
pub(crate) use locks::MutationLocks;
pub(crate) use on_branch::OnBranch;
pub(crate) use open::recover;
pub(crate) use reader::{Observed, Reader, Stop};
pub(crate) use run::{expected, run};
