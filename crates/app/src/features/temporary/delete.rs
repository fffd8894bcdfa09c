//! Deleting a database before it expires.

use api::ProjectId;

use super::{forget, must_be_writable, refresh};
use crate::core::activity::{self, Note};
use crate::core::operation::operation;
use crate::features::Features;
use crate::store::TemporaryDatabase;
use crate::view::ErrorCode;
use crate::view::words::Action;
use crate::{Error, accounts};

const ACTION: Action = Action::DeleteTemporary;

/// Deletes a database on its platform, with its data, and takes its row out of the list.
///
/// # Errors
/// [`ErrorCode::Invalid`] while a task runs on it, or where its platform deletes no temporary databases;
/// [`ErrorCode::ReadOnly`] for an account that is locked against changes; [`ErrorCode::NotFound`] when the row or the
/// database is not there, what the platform says otherwise: the row stays then.
#[operation(Guarded, Change, temporary_delete)]
pub async fn delete(app: &Features, id: &str) -> Result<(), Error> {
    let row = super::row(app, id).await?;
    must_be_writable(app, &row)?;
    forget::must_be_idle(app, &row)?;
    let this = app.clone();
    app.tasks
        .run(async move {
            match on_platform(&this, &row).await {
                Ok(()) => forget::remove(&this, &row.id, ACTION).await,
                Err(error) => {
                    activity::record(&this, Note::about(&this, ACTION, &row).failed(&error)).await;
                    Err(error)
                }
            }
        })
        .await
}

async fn on_platform(app: &Features, row: &TemporaryDatabase) -> Result<(), Error> {
    let records = accounts::database_records(app, row).await?;
    let project = row
        .project_id
        .as_deref()
        .and_then(|id| ProjectId::parse(id).ok());
    let project = project.ok_or_else(|| Error::invalid("The database isn't known to exist"))?;
    let Err(error) = records.delete(&project).await else {
        return Ok(());
    };
    let error = Error::from(error);
    if error.code() == ErrorCode::NotFound {
        // The row says from now on that the database is gone.
        drop(refresh(app, &row.id).await);
        return Err(error.hint("It expired or was deleted. Remove it from the list."));
    }
    Err(error)
}
