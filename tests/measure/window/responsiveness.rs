//! Thousands of projects filtered and scrolled, how long the window stands still while they come, and the way from the page
//! to the core and back.

use serde_json::{Value, json};

use super::{OPENINGS, connected, counted, measured, p95, platform, until_cached};
use crate::median;

/// How often a key is pressed.
const KEYS: usize = 100;
/// In so many steps from the top to the end, a frame each.
const STEPS: usize = 200;
const CALLS: usize = 1_000;

/// From each input until the frame is drawn that has the count of what fits.
const FILTER: &str = "const field = document.querySelector('[aria-label=\"Filter projects\"]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const isCount = each => each.childElementCount === 0 && each.textContent.endsWith(arguments[1]);
    let count = null;
    const said = () => {
        if (!count?.isConnected || !isCount(count))
            count = [...document.querySelectorAll('span, p, output, div')].find(isCount) ?? null;
        return count?.textContent ?? '';
    };
    // Each fits other rows than the one before, so the count changes with each.
    const words = ['12', '345', '7', '678', '90', '001', '2', '4567', '8', '99'];
    const type = word => {
        set.call(field, word);
        field.dispatchEvent(new Event('input', { bubbles: true }));
    };";

/// The same with nothing but a field and a text beside it.
const BARE: &str =
    "const field = document.createElement('input'), text = document.createElement('span');
    field.oninput = () => { text.textContent = field.value; };
    document.body.append(field, text);
    const words = ['12', '345', '7', '678', '90', '001', '2', '4567', '8', '99'];
    const said = () => text.textContent;
    const type = word => {
        field.value = word;
        field.dispatchEvent(new Event('input', { bubbles: true }));
    };";

/// Presses keys, each at another moment of a frame.
const PRESS: &str = "const taken = [];
    // What is posted in a frame's callback comes once the frame is drawn.
    const drawn = new MessageChannel();
    let began = 0, before = '';
    drawn.port1.onmessage = () => {
        taken.push(performance.now() - began);
        if (taken.length === arguments[0]) window.__measured = taken;
        // A person's next key comes later.
        else setTimeout(press, 60 + (taken.length * 7) % 17);
    };
    const look = () => {
        if (said() === before) requestAnimationFrame(look);
        else drawn.port2.postMessage(null);
    };
    const press = () => {
        before = said();
        began = performance.now();
        type(words[taken.length % words.length]);
        requestAnimationFrame(look);
    };
    press();";

/// The longest time in which nothing else could be done, from the first rows of the list until all of it was read anew.
const FREEZE: &str = "const total = arguments[0], main = () => document.querySelector('main')?.textContent ?? '';
    let longest = 0, before, looked;
    const tick = () => {
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
        if (now - looked > 1000) {
            looked = now;
            if (main().includes(total) && !main().includes('as of')) { window.__measured = longest; return; }
            before = performance.now();
        }
        setTimeout(tick);
    };
    // The former screen stays until the next is drawn.
    const row = () => document.querySelector('[role=grid] [data-key]'), former = row();
    const begin = () => {
        if (!row() || row() === former) { requestAnimationFrame(begin); return; }
        requestAnimationFrame(() => requestAnimationFrame(() => { looked = before = performance.now(); tick(); }));
    };
    location.hash = '#/projects';
    begin();";

const SCROLL: &str = "const scroller = document.querySelector('[role=grid]').parentElement;
    const taken = [], steps = arguments[0];
    let step = 0, rows = 0, before = performance.now();
    const next = () => {
        const now = performance.now();
        taken.push(now - before);
        before = now;
        rows = Math.max(rows, document.querySelectorAll('[role=grid] [role=row]').length);
        scroller.scrollTop = scroller.scrollHeight * (++step / steps);
        if (step < steps) requestAnimationFrame(next);
        else window.__measured = { taken, rows };
    };
    requestAnimationFrame(next);";

/// What a frame takes where nothing has to be drawn anew.
const FRAMES: &str = "const taken = [];
    let before = performance.now();
    const next = () => {
        const now = performance.now();
        taken.push(now - before);
        before = now;
        if (taken.length < arguments[0]) requestAnimationFrame(next);
        else window.__measured = taken;
    };
    requestAnimationFrame(next);";

const CALL: &str = "(async () => {
    const taken = [];
    while (taken.length < arguments[0]) {
        const began = performance.now();
        await window.__TAURI_INTERNALS__.invoke('app_info');
        taken.push(performance.now() - began);
    }
    window.__measured = taken;
})();";

/// All in milliseconds, by name, but for the rows.
pub async fn responsiveness(projects: usize) -> Value {
    let platform = platform(|config| config.seed_projects = projects).await;
    let (mut desktop, window) = connected(&platform).await;
    let total = counted(projects);
    until_cached(&window, projects).await;
    window.sees(&total).await;

    // As at a start: with nothing but the first rows, and those on no screen yet.
    let mut freezes = Vec::new();
    for _ in 0..OPENINGS {
        window.go("#/settings").await;
        window.reload().await;
        let longest = measured(&window, FREEZE, vec![json!(total)]).await;
        freezes.push(longest.as_f64().expect("a figure"));
    }
    let calls = measured(&window, CALL, vec![json!(CALLS)]).await;
    let frames = measured(&window, FRAMES, vec![json!(STEPS)]).await;
    let scroll = measured(&window, SCROLL, vec![json!(STEPS)]).await;
    let of_all = format!("of {total}");
    window.fill("Filter projects", "31").await;
    window.sees(&of_all).await;
    let press = async |typing: &str| {
        let script = format!("{typing}{PRESS}");
        measured(&window, &script, vec![json!(KEYS), json!(of_all)]).await
    };
    let filter = press(FILTER).await;
    let bare = press(BARE).await;
    desktop.quit(window).await;
    platform.running.stop().await;
    json!({
        "command": p95(&calls),
        "frame": p95(&frames),
        "freeze": median(freezes),
        "scroll": p95(&scroll["taken"]),
        "rows": scroll["rows"],
        "filter": p95(&filter),
        "bareFilter": p95(&bare),
    })
}
