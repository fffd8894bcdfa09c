//! Thirty projects deleted at once, with one failure between them.

use sandbox::Fault;

use super::{connected, get, number_of, until_count};
use crate::accounts::Platform;

const PROJECTS: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn thirty_are_deleted_but_for_the_one_that_fails_and_is_tried_again() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.seed_projects = PROJECTS;
    })
    .await;
    let (mut desktop, window, _) = connected("bulk", &platform).await;
    window.sees("30 projects").await;
    refuse_one_and_slow_the_rest(&platform).await;

    window.press("Select all rows").await;
    window.press("Delete 30 projects…").await;
    window.sees("31 requests").await;
    window.sees("at this key’s rate limit").await;
    until_count(&window, "[data-testid=bulk-item]", PROJECTS).await;
    assert_eq!(deletes(&platform), 0, "the plan alone deleted something");
    window.press("Delete 30 projects").await;

    let ended =
        "[data-testid=bulk-item][data-state=done], [data-testid=bulk-item][data-state=failed]";
    window
        .until("some are done", || async {
            number_of(&window, ended).await >= 2
        })
        .await;
    window.press("Pause").await;
    window.press("Run in background").await;
    window.no_dialog().await;
    window.press("Open").await;
    until_count(&window, "[data-testid=bulk-item][data-state=running]", 0).await;
    window.sees("Paused").await;
    let before = deletes(&platform);
    assert!(before < PROJECTS, "it was over before it was paused");
    window.go("#/history").await;
    window.go("#/projects").await;
    assert_eq!(deletes(&platform), before, "it went on while it was paused");

    window.press("Resume").await;
    window.sees("29 of 30 projects deleted").await;
    until_count(&window, "[data-testid=bulk-item][data-state=failed]", 1).await;
    until_count(&window, "[data-testid=bulk-item][data-state=done]", 29).await;
    assert_eq!(platform.projects().await.len(), 1);
    assert_eq!(deletes(&platform), PROJECTS, "each was asked for once");

    window.press("Retry 1 failed").await;
    window.no_longer_sees("29 of 30 projects deleted").await;
    window.sees("30 projects deleted").await;
    assert_eq!(deletes(&platform), PROJECTS + 1);
    assert_eq!(platform.projects().await, Vec::<String>::new());
    window.press("Done").await;
    window.no_dialog().await;
    let links = "return [...document.querySelectorAll('nav a')].map(each => each.innerText)";
    window
        .until("the number beside the projects has followed", || async {
            let links = window.script(links, Vec::new()).await;
            let mut links = links.as_array().unwrap().iter();
            let projects = links.find(|it| it.as_str().unwrap().starts_with("Projects"));
            !projects.unwrap().as_str().unwrap().contains("30")
        })
        .await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// The last is refused once; the others take long enough to be paused between.
async fn refuse_one_and_slow_the_rest(platform: &Platform) {
    let all = get(platform, "/projects?limit=400").await;
    let ids = all["projects"].as_array().unwrap().iter();
    let id = ids.map(|it| it["id"].as_str().unwrap()).max().unwrap();
    let delete = |route: String| Fault {
        method: Some("DELETE".to_owned()),
        ..Fault::on(route)
    };
    let refused = Fault {
        status: Some(422),
        times: Some(1),
        ..delete(format!("/api/v2/projects/{id}"))
    };
    let slow = Fault {
        delay_ms: Some(300),
        ..delete("/api/v2/projects/*".to_owned())
    };
    platform.running.inject_fault(refused).unwrap();
    platform.running.inject_fault(slow).unwrap();
}

/// How many deletes the platform was asked for.
fn deletes(platform: &Platform) -> usize {
    let changes = platform.changes().into_iter();
    changes.filter(|it| it.starts_with("DELETE ")).count()
}
