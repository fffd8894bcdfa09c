//! SQL in the window: a large result that is scrolled to its end, a statement that is stopped, and a text that stays.

use serde_json::json;

use super::connected;
use crate::accounts::Platform;
use crate::harness::Window;

#[tokio::test(flavor = "multi_thread")]
async fn a_large_result_is_read_as_it_is_scrolled_and_a_statement_is_stopped() {
    let platform = Platform::start(true).await;
    let made = platform.project("Shop").await;
    let project = made["project"]["id"].as_str().unwrap();
    platform.settled().await;
    let (mut desktop, window, account) = connected("sql", &platform).await;
    let edit = json!({ "id": account, "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", edit).await.unwrap();
    window.go_to_project(&account, project, "sql").await;

    write_sql(
        &window,
        "SELECT n, n * 2 AS twice FROM generate_series(1, 20000) AS n",
    )
    .await;
    window.press("Run").await;
    window.sees("rows so far").await;
    let scroll = "const grid = document.querySelector('[role=grid]');
        grid.scrollTop = grid.scrollHeight;
        return grid.textContent.includes('40000')";
    window
        .until("the last row is in sight", || async {
            window.script(scroll, Vec::new()).await == true
        })
        .await;
    window.sees("20,000 rows").await;
    let drawn = "return document.querySelectorAll('[role=grid] [role=row]').length";
    let rows = window.script(drawn, Vec::new()).await;
    assert!(rows.as_u64().unwrap() < 60, "{rows} rows are in the page");

    write_sql(&window, "SELECT pg_sleep(600)").await;
    window.press("Run").await;
    window.sees("Running").await;
    window.press("Stop").await;
    window.sees("canceling statement due to user request").await;

    window.reload().await;
    window.sees("SELECT pg_sleep(600)").await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// Writes over the text of the editor.
pub async fn write_sql(window: &Window, text: &str) {
    let is_there = "return document.querySelector('.cm-content') !== null";
    window
        .until("the editor is there", || async {
            window.script(is_there, Vec::new()).await == true
        })
        .await;
    // A text that is pasted opens no list of completions, which would lie over the results.
    let script = "const content = document.querySelector('.cm-content');
        content.focus();
        document.execCommand('selectAll');
        const data = new DataTransfer();
        data.setData('text/plain', arguments[0]);
        const paste = { clipboardData: data, bubbles: true, cancelable: true };
        content.dispatchEvent(new ClipboardEvent('paste', paste))";
    window.script(script, vec![json!(text)]).await;
    let first = text.split('\n').next().unwrap();
    window.sees(first).await;
}
