//! A virtual screen of one test.

use super::process::{ChildGuard, command};

/// Starts one of this size; the second is what `DISPLAY` is set to.
#[must_use]
pub fn start(width: u32, height: u32) -> (ChildGuard, String) {
    let mut server = command("Xvfb", &[]);
    server
        .args(["-displayfd", "1", "-nolisten", "tcp", "-noreset"])
        .args(["-screen", "0", &format!("{width}x{height}x24")]);
    let (server, number) = ChildGuard::announced(&mut server);
    (server, format!(":{number}"))
}
