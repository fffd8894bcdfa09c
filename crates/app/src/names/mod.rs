//! Names of what was seen, so that ids can be shown as names and found by them without asking any platform.
//!
//! They are kept in memory and in the store. Learning changes the memory at once and the store soon after: no reply waits
//! for it.

mod fold;
mod known;
mod lesson;

use std::collections::BTreeMap;
use std::sync::Mutex;

use tokio::sync::OnceCell;

use crate::guard::lock;
use crate::store::table;
use crate::view::FoundKind;
use crate::{App, Error};

pub(crate) use fold::fold;
pub(crate) use known::{Known, Named};
pub(crate) use lesson::{Lesson, Scope, Seen};

/// Names one thing. A project and a branch are in their own fields and have no id besides.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Key {
    pub(crate) account: String,
    pub(crate) project: String,
    pub(crate) branch: String,
    pub(crate) kind: FoundKind,
    pub(crate) id: String,
}

/// What is known, and what of it is to be written yet: `None` is to be forgotten.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: Mutex<Known>,
    unwritten: Mutex<Unwritten>,
    read: OnceCell<()>,
}

#[derive(Debug, Default)]
struct Unwritten {
    changes: BTreeMap<Key, Option<Named>>,
    is_writing: bool,
}

/// The name of a project that was seen.
pub(crate) async fn project_name(app: &App, account: &str, project: &str) -> Option<String> {
    name_of(app, Key::project(account, project)).await
}

/// The name of a branch that was seen.
pub(crate) async fn branch_name(
    app: &App,
    account: &str,
    project: &str,
    branch: &str,
) -> Option<String> {
    name_of(app, Key::branch(account, project, branch)).await
}

/// The name of an API key that was seen. Its id is the only one of its kind in the account.
pub(crate) async fn key_name(app: &App, account: &str, id: &str) -> Option<String> {
    let find = |known: &Known| {
        let mut keys = known.iter().filter(|(key, _)| key.kind == FoundKind::Key);
        let found = keys.find(|(key, _)| key.account == account && key.id == id);
        found.map(|(_, named)| named.name.clone())
    };
    look(app, find).await
}

/// Looks at everything that is known. Nobody else can learn meanwhile.
pub(crate) async fn look<T>(app: &App, look: impl FnOnce(&Known) -> T) -> T {
    ready(app).await;
    look(&lock(&app.names.known))
}

/// Takes in what was seen. It is written down soon after.
pub(crate) fn learn(app: &App, lessons: impl IntoIterator<Item = Lesson>) {
    let mut changes = BTreeMap::new();
    {
        let mut known = lock(&app.names.known);
        for lesson in lessons {
            known.take_in(lesson, &mut changes);
        }
        if changes.is_empty() {
            return;
        }
        // Under the same lock, so that what is read from the store never comes between.
        lock(&app.names.unwritten).changes.append(&mut changes);
    }
    write_down(app);
}

/// Forgets everything of an account that is not there any more.
pub(crate) async fn forget_account(app: &App, account: &str) {
    // What earlier runs saw is forgotten with it.
    ready(app).await;
    let all = Scope::Account(account.to_owned());
    learn(app, [Lesson::Whole(all, Vec::new())]);
}

async fn name_of(app: &App, key: Key) -> Option<String> {
    look(app, |known| known.get(&key).map(|named| named.name.clone())).await
}

/// Waits until what earlier runs saw is read. What could not be read is read by whoever asks next.
async fn ready(app: &App) {
    let read = async {
        let rows = app.store.read(table::names::all).await?;
        let mut known = lock(&app.names.known);
        let mut unwritten = lock(&app.names.unwritten);
        known.remember(rows, &mut unwritten.changes);
        Ok::<_, Error>(())
    };
    if let Err(error) = app.names.read.get_or_try_init(|| read).await {
        tracing::warn!(%error, "the names of an earlier run could not be read");
    }
}

/// Writes what was learned in a task of its own, as long as there is something.
fn write_down(app: &App) {
    {
        let mut unwritten = lock(&app.names.unwritten);
        if unwritten.is_writing {
            return;
        }
        unwritten.is_writing = true;
    }
    let this = app.clone();
    app.tasks.spawn(async move {
        // What is read must not be older than what is written.
        ready(&this).await;
        loop {
            let changes = {
                let mut unwritten = lock(&this.names.unwritten);
                if unwritten.changes.is_empty() {
                    unwritten.is_writing = false;
                    return;
                }
                std::mem::take(&mut unwritten.changes)
            };
            let write =
                move |store: &rusqlite::Transaction<'_>| table::names::save(store, &changes);
            if let Err(error) = this.store.write(write).await {
                tracing::warn!(%error, "names were not written down");
            }
        }
    });
}

impl Key {
    pub(crate) fn project(account: &str, project: &str) -> Self {
        Self {
            account: account.to_owned(),
            project: project.to_owned(),
            branch: String::new(),
            kind: FoundKind::Project,
            id: String::new(),
        }
    }

    pub(crate) fn branch(account: &str, project: &str, branch: &str) -> Self {
        Self {
            branch: branch.to_owned(),
            kind: FoundKind::Branch,
            ..Self::project(account, project)
        }
    }

    /// Its id as the platform has it.
    pub(crate) fn id(&self) -> &str {
        match self.kind {
            FoundKind::Project => &self.project,
            FoundKind::Branch => &self.branch,
            _ => &self.id,
        }
    }
}
