//! Operations: the platform's records of work that goes on after a reply.

mod click_result;
mod finished;
mod tracking;

use api::resource::operations as wire;

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::names::{self, Known};
use crate::core::operation::{Entry, operation};
use crate::model::name::Key;
use crate::platform::Platform;
use crate::view::{OperationPageView, OperationView, page};

pub use click_result::{ClickEnd, ClickResult, OperationClickResult, click_result};
pub(crate) use finished::finished;
pub use tracking::{OperationFollow, OperationList, follow_project, tracked};
pub(crate) use tracking::{forget_account, track};

/// How many operations a screen asks for at once.
const PAGE: u32 = 100;

/// One page of a project's operations, the newest first (`GET /projects/{project_id}/operations`). `page_size` counts 1 to
/// 1000.
///
/// # Errors
/// As every read of an account: [`crate::view::ErrorCode::Invalid`] for ids that cannot be, what the platform says while
/// the account has no address, [`crate::view::ErrorCode::Unauthorized`] for a key that is refused.
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    page_size: Option<u32>,
    cursor: Option<String>,
) -> Result<OperationPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let operations = account_client
        .click()
        .operations(&ids::project(project_id)?);
    let list = wire::ListOperations { page_size, cursor };
    let found = account_client.send_value(operations.list(list)).await?;
    let mut items = page::operations(&found.items);
    name_branches(app, account_id, &mut items).await;
    Ok(OperationPageView {
        next: page::next(found.next, found.items.len(), page_size),
        items,
    })
}

/// The page that a screen shows: as [`list`], of a hundred.
///
/// # Errors
/// As [`list`].
#[operation(Page, Read, operation_page, text)]
pub async fn newest(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    cursor: Option<String>,
) -> Result<OperationPageView, Error> {
    list(app, account_id, project_id, Some(PAGE), cursor).await
}

/// One operation (`GET /projects/{project_id}/operations/{operation_id}`).
///
/// # Errors
/// As [`list`], and [`crate::view::ErrorCode::NotFound`] when it is not there (any more).
#[operation(Page, Read, operation_get, text)]
pub async fn get(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    operation_id: &str,
) -> Result<OperationView, Error> {
    let account_client = client::of(app, account_id).await?;
    let operations = account_client
        .click()
        .operations(&ids::project(project_id)?);
    let operation = ids::operation(operation_id)?;
    let found = account_client
        .send_value(operations.get(&operation))
        .await?;
    let mut view = OperationView::from(&found);
    name_branches(app, account_id, std::slice::from_mut(&mut view)).await;
    Ok(view)
}

/// Adds the names of the branches: once a branch is gone, the platform names it nowhere.
async fn name_branches(app: &Platform, account: &str, operations: &mut [OperationView]) {
    let name = |known: &Known| {
        for operation in operations {
            let branch = operation.branch_id.as_deref();
            let key = branch.map(|branch| Key::branch(account, &operation.project_id, branch));
            let name = key.and_then(|key| known.last_name(&key).map(ToOwned::to_owned));
            operation.branch_name = name;
        }
    };
    names::with_known(app, name).await;
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[OperationPage::ENTRY, OperationGet::ENTRY];
