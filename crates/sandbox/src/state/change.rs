use serde::{Deserialize, Serialize};

use super::secret::{Secret, stored_secret};

/// A change of the roles and databases of a branch, as an operation makes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    CreateRole {
        name: String,
        #[serde(with = "stored_secret")]
        password: Secret,
        /// Has no password and cannot log in.
        no_login: bool,
    },
    DropRole {
        name: String,
    },
    SetPassword {
        role: String,
        #[serde(with = "stored_secret")]
        password: Secret,
    },
    CreateDatabase {
        name: String,
        owner: String,
    },
    RenameDatabase {
        from: String,
        to: String,
    },
    OwnDatabase {
        name: String,
        owner: String,
        /// Whose it is until then, where that is known.
        #[serde(default)]
        was: Option<String>,
    },
    DropDatabase {
        name: String,
    },
}
