//! Every screen and dialog in every state of the tables: no axe violation, and a picture of each in both themes.
//!
//! Contrast is left to the tokens' own test (`ui/src/styles`): axe misreads oklch colours.

mod account_screens;
mod accounts;
mod auth;
mod checks;
mod failures;
mod folders;
mod history;
mod keys;
mod links;
mod management;
mod network;
mod organization;
mod project;
mod projects;
mod reference;
mod schemas;
mod sight;
mod snapshots;
mod sql;
mod temporary;
mod updates;

use std::collections::BTreeSet;

pub use self::checks::choose;
use self::checks::{ScreenChecks, States};
use self::sight::ui;

#[tokio::test(flavor = "multi_thread")]
async fn temporary_databases_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    temporary::walk(&checks).await;
    checks.close(temporary::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    failures::walk(&checks).await;
    checks.close(failures::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    folders::walk(&checks).await;
    checks.close(folders::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn projects_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    management::walk_projects(&checks).await;
    checks.close(management::PROJECTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    management::walk_project(&checks).await;
    checks.close(management::PROJECT).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sql_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    sql::walk(&checks).await;
    checks.close(sql::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_organization_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    organization::walk(&checks).await;
    checks.close(organization::TABLE).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn network_is_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    network::walk(&checks).await;
    checks.close(network::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_and_drops_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    links::walk(&checks).await;
    checks.close(links::TABLE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn updates_are_accessible_and_pictured_in_both_themes() {
    let checks = ScreenChecks::default();
    updates::walk(&checks).await;
    checks.close(updates::TABLE).await;
}

#[test]
fn the_tables_name_every_screen_and_dialog_there_is() {
    let routes = std::fs::read_to_string(ui("src/routes.tsx")).unwrap();
    let screens = routes.split("case \"").skip(1);
    let screens = screens.filter_map(|rest| rest.split('"').next());
    let mut there: BTreeSet<String> = screens.map(ToOwned::to_owned).collect();
    assert!(there.len() > 5, "the screens were not read: {there:?}");
    let dialogs = std::fs::read_to_string(ui("src/dialogs.tsx")).unwrap();
    there.extend(dialogs_in(&dialogs));
    for feature in std::fs::read_dir(ui("src/features")).unwrap() {
        let feature = feature.unwrap().path();
        let files = ["dialogs.ts", "dialogs.tsx"].map(|name| feature.join(name));
        for text in files
            .iter()
            .filter_map(|it| std::fs::read_to_string(it).ok())
        {
            there.extend(dialogs_in(&text));
        }
    }
    let named = tables();
    let named: BTreeSet<String> = named.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert!(there.len() > 60, "the dialogs were not read: {there:?}");
    assert_eq!(
        there.difference(&named).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "not in the tables"
    );
}

#[test]
fn every_state_has_a_reference_picture_and_no_picture_is_left_over() {
    let states = tables()
        .into_iter()
        .flat_map(|(name, states)| states.iter().map(move |state| format!("{name}-{state}")));
    reference::are_of(&states.collect());
}

fn tables() -> Vec<States> {
    [
        temporary::TABLE,
        failures::TABLE,
        folders::TABLE,
        management::PROJECTS,
        management::PROJECT,
        sql::TABLE,
        organization::TABLE,
        auth::TABLE,
        keys::TABLE,
        network::TABLE,
        links::TABLE,
        updates::TABLE,
    ]
    .concat()
}

/// The keys of an object that names a component for each dialog.
fn dialogs_in(text: &str) -> Vec<String> {
    let table = text
        .lines()
        .skip_while(|line| {
            !(line.contains("const ")
                && line.to_lowercase().contains("dialogs")
                && line.ends_with('{'))
        })
        .skip(1)
        .take_while(|line| !line.starts_with('}'));
    let key = |line: &str| {
        let line = line.strip_prefix("  ").filter(|it| !it.starts_with(' '))?;
        let end = line.find(|c: char| !c.is_ascii_alphanumeric())?;
        (end > 0).then(|| line[..end].to_owned())
    };
    table.filter_map(key).collect()
}
