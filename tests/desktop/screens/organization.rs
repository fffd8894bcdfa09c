//! What advisors find, whose tokens a project takes, people of an organization, and projects that change hands.

use serde_json::json;

use super::account_screens::AccountScreens;
use super::checks::{ScreenChecks, States, choose, escape, scroll_to};
use super::management::platform;
use super::schemas::run;
use crate::accounts::connect;
use crate::harness::{Desktop, Keychain, WindowOptions};
use crate::projects::people::administer;

const FLAWED: &str = "
    CREATE TABLE notes (note text);
    CREATE TABLE visits (at timestamptz);
    CREATE TABLE invoices (id integer PRIMARY KEY, total numeric);
    CREATE POLICY own ON invoices USING (true);
    CREATE INDEX invoices_total ON invoices (total);
    CREATE INDEX invoices_total_again ON invoices (total)";

pub const TABLE: &[States] = &[
    (
        "project",
        &["unchecked", "advisors", "libraries", "jwks", "danger"],
    ),
    ("addJwks", &["filled"]),
    ("removeJwks", &["filled"]),
    ("offerProject", &["filled"]),
    ("moveProject", &["filled"]),
    ("acceptProject", &["filled"]),
    ("organization", &["members", "invitations", "spending"]),
    ("invitePerson", &["filled"]),
    ("memberRole", &["filled"]),
    ("removeMember", &["filled"]),
    ("spendingLimit", &["filled"]),
    ("removeSpendingLimit", &["filled"]),
];

pub async fn walk(checks: &ScreenChecks) {
    let platform = platform().await;
    platform.project("shop-prod").await;
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-organization", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    connect(window, &platform, "Northern shop", &platform.running.key).await;
    let mut screens = AccountScreens::new(checks, &desktop, window, &platform).await;
    screens.find_project().await;
    advisors(&screens).await;
    tokens_and_libraries(&screens).await;
    transfers(&screens).await;
    people(&screens).await;
    to_another(&screens).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

async fn advisors(screens: &AccountScreens<'_>) {
    let window = screens.window;
    run(screens, &screens.branch, FLAWED).await;
    let request = json!({ "projectId": screens.project, "includeDeleted": false });
    window
        .until("the size of its branch is known", || async {
            let branches = screens.ask("branch_list", request.clone()).await;
            branches[0]["logicalSize"].is_number()
        })
        .await;
    window.reload().await;
    screens.tab("tab=overview").await;
    window.sees("Recent operations").await;
    window.sees("Largest branch").await;
    scroll_to(window, "Advisors").await;
    screens.inspect("project-unchecked").await;
    window.press("Check database").await;
    window.sees("Policies without row-level security").await;
    scroll_to(window, "Advisors").await;
    screens.inspect("project-advisors").await;
}

async fn tokens_and_libraries(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=settings").await;
    window.sees("auto_explain").await;
    scroll_to(window, "Preloaded libraries").await;
    screens.inspect("project-libraries").await;
    window.press("Add JWKS URL…").await;
    window
        .fill("JWKS URL", "https://keys.example.com/.well-known/jwks.json")
        .await;
    window.fill("Provider", "Clerk").await;
    screens.inspect("addJwks-filled").await;
    window.press("Add JWKS URL").await;
    window.no_dialog().await;
    screens.finished(&screens.project).await;
    window.press("Clerk").await;
    scroll_to(window, "JWKS").await;
    screens.inspect("project-jwks").await;
    window.press("Actions for Clerk").await;
    window.press("Remove…").await;
    window.sees_dialog().await;
    screens.inspect("removeJwks-filled").await;
    escape(window).await;
}

async fn transfers(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=settings").await;
    window.sees("Transfer this project").await;
    scroll_to(window, "Transfer this project").await;
    screens.inspect("project-danger").await;
    window.press("Transfer to another account…").await;
    window.sees_dialog().await;
    screens.inspect("offerProject-filled").await;
    escape(window).await;
    choose(window, "Accept transferred project…").await;
    window.sees_dialog().await;
    screens.inspect("acceptProject-filled").await;
    escape(window).await;
}

/// With an organization to move it to.
async fn to_another(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("tab=settings").await;
    let me = screens.ask("user_me", json!({})).await;
    administer(
        screens.platform,
        "/sandbox/organizations",
        json!({ "name": "Southern", "admin_id": me["id"] }),
    )
    .await;
    window.reload().await;
    window.sees("Transfer this project").await;
    window.press("Move to organization…").await;
    window.press("Choose an organization.").await;
    window.press("Southern").await;
    screens.inspect("moveProject-filled").await;
    escape(window).await;
}

async fn people(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let all = screens.ask("organization_list", json!({})).await;
    let organization = all[0]["id"].as_str().unwrap();
    administer(
        screens.platform,
        "/sandbox/users",
        json!({ "email": "ana@example.com", "name": "Ana" }),
    )
    .await;
    for (email, role) in [("ana@example.com", "admin"), ("bo@example.com", "member")] {
        let invite = json!({ "organizationId": organization, "email": email, "role": role });
        screens.ask("invitation_create", invite).await;
    }
    window.press("Northern shop").await;
    window.press("Open members").await;
    window.sees("2 members").await;
    window.press("ana@example.com").await;
    screens.inspect("organization-members").await;
    for (title, state) in [
        ("Change role of ana@example.com…", "memberRole-filled"),
        ("Remove ana@example.com…", "removeMember-filled"),
    ] {
        screens.dialog(title, state).await;
    }
    window.press("Invite person…").await;
    window.fill("Email", "cy@example.com").await;
    screens.inspect("invitePerson-filled").await;
    escape(window).await;
    window.press("Invitations").await;
    window.sees("1 open invitation").await;
    screens.inspect("organization-invitations").await;
    window.press("Spending").await;
    window.press("Set limit…").await;
    window.fill("Amount in USD", "1250").await;
    screens.inspect("spendingLimit-filled").await;
    window.press("Set spending limit").await;
    window.sees("$1,250.00").await;
    window.no_dialog().await;
    screens.inspect("organization-spending").await;
    window.press("Remove limit…").await;
    window.sees_dialog().await;
    screens.inspect("removeSpendingLimit-filled").await;
    escape(window).await;
}
