//! Accounts, and the places where temporary databases are made.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;

use api::{Instant, InstantUrl};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use specta::Type;
use url::Url;

use crate::activity::{self, Note};
use crate::clock::local_id;
use crate::fact::Fact;
use crate::guard::lock;
use crate::link::Origins;
use crate::options;
use crate::platform::{CUSTOM, NEON, Profile, SANDBOX};
use crate::store::{Account, Row, table};
use crate::view::{
    AccountColour, AccountState, AccountView, ErrorCode, PlaceChoice, PlaceView, PlatformKind,
    PlatformView,
};
use crate::{App, Error};

/// A platform that runs on this machine, handed in by whoever started it.
#[derive(Clone)]
pub struct LocalPlatform {
    /// Name of its account, such as `Sandbox`.
    pub name: String,
    /// Address of its Management API.
    pub base_url: String,
    /// Address of its instant service.
    pub instant_url: String,
    /// Its API key.
    pub key: SecretString,
    /// Certificate authority of its servers.
    pub ca_file: Option<PathBuf>,
    /// What serves its databases, such as `PostgreSQL 17.10`.
    pub postgres: String,
}

impl fmt::Debug for LocalPlatform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalPlatform")
            .field("name", &self.name)
            .field("instant_url", &self.instant_url)
            .finish_non_exhaustive()
    }
}

/// An account to connect.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectAccount {
    /// The name to show; the platform's own words for the owner when empty.
    pub name: String,
    /// Which platform profile it follows.
    pub platform: PlatformKind,
    /// Address of the Management API, up to its version; that of the profile when `None`.
    pub base_url: Option<String>,
    /// Address of the instant service; that of the profile when `None`.
    pub instant_url: Option<String>,
    /// The API key.
    #[specta(type = String)]
    pub key: SecretString,
    /// The colour that marks it.
    pub colour: AccountColour,
    /// Whether it is marked as production.
    pub is_production: bool,
    /// Whether it is locked against changes from the start.
    pub is_read_only: bool,
}

/// What is changed of an account; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct EditAccount {
    /// A new name.
    pub name: Option<String>,
    /// Another colour.
    pub colour: Option<AccountColour>,
    /// Whether it is marked as production.
    pub is_production: Option<bool>,
    /// Whether it is locked against changes.
    pub is_read_only: Option<bool>,
    /// Another address of the Management API; asked before it is saved.
    pub base_url: Option<String>,
    /// Another address of the instant service; an empty one is none.
    pub instant_url: Option<String>,
}

/// Connects an account: asks its platform who the key belongs to, and only then keeps the key in the vault and the account
/// in the store (`GET /auth`).
///
/// # Errors
/// [`ErrorCode::Invalid`] for what cannot be used, [`ErrorCode::Unauthorized`] for a key that is refused,
/// [`ErrorCode::Exists`] about the account that has this key already, a keychain's code when the key cannot be kept. Nothing
/// is saved then.
pub async fn connect(_app: &App, _wish: ConnectAccount) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Changes an account.
///
/// # Errors
/// As [`connect`].
pub async fn edit(_app: &App, _id: &str, _edit: EditAccount) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Gives an account another key, asked before it is saved.
///
/// # Errors
/// As [`connect`]; the key that was there stays then.
pub async fn replace_key(_app: &App, _id: &str, _key: SecretString) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Asks the platform whether the account's key is good now, and lets requests go again when it is.
///
/// # Errors
/// As [`connect`].
pub async fn recheck(_app: &App, _id: &str) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Removes an account with its key and everything that is kept of it here. The platform is not told.
///
/// # Errors
/// [`ErrorCode::Invalid`] for an account that comes with its platform, a keychain's code when the key could not be erased.
pub async fn remove(_app: &App, _id: &str) -> Result<(), Error> {
    Err(Error::internal("This is not built yet"))
}

/// Shows this account from now on.
///
/// # Errors
/// [`ErrorCode::Invalid`] for an account that is not there.
pub async fn choose(_app: &App, _id: &str) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// Remembers the organization and the project that were open last; what is `None` stays.
///
/// # Errors
/// As [`choose`].
pub async fn remember(
    _app: &App,
    _id: &str,
    _organization_id: Option<String>,
    _project_id: Option<String>,
) -> Result<AccountView, Error> {
    Err(Error::internal("This is not built yet"))
}

/// The addresses of this run.
#[derive(Debug, Default)]
pub(crate) struct Places {
    local: Mutex<Option<Local>>,
    clients: Mutex<HashMap<String, Instant>>,
}

#[derive(Clone, Debug)]
struct Local {
    account_id: String,
    instant_url: InstantUrl,
    platform: LocalPlatform,
}

/// A place with an address.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) profile: &'static Profile,
    pub(crate) label: String,
    pub(crate) account_id: Option<String>,
    pub(crate) url: InstantUrl,
}

impl Place {
    /// The address that a row keeps. A row of an account finds it through the account, whose address may change.
    pub(crate) fn origin(&self) -> Option<String> {
        self.account_id
            .is_none()
            .then(|| self.url.as_str().to_owned())
    }
}

/// Every account, in the order they were added.
pub async fn list(app: &App) -> Result<Vec<AccountView>, Error> {
    let accounts = app.store.read(table::accounts::all).await?;
    Ok(accounts
        .into_iter()
        .map(|account| view(app, account))
        .collect())
}

/// Every place where a temporary database can be made: accounts first, then the hosted service, then the custom
/// address that was used last.
pub async fn places(app: &App) -> Result<Vec<PlaceView>, Error> {
    let mut places = Vec::new();
    for account in app.store.read(table::accounts::all).await? {
        let profile = Profile::of_platform(account.platform);
        let local = local(app).filter(|local| local.account_id == account.id);
        places.push(PlaceView {
            choice: PlaceChoice::Account {
                account_id: account.id,
            },
            kind: profile.place,
            label: profile.label.to_owned(),
            host: local.as_ref().map(|local| host(&local.instant_url)),
            available: local.is_some(),
            note: match &local {
                Some(local) => Some(local.platform.postgres.clone()),
                None => Some(profile.unavailable().message().to_owned()),
            },
        });
    }
    places.push(PlaceView {
        choice: PlaceChoice::Neon,
        kind: NEON.place,
        label: NEON.label.to_owned(),
        host: Some(NEON.label.to_owned()),
        available: true,
        note: Some("No account and no key are needed.".to_owned()),
    });
    if let Some(choice @ PlaceChoice::Custom { .. }) = app.settings.now().temporary.place
        && let Ok(place) = of_choice(app, &choice).await
    {
        places.push(PlaceView {
            choice,
            kind: CUSTOM.place,
            label: place.label,
            host: Some(host(&place.url)),
            available: true,
            note: None,
        });
    }
    Ok(places)
}

/// A platform on this machine runs now at these addresses. Its account is made the first time and found again later.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for an address that is neither https nor of this machine.
pub async fn set_local(app: &App, platform: LocalPlatform) -> Result<AccountView, Error> {
    let instant_url = options::address(&platform.instant_url)?;
    let fresh = Account {
        id: local_id(app.clock.as_ref()),
        name: platform.name.clone(),
        platform: PlatformKind::Sandbox,
        added_at: app.clock.now(),
    };
    let (account, added) = app
        .store
        .write(move |store| {
            let known = table::accounts::of_platform(store, fresh.platform)?;
            let added = known.is_none();
            let account = Account {
                name: fresh.name.clone(),
                ..known.unwrap_or(fresh)
            };
            table::accounts::save(store, &account)?;
            Ok((account, added))
        })
        .await?;
    *lock(&app.places.local) = Some(Local {
        account_id: account.id.clone(),
        instant_url,
        platform,
    });
    app.facts.tell(Fact::AccountsChanged);
    if added {
        activity::record(
            app,
            Note::new(app, "Add account", &account.name, &account.name),
        )
        .await;
    }
    app.watch.wake();
    Ok(view(app, account))
}

/// The platform on this machine has stopped: its account stays and is unavailable.
pub async fn clear_local(app: &App) -> Result<(), Error> {
    let was = lock(&app.places.local).take();
    if was.is_some() {
        app.facts.tell(Fact::AccountsChanged);
    }
    Ok(())
}

/// The place behind a choice.
pub(crate) async fn of_choice(app: &App, choice: &PlaceChoice) -> Result<Place, Error> {
    match choice {
        PlaceChoice::Account { account_id } => {
            let wanted = account_id.clone();
            let accounts = app.store.read(table::accounts::all).await?;
            let account = accounts.into_iter().find(|account| account.id == wanted);
            let account = account.ok_or_else(|| {
                Error::invalid("This account does not exist").hint("Choose another place.")
            })?;
            let profile = Profile::of_platform(account.platform);
            let local = local(app).filter(|local| local.account_id == account.id);
            let local = local.ok_or_else(|| profile.unavailable())?;
            Ok(Place {
                profile,
                label: profile.label.to_owned(),
                account_id: Some(account.id),
                url: local.instant_url,
            })
        }
        PlaceChoice::Neon => fixed(&NEON),
        PlaceChoice::Custom { address } => {
            let url = options::address(address)?;
            Ok(Place {
                profile: &CUSTOM,
                label: host(&url),
                account_id: None,
                url,
            })
        }
    }
}

/// The place of a create that names none: this machine. Nothing goes to anybody's service unless it was chosen.
///
/// # Errors
/// What the platform on this machine says while it does not run.
pub(crate) async fn first(app: &App) -> Result<Place, Error> {
    let local = local(app).ok_or_else(|| SANDBOX.unavailable())?;
    let choice = PlaceChoice::Account {
        account_id: local.account_id,
    };
    of_choice(app, &choice).await
}

/// The place that serves links of this origin: an account's, the hosted service, or the origin itself.
pub(crate) async fn of_link(app: &App, link: &Url) -> Result<Place, Error> {
    if let Some(local) = local(app)
        && own_origins(&local).any(|own| own.origin() == link.origin())
    {
        return of_choice(
            app,
            &PlaceChoice::Account {
                account_id: local.account_id,
            },
        )
        .await;
    }
    let origin = link.origin().ascii_serialization();
    if NEON.instant_url == Some(origin.as_str()) {
        return fixed(&NEON);
    }
    of_choice(app, &PlaceChoice::Custom { address: origin }).await
}

/// A client of a row's instant service.
///
/// # Errors
/// What its platform says while it has no address.
pub(crate) fn client_of(app: &App, row: &Row) -> Result<Instant, Error> {
    let profile = Profile::of(row.place);
    let url = match (&row.account_id, &row.origin) {
        (Some(account), _) => {
            let local = local(app).filter(|local| &local.account_id == account);
            local.ok_or_else(|| profile.unavailable())?.instant_url
        }
        (None, Some(origin)) => options::address(origin)?,
        (None, None) => return Err(profile.unavailable()),
    };
    client(app, &url)
}

/// A client of the instant service at this address. Clients are shared, and so are their connections.
pub(crate) fn client(app: &App, url: &InstantUrl) -> Result<Instant, Error> {
    let mut clients = lock(&app.places.clients);
    if let Some(client) = clients.get(url.as_str()) {
        return Ok(client.clone());
    }
    let client = Instant::new(url.clone(), app.network.clone())?;
    clients.insert(url.as_str().to_owned(), client.clone());
    Ok(client)
}

/// Where this row's links may lead besides https: the loopback origins of its own place.
pub(crate) fn origins_of(app: &App, row: &Row) -> Vec<Origins> {
    let own: Vec<Url> = match &row.account_id {
        Some(account) => {
            let local = local(app).filter(|local| &local.account_id == account);
            local.iter().flat_map(own_origins).collect()
        }
        None => row
            .origin
            .iter()
            .filter_map(|origin| Url::parse(origin).ok())
            .collect(),
    };
    own.into_iter()
        .map(|own| Origins {
            own_sandbox: Some(own),
        })
        .collect()
}

/// Where a link that a person brings may lead besides https: the loopback origins of the accounts.
pub(crate) fn origins(app: &App) -> Vec<Origins> {
    let own = local(app).iter().flat_map(own_origins).collect::<Vec<_>>();
    own.into_iter()
        .map(|own| Origins {
            own_sandbox: Some(own),
        })
        .collect()
}

/// The certificate authority of a row's server, when it is not a public one.
pub(crate) fn ca_file(app: &App, row: &Row) -> Option<PathBuf> {
    let account = row.account_id.as_ref()?;
    local(app)
        .filter(|local| &local.account_id == account)?
        .platform
        .ca_file
}

/// Whether a row's place has an address now.
pub(crate) fn is_available(app: &App, row: &Row) -> bool {
    match &row.account_id {
        Some(account) => local(app).is_some_and(|local| &local.account_id == account),
        None => row.origin.is_some(),
    }
}

/// Names a row's place in the list of platform clocks.
pub(crate) fn clock_key(account_id: Option<&str>, origin: Option<&str>) -> String {
    account_id.or(origin).unwrap_or_default().to_owned()
}

/// The platform on this machine, while it serves this account.
pub(crate) fn local_of(app: &App, account_id: &str) -> Option<LocalPlatform> {
    let local = local(app).filter(|local| local.account_id == account_id)?;
    Some(local.platform)
}

fn local(app: &App) -> Option<Local> {
    lock(&app.places.local).clone()
}

fn own_origins(local: &Local) -> impl Iterator<Item = Url> + use<> {
    let addresses = [
        local.instant_url.as_str().to_owned(),
        local.platform.base_url.clone(),
    ];
    addresses
        .into_iter()
        .filter_map(|address| Url::parse(&address).ok())
}

fn fixed(profile: &'static Profile) -> Result<Place, Error> {
    let address = profile.instant_url.ok_or_else(|| profile.unavailable())?;
    Ok(Place {
        profile,
        label: profile.label.to_owned(),
        account_id: None,
        url: options::address(address)?,
    })
}

/// Host and, when not the default, port.
fn host(url: &InstantUrl) -> String {
    let Ok(url) = Url::parse(url.as_str()) else {
        return String::new();
    };
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    format!("{}{port}", url.host_str().unwrap_or_default())
}

fn view(app: &App, account: Account) -> AccountView {
    let local = local(app).filter(|local| local.account_id == account.id);
    let account_id = account.id;
    AccountView {
        name: account.name,
        platform: account.platform,
        state: match &local {
            Some(_) if app.managements.is_refused(&account_id) => AccountState::Unauthorized,
            Some(_) => AccountState::Ready,
            None => AccountState::Unavailable,
        },
        problem: None,
        base_url: local.as_ref().map(|local| local.platform.base_url.clone()),
        instant_url: local
            .as_ref()
            .map(|local| local.instant_url.as_str().to_owned()),
        host: local.map(|local| host(&local.instant_url)),
        is_current: true,
        colour: AccountColour::default(),
        is_production: false,
        is_read_only: false,
        is_own: false,
        key_kind: None,
        owner: None,
        organization_id: None,
        project_id: None,
        profile: PlatformView::from(Profile::of_platform(account.platform)),
        added_at: account.added_at,
        id: account_id,
    }
}
