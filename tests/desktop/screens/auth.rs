//! The Auth tab with everything on it, on a platform of the test's own that is connected as an account.

use sandbox::Fault;
use serde_json::json;
use testkit::mail::MailServer;
use testkit::page::Page;

use super::checks::{ScreenChecks, States, choose, escape};
use super::stage::Stage;
use crate::accounts::{Platform, connect, current};
use crate::harness::{Desktop, Keychain, WindowOptions};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    (
        "auth",
        &[
            "error",
            "loading",
            "none",
            "made",
            "unread",
            "users",
            "noDomains",
            "domains",
            "old",
            "noProviders",
            "providers",
            "sharedEmail",
            "email",
            "overview",
            "locked",
            "ownership",
        ],
    ),
    ("enableAuth", &["filled", "made"]),
    ("createAuthUser", &["filled", "refused"]),
    ("createSdkKeys", &["filled"]),
    ("addAuthDomain", &["filled", "refused"]),
    ("deleteAuthDomain", &["filled"]),
    ("addOauthProvider", &["shared", "own", "refused"]),
    ("oauthCredentials", &["filled"]),
    ("deleteOauthProvider", &["filled"]),
    ("ownEmailServer", &["empty", "refused", "tried"]),
    ("testEmail", &["filled", "sent", "failed"]),
    ("tryEmailServer", &["failed"]),
    ("sharedEmailServer", &["filled"]),
    ("transferAuth", &["explained", "link", "waiting", "done"]),
    ("removeAuth", &["keep", "delete"]),
];

const ACCOUNT: &str = "Northern shop";
const INTEGRATIONS: &str = "/api/v2/projects/*/auth/integrations";
const DOMAINS: &str = "/api/v2/projects/*/auth/domains";

pub async fn walk(checks: &ScreenChecks) {
    let platform = Platform::start(true).await;
    let key = platform.key("laptop").await;
    let made = platform.project("shop-prod").await;
    let mut desktop =
        Desktop::start("screens-auth", Keychain::Unlocked, WindowOptions::default()).await;
    let window = &desktop.open().await;
    connect(window, &platform, ACCOUNT, &key.token).await;
    window.sees("shop-prod").await;
    let authority = json!({ "id": current(window).await["id"], "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", authority).await.unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let stage = Stage {
        checks,
        desktop: &desktop,
        window,
        platform: &platform.running,
        account: text(&current(window).await["id"]),
        project: text(&made["project"]["id"]),
        branch: text(&made["branch"]["id"]),
    };
    stage.finished(&stage.project).await;
    before_it_is_there(&stage).await;
    integration(&stage).await;
    users(&stage).await;
    domains(&stage).await;
    providers(&stage).await;
    mail(&stage).await;
    locked(&stage).await;
    transfer(&stage).await;
    removal(&stage).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

async fn before_it_is_there(stage: &Stage<'_>) {
    let window = stage.window;
    let refused = Fault {
        status: Some(503),
        ..Fault::on(INTEGRATIONS)
    };
    stage.platform.inject_fault(refused).unwrap();
    stage.tab("tab=auth").await;
    window.sees("Couldn’t load the auth integration").await;
    stage.inspect("auth-error").await;
    stage.platform.clear_faults();
    let slow = Fault {
        delay_ms: Some(6_000),
        ..Fault::on(INTEGRATIONS)
    };
    stage.platform.inject_fault(slow).unwrap();
    window.reload().await;
    let waits =
        "return document.querySelector('[role=status][aria-label=\"Loading auth\"]') !== null";
    window
        .until("the integration is being read", || async {
            window.script(waits, Vec::new()).await == true
        })
        .await;
    stage
        .checks
        .inspect_now(stage.desktop, window, "auth-loading")
        .await;
    stage.platform.clear_faults();
    window.sees("Auth lets people sign in").await;
    stage.inspect("auth-none").await;
}

async fn integration(stage: &Stage<'_>) {
    let window = stage.window;
    window.press("Enable auth…").await;
    window.sees("Users are synced to a table").await;
    stage.inspect("enableAuth-filled").await;
    window.press("Enable auth").await;
    window.text_of("held-notice").await;
    stage.inspect("enableAuth-made").await;
    window.press("Done").await;
    window.press("Close without copying").await;
    window.no_dialog().await;
    stage.finished(&stage.project).await;
    window.sees("Ready for production").await;
    stage.inspect("auth-made").await;
    stage.dialog("New SDK keys…", "createSdkKeys-filled").await;
}

async fn users(stage: &Stage<'_>) {
    let window = stage.window;
    choose(window, "Auth: Users").await;
    window.sees("Users are read on request").await;
    stage.inspect("auth-unread").await;
    choose(window, "New user…").await;
    window.fill("Email", "ada@example.com").await;
    window.fill("Name optional", "Ada of the accounts").await;
    stage.inspect("createAuthUser-filled").await;
    window.fill("Email", "nobody").await;
    window.press("Create user").await;
    window.sees("Enter one address").await;
    stage.inspect("createAuthUser-refused").await;
    window.fill("Email", "ada@example.com").await;
    window.press("Create user").await;
    window.no_dialog().await;
    window.text_of("user-arrived").await;
    for (email, name) in [
        ("grace@example.com", "Grace"),
        (
            "a-rather-long-address-of-somebody@department.example.com",
            "Somebody with a name that does not end before the column does",
        ),
    ] {
        let user =
            json!({ "projectId": stage.project, "provider": null, "email": email, "name": name });
        stage.ask("auth_create_user", user).await;
    }
    window.press("Refresh").await;
    window.sees("3 users").await;
    stage.inspect("auth-users").await;
}

async fn domains(stage: &Stage<'_>) {
    let window = stage.window;
    stage.tab("page=domains&tab=auth").await;
    window.sees("No domains yet").await;
    stage.inspect("auth-noDomains").await;
    choose(window, "Add domain…").await;
    window.fill("Domain", "https://shop.example.com").await;
    stage.inspect("addAuthDomain-filled").await;
    window.fill("Domain", "shop.example.com/login").await;
    window.press("Add domain").await;
    window.sees("Start with https://").await;
    stage.inspect("addAuthDomain-refused").await;
    window.fill("Domain", "https://shop.example.com").await;
    window.press("Add domain").await;
    window.no_dialog().await;
    window.press("https://shop.example.com").await;
    window.press("Actions for https://shop.example.com").await;
    window.press("Remove domain…").await;
    window.sees_dialog().await;
    stage.inspect("deleteAuthDomain-filled").await;
    escape(window).await;
    stage.inspect("auth-domains").await;

    let refused = Fault {
        status: Some(503),
        method: Some("GET".to_owned()),
        ..Fault::on(DOMAINS)
    };
    stage.platform.inject_fault(refused).unwrap();
    let another = json!({
        "projectId": stage.project, "provider": null, "domain": "https://admin.example.com"
    });
    stage.ask("auth_add_domain", another).await;
    window.sees("Shown as of").await;
    stage.inspect("auth-old").await;
    stage.platform.clear_faults();
    window.press("Try again").await;
    window.sees("https://admin.example.com").await;
}

async fn providers(stage: &Stage<'_>) {
    let window = stage.window;
    window.press("Providers").await;
    window.sees("No OAuth providers").await;
    stage.inspect("auth-noProviders").await;
    window.press("Add provider…").await;
    window.sees_dialog().await;
    stage.inspect("addOauthProvider-shared").await;
    window.press("Add Google").await;
    window.no_dialog().await;
    window.press("Add provider…").await;
    window.press("Own").await;
    window.fill("Client ID", "shop-client").await;
    stage.inspect("addOauthProvider-own").await;
    window.press("Add GitHub").await;
    window.sees("Client ID and secret are both required").await;
    stage.inspect("addOauthProvider-refused").await;
    window
        .fill("Client secret", "Kq7-secret-of-the-client")
        .await;
    window.press("Add GitHub").await;
    window.no_dialog().await;
    window.press("GitHub").await;
    window.press("Actions for GitHub").await;
    window.press("Change credentials…").await;
    window.sees("Leave a field empty to keep its value").await;
    stage.inspect("oauthCredentials-filled").await;
    escape(window).await;
    window.press("GitHub").await;
    window.press("Actions for GitHub").await;
    window.press("Delete…").await;
    window.sees("Nobody can sign in with GitHub").await;
    stage.inspect("deleteOauthProvider-filled").await;
    escape(window).await;
    stage.inspect("auth-providers").await;
}

async fn mail(stage: &Stage<'_>) {
    let window = stage.window;
    let password = "Zq8-open-sesame-mail";
    let server = MailServer::start(Some(("postman", password))).await;
    stage.tab("page=email&tab=auth").await;
    window.sees("Shared, not for production").await;
    stage.inspect("auth-sharedEmail").await;
    choose(window, "Use own SMTP server…").await;
    window.sees_dialog().await;
    stage.inspect("ownEmailServer-empty").await;
    window.fill("Host", "https://127.0.0.1").await;
    window.press("Save server").await;
    window.sees("Leave out https://").await;
    stage.inspect("ownEmailServer-refused").await;
    let port = server.port.to_string();
    for (label, text) in [
        ("Host", "127.0.0.1"),
        ("Port", port.as_str()),
        ("User name", "postman"),
        ("Password", password),
        ("Sender address", "shop@example.com"),
        ("Sender name", "The shop"),
    ] {
        window.fill(label, text).await;
    }
    window.press("Test connection").await;
    window.sees("It works from this machine").await;
    stage.inspect("ownEmailServer-tried").await;
    window.press("Send test email…").await;
    window.fill("To", "person@example.com").await;
    stage.inspect("testEmail-filled").await;
    window.press("Send test email").await;
    window.sees("The server accepted the message").await;
    stage.inspect("testEmail-sent").await;
    window.key("\u{e00c}").await;
    window
        .no_longer_sees("The server accepted the message")
        .await;
    window.press("Save server").await;
    window.no_dialog().await;
    stage.inspect("auth-email").await;

    drop(server);
    choose(window, "Test connection…").await;
    window.fill("Password", password).await;
    window.press("Test connection").await;
    window.sees("It does not work from this machine").await;
    stage.inspect("tryEmailServer-failed").await;
    escape(window).await;
    choose(window, "Send test email…").await;
    window.fill("To", "person@example.com").await;
    window.fill("Server password", password).await;
    window.press("Send test email").await;
    window.sees("The message was not sent").await;
    stage.inspect("testEmail-failed").await;
    escape(window).await;
    stage
        .dialog("Use shared server…", "sharedEmailServer-filled")
        .await;
    stage.tab("tab=auth").await;
    window.sees("Ready for production: 2 of 4").await;
    stage.inspect("auth-overview").await;
}

async fn locked(stage: &Stage<'_>) {
    let window = stage.window;
    let edit = |locked: bool| json!({ "id": stage.account, "edit": { "isReadOnly": locked } });
    window.command("account_edit", edit(true)).await.unwrap();
    window.sees("is read-only").await;
    window.press("Users").await;
    window.sees("so it is blocked too").await;
    stage.inspect("auth-locked").await;
    window.command("account_edit", edit(false)).await.unwrap();
    window.no_longer_sees("is read-only").await;
}

async fn transfer(stage: &Stage<'_>) {
    let window = stage.window;
    window.press("Ownership").await;
    window.sees("The platform, on your behalf").await;
    stage.inspect("auth-ownership").await;
    choose(window, "Transfer ownership…").await;
    window.sees("This cannot be undone").await;
    stage.inspect("transferAuth-explained").await;
    window.press("Get link").await;
    window.text_of("transfer-host").await;
    stage.inspect("transferAuth-link").await;
    window.press("Open in browser").await;
    let link = stage.desktop.links.newest().await;
    window.text_of("transfer-waiting").await;
    stage.inspect("transferAuth-waiting").await;
    Page::open(&link).await.press("Confirm").await;
    window.text_of("transfer-done").await;
    stage.inspect("transferAuth-done").await;
    window.press("Close").await;
    window.no_dialog().await;
}

async fn removal(stage: &Stage<'_>) {
    let window = stage.window;
    choose(window, "Remove auth from shop-prod…").await;
    window.sees_dialog().await;
    stage.inspect("removeAuth-keep").await;
    window.press("Delete them").await;
    stage.inspect("removeAuth-delete").await;
    escape(window).await;
}
