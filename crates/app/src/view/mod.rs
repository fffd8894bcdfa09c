//! What the window sees: camelCase records and nothing else of `app`.
//!
//! Every type here crosses to TypeScript through `ui/src/ipc/generated.ts`. None holds a secret: a text
//! that a person asked to see is returned by a `…_reveal` command as a plain string of its own.

mod account;
mod activity;
mod advisor;
mod auth;
mod auth_plugins;
mod auth_sdk;
mod branch;
mod budget;
mod bulk;
mod call;
mod change;
mod compute;
mod connect;
mod connection_probe;
mod consumption;
mod database;
mod deep_link;
mod diagnostics;
mod env_file;
mod error;
mod event;
mod folders;
mod instant_service;
mod job;
mod key;
mod keychain;
mod network;
mod number;
mod one_time_secret;
mod operation;
pub(crate) mod page;
mod people;
mod project;
mod project_details;
mod replica_lag;
mod restore_preview;
mod rotation;
mod save;
mod search;
mod seed;
mod settings;
mod shown;
mod smtp;
mod snapshot;
mod sql;
mod table;
mod temporary;
mod undo;
pub mod words;

pub use crate::base::error::ErrorCode;
pub use account::{
    AccountColour, AccountState, AccountView, CertificatesView, KeyKind, PlatformKind,
};
pub use activity::{ActivityFilter, ActivityPageView, ActivityView, Outcome};
pub use advisor::{AdvisorIssueView, IssueLevel};
pub use auth::{
    AuthIntegrationView, EmailAndPasswordView, EmailServerView, OauthProviderView, TestEmailView,
};
pub use auth_plugins::{
    MagicLinkView, OrganizationPluginView, PhoneNumberView, PluginView, SignInView, WebhooksView,
};
pub use auth_sdk::{
    NewAuthUserView, SdkKeysView, SyncedUserView, SyncedUsersView, TransferLinkView,
};
pub use branch::{
    BranchDetailView, BranchPageView, BranchSchemaView, BranchView, CreatedBranchView,
    RestoreWindowView, RestrictionView, SchemaComparisonView,
};
pub use budget::BudgetView;
pub use bulk::{
    BulkItemState, BulkItemView, BulkPlanView, BulkRequest, BulkState, BulkVerb, BulkView,
};
pub use call::CallTextView;
pub use change::ChangeView;
pub use compute::{ComputeDetailsView, ComputeServerView, ComputeSizeView, ComputeView};
pub use connect::{
    CheckView, ConnectFormView, ConnectSource, ConnectView, ConnectionRequest, FormGroup, FormId,
    LinkTargetView, SecretView,
};
pub use connection_probe::{ConnectionProbeState, ConnectionProbeView};
pub use consumption::{ConsumptionEntryView, ConsumptionPageView, ConsumptionView, MetricView};
pub use database::{DatabaseView, NewPasswordView, RoleView};
pub use deep_link::{DeepLink, DeepLinkView, LinkedScreen};
pub use diagnostics::{DiagnosticsSection, DiagnosticsSectionView, DiagnosticsView};
pub use env_file::{
    DiffKind, DiffLineView, EnvArgs, EnvPreviewView, EnvReceiptView, EnvTarget, GitState,
    PresentVariableView,
};
pub use error::ErrorView;
pub use event::EventView;
pub use folders::{
    FolderAroundView, FolderEnsureOptions, FolderEnsuredView, FolderImportPick, FolderImportedView,
    FolderListView, FolderPlanView, FolderRunView, FolderScanProblemView, FolderScanView,
    FolderSeed, FolderSettings, FolderSource, FolderState, FolderStep, FolderVariable, FolderView,
    FolderWrittenView, FoundDatabaseKind, FoundDatabaseView, StaleFolderView,
};
pub use instant_service::{InstantServiceChoice, InstantServiceKind, InstantServiceView};
pub use job::{JobVerb, JobView, ProgressView, count};
pub use key::{KeyView, RevokedKeyView};
pub use keychain::{KeychainKind, KeychainStatus, KeychainView};
pub use network::{ContactReason, ContactView, NetworkView};
pub(crate) use number::{milliseconds, small};
pub use one_time_secret::OneTimeSecretView;
pub use operation::{ClickView, OperationPageView, OperationView, TrackedOperationView};
pub use people::{
    IdentityView, MemberPageView, MemberView, OrganizationView, PlatformView, RegionView, UserView,
};
pub use project::{
    CachedProjectsView, CreatedProjectView, ProjectPageView, ProjectScope, ProjectUsageView,
    ProjectView,
};
pub use project_details::{
    MaintenanceWindowView, PreloadLibraryView, ProjectDetailsView, QuotaView,
};
pub use replica_lag::ReplicaLagView;
pub use restore_preview::{
    PreviewDatabaseView, PreviewTableView, RestorePreviewView, TableCountView,
};
pub use rotation::{
    KeyRowView, KeyUserView, NewKeyView, RotationPlanView, RotationStep, RotationView,
};
pub use save::{
    CopyInto, CopyTarget, NamedRole, NewProjectTarget, SaveFormat, SaveStateView, SaveStatus,
};
pub use search::{FoundKind, FoundView};
pub use seed::{SeedPlanView, SeedStateView, SeedStatus};
pub use settings::{
    Appearance, Background, Density, NewProjectOptions, SandboxOptions, SettingsView,
    TemporaryOptions,
};
pub use shown::{ShownPart, ShownView};
pub use smtp::{SmtpProbeView, SmtpStep, SmtpStepState, SmtpStepView};
pub use snapshot::{SnapshotScheduleView, SnapshotView};
pub use sql::{
    SqlColumnView, SqlCut, SqlExtent, SqlHistoryPageView, SqlHistoryView, SqlMessageView,
    SqlOptions, SqlPart, SqlResultView, SqlRunState, SqlRunView, SqlTabView, SqlTransactionView,
    SqlTrialLockView, SqlTrialStatementView, SqlTrialTableView, SqlTrialView,
};
pub use table::{TableColumnView, TableDetailsView, TableKind, TablePartView, TableView};
pub use temporary::{
    ClaimedProjectView, EndpointView, EnvNoteView, ExpiryWarning, ImportCandidateView,
    TemporaryListView, TemporaryState, TemporaryView,
};
pub use undo::UndoView;
pub(crate) use words::{action_word, starts_compute, status_word};
