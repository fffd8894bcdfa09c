//! A click as text, run by a shell: it does what the click does.

use serde_json::Value;

use super::{connected, get};
use crate::accounts::Platform;
use crate::harness::{Desktop, Window};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_copied_as_curl_does_the_same_in_a_shell() {
    let platform = Platform::start(false).await;
    let mill = platform.project("Mill").await;
    let path = format!("/projects/{}", mill["project"]["id"].as_str().unwrap());
    let (mut desktop, window, _) = connected("calls", &platform).await;
    window.sees("Mill").await;

    // What a filled form would send, from the form.
    window.press("New project…").await;
    window.fill("Name optional", "it's $HOME").await;
    window.press("More options").await;
    window.fill("Size in CU optional", "0.5-2").await;
    window.press("Copy as…").await;
    window.press("Copy as curl").await;
    let curl = copied(&window, &desktop, "$HOME").await;
    assert_eq!(
        platform.projects().await,
        ["Mill"],
        "the copy itself sent it"
    );
    let made = run(&platform, &curl).await;
    let id = made["project"]["id"].as_str().unwrap();
    let project = &get(&platform, &format!("/projects/{id}")).await["project"];
    assert_eq!(project["name"], "it's $HOME");
    assert_eq!(
        project["default_endpoint_settings"]["autoscaling_limit_max_cu"],
        2.0
    );
    window.press("Close").await;
    window.press("Discard").await;
    window.no_dialog().await;
    // The project that the shell made comes into the list.
    window.sees("it's $HOME").await;

    // What a row's menu looks at, from the menu.
    window.press("Mill").await;
    window.press("Actions for Mill").await;
    window.press("Copy as curl").await;
    let curl = copied(&window, &desktop, &path).await;
    let looked = run(&platform, &curl).await;
    assert_eq!(looked["project"]["name"], "Mill");

    // And what is about to be deleted, as it can be read.
    window.press("Actions for Mill").await;
    window.press("Delete…").await;
    // The dialog is as high as its content: its buttons stand still once that is read.
    window.sees("What will be deleted").await;
    window.settled().await;
    window.press("Copy as…").await;
    window.press("Show as text…").await;
    window.sees("Delete Mill as text").await;
    let curl = shown(&window).await;
    assert!(curl.contains("DELETE"), "{curl}");
    run(&platform, &curl).await;
    assert_eq!(platform.projects().await, ["it's $HOME"]);
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Waits until a curl command with this in it is on the clipboard of the desktop, and gives it.
async fn copied(window: &Window, desktop: &Desktop, part: &str) -> String {
    let found = std::sync::Mutex::new(String::new());
    window
        .until("the command is on the clipboard", || async {
            let text = desktop.clipboard();
            let fits = text.contains("curl -K - ") && text.contains(part);
            *found.lock().unwrap() = text;
            fits
        })
        .await;
    found.into_inner().unwrap()
}

/// The curl command that the dialog shows.
async fn shown(window: &Window) -> String {
    let script = "return document.querySelector('[aria-label=\"As curl\"] code, [aria-label=\"As curl\"] pre')?.innerText ?? ''";
    window
        .until("the text is shown", || async {
            let text = window.script(script, Vec::new()).await;
            text.as_str().is_some_and(|text| text.contains("curl"))
        })
        .await;
    let text = window.script(script, Vec::new()).await;
    text.as_str().unwrap().to_owned()
}

/// Runs a command with the key in its variable and nowhere else, and gives what came back.
async fn run(platform: &Platform, command: &str) -> Value {
    let key = &platform.running.key;
    assert!(!command.contains(key.as_str()), "the key stands in it");
    let mut shell = tokio::process::Command::new("sh");
    shell
        .args(["-c", &format!("{command} -sS --fail-with-body")])
        .env("NEON_API_KEY", key)
        .env("no_proxy", "*");
    let output = shell.output().await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command}\n{text}\n{errors}");
    serde_json::from_str(&text).unwrap()
}
