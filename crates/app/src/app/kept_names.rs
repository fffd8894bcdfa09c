//! The names in the store, read beside the process that has it open. No core is opened and no platform is asked: a shell that
//! completes a word waits for this.

use std::path::Path;

use crate::Error;
use crate::model::name::{Key, Named};
use crate::store::{Account, Store, TemporaryDatabase, table};
use crate::view::{FoundKind, TemporaryState};

/// The names as they were last stored.
#[derive(Debug)]
pub struct KeptNames {
    accounts: Vec<Account>,
    temporary: Vec<TemporaryDatabase>,
    names: Vec<(Key, Named)>,
}

/// The name of a thing, with its id; a database's id is its name.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct KeptName {
    /// The thing's name.
    pub name: String,
    /// The thing's id.
    pub id: String,
}

impl KeptNames {
    /// Reads them. No store is made where none is.
    ///
    /// # Errors
    /// The folder has no store, or one of another version that has other tables.
    pub fn read(data_dir: &Path) -> Result<Self, Error> {
        let connection = Store::read_only(data_dir)?;
        Ok(Self {
            accounts: table::accounts::all(&connection)?,
            temporary: table::temporary::all(&connection)?,
            names: table::names::all(&connection)?,
        })
    }

    /// The accounts.
    #[must_use]
    pub fn accounts(&self) -> Vec<KeptName> {
        let of = |account: &Account| KeptName::new(&account.name, &account.id);
        self.accounts.iter().map(of).collect()
    }

    /// The id of the account with this id or name; without one, of the account that the window shows.
    #[must_use]
    pub fn account(&self, wanted: Option<&str>) -> Option<&str> {
        let mut accounts = self.accounts.iter();
        let found = accounts.find(|account| match wanted {
            Some(wanted) => account.id == wanted || account.name == wanted,
            None => account.is_current || self.accounts.len() == 1,
        });
        found.map(|account| account.id.as_str())
    }

    /// The temporary databases that can be used.
    #[must_use]
    pub fn temporary(&self) -> Vec<KeptName> {
        let is_there = |row: &&TemporaryDatabase| {
            !matches!(row.state, TemporaryState::Failed | TemporaryState::Creating)
        };
        let of = |row: &TemporaryDatabase| KeptName::new(&row.name, &row.id);
        self.temporary.iter().filter(is_there).map(of).collect()
    }

    /// The things of one kind of an account, in the project with this id or name where one is given.
    #[must_use]
    pub fn of_account(
        &self,
        kind: FoundKind,
        account: &str,
        project: Option<&str>,
    ) -> Vec<KeptName> {
        let project = project.map(|wanted| self.project_id(account, wanted));
        let is_wanted = |key: &Key| {
            key.kind == kind
                && key.account == account
                && project.is_none_or(|project| key.project == project)
        };
        let wanted = self.names.iter().filter(|(key, _)| is_wanted(key));
        let mut found: Vec<_> = wanted
            .map(|(key, named)| KeptName::new(&named.name, key.id()))
            .collect();
        found.sort();
        // Branches have databases of the same name.
        found.dedup();
        found
    }

    fn project_id<'a>(&'a self, account: &str, wanted: &'a str) -> &'a str {
        let mut projects = self.names.iter().filter(|(key, named)| {
            key.kind == FoundKind::Project && key.account == account && named.name == wanted
        });
        projects
            .next()
            .map_or(wanted, |(key, _)| key.project.as_str())
    }
}

impl KeptName {
    fn new(name: &str, id: &str) -> Self {
        Self {
            name: name.to_owned(),
            id: id.to_owned(),
        }
    }
}
