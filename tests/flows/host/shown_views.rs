use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{Folder, kill, settings};
use crate::product::PATIENCE;

/// A call of a window that is held open.
fn shows(plinth: &host::Connection, number: u32, views: &Value) -> JoinHandle<host::Reply<()>> {
    let plinth = plinth.clone();
    let args = json!({ "window": "window", "number": number, "views": views, "anew": false });
    tokio::spawn(async move { plinth.call("views_shown", args).await })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_window_shows_is_registered_again_with_the_next_host() {
    let folder = Folder::new();
    let mut agent = folder.agent().await;
    let client = folder.open().await;
    assert!(!client.is_host());
    let views = json!([{
        "accountId": "account", "projectId": null, "part": "projects", "requests": 1, "ageMs": 0,
    }]);
    let held = shows(&client, 1, &views);
    settings(&client).await;
    kill(&mut agent);
    settings(&client).await;
    assert!(client.is_host());
    assert!(!held.is_finished(), "the call goes on");
    // It ends as the next call of the window takes its place, which shows where it was registered.
    let ending = async {
        loop {
            shows(&client, 2, &json!([])).await.unwrap().unwrap();
            if held.is_finished() {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, ending).await.expect("it is registered");
    held.await.unwrap().unwrap();
    client.close().await;
}
