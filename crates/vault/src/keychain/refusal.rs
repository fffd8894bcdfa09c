//! Which case an error of the keychain is. By its type, or by the name the bus or the system gives it; never by its
//! words.

use crate::{Error, ErrorKind};

/// An error of `keyring`. Values that some variants carry are dropped here.
pub(super) fn of_keyring(error: keyring::Error) -> Error {
    use keyring::Error as E;
    match error {
        E::PlatformFailure(source) => of_platform(source, ErrorKind::Failed),
        E::NoStorageAccess(source) => of_platform(source, ErrorKind::Locked),
        E::NoDefaultStore => Error::from(ErrorKind::Absent),
        E::BadEncoding(_) | E::BadDataFormat(..) | E::Ambiguous(_) => {
            Error::from(ErrorKind::Corrupt)
        }
        E::TooLong(..) => Error::from(ErrorKind::TooLarge),
        _ => Error::from(ErrorKind::Failed),
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
mod bus {
    use super::{Error, ErrorKind};
    use secret_service::Error as ServiceError;

    pub(in super::super) fn of_service(error: ServiceError) -> Error {
        let kind = match &error {
            ServiceError::Unavailable => ErrorKind::Absent,
            // There is no default collection: nobody has set one up.
            ServiceError::NoResult => ErrorKind::NotSetUp,
            ServiceError::Locked => ErrorKind::Locked,
            ServiceError::Prompt => ErrorKind::Denied,
            ServiceError::Zbus(error) => of_bus(error),
            ServiceError::ZbusFdo(error) => of_standard(error),
            _ => ErrorKind::Failed,
        };
        Error::new(kind, error)
    }

    pub(super) fn of_platform(
        source: Box<dyn std::error::Error + Send + Sync>,
        otherwise: ErrorKind,
    ) -> Error {
        match source.downcast::<ServiceError>() {
            Ok(error) => of_service(*error),
            Err(source) => Error::new(otherwise, source),
        }
    }

    fn of_bus(error: &zbus::Error) -> ErrorKind {
        match error {
            zbus::Error::InterfaceNotFound
            | zbus::Error::Address(_)
            | zbus::Error::InputOutput(_)
            | zbus::Error::Connection(..)
            | zbus::Error::Handshake(_) => ErrorKind::Absent,
            zbus::Error::FDO(error) => of_standard(error),
            zbus::Error::MethodError(name, ..) => of_name(name.as_str()),
            _ => ErrorKind::Failed,
        }
    }

    fn of_standard(error: &zbus::fdo::Error) -> ErrorKind {
        use zbus::fdo::Error as E;
        match error {
            E::ZBus(error) => of_bus(error),
            E::ServiceUnknown(_) | E::NameHasNoOwner(_) | E::NoServer(_) | E::Disconnected(_) => {
                ErrorKind::Absent
            }
            E::SpawnExecFailed(_) | E::SpawnServiceNotFound(_) | E::SpawnFailed(_) => {
                ErrorKind::Absent
            }
            E::AccessDenied(_) | E::AuthFailed(_) => ErrorKind::Denied,
            E::NoReply(_) | E::Timeout(_) | E::TimedOut(_) => ErrorKind::TimedOut,
            _ => ErrorKind::Failed,
        }
    }

    /// The names of D-Bus and of the Secret Service specification.
    fn of_name(name: &str) -> ErrorKind {
        match name {
            "org.freedesktop.DBus.Error.ServiceUnknown"
            | "org.freedesktop.DBus.Error.NameHasNoOwner"
            | "org.freedesktop.DBus.Error.NoServer"
            | "org.freedesktop.DBus.Error.Disconnected"
            | "org.freedesktop.DBus.Error.Spawn.ExecFailed"
            | "org.freedesktop.DBus.Error.Spawn.ChildExited"
            | "org.freedesktop.DBus.Error.Spawn.ChildSignaled"
            | "org.freedesktop.DBus.Error.Spawn.ServiceNotFound"
            | "org.freedesktop.DBus.Error.Spawn.Failed" => ErrorKind::Absent,
            "org.freedesktop.Secret.Error.IsLocked" => ErrorKind::Locked,
            "org.freedesktop.DBus.Error.AccessDenied" | "org.freedesktop.DBus.Error.AuthFailed" => {
                ErrorKind::Denied
            }
            "org.freedesktop.DBus.Error.NoReply" | "org.freedesktop.DBus.Error.TimedOut" => {
                ErrorKind::TimedOut
            }
            _ => ErrorKind::Failed,
        }
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
use bus::of_platform;
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) use bus::of_service;

/// By the code of Security.framework (SecBase.h).
#[cfg(target_os = "macos")]
fn of_platform(source: Box<dyn std::error::Error + Send + Sync>, otherwise: ErrorKind) -> Error {
    let code = source
        .downcast_ref::<security_framework::base::Error>()
        .map(|error| error.code());
    let kind = match code {
        // errSecNotAvailable, errSecNoSuchKeychain, errSecInvalidKeychain, errSecNoDefaultKeychain
        Some(-25291 | -25294 | -25295 | -25307) => ErrorKind::Absent,
        // errSecInteractionNotAllowed
        Some(-25308) => ErrorKind::Locked,
        // errSecUserCanceled, errSecAuthFailed, wrPermErr, errSecReadOnly, errSecInvalidOwnerEdit
        Some(-128 | -25293 | -61 | -25292 | -25244) => ErrorKind::Denied,
        _ => otherwise,
    };
    Error::new(kind, source)
}

/// The Credential Manager has one case of its own: no logon session, so nothing to keep secrets in.
#[cfg(windows)]
fn of_platform(source: Box<dyn std::error::Error + Send + Sync>, otherwise: ErrorKind) -> Error {
    let kind = match otherwise {
        ErrorKind::Locked => ErrorKind::Absent,
        other => other,
    };
    Error::new(kind, source)
}
