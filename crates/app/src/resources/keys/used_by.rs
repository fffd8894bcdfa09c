//! Which accounts of this app use which keys. A platform does not say which key a request came with, so what this app did
//! not make itself is concluded from when keys were last used.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::view::{KeyKind, KeyUserView, KeyView};

/// Platforms note a key's use to the minute at the worst.
const LAST_USED_PRECISION: TimeDelta = TimeDelta::seconds(60);

/// Whose keys a list shows.
#[derive(Clone, Debug)]
pub(crate) enum ListOwner {
    /// Those of a person, as the platform knows them.
    Person(Option<String>),
    /// Those of an organization, for all of it and for its projects.
    Organization(String),
}

/// An account that may use one of the keys.
#[derive(Clone, Debug)]
pub(crate) struct Holder {
    pub(crate) account_id: String,
    pub(crate) name: String,
    /// Whose its key is, as the platform knows them.
    pub(crate) owner_id: Option<String>,
    pub(crate) kind: Option<KeyKind>,
    /// The one project of a key that is for one.
    pub(crate) project_id: Option<String>,
    /// The number of its key, when that is known.
    pub(crate) key_id: Option<String>,
    /// How often its key had been replaced when this was read: a conclusion is about that key only.
    pub(crate) key_generation: u32,
    /// When the platform last took its key in this run, by the platform's clock.
    pub(crate) taken_at: Option<DateTime<Utc>>,
    /// Whether it requested the list. A list of a person's keys must have an entry for the key that requested it.
    pub(crate) is_asker: bool,
}

impl Holder {
    /// Whether its key can be in a list of this owner's.
    pub(crate) fn may_be_of(&self, owner: &ListOwner) -> bool {
        match owner {
            ListOwner::Person(person) => {
                let is_personal = matches!(self.kind, None | Some(KeyKind::Personal));
                let is_theirs = person.is_some() && *person == self.owner_id;
                is_personal && (self.is_asker || is_theirs)
            }
            ListOwner::Organization(organization) => {
                let is_its = self.owner_id.as_ref() == Some(organization);
                let is_kind = matches!(self.kind, Some(KeyKind::Organization | KeyKind::Project));
                is_its && is_kind
            }
        }
    }

    /// Whether its key can be this one of the list.
    fn may_be(&self, key: &KeyView) -> bool {
        match self.kind {
            Some(KeyKind::Project) => {
                key.project_id.is_some()
                    && (self.project_id.is_none() || self.project_id == key.project_id)
            }
            _ => key.project_id.is_none(),
        }
    }

    /// Whether a key was used when this account last was.
    fn matches(&self, key: &KeyView) -> bool {
        let (Some(taken_at), Some(used_at)) = (self.taken_at, key.last_used_at) else {
            return false;
        };
        (taken_at - used_at).abs() <= LAST_USED_PRECISION
    }
}

/// Which key an account surely has.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Certain {
    pub(crate) account_id: String,
    pub(crate) key_id: String,
    /// As it was on the account when that was concluded.
    pub(crate) key_generation: u32,
}

/// What is concluded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Used {
    by: BTreeMap<String, Vec<KeyUserView>>,
    /// Accounts whose key is one of the list, and nothing says which.
    pub(crate) unclear: BTreeSet<String>,
    /// Accounts whose key was found out for sure.
    pub(crate) found: Vec<Certain>,
}

impl Used {
    /// The accounts that use this key.
    pub(crate) fn by(&self, key_id: &str) -> Vec<KeyUserView> {
        self.by.get(key_id).cloned().unwrap_or_default()
    }

    fn add(&mut self, key: &KeyView, holder: &Holder, is_sure: bool) {
        self.by
            .entry(key.id.clone())
            .or_default()
            .push(KeyUserView {
                account_id: holder.account_id.clone(),
                name: holder.name.clone(),
                is_sure,
            });
    }
}

/// Concludes who uses which of these keys, which are all of this owner's.
pub(crate) fn conclude(owner: &ListOwner, keys: &[KeyView], holders: &[Holder]) -> Used {
    let mut used = Used::default();
    let (known, open): (Vec<_>, Vec<_>) = holders
        .iter()
        .filter(|holder| holder.may_be_of(owner))
        .partition(|holder| holder.key_id.is_some());
    let mut taken = BTreeSet::new();
    for holder in known {
        // One that is not listed was revoked.
        if let Some(key) = keys
            .iter()
            .find(|key| Some(&key.id) == holder.key_id.as_ref())
        {
            taken.insert(key.id.as_str());
            used.add(key, holder, true);
        }
    }
    for holder in open {
        let fits = |key: &&KeyView| holder.may_be(key) && !taken.contains(key.id.as_str());
        let mut fitting = keys.iter().filter(fits);
        let (first, more) = (fitting.next(), fitting.next());
        if let (Some(only), None) = (first, more) {
            let is_sure = holder.taken_at.is_some();
            used.add(only, holder, is_sure);
            if is_sure {
                used.found.push(Certain {
                    account_id: holder.account_id.clone(),
                    key_id: only.id.clone(),
                    key_generation: holder.key_generation,
                });
            } else {
                used.unclear.insert(holder.account_id.clone());
            }
            continue;
        }
        let mut is_somewhere = false;
        for key in keys.iter().filter(fits).filter(|key| holder.matches(key)) {
            used.add(key, holder, false);
            is_somewhere = true;
        }
        if !is_somewhere {
            used.unclear.insert(holder.account_id.clone());
        }
    }
    used
}

#[cfg(test)]
#[path = "used_by_tests.rs"]
mod tests;
