//! Operations as values: what a program asks of the core, with its arguments. `#[operation]` over a function declares one.

mod args;

use std::any::Any;

use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::base::error::ErrorCode;
pub use crate::view::ErrorView;

pub use args::{Args, camel_case};
pub use operation_macro::operation;

/// Stands in place of a secret that is not known, in an operation that becomes text: it is a variable there. No other value
/// of a body is spelled like it.
pub const UNKNOWN_SECRET: &str = "this stands in place of a secret, which is not known here";

/// The value of an operation: its arguments, without the account that runs it.
pub trait Operation: Serialize + Send + 'static {
    /// How the operation is known to programs.
    const INFO: Info;
    /// The answer.
    type Reply: Serialize;
}

/// How an operation is known to programs.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// In snake case, such as `permission_grant`.
    pub name: &'static str,
    /// The programs that may ask for it.
    pub access: Access,
    /// Whether it changes something.
    pub effect: Effect,
    /// True if an account runs it: its id is one more argument, `accountId`.
    pub is_of_account: bool,
}

/// The programs that may ask for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The page, as it is.
    Page,
    /// The page, once the window has checked what the arguments name.
    Guarded,
    /// Programs alone: the operation hands out a secret, or is a part of another one.
    Program,
}

/// Whether it is safe to run an operation a second time when its reply was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The operation only reads, or reads again.
    Read,
    /// The operation changes something here or on a platform.
    Change,
}

/// The reply of an operation that is no JSON, such as rows. Its first byte is not `[`, with which long lists begin on their
/// way to the page.
#[derive(Clone, Debug, Serialize)]
pub struct Bytes(pub Vec<u8>);

impl specta::Type for Bytes {
    fn definition(_: &mut specta::Types) -> specta::datatype::DataType {
        specta_typescript::define("ArrayBuffer").into()
    }
}

/// The reply of an operation as programs get it.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The reply as JSON.
    Json(Box<RawValue>),
    /// The reply of an operation that returns [`Bytes`].
    Bytes(Vec<u8>),
}

/// A running operation, which ends with its reply.
pub type Running<'a> = BoxFuture<'a, Result<Answer, ErrorView>>;

/// Reads the arguments and begins the operation.
pub type Run<H> = for<'a> fn(&'a H, Args) -> Result<Running<'a>, ErrorView>;

/// The names and types of an operation for TypeScript.
#[cfg(debug_assertions)]
pub type Types = fn(&mut specta::Types) -> specta::datatype::Function;

/// An operation in the list of its module; `H` is the handle that it takes.
#[derive(Debug)]
pub struct Entry<H: 'static> {
    /// How it is known.
    pub info: Info,
    /// Begins the operation.
    pub run: Run<H>,
    /// Begins the operation with a handle that records its request; missing where an operation has no text.
    pub draft: Option<Run<H>>,
    /// The names and types for TypeScript; missing where the page may not ask for the operation.
    #[cfg(debug_assertions)]
    pub types: Option<Types>,
}

/// Returns the operation with its reply as programs get it. It runs on the heap, so that the futures of all operations don't
/// take room on the stack side by side.
pub fn answered<'a, T, E>(operation: impl Future<Output = Result<T, E>> + Send + 'a) -> Running<'a>
where
    T: Serialize + 'static,
    ErrorView: From<E>,
{
    Box::pin(async move {
        let mut reply = operation.await?;
        if let Some(Bytes(bytes)) = (&mut reply as &mut dyn Any).downcast_mut() {
            return Ok(Answer::Bytes(std::mem::take(bytes)));
        }
        let json = to_raw_value(&reply).map_err(|_| unwritable())?;
        Ok(Answer::Json(json))
    })
}

fn unwritable() -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        "Plinth's core can't write its answer",
        "Restart Plinth, and update it if this happens again",
    )
}
