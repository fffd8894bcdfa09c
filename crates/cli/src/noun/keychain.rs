use app::view::{ErrorCode, ErrorView};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, word};
use crate::task;

const ONE: &[Column] = &[
    text("Kind", "kind"),
    word("State", "status", "keychainStates"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// Try the keychain, and ask for its password where it is locked, in the keychain's own window
    Unlock,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let Self::Unlock = self;
        let state = session.call("keychain_retry", json!({})).await?;
        match refusal(&state) {
            None => task::print(session, state, Show::One("", ONE), "").await,
            Some(refusal) => Err(refusal),
        }
    }
}

/// Refuses what makes a secret that only the keychain would keep, while the keychain takes none.
pub async fn must_store(session: &Session) -> Done {
    if session.options.dry_run
        || refusal(&session.call("keychain_state", json!({})).await?).is_none()
    {
        return Ok(());
    }
    let probed = session.call("keychain_retry", json!({})).await?;
    refusal(&probed).map_or(Ok(()), Err)
}

/// Why the keychain takes no secret; `None` where it does, or where memory stands in for it.
fn refusal(state: &Value) -> Option<Failure> {
    let code = match (state["kind"].as_str(), state["status"].as_str()) {
        (Some("memory"), _) | (_, Some("ready")) => return None,
        (_, Some("locked")) => ErrorCode::KeychainLocked,
        (_, Some("absent")) => ErrorCode::KeychainAbsent,
        _ => ErrorCode::KeychainDenied,
    };
    let text = |name: &str| state[name].as_str().unwrap_or_default().to_owned();
    Some(ErrorView::new(code, text("message"), text("hint")).into())
}
