//! SQL on a project: the editor, its results and what it asks.

use serde_json::json;

use super::account_screens::AccountScreens;
use super::checks::{ScreenChecks, States, escape};
use super::management::platform;
use super::schemas::run;
use crate::accounts::connect;
use crate::harness::{Desktop, Keychain, Window, WindowOptions};
use crate::projects::sql::write_sql;

/// In the order of the walk.
pub const TABLE: &[States] = &[
    (
        "sql",
        &[
            "empty",
            "rows",
            "cell",
            "error",
            "transaction",
            "trial",
            "temporary",
            "locked",
        ],
    ),
    ("closeQuery", &["filled"]),
    ("tables", super::tables::STATES),
    ("runOnProduction", &["filled"]),
];

const SHOP: &str = "
    CREATE TABLE customers (id bigint PRIMARY KEY, name text NOT NULL, email text, note text, tags text[], profile jsonb,
        balance numeric(12, 2), is_active boolean, photo bytea, location point, size int4range, address inet);
    INSERT INTO customers
    SELECT n, 'Customer ' || n, CASE WHEN n % 3 = 0 THEN NULL ELSE 'customer' || n || '@example.com' END,
        CASE WHEN n % 4 = 0 THEN '' ELSE 'prefers the morning' END, ARRAY['new', 'north'],
        '{\"language\": \"en\", \"newsletter\": true, \"sizes\": {\"shirt\": \"m\", \"shoe\": \"wide\"}}', n * 12.5, n % 2 = 0,
        '\\xdeadbeef', point(n, n), int4range(n::int, n::int + 9), '10.0.0.1'
    FROM generate_series(1, 5000) AS n";

pub async fn walk(checks: &ScreenChecks) {
    let platform = platform().await;
    platform.project("shop-prod").await;
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-sql", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    connect(window, &platform, "Northern shop", &platform.running.key).await;
    let mut screens = AccountScreens::new(checks, &desktop, window, &platform).await;
    let trusts = json!({ "id": screens.account, "edit": { "caFile": platform.running.ca_file }, "key": null });
    window.command("account_edit", trusts).await.unwrap();
    screens.find_project().await;
    screens.finished(&screens.project).await;
    run(&screens, &screens.branch, SHOP).await;

    screens.tab("tab=sql").await;
    window.sees("Nothing has run yet").await;
    screens.inspect("sql-empty").await;

    write_sql(window, "SELECT * FROM customers ORDER BY id").await;
    window.press("Run").await;
    window.sees("customer1@example.com").await;
    screens.inspect("sql-rows").await;

    open_cell(window).await;
    window.sees("newsletter").await;
    screens.inspect("sql-cell").await;
    window.press("Close the value").await;

    write_sql(window, "SELECT name,\n  nickname\nFROM customers").await;
    window.press("Run").await;
    window.sees("column \"nickname\" does not exist").await;
    screens.inspect("sql-error").await;

    write_sql(window, "DELETE FROM customers WHERE note IS NULL").await;
    window.press("Manual transactions").await;
    window.press("Run").await;
    window.sees("in this transaction").await;
    screens.inspect("sql-transaction").await;

    window.press("Close Query 1").await;
    window.sees_dialog().await;
    screens.inspect("closeQuery-filled").await;
    escape(window).await;
    window.press("Roll back").await;
    window.no_longer_sees("in this transaction").await;

    window.press("Manual transactions").await;
    write_sql(
        window,
        "UPDATE customers SET balance = 0 WHERE id <= 3;\nALTER TABLE customers ADD nickname text",
    )
    .await;
    window.press("Try on a branch").await;
    window.sees("Tried on").await;
    screens.inspect("sql-trial").await;
    window.press("Close the report").await;

    let made = window
        .command(
            "temporary_create",
            json!({ "options": {
            "place": { "kind": "account", "accountId": screens.account }, "reference": "plinth",
            "logicalReplication": false, "envPath": null, "envKey": "DATABASE_URL",
            "envPrefix": "PUBLIC_", "seedPath": null,
        } }),
        )
        .await
        .unwrap();
    let id = made["id"].as_str().unwrap();
    window.go(&format!("#/temporary?id={id}")).await;
    window.sees("Claim in browser").await;
    window.press("SQL").await;
    write_sql(
        window,
        "SELECT relname, relkind FROM pg_class ORDER BY relname",
    )
    .await;
    window.press("Run").await;
    window.sees("applicable_roles").await;
    screens.inspect("sql-temporary").await;

    screens.tab("tab=sql").await;
    // The page before has an editor and a "Run" too.
    window.sees("Snapshots").await;
    let production =
        json!({ "id": screens.account, "edit": { "isProduction": true }, "key": null });
    window.command("account_edit", production).await.unwrap();
    write_sql(window, "DELETE FROM customers").await;
    window.press("Run").await;
    window.sees_dialog().await;
    screens.inspect("runOnProduction-filled").await;
    escape(window).await;
    let development =
        json!({ "id": screens.account, "edit": { "isProduction": false }, "key": null });
    window.command("account_edit", development).await.unwrap();
    let lock = json!({ "id": screens.account, "edit": { "isReadOnly": true }, "key": null });
    window.command("account_edit", lock).await.unwrap();
    window.sees("only queries run").await;
    write_sql(window, "TABLE customers").await;
    window.press("Run").await;
    window.sees("read-only").await;
    window.sees("customer1@example.com").await;
    screens.inspect("sql-locked").await;
    super::tables::steps(&screens).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

/// Opens a value whose parts have lines of their own.
async fn open_cell(window: &Window) {
    let script = "[...document.querySelectorAll('[role=gridcell]')]
        .find((cell) => cell.textContent.startsWith('{\"'))
        .dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))";
    window.script(script, Vec::new()).await;
}
