use super::drafts::CredentialSource;
use crate::Error;
use crate::core::activity::Note;
use crate::features::{Features, temporary};
use crate::store::TemporaryDatabase;
use crate::tools::secret_bundle::SecretBundle;
use crate::tools::target::Target;
use crate::view::words::Action;

impl CredentialSource {
    pub(crate) fn of(target: Target) -> Self {
        Self::Database {
            label: target.label(),
            place: target.place,
            account_id: target.account_id,
            project_id: target.project_id,
        }
    }

    /// Named values in memory, such as SDK keys.
    pub(super) fn of_set(app: &Features, set: SecretBundle, account_id: String) -> Self {
        let account = app.accounts.find(&account_id);
        Self::Database {
            label: set.label,
            place: account.map(|it| it.name).unwrap_or_default(),
            account_id,
            project_id: Some(set.project_id),
        }
    }

    /// The row as it is now, for one in the list.
    pub(super) async fn row(&self, app: &Features) -> Result<Option<TemporaryDatabase>, Error> {
        match self {
            Self::Temporary(id) => Ok(Some(temporary::row(app, id).await?)),
            Self::Database { .. } => Ok(None),
        }
    }

    pub(super) fn note(
        &self,
        app: &Features,
        action: Action,
        row: Option<&TemporaryDatabase>,
    ) -> Note {
        match (self, row) {
            (_, Some(row)) => Note::about(app, action, row),
            (Self::Temporary(id), None) => Note::new(app, action, id, ""),
            (
                Self::Database {
                    label,
                    place,
                    account_id,
                    project_id,
                },
                None,
            ) => Note::new(app, action, label, place).on(account_id, project_id.as_deref()),
        }
    }
}
