//! The calls of a resource that the window can show as text, one line each.

use std::future::Future;

use futures::future::BoxFuture;

use crate::Error;

/// Declares the calls of a resource, and how each is made: `NAME { ARGUMENTS } => the function that its button runs`. With a
/// third name in the head each call has that field too, as a `String`.
///
/// The window knows a call by its name, so no two resources may have one of the same name. A test of `src-tauri` holds that
/// each is named like its command.
macro_rules! calls {
    (
        $(#[$doc:meta])*
        $calls:ident($app:ident: $handle:ty, $account:ident, $project:ident) {
            $($call:ident $({ $($(#[$of:meta])* $field:ident: $type:ty),+ })? => $made:expr,)+
        }
    ) => {
        $crate::base::calls::calls! {
            $(#[$doc])*
            $calls($app: $handle, $account) {
                $($call { $project: String $($(, $(#[$of])* $field: $type)+)? } => $made,)+
            }
        }
    };
    (
        $(#[$doc:meta])*
        $calls:ident($app:ident: $handle:ty, $account:ident) {
            $($call:ident $({ $($(#[$of:meta])* $field:ident: $type:ty),+ })? => $made:expr,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize, serde::Serialize, specta::Type)]
        #[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
        pub enum $calls {
            $($call $({ $($(#[$of])* $field: $type),+ })?,)+
        }

        impl $calls {
            /// Makes the call the way its button does.
            pub(crate) async fn make(self, $app: &$handle, $account: &str) -> Result<(), crate::Error> {
                match self {
                    $(Self::$call $({ $($field),+ })? => $crate::base::calls::done(|| $made).await,)+
                }
            }
        }
    };
}

pub(crate) use calls;

/// Begins a call on the heap, so that the futures of all calls do not take room on the stack side by side.
pub(crate) fn done<'a, T, F>(begin: impl FnOnce() -> F) -> BoxFuture<'a, Result<(), Error>>
where
    F: Future<Output = Result<T, Error>> + Send + 'a,
{
    let call = begin();
    Box::pin(async { call.await.map(drop) })
}
