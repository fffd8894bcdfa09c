//! Where secrets are kept, and whether that works now.

mod state;

use vault::ErrorKind;

use crate::Error;
use crate::base::guard::lock;
use crate::core::Core;
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::view::words::Action;
use crate::view::{ErrorCode, KeychainStatus, KeychainView};

pub(crate) use state::Keychain;
use state::State;

/// Where secrets are kept and how the last probe ended.
#[must_use]
#[operation(Page, Read, keychain_state)]
pub fn state(app: &Core) -> KeychainView {
    app.keychain.view()
}

/// Probes the keychain again; a locked one asks the person to unlock it, in the system's own window. What comes of it is
/// kept, and so are new secrets in a keychain that works.
pub(crate) async fn unlock(app: &Core) -> Result<(), Error> {
    let mut result = app.keychain.vault.probe().await;
    if result
        .as_ref()
        .is_err_and(|error| error.kind() == ErrorKind::Locked)
    {
        result = match app.keychain.vault.unlock().await {
            Ok(()) => app.keychain.vault.probe().await,
            Err(error) => Err(error),
        };
    }
    learn(app, result)?;
    change(app, |state| state.memory = false);
    Ok(())
}

/// Goes on without a keychain: secrets stay in memory until the app quits.
#[operation(Page, Change, keychain_use_memory)]
pub async fn use_memory(app: &Core) -> Result<KeychainView, Error> {
    change(app, |state| state.memory = true);
    activity::record(
        app,
        Note::new(app, Action::KeepSecretsInMemory, "Keychain", ""),
    )
    .await;
    Ok(app.keychain.view())
}

/// Makes sure that a secret can be kept now, before anything is made that has one.
pub(crate) async fn ensure(app: &Core) -> Result<(), Error> {
    if app.keychain.in_memory() {
        return Ok(());
    }
    probe(app).await
}

/// Probes again while the last call failed, such as for a keychain that was unlocked elsewhere. Asks the person nothing.
pub(crate) async fn probe_again(app: &Core) {
    if app.keychain.is_failing() && probe(app).await.is_ok() {
        app.signals.changed();
    }
}

/// What is said of a keychain that took a secret and does not give it out again.
pub(crate) fn readback_failed() -> Error {
    Error::new(
        ErrorCode::KeychainDenied,
        "The keychain stored a secret but does not return it",
    )
    .hint("Check your keychain app, then try again.")
}

/// Probes and keeps what comes of it.
pub(crate) async fn probe(app: &Core) -> Result<(), Error> {
    let result = app.keychain.vault.probe().await;
    learn(app, result)
}

/// Keeps what a call of the vault said about it.
pub(crate) fn learn(app: &Core, result: Result<(), vault::Error>) -> Result<(), Error> {
    let status = match result.as_ref().map_err(vault::Error::kind) {
        Ok(()) => KeychainStatus::Ready,
        Err(ErrorKind::Absent | ErrorKind::NotSetUp) => KeychainStatus::Absent,
        Err(ErrorKind::Locked) => KeychainStatus::Locked,
        Err(ErrorKind::Denied) => KeychainStatus::Denied,
        Err(ErrorKind::TimedOut | ErrorKind::Corrupt | ErrorKind::TooLarge | ErrorKind::Failed) => {
            KeychainStatus::Failed
        }
    };
    let result = result.map_err(Error::from);
    change(app, |state| {
        state.status = status;
        state.error = result.as_ref().err().cloned();
    });
    result
}

fn change(app: &Core, change: impl FnOnce(&mut State)) {
    let mut state = lock(&app.keychain.state);
    let before = state.clone();
    change(&mut state);
    let changed = *state != before;
    drop(state);
    if changed {
        app.events.publish(Event::KeychainChanged);
    }
}

pub(crate) const OPERATIONS: &[Entry<Core>] = &[KeychainUseMemory::ENTRY, KeychainState::ENTRY];
