//! The first words of `pg_control`: whether a cluster was shut down well, and the LSN of its last checkpoint.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::owner::read_small;

pub const PATH: &str = "global/pg_control";
const SHUT_DOWN: u32 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// Nothing is left to recover.
    pub is_shut_down: bool,
    /// The last checkpoint's LSN, in bytes since the cluster was made.
    pub checkpoint: u64,
    /// Where a recovery from it would begin.
    pub redo: u64,
}

/// These words lie in one sector, so that they are never seen half-written.
pub fn read(cluster: &Path) -> io::Result<Control> {
    parse(&read_small(&cluster.join(PATH))?).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// The whole file, not caught in the middle of being written: read until it is the same twice.
pub fn stable(path: &Path) -> io::Result<Vec<u8>> {
    const READ_ATTEMPTS: u32 = 50;
    let mut last = read_small(path)?;
    for _ in 0..READ_ATTEMPTS {
        std::thread::sleep(Duration::from_millis(1));
        let now = read_small(path)?;
        if now == last {
            return Ok(now);
        }
        last = now;
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// An LSN in PostgreSQL's writing, such as `0/1A2B3C8`.
pub fn parse_lsn(text: &str) -> Option<u64> {
    let (high, low) = text.split_once('/')?;
    let part = |digits: &str| match digits.len() {
        1..=8 if digits.bytes().all(|it| it.is_ascii_hexdigit()) => {
            u64::from_str_radix(digits, 16).ok()
        }
        _ => None,
    };
    Some(part(high)? << 32 | part(low)?)
}

/// An LSN as PostgreSQL writes it.
pub fn lsn_text(lsn: u64) -> String {
    format!("{:X}/{:X}", lsn >> 32, lsn & 0xffff_ffff)
}

/// System identifier (8 bytes), two versions (4 each), state (4), padding, time (8), checkpoint
/// (8), its start (8): the same since PostgreSQL 11, in the machine's own byte order.
fn parse(bytes: &[u8]) -> Option<Control> {
    let state = u32::from_ne_bytes(bytes.get(16..20)?.try_into().ok()?);
    let lsn = |at: usize| Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    Some(Control {
        is_shut_down: state == SHUT_DOWN,
        checkpoint: lsn(32)?,
        redo: lsn(40)?,
    })
}
