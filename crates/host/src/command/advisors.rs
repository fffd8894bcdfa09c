use app::ExposeSecret as _;
use app::advisors::page_to_open;
use serde::{Deserialize, Serialize};

use crate::opening::Core;
use crate::operation::{Entry, operation};
use crate::reply::Reply;

/// A page that an issue leads to, checked.
#[derive(Debug, Deserialize, Serialize)]
pub struct IssuePage {
    pub url: String,
    /// Its host, as a person is asked about it.
    pub host: String,
    /// Whether nobody has to be asked.
    pub is_known: bool,
}

pub(super) const OPERATIONS: &[Entry<Core>] = &[AdvisorPage::ENTRY];

/// Checks a page that an issue leads to, to be opened.
#[operation(Program, Read)]
pub async fn advisor_page(_core: &Core, url: String) -> Reply<IssuePage> {
    let (link, is_known) = page_to_open(&url)?;
    Ok(IssuePage {
        url: link.url.expose_secret().to_owned(),
        host: link.host.ascii,
        is_known,
    })
}
