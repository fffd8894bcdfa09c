//! The operations for TypeScript: the arguments and the reply of each, by its name in camel case.

use std::fmt::Write as _;

use app::operation::camel_case;
use specta::Types;
use specta::datatype::{DataType, Function, NamedReferenceType, Reference};
use specta_typescript::{Error, Typescript, primitives};

/// Returns an interface with a property for each function.
pub fn typescript(functions: &[Function], types: &Types) -> Result<String, Error> {
    let exporter = Typescript::default();
    let text = |of: &DataType| primitives::reference(&exporter, types, of);
    let mut out = String::from(
        "\n/** Every operation by its kind: the arguments and the reply. */\nexport interface Operations {\n",
    );
    for function in functions {
        let documentation: Vec<_> = function.docs.lines().map(str::trim).collect();
        let documentation = documentation.join(" ");
        let kind = camel_case(function.name());
        let args = function.args().iter().map(|(name, of)| {
            let name = camel_case(name);
            text(of).map(|of| format!("{name}: {of}"))
        });
        let args = args.collect::<Result<Vec<_>, _>>()?.join("; ");
        let reply = function
            .result()
            .map_or(Ok("null".into()), |result| text(ok_of(result)))?;
        let args = if args.is_empty() {
            "object".to_owned()
        } else {
            format!("{{ {args} }}")
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "\t/** {} */\n\t{kind}: {{ args: {args}; reply: {reply} }};",
            documentation.trim()
        );
    }
    out.push_str("}\n");
    Ok(out)
}

/// Returns the first type of a `Result`, and any other type as it is.
fn ok_of(result: &DataType) -> &DataType {
    match result {
        DataType::Reference(Reference::Named(named)) => match &named.inner {
            NamedReferenceType::Reference { generics, .. } => match generics.as_slice() {
                [(_, ok), (_, _error)] => ok,
                _ => result,
            },
            _ => result,
        },
        _ => result,
    }
}
