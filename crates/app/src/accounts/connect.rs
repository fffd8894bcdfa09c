//! Connecting an account: checked, asked, and only then kept.
//!
//! The order is: check everything that can be checked, probe the vault, ask the platform with the key, record an intent
//! that the key must go, keep the key, and in one transaction write the row and close the intent. Whatever ends the
//! process in between leaves either an account with its key or nothing.

use api::{InstantUrl, ManagementUrl};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::address::addresses;
use super::rows::{note, write};
use super::verify::{KeyOwner, verify};
use super::view::view;
use super::{ConnectAccount, NewAccount, SaveKey, authority, colour, key, key_cache};
use crate::Error;
use crate::accounts::Accounts;
use crate::base::certificates::Certificates;
use crate::base::check::{self, LONG_NAME};
use crate::base::checkpoint::Checkpoint;
use crate::base::clock::local_id;
use crate::core::operation::operation;
use crate::core::{activity, intent, keychain};
use crate::model::profile::Profile;
use crate::store::{Account, IntentKind, table};
use crate::tools::options;
use crate::view::words::Action;
use crate::view::{AccountColour, AccountView, ErrorCode, PlatformKind};

/// Connects an account: asks its platform who the key belongs to, and only then keeps the key in the vault and the account
/// in the store (`GET /auth`). The new account is the current one from then on. It goes on when nobody waits for it any
/// more.
///
/// A key is connected once. Another key that opens the same is taken when it comes with a name of its own.
///
/// # Errors
/// [`ErrorCode::Invalid`] for what cannot be used, [`ErrorCode::Unauthorized`] for a key that is refused,
/// [`ErrorCode::Exists`] about the account that has this key, this name or this owner already, a keychain's code when the
/// key cannot be kept. Nothing is saved then.
#[operation(Guarded, Change, account_connect)]
pub async fn connect(app: &Accounts, request: ConnectAccount) -> Result<AccountView, Error> {
    let mut checked = CheckedRequest::checked(&request)?;
    checked.ca = authority::chosen(app, checked.profile, request.ca_file.as_deref()).await?;
    app.tasks.run(run(app.clone(), checked)).await
}

/// Checks what was typed for a new account: its name, its addresses and its CA file. Its key can be asked for when this is
/// right. Nothing is kept, and no platform is asked.
///
/// # Errors
/// As [`connect`] for what cannot be used and for a name that another account has.
#[operation(Program, Read, account_check)]
pub async fn check_new(app: &Accounts, request: NewAccount) -> Result<(), Error> {
    let profile = Profile::of_platform(request.platform);
    base_of(profile, request.base_url.as_deref())?;
    instant_of(profile, request.instant_url.as_deref())?;
    authority::chosen(app, profile, request.ca_file.as_deref()).await?;
    match checked_name(&request.name)? {
        Some(name) => refuse_known_name(app, None, &name),
        None => Ok(()),
    }
}

fn checked_name(name: &str) -> Result<Option<String>, Error> {
    let name = Some(name).filter(|name| !name.trim().is_empty());
    check::optional_name(name, "account", LONG_NAME)
}

/// A key that this app made.
pub(crate) struct MadeKey {
    pub(crate) token: SecretString,
    /// The platform's number for it.
    pub(crate) key_id: String,
    /// Address of the Management API that made it.
    pub(crate) base: String,
}

/// Connects an account with a key that another account made, at the addresses of that one. As [`connect`]; a second
/// account of the same owner is what was asked for.
pub(crate) async fn connect_made(
    app: &Accounts,
    maker_id: &str,
    made: MadeKey,
    request: SaveKey,
) -> Result<AccountView, Error> {
    let maker = super::account(app, maker_id)?;
    let request = CheckedRequest::made(app, &maker, made, request)?;
    app.tasks.run(run(app.clone(), request)).await
}

/// What was asked for, as it can be used.
struct CheckedRequest {
    name: Option<String>,
    profile: &'static Profile,
    base: ManagementUrl,
    /// The address that the row keeps.
    own_base: Option<String>,
    instant: Option<InstantUrl>,
    ca: Option<Certificates>,
    key: SecretString,
    /// The number of a key that this app made.
    key_id: Option<String>,
    colour: Option<AccountColour>,
    is_production: bool,
    is_read_only: bool,
}

impl CheckedRequest {
    fn made(
        app: &Accounts,
        maker: &Account,
        made: MadeKey,
        request: SaveKey,
    ) -> Result<Self, Error> {
        // What comes with its platform has no address of its own to share, but one that can be written down.
        let platform = match maker.is_own() {
            true => maker.platform,
            false => PlatformKind::Custom,
        };
        let (base_url, instant_url) = addresses(app, maker);
        let origin = base_url.as_deref().and_then(key_cache::origin);
        // A platform on this machine says itself where it is by now.
        if maker.is_own() && origin != key_cache::origin(&made.base) {
            let message = format!(
                "The address of {} has changed since it created this key",
                maker.name
            );
            return Err(Error::invalid(message).hint(
                "Copy the key, and connect it as an account at the address it was created for.",
            ));
        }
        let is_fixed = Profile::of_platform(platform).base_url.is_some();
        let typed = ConnectAccount {
            name: request.name,
            platform,
            base_url: base_url.filter(|_| !is_fixed),
            instant_url: instant_url.filter(|_| !is_fixed),
            ca_file: None,
            key: made.token,
            colour: request.colour,
            is_production: request.is_production,
            is_read_only: request.is_read_only,
        };
        Ok(Self {
            key_id: Some(made.key_id).filter(|id| !id.is_empty()),
            ca: maker.ca.clone(),
            ..Self::checked(&typed)?
        })
    }

    fn checked(request: &ConnectAccount) -> Result<Self, Error> {
        let profile = Profile::of_platform(request.platform);
        let (base, own_base) = base_of(profile, request.base_url.as_deref())?;
        Ok(Self {
            name: checked_name(&request.name)?,
            profile,
            base,
            own_base,
            instant: instant_of(profile, request.instant_url.as_deref())?,
            ca: None,
            key: key::checked(&request.key)?,
            key_id: None,
            colour: request.colour,
            is_production: request.is_production,
            is_read_only: request.is_read_only,
        })
    }
}

async fn run(app: Accounts, request: CheckedRequest) -> Result<AccountView, Error> {
    let _lock = app.accounts.edit_lock.lock().await;
    refuse_known_key(&app, None, &request.base, &request.key).await?;
    if let Some(name) = &request.name {
        refuse_known_name(&app, None, name)?;
    }
    keychain::ensure(&app).await?;
    let owner = verify(&app, &request.base, &request.key).await?;
    refuse_known_key_of(&app, None, &owner, &request.key).await?;
    if request.name.is_none() && request.key_id.is_none() {
        refuse_known_owner(&app, &request.base, &owner)?;
    }
    let account = row(&app, &request, owner);
    save(&app, &account, &request.key).await?;
    app.signals.changed();
    let owner = account.owner.as_deref().unwrap_or(&account.name);
    let note = note(&app, Action::ConnectAccount, &account.id, &account.name);
    activity::record(&app, note.detail(format!("Key of {owner}"))).await;
    let account = super::account(&app, &account.id)?;
    Ok(view(&app, account))
}

fn row(app: &Accounts, request: &CheckedRequest, owner: KeyOwner) -> Account {
    let id = local_id(app.clock.as_ref());
    let name = request.name.clone();
    let name = name.unwrap_or_else(|| free_name(app, &owner.name, request));
    let mut account = Account {
        base_url: request.own_base.clone(),
        instant_url: request.instant.as_ref().map(|url| url.as_str().to_owned()),
        ca: request.ca.clone(),
        colour: request
            .colour
            .unwrap_or_else(|| colour::usual(request.is_production, &app.accounts.all())),
        is_production: request.is_production,
        is_read_only: request.is_read_only,
        key_id: request.key_id.clone(),
        ..Account::new(id, name, request.profile.platform, app.clock.now())
    };
    owner.write_to(&mut account);
    account
}

async fn save(app: &Accounts, account: &Account, key: &SecretString) -> Result<(), Error> {
    let guard = intent::begin(app, IntentKind::ForgetAccountKey, &account.id, Value::Null);
    let (intent, intent_id) = (guard.intent.clone(), guard.intent.id.clone());
    app.store
        .write(move |store| table::intents::record(store, &intent))
        .await?;
    app.checkpoints.passed(Checkpoint::ConnectIntended);
    let kept = match key::save(app, account, key).await {
        Ok(kept) => kept,
        Err(error) => {
            // A keychain that did not answer in time may take it yet, so the intent stays open until it erased it.
            drop(guard);
            app.signals.changed();
            return Err(error);
        }
    };
    app.checkpoints.passed(Checkpoint::ConnectKeySaved);
    let account = Account {
        key_storage: kept,
        ..account.clone()
    };
    let id = account.id.clone();
    let written = write(app, move |store| {
        table::accounts::save(store, &account)?;
        table::accounts::choose(store, &account.id)?;
        table::intents::close(store, &intent_id)
    });
    if let Err(error) = written.await {
        app.accounts.keys.forget(&id);
        drop(guard);
        app.signals.changed();
        return Err(error);
    }
    Ok(())
}

/// The address of the Management API, and what the row keeps of it.
pub(super) fn base_of(
    profile: &'static Profile,
    typed: Option<&str>,
) -> Result<(ManagementUrl, Option<String>), Error> {
    let typed = typed.map(str::trim).filter(|text| !text.is_empty());
    let (text, is_own) = match (profile.base_url, typed) {
        (Some(fixed), None) => (fixed, false),
        (Some(_), Some(_)) => {
            return Err(Error::invalid("This platform's address can't be changed")
                .hint("Remove the address, or choose custom addresses."));
        }
        (None, None) => {
            return Err(Error::invalid("The account's address is missing").hint(
                "Enter the address of its Management API with the version, such as https://example.com/api/v2.",
            ));
        }
        (None, Some(typed)) => (typed, true),
    };
    let base = ManagementUrl::parse(text).map_err(|problem| {
        Error::invalid(format!("The address is not valid: {problem}")).hint(problem.hint())
    })?;
    let kept = is_own.then(|| base.as_str().to_owned());
    Ok((base, kept))
}

/// The address of an instant service of the account's own.
pub(super) fn instant_of(
    profile: &'static Profile,
    typed: Option<&str>,
) -> Result<Option<InstantUrl>, Error> {
    let typed = typed.map(str::trim).filter(|text| !text.is_empty());
    if typed.is_some() && profile.base_url.is_some() {
        return Err(Error::invalid("This platform's address can't be changed")
            .hint("Remove the address, or choose custom addresses."));
    }
    typed.map(options::address).transpose()
}

/// The same key at the same address is the same account. `but` may have it.
pub(super) async fn refuse_known_key(
    app: &Accounts,
    but: Option<&str>,
    base: &ManagementUrl,
    key: &SecretString,
) -> Result<(), Error> {
    refuse_key_of(app, but, key, |it| is_at(app, it, base)).await
}

/// The same key of the same owner is the same account by whatever address its platform is reached.
pub(super) async fn refuse_known_key_of(
    app: &Accounts,
    but: Option<&str>,
    owner: &KeyOwner,
    key: &SecretString,
) -> Result<(), Error> {
    // An account that comes with its platform does not say whose it is.
    refuse_key_of(app, but, key, |it| !it.is_own() || owner.is_as_good_as(it)).await
}

async fn refuse_key_of(
    app: &Accounts,
    but: Option<&str>,
    key: &SecretString,
    may_be: impl Fn(&Account) -> bool,
) -> Result<(), Error> {
    let others = app.accounts.all().into_iter();
    for account in others.filter(|it| but != Some(it.id.as_str()) && may_be(it)) {
        let known = match app.instant_services.local_of(&account.id) {
            Some(local) => Some(local.key),
            // One that is not in memory cannot be compared.
            None => key::key_of(app, &account).await.ok(),
        };
        if known.is_some_and(|known| known.expose_secret() == key.expose_secret()) {
            return Err(exists(
                &account,
                format!("This key is already connected as {}", account.name),
            )
            .hint("Use that account, or another key."));
        }
    }
    Ok(())
}

/// Two accounts of one name could not be told apart. `but` may have it.
pub(super) fn refuse_known_name(
    app: &Accounts,
    but: Option<&str>,
    name: &str,
) -> Result<(), Error> {
    let wanted = name.to_lowercase();
    let others = app.accounts.all().into_iter();
    let mut others = others.filter(|it| but != Some(it.id.as_str()));
    match others.find(|it| it.name.to_lowercase() == wanted) {
        Some(account) => Err(exists(
            &account,
            format!("An account named {} already exists", account.name),
        )
        .hint("Choose another name.")),
        None => Ok(()),
    }
}

/// A second key that opens the same is most often the same account once more.
fn refuse_known_owner(app: &Accounts, base: &ManagementUrl, owner: &KeyOwner) -> Result<(), Error> {
    let mut known = app.accounts.all().into_iter();
    match known.find(|it| is_at(app, it, base) && owner.is_as_good_as(it)) {
        Some(account) => Err(exists(
            &account,
            format!("{} is already connected as {}", owner.name, account.name),
        )
        .hint(
            "Use that account or replace its key. To add this key as a separate account, give it a name.",
        )),
        None => Ok(()),
    }
}

pub(super) fn is_at(app: &Accounts, account: &Account, base: &ManagementUrl) -> bool {
    let known = addresses(app, account).0;
    let known = known.and_then(|known| ManagementUrl::parse(&known).ok());
    known.is_some_and(|known| known.as_str() == base.as_str())
}

fn exists(account: &Account, message: String) -> Error {
    Error::new(ErrorCode::Exists, message).about(&account.id)
}

/// The owner's name; with a number where another account has it.
fn free_name(app: &Accounts, owner: &str, request: &CheckedRequest) -> String {
    let shown: String = owner
        .chars()
        .filter(|c| !c.is_control())
        .take(LONG_NAME - 8)
        .collect();
    let name = match shown.trim() {
        "" => request.profile.label,
        filled => filled,
    };
    let numbered = (2..).map(|number: u32| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| refuse_known_name(app, None, name).is_ok());
    free.unwrap_or_else(|| name.to_owned())
}
