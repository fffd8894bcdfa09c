use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ErrorView, PlatformView};

/// One account: a platform, its addresses and, where it has one, a key in the vault.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AccountView {
    /// Local id, stable over restarts.
    pub id: String,
    /// Name the person sees, such as `Sandbox`.
    pub name: String,
    /// Which platform profile it follows.
    pub platform: PlatformKind,
    /// Whether it can be used now.
    pub state: AccountState,
    /// Why it cannot be used now, where it cannot.
    pub problem: Option<ErrorView>,
    /// Host and port of its addresses; `None` while it has none, such as a stopped sandbox.
    pub host: Option<String>,
    /// Address of its Management API, while it has one.
    pub base_url: Option<String>,
    /// Address of its instant service, where it has one.
    pub instant_url: Option<String>,
    /// Whether the window shows this account now. One account is, as long as there is one.
    pub is_current: bool,
    /// The colour that marks it.
    pub colour: AccountColour,
    /// Whether it is marked as production: the frame says so, and dangers ask for names.
    pub is_production: bool,
    /// Whether nothing that changes anything may leave for it.
    pub is_read_only: bool,
    /// Whether its addresses and key are its own to edit, and whether it can be removed. Not so for an account that comes
    /// with its platform.
    pub is_own: bool,
    /// What kind of key it has, as far as the platform says it.
    pub key_kind: Option<KeyKind>,
    /// Whose key it is: an address or the name of an organization, as far as the platform says it.
    pub owner: Option<String>,
    /// The organization that was chosen last, where the platform has them.
    pub organization_id: Option<String>,
    /// The project that was open last.
    pub project_id: Option<String>,
    /// The authority that signs its servers, where one of its own does.
    pub ca: Option<CertificatesView>,
    /// What its platform is like.
    pub profile: PlatformView,
    /// When it was added.
    pub added_at: DateTime<Utc>,
}

/// The certificates of an authority that is no public one.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CertificatesView {
    /// The file that they stand in for other programs.
    pub path: String,
    /// Whose the first one is, such as `CN=Example CA,O=Example`.
    pub subject: String,
    /// How many there are.
    #[specta(type = u32)]
    pub count: u32,
    /// When the last one expires.
    pub expires_at: DateTime<Utc>,
}

/// The platform profiles.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum PlatformKind {
    /// The platform on this machine.
    Sandbox,
    /// The hosted platform.
    Neon,
    /// Addresses that the person typed.
    Custom,
}

/// Whether an account can be used now.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AccountState {
    /// Its addresses answer, as far as is known.
    Ready,
    /// It has no address at present.
    Unavailable,
    /// The platform refused its key: nothing is sent until the key is replaced or tried again.
    Unauthorized,
    /// Its key is not available: the keychain does not give it out now, or has it no more.
    KeyMissing,
}

/// The colours that mark accounts, in the tokens' words.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum AccountColour {
    /// The accent.
    #[default]
    Verdigris,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Amber.
    Amber,
    /// Red.
    Red,
    /// Grey.
    Grey,
}

/// The kinds of keys.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum KeyKind {
    /// A person's: own projects and those of the organizations they are a member of.
    Personal,
    /// An organization's: all of its projects.
    Organization,
    /// One project's: cannot delete it and cannot make projects.
    Project,
}
