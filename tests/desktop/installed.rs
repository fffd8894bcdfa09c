//! The app as its package installs it, in a system that has nothing but what the package asks for.

use testkit::sql;

use crate::harness::{Desktop, Keychain, WindowOptions};
use crate::journey::{one_click, reveal, sandbox};
use crate::links::is_at;

#[tokio::test(flavor = "multi_thread")]
#[ignore = "drives an installed app: `cargo xtask bundle --try`"]
async fn an_installed_app_leads_from_the_welcome_to_a_query() {
    let mut desktop =
        Desktop::start("installed", Keychain::Unlocked, WindowOptions::default()).await;
    desktop.unset("PLINTH_ALLOW_SECOND");
    let window = desktop.open().await;
    let id = one_click(&window).await;
    let url = reveal(&window, &id, "pooled").await;
    window
        .until("the string of what was created is copied", async || {
            desktop.clipboard() == url
        })
        .await;
    let running = sandbox(&window).await;
    let authority = running["caFile"].as_str().unwrap();
    let client = sql::connect(authority.as_ref(), &url).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    drop(client);

    desktop.follow("plinth://history").await;
    is_at(&window, "#/history").await;
    desktop.quit(window).await;
}
