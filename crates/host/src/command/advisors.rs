use app::ExposeSecret as _;
use app::advisors::{list, page_to_open};
use app::view::AdvisorIssueView;
use serde::{Deserialize, Serialize};

use crate::opening::Core;
use crate::reply::Reply;

/// Has the advisors look at a database of a branch.
#[specta::specta]
pub async fn advisor_list(
    core: &Core,
    account_id: String,
    project_id: String,
    branch_id: String,
    database: String,
) -> Reply<Vec<AdvisorIssueView>> {
    Ok(list(core, &account_id, &project_id, &branch_id, &database).await?)
}

/// A page that an issue leads to, checked.
#[derive(Debug, Deserialize, Serialize)]
pub struct IssuePage {
    pub url: String,
    /// Its host, as a person is asked about it.
    pub host: String,
    /// Whether nobody has to be asked.
    pub is_known: bool,
}

/// Checks a page that an issue leads to, to be opened.
pub async fn advisor_page(_core: &Core, url: String) -> Reply<IssuePage> {
    let (link, is_known) = page_to_open(&url)?;
    Ok(IssuePage {
        url: link.url.expose_secret().to_owned(),
        host: link.host.ascii,
        is_known,
    })
}
