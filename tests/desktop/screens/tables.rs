//! The tables of a project: their list, and the rows and structure of an open table.

use super::account_screens::AccountScreens;
use super::schemas::run;

/// The states that [`steps`] looks at.
pub const STATES: &[&str] = &["list", "rows", "refused", "structure", "filtered"];

const MORE: &str = "
    CREATE SCHEMA audit;
    CREATE TABLE audit.events (id bigint GENERATED ALWAYS AS IDENTITY, what text);
    COMMENT ON TABLE customers IS 'People who have bought something';
    COMMENT ON COLUMN customers.tags IS 'Words to find them by';
    CREATE INDEX customers_by_name ON customers (lower(name)) WHERE is_active;
    ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
    CREATE POLICY everybody ON customers FOR SELECT USING (true);
    CREATE VIEW active_customers AS SELECT id, name FROM customers WHERE is_active;
    CREATE MATERIALIZED VIEW balances AS SELECT sum(balance) AS total FROM customers;
    CREATE SEQUENCE invoice_numbers;
    ANALYZE customers;";

/// Looks at the tables of the project, which has a table of customers.
pub async fn steps(screens: &AccountScreens<'_>) {
    let window = screens.window;
    run(screens, &screens.branch, MORE).await;
    screens.tab("tab=tables").await;
    window.sees("active_customers").await;
    screens.inspect("tables-list").await;

    open(screens, "customers").await;
    window.sees("prefers the morning").await;
    screens.inspect("tables-rows").await;

    sort(screens, "location").await;
    window
        .sees("could not identify an ordering operator for type point")
        .await;
    screens.inspect("tables-refused").await;
    window.press("Remove sorting").await;
    window.sees("prefers the morning").await;

    window.press("Structure").await;
    window.sees("customers_by_name").await;
    screens.inspect("tables-structure").await;

    window.fill("Filter tables", "nothing").await;
    window.sees("No matches for").await;
    screens.inspect("tables-filtered").await;
}

/// Opens a table of the list.
async fn open(screens: &AccountScreens<'_>, name: &str) {
    let script = format!(
        "[...document.querySelectorAll('[role=option]')]
            .find((option) => option.textContent.startsWith('{name}')).click()"
    );
    screens.window.script(&script, Vec::new()).await;
}

/// Sorts by a column, which may be out of sight.
async fn sort(screens: &AccountScreens<'_>, name: &str) {
    let script = format!(
        "const grid = document.querySelector('[role=grid]');
        const found = [...grid.querySelectorAll('[role=columnheader] button')]
            .find((button) => button.textContent.startsWith('{name}'));
        if (found) found.click();
        else grid.scrollLeft += 200;
        return found !== undefined"
    );
    screens
        .window
        .until("the header is in sight", || async {
            screens.window.script(&script, Vec::new()).await == true
        })
        .await;
}
