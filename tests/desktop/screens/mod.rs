//! Every screen and dialog in every state of the tables: no axe violation, and a picture of each in both themes.
//!
//! Contrast is left to the tokens' own test (`ui/src/styles`): axe misreads oklch colours.

mod accounts;
mod auth;
mod eyes;
mod keys;
mod management;
mod operations;
mod project;
mod projects;
mod stage;
mod temporary;
mod trouble;

use std::collections::BTreeSet;

pub use self::eyes::choose;
use self::eyes::{Eyes, ui};

#[tokio::test(flavor = "multi_thread")]
async fn temporary_databases_are_accessible_and_pictured_in_both_themes() {
    let eyes = Eyes::default();
    temporary::walk(&eyes).await;
    eyes.close(temporary::TABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn trouble_is_accessible_and_pictured_in_both_themes() {
    let eyes = Eyes::default();
    trouble::walk(&eyes).await;
    eyes.close(trouble::TABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn management_is_accessible_and_pictured_in_both_themes() {
    let eyes = Eyes::default();
    management::walk(&eyes).await;
    eyes.close(management::TABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_accessible_and_pictured_in_both_themes() {
    let eyes = Eyes::default();
    auth::walk(&eyes).await;
    eyes.close(auth::TABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_accessible_and_pictured_in_both_themes() {
    let eyes = Eyes::default();
    keys::walk(&eyes).await;
    eyes.close(keys::TABLE);
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
