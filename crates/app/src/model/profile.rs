//! Platform profiles: what differs between platforms, stated once.

use std::sync::Mutex;

use crate::Error;
use crate::base::guard::lock;
use crate::view::{ErrorCode, InstantServiceKind, PlatformKind, PlatformView};

/// What a platform is like. Nothing else in this crate asks which platform it deals with.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Which platform.
    pub platform: PlatformKind,
    /// Which kind of instant service its temporary databases live in.
    pub service: InstantServiceKind,
    /// Name of that instant service.
    pub label: &'static str,
    /// Address of its instant service, when it is the same for everybody.
    pub instant_url: Option<&'static str>,
    /// Why the pooled and the direct string are equal, where they are.
    pub pooled_note: Option<&'static str>,
    /// Storage limit of an unclaimed database, in bytes.
    pub storage_limit_bytes: u64,
    /// Transfer limit of an unclaimed database, in bytes.
    pub transfer_limit_bytes: u64,
    /// Address of its Management API with its version, when it is the same for everybody.
    pub base_url: Option<&'static str>,
    /// Where its console shows projects, up to the project's id; `None` when it is not known to have one.
    pub console_projects: Option<&'static str>,
    /// Where its console takes transferred projects over; `None` when it is not known to have one.
    pub console_claim: Option<&'static str>,
    /// The variable of the shell that the key stands in where a call is shown as text.
    pub key_variable: &'static str,
    /// Identifier of the auth provider that integrations are made with.
    pub auth_provider: &'static str,
    /// Name of the first database of a project when none is given.
    pub database: &'static str,
    /// Name of the role that owns that database.
    pub role: &'static str,
    /// Schema that the auth integration's users are synchronised into; the table is `users_sync`.
    pub users_schema: &'static str,
    /// Whether each branch has an auth integration of its own, with paths that name it.
    pub auth_by_branch: bool,
    /// Which settings of auth have no effect, where some have none.
    pub auth_note: Option<&'static str>,
    /// What an app calls the values that it needs to speak to the auth provider.
    pub auth_variables: AuthVariables,
    /// Ids of the OAuth providers that the platform names.
    pub oauth_providers: &'static [&'static str],
    /// Regions as the platform spells them. The platform may have more by now and tells them itself.
    pub regions: &'static [&'static str],
    /// The region of a project that names none, as the platform spells it.
    pub default_region: &'static str,
    /// Where the platform reports changes as they happen, below its origin; `None` where it is asked for them.
    pub changes_path: Option<&'static str>,
    /// Where the platform's administrator reads and deletes temporary databases by their projects, below its origin; `None`
    /// where nobody does.
    pub databases_path: Option<&'static str>,
    /// Whether projects of a personal key can be listed and made only with the organization named.
    pub needs_organization: bool,
    /// What is said while the instant service has no address.
    unavailable: Unavailable,
}

/// Variables of an app's environment. Those that a browser may see come with a prefix.
#[derive(Clone, Copy, Debug)]
pub struct AuthVariables {
    /// The prefix that the auth provider's own tools read, where none is asked for.
    pub prefix: &'static str,
    /// Of the project at the auth provider. Public.
    pub project: &'static str,
    /// Of the key of clients. Public.
    pub client_key: &'static str,
    /// Of the key of servers.
    pub server_key: &'static str,
    /// Of the address of the public keys.
    pub jwks_url: &'static str,
}

#[derive(Clone, Copy, Debug)]
struct Unavailable {
    code: ErrorCode,
    message: &'static str,
    hint: &'static str,
}

const MEGABYTE: u64 = 1_000_000;

/// With as many connections as the sandbox gives a compute of any size: macOS has a file for each.
#[cfg(not(target_os = "macos"))]
const NO_POOLER: &str =
    "The sandbox has no pooler: both strings are the same, with up to 450 connections.";
#[cfg(target_os = "macos")]
const NO_POOLER: &str =
    "The sandbox has no pooler: both strings are the same, with up to 200 connections.";

const STORED_ALONE: &str = "The sandbox only stores these settings: it sends no magic links, codes, invitations or webhooks.";

/// Regions in the plain spelling of the specification.
const PLAIN_REGIONS: &[&str] = &[
    "us-west-2",
    "ap-southeast-1",
    "ap-southeast-2",
    "eu-central-1",
    "us-east-1",
    "us-east-2",
    "eu-west-2",
    "sa-east-1",
    "eastus2",
    "westus3",
    "gwc",
];

/// Regions with the cloud in front.
const CLOUD_REGIONS: &[&str] = &[
    "aws-us-west-2",
    "aws-ap-southeast-1",
    "aws-ap-southeast-2",
    "aws-eu-central-1",
    "aws-us-east-2",
    "aws-us-east-1",
    "aws-eu-west-2",
    "aws-sa-east-1",
    "azure-eastus2",
    "azure-westus3",
    "azure-gwc",
];

/// The platform on this machine.
pub const SANDBOX: Profile = Profile {
    platform: PlatformKind::Sandbox,
    service: InstantServiceKind::ThisMachine,
    label: "This machine",
    instant_url: None,
    pooled_note: Some(NO_POOLER),
    storage_limit_bytes: 100 * MEGABYTE,
    transfer_limit_bytes: 1000 * MEGABYTE,
    base_url: None,
    console_projects: None,
    console_claim: None,
    key_variable: "NEON_API_KEY",
    auth_provider: "provider_one",
    database: "svcdb",
    role: "svcdb_owner",
    users_schema: "svc_auth",
    auth_by_branch: true,
    auth_note: Some(STORED_ALONE),
    auth_variables: AuthVariables {
        prefix: "",
        project: "AUTH_PROJECT_ID",
        client_key: "AUTH_PUBLISHABLE_CLIENT_KEY",
        server_key: "AUTH_SECRET_SERVER_KEY",
        jwks_url: "AUTH_JWKS_URL",
    },
    oauth_providers: &["google", "github", "microsoft"],
    regions: PLAIN_REGIONS,
    default_region: "us-east-2",
    changes_path: Some("/sandbox/events"),
    databases_path: Some("/sandbox/databases"),
    needs_organization: false,
    unavailable: Unavailable {
        code: ErrorCode::SandboxStopped,
        message: "The sandbox is not running",
        hint: "Start the sandbox and try again.",
    },
};

/// The hosted platform's instant service.
pub const NEON: Profile = Profile {
    platform: PlatformKind::Neon,
    service: InstantServiceKind::Neon,
    label: "neon.new",
    instant_url: Some("https://neon.new"),
    pooled_note: None,
    base_url: Some("https://console.neon.tech/api/v2"),
    console_projects: Some("https://console.neon.tech/app/projects/"),
    console_claim: Some("https://console.neon.tech/app/claim"),
    auth_provider: "stack",
    database: "neondb",
    role: "neondb_owner",
    users_schema: "neon_auth",
    auth_note: None,
    auth_variables: AuthVariables {
        prefix: "NEXT_PUBLIC_",
        project: "STACK_PROJECT_ID",
        client_key: "STACK_PUBLISHABLE_CLIENT_KEY",
        server_key: "STACK_SECRET_SERVER_KEY",
        jwks_url: "STACK_JWKS_URL",
    },
    oauth_providers: &["google", "github", "microsoft", "vercel"],
    regions: CLOUD_REGIONS,
    default_region: "aws-us-east-2",
    changes_path: None,
    databases_path: None,
    needs_organization: true,
    unavailable: Unavailable {
        code: ErrorCode::Offline,
        message: "No address for temporary databases",
        hint: "Choose another place.",
    },
    ..SANDBOX
};

/// An instant service at an address that the person typed.
pub const CUSTOM: Profile = Profile {
    platform: PlatformKind::Custom,
    service: InstantServiceKind::Custom,
    label: "Custom address",
    instant_url: None,
    base_url: None,
    console_projects: None,
    console_claim: None,
    auth_provider: SANDBOX.auth_provider,
    database: SANDBOX.database,
    role: SANDBOX.role,
    users_schema: SANDBOX.users_schema,
    auth_by_branch: false,
    auth_variables: SANDBOX.auth_variables,
    regions: PLAIN_REGIONS,
    default_region: SANDBOX.default_region,
    needs_organization: false,
    ..NEON
};

/// What a platform on this machine calls things; options of it decide.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LocalNames {
    /// Name of the first database of a project when none is given.
    pub database: String,
    /// Name of the role that owns that database.
    pub role: String,
    /// Identifier of the auth provider that integrations are made with.
    pub auth_provider: String,
    /// Schema that the auth integration's users are synchronised into.
    pub users_schema: String,
    /// The region of a project that names none, as the platform spells it.
    pub region: String,
}

impl Default for LocalNames {
    fn default() -> Self {
        Self::of(&SANDBOX)
    }
}

/// A profile with other names lives as long as the program, like the constants: a person chooses names a few times at
/// most, and the same ones are made once.
fn with_names(names: &LocalNames) -> &'static Profile {
    static MADE: Mutex<Vec<&'static Profile>> = Mutex::new(Vec::new());
    if *names == LocalNames::default() {
        return &SANDBOX;
    }
    let mut made = lock(&MADE);
    let known = made.iter().find(|it| LocalNames::of(it) == *names);
    if let Some(known) = known {
        return known;
    }
    let leaked = |name: &str| -> &'static str { Box::leak(name.into()) };
    let has_cloud = CLOUD_REGIONS.contains(&names.region.as_str());
    let profile: &Profile = Box::leak(Box::new(Profile {
        database: leaked(&names.database),
        role: leaked(&names.role),
        auth_provider: leaked(&names.auth_provider),
        users_schema: leaked(&names.users_schema),
        default_region: leaked(&names.region),
        regions: if has_cloud {
            CLOUD_REGIONS
        } else {
            PLAIN_REGIONS
        },
        ..SANDBOX
    }));
    made.push(profile);
    profile
}

impl LocalNames {
    fn of(profile: &Profile) -> Self {
        Self {
            database: profile.database.to_owned(),
            role: profile.role.to_owned(),
            auth_provider: profile.auth_provider.to_owned(),
            users_schema: profile.users_schema.to_owned(),
            region: profile.default_region.to_owned(),
        }
    }
}

impl Profile {
    /// The profile of a platform on this machine that calls things so.
    #[must_use]
    pub fn of_local(names: &LocalNames) -> &'static Self {
        with_names(names)
    }

    /// The profile behind an instant service.
    #[must_use]
    pub fn of(service: InstantServiceKind) -> &'static Self {
        match service {
            InstantServiceKind::ThisMachine => &SANDBOX,
            InstantServiceKind::Neon => &NEON,
            InstantServiceKind::Custom => &CUSTOM,
        }
    }

    /// The profile behind an account.
    #[must_use]
    pub fn of_platform(platform: PlatformKind) -> &'static Self {
        match platform {
            PlatformKind::Sandbox => &SANDBOX,
            PlatformKind::Neon => &NEON,
            PlatformKind::Custom => &CUSTOM,
        }
    }

    /// Why nothing can be done there while it has no address.
    #[must_use]
    pub fn unavailable(&self) -> Error {
        Error::new(self.unavailable.code, self.unavailable.message).hint(self.unavailable.hint)
    }
}

impl From<&Profile> for PlatformView {
    fn from(profile: &Profile) -> Self {
        Self {
            auth_provider: profile.auth_provider.to_owned(),
            database: profile.database.to_owned(),
            role: profile.role.to_owned(),
            users_schema: profile.users_schema.to_owned(),
            auth_by_branch: profile.auth_by_branch,
            auth_note: profile.auth_note.map(ToOwned::to_owned),
            oauth_providers: profile
                .oauth_providers
                .iter()
                .map(ToString::to_string)
                .collect(),
            regions: profile.regions.iter().map(ToString::to_string).collect(),
            default_region: profile.default_region.to_owned(),
            needs_organization: profile.needs_organization,
        }
    }
}
