//! Nothing moves under the pointer, and the window is as large as a person wants to read it.

use serde_json::{Value, json};
use testkit::until_that;

use super::connected;
use crate::accounts::Platform;
use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::journey::enter_sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_tick_moves_no_row() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.seed_projects = 5;
    })
    .await;
    let (mut desktop, window, _) = connected("tick", &platform).await;
    for (width, height) in [(1440, 900), (900, 600)] {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        window.sees("5 projects").await;
        let before = tops(&window).await;
        window.press("Select all rows").await;
        window.sees("5 selected").await;
        assert_eq!(tops(&window).await, before, "at {width} by {height}");
        for tab in ["Deleted", "Shared with me"] {
            window.sees(tab).await;
        }
        window.press("Clear").await;
        window.no_longer_sees("5 selected").await;
        assert_eq!(tops(&window).await, before, "at {width} by {height}");
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Where each row begins, from the top of the page.
async fn tops(window: &Window) -> Value {
    let script = "return [...document.querySelectorAll('[data-testid=project-row]')]
        .map(row => row.getBoundingClientRect().top)";
    let tops = window.script(script, Vec::new()).await;
    assert_eq!(tops.as_array().unwrap().len(), 5, "{tops}");
    tops
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_stay_as_somebody_made_them() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.seed_projects = 2;
    })
    .await;
    let (mut desktop, window, _) = connected("columns", &platform).await;
    window.sees("2 projects").await;
    let before = column(&window, "Region").await.unwrap();
    let header = "document.querySelector('[data-stop=region]').focus()";
    window.script(header, Vec::new()).await;
    for _ in 0..2 {
        // Shift and the arrow to the right.
        window.key("\u{e008}\u{e014}").await;
    }
    is_wide(&window, before + 16.0).await;
    window.press("Columns").await;
    window.sees("Reset columns").await;
    let choice = "[...document.querySelectorAll('[role=menuitemcheckbox]')]
        .find(each => /^Compute(No room|$)/.test(each.textContent)).click()";
    window.script(choice, Vec::new()).await;
    window.key("\u{e00c}").await;
    has_no(&window, "Compute").await;
    desktop.quit(window).await;
    let window = desktop.open().await;
    window.sees("2 projects").await;
    is_wide(&window, before + 16.0).await;
    has_no(&window, "Compute").await;
    window.press("Columns").await;
    window.press("Reset columns").await;
    is_wide(&window, before).await;
    assert!(column(&window, "Compute").await.is_some());
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// How wide a column is, while it is shown.
async fn column(window: &Window, name: &str) -> Option<f64> {
    let script =
        "return document.querySelector(`[role=columnheader][aria-label=\"${arguments[0]}\"]`)
        ?.getBoundingClientRect().width ?? null";
    window.script(script, vec![json!(name)]).await.as_f64()
}

async fn is_wide(window: &Window, pixels: f64) {
    window
        .until(&format!("the region has {pixels} pixels"), || async {
            let now = column(window, "Region").await;
            now.is_some_and(|now| (now - pixels).abs() <= 1.0)
        })
        .await;
}

async fn has_no(window: &Window, name: &str) {
    window
        .until(&format!("there is no column `{name}`"), || async {
            column(window, name).await.is_none()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_zoom_keys_zoom() {
    let mut desktop = Desktop::start("zoom", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    window.sees("Welcome to Plinth").await;
    let width = "return innerWidth";
    let usual = window.script(width, Vec::new()).await.as_f64().unwrap();
    for (key, times) in [("+", 1.2), ("-", 1.0), ("-", 0.8), ("0", 1.0), ("+", 1.2)] {
        window.press_keys(key, true).await;
        is_drawn(&window, usual, times, key).await;
    }
    assert_eq!(
        window.script("return location.hash", Vec::new()).await,
        json!("")
    );
    desktop.quit(window).await;
    let window = desktop.open().await;
    is_drawn(&window, usual, 1.2, "a restart").await;
    window.press_keys("0", true).await;
    is_drawn(&window, usual, 1.0, "0").await;
    desktop.quit(window).await;
}

/// Waits until the page is so many times as large as usual, which the width in its own pixels tells.
async fn is_drawn(window: &Window, usual: f64, times: f64, after: &str) {
    let width = "return innerWidth";
    window
        .until(
            &format!("{after} makes it {times} times as large"),
            || async {
                let now = window.script(width, Vec::new()).await;
                now.as_f64()
                    .is_some_and(|now| (now - usual / times).abs() <= 2.0)
            },
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_that_enter_takes_has_a_ring() {
    let platform = Platform::of(|config| {
        config.servers = false;
        config.seed_projects = 2;
    })
    .await;
    let (mut desktop, window, _) = connected("ring", &platform).await;
    window.sees("2 projects").await;
    window.press("New project…").await;
    window.sees_dialog().await;
    window.fill("Name optional", "Mill").await;
    window.key("\u{e00c}").await;
    window.sees("Discard your changes?").await;
    has_ring(&window, "Keep editing").await;
    window.press("Discard").await;
    window.no_dialog().await;
    // By the keys, from the last button above the table to its header, and there to the box that ticks all rows.
    window
        .until("the box that ticks all rows has the focus", || async {
            window.key("\u{e004}").await;
            let is_in_header = "return document.activeElement.dataset.stop !== undefined";
            if window.script(is_in_header, Vec::new()).await == true {
                window.key("\u{e011}").await;
            }
            let label = "return document.activeElement.getAttribute('aria-label')";
            window.script(label, Vec::new()).await == "Select all rows"
        })
        .await;
    has_ring(&window, "").await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Waits until what has the focus is called so, and its ring is drawn and cut by nothing around it.
async fn has_ring(window: &Window, name: &str) {
    let script = "const it = document.activeElement;
        const style = getComputedStyle(it);
        const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
        const box = it.getBoundingClientRect();
        const isCut = each => {
            const edge = each.getBoundingClientRect();
            return getComputedStyle(each).overflowX !== 'visible'
                && (box.left - reach < edge.left || box.right + reach > edge.right
                    || box.top - reach < edge.top || box.bottom + reach > edge.bottom);
        };
        let cut = false;
        for (let each = it.parentElement; each; each = each.parentElement) cut ||= isCut(each);
        return [it.innerText.trim(), style.outlineStyle, cut]";
    window
        .until(&format!("`{name}` has a ring"), || async {
            window.script(script, Vec::new()).await == json!([name, "solid", false])
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_controls_above_a_history_stay_in_one_line() {
    let platform = Platform::start(false).await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    let (mut desktop, window, account) = connected("one-line", &platform).await;
    let place = format!("#/project?account={account}&id={project}&tab=history");
    for (width, height) in [(900, 600), (1180, 780), (1440, 900)] {
        desktop.resize_window(width, height);
        window.has_size(width, height).await;
        for address in ["#/history", place.as_str()] {
            window.go(address).await;
            // The screen before has the same controls, and shows until the next one is read.
            match address {
                "#/history" => window.no_longer_sees("Snapshots").await,
                _ => window.sees("Snapshots").await,
            }
            window.press("Timeline").await;
            window.text_of("timeline").await;
            window.fill("Filter history", "a").await;
            window.sees("Clear").await;
            window.settled().await;
            let script = "const bar = document.querySelector('[role=radiogroup]').parentElement;
                const shown = [...bar.children].filter(each => each.offsetWidth > 0 && each.offsetHeight > 0);
                const middles = shown.map(each => { const box = each.getBoundingClientRect(); return box.top + box.height / 2; });
                const cut = [...bar.querySelectorAll('*')].filter(each => /hidden/.test(getComputedStyle(each).overflowX)
                    && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1);
                return [shown.length > 5, Math.max(...middles) - Math.min(...middles) < 2, cut.map(each => each.innerText)]";
            let found = window.script(script, Vec::new()).await;
            assert_eq!(found, json!([true, true, []]), "{address} at {width}");
        }
    }
    desktop.quit(window).await;
    platform.running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_is_longer_than_the_window_is_scrolled_by_the_keys() {
    let platform = Platform::start(false).await;
    let made = platform.project("Mill").await;
    let project = made["project"]["id"].as_str().unwrap();
    let parent = made["branch"]["id"].as_str().unwrap();
    platform.settled().await;
    let base = branch(&platform, project, parent, "base").await;
    for number in 1..=25 {
        branch(&platform, project, &base, &format!("preview-{number}")).await;
    }
    let (mut desktop, window, account) = connected("long-dialog", &platform).await;
    desktop.resize_window(900, 600);
    window.has_size(900, 600).await;
    let place = format!("#/project?account={account}&id={project}&tab=branches&branch={base}");
    window.go(&place).await;
    window.press("More actions for base").await;
    window.press("Delete…").await;
    window.sees_dialog().await;
    window.sees("preview-25").await;
    let script = "const part = document.querySelector('[role=dialog] [role=region]');
        return part && [part === document.activeElement, part.scrollHeight > part.clientHeight, part.scrollTop > 0]";
    let look = async || window.script(script, Vec::new()).await;
    until_that("the words have the focus", look, |found| {
        *found == json!([true, true, false])
    })
    .await;
    window.key("\u{e010}").await;
    until_that("the end is in sight", look, |found| {
        *found == json!([true, true, true])
    })
    .await;
    window.press("Close").await;
    window.no_dialog().await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Made on the platform; its id.
async fn branch(platform: &Platform, project: &str, parent: &str, name: &str) -> String {
    let body = json!({ "branch": { "parent_id": parent, "name": name } });
    let path = format!("/projects/{project}/branches");
    let made = platform.send("POST", &path, body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    platform.settled().await;
    made.json()["branch"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_words_of_a_borderless_button_begin_where_its_column_does() {
    let mut desktop =
        Desktop::start("borderless", Keychain::Unlocked, WindowOptions::default()).await;
    let window = desktop.open().await;
    enter_sandbox(&window).await;
    window.go("#/temporary").await;
    window.press("Options…").await;
    window.sees_dialog().await;
    // Such a button as the dialog has in its footer, first in a line of buttons.
    let script = "const button = document.querySelector('[role=dialog] footer [data-tone=quiet]').cloneNode(true);
        const line = document.createElement('div');
        line.className = 'ui-wrapping';
        line.append(button);
        document.querySelector('[role=dialog] form').append(line);
        const words = document.createRange();
        words.selectNodeContents(button);
        const away = words.getBoundingClientRect().left - line.getBoundingClientRect().left;
        line.remove();
        return [button.innerText !== '', Math.abs(away) < 1]";
    let found = window.script(script, Vec::new()).await;
    assert_eq!(found, json!([true, true]));
    window.key("\u{e00c}").await;
    window.no_dialog().await;
    desktop.quit(window).await;
}
