use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, FnArg, GenericArgument, Ident, Pat, PathArguments, Token, Type,
    TypeReference, parse_quote,
};

/// A parameter of the function, as fields of the value.
pub struct Parameter {
    pub fields: Vec<Field>,
    /// The argument for the parameter, made from the fields of `operation`.
    pub argument: TokenStream,
}

/// A field of the value.
pub struct Field {
    pub name: Ident,
    /// An owned type.
    pub owned: Type,
}

impl Parse for Field {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let owned = input.parse()?;
        Ok(Self { name, owned })
    }
}

/// Returns the parameter as fields of the value, and removes its attributes from the function.
pub fn parameter(argument: &mut FnArg) -> syn::Result<Parameter> {
    let FnArg::Typed(typed) = argument else {
        return Err(Error::new_spanned(
            argument,
            "an operation is a plain function",
        ));
    };
    let attributes = std::mem::take(&mut typed.attrs);
    if let Some(attribute) = attributes.first() {
        return group(attribute);
    }
    let Pat::Ident(name) = &*typed.pat else {
        return Err(Error::new_spanned(&typed.pat, "expected a name"));
    };
    let name = name.ident.clone();
    let (owned, argument) = match &*typed.ty {
        Type::Reference(reference) => (owned(reference)?, quote!(&operation.#name)),
        other if is_secret(other) => (parse_quote!(String), quote!(operation.#name.into())),
        other => match optional(other) {
            Some(Type::Reference(reference)) => {
                let owned = owned(reference)?;
                let argument = quote!(operation.#name.as_deref());
                (parse_quote!(Option<#owned>), argument)
            }
            Some(secret) if is_secret(secret) => {
                let argument = quote!(operation.#name.map(Into::into));
                (parse_quote!(Option<String>), argument)
            }
            _ => (other.clone(), quote!(operation.#name)),
        },
    };
    let fields = vec![Field { name, owned }];
    Ok(Parameter { fields, argument })
}

/// Returns the fields in `#[fields(a: A, b: B)]`. The parameter is made from `(&a, &b)`.
fn group(attribute: &Attribute) -> syn::Result<Parameter> {
    if !attribute.path().is_ident("fields") {
        return Err(Error::new_spanned(attribute, "expected `fields`"));
    }
    let fields = attribute.parse_args_with(Punctuated::<Field, Token![,]>::parse_terminated)?;
    let names = fields.iter().map(|field| &field.name);
    let argument = quote!((#(&operation.#names),*));
    let fields = fields.into_iter().collect();
    Ok(Parameter { fields, argument })
}

/// Returns the type that `&str`, `&[T]` and `&T` borrow from.
fn owned(reference: &TypeReference) -> syn::Result<Type> {
    if reference.mutability.is_some() {
        return Err(Error::new_spanned(
            reference,
            "an operation changes no argument",
        ));
    }
    Ok(match &*reference.elem {
        Type::Slice(slice) => {
            let element = &slice.elem;
            parse_quote!(Vec<#element>)
        }
        Type::Path(path) if path.path.is_ident("str") => parse_quote!(String),
        other => other.clone(),
    })
}

fn is_secret(of: &Type) -> bool {
    matches!(of, Type::Path(path) if path.path.is_ident("SecretString"))
}

/// Returns `T` of `Option<T>`.
fn optional(of: &Type) -> Option<&Type> {
    let Type::Path(path) = of else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(of) if last.ident == "Option" => Some(of),
        _ => None,
    }
}
