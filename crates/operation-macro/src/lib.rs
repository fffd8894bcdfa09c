//! `#[operation]`: makes the value of an operation from the function that runs it.

mod attribute;
mod expand;
mod operation;
mod parameter;

use proc_macro::TokenStream;
use syn::{ItemFn, parse_macro_input};

use attribute::Attribute;
use operation::Operation;

/// Declares an operation: `#[operation(ACCESS, EFFECT, NAME)]` over `fn f(app: &HANDLE, account_id: &str, …) -> REPLY`.
///
/// `NAME` is the operation's name in snake case, and the function's own name where it is left out. The attribute keeps the
/// function and adds, with its documentation, a struct of that name in camel case: the value of the operation. The parameters
/// after the handle are its fields, owned, but for `account_id`, which names the account that runs it. A parameter with
/// `#[fields(a: A, b: B)]` is made from the fields `a` and `b`, as `(&a, &b)`. The struct implements
/// `crate::operation::Operation` and has an associated `ENTRY`, which belongs into the list of its module:
///
/// ```ignore
/// pub(crate) const OPERATIONS: &[Entry<Platform>] = &[PermissionGrant::ENTRY];
/// ```
///
/// With `text` behind the name the operation can be shown as text: the first request that the function makes, or with
/// `text = FUNCTION` the first one of another function with the same parameters.
///
/// The journal may store the value. Its fields `…_id` are read without `_id` as well, which is how the journal spells them.
#[proc_macro_attribute]
pub fn operation(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = parse_macro_input!(attribute as Attribute);
    let function = parse_macro_input!(item as ItemFn);
    match Operation::read(attribute, function) {
        Ok(operation) => expand::expand(&operation).into(),
        Err(error) => error.into_compile_error().into(),
    }
}
