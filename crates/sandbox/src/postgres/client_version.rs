//! Versions of PostgreSQL's client programs without known holes. The table of the product's own client says the same, and a test
//! of both compares them.

/// The first minor version of each major version without the holes CVE-2025-8714 and CVE-2025-8715.
const FIXED: [(u32, u32); 5] = [(13, 22), (14, 19), (15, 14), (16, 10), (17, 6)];
/// The first major version that never had them.
const NEVER_AFFECTED: u32 = 18;

/// The version that a program prints with `--version`, such as `17.11`.
pub fn printed(line: &str) -> Option<&str> {
    let text = line.split_once("(PostgreSQL) ")?.1;
    text.split_whitespace().next()
}

/// Whether a client program of this version must not be started.
pub fn has_known_holes(version: &str) -> bool {
    let number = |text: &str| text.parse::<u32>().ok();
    let major = version.split(|c: char| !c.is_ascii_digit()).next();
    let Some(major) = major.and_then(number) else {
        return true;
    };
    let minor = version.split_once('.').and_then(|(_, minor)| number(minor));
    match FIXED.iter().find(|(fixed, _)| *fixed == major) {
        Some((_, fixed)) => minor.is_none_or(|minor| minor < *fixed),
        None if major == NEVER_AFFECTED => minor.is_none(),
        None => major < NEVER_AFFECTED,
    }
}
