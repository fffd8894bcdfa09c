//! The way to the project that a claimed database is.

use futures::stream::{self, StreamExt as _};

use super::claim::refused;
use crate::Error;
use crate::base::ids;
use crate::base::link::{self, CheckedLink, Origins};
use crate::features::Features;
use crate::model::profile::Profile;
use crate::resources::projects;
use crate::store::TemporaryDatabase;
use crate::view::{ErrorCode, TemporaryState};

/// How many accounts are asked at once.
const AT_ONCE: usize = 4;

/// Where the project of a claimed database is opened.
#[derive(Debug)]
pub enum ClaimedProject {
    /// In this window: a connected account has it.
    Here {
        /// The account's local id.
        account_id: String,
        /// The project's id.
        project_id: String,
    },
    /// On its page of the platform's console, because no connected account has it.
    Console(CheckedLink),
}

/// Looks for the project of a claimed database in the accounts of its platform (`GET /projects/{project_id}`): it may have
/// been claimed into any of them, or into one that is not connected here.
///
/// # Errors
/// [`ErrorCode::Invalid`] before the claim, [`ErrorCode::NotFound`] when no account has it and its platform is not known
/// to have a console, or why the last account could not be asked.
pub async fn project_of(app: &Features, id: &str) -> Result<ClaimedProject, Error> {
    let row = super::row(app, id).await?;
    let claimed = row.state == TemporaryState::Claimed;
    let Some(project_id) = row.project_id.clone().filter(|_| claimed) else {
        return Err(Error::invalid("This database has not been claimed")
            .hint("Claim it first. Then it is a project of the account that claimed it."));
    };
    let ask = async |account_id: String| {
        let found = projects::get(app, &account_id, &project_id).await;
        found.map(|_| account_id)
    };
    let mut answers = stream::iter(accounts_of(app, &row))
        .map(ask)
        .buffered(AT_ONCE);
    let mut unasked = None;
    while let Some(answer) = answers.next().await {
        match answer {
            Ok(account_id) => {
                return Ok(ClaimedProject::Here {
                    account_id,
                    project_id: project_id.clone(),
                });
            }
            Err(error) if error.code() == ErrorCode::NotFound => {}
            Err(error) => unasked = Some(error),
        }
    }
    match console_page(Profile::of(row.service), &project_id)? {
        Some(page) => Ok(ClaimedProject::Console(page)),
        None => Err(unasked.unwrap_or_else(nobodys)),
    }
}

/// The project's page in the platform's console, where it has one.
fn console_page(profile: &Profile, project_id: &str) -> Result<Option<CheckedLink>, Error> {
    let Some(console) = profile.console_projects else {
        return Ok(None);
    };
    let page = format!("{console}{}", ids::project(project_id)?);
    let page = link::check(&page, &Origins::default()).map_err(refused)?;
    Ok(Some(page))
}

/// The accounts that it can have been claimed into, the one that it was made in first.
fn accounts_of(app: &Features, row: &TemporaryDatabase) -> Vec<String> {
    let fits = |account: &crate::store::Account| {
        Profile::of_platform(account.platform).service == row.service
    };
    let all = app.accounts.all().into_iter().filter(fits);
    let mut ids: Vec<_> = all.map(|account| account.id).collect();
    ids.sort_by_key(|id| row.account_id.as_ref() != Some(id));
    ids
}

fn nobodys() -> Error {
    Error::new(ErrorCode::NotFound, "No connected account has this project")
        .hint("Connect the account that claimed the database.")
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;
    use crate::model::profile::{CUSTOM, NEON, SANDBOX};

    #[test]
    fn only_a_platform_with_a_console_has_a_page_for_a_project() {
        let page = console_page(&NEON, "misty-meadow-00000001")
            .unwrap()
            .unwrap();
        assert_eq!(
            (page.url.expose_secret(), page.host.ascii.as_str()),
            (
                "https://console.neon.tech/app/projects/misty-meadow-00000001",
                "console.neon.tech"
            )
        );
        for without in [&SANDBOX, &CUSTOM] {
            assert!(
                console_page(without, "misty-meadow-00000001")
                    .unwrap()
                    .is_none()
            );
        }
    }

    #[test]
    fn what_is_no_id_is_no_part_of_a_link() {
        for id in ["../../claim", "a/b", "a?b", ""] {
            assert!(console_page(&NEON, id).is_err(), "{id}");
        }
    }
}
