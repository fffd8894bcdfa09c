//! Pictures that are compared with accepted ones: the same screens, with everything blanked that differs from run to run.

use std::path::{Path, PathBuf};

use crate::harness::Window;

/// Replaces ids, times, sizes, ports, folders and secrets in what is shown by text that is always the same, and hides charts.
/// What was there is remembered by the page, for `SHOW`.
const BLANK: &str = r#"
    const rules = [
        [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "00000000-0000-0000-0000-000000000000"],
        [/\b((?:ep|br|org)-)?[a-z]+-[a-z]+-(?=[a-z]*\d)[0-9a-z]{8}\b/g, "$1quiet-hill-00000000"],
        [/\/(?:dev\/shm|tmp)\/[^\s"'’]*/g, "/folder"],
        [/\b[0-9A-Za-z_-]{24,}\b/g, "xxxxxxxxxxxxxxxxxxxxxxxx"],
        [/just now/g, "0 min ago"],
        [/\b\d+ (?:s|min|h|d|days?|weeks?)\b(?: \d+ (?:s|min|h)\b)?/g, "0 min"],
        [/\b\d+(?:[.,]\d+)? (?:bytes?|kB|MB|GB|ms)\b/g, "0 MB"],
        [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, "Mon"],
        [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, "Jan"],
        [/\d+/g, "0"],
    ];
    const blank = (text) => rules.reduce((left, [pattern, by]) => left.replace(pattern, by), text);
    const back = [];
    const replace = (thing, property, text) => {
        const before = thing[property];
        if (text === before) return;
        thing[property] = text;
        back.push(() => { if (thing[property] === text) thing[property] = before; });
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) replace(node, "data", blank(node.data));
    for (const field of document.querySelectorAll("input, textarea")) replace(field, "value", blank(field.value));
    const charts = "svg:not([aria-hidden]), [role=meter] *, [role=progressbar] *";
    for (const chart of document.querySelectorAll(charts)) replace(chart.style, "visibility", "hidden");
    const without_caret = new CSSStyleSheet();
    without_caret.replaceSync("* { caret-color: transparent !important }");
    const sheets = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [...sheets, without_caret];
    back.push(() => { document.adoptedStyleSheets = sheets; });
    window.shownAgain = () => { for (const each of back) each(); };
"#;

const SHOW: &str = "window.shownAgain(); delete window.shownAgain";

/// Whether somebody wants to compare.
pub fn is_wanted() -> bool {
    std::env::var_os("PLINTH_COMPARED").is_some()
}

/// Where the picture of a state goes. `cargo xtask pictures` compares it.
pub fn picture(theme: &str, width: u32, height: u32, state: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!(
        "../target/desktop-compared/{theme}-{width}x{height}/{state}.png"
    ))
}

pub async fn blank(window: &Window) {
    window.script(BLANK, Vec::new()).await;
}

pub async fn show(window: &Window) {
    window.script(SHOW, Vec::new()).await;
}
