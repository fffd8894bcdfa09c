//! Commands that would wait for ever: for the writer of a pipe, or for a reader of their answer.

use std::io::Write as _;
use std::os::fd::AsFd as _;
use std::time::Duration;

use plinth_tests::shell::ended;
use rustix::fs::{FileType, Mode, OFlags, fcntl_getfl, fcntl_setfl, mknodat};
use rustix::process::Signal;
use testkit::until;

use super::Person;
use super::hosts::signal;

/// Longer than a command takes that waits for nothing.
const SOON: Duration = Duration::from_secs(60);

fn pipe_at(path: &std::path::Path) {
    mknodat(rustix::fs::CWD, path, FileType::Fifo, Mode::from(0o600), 0).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn command_ends_when_a_pipe_stands_where_a_file_is_read() {
    let person = Person::of(|_| {}).await;
    let shell = &person.shell;
    let folder = shell.path().join("shop");
    std::fs::create_dir(&folder).unwrap();
    for name in [".neon", "pipe", ".env", ".env.plinth-vite-lock"] {
        pipe_at(&folder.join(name));
    }
    let key = &*person.platform.key;
    let url = &*person.platform.base_url;
    for (args, code, words) in [
        (&["branches", "list"][..], 11, ".neon"),
        (&["branches", "list", "--context-file", "pipe"], 11, "pipe"),
        (
            &[
                "projects",
                "list",
                "--api-key",
                key,
                "--api-url",
                url,
                "--ca-file",
                "pipe",
            ],
            11,
            "CA file",
        ),
        (&["folders", "add", ".", "--seed", "pipe"], 0, ""),
        (&["folders", "ensure", ".", "--yes"], 11, ".env"),
        (
            &["run", "--", "true"],
            0,
            "so the command starts without its variables",
        ),
    ] {
        let mut command = shell.command(args);
        command.current_dir(&folder);
        let said = ended(command.spawn().unwrap(), SOON).await;
        said.says(code, &[words]);
    }
    // The data folder's own files.
    let settings = shell.data().join("settings.json");
    drop(std::fs::remove_file(&settings));
    pipe_at(&settings);
    let said = ended(shell.command(&["accounts", "list"]).spawn().unwrap(), SOON).await;
    said.says(11, &["settings"]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_signal_ends_a_command_whatever_it_waits_for() {
    let person = Person::of(|_| {}).await;
    let (reader, writer) = rustix::pipe::pipe().unwrap();
    // A pipe that is full: the command waits in the middle of its answer.
    let flags = fcntl_getfl(&writer).unwrap();
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).unwrap();
    let mut file = std::fs::File::from(writer);
    while file.write(&[b' '; 512]).is_ok() {}
    fcntl_setfl(file.as_fd(), flags).unwrap();
    let mut command = person.shell.command(&["accounts", "list"]);
    let mut child = command.stdout(file).spawn().unwrap();
    drop(command);
    let id = child.id().unwrap();
    let syscall = format!("/proc/{id}/task/{id}/syscall");
    until("it writes", async || {
        let text = std::fs::read_to_string(&syscall).unwrap_or_default();
        let mut words = text.split(' ');
        matches!(words.next(), Some("1" | "64")) && words.next() == Some("0x1")
    })
    .await;
    signal(&child, Signal::INT);
    signal(&child, Signal::TERM);
    let status = tokio::time::timeout(SOON, child.wait()).await;
    assert_eq!(status.expect("it ends").unwrap().code(), Some(130));
    drop(reader);
    person.stop().await;
}
