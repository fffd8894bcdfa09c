use app::KeychainRetry;
use app::keychain::KeychainState;
use app::view::{ErrorCode, ErrorView, KeychainKind, KeychainStatus, KeychainView};
use clap::Subcommand;

use crate::columns::{Column, column, plain, word};
use crate::failure::{Done, Failure};
use crate::request::print_one;
use crate::session::Session;

const ONE: &[Column<KeychainView>] = &[
    column("Kind", |it| plain(&it.kind)),
    column("State", |it| word("keychainStates", &it.status)),
];

#[derive(Subcommand)]
pub enum Verb {
    /// Try the keychain, and ask for its password where it is locked, in the keychain's own window
    Unlock,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let Self::Unlock = self;
        let state = session.run(KeychainRetry {}).await?;
        match refusal(&state) {
            None => print_one(session, &state, ONE, "").await,
            Some(refusal) => Err(refusal),
        }
    }
}

/// Refuses what makes a secret that only the keychain would keep, while the keychain takes none.
pub async fn must_store(session: &Session) -> Done {
    if session.options.dry_run || refusal(&session.run(KeychainState {}).await?).is_none() {
        return Ok(());
    }
    let probed = session.run(KeychainRetry {}).await?;
    refusal(&probed).map_or(Ok(()), Err)
}

/// Returns the reason that the keychain takes no secret; `None` where it does, or where memory stands in for it.
fn refusal(state: &KeychainView) -> Option<Failure> {
    let code = match (state.kind, state.status) {
        (KeychainKind::Memory, _) | (_, KeychainStatus::Ready) => return None,
        (_, KeychainStatus::Locked) => ErrorCode::KeychainLocked,
        (_, KeychainStatus::Absent) => ErrorCode::KeychainAbsent,
        _ => ErrorCode::KeychainDenied,
    };
    let message = state.message.clone().unwrap_or_default();
    let hint = state.hint.clone().unwrap_or_default();
    Some(ErrorView::new(code, message, hint).into())
}
