//! Every screen and dialog in every state of the tables: no axe violation, and a picture of each in both themes.
//!
//! Contrast is left to the tokens' own test (`ui/src/styles`): axe misreads oklch colours.

mod accounts;
mod auth;
mod checks;
mod keys;
mod management;
mod operations;
mod project;
mod projects;
mod stage;
mod temporary;
mod trouble;

use std::collections::BTreeSet;

pub use self::checks::choose;
use self::checks::{ScreenChecks, ui};

#[tokio::test(flavor = "multi_thread")]
async fn temporary_databases_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    temporary::walk(&checks).await;
    checks.close(temporary::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trouble_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    trouble::walk(&checks).await;
    checks.close(trouble::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn management_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    management::walk(&checks).await;
    checks.close(management::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    auth::walk(&checks).await;
    checks.close(auth::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    keys::walk(&checks).await;
    checks.close(keys::TABLE).await;
}

#[test]
fn the_tables_name_every_screen_and_dialog_there_is() {
    let routes = std::fs::read_to_string(ui("src/routes.tsx")).unwrap();
    let there: BTreeSet<&str> = routes
        .split("case \"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let tables = [
        temporary::TABLE,
        trouble::TABLE,
        management::TABLE,
        auth::TABLE,
        keys::TABLE,
    ];
    let named: BTreeSet<&str> = tables.concat().iter().map(|(name, _)| *name).collect();
    assert!(there.len() > 10, "the routes were not read: {there:?}");
    assert_eq!(
        there.difference(&named).collect::<Vec<_>>(),
        Vec::<&&str>::new(),
        "not in the tables"
    );
}
