use proc_macro2::Ident;
use syn::{
    Attribute as Meta, Error, Expr, FnArg, GenericArgument, ItemFn, Lit, Pat, PathArguments,
    ReturnType, Type, parse_quote,
};

use crate::attribute::Attribute;
use crate::parameter::{Field, Parameter, parameter};

/// The parameter that names the account.
pub const ACCOUNT: &str = "account_id";

/// An operation, as its attribute and its function declare it.
pub struct Operation {
    pub attribute: Attribute,
    /// The function without the attributes of its parameters.
    pub function: ItemFn,
    /// In snake case.
    pub name: Ident,
    /// The type of the first parameter, without its reference.
    pub handle: Type,
    pub is_of_account: bool,
    /// The parameters after the handle and the account.
    pub parameters: Vec<Parameter>,
    pub reply: Type,
    /// True if the function returns a `Result`.
    pub may_fail: bool,
}

impl Operation {
    pub fn read(attribute: Attribute, mut function: ItemFn) -> syn::Result<Self> {
        if let Some(generic) = function.sig.generics.params.first() {
            let reason = "an operation has no generic parameters";
            return Err(Error::new_spanned(generic, reason));
        }
        let is_of_account = function.sig.inputs.iter().nth(1).is_some_and(is_account);
        let skipped = if is_of_account { 2 } else { 1 };
        let parameters = function.sig.inputs.iter_mut().skip(skipped);
        let parameters = parameters.map(parameter).collect::<syn::Result<_>>()?;
        let (reply, may_fail) = reply(&function.sig.output);
        let name = attribute.name.as_ref().unwrap_or(&function.sig.ident);
        Ok(Self {
            name: name.clone(),
            handle: handle(&function)?,
            is_of_account,
            parameters,
            reply,
            may_fail,
            attribute,
            function,
        })
    }

    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.parameters.iter().flat_map(|it| &it.fields)
    }

    /// The name of the value's type.
    pub fn value(&self) -> Ident {
        let name = self.name.to_string();
        let words = name.split('_').map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_ascii_uppercase() + rest
        });
        Ident::new(&words.collect::<String>(), self.name.span())
    }

    /// The function's documentation.
    pub fn documentation(&self) -> impl Iterator<Item = &Meta> {
        let attributes = self.function.attrs.iter();
        attributes.filter(|attribute| attribute.path().is_ident("doc"))
    }

    /// The first paragraph of the documentation.
    pub fn summary(&self) -> String {
        let lines = self.documentation().filter_map(line);
        let paragraph = lines.take_while(|line| !line.is_empty());
        paragraph.collect::<Vec<_>>().join(" ")
    }
}

fn line(documentation: &Meta) -> Option<String> {
    match &documentation.meta.require_name_value().ok()?.value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    }
}

fn handle(function: &ItemFn) -> syn::Result<Type> {
    match function.sig.inputs.first() {
        Some(FnArg::Typed(typed)) => match &*typed.ty {
            Type::Reference(reference) => Ok((*reference.elem).clone()),
            other => Err(Error::new_spanned(
                other,
                "expected a reference to a handle",
            )),
        },
        _ => {
            let reason = "the first parameter is the handle";
            Err(Error::new_spanned(&function.sig, reason))
        }
    }
}

fn is_account(argument: &FnArg) -> bool {
    let FnArg::Typed(typed) = argument else {
        return false;
    };
    matches!(&*typed.pat, Pat::Ident(name) if name.ident == ACCOUNT)
}

fn reply(output: &ReturnType) -> (Type, bool) {
    let ReturnType::Type(_, output) = output else {
        return (parse_quote!(()), false);
    };
    if let Type::Path(path) = &**output
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Reply")
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(reply)) = arguments.args.first()
    {
        return (reply.clone(), true);
    }
    ((**output).clone(), false)
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;

    use super::*;

    fn operation(function: ItemFn) -> syn::Result<Operation> {
        Operation::read(parse_quote!(Page, Read, widget_list, text), function)
    }

    #[test]
    fn parameters_become_owned_fields_and_borrowed_arguments() {
        let operation = operation(parse_quote! {
            /// Lists widgets
            /// of a place.
            ///
            /// # Errors
            pub async fn list(
                app: &Platform,
                account_id: &str,
                name: &str,
                after: Option<&str>,
                roles: &[String],
                key: SecretString,
                #[fields(project_id: String, branch_id: Option<String>)] place: impl Into<Place>,
            ) -> Result<Vec<WidgetView>, Error> {}
        });
        let operation = operation.unwrap();
        assert_eq!(operation.value(), "WidgetList");
        assert_eq!(operation.summary(), "Lists widgets of a place.");
        assert!(operation.is_of_account && operation.may_fail);
        let reply: Type = parse_quote!(Vec<WidgetView>);
        assert!(operation.reply == reply);
        let text = |tokens: proc_macro2::TokenStream| tokens.to_string().replace(' ', "");
        let fields = operation.fields();
        let fields: Vec<String> = fields
            .map(|field| format!("{}: {}", field.name, text(field.owned.to_token_stream())))
            .collect();
        assert_eq!(
            fields,
            [
                "name: String",
                "after: Option<String>",
                "roles: Vec<String>",
                "key: String",
                "project_id: String",
                "branch_id: Option<String>",
            ]
        );
        let arguments = operation.parameters.iter();
        let arguments: Vec<String> = arguments.map(|it| text(it.argument.clone())).collect();
        assert_eq!(
            arguments,
            [
                "&operation.name",
                "operation.after.as_deref()",
                "&operation.roles",
                "operation.key.into()",
                "(&operation.project_id,&operation.branch_id)",
            ]
        );
    }

    #[test]
    fn function_that_is_no_operation_is_refused_with_the_reason() {
        let refused = |function| operation(function).err().unwrap().to_string();
        assert_eq!(
            refused(parse_quote!(
                fn list<T>(app: &Platform, of: T) {}
            )),
            "an operation has no generic parameters"
        );
        assert_eq!(
            refused(parse_quote!(
                fn list() {}
            )),
            "the first parameter is the handle"
        );
        assert_eq!(
            refused(parse_quote!(
                fn list(app: Platform) {}
            )),
            "expected a reference to a handle"
        );
        assert_eq!(
            refused(parse_quote!(
                fn list(app: &Platform, into: &mut Vec<u8>) {}
            )),
            "an operation changes no argument"
        );
    }
}
