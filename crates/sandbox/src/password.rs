//! Passwords of people who sign in, at rest.

use std::num::NonZeroU32;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::pbkdf2;

use crate::random::Random;

/// What OWASP recommends for PBKDF2 with HMAC-SHA-256.
const ITERATIONS: u32 = 600_000;
/// A digest lies in the database of its owner, who could let the sandbox count for hours.
const MOST_ITERATIONS: u32 = 2_000_000;
const SALT: usize = 16;
const DIGEST: usize = 32;

/// `$pbkdf2-sha256$i=600000$SALT$DIGEST`. Takes a good part of a second, on purpose.
pub fn digest(random: &Random, password: &str) -> String {
    let salt = random.bytes(SALT);
    let mut derived = [0; DIGEST];
    let iterations = NonZeroU32::new(ITERATIONS).unwrap_or(NonZeroU32::MIN);
    derive(iterations, &salt, password, &mut derived);
    let encode = |bytes: &[u8]| STANDARD_NO_PAD.encode(bytes);
    let (salt, derived) = (encode(&salt), encode(&derived));
    format!("$pbkdf2-sha256$i={ITERATIONS}${salt}${derived}")
}

/// Takes as long where there is no digest, so that its time does not tell who has one.
pub fn is_right(stored: Option<&str>, password: &str) -> bool {
    let Some((iterations, salt, expected)) = stored.and_then(parsed) else {
        let iterations = NonZeroU32::new(ITERATIONS).unwrap_or(NonZeroU32::MIN);
        derive(iterations, &[0; SALT], password, &mut [0; DIGEST]);
        return false;
    };
    let algorithm = pbkdf2::PBKDF2_HMAC_SHA256;
    pbkdf2::verify(algorithm, iterations, &salt, password.as_bytes(), &expected).is_ok()
}

fn derive(iterations: NonZeroU32, salt: &[u8], password: &str, into: &mut [u8]) {
    let algorithm = pbkdf2::PBKDF2_HMAC_SHA256;
    pbkdf2::derive(algorithm, iterations, salt, password.as_bytes(), into);
}

fn parsed(stored: &str) -> Option<(NonZeroU32, Vec<u8>, Vec<u8>)> {
    let rest = stored.strip_prefix("$pbkdf2-sha256$i=")?;
    let mut parts = rest.split('$');
    let iterations: u32 = parts.next()?.parse().ok()?;
    let salt = STANDARD_NO_PAD.decode(parts.next()?).ok()?;
    let digest = STANDARD_NO_PAD.decode(parts.next()?).ok()?;
    let is_whole = parts.next().is_none() && digest.len() == DIGEST;
    let iterations = NonZeroU32::new(iterations).filter(|it| it.get() <= MOST_ITERATIONS)?;
    is_whole.then_some((iterations, salt, digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_right_for_its_password_alone() {
        let random = Random::seeded(3);
        let stored = digest(&random, "correct horse");
        assert!(stored.starts_with("$pbkdf2-sha256$i=600000$"));
        assert!(!stored.contains("horse"));
        assert_ne!(stored, digest(&random, "correct horse"), "another salt");
        assert!(is_right(Some(&stored), "correct horse"));
        assert!(!is_right(Some(&stored), "correct house"));
        assert!(!is_right(None, "correct horse"));
    }

    #[test]
    fn what_is_no_digest_of_ours_is_right_for_nothing() {
        for stored in [
            "",
            "secret",
            "$pbkdf2-sha256$i=0$AAAA$AAAA",
            "$pbkdf2-sha256$i=4000000000$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "$pbkdf2-sha256$i=1$AAAA$",
        ] {
            assert!(parsed(stored).is_none(), "{stored}");
        }
    }
}
