use app::ExposeSecret as _;
use app::temporary::ClaimedProject;
use app::view::ClaimedProjectView;
use serde::{Deserialize, Serialize};

use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

/// Where the project of a claimed temporary database is.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ClaimedProjectPlace {
    Here(ClaimedProjectView),
    /// At this address of the platform's console.
    Console {
        url: String,
        host: String,
    },
}

pub(super) const OPERATIONS: &[Entry<Core>] = &[ProjectOfClaimed::ENTRY];

/// Finds the project of a claimed temporary database.
#[operation(Program, Read)]
pub async fn project_of_claimed(core: &Core, temporary_id: String) -> Reply<ClaimedProjectPlace> {
    Ok(
        match app::temporary::project_of(core, &temporary_id).await? {
            ClaimedProject::Here {
                account_id,
                project_id,
            } => ClaimedProjectPlace::Here(ClaimedProjectView {
                account_id,
                project_id,
            }),
            ClaimedProject::Console(link) => ClaimedProjectPlace::Console {
                url: link.url.expose_secret().to_owned(),
                host: link.host.ascii,
            },
        },
    )
}
