use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::state::{Role, Secret};

/// Passwords that were found to be right, so that the work of finding out is done once.
#[derive(Debug, Default)]
pub struct VerifiedPasswords(Mutex<HashMap<(String, String), (String, Secret)>>);

impl VerifiedPasswords {
    pub fn knows(&self, role: &Role, verifier: &str) -> bool {
        let key = (role.branch_id.clone(), role.name.clone());
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.get(&key);
        found.is_some_and(|(of, password)| {
            of == verifier && role.password.as_ref() == Some(password)
        })
    }

    pub fn record(&self, role: &Role, verifier: String) {
        if let Some(password) = role.password.clone() {
            let key = (role.branch_id.clone(), role.name.clone());
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(key, (verifier, password));
        }
    }
}
