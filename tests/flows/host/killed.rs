use app::view::{ErrorCode, EventView};
use serde_json::{Value, json};
use testkit::until;

use super::{Folder, SilentServer, hears, kill, set_clipboard_seconds, settings};

#[tokio::test(flavor = "multi_thread")]
async fn when_the_host_is_killed_a_read_is_run_again_and_a_change_is_not() {
    let folder = Folder::new();
    let mut agent = folder.agent().await;
    let client = folder.open().await;
    assert!(!client.is_host());
    let mut events = client.events();

    let (reads, changes) = (SilentServer::start().await, SilentServer::start().await);
    let call = |name: &'static str, args: Value| {
        let client = client.clone();
        tokio::spawn(async move { client.call::<Value>(name, args).await })
    };
    let read = call("email_probe", reads.probe());
    let mut change = call(
        "account_connect",
        json!({ "request": {
            "name": "Mill",
            "platform": "custom",
            "baseUrl": format!("http://127.0.0.1:{}/api/v2", changes.port()),
            "key": "napi_0123456789abcdefghijklmnopqrstuvwxyz",
            "colour": "blue",
            "isProduction": false,
            "isReadOnly": false,
        }}),
    );
    let first = reads.next().await;
    let second = tokio::select! {
        connected = changes.next() => connected,
        answer = &mut change => panic!("it is answered: {answer:?}"),
    };

    kill(&mut agent);
    let error = change.await.unwrap().unwrap_err();
    assert_eq!(error.code, ErrorCode::MaybeCreated, "{error:?}");
    assert_eq!(
        error.message,
        "The other Plinth process ended while it did this"
    );
    let again = reads.next().await;
    hears(&mut events, &EventView::MuchChanged).await;
    assert!(client.is_host());
    drop((first, second, again));
    // The mail server is gone, and the read says so.
    read.await.unwrap().unwrap();
    let nobody = tokio::time::timeout(std::time::Duration::from_millis(300), changes.0.accept());
    assert!(nobody.await.is_err(), "the change was sent a second time");
    client.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_clients_one_takes_over_and_the_others_find_it() {
    let folder = Folder::new();
    let mut agent = folder.agent().await;
    let mut clients = Vec::new();
    for _ in 0..10 {
        clients.push(folder.open().await);
    }
    set_clipboard_seconds(&clients[0], 33).await.unwrap();
    kill(&mut agent);
    // The socket of the killed one is still there.
    assert!(folder.socket().exists());
    for client in &clients {
        assert_eq!(settings(client).await.clipboard_seconds, 33);
    }
    let hosts = clients.iter().filter(|client| client.is_host()).count();
    assert_eq!(hosts, 1);

    // The same again, when the one that took over ends as it should.
    let at = clients.iter().position(host::Connection::is_host).unwrap();
    clients.swap_remove(at).close().await;
    for client in &clients {
        assert_eq!(settings(client).await.clipboard_seconds, 33);
    }
    for client in clients {
        client.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_takes_over_and_a_signal_ends_it() {
    let folder = Folder::new();
    let first = folder.open().await;
    let mut agent = testkit::process::ChildGuard::start(&mut folder.process(&["agent"]));
    let mut clients = first.clients();
    clients.wait_for(|count| *count == 1).await.unwrap();
    first.close().await;
    until("the agent listens", async || folder.socket().exists()).await;
    let client = folder.open().await;
    assert!(!client.is_host());
    settings(&client).await;
    let pid = rustix::process::Pid::from_child(agent.child());
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    until("the agent ends", async || {
        agent
            .child()
            .try_wait()
            .unwrap()
            .is_some_and(|status| status.success())
    })
    .await;
    settings(&client).await;
    assert!(client.is_host());
    client.close().await;
}
