//! The platform's state: what exists, which step may follow which, and the store that keeps it.
//! Steps are decided without touching anything (the time is passed in), written to SQLite, and
//! only then become visible.

pub mod allowed_ips;
pub mod auth;
mod auth_settings;
pub mod branch;
mod change;
pub mod claim;
pub mod document;
pub mod hour;
mod inherit;
mod migrations;
mod model;
pub mod operation;
pub mod people;
pub mod project;
mod project_snapshots;
pub mod quota;
pub mod record;
mod restore_window;
mod secret;
pub mod snapshot;
mod sqlite;
mod state_change;
mod state_store;
pub mod temporary;
mod unused_name;
pub mod usage;

pub use auth::{
    AuthIntegration, AuthUser, EmailServer, MailServer, OauthProvider, OwnedBy, Sender, Transfer,
};
pub use auth_settings::{
    AuthSettings, EmailAndPassword, MagicLinkPlugin, OrganizationPlugin, PhoneNumberPlugin, Webhook,
};
pub use branch::{
    Branch, BranchState, Database, Deleted, DeletedBy, Endpoint, EndpointState, Role,
};
pub use change::Change;
pub use document::{Document, DocumentError, DocumentKey, StoredDocument};
pub use hour::Hour;
pub use inherit::NewAuthIds;
pub use model::PlatformState;
pub use operation::{Action, Operation, Past, Status, Task};
pub use people::{Invitation, Key, KeyScope, Member, MemberRole, Organization, User};
pub use project::{ComputeSize, PreloadLibraries, Project, Provisioner};
pub use quota::Quota;
pub use record::{Delete, Record, Removal};
pub use secret::Secret;
pub use snapshot::{BackupSchedule, Frequency, RestoreStatus, ScheduleItem, SnapshotOf};
pub use sqlite::StoreError;
pub use state_change::StateChange;
pub use state_store::{ChangeError, StateStore};
pub use temporary::{ClaimStatus, Temporary};
pub use usage::Usage;
