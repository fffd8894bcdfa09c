use app::view::{ErrorCode, ErrorView};
use clap::Subcommand;
use serde_json::json;

use crate::failure::Done;
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
        let code = match state["status"].as_str() {
            Some("ready") => return task::print(session, state, Show::One("", ONE), "").await,
            Some("locked") => ErrorCode::KeychainLocked,
            Some("absent") => ErrorCode::KeychainAbsent,
            _ => ErrorCode::KeychainDenied,
        };
        let text = |name: &str| state[name].as_str().unwrap_or_default().to_owned();
        Err(ErrorView::new(code, text("message"), text("hint")).into())
    }
}
