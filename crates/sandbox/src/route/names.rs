//! Names that PostgreSQL takes as they are.

use crate::postgres::own_roles::is_own_role;
use crate::reply::Failure;
use crate::route::body::invalid;

/// PostgreSQL cuts longer ones off.
const LONGEST_NAME: usize = 63;

/// `field` is what the request calls it.
pub fn check_name(field: &str, name: &str) -> Result<(), Failure> {
    if !(1..=LONGEST_NAME).contains(&name.len()) {
        return Err(invalid(format!(
            "{field} must have 1 to {LONGEST_NAME} bytes"
        )));
    }
    if name.chars().any(char::is_control) {
        return Err(invalid(format!("{field} must not have control characters")));
    }
    let reserved = is_own_role(name)
        || name == "postgres"
        || name.starts_with("template")
        || name.starts_with("pg_");
    if reserved {
        return Err(invalid(format!(
            "{field} is a reserved name; name:\"{name}\""
        )));
    }
    Ok(())
}
