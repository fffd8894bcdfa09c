//! Email addresses and the mail that goes to them.

use std::str::FromStr;

use lettre::Address;

const LONGEST: usize = 256;

/// Whether mail could be sent there.
pub fn is_address(text: &str) -> bool {
    text.len() <= LONGEST && Address::from_str(text).is_ok()
}
