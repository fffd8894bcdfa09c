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

/// How the program ends, and what it writes, without a screen and a bus.
async fn without_screen(
    args: &[&str],
    variables: &[(&str, &str)],
) -> (Option<i32>, String, String) {
    let home = tempfile::tempdir().unwrap();
    let mut app = tokio::process::Command::new(process::app());
    for display in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "GDK_BACKEND",
        "DBUS_SESSION_BUS_ADDRESS",
    ] {
        app.env_remove(display);
    }
    for folder in [
        "HOME",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_RUNTIME_DIR",
    ] {
        app.env(folder, home.path());
    }
    app.args(args)
        .envs(variables.iter().copied())
        .kill_on_drop(true);
    let ended = tokio::time::timeout(Duration::from_secs(30), app.output()).await;
    let ended = ended.expect("the program ends").unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        ended.status.code(),
        text(&ended.stdout),
        text(&ended.stderr),
    )
}

#[tokio::test]
async fn program_refuses_to_start_when_a_folder_of_its_environment_is_set_to_nothing() {
    for variable in ["PLINTH_DATA_DIR", "PLINTH_POSTGRES_BIN"] {
        let (code, _, err) = without_screen(&[], &[(variable, "")]).await;
        let sentence = format!("{variable} is set, and is empty");
        assert!(code == Some(2) && err.contains(&sentence), "{code:?} {err}");
    }
}

#[tokio::test]
async fn program_says_that_it_needs_a_screen_and_answers_in_a_shell_without_one() {
    let (code, _, err) = without_screen(&[], &[]).await;
    assert!(
        code == Some(2) && err.contains("needs a screen"),
        "{code:?} {err}"
    );
    assert!(!err.contains("panicked"), "{err}");
    let (code, out, err) = without_screen(&["--version"], &[]).await;
    let version = concat!("plinth-desktop ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), version, ""));
    let (code, out, _) = without_screen(&["--help"], &[]).await;
    assert!(
        code == Some(0) && out.contains("Usage: plinth-desktop"),
        "{out}"
    );
}
