use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;

use app::FolderLock;
use app::view::ErrorCode;
use host::Connection;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};

use super::{Folder, settings};
use testkit::until;

fn frame(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    let length = u32::try_from(text.len()).unwrap();
    [&length.to_le_bytes()[..], text.as_bytes()].concat()
}

async fn read(from: &mut UnixStream) -> Value {
    let mut frame = vec![0; from.read_u32_le().await.unwrap() as usize];
    from.read_exact(&mut frame).await.unwrap();
    serde_json::from_slice(&frame).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_of_another_version_is_named() {
    let folder = Folder::new();
    let _lock = FolderLock::try_take(folder.path()).unwrap().unwrap();
    std::fs::create_dir(folder.path().join("run")).unwrap();
    let listener = UnixListener::bind(folder.socket()).unwrap();
    let other = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let hello = frame(&json!({ "protocol": 3, "version": "9.8.7", "more": true }));
        stream.write_all(&hello).await.unwrap();
        read(&mut stream).await
    };
    let (opened, hello) = tokio::join!(Connection::open(folder.config()), other);
    let error = opened.unwrap_err();
    assert_eq!(error.code, ErrorCode::File);
    assert!(
        error
            .message
            .starts_with("Plinth 9.8.7 has the data folder open"),
        "{error:?}"
    );
    assert_eq!(hello["protocol"], 2);
}

/// As after an update: the agent of the version before ends, and nobody has the folder then.
#[tokio::test(flavor = "multi_thread")]
async fn an_agent_gives_way_to_a_newer_plinth_alone() {
    let folder = Folder::new();
    let mut agent = folder.agent().await;
    for version in ["0.0.1", "0.1.0-beta.1", "none", "9.8.7"] {
        assert!(agent.child().try_wait().unwrap().is_none(), "{version}");
        let mut stream = UnixStream::connect(folder.socket()).await.unwrap();
        let hello = read(&mut stream).await;
        let other = json!({ "protocol": hello["protocol"], "version": version });
        stream.write_all(&frame(&other)).await.unwrap();
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest).await);
        assert!(rest.is_empty(), "{version}");
    }
    until("the agent ends", async || {
        let ended = agent.child().try_wait().unwrap();
        ended.is_some_and(|status| status.success())
    })
    .await;
    assert!(FolderLock::try_take(folder.path()).unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_plinth_waits_until_an_older_agent_has_ended() {
    let folder = Folder::new();
    let lock = FolderLock::try_take(folder.path()).unwrap().unwrap();
    std::fs::create_dir(folder.path().join("run")).unwrap();
    let listener = UnixListener::bind(folder.socket()).unwrap();
    let older = async move {
        let hello = frame(&json!({ "protocol": 1, "version": "0.0.1" }));
        for _ in 0..2 {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(&hello).await.unwrap();
            read(&mut stream).await;
        }
        drop((listener, lock));
    };
    let (opened, ()) = tokio::join!(Connection::open(folder.config()), older);
    let plinth = opened.unwrap();
    assert!(plinth.is_host());
    plinth.close().await;
}

/// Whoever is of another version, or no Plinth, gets the greeting and nothing else, and the others notice nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_greet_as_it_should_gets_no_answer() {
    let folder = Folder::new();
    let host = folder.open().await;
    let call = frame(&json!({ "call": { "id": 1, "name": "settings_get", "args": {} } }));
    let other = frame(&json!({ "protocol": 3, "version": "9.8.7" }));
    for first in [other, call.clone(), b"GET / HTTP/1.1\r\n\r\n".to_vec()] {
        let mut stream = UnixStream::connect(folder.socket()).await.unwrap();
        let hello = read(&mut stream).await;
        stream.write_all(&first).await.unwrap();
        // The host may have closed it already.
        drop(stream.write_all(&call).await);
        let mut rest = Vec::new();
        drop(stream.read_to_end(&mut rest).await);
        assert!(rest.is_empty(), "{hello} {first:?}");
    }
    let mut stream = UnixStream::connect(folder.socket()).await.unwrap();
    let hello = read(&mut stream).await;
    stream.write_all(&frame(&hello)).await.unwrap();
    stream.write_all(&call).await.unwrap();
    let answer = read(&mut stream).await;
    assert_eq!(answer["answer"]["id"], 1, "{answer}");
    settings(&host).await;
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_user_hears_nothing_even_where_files_let_them_in() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("left out: only root becomes another user");
        return;
    }
    let folder = Folder::new();
    let host = folder.open().await;
    let socket = folder.socket();
    let program = folder.path().join("program");
    std::fs::copy(env!("CARGO_BIN_EXE_host-process"), &program).unwrap();
    let open = |path: &Path| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
    };
    for path in [folder.path(), socket.parent().unwrap(), &socket, &program] {
        open(path);
    }
    let said = async |user: Option<u32>| {
        let mut command = std::process::Command::new(&program);
        command
            .arg("read")
            .arg(&socket)
            .stdin(std::process::Stdio::null());
        if let Some(user) = user {
            command.uid(user);
        }
        let output = tokio::task::spawn_blocking(move || command.output().unwrap());
        String::from_utf8(output.await.unwrap().stdout).unwrap()
    };
    assert_eq!(said(Some(65534)).await, "0\n");
    assert_ne!(said(None).await, "0\n", "the user's own is greeted");
    host.close().await;
}
