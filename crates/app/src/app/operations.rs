//! All operations of the core, and how each is run.

use crate::accounts::{self, Accounts};
use crate::app::{self, App};
use crate::core::operation::{Args, Entry, Info, Running};
use crate::core::{self, Core};
use crate::features::{self, Features};
use crate::platform::{self, Platform};
use crate::resources;
use crate::view::ErrorView;

/// An operation, by the handle that it takes.
#[derive(Clone, Copy, Debug)]
pub enum AppOperation {
    /// On what is stored and set here.
    Core(&'static Entry<Core>),
    /// On the accounts.
    Accounts(&'static Entry<Accounts>),
    /// On the platform of an account.
    Platform(&'static Entry<Platform>),
    /// On what is made of platforms for people.
    Features(&'static Entry<Features>),
    /// On the whole core.
    App(&'static Entry<App>),
}

/// The operations of all modules but the one that shows another as text, which looks it up here.
pub fn all() -> impl Iterator<Item = AppOperation> {
    let accounts = ACCOUNTS.iter().copied().flatten();
    let platform = PLATFORM.iter().copied().flatten();
    let features = FEATURES.iter().copied().flatten();
    let core = CORE.iter().copied().flatten();
    accounts
        .map(AppOperation::Accounts)
        .chain(platform.map(AppOperation::Platform))
        .chain(features.map(AppOperation::Features))
        .chain(core.map(AppOperation::Core))
}

const CORE: &[&[Entry<Core>]] = &[
    core::activity::OPERATIONS,
    core::jobs::OPERATIONS,
    core::keychain::OPERATIONS,
    core::network::OPERATIONS,
    core::settings::OPERATIONS,
    &[core::activity::ActivityExport::ENTRY],
];
const ACCOUNTS: &[&[Entry<Accounts>]] = &[&[
    accounts::AccountConnect::ENTRY,
    accounts::AccountRecheck::ENTRY,
    accounts::AccountChoose::ENTRY,
    accounts::AccountRemember::ENTRY,
    accounts::InstantServiceList::ENTRY,
    accounts::AccountList::ENTRY,
    accounts::AccountCheck::ENTRY,
    accounts::AccountEdit::ENTRY,
    accounts::AccountReplaceKey::ENTRY,
    accounts::AccountUsualColour::ENTRY,
    accounts::AccountBudget::ENTRY,
    accounts::AccountKnowsHost::ENTRY,
]];
const PLATFORM: &[&[Entry<Platform>]] = &[
    platform::connection_probe::OPERATIONS,
    platform::one_time_secrets::OPERATIONS,
    platform::operations::OPERATIONS,
    platform::shown_views::OPERATIONS,
    platform::undo::OPERATIONS,
    resources::advisors::OPERATIONS,
    resources::auth::OPERATIONS,
    resources::branches::OPERATIONS,
    resources::computes::OPERATIONS,
    resources::consumption::OPERATIONS,
    resources::databases::OPERATIONS,
    resources::email_server::OPERATIONS,
    resources::invitations::OPERATIONS,
    resources::jwks::OPERATIONS,
    resources::keys::OPERATIONS,
    resources::members::OPERATIONS,
    resources::oauth_providers::OPERATIONS,
    resources::organizations::OPERATIONS,
    resources::permissions::OPERATIONS,
    resources::projects::OPERATIONS,
    resources::regions::OPERATIONS,
    resources::roles::OPERATIONS,
    resources::snapshots::OPERATIONS,
    resources::spending_limit::OPERATIONS,
    resources::transfer_requests::OPERATIONS,
    resources::users::OPERATIONS,
    &[
        platform::operations::OperationList::ENTRY,
        platform::operations::OperationFollow::ENTRY,
        platform::operations::OperationClickResult::ENTRY,
        platform::project_lists::ProjectCached::ENTRY,
        platform::project_lists::ProjectCachedPart::ENTRY,
        platform::project_lists::ProjectCachedOrganizations::ENTRY,
        resources::auth::AuthTransfer::ENTRY,
        resources::auth::AuthDeleteUser::ENTRY,
        resources::auth::AuthSetUserRoles::ENTRY,
        resources::auth::AuthTransferOpened::ENTRY,
        resources::auth::AuthDomains::ENTRY,
        resources::auth::SignInGet::ENTRY,
        resources::auth::SignInUpdate::ENTRY,
        resources::auth::SignInAllowLocalhost::ENTRY,
        resources::auth::SignInUpdatePlugin::ENTRY,
        resources::auth::AuthWebhooks::ENTRY,
        resources::auth::AuthSetWebhooks::ENTRY,
        resources::auth::AuthCreateUser::ENTRY,
        resources::auth::AuthAddDomain::ENTRY,
        resources::auth::AuthDeleteDomains::ENTRY,
        resources::branches::BranchSchema::ENTRY,
        resources::branches::BranchCompareSchema::ENTRY,
        resources::keys::KeyList::ENTRY,
        resources::keys::KeySaveAsAccount::ENTRY,
        resources::keys::KeyRevoke::ENTRY,
    ],
];
const FEATURES: &[&[Entry<Features>]] = &[
    app::account_removal::OPERATIONS,
    app::keychain::OPERATIONS,
    features::bulk::OPERATIONS,
    features::connection_card::OPERATIONS,
    features::deep_links::OPERATIONS,
    features::diagnostics::OPERATIONS,
    features::env_file::OPERATIONS,
    features::replica_lag::OPERATIONS,
    features::restore_preview::OPERATIONS,
    features::rotation::OPERATIONS,
    features::save::OPERATIONS,
    features::search::OPERATIONS,
    features::smtp::OPERATIONS,
    features::sql::OPERATIONS,
    features::temporary::OPERATIONS,
    &[
        features::auth::AuthEnable::ENTRY,
        features::auth::AuthCreateKeys::ENTRY,
        features::auth::AuthUsers::ENTRY,
        features::auth::EmailTest::ENTRY,
        features::folders::FolderList::ENTRY,
        features::folders::FolderGet::ENTRY,
        features::folders::FolderAdd::ENTRY,
        features::folders::FolderChange::ENTRY,
        features::folders::FolderRemove::ENTRY,
        features::folders::FolderSeedFile::ENTRY,
        features::folders::FolderPlan::ENTRY,
        features::folders::FolderEnsure::ENTRY,
        features::folders::FolderStale::ENTRY,
        features::folders::FolderWriteAll::ENTRY,
        features::folders::FolderScan::ENTRY,
        features::folders::FolderImport::ENTRY,
        features::folders::FolderRun::ENTRY,
        features::folders::FolderAround::ENTRY,
        features::temporary::seed::SeedInspect::ENTRY,
        features::temporary::seed::SeedStart::ENTRY,
        features::temporary::seed::SeedMustBePossible::ENTRY,
        features::temporary::TemporaryCreate::ENTRY,
        features::temporary::TemporaryCreateOnce::ENTRY,
        features::temporary::TemporaryRefresh::ENTRY,
        features::temporary::TemporaryRefreshAll::ENTRY,
        features::temporary::TemporaryForget::ENTRY,
        features::temporary::TemporaryDelete::ENTRY,
        features::temporary::TemporaryImportLink::ENTRY,
        features::temporary::TemporaryImportScan::ENTRY,
        features::temporary::TemporaryImportEnv::ENTRY,
        features::temporary::TemporaryClaimTarget::ENTRY,
        features::temporary::TemporaryClaimOpened::ENTRY,
    ],
];

macro_rules! of {
    ($operation:expr, $entry:ident => $value:expr) => {
        match $operation {
            AppOperation::Core($entry) => $value,
            AppOperation::Accounts($entry) => $value,
            AppOperation::Platform($entry) => $value,
            AppOperation::Features($entry) => $value,
            AppOperation::App($entry) => $value,
        }
    };
}

impl AppOperation {
    /// How the operation is known to programs.
    #[must_use]
    pub fn info(self) -> Info {
        of!(self, entry => entry.info)
    }

    /// Reads the arguments and begins the operation.
    ///
    /// # Errors
    /// Arguments that do not fit.
    pub fn run(self, app: &App, args: Args) -> Result<Running<'_>, ErrorView> {
        of!(self, entry => (entry.run)(app, args))
    }

    /// True if the operation can be shown as text.
    #[must_use]
    pub fn has_text(self) -> bool {
        of!(self, entry => entry.draft.is_some())
    }

    /// As [`AppOperation::run`] with a handle that records requests; `None` for an operation without a text.
    pub(crate) fn draft(
        self,
        app: &Features,
        args: Args,
    ) -> Option<Result<Running<'_>, ErrorView>> {
        match self {
            Self::Core(entry) => Some((entry.draft?)(app, args)),
            Self::Accounts(entry) => Some((entry.draft?)(app, args)),
            Self::Platform(entry) => Some((entry.draft?)(app, args)),
            Self::Features(entry) => Some((entry.draft?)(app, args)),
            Self::App(_) => None,
        }
    }

    /// The names and types for TypeScript; missing where the page may not ask for the operation.
    #[cfg(debug_assertions)]
    #[must_use]
    pub fn types(self) -> Option<crate::core::operation::Types> {
        of!(self, entry => entry.types)
    }
}
