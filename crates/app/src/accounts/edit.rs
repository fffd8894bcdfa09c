//! Changing an account, and giving it another key.

use secrecy::{ExposeSecret, SecretString};

use super::address::addresses;
use super::connect::{
    base_of, instant_of, refuse_known_key, refuse_known_key_of, refuse_known_name,
};
use super::key_cache::{origin, origin_of};
use super::relocate::{self, Relocation};
use super::row::save_row;
use super::rows::{account, change, note};
use super::verify::{KeyOwner, verify};
use super::view::view;
use super::{EditAccount, authority, instant_services, key, rotation_lock};
use crate::Error;
use crate::accounts::Accounts;
use crate::base::certificates::Certificates;
use crate::base::check::{self, LONG_NAME};
use crate::core::operation::operation;
use crate::core::{activity, keychain};
use crate::model::profile::Profile;
use crate::store::Account;
use crate::view::AccountView;
use crate::view::words::Action;

/// Changes an account. Another address of its Management API is asked with the account's key before it is saved, and must
/// know it as the same owner's. Locking counts at once, also for what waits for its turn to be sent.
///
/// # Errors
/// As [`super::connect`], and [`crate::view::ErrorCode::KeyNeeded`] for another origin (scheme, host and port): the account's
/// key is sent to its own alone. What was there stays.
pub async fn edit(app: &Accounts, id: &str, edit: EditAccount) -> Result<AccountView, Error> {
    edit_with_key(app, id, edit, None).await
}

/// Changes an account, with a key that was typed for the address that it gets. It must be a key of the same owner, and is
/// the account's from then on.
///
/// # Errors
/// As [`edit`]; [`crate::view::ErrorCode::Exists`] about a rotation that is under way.
#[operation(Guarded, Change, account_edit)]
pub async fn edit_with_key(
    app: &Accounts,
    id: &str,
    edit: EditAccount,
    key: Option<SecretString>,
) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    let key = key.map(|key| key::checked(&key)).transpose()?;
    let task = apply(app.clone(), account.id, edit, key);
    app.tasks.run(task).await
}

async fn apply(
    app: Accounts,
    id: String,
    edit: EditAccount,
    key: Option<SecretString>,
) -> Result<AccountView, Error> {
    let before = account(&app, &id)?;
    if edit.base_url.is_none()
        && edit.instant_url.is_none()
        && edit.name.is_none()
        && edit.ca_file.is_none()
        && key.is_none()
    {
        // Such as a lock, which waits for nobody.
        return finish(&app, &before, edit.into()).await;
    }
    // Before the lock of accounts, as a rotation that begins takes them.
    let rotations = match &edit.base_url {
        Some(_) => Some(rotation_lock::lock_rotations(&app).await),
        None => None,
    };
    let _lock = app.accounts.edit_lock.lock().await;
    let before = account(&app, &id)?;
    let change = checked(&app, &before, edit, key, rotations.as_ref()).await?;
    finish(&app, &before, change).await
}

/// An edit with its texts as they are kept.
#[derive(Clone)]
struct Applied {
    edit: EditAccount,
    /// Another authority, or none any more.
    ca: Option<Option<Certificates>>,
    /// The key that came with another origin.
    key: Option<Relocation>,
}

impl From<EditAccount> for Applied {
    fn from(edit: EditAccount) -> Self {
        Self {
            edit,
            ca: None,
            key: None,
        }
    }
}

async fn checked(
    app: &Accounts,
    before: &Account,
    edit: EditAccount,
    key: Option<SecretString>,
    rotations: Option<&rotation_lock::RotationLock<'_>>,
) -> Result<Applied, Error> {
    let profile = Profile::of_platform(before.platform);
    let name = check::optional_name(edit.name.as_deref(), "account", LONG_NAME)?;
    if let Some(name) = &name {
        refuse_known_name(app, Some(&before.id), name)?;
    }
    let (now_base, now_instant) = addresses(app, before);
    // A form sends back what it showed.
    let other = |typed: Option<String>, now: Option<String>| {
        typed.filter(|typed| typed.trim() != now.as_deref().unwrap_or_default())
    };
    let base = other(edit.base_url, now_base);
    let instant = other(edit.instant_url, now_instant);
    let now_file = authority::file_of(app, before).map(|path| path.display().to_string());
    let ca_file = other(edit.ca_file, now_file);
    if (base.is_some() || instant.is_some() || ca_file.is_some()) && !before.is_own() {
        return Err(comes_with_platform(before, "has no addresses to edit"));
    }
    let instant_url = match instant {
        Some(typed) => {
            let url = instant_of(profile, Some(&typed))?;
            Some(url.map_or_else(String::new, |url| url.as_str().to_owned()))
        }
        None => None,
    };
    let ca = match ca_file {
        Some(typed) => Some(authority::chosen(app, profile, Some(&typed)).await?),
        None => None,
    };
    if key.is_some() && base.is_none() {
        return Err(
            Error::invalid("A key can only be entered here together with a new address")
                .hint("Use Replace key instead."),
        );
    }
    let mut relocation = None;
    let base_url = match base {
        Some(typed) => {
            let (url, storage) = base_of(profile, Some(&typed))?;
            let is_other = origin(url.as_str()) != Some(origin_of(before));
            let used = match &key {
                Some(key) => key.clone(),
                None if is_other => return Err(relocate::key_needed(before, &url)),
                None => key::key_of(app, before).await?,
            };
            if is_other && let Some(rotations) = rotations {
                rotations.must_have_none_of(app, before).await?;
            }
            refuse_known_key(app, Some(&before.id), &url, &used).await?;
            if key.is_some() {
                keychain::ensure(app).await?;
            }
            let owner = verify(app, &url, &used).await?;
            refuse_known_key_of(app, Some(&before.id), &owner, &used).await?;
            must_be_same(before, &owner, "At that address this key")?;
            relocation = key.map(|key| Relocation { key, owner });
            storage
        }
        None => None,
    };
    Ok(Applied {
        edit: EditAccount {
            name,
            base_url,
            instant_url,
            ca_file: None,
            ..edit
        },
        ca,
        key: relocation,
    })
}

async fn finish(app: &Accounts, before: &Account, change: Applied) -> Result<AccountView, Error> {
    let mut after = before.clone();
    merge(&mut after, change.clone());
    if after == *before {
        return Ok(view(app, after));
    }
    let is_renamed = after.name != before.name;
    let is_moved = after.base_url != before.base_url;
    let shown = match change.key.clone() {
        Some(relocation) => {
            relocate::save(app, before, &after, relocation, |it| merge(it, change)).await?
        }
        None => save_row(app, before, &after, |it| merge(it, change)).await?,
    };
    if is_renamed {
        instant_services::relabel(app, &before.id).await;
    }
    if is_moved {
        app.clients.forget(&before.id);
    }
    if after.instant_url != before.instant_url {
        instant_services::forget(app, &before.id);
    }
    if shown.is_read_only && !before.is_read_only {
        app.signals.locked(&before.id);
    }
    app.signals.changed();
    let mut actions = Vec::new();
    let locks = |account: &Account| account.is_read_only;
    match (locks(before), locks(&after)) {
        (false, true) => actions.push(Action::LockAccount),
        (true, false) => actions.push(Action::UnlockAccount),
        _ => {}
    }
    let rest = Account {
        is_read_only: before.is_read_only,
        ..after
    };
    if rest != *before {
        actions.push(Action::EditAccount);
    }
    for action in actions {
        let note = note(app, action, &shown.id, &shown.name);
        activity::record(app, note).await;
    }
    Ok(shown)
}

fn merge(account: &mut Account, change: Applied) {
    let Applied { edit, ca, .. } = change;
    if let Some(ca) = ca {
        account.ca = ca;
    }
    if let Some(name) = edit.name {
        account.name = name;
    }
    account.colour = edit.colour.unwrap_or(account.colour);
    account.is_production = edit.is_production.unwrap_or(account.is_production);
    account.is_read_only = edit.is_read_only.unwrap_or(account.is_read_only);
    if let Some(base) = edit.base_url {
        account.base_url = Some(base);
    }
    if let Some(instant) = edit.instant_url {
        account.instant_url = Some(instant).filter(|text| !text.is_empty());
    }
}

/// Gives an account another key, asked before it is saved. It must belong to the same owner, and open the same project
/// where it is for one: lists, names and undo that are kept here are those of the owner. A key of somebody else is an
/// account of its own.
///
/// # Errors
/// As [`super::connect`]; the key that was there stays then.
#[operation(Page, Change, account_replace_key)]
pub async fn replace_key(
    app: &Accounts,
    id: &str,
    key: SecretString,
) -> Result<AccountView, Error> {
    let account = account(app, id)?;
    if !account.is_own() {
        return Err(comes_with_platform(&account, "has no key to replace"));
    }
    let key = key::checked(&key)?;
    let task = replace(app.clone(), account.id, key);
    app.tasks.run(task).await
}

async fn replace(app: Accounts, id: String, key: SecretString) -> Result<AccountView, Error> {
    let _lock = app.accounts.edit_lock.lock().await;
    let before = account(&app, &id)?;
    let (base, _) = base_of(
        Profile::of_platform(before.platform),
        before.base_url.as_deref(),
    )?;
    refuse_known_key(&app, Some(&id), &base, &key).await?;
    keychain::ensure(&app).await?;
    let owner = verify(&app, &base, &key).await?;
    refuse_known_key_of(&app, Some(&id), &owner, &key).await?;
    must_be_same(&before, &owner, "This key")?;
    let is_other = key::key_of(&app, &before)
        .await
        .map_or(true, |now| now.expose_secret() != key.expose_secret());
    let storage = key::save(&app, &before, &key).await?;
    let shown = change(&app, &id, move |account| {
        account.key_storage = storage;
        if is_other {
            account.key_id = None;
            account.key_generation += 1;
        }
        owner.write_to(account);
    })
    .await?;
    app.clients.forget(&id);
    app.signals.changed();
    if is_other {
        let note = note(&app, Action::ReplaceKey, &id, &shown.name);
        activity::record(&app, note).await;
    }
    Ok(view(&app, account(&app, &id)?))
}

fn must_be_same(account: &Account, owner: &KeyOwner, subject: &str) -> Result<(), Error> {
    if !owner.is_other_than(account) {
        return Ok(());
    }
    let known = account.owner.as_deref().unwrap_or("someone else");
    let project = match (&account.key_project_id, &owner.project_id) {
        (Some(known), Some(said)) if known != said => format!(" ({said}, not {known})"),
        _ => String::new(),
    };
    Err(Error::invalid(format!(
        "{subject} belongs to {}, but {} belongs to {known}{project}",
        owner.name, account.name
    ))
    .hint("Connect it as a separate account."))
}

/// Some things come with the platform on this machine.
pub(crate) fn comes_with_platform(account: &Account, what: &str) -> Error {
    Error::invalid(format!(
        "{} comes with its platform and {what}",
        account.name
    ))
    .hint("Connect your own account to choose them.")
}
