//! Names that PostgreSQL takes as they are.

use crate::postgres::own_roles::is_own_role;
use crate::reply::Failure;
use crate::route::body::invalid;
use crate::route::text;

/// PostgreSQL cuts longer ones off.
const LONGEST_NAME: usize = 63;
/// What SQL means something else by where it expects a role.
const WORDS_FOR_ROLES: [&str; 2] = ["none", "public"];

pub fn check_role_name(field: &str, name: &str) -> Result<(), Failure> {
    check_name(field, name)?;
    must_not_be(WORDS_FOR_ROLES.contains(&name), field, name)
}

/// `field` is what the request calls it.
pub fn check_name(field: &str, name: &str) -> Result<(), Failure> {
    if !(1..=LONGEST_NAME).contains(&name.len()) {
        return Err(invalid(format!(
            "{field} must have 1 to {LONGEST_NAME} bytes"
        )));
    }
    text::check_letters(field, name)?;
    let reserved = is_own_role(name)
        || name == "postgres"
        || name.starts_with("template")
        || name.starts_with("pg_");
    must_not_be(reserved, field, name)
}

fn must_not_be(reserved: bool, field: &str, name: &str) -> Result<(), Failure> {
    match reserved {
        false => Ok(()),
        true => Err(invalid(format!(
            "{field} is a reserved name; name:\"{name}\""
        ))),
    }
}
