use serde::{Deserialize, Serialize};
use specta::Type;

use super::ConnectView;

/// A secret that the platform showed once. The core holds it until it is dismissed or the app quits; the window sees
/// its forms masked and names it to reveal, copy or write one.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeSecretView {
    /// Names it.
    pub id: String,
    /// What it is, such as `svcdb as svcdb_owner` or the name of a role.
    pub label: String,
    /// Its forms, masked. That of a password alone has the one form [`super::FormId::Password`].
    pub forms: ConnectView,
}
