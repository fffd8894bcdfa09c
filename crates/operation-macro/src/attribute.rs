use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, Path, Token};

/// The arguments of the attribute.
pub struct Attribute {
    pub access: Ident,
    pub effect: Ident,
    /// The operation's name, where the function has another one.
    pub name: Option<Ident>,
    pub draft: Draft,
}

/// How the operation becomes text.
pub enum Draft {
    /// The operation has no text.
    None,
    /// The function's first request is the text.
    Run,
    /// The first request of another function is the text.
    By(Path),
}

impl Parse for Attribute {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let access = input.parse()?;
        input.parse::<Token![,]>()?;
        let effect = input.parse()?;
        let mut attribute = Self {
            access,
            effect,
            name: None,
            draft: Draft::None,
        };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            let option: Ident = input.parse()?;
            match option.to_string().as_str() {
                "text" if input.peek(Token![=]) => {
                    input.parse::<Token![=]>()?;
                    attribute.draft = Draft::By(input.parse()?);
                }
                "text" => attribute.draft = Draft::Run,
                _ if attribute.name.is_none() => attribute.name = Some(option),
                _ => return Err(Error::new(option.span(), "expected `text`")),
            }
        }
        Ok(attribute)
    }
}
