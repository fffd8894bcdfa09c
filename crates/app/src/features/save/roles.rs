//! Roles that the schema of a saved database names.

use super::contents::Contents;
use crate::Error;
use crate::view::{ErrorCode, NamedRole, SaveFormat};

/// SQL that creates these roles where they are missing. They can't log in.
#[must_use]
pub fn create_roles(roles: &[NamedRole]) -> String {
    let one = |role: &NamedRole| {
        let body = format!(
            "BEGIN IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = {}) THEN {} END IF; END",
            literal(&role.name),
            statement(role)
        );
        format!("DO LANGUAGE plpgsql {};\n", literal(&body))
    };
    roles.iter().map(one).collect()
}

/// The text before the dump in a saved file, so that it can be restored where the roles are missing.
#[must_use]
pub fn file_head(roles: &[NamedRole]) -> String {
    match roles {
        [] => String::new(),
        roles => format!(
            "-- Roles that policies and user mappings name, without login.\n{}\n",
            create_roles(roles)
        ),
    }
}

/// Such as `CREATE ROLE "reader" NOLOGIN;`
fn statement(role: &NamedRole) -> String {
    format!("CREATE ROLE {} NOLOGIN;", identifier(&role.name))
}

/// Sentences about the roles that a file needs.
pub(super) fn notes_of_file(contents: &Contents, format: SaveFormat) -> Vec<String> {
    let (needed, others) = (&contents.needed, &contents.others);
    match format {
        SaveFormat::Sql if needed.is_empty() => Vec::new(),
        SaveFormat::Sql => vec![format!(
            "The file creates the roles that it needs where they are missing, without login: {}.",
            list(needed)
        )],
        SaveFormat::Archive => {
            let mut all = needed.clone();
            let is_new = |it: &&NamedRole| needed.iter().all(|one| one.name != it.name);
            all.extend(others.iter().filter(is_new).cloned());
            if all.is_empty() {
                return Vec::new();
            }
            let statements: Vec<String> = all.iter().map(statement).collect();
            vec![format!(
                "The file names the roles {}. Where they are missing, run this before pg_restore: {}",
                list(&all),
                statements.join(" ")
            )]
        }
    }
}

/// A role is missing in the target, and nobody agreed to its creation.
pub(super) fn missing(role: &NamedRole) -> Error {
    let mut object = role.object.clone();
    if let Some(first) = object.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let message = format!(
        "{object} names the role {}, which is missing in the target",
        role.name
    );
    let hint = format!(
        "Let the copy create it, or run this there first: {}",
        statement(role)
    );
    Error::new(ErrorCode::Invalid, message).hint(hint)
}

/// Such as `reader (policy own on table ledger)`.
pub(super) fn list(roles: &[NamedRole]) -> String {
    let one = |role: &NamedRole| format!("{} ({})", role.name, role.object);
    roles.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A string that the server reads alike whatever `standard_conforming_strings` is.
fn literal(text: &str) -> String {
    let quoted = text.replace('\'', "''");
    match quoted.contains('\\') {
        true => format!("E'{}'", quoted.replace('\\', "\\\\")),
        false => format!("'{quoted}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_of_roles_stay_names() {
        for (name, sql) in [
            (
                "reader",
                "DO LANGUAGE plpgsql 'BEGIN IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = ''reader'') \
                 THEN CREATE ROLE \"reader\" NOLOGIN; END IF; END';\n",
            ),
            (
                r#"a'b"c\d"#,
                concat!(
                    "DO LANGUAGE plpgsql E'BEGIN IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = ",
                    r#"E''a''''b"c\\\\d'') THEN CREATE ROLE "a''b""c\\d" NOLOGIN; END IF; END';"#,
                    "\n"
                ),
            ),
        ] {
            let role = NamedRole {
                name: name.to_owned(),
                object: String::new(),
            };
            assert_eq!(create_roles(&[role]), sql);
        }
    }
}
