//! All known names. The keys are ordered by account and project, so that all of a project are one range.

use std::collections::{BTreeMap, BTreeSet};

use super::{NameUpdate, Scope, SeenName};
use crate::model::name::{Key, NameChange, NameChanges, Named};
use crate::view::FoundKind;

/// The known names.
#[derive(Debug, Default)]
pub(crate) struct Known {
    named: BTreeMap<Key, Named>,
    /// The last names of projects and branches that are gone.
    former: BTreeMap<Key, String>,
    /// Complete listings that arrived before the stored names were loaded: a stored name that is in none of them is gone.
    whole: Option<Vec<Scope>>,
    /// The stored names of earlier runs are loaded.
    is_read: bool,
}

impl Known {
    pub(crate) fn get(&self, key: &Key) -> Option<&Named> {
        self.named.get(key)
    }

    /// The last known name, also when the thing is gone.
    pub(crate) fn last_name(&self, key: &Key) -> Option<&str> {
        let named = self.named.get(key).map(|named| &named.name);
        named.or_else(|| self.former.get(key)).map(String::as_str)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Key, &Named)> {
        self.named.iter()
    }

    /// How many names of a kind are known in a project.
    pub(crate) fn count(&self, account: &str, project: &str, kind: FoundKind) -> usize {
        let inside = self.inside(account, project);
        inside.filter(|(key, _)| key.kind == kind).count()
    }

    /// Applies an update, and adds what it changes to `changes`.
    pub(super) fn apply(&mut self, update: NameUpdate, changes: &mut NameChanges) {
        match update {
            NameUpdate::Seen(seen) => self.add(seen, changes),
            NameUpdate::Deleted(seen) => self.add_former(seen, changes),
            NameUpdate::Whole(scope, seen) => {
                let kept: BTreeSet<Key> = seen.iter().map(|seen| seen.key.clone()).collect();
                let of_scope = self.of(&scope);
                for key in of_scope.into_iter().filter(|key| !kept.contains(key)) {
                    self.drop_with_all_inside(&key, changes);
                }
                self.note_whole(scope);
                self.add(seen, changes);
            }
            NameUpdate::Gone(key) => {
                self.drop_with_all_inside(&key, changes);
                self.note_whole(Scope::One(key));
            }
            NameUpdate::Account(account) => self.forget_account(&account, changes),
        }
    }

    fn forget_account(&mut self, account: &str, changes: &mut NameChanges) {
        let all = self.named.keys().chain(self.former.keys());
        let all: Vec<Key> = all.filter(|key| key.account == account).cloned().collect();
        for key in all {
            self.named.remove(&key);
            self.former.remove(&key);
            changes.insert(key, NameChange::Forgotten);
        }
    }

    /// Adds the stored names of earlier runs, where this run knows nothing newer. Updates do not wait for the store, so some
    /// may have come before: a name that is known or changed already keeps that, and one that a complete listing lacked, or
    /// that was reported gone, is removed from the store.
    pub(super) fn merge_stored(
        &mut self,
        rows: Vec<(Key, Named)>,
        former: Vec<(Key, String)>,
        changes: &mut NameChanges,
    ) {
        for (key, name) in former {
            self.former.entry(key).or_insert(name);
        }
        let whole = self.whole.take().unwrap_or_default();
        for (key, named) in rows {
            if self.named.contains_key(&key) || changes.contains_key(&key) {
                continue;
            }
            if whole.iter().any(|scope| scope.holds(&key, &named)) {
                self.keep_former(key, named.name, changes);
            } else {
                self.named.insert(key, named);
            }
        }
        self.is_read = true;
    }

    /// Once the stored names are loaded, an update finds and removes the names itself.
    fn note_whole(&mut self, scope: Scope) {
        if !self.is_read {
            self.whole.get_or_insert_default().push(scope);
        }
    }

    /// Keeps the last name of a thing that is gone, where the history may ask for it.
    fn keep_former(&mut self, key: Key, name: String, changes: &mut NameChanges) {
        let change = match key.has_history() {
            true => {
                self.former.insert(key.clone(), name.clone());
                NameChange::Former(name)
            }
            false => NameChange::Forgotten,
        };
        changes.insert(key, change);
    }

    /// Adds the names of things that are deleted and were not seen before.
    fn add_former(&mut self, seen: Vec<SeenName>, changes: &mut NameChanges) {
        for SeenName { key, name, .. } in seen {
            if self.last_name(&key).is_none() {
                self.keep_former(key, name, changes);
            }
        }
    }

    fn add(&mut self, seen: Vec<SeenName>, changes: &mut NameChanges) {
        for SeenName { key, name, detail } in seen {
            let known = self.named.get(&key);
            if known.is_some_and(|known| known.name == name && known.detail == detail) {
                continue;
            }
            let named = Named::new(name, detail);
            changes.insert(key.clone(), NameChange::Seen(named.clone()));
            self.named.insert(key, named);
        }
    }

    /// The known names in a scope. An account can have tens of thousands, so a scope within a project visits that only.
    fn of(&self, scope: &Scope) -> Vec<Key> {
        let inside: Box<dyn Iterator<Item = (&Key, &Named)>> = match scope {
            Scope::Branches(account, project)
            | Scope::Computes(account, project, _)
            | Scope::Databases(account, project, _) => Box::new(self.inside(account, project)),
            Scope::One(key) if key.kind != FoundKind::Key => {
                Box::new(self.inside(&key.account, &key.project))
            }
            Scope::One(_) | Scope::Keys(..) => Box::new(self.named.iter()),
        };
        let of_scope = inside.filter(|(key, named)| scope.holds(key, named));
        of_scope.map(|(key, _)| key.clone()).collect()
    }

    /// All names of a project. The project's own key sorts first among them.
    pub(super) fn inside(
        &self,
        account: &str,
        project: &str,
    ) -> impl Iterator<Item = (&Key, &Named)> {
        let from = Key::project(account, project);
        let (account, project) = (account.to_owned(), project.to_owned());
        self.named
            .range(from..)
            .take_while(move |(key, _)| key.account == account && key.project == project)
    }

    fn drop_with_all_inside(&mut self, gone: &Key, changes: &mut NameChanges) {
        for key in self.of(&Scope::One(gone.clone())) {
            if let Some(named) = self.named.remove(&key) {
                self.keep_former(key, named.name, changes);
            }
        }
    }
}
