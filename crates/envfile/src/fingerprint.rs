use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// What a file held at one moment: nothing, or bytes known by their length and SHA-256.
///
/// It goes to the screen and back as text (`absent` or `length-hex`), so that a change is only
/// written over what the person saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fingerprint {
    /// There was no file.
    Absent,
    /// There was a file.
    Bytes {
        /// Its length in bytes.
        length: u64,
        /// The SHA-256 of its bytes.
        sha256: [u8; 32],
    },
}

impl Fingerprint {
    /// The fingerprint of a file's bytes, or of a file that is not there.
    pub fn of(bytes: Option<&[u8]>) -> Self {
        bytes.map_or(Self::Absent, |bytes| Self::Bytes {
            length: bytes.len() as u64,
            sha256: Sha256::digest(bytes).into(),
        })
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("absent"),
            Self::Bytes { length, sha256 } => {
                write!(f, "{length}-")?;
                sha256.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    }
}

/// The text is not a [`Fingerprint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The text is not the fingerprint of a file")]
pub struct InvalidFingerprint;

impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "absent" {
            return Ok(Self::Absent);
        }
        let (length, hex) = text.split_once('-').ok_or(InvalidFingerprint)?;
        let length = length.parse().map_err(|_| InvalidFingerprint)?;
        if hex.len() != 64 || !hex.is_ascii() {
            return Err(InvalidFingerprint);
        }
        let mut sha256 = [0; 32];
        for (index, byte) in sha256.iter_mut().enumerate() {
            let digits = &hex[index * 2..index * 2 + 2];
            *byte = u8::from_str_radix(digits, 16).map_err(|_| InvalidFingerprint)?;
        }
        Ok(Self::Bytes { length, sha256 })
    }
}
