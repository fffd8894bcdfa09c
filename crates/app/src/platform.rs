//! Platform profiles: what differs between platforms, stated once.

use crate::Error;
use crate::view::{ErrorCode, PlaceKind, PlatformKind};

/// What a platform is like. Nothing else in this crate asks which platform it deals with.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Which platform.
    pub platform: PlatformKind,
    /// Which kind of place its temporary databases live in.
    pub place: PlaceKind,
    /// Name of that place.
    pub label: &'static str,
    /// Address of its instant service, when it is the same for everybody.
    pub instant_url: Option<&'static str>,
    /// Why the pooled and the direct string are equal, where they are.
    pub pooled_note: Option<&'static str>,
    /// Storage limit of an unclaimed database, in bytes.
    pub storage_limit_bytes: u64,
    /// Transfer limit of an unclaimed database, in bytes.
    pub transfer_limit_bytes: u64,
    /// What is said while the place has no address.
    unavailable: Unavailable,
}

#[derive(Clone, Copy, Debug)]
struct Unavailable {
    code: ErrorCode,
    message: &'static str,
    hint: &'static str,
}

const MEGABYTE: u64 = 1_000_000;

/// The platform on this machine.
pub const SANDBOX: Profile = Profile {
    platform: PlatformKind::Sandbox,
    place: PlaceKind::ThisMachine,
    label: "This machine",
    instant_url: None,
    pooled_note: Some(
        "This machine has one address and no pooler in front of it, so the pooled and the direct string are the same.",
    ),
    storage_limit_bytes: 100 * MEGABYTE,
    transfer_limit_bytes: 1000 * MEGABYTE,
    unavailable: Unavailable {
        code: ErrorCode::SandboxStopped,
        message: "The sandbox is not running",
        hint: "Start the sandbox and try again.",
    },
};

/// The hosted platform's instant service.
pub const NEON: Profile = Profile {
    platform: PlatformKind::Neon,
    place: PlaceKind::Neon,
    label: "neon.new",
    instant_url: Some("https://neon.new"),
    pooled_note: None,
    unavailable: Unavailable {
        code: ErrorCode::Offline,
        message: "The instant service has no address",
        hint: "Choose another place.",
    },
    ..SANDBOX
};

/// An instant service at an address that the person typed.
pub const CUSTOM: Profile = Profile {
    platform: PlatformKind::Custom,
    place: PlaceKind::Custom,
    label: "Custom address",
    instant_url: None,
    ..NEON
};

impl Profile {
    /// The profile behind a place.
    #[must_use]
    pub fn of(place: PlaceKind) -> &'static Self {
        match place {
            PlaceKind::ThisMachine => &SANDBOX,
            PlaceKind::Neon => &NEON,
            PlaceKind::Custom => &CUSTOM,
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
