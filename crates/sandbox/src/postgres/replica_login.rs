//! What read-only computes log in with at the servers of their branches.

use std::sync::OnceLock;

use super::sql::scram_verifier;
use crate::random::Random;
use crate::state::Secret;

/// A password for as long as the sandbox runs.
#[derive(Debug, Default)]
pub struct ReplicaLogin(OnceLock<(Secret, String)>);

impl ReplicaLogin {
    pub fn password(&self) -> &Secret {
        &self.get().0
    }

    /// The password as a server keeps it.
    pub fn verifier(&self) -> &str {
        &self.get().1
    }

    fn get(&self) -> &(Secret, String) {
        self.0.get_or_init(|| {
            let password = Secret::new(Random::from_system().token(32));
            let verifier = scram_verifier(&password);
            (password, verifier)
        })
    }
}
