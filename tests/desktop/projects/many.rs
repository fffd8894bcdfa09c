//! Ten thousand projects: the first at once, the others as they come, and none drawn that is not in sight.

use std::time::Instant;

use serde_json::{Value, json};

use super::{connected, get, number_of};
use crate::accounts::Platform;
use crate::harness::Window;

const PROJECTS: usize = 10_000;
/// The head and the rows in sight, with a few beyond.
const DRAWN: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_projects_are_filtered_scrolled_and_opened() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.rate_limits = None;
        config.seed_projects = PROJECTS;
    })
    .await;
    let begun = Instant::now();
    let (mut desktop, window, _) = connected("many", &platform).await;
    window
        .until("the first rows are there", || async {
            number_of(&window, "[data-testid=project-row]").await > 0
        })
        .await;
    let first = begun.elapsed();
    window.sees("10,000 projects").await;
    println!(
        "first rows {first:?} after the start, all {:?}",
        begun.elapsed()
    );
    draws_few(&window, "at the top").await;

    let scroll = scroll_through(&window).await;
    println!("scroll: {scroll}");
    draws_few(&window, "at the end").await;
    let all = "return [...document.querySelectorAll('[role=row][data-index]')].map(row => Number(row.dataset.index))";
    window
        .until("the last row is drawn", || async {
            let drawn = window.script(all, Vec::new()).await;
            drawn.as_array().unwrap().contains(&json!(PROJECTS - 1))
        })
        .await;

    // One that the platform tells of, by what is typed of it.
    let page = get(&platform, "/projects?limit=5").await;
    let one = &page["projects"][3];
    let (id, name) = (one["id"].as_str().unwrap(), one["name"].as_str().unwrap());
    let typed = Instant::now();
    window.fill("Filter projects", id).await;
    window.sees("1 of 10,000 projects").await;
    println!("filter: typed and shown in {:?}", typed.elapsed());
    println!("filter: {}", filter_once(&window).await);
    window.fill("Filter projects", id).await;
    window.sees("1 of 10,000 projects").await;
    // A click chooses the row, Enter opens it.
    window.press(name).await;
    window.key("\u{e007}").await;
    window
        .until("the project is open", || async {
            let place = window.script("return location.hash", Vec::new()).await;
            place.as_str().is_some_and(|place| place.contains(id))
        })
        .await;
    window.press("Branches").await;
    window.sees("1 branch").await;
    assert!(
        platform.count_requests("GET", &format!("/projects/{id}/branches"), 200) > 0,
        "the project was not read from the platform"
    );
    assert_eq!(platform.changes(), ["POST /api/v2/api_keys"]);
    desktop.quit(window).await;
    platform.running.stop().await;
}

async fn draws_few(window: &Window, when: &str) {
    let drawn = number_of(window, "[role=grid] [role=row]").await;
    assert!(drawn > 5 && drawn <= DRAWN, "{drawn} rows are drawn {when}");
}

/// Scrolls from the top to the end in a hundred steps, a frame each: how long the frames took, in milliseconds.
async fn scroll_through(window: &Window) -> Value {
    let script = "const scroller = document.querySelector('[role=grid]').parentElement;
        window.__frames = undefined;
        const taken = [];
        let step = 0, before = performance.now();
        const next = () => {
            const now = performance.now();
            taken.push(now - before);
            before = now;
            scroller.scrollTop = scroller.scrollHeight * (++step / 100);
            if (step < 100) requestAnimationFrame(next);
            else {
                taken.sort((a, b) => a - b);
                window.__frames = { median: Math.round(taken[50]), p95: Math.round(taken[95]), longest: Math.round(taken.at(-1)) };
            }
        };
        requestAnimationFrame(next);";
    window.script(script, Vec::new()).await;
    answered(window, "return window.__frames ?? null").await
}

/// From a change of the filter to the frame that shows what fits, in milliseconds.
async fn filter_once(window: &Window) -> Value {
    let script = "const field = document.querySelector('[aria-label=\"Filter projects\"]');
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
        window.__filtered = undefined;
        const began = performance.now();
        set.call(field, 'no project has this name');
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const look = () => document.body.innerText.includes('No matches for')
            ? (window.__filtered = Math.round(performance.now() - began)) : requestAnimationFrame(look);
        requestAnimationFrame(look);";
    window.script(script, Vec::new()).await;
    let taken = answered(window, "return window.__filtered ?? null").await;
    json!({ "milliseconds": taken })
}

async fn answered(window: &Window, script: &str) -> Value {
    let found = std::sync::Mutex::new(Value::Null);
    window
        .until("the page has measured", || async {
            let value = window.script(script, Vec::new()).await;
            let there = !value.is_null();
            *found.lock().unwrap() = value;
            there
        })
        .await;
    found.into_inner().unwrap()
}
