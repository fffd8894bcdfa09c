//! Every write is journalled before it is sent, without its secrets, and reconciled by reading when the reply is lost. It is
//! never sent again: the platform has no idempotency keys, so a second request could create a second project. What a crash
//! left open is reconciled in the same way at the next start.

mod answer;
mod client;
mod compare;
mod decide;
mod effects;
mod locks;
mod observe;
mod open;
mod outcome;
mod reconcile;
mod record;
mod run;
mod subject;

pub(crate) use effects::{auth_changed, project_changed};
pub(crate) use locks::MutationLocks;
pub(crate) use open::recover;
pub(crate) use record::Mutation;
pub(crate) use run::{expected, run};
