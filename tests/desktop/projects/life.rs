//! One project from the form that makes it to its deletion and back.

use serde_json::{Value, json};
use testkit::sql;

use super::{click_beside, connected, get};
use crate::accounts::Platform;
use crate::harness::Window;

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_made_as_typed_deleted_and_brought_back_after_a_restart() {
    let platform = Platform::start(true).await;
    let (mut desktop, window, account) = connected("life", &platform).await;

    type_project(&window).await;
    click_beside(&window).await;
    window.press("Keep editing").await;
    assert_eq!(
        window.value("Name optional").await,
        "shop-prod",
        "a stray click lost what was typed"
    );
    window.press("Create project").await;
    window.sees("shop-prod created").await;
    // The project stores passwords, so nothing is said to be shown once; a stray click closes it all the same not.
    let notice = window.text_of("secret-notice").await;
    assert!(!notice.contains("Shown once"), "{notice}");
    let url = reveal(&window).await;
    click_beside(&window).await;
    assert!(
        window.text().await.contains("shop-prod created"),
        "what is shown was closed by a stray click"
    );

    let project = platform.only_project().await;
    assert_eq!(project["region_id"], "eu-central-1", "{project}");
    let size = &project["default_endpoint_settings"];
    assert_eq!(
        (
            &size["autoscaling_limit_min_cu"],
            &size["autoscaling_limit_max_cu"]
        ),
        (&json!(0.5), &json!(2.0)),
        "{project}"
    );
    let id = project["id"].as_str().unwrap();
    let client = sql::connect(&platform.running.ca_file, &url).await;
    let whose = "SELECT current_database() || ' of ' || current_user";
    assert_eq!(sql::column(&client, whose).await, ["orders of clerk"]);
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7);",
    )
    .await;
    drop(client);

    window.press("Open project").await;
    window.no_dialog().await;
    let password = password_of(&url);
    assert!(
        !window.page().await.contains(&password),
        "what was shown once is still in the page"
    );

    delete_from_the_list(&window).await;
    window.sees("shop-prod was deleted").await;
    assert_eq!(platform.projects().await, Vec::<String>::new());
    desktop.quit(window).await;

    let window = desktop.open().await;
    window.go("#/projects").await;
    window.sees("shop-prod was deleted").await;
    window.press("Undo").await;
    window.no_longer_sees("shop-prod was deleted").await;
    assert_eq!(platform.projects().await, ["shop-prod"]);
    assert_eq!(
        get(&platform, &format!("/projects/{id}")).await["project"]["id"],
        id
    );

    window
        .go(&format!("#/project?account={account}&id={id}"))
        .await;
    let fresh = reveal(&window).await;
    let client = sql::connect(&platform.running.ca_file, &fresh).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["7"]);
    window.press("Hide").await;
    assert!(!window.page().await.contains(&password_of(&fresh)));
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Every option that can be told apart afterwards, typed and chosen.
async fn type_project(window: &Window) {
    window.press("New project…").await;
    window.sees_dialog().await;
    window.press("Default (us-east-2)").await;
    window.press("eu-central-1").await;
    window.press("More options").await;
    for (field, text) in [
        ("Name optional", "shop-prod"),
        ("Size in CU optional", "0.5-2"),
        ("Database optional", "orders"),
        ("Owner optional", "clerk"),
    ] {
        window.fill(field, text).await;
    }
}

async fn delete_from_the_list(window: &Window) {
    window.go("#/projects").await;
    window.press("shop-prod").await;
    window.press("Actions for shop-prod").await;
    window.press("Delete…").await;
    window
        .sees("You can recover the project with everything in it until")
        .await;
    window.press("Delete project").await;
    window.no_dialog().await;
}

/// Reveals the string of the connect card that is shown.
pub async fn reveal(window: &Window) -> String {
    window.press("Reveal").await;
    let shown = "return [...document.querySelectorAll('[data-testid=connect-text] code')]
        .map(each => each.innerText).find(text => text.startsWith('postgres') && !text.includes('•')) ?? null";
    let found = std::sync::Mutex::new(String::new());
    window
        .until("the string is revealed", || async {
            let text = window.script(shown, Vec::new()).await;
            text.as_str().is_some_and(|text| {
                text.clone_into(&mut found.lock().unwrap());
                true
            })
        })
        .await;
    found.into_inner().unwrap()
}

fn password_of(url: &str) -> String {
    url.split([':', '@']).nth(2).unwrap().to_owned()
}

impl Platform {
    async fn only_project(&self) -> Value {
        let all = get(self, "/projects").await;
        let [project] = &all["projects"].as_array().unwrap()[..] else {
            panic!("there is more or less than one: {all}")
        };
        let id = project["id"].as_str().unwrap();
        get(self, &format!("/projects/{id}")).await["project"].clone()
    }
}
