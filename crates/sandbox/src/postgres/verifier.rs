//! Whether a password is the one that a server keeps the SCRAM verifier of (RFC 5802, RFC 7677).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const BLOCK: usize = 64;
/// PostgreSQL makes verifiers of 4,096 rounds, and takes those that people bring with any number: comparing one of billions
/// would take hours.
const MOST_ITERATIONS: u32 = 100_000;
type Hash = [u8; 32];

/// `verifier` as `pg_authid` has it. One of another kind is of no password that is known here.
pub fn is_of(verifier: &str, password: &str) -> bool {
    let Some(kept) = read(verifier) else {
        return false;
    };
    let salted = salted(password.as_bytes(), &kept.salt, kept.iterations);
    let stored: Hash = Sha256::digest(hmac(&salted, &[b"Client Key"])).into();
    crate::secret_digest::same(&stored, &kept.stored_key)
}

struct Verifier {
    iterations: u32,
    salt: Vec<u8>,
    stored_key: Vec<u8>,
}

/// `SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey`.
fn read(verifier: &str) -> Option<Verifier> {
    let (first, second) = verifier.strip_prefix("SCRAM-SHA-256$")?.split_once('$')?;
    let (iterations, salt) = first.split_once(':')?;
    let (stored_key, _) = second.split_once(':')?;
    let iterations = iterations.parse().ok();
    Some(Verifier {
        iterations: iterations.filter(|it| *it <= MOST_ITERATIONS)?,
        salt: STANDARD.decode(salt).ok()?,
        stored_key: STANDARD.decode(stored_key).ok()?,
    })
}

/// PBKDF2 with one block.
fn salted(password: &[u8], salt: &[u8], iterations: u32) -> Hash {
    let mut last = hmac(password, &[salt, &1_u32.to_be_bytes()]);
    let mut sum = last;
    for _ in 1..iterations {
        last = hmac(password, &[&last]);
        for (sum, byte) in sum.iter_mut().zip(last) {
            *sum ^= byte;
        }
    }
    sum
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> Hash {
    let mut block = [0_u8; BLOCK];
    if key.len() > BLOCK {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let mut inner = Sha256::new_with_prefix(block.map(|byte| byte ^ 0x36));
    for part in parts {
        inner.update(part);
    }
    let mut outer = Sha256::new_with_prefix(block.map(|byte| byte ^ 0x5c));
    outer.update(inner.finalize());
    outer.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_verifier_and_no_other() {
        // The exchange of RFC 7677, its StoredKey worked out.
        let salt = STANDARD.decode("W22ZaJ0SNY7soEsUEjb6gQ==").unwrap();
        let key = hmac(&salted(b"pencil", &salt, 4096), &[b"Client Key"]);
        let stored = STANDARD.encode(Sha256::digest(key));
        assert_eq!(stored, "WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=");
        let verifier = format!("SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==${stored}:AAAA");
        assert!(is_of(&verifier, "pencil"));
        assert!(!is_of(&verifier, "Pencil"));
        assert!(!is_of("md5d41d8cd98f00b204e9800998ecf8427e", "pencil"));
        assert!(!is_of("", "pencil"));
    }

    #[test]
    fn a_verifier_of_endless_rounds_is_not_compared() {
        for (rounds, is_read) in [(1, true), (MOST_ITERATIONS, true), (u32::MAX, false)] {
            let verifier = format!("SCRAM-SHA-256${rounds}:AAAA$AAAA:AAAA");
            assert_eq!(read(&verifier).is_some(), is_read, "{rounds}");
        }
    }
}
