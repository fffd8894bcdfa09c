//! One Plinth at a time on one data folder.

use std::time::Duration;

use crate::harness::{Desktop, Keychain, WindowOptions, process};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_shows_the_first_window_and_ends() {
    let mut desktop = Desktop::start("second", Keychain::Unlocked, WindowOptions::default()).await;
    desktop.unset("PLINTH_ALLOW_SECOND");
    let window = desktop.open().await;
    window.sees("Welcome to Plinth").await;
    let _cover = desktop.cover();
    assert!(!desktop.is_on_top(), "nothing covers the first window");
    let mut second = desktop.app();
    let ended = tokio::task::spawn_blocking(move || second.status().unwrap());
    let status = tokio::time::timeout(Duration::from_secs(30), ended)
        .await
        .expect("the second one stays")
        .unwrap();
    assert!(status.success(), "the second one ended badly: {status}");
    window
        .until("the first window is raised", || async {
            desktop.is_on_top()
        })
        .await;
    window.sees("Welcome to Plinth").await;
    desktop.quit(window).await;
}

#[tokio::test]
async fn program_refuses_to_start_when_a_folder_of_its_environment_is_set_to_nothing() {
    let home = tempfile::tempdir().unwrap();
    for variable in ["PLINTH_DATA_DIR", "PLINTH_POSTGRES_BIN"] {
        let mut app = tokio::process::Command::new(process::app());
        for display in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
            app.env_remove(display);
        }
        for folder in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            app.env(folder, home.path());
        }
        app.env(variable, "").kill_on_drop(true);
        let ended = tokio::time::timeout(Duration::from_secs(30), app.output()).await;
        let ended = ended.expect("the program ends").unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        let sentence = format!("{variable} is set, and is empty");
        assert!(
            ended.status.code() == Some(2) && said.contains(&sentence),
            "{ended:?}"
        );
    }
}
