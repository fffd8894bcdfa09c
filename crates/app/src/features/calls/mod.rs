//! Every call as text: what a click would send, as commands to run elsewhere.
//!
//! The text is made by the very functions that a click runs, with a handle that sends nothing, so that no body of the one
//! can become another than that of the other.

mod call;
mod cli;

use api::Recorder;

use crate::Error;
use crate::accounts::client;
use crate::features::Features;
use crate::tools::command_text::curl;
use crate::view::CallTextView;

pub use call::Call;

/// A call of an account as text. Nothing is sent, so it takes neither a key that is good nor a platform that answers. Key
/// and other secrets stand in it as variables; those in a body are put in as they stand between the quotes of JSON.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what could not be sent either; what the platform says while the account has no
/// address.
pub async fn text(app: &Features, account_id: &str, call: Call) -> Result<CallTextView, Error> {
    let recorder = Recorder::dry_run();
    let drafting = app.drafting(recorder.clone());
    let made = call.clone().make(&drafting, account_id).await;
    let Some(request) = recorder.requests().into_iter().next() else {
        let no_request = || Error::internal("The call made no request");
        return Err(made.err().unwrap_or_else(no_request));
    };
    let account_client = client::of(&drafting, account_id).await?;
    let (curl, mut variables) = curl(&request, account_client.profile);
    let cli = cli::command(app, &account_client, &call).await;
    variables.insert(0, account_client.profile.key_variable.to_owned());
    Ok(CallTextView {
        curl,
        cli,
        variables,
    })
}
