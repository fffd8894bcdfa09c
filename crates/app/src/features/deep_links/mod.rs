//! `plinth://` addresses: which places they name, and where those are now. Nothing is asked of any platform, and nothing is
//! changed.

mod address;

use crate::Error;
use crate::base::ids;
use crate::core::names;
use crate::core::operation::{Entry, operation};
use crate::features::Features;
use crate::model::name::Key;
use crate::platform::operations;
use crate::store::table;
use crate::view::{DeepLink, DeepLinkView};

pub use address::{address, parse};

/// Where a link leads, by what was read before.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read, [`crate::view::ErrorCode::Invalid`] for what is no id.
#[operation(Program, Read, deep_link_find)]
pub async fn find(app: &Features, link: DeepLink) -> Result<DeepLinkView, Error> {
    match link {
        DeepLink::Screen { screen } => Ok(DeepLinkView::Screen { screen }),
        DeepLink::Project {
            project_id,
            branch_id,
        } => {
            ids::project(&project_id)?;
            branch_id.as_deref().map(ids::branch).transpose()?;
            Ok(match account_of(app, &project_id).await {
                Some(account_id) => DeepLinkView::Project {
                    account_id,
                    project_id,
                    branch_id,
                },
                None => DeepLinkView::UnknownProject {
                    project_id,
                    branch_id,
                },
            })
        }
        DeepLink::Temporary { id } => {
            let wanted = ids::local(&id)?;
            let row = app
                .store
                .read(move |store| table::temporary::find(store, &wanted))
                .await?;
            Ok(match row {
                Some(_) => DeepLinkView::Temporary { id },
                None => DeepLinkView::UnknownTemporary,
            })
        }
        DeepLink::Operation { id } => {
            ids::operation(&id)?;
            let known = operations::tracked(app).await?;
            Ok(if known.iter().any(|it| it.operation.id == id) {
                DeepLinkView::Operation { id }
            } else {
                DeepLinkView::UnknownOperation
            })
        }
    }
}

/// The account that is known to have a project. Of several the current one, and otherwise the one that was added first.
async fn account_of(app: &Features, project: &str) -> Option<String> {
    let accounts = app.accounts.all();
    let has =
        |known: &names::Known, account: &str| known.get(&Key::project(account, project)).is_some();
    let mut having = names::with_known(app, |known| {
        let having = accounts.into_iter().filter(|account| {
            account.key_project_id.as_deref() == Some(project) || has(known, &account.id)
        });
        having.collect::<Vec<_>>()
    })
    .await;
    having.sort_by_key(|account| (!account.is_current, account.added_at));
    having.into_iter().next().map(|account| account.id)
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[DeepLinkFind::ENTRY];
