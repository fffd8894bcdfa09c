//! All known names. The keys are ordered by account and project, so that all of a project are one range.

use std::collections::{BTreeMap, BTreeSet};

use super::{NameUpdate, Scope, SeenName};
use crate::model::name::{Key, Named};
use crate::view::FoundKind;

/// The known names.
#[derive(Debug, Default)]
pub(crate) struct Known {
    named: BTreeMap<Key, Named>,
    /// Complete listings that arrived before the stored names were loaded: a stored name that is in none of them is gone.
    whole: Option<Vec<Scope>>,
    /// The stored names of earlier runs are loaded.
    is_read: bool,
}

impl Known {
    pub(crate) fn get(&self, key: &Key) -> Option<&Named> {
        self.named.get(key)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Key, &Named)> {
        self.named.iter()
    }

    /// How many names of a kind are known in a project.
    pub(crate) fn count(&self, account: &str, project: &str, kind: FoundKind) -> usize {
        let inside = self.inside(account, project);
        inside.filter(|(key, _)| key.kind == kind).count()
    }

    /// Applies an update, and adds what it changes to `changes`, where `None` removes a name.
    pub(super) fn apply(&mut self, update: NameUpdate, changes: &mut BTreeMap<Key, Option<Named>>) {
        match update {
            NameUpdate::Seen(seen) => self.add(seen, changes),
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
        }
    }

    /// Adds the stored names of earlier runs, where this run knows nothing newer. Updates do not wait for the store, so some
    /// may have come before: a name that is known or changed already keeps that, and one that a complete listing lacked, or
    /// that was reported gone, is removed from the store.
    pub(super) fn merge_stored(
        &mut self,
        rows: Vec<(Key, Named)>,
        changes: &mut BTreeMap<Key, Option<Named>>,
    ) {
        let whole = self.whole.take().unwrap_or_default();
        for (key, named) in rows {
            if self.named.contains_key(&key) || changes.contains_key(&key) {
                continue;
            }
            if whole.iter().any(|scope| scope.holds(&key, &named)) {
                changes.insert(key, None);
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

    fn add(&mut self, seen: Vec<SeenName>, changes: &mut BTreeMap<Key, Option<Named>>) {
        for SeenName { key, name, detail } in seen {
            let known = self.named.get(&key);
            if known.is_some_and(|known| known.name == name && known.detail == detail) {
                continue;
            }
            let named = Named::new(name, detail);
            changes.insert(key.clone(), Some(named.clone()));
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
            Scope::One(_) | Scope::Keys(..) | Scope::Account(_) => Box::new(self.named.iter()),
        };
        let of_scope = inside.filter(|(key, named)| scope.holds(key, named));
        of_scope.map(|(key, _)| key.clone()).collect()
    }

    /// All names of a project. The project's own key sorts first among them.
    fn inside(&self, account: &str, project: &str) -> impl Iterator<Item = (&Key, &Named)> {
        let from = Key::project(account, project);
        let (account, project) = (account.to_owned(), project.to_owned());
        self.named
            .range(from..)
            .take_while(move |(key, _)| key.account == account && key.project == project)
    }

    fn drop_with_all_inside(&mut self, gone: &Key, changes: &mut BTreeMap<Key, Option<Named>>) {
        for key in self.of(&Scope::One(gone.clone())) {
            self.named.remove(&key);
            changes.insert(key, None);
        }
    }
}
