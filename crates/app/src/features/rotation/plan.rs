//! Whether an account's key can be rotated, by which account, and which of the listed keys may be the account's own.

use super::{issuer, name};
use crate::Error;
use crate::accounts::{self, client};
use crate::core::keychain;
use crate::features::Features;
use crate::model::profile::Profile;
use crate::platform::undo::platform_now;
use crate::resources::keys;
use crate::store::Account;
use crate::view::{ErrorCode, ErrorView, KeyKind, KeyRowView, RotationPlanView};

/// What a rotation needs to begin.
pub(super) struct Prerequisites {
    pub(super) account: Account,
    issuer: Option<Account>,
    /// Every key that is listed where the account's own is.
    rows: Vec<KeyRowView>,
    candidates: Vec<KeyRowView>,
    problem: Option<Error>,
}

/// What the key that is replaced opens, so that the new one opens the same.
pub(super) struct KeyScope {
    pub(super) kind: KeyKind,
    pub(super) organization_id: Option<String>,
    pub(super) project_id: Option<String>,
}

pub(super) async fn plan(app: &Features, account_id: &str) -> Result<RotationPlanView, Error> {
    let found = prerequisites(app, account_id).await?;
    let old_name = found.candidates.first().map(|row| row.key.name.as_str());
    let old_name = old_name.unwrap_or(&found.account.name);
    let is_taken = |name: &str| found.rows.iter().any(|row| row.key.name == name);
    Ok(RotationPlanView {
        account_id: found.account.id.clone(),
        kind: found.account.key_kind,
        by_account_id: found.issuer.as_ref().map(|issuer| issuer.id.clone()),
        name: name::propose(old_name, platform_now(app, account_id), is_taken),
        candidates: found.candidates,
        problem: found.problem.map(ErrorView::from),
    })
}

/// Reads the account, who can make its new key, and the keys that may be its own.
pub(super) async fn prerequisites(
    app: &Features,
    account_id: &str,
) -> Result<Prerequisites, Error> {
    let account = accounts::account(app, account_id)?;
    let mut found = Prerequisites {
        account: account.clone(),
        issuer: None,
        rows: Vec::new(),
        candidates: Vec::new(),
        problem: problem(app, &account).await,
    };
    if found.problem.is_some() {
        return Ok(found);
    }
    let issuer = match issuer::find(app, &account).await {
        Ok(issuer) => issuer,
        Err(error) if is_in_the_way(&error) => {
            found.problem = Some(error);
            return Ok(found);
        }
        Err(error) => return Err(error),
    };
    let organization = match account.key_kind {
        Some(KeyKind::Personal) => None,
        _ => account.owner_id.as_deref(),
    };
    found.rows = keys::rows(app, &issuer.id, organization).await?;
    found.candidates = candidates(&account, &found.rows);
    found.issuer = Some(issuer);
    if found.candidates.is_empty() {
        found.problem = Some(
            Error::invalid(format!(
                "None of the listed keys can belong to {}",
                account.name
            ))
            .hint("Check the list of keys, or replace the account's key with a new one."),
        );
    }
    Ok(found)
}

impl Prerequisites {
    /// Who makes the key, and who owns it.
    ///
    /// # Errors
    /// What prevents the rotation.
    pub(super) fn ready(&self) -> Result<(Account, KeyScope), Error> {
        if let Some(problem) = &self.problem {
            return Err(problem.clone());
        }
        let (Some(issuer), Some(kind)) = (&self.issuer, self.account.key_kind) else {
            return Err(unknown(&self.account));
        };
        let of_organization = kind != KeyKind::Personal;
        let scope = KeyScope {
            kind,
            organization_id: self.account.owner_id.clone().filter(|_| of_organization),
            project_id: self.account.key_project_id.clone(),
        };
        Ok((issuer.clone(), scope))
    }

    /// One of the keys that the account's own may be.
    pub(super) fn candidate(&self, key_id: &str) -> Option<&KeyRowView> {
        self.candidates.iter().find(|row| row.key.id == key_id)
    }

    /// The keys that have this name.
    pub(super) fn named(&self, name: &str) -> Vec<String> {
        let named = self.rows.iter().filter(|row| row.key.name == name);
        named.map(|row| row.key.id.clone()).collect()
    }
}

/// What prevents a rotation, no matter who makes the key.
async fn problem(app: &Features, account: &Account) -> Option<Error> {
    if !account.is_own() {
        let message = format!("{} and its key come with the platform", account.name);
        return Some(Error::invalid(message).hint("Connect your own account to rotate its key."));
    }
    if let Err(locked) = accounts::must_be_writable(account) {
        return Some(locked);
    }
    if app.keychain.in_memory() {
        return Some(
            Error::new(
                ErrorCode::KeychainAbsent,
                "Secrets are in memory only, and a new key would be lost when Plinth quits",
            )
            .hint("Retry the keychain first, in Settings."),
        );
    }
    if let Err(error) = keychain::ensure(app).await {
        return Some(error);
    }
    if let Err(error) = client::of(app, &account.id).await {
        return Some(error);
    }
    match account.key_kind {
        None => Some(unknown(account)),
        Some(KeyKind::Project) if account.key_project_id.is_none() => Some(unknown(account)),
        Some(_) => None,
    }
}

fn unknown(account: &Account) -> Error {
    let platform = Profile::of_platform(account.platform).label;
    Error::invalid(format!(
        "The type of the key of {} is unknown",
        account.name
    ))
    .hint(format!(
        "Create a key on {platform} and replace the account's key with it."
    ))
}

/// How many keys the user is offered to choose from at most.
const MOST_CANDIDATES: usize = 20;

/// The keys that may be the account's own, the likeliest first; a single one where that is certain. The platform does not say
/// which key a request was sent with, so most can only be ruled out. One that was never used is not it: the account has just
/// used its own.
fn candidates(account: &Account, rows: &[KeyRowView]) -> Vec<KeyRowView> {
    let uses = |row: &KeyRowView| {
        let mut users = row.used_by.iter();
        users
            .find(|user| user.account_id == account.id)
            .map(|user| user.is_sure)
    };
    if let Some(sure) = rows.iter().find(|row| uses(row) == Some(true)) {
        return vec![sure.clone()];
    }
    let is_anothers = |row: &KeyRowView| {
        let mut users = row.used_by.iter();
        users.any(|user| user.is_sure && user.account_id != account.id)
    };
    let is_of_kind = |row: &KeyRowView| match account.key_kind {
        Some(KeyKind::Project) => row.key.project_id == account.key_project_id,
        _ => row.key.project_id.is_none(),
    };
    let may_be =
        |row: &&KeyRowView| is_of_kind(row) && !is_anothers(row) && row.key.last_used_at.is_some();
    let mut found: Vec<_> = rows.iter().filter(may_be).cloned().collect();
    found.sort_by_key(|row| {
        let key = &row.key;
        let newest = std::cmp::Reverse((key.last_used_at, key.created_at));
        (uses(row).is_none(), newest)
    });
    found.truncate(MOST_CANDIDATES);
    found
}

/// Whether the user has to put it right; any other error is a read that failed.
fn is_in_the_way(error: &Error) -> bool {
    matches!(error.code(), ErrorCode::Invalid | ErrorCode::ReadOnly)
}
