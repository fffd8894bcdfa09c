//! Projects by point and click, on a platform that belongs to the test: each ends on what that platform, a
//! connection or a shell says.

mod branches;
mod bulk;
mod calls;
mod connect;
mod fits;
mod layout;
mod life;
mod many;
pub mod people;
mod psql;
mod save;
mod snapshots;
pub mod sql;

use serde_json::{Value, json};

use crate::accounts::{Platform, connect, current};
use crate::harness::{Desktop, Keychain, Window, WindowOptions};

/// The one account of these tests.
pub const ACCOUNT: &str = "Workshop";

/// A desktop on which the platform's account is connected; its local id is the last.
pub async fn connected(name: &str, platform: &Platform) -> (Desktop, Window, String) {
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start(name, Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    connect(&window, platform, ACCOUNT, &key.token).await;
    let account = current(&window).await["id"].as_str().unwrap().to_owned();
    (desktop, window, account)
}

/// Clicks at the edge of the window, beside whatever dialog is open.
pub async fn click_beside(window: &Window) {
    let script = "const at = document.elementFromPoint(3, 3);
        const around = { bubbles: true, cancelable: true, composed: true, clientX: 3, clientY: 3, button: 0 };
        for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
            at.dispatchEvent(kind.startsWith('pointer') ? new PointerEvent(kind, around) : new MouseEvent(kind, around));";
    window.script(script, Vec::new()).await;
}

/// Waits until so many things fit the selector.
pub async fn until_count(window: &Window, selector: &str, count: usize) {
    window
        .until(&format!("there are {count} of `{selector}`"), || async {
            number_of(window, selector).await == count
        })
        .await;
}

pub async fn number_of(window: &Window, selector: &str) -> usize {
    let script = "return document.querySelectorAll(arguments[0]).length";
    let number = window.script(script, vec![json!(selector)]).await;
    usize::try_from(number.as_u64().unwrap()).unwrap()
}

/// What the platform says at this path.
pub async fn get(platform: &Platform, path: &str) -> Value {
    let reply = platform.send("GET", path, Value::Null).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    reply.json()
}
