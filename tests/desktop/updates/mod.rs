//! Newer versions: looked for where the person wants it, installed on a click, never anything that was not signed as such.

mod hostile;
mod image;
mod releases;

use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use testkit::server::Answer;

pub use self::image::Packed;
pub use self::releases::whole;

use self::image::Image;
use self::releases::{Key, Releases};
use crate::harness::{Desktop, Keychain, Window, WindowOptions, process};
use crate::journey::{change_settings, enter_sandbox, one_click, temporary_list};

/// Desktop, releases and the AppImage that the app runs out of.
pub async fn start(name: &str, packed: Packed) -> (Desktop, Releases, Image) {
    let mut desktop = Desktop::start(name, Keychain::Unlocked, WindowOptions::default()).await;
    let releases = Releases::start(desktop.path()).await;
    let image = Image::install(&mut desktop, packed);
    desktop.set("PLINTH_UPDATES_ADDRESS", releases.address());
    desktop.set("PLINTH_UPDATES_KEY", &releases.key.public);
    (desktop, releases, image)
}

/// A small program in place of a whole AppImage, whose end is its own.
pub fn package(desktop: &Desktop, end: &str) -> PathBuf {
    let file = desktop.path().join(format!("package-{end}"));
    let program = std::fs::read("/usr/bin/true").unwrap();
    std::fs::write(&file, [&program, end.as_bytes()].concat()).unwrap();
    file
}

async fn check(window: &Window) -> Result<Value, Value> {
    window.command("updates_check", json!({})).await
}

async fn install(window: &Window) -> Result<Value, Value> {
    window.command("updates_install", json!({})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_is_installed_on_a_click_and_runs_after_a_restart_with_the_same_data() {
    let (mut desktop, releases, image) = start("update", Packed::AppImage).await;
    // The restarted one must not meet the one that ends.
    desktop.unset("PLINTH_ALLOW_SECOND");
    let newer = desktop.path().join("newer");
    std::fs::copy(&desktop.program, &newer).unwrap();
    releases.announce("0.2.0", &newer, "0.2.0");
    let window = desktop.open().await;
    let id = one_click(&window).await;
    window.go("#/settings").await;
    window.sees("Not checked since Plinth started.").await;
    assert_eq!(releases.server.request_count(), 0, "nobody asked for it");

    let before = image.bytes();
    window.press("Check now").await;
    window.sees("Plinth 0.2.0 is available").await;
    window.sees("The tray shows what expires next.").await;
    assert_eq!(releases.downloads(), 0, "nobody asked for it");
    assert_eq!(image.bytes(), before);
    window.press("Install").await;
    window.sees("Plinth 0.2.0 is installed").await;
    assert!(image.bytes() == std::fs::read(&newer).unwrap());
    assert_eq!(image.beside(), ["Plinth.AppImage"]);
    assert_eq!(check(&window).await.unwrap()["release"], Value::Null);

    let port = releases.server.url.rsplit(':').next().unwrap().to_owned();
    let address = json!(format!("127.0.0.1:{port}"));
    testkit::until("three contacts are listed", async || {
        let list = window.command("network_list", json!({})).await.unwrap();
        let own = |it: &&Value| it["reason"] == "updates" && it["address"] == address;
        let own = list["items"].as_array().unwrap().iter().find(own);
        own.is_some_and(|it| it["count"] == 3)
    })
    .await;

    window.press("Restart Plinth").await;
    window.sees("will stop").await;
    window.press_last("Restart").await;
    desktop.window_is_gone(window).await;
    let restarted = runs(&desktop, &image.file).await;
    testkit::until("the newer version has a window", async || {
        desktop.shows_window()
    })
    .await;
    kill_process(restarted, Signal::TERM).unwrap();
    testkit::until("the newer version ends", async || {
        process::program(restarted).is_none()
    })
    .await;

    let window = desktop.open().await;
    let rows = temporary_list(&window).await;
    assert_eq!(rows[0]["id"], json!(id), "the database is still there");
    desktop.quit(window).await;
}

/// The process of this desktop that runs this file.
async fn runs(desktop: &Desktop, file: &Path) -> Pid {
    let found = std::sync::Mutex::new(None);
    testkit::until("the newer version runs", async || {
        let of = process::of_folder(&desktop.data());
        let runs = |pid: &Pid| process::program(*pid).is_some_and(|it| it == file);
        *found.lock().unwrap() = of.into_iter().find(runs);
        found.lock().unwrap().is_some()
    })
    .await;
    found.into_inner().unwrap().unwrap()
}

/// What outlives the window is started by the image: the folder that it is mounted at is gone by then.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_starts_the_image_and_the_image_its_other_programs() {
    let (mut desktop, _releases, image) = start("update-session", Packed::AppImage).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    change_settings(&window, |it| it["startAtLogin"] = json!(true)).await;
    let entries = std::fs::read_dir(desktop.path().join("config/autostart")).unwrap();
    let entry = entries.map(|it| it.unwrap().path()).next().unwrap();
    let entry = std::fs::read_to_string(entry).unwrap();
    let line = format!(
        "\"{}\" --program plinth agent --tray\n",
        image.file.display()
    );
    assert!(entry.contains(&line), "{entry}");
    change_settings(&window, |it| it["startAtLogin"] = json!(false)).await;
    desktop.quit(window).await;

    let named = async |name: &str| {
        let mut command = desktop.command(&desktop.program.to_string_lossy());
        command.args(["--program", name, "--version"]);
        let said = command
            .stdout(std::process::Stdio::piped())
            .output()
            .unwrap();
        String::from_utf8(said.stdout).unwrap()
    };
    assert_eq!(
        named("plinth").await,
        concat!("plinth ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_asked_by_itself_until_it_is_switched_on() {
    let (mut desktop, releases, image) = start("update-switch", Packed::AppImage).await;
    releases.announce("0.2.0", &package(&desktop, "newer"), "0.2.0");
    let window = desktop.open().await;
    one_click(&window).await;
    window.go("#/settings").await;
    window.sees("Check for updates automatically").await;
    assert_eq!(releases.server.request_count(), 0);
    window.press("Check for updates automatically").await;
    window.sees("Plinth 0.2.0 is available").await;
    assert_eq!(releases.server.request_count(), 1);
    // Another setting is no reason to ask again.
    change_settings(&window, |it| it["unusedKeyDays"] = json!(30)).await;
    desktop.quit(window).await;
    assert_eq!(releases.server.request_count(), 1);

    let window = desktop.open().await;
    releases.server.received(2).await;
    window.sees("New version").await;
    change_settings(&window, |it| it["checkForUpdates"] = json!(false)).await;
    desktop.quit(window).await;

    let window = desktop.open().await;
    window.eventually("settings_get", json!({})).await;
    window.go("#/settings").await;
    window.sees("Not checked since Plinth started.").await;
    desktop.quit(window).await;
    assert_eq!(releases.server.request_count(), 2);
    assert_eq!((releases.downloads(), image.beside().len()), (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_signed_as_announced_or_came_in_part_is_not_installed() {
    let (mut desktop, releases, image) = start("update-refused", Packed::AppImage).await;
    let before = image.bytes();
    let (older, newer) = (package(&desktop, "older"), package(&desktop, "newer"));
    let bytes = std::fs::read(&newer).unwrap();
    let window = desktop.open().await;
    enter_sandbox(&window).await;

    let refused = async |why: &str| {
        assert_eq!(
            check(&window).await.unwrap()["release"]["version"],
            "0.2.0",
            "{why}"
        );
        let error = install(&window).await.unwrap_err();
        assert!(image.bytes() == before, "{why}");
        assert_eq!(image.beside(), ["Plinth.AppImage"], "{why}");
        assert!(!error["hint"].as_str().unwrap().is_empty(), "{error}");
        error["message"].as_str().unwrap().to_owned()
    };
    const NOT_SIGNED: &str =
        "Couldn't install the update: it isn't signed as this version of Plinth";

    // By somebody else's key.
    let stranger = Key::make(&desktop.path().join("stranger"));
    let signature = stranger.sign(&newer, "0.2.0");
    releases.announce_value(&releases.announcement("0.2.0", &signature));
    releases.hand_out(whole(&bytes));
    assert_eq!(refused("another key").await, NOT_SIGNED);
    // An older release under a newer number: what is known to be broken in it would be back.
    releases.announce("0.2.0", &older, "0.0.9");
    assert_eq!(refused("an older one").await, NOT_SIGNED);
    // Changed on the way.
    releases.announce("0.2.0", &newer, "0.2.0");
    let mut changed = bytes.clone();
    changed[1_000] ^= 1;
    releases.hand_out(whole(&changed));
    assert_eq!(refused("one bit").await, NOT_SIGNED);
    // Signed, and no program.
    let text = desktop.path().join("text");
    std::fs::write(&text, "#!/bin/sh\n").unwrap();
    releases.announce("0.2.0", &text, "0.2.0");
    assert!(
        refused("no program")
            .await
            .contains("the package isn't for this system")
    );

    releases.announce("0.2.0", &newer, "0.2.0");
    let cut = whole(&bytes)[..bytes.len() / 2].to_vec();
    releases.server.state().package = Answer::End(cut);
    assert!(
        refused("a cut")
            .await
            .contains("the connection was lost before the file was complete")
    );
    releases.server.state().package = Answer::LOST;
    assert!(
        refused("no answer")
            .await
            .contains("the connection was lost")
    );
    for status in ["404 Not Found", "500 Internal Server Error"] {
        releases.server.state().package = Answer::of(status, "", "no");
        assert!(
            refused(status)
                .await
                .contains(&format!("the server answered with {}", &status[..3]))
        );
    }
    let elsewhere = format!("Location: {}\r\n", releases.address());
    releases.server.state().package = Answer::of("302 Found", &elsewhere, "");
    assert!(
        refused("a redirect")
            .await
            .contains("isn't signed as this version")
    );

    // One older than this, or the same, is none at all.
    for version in ["0.0.9", "0.1.0", "0.1.0-rc.1"] {
        releases.announce(version, &older, version);
        assert_eq!(
            check(&window).await.unwrap()["release"],
            Value::Null,
            "{version}"
        );
        assert_eq!(install(&window).await.unwrap_err()["code"], "notFound");
    }

    // A download can be stopped, and the right one is installed after all of that.
    releases.announce("0.2.0", &newer, "0.2.0");
    let right = releases.server.state().package.clone();
    releases.server.state().package = Answer::Hold(whole(&bytes)[..bytes.len() / 2].to_vec());
    window.go("#/settings").await;
    window.press("Check now").await;
    window.press("Install").await;
    window.sees("Downloading Plinth 0.2.0…").await;
    window.press("Cancel").await;
    window.sees("Plinth 0.2.0 is available").await;
    assert_eq!(image.beside(), ["Plinth.AppImage"]);
    releases.server.state().package = right;
    window.press("Install").await;
    window.sees("Plinth 0.2.0 is installed").await;
    assert!(image.bytes() == bytes);
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_half_way_the_installed_version_is_there_and_the_next_update_clears_up() {
    let (mut desktop, releases, image) = start("update-killed", Packed::AppImage).await;
    let before = image.bytes();
    let newer = package(&desktop, "newer");
    let bytes = std::fs::read(&newer).unwrap();
    releases.announce("0.2.0", &newer, "0.2.0");
    let right = releases.server.state().package.clone();
    releases.server.state().package = Answer::Hold(whole(&bytes)[..bytes.len() / 2].to_vec());
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    window.go("#/settings").await;
    window.press("Check now").await;
    window.press("Install").await;
    window.sees("Downloading Plinth 0.2.0…").await;
    assert_eq!(
        image.beside().len(),
        2,
        "the place of the new one is made first"
    );
    desktop.kill(window).await;
    assert!(image.bytes() == before);

    releases.server.state().package = right;
    let window = desktop.open().await;
    window.eventually("settings_get", json!({})).await;
    check(&window).await.unwrap();
    assert_eq!(install(&window).await.unwrap()["installed"], "0.2.0");
    assert!(image.bytes() == bytes);
    assert_eq!(image.beside(), ["Plinth.AppImage"]);
    desktop.quit(window).await;
}

/// An older Plinth finds what a newer one wrote.
#[tokio::test(flavor = "multi_thread")]
async fn a_downgrade_changes_nothing_and_says_so() {
    let mut desktop =
        Desktop::start("downgrade", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    let id = one_click(&window).await;
    desktop.quit(window).await;
    let store = desktop.data().join("plinth.db");
    let version = |version: Option<i64>| {
        let store = rusqlite::Connection::open(&store).unwrap();
        let now: i64 = store
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap();
        if let Some(version) = version {
            store.pragma_update(None, "user_version", version).unwrap();
        }
        now
    };
    let own = version(Some(1_000));
    let newer = std::fs::read(&store).unwrap();

    let window = desktop.open().await;
    window
        .sees("Plinth’s data file was written by a newer version")
        .await;
    desktop.quit(window).await;
    assert!(
        std::fs::read(&store).unwrap() == newer,
        "an older version wrote into it"
    );

    version(Some(own));
    let window = desktop.open().await;
    window.eventually("settings_get", json!({})).await;
    assert_eq!(temporary_list(&window).await[0]["id"], json!(id));
    desktop.quit(window).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_package_manager_installed_or_a_person_built_is_never_replaced() {
    for (packed, by, says) in [
        (Packed::Deb, "deb", "Installed as a .deb package."),
        (Packed::Rpm, "rpm", "Installed as an .rpm package."),
        (Packed::Built, "person", "Plinth can’t update itself here"),
    ] {
        let (mut desktop, releases, image) = start(&format!("update-{by}"), packed).await;
        let before = image.bytes();
        releases.announce("0.2.0", &package(&desktop, "newer"), "0.2.0");
        let window = desktop.open().await;
        enter_sandbox(&window).await;
        change_settings(&window, |it| it["checkForUpdates"] = json!(true)).await;
        window.go("#/settings").await;
        window.sees(says).await;
        window.no_longer_sees("Check now").await;
        let state = window.command("updates_state", json!({})).await.unwrap();
        assert_eq!((&state["by"], &state["host"]), (&json!(by), &Value::Null));
        assert_eq!(check(&window).await.unwrap_err()["code"], "invalid");
        assert_eq!(install(&window).await.unwrap_err()["code"], "invalid");
        desktop.quit(window).await;
        assert_eq!(releases.server.request_count(), 0, "{packed:?}");
        assert!(image.bytes() == before, "{packed:?}");
    }
}
