//! Updates in the settings, from off to installed, and the question before a restart.

use testkit::server::Answer;

use super::checks::{ScreenChecks, States, escape, scroll_to};
use crate::harness::{Desktop, Window};
use crate::journey::one_click;
use crate::updates::{Packed, package, start, whole};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    (
        "updates",
        &[
            "off",
            "unreachable",
            "newest",
            "found",
            "download",
            "refused",
            "installed",
            "elsewhere",
        ],
    ),
    ("quit", &["restart"]),
];

pub async fn walk(checks: &ScreenChecks) {
    let (mut desktop, releases, _image) = start("screens-updates", Packed::AppImage).await;
    let newer = package(&desktop, "newer");
    let bytes = std::fs::read(&newer).unwrap();
    let window = desktop.open().await;
    one_click(&window).await;
    window.no_dialog().await;
    see(checks, &desktop, &window, "off", "Not checked since").await;
    releases.server.state().package = Answer::LOST;
    releases.announce_with(Answer::LOST);
    window.press("Check now").await;
    see(
        checks,
        &desktop,
        &window,
        "unreachable",
        "connection was lost before",
    )
    .await;
    releases.announce_with(Answer::of("204 No Content", "", ""));
    window.press("Check now").await;
    see(checks, &desktop, &window, "newest", "is the newest version").await;
    releases.announce("0.2.0", &newer, "0.2.0");
    window.press("Check now").await;
    see(checks, &desktop, &window, "found", "The tray shows what").await;
    releases.server.state().package = Answer::Hold(whole(&bytes)[..bytes.len() / 2].to_vec());
    window.press("Install").await;
    see(checks, &desktop, &window, "download", "kB of").await;
    window.press("Cancel").await;
    releases.hand_out(whole(b"\x7fELF, and not what was signed"));
    window.press("Install").await;
    see(
        checks,
        &desktop,
        &window,
        "refused",
        "signed as this version",
    )
    .await;
    releases.hand_out(whole(&bytes));
    window.press("Install").await;
    see(
        checks,
        &desktop,
        &window,
        "installed",
        "Restart Plinth to use it.",
    )
    .await;
    window.press("Restart Plinth").await;
    window.sees("will stop while").await;
    checks.inspect(&desktop, &window, "quit-restart").await;
    escape(&window).await;
    desktop.quit(window).await;

    let (mut desktop, _releases, _image) = start("screens-updates-deb", Packed::Deb).await;
    let window = desktop.open().await;
    one_click(&window).await;
    window.no_dialog().await;
    see(
        checks,
        &desktop,
        &window,
        "elsewhere",
        "Installed as a .deb",
    )
    .await;
    desktop.quit(window).await;
}

async fn see(checks: &ScreenChecks, desktop: &Desktop, window: &Window, state: &str, text: &str) {
    window.go("#/settings").await;
    window.sees(text).await;
    scroll_to(window, "Updates").await;
    checks
        .inspect(desktop, window, &format!("updates-{state}"))
        .await;
}
