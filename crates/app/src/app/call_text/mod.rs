//! Every request as text: what an operation would send, as commands to run elsewhere.
//!
//! The text is made by the very function that runs the operation, with a handle that sends nothing, so that no body of the
//! one can become another than that of the other.

mod cli;

use api::Recorder;
use serde::{Deserialize, Serialize};
use serde_json::json;
use specta::Type;

use super::{App, operations};
use crate::Error;
use crate::accounts::client;
use crate::core::operation::{Args, Entry, Info, Operation, camel_case, operation};
use crate::tools::command_text::curl;
use crate::view::CallTextView;

/// The operation of this module.
pub const OPERATIONS: &[Entry<App>] = &[CallText::ENTRY];

/// An operation of an account as one object: its arguments, and its name in camel case as `kind`.
#[derive(Clone, Debug, Deserialize, Serialize, Type)]
pub struct NamedOperation {
    kind: String,
    /// The account that runs the operation.
    #[serde(rename = "accountId")]
    account_id: String,
    #[serde(flatten)]
    #[specta(skip)]
    args: Args,
}

impl NamedOperation {
    /// Names an operation of an account.
    pub fn new<O: Operation>(account_id: &str, operation: &O) -> Self {
        Self::of(O::INFO, account_id, json!(operation).into())
    }

    /// Names the operation of an account that is known in this way and has these arguments.
    #[must_use]
    pub fn of(info: Info, account_id: &str, args: Args) -> Self {
        Self {
            kind: camel_case(info.name),
            account_id: account_id.to_owned(),
            args,
        }
    }
}

/// Returns the request of an operation as commands to run elsewhere. Nothing is sent, so it takes neither a key that is good
/// nor a platform that answers. Key and other secrets stand in it as variables; those in a body are put in as they stand
/// between the quotes of JSON. `psql` are more arguments of psql, when it is opened right after.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what could not be sent either; what the platform says while the account has no
/// address; [`crate::view::ErrorCode::Internal`] for an operation that has no text.
#[operation(Page, Read)]
pub async fn call_text(
    app: &App,
    call: NamedOperation,
    psql: Option<Vec<String>>,
) -> Result<CallTextView, Error> {
    let NamedOperation {
        kind,
        account_id,
        args,
    } = call;
    let operation = operations::all().find(|it| camel_case(it.info().name) == kind);
    let operation = operation.ok_or_else(|| no_text(&kind))?;
    let recorder = Recorder::dry_run();
    let drafting = app.drafting(recorder.clone());
    let with_account = args.clone().with_account(&account_id);
    let drafted = operation.draft(&drafting, with_account);
    let drafted = drafted.ok_or_else(|| no_text(&kind))??.await;
    let Some(request) = recorder.requests().into_iter().next() else {
        let no_request = || Error::internal("The operation made no request");
        return Err(drafted.err().map_or_else(no_request, Error::from));
    };
    let account_client = client::of(&drafting, &account_id).await?;
    let (curl, mut variables) = curl(&request, account_client.profile);
    let cli = cli::command(
        app,
        &account_client,
        operation.info(),
        args,
        psql.as_deref(),
    )
    .await;
    variables.insert(0, account_client.profile.key_variable.to_owned());
    Ok(CallTextView {
        curl,
        cli,
        variables,
    })
}

fn no_text(kind: &str) -> Error {
    Error::internal(format!("The operation {kind} has no text"))
}
