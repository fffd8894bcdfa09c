//! Where temporary databases are made: the instant services of accounts, the hosted one, and one at a typed address.

use std::path::PathBuf;

use api::{Gates, Instant, InstantUrl, ManagementUrl};
use url::Url;

use super::address::{addresses, host, instant_of};
use super::authority;
use super::rows::account;
use crate::Error;
use crate::accounts::Accounts;
use crate::base::clients;
use crate::base::clock::NetworkOptions;
use crate::base::guard::lock;
use crate::base::link::{CheckedLink, Origins};
use crate::core::event::Event;
use crate::core::operation::operation;
use crate::model::profile::{CUSTOM, NEON, Profile, SANDBOX};
use crate::store::{Account, TemporaryDatabase, table};
use crate::tools::options;
use crate::view::{ContactReason, InstantServiceChoice, InstantServiceView, LinkTargetView};

/// An instant service with an address.
#[derive(Clone, Debug)]
pub(crate) struct InstantService {
    pub(crate) profile: &'static Profile,
    pub(crate) label: String,
    pub(crate) account_id: Option<String>,
    pub(crate) url: InstantUrl,
}

impl InstantService {
    /// The address that a row keeps. A row of an account finds it through the account, whose address may change.
    pub(crate) fn origin(&self) -> Option<String> {
        self.account_id
            .is_none()
            .then(|| self.url.as_str().to_owned())
    }
}

/// Every instant service where a temporary database can be made: accounts first, then the hosted service, then the custom
/// address that was used last.
#[operation(Page, Read, instant_service_list)]
pub async fn instant_services(app: &Accounts) -> Result<Vec<InstantServiceView>, Error> {
    let accounts = app.accounts.all();
    let mut instant_services: Vec<_> = accounts
        .iter()
        .filter(|account| !account.is_own() || account.instant_url.is_some())
        .map(|account| of_account(app, account))
        .collect();
    instant_services.push(InstantServiceView {
        choice: InstantServiceChoice::Neon,
        kind: NEON.service,
        label: NEON.label.to_owned(),
        host: Some(NEON.label.to_owned()),
        available: true,
        note: Some("No account or key needed.".to_owned()),
    });
    if let Some(choice @ InstantServiceChoice::Custom { .. }) = app.settings.now().temporary.service
        && let Ok(service) = of_choice(app, &choice)
    {
        instant_services.push(InstantServiceView {
            choice,
            kind: CUSTOM.service,
            label: service.label,
            host: Some(host(service.url.as_str())),
            available: true,
            note: None,
        });
    }
    Ok(instant_services)
}

fn of_account(app: &Accounts, account: &Account) -> InstantServiceView {
    let profile = Profile::of_platform(account.platform);
    let instant = instant_of(app, account);
    let on_this_machine = app.instant_services.local_for(&account.id);
    let note = if account.is_read_only {
        Some(format!("{} is read-only.", account.name))
    } else if instant.is_none() {
        Some(profile.unavailable().message().to_owned())
    } else {
        on_this_machine.map(|local| local.platform.postgres)
    };
    InstantServiceView {
        choice: InstantServiceChoice::Account {
            account_id: account.id.clone(),
        },
        kind: profile.service,
        label: label(account, profile),
        host: instant.as_ref().map(|url| host(url.as_str())),
        available: instant.is_some() && !account.is_read_only,
        note,
    }
}

/// The instant service behind a choice.
pub(crate) fn of_choice(
    app: &Accounts,
    choice: &InstantServiceChoice,
) -> Result<InstantService, Error> {
    match choice {
        InstantServiceChoice::Account { account_id } => {
            let account =
                account(app, account_id).map_err(|error| error.hint("Choose another place."))?;
            let profile = Profile::of_platform(account.platform);
            let url = instant_of(app, &account).ok_or_else(|| profile.unavailable())?;
            Ok(InstantService {
                profile,
                label: label(&account, profile),
                account_id: Some(account.id),
                url,
            })
        }
        InstantServiceChoice::Neon => fixed(&NEON),
        InstantServiceChoice::Custom { address } => {
            let url = options::address(address)?;
            Ok(InstantService {
                profile: &CUSTOM,
                label: host(url.as_str()),
                account_id: None,
                url,
            })
        }
    }
}

/// The instant service of a create that names none: this machine. Nothing goes to anybody's service unless it was chosen.
///
/// # Errors
/// What the platform on this machine says while it does not run.
pub(crate) async fn first(app: &Accounts) -> Result<InstantService, Error> {
    let local = app
        .instant_services
        .local()
        .ok_or_else(|| SANDBOX.unavailable())?;
    let choice = InstantServiceChoice::Account {
        account_id: local.account_id,
    };
    of_choice(app, &choice)
}

/// The instant service that serves links of this origin: an account's, the hosted service, or the origin itself.
pub(crate) async fn of_link(app: &Accounts, link: &Url) -> Result<InstantService, Error> {
    let serves = |account: &Account| {
        instant_of(app, account).is_some()
            && own_origins(app, account)
                .iter()
                .any(|own| own.origin() == link.origin())
    };
    if let Some(account) = app.accounts.all().into_iter().find(serves) {
        let account_id = account.id;
        return of_choice(app, &InstantServiceChoice::Account { account_id });
    }
    let origin = link.origin().ascii_serialization();
    if NEON.instant_url == Some(origin.as_str()) {
        return fixed(&NEON);
    }
    of_choice(app, &InstantServiceChoice::Custom { address: origin })
}

/// A client of a row's instant service.
///
/// # Errors
/// What its platform says while it has no address.
pub(crate) async fn client_of(app: &Accounts, row: &TemporaryDatabase) -> Result<Instant, Error> {
    let profile = Profile::of(row.service);
    let url = match (&row.origin, &row.account_id) {
        (Some(origin), _) => options::address(origin)?,
        (None, Some(account)) => {
            let account = app.accounts.find(account);
            let url = account.and_then(|account| instant_of(app, &account));
            url.ok_or_else(|| profile.unavailable())?
        }
        (None, None) => return Err(profile.unavailable()),
    };
    client(app, row.account_id.as_deref(), &url).await
}

/// A client of the instant service at this address, for an account where it is one's. Clients are shared, and so are
/// their connections. Nothing that changes something leaves for an account that is locked against changes.
pub(crate) async fn client(
    app: &Accounts,
    account_id: Option<&str>,
    url: &InstantUrl,
) -> Result<Instant, Error> {
    let key = (account_id.map(ToOwned::to_owned), url.as_str().to_owned());
    if let Some(client) = lock(&app.instant_services.clients).get(&key) {
        return Ok(client.clone());
    }
    let gates = Gates {
        writes: account_id.map_or_else(Default::default, |id| app.clients.writes_of(id)),
        ..Gates::default()
    };
    let options = NetworkOptions {
        gates,
        observer: Some(app.contacts.observer(ContactReason::InstantService)),
        ..app.network.clone()
    };
    let client = clients::instant(url.clone(), options).await?;
    // Whose was made first is shared.
    let mut clients = lock(&app.instant_services.clients);
    Ok(clients.entry(key).or_insert(client).clone())
}

/// Where this row's links may lead besides https: the loopback origins of its own instant service.
pub(crate) fn origins_of(app: &Accounts, row: &TemporaryDatabase) -> Vec<Origins> {
    let own = row.origin.iter().filter_map(|own| Url::parse(own).ok());
    let mut origins = allowed(own.collect());
    if let Some(account) = &row.account_id {
        origins.extend(origins_at(app, account));
    }
    origins
}

/// Where an account's links may lead besides https: the loopback origins of its own instant service.
pub(crate) fn origins_at(app: &Accounts, account_id: &str) -> Vec<Origins> {
    let account = app.accounts.find(account_id);
    allowed(account.map_or_else(Vec::new, |account| own_origins(app, &account)))
}

/// Where a link that a person brings may lead besides https: the loopback origins of the accounts.
pub(crate) fn origins(app: &Accounts) -> Vec<Origins> {
    let accounts = app.accounts.all();
    let own = accounts
        .iter()
        .flat_map(|account| own_origins(app, account));
    allowed(own.collect())
}

/// The address of the sandbox that a row is in. The platform itself is on nobody's machine.
pub(crate) fn sandbox(app: &Accounts, row: &TemporaryDatabase) -> Option<String> {
    origins_of(app, row).iter().find_map(Origins::sandbox)
}

/// The same for what an account has.
pub(crate) fn sandbox_of(app: &Accounts, account_id: &str) -> Option<String> {
    origins_at(app, account_id)
        .iter()
        .find_map(Origins::sandbox)
}

/// The certificate authority of a row's server, when it is not a public one.
pub(crate) fn ca_file(app: &Accounts, row: &TemporaryDatabase) -> Option<PathBuf> {
    let account = row.account_id.as_ref()?;
    let own = app.accounts.find(account).filter(Account::is_own);
    if let Some(file) = own.as_ref().and_then(|own| authority::file_of(app, own)) {
        return Some(file);
    }
    let local = app.instant_services.local()?;
    let is_its = match own {
        // The platform on this machine is the same one by whatever account it is spoken to.
        Some(own) => instant_of(app, &own).as_ref() == Some(&local.instant_url),
        None => &local.account_id == account,
    };
    local.platform.ca_file.filter(|_| is_its)
}

/// The certificate authority of an account's servers, when it is not a public one: the account's own, else that of the
/// platform on this machine, which is the same one by whatever account it is spoken to.
pub(crate) fn ca_file_of(
    app: &Accounts,
    account: &Account,
    base: &ManagementUrl,
) -> Option<PathBuf> {
    if let Some(file) = authority::file_of(app, account) {
        return Some(file);
    }
    let platform = app.instant_services.local()?.platform;
    let own = ManagementUrl::parse(&platform.base_url).ok()?;
    platform.ca_file.filter(|_| own.as_str() == base.as_str())
}

/// Whether a row's instant service has an address now.
pub(crate) fn is_available(app: &Accounts, row: &TemporaryDatabase) -> bool {
    let account = || app.accounts.find(row.account_id.as_ref()?);
    row.origin.is_some() || account().is_some_and(|account| instant_of(app, &account).is_some())
}

/// Refuses what needs the servers of an account whose platform does not run now.
///
/// # Errors
/// What its platform says while it has no address.
pub(crate) fn must_run(app: &Accounts, account_id: &str) -> Result<(), Error> {
    match app.accounts.find(account_id) {
        Some(account) if addresses(app, &account).0.is_none() => {
            Err(Profile::of_platform(account.platform).unavailable())
        }
        _ => Ok(()),
    }
}

/// The key of a row's instant service in the list of platform clocks.
pub(crate) fn clock_key(account_id: Option<&str>, origin: Option<&str>) -> String {
    account_id.or(origin).unwrap_or_default().to_owned()
}

/// Where a link leads, and whether a link to that host was opened before.
pub(crate) async fn link_target(
    app: &Accounts,
    link: &CheckedLink,
) -> Result<LinkTargetView, Error> {
    let (host, wanted) = (link.host.ascii.clone(), link.host.ascii.clone());
    let known = app
        .store
        .read(move |store| table::accounts::knows_host(store, &wanted))
        .await?;
    Ok(LinkTargetView { host, known })
}

/// Whether a host is one of the accounts' or of the hosted platform, so that a link to it comes as no surprise. With its
/// port, where it is not the usual one.
#[must_use]
#[operation(Program, Read, account_knows_host)]
pub fn knows_host(app: &Accounts, wanted: &str) -> bool {
    let mut fixed = [NEON.instant_url, NEON.base_url].into_iter().flatten();
    let is_own = |account: &Account| {
        let own = own_origins(app, account);
        own.iter().any(|url| host(url.as_str()) == wanted)
    };
    fixed.any(|known| host(known) == wanted) || app.accounts.all().iter().any(is_own)
}

/// The account is gone, or its address is another one: nobody asks its former clients any more.
pub(crate) fn forget(app: &Accounts, account_id: &str) {
    let is_its = |of: &Option<String>| of.as_deref() == Some(account_id);
    lock(&app.instant_services.clients).retain(|(of, _), _| !is_its(of));
}

/// An account has another name: the rows of its instant service say so. What fails keeps the former one.
pub(super) async fn relabel(app: &Accounts, account_id: &str) {
    let Some(account) = app.accounts.find(account_id) else {
        return;
    };
    let label = label(&account, Profile::of_platform(account.platform));
    let changed = app.store.write(move |store| {
        let rows = table::temporary::all(store)?.into_iter();
        let rows = rows.filter(|row| row.account_id.as_ref() == Some(&account.id));
        rows.map(|row| {
            table::temporary::change(store, &row.id, |row| row.service_label.clone_from(&label))
        })
        .collect::<Result<Vec<_>, _>>()
    });
    match changed.await {
        Ok(rows) => {
            for row in rows {
                app.events.publish(Event::TemporaryChanged { id: row.id });
            }
        }
        Err(error) => tracing::warn!(%error, "temporary databases show an account's former name"),
    }
}

/// What a row calls its instant service.
fn label(account: &Account, profile: &Profile) -> String {
    if account.is_own() {
        account.name.clone()
    } else {
        profile.label.to_owned()
    }
}

fn own_origins(app: &Accounts, account: &Account) -> Vec<Url> {
    let (base, instant) = addresses(app, account);
    let both = instant.into_iter().chain(base);
    both.filter_map(|it| Url::parse(&it).ok()).collect()
}

fn allowed(own: Vec<Url>) -> Vec<Origins> {
    own.into_iter()
        .map(|own| Origins {
            own_sandbox: Some(own),
        })
        .collect()
}

fn fixed(profile: &'static Profile) -> Result<InstantService, Error> {
    let address = profile.instant_url.ok_or_else(|| profile.unavailable())?;
    Ok(InstantService {
        profile,
        label: profile.label.to_owned(),
        account_id: None,
        url: options::address(address)?,
    })
}
