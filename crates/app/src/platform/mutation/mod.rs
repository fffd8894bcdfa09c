//! Every change of the Management API is written down before it is sent, without its secrets. A reply that is lost is made
//! good by looking at the platform, never by sending again; what a crash left open is looked at in the same way at the next
//! start.

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
