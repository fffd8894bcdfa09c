use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::attribute::Draft;
use crate::operation::{ACCOUNT, Operation};
use crate::parameter::Field;

/// Returns the function with the value, its `Operation` and its entry.
pub fn expand(operation: &Operation) -> TokenStream {
    let Operation {
        attribute,
        function,
        name,
        handle,
        is_of_account,
        reply,
        ..
    } = operation;
    let (vis, access, effect) = (&function.vis, &attribute.access, &attribute.effect);
    let value = operation.value();
    let documentation = operation.documentation();
    let fields = operation.fields();
    let fields = fields.map(|Field { name, owned }| {
        // The journal stores `project` for `project_id`.
        let text = name.to_string();
        let stored = text
            .strip_suffix("_id")
            .map(|stored| quote!(#[serde(alias = #stored)]));
        quote!(#stored pub #name: #owned)
    });
    let run = run(operation, &function.sig.ident.to_token_stream());
    let draft = match &attribute.draft {
        Draft::None => quote!(None),
        Draft::Run => quote!(Some(#run)),
        Draft::By(path) => {
            let draft = self::run(operation, &path.to_token_stream());
            quote!(Some(#draft))
        }
    };
    let types = types(operation);
    quote! {
        #function

        #(#documentation)*
        #[derive(Clone, ::serde::Deserialize, ::serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        #vis struct #value { #(#fields,)* }

        // A field may be a secret.
        impl ::std::fmt::Debug for #value {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_struct(stringify!(#value)).finish_non_exhaustive()
            }
        }

        impl crate::operation::Operation for #value {
            const INFO: crate::operation::Info = crate::operation::Info {
                name: stringify!(#name),
                access: crate::operation::Access::#access,
                effect: crate::operation::Effect::#effect,
                is_of_account: #is_of_account,
            };
            type Reply = #reply;
        }

        impl #value {
            /// The operation in the list of its module.
            pub(crate) const ENTRY: crate::operation::Entry<#handle> = crate::operation::Entry {
                info: <Self as crate::operation::Operation>::INFO,
                run: #run,
                draft: #draft,
                #[cfg(debug_assertions)]
                types: #types,
            };
        }
    }
}

/// Returns a closure that reads the value and calls a function with its fields.
fn run(operation: &Operation, function: &TokenStream) -> TokenStream {
    let (read, account) = if operation.is_of_account {
        let read = quote!(let (account, operation): (String, Self) = args.of_account()?;);
        (read, Some(quote!(&account,)))
    } else {
        (quote!(let operation: Self = args.read()?;), None)
    };
    let arguments = operation.parameters.iter().map(|it| &it.argument);
    let wait = operation.function.sig.asyncness.map(|_| quote!(.await));
    let mut reply = quote!(#function(app, #account #(#arguments),*) #wait);
    if !operation.may_fail {
        reply = quote!(Ok::<_, crate::operation::ErrorView>(#reply));
    }
    quote! {
        |app, args| {
            #read
            let _ = &operation;
            Ok(crate::operation::answered(async move { #reply }))
        }
    }
}

/// Returns a closure with the names and types for TypeScript, those of a function that is never called, where the page may
/// run the operation.
fn types(operation: &Operation) -> TokenStream {
    if operation.attribute.access == "Program" {
        return quote!(None);
    }
    let Operation { name, reply, .. } = operation;
    let account = operation.is_of_account.then(|| {
        let account = Ident::new(ACCOUNT, name.span());
        quote!(#account: String,)
    });
    let fields = operation.fields();
    let fields = fields.map(|Field { name, owned }| quote!(#name: #owned));
    let summary = operation.summary();
    quote! {
        Some(|types| {
            #[doc = #summary]
            #[::specta::specta]
            #[allow(unused_variables, reason = "the function is never called")]
            async fn #name(#account #(#fields),*) -> Result<#reply, crate::operation::ErrorView> {
                ::std::future::pending().await
            }
            ::specta::function::fn_datatype!(#name)(types)
        })
    }
}
