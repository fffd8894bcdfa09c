//! When keys were last used.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};

use crate::state::{Key, PlatformState, Record};

/// When keys were last used and from where, until it is stored.
#[derive(Debug, Default)]
pub struct KeyUses(Mutex<HashMap<i64, (DateTime<Utc>, IpAddr)>>);

impl KeyUses {
    pub fn record(&self, key_id: i64, at: DateTime<Utc>, from: IpAddr) {
        self.with(|uses| uses.insert(key_id, (at, from)));
    }

    pub fn clear(&self) {
        self.with(HashMap::clear);
    }

    /// The key with its last use.
    pub fn of(&self, key: &Key) -> Key {
        let mut key = key.clone();
        if let Some((at, from)) = self.with(|uses| uses.get(&key.id).copied()) {
            key.last_used_at = Some(at);
            key.last_used_from_addr = from.to_string();
        }
        key
    }

    pub fn copied(&self) -> Self {
        Self(Mutex::new(self.with(|uses| uses.clone())))
    }

    /// The last uses that are not stored yet, on the keys as they are in this state.
    pub fn dirty(&self, state: &PlatformState) -> Vec<Record> {
        let keys = state.keys.values();
        let used = keys.map(|key| (key, self.of(key)));
        used.filter(|(old, new)| *old != new)
            .map(|(_, new)| Record::Key(new))
            .collect()
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashMap<i64, (DateTime<Utc>, IpAddr)>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
