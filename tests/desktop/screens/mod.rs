//! Every screen and dialog in every state of the tables: no axe violation, and a picture of each.
//!
//! Contrast is left to the tokens' own test (`ui/src/styles`): axe misreads oklch colours.

mod accounts;
mod auth;
mod eyes;
mod keys;
mod operations;
mod project;
mod projects;
mod stage;
mod temporary;
mod trouble;

use std::collections::BTreeSet;

pub use self::eyes::choose;
use self::eyes::{Eyes, ui};
use crate::harness::Theme;

#[tokio::test(flavor = "multi_thread")]
async fn temporary_databases_are_accessible_in_light() {
    look_at_temporary_databases(Theme::Light).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn temporary_databases_are_accessible_in_dark() {
    look_at_temporary_databases(Theme::Dark).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trouble_is_accessible_in_light() {
    look_at_trouble(Theme::Light).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trouble_is_accessible_in_dark() {
    look_at_trouble(Theme::Dark).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn management_is_accessible_in_light() {
    look_at_management(Theme::Light).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn management_is_accessible_in_dark() {
    look_at_management(Theme::Dark).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_accessible_in_light() {
    look_at_auth(Theme::Light).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_accessible_in_dark() {
    look_at_auth(Theme::Dark).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_accessible_in_light() {
    look_at_keys(Theme::Light).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_accessible_in_dark() {
    look_at_keys(Theme::Dark).await;
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
        stage::TABLE,
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

async fn look_at_temporary_databases(theme: Theme) {
    let eyes = Eyes::of(theme);
    temporary::walk(&eyes).await;
    eyes.close(temporary::TABLE);
}

async fn look_at_trouble(theme: Theme) {
    let eyes = Eyes::of(theme);
    trouble::walk(&eyes).await;
    eyes.close(trouble::TABLE);
}

async fn look_at_management(theme: Theme) {
    let eyes = Eyes::of(theme);
    stage::walk(&eyes).await;
    eyes.close(stage::TABLE);
}

async fn look_at_auth(theme: Theme) {
    let eyes = Eyes::of(theme);
    auth::walk(&eyes).await;
    eyes.close(auth::TABLE);
}

async fn look_at_keys(theme: Theme) {
    let eyes = Eyes::of(theme);
    keys::walk(&eyes).await;
    eyes.close(keys::TABLE);
}
