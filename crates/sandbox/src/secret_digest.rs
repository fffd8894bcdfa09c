//! How secrets that somebody sent are compared with known ones.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// SHA-256 as hexadecimal digits. Tokens are long and random, so nothing slower is needed.
pub fn hash(token: &str) -> String {
    let digest = Sha256::digest(token.as_bytes());
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Compares without telling by its time where the first difference is.
pub fn same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && left
            .iter()
            .zip(right)
            .fold(0, |diff, (a, b)| diff | (a ^ b))
            == 0
}
