//! The Auth tab with everything on it, on a platform of the test's own that is connected as an account.

use sandbox::Fault;
use serde_json::json;
use testkit::mail::MailServer;
use testkit::page::Page;

use super::account_screens::AccountScreens;
use super::checks::{ScreenChecks, States, choose, escape, scroll_to};
use super::sight::TIME_TO_LOOK_MS;
use crate::accounts::{Platform, connect, current};
use crate::auth::sign_in::{go, in_sandbox};
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
            "signIn",
            "plugins",
            "noWebhooks",
            "webhooks",
            "roles",
            "branch",
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
    ("changeSignIn", &["filled"]),
    (
        "changePlugin",
        &["magicLink", "refused", "phoneNumber", "organizations"],
    ),
    ("setWebhooks", &["empty", "refused", "filled"]),
    ("removeWebhooks", &["filled"]),
    ("setAuthUserRoles", &["filled"]),
    ("deleteAuthUser", &["filled"]),
];

const ACCOUNT: &str = "Northern shop";
const INTEGRATIONS: &str = "/api/v2/projects/*/auth/integrations";
const DOMAINS: &str = "/api/v2/projects/*/auth/domains";

pub async fn walk(checks: &ScreenChecks) {
    let platform = Platform::start(true).await;
    let key = platform.key("laptop").await;
    platform.project("shop-prod").await;
    let mut desktop =
        Desktop::start("screens-auth", Keychain::Unlocked, WindowOptions::default()).await;
    let window = &desktop.open().await;
    connect(window, &platform, ACCOUNT, &key.token).await;
    window.sees("shop-prod").await;
    let authority = json!({ "id": current(window).await["id"], "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", authority).await.unwrap();
    let mut screens = AccountScreens::new(checks, &desktop, window, &platform).await;
    screens.find_project().await;
    screens.finished(&screens.project).await;
    before_it_is_there(&screens).await;
    integration(&screens).await;
    users(&screens).await;
    domains(&screens).await;
    providers(&screens).await;
    mail(&screens).await;
    locked(&screens).await;
    transfer(&screens).await;
    removal(&screens).await;
    sign_in(&screens).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

async fn before_it_is_there(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let refused = Fault {
        status: Some(503),
        ..Fault::on(INTEGRATIONS)
    };
    screens.platform.running.inject_fault(refused).unwrap();
    screens.tab("tab=auth").await;
    window.sees("Couldn’t load the auth integration").await;
    screens.inspect("auth-error").await;
    screens.platform.running.clear_faults();
    let slow = Fault {
        delay_ms: Some(TIME_TO_LOOK_MS),
        ..Fault::on(INTEGRATIONS)
    };
    screens.platform.running.inject_fault(slow).unwrap();
    window.reload().await;
    let waits =
        "return document.querySelector('[role=status][aria-label=\"Loading auth\"]') !== null";
    window
        .until("the integration is being read", || async {
            window.script(waits, Vec::new()).await == true
        })
        .await;
    screens
        .checks
        .inspect_now(screens.desktop, window, "auth-loading")
        .await;
    screens.platform.running.clear_faults();
    window.sees("Auth lets people sign in").await;
    screens.inspect("auth-none").await;
}

async fn integration(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("Enable auth…").await;
    window.sees("Users are synced to a table").await;
    screens.inspect("enableAuth-filled").await;
    window.press("Enable auth").await;
    window.text_of("secret-notice").await;
    screens.inspect("enableAuth-made").await;
    window.press("Done").await;
    window.press("Close without copying").await;
    window.no_dialog().await;
    screens.finished(&screens.project).await;
    window.sees("Ready for production").await;
    screens.inspect("auth-made").await;
    screens
        .dialog("New SDK keys…", "createSdkKeys-filled")
        .await;
}

async fn users(screens: &AccountScreens<'_>) {
    let window = screens.window;
    choose(window, "Auth: Users").await;
    window.sees("Users aren’t loaded yet").await;
    screens.inspect("auth-unread").await;
    choose(window, "New user…").await;
    window.fill("Email", "ada@example.com").await;
    window.fill("Name optional", "Ada of the accounts").await;
    screens.inspect("createAuthUser-filled").await;
    window.fill("Email", "nobody").await;
    window.press("Create user").await;
    window.sees("Enter one address").await;
    screens.inspect("createAuthUser-refused").await;
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
            json!({ "projectId": screens.project, "provider": null, "email": email, "name": name });
        screens.ask("auth_create_user", user).await;
    }
    window.press("Refresh").await;
    window.sees("3 users").await;
    screens.inspect("auth-users").await;
}

async fn domains(screens: &AccountScreens<'_>) {
    let window = screens.window;
    screens.tab("page=domains&tab=auth").await;
    window.sees("No domains yet").await;
    screens.inspect("auth-noDomains").await;
    choose(window, "Add domain…").await;
    window.fill("Domain", "https://shop.example.com").await;
    screens.inspect("addAuthDomain-filled").await;
    window.fill("Domain", "shop.example.com/login").await;
    window.press("Add domain").await;
    window.sees("Use only scheme, host and port.").await;
    screens.inspect("addAuthDomain-refused").await;
    window.fill("Domain", "https://shop.example.com").await;
    window.press("Add domain").await;
    window.no_dialog().await;
    window.press("https://shop.example.com").await;
    window.press("Actions for https://shop.example.com").await;
    window.press("Remove domain…").await;
    window.sees_dialog().await;
    screens.inspect("deleteAuthDomain-filled").await;
    escape(window).await;
    screens.inspect("auth-domains").await;

    let refused = Fault {
        status: Some(503),
        method: Some("GET".to_owned()),
        ..Fault::on(DOMAINS)
    };
    screens.platform.running.inject_fault(refused).unwrap();
    let another = json!({
        "projectId": screens.project, "provider": null, "domain": "https://admin.example.com"
    });
    screens.ask("auth_add_domain", another).await;
    window.sees("Shown as of").await;
    screens.inspect("auth-old").await;
    screens.platform.running.clear_faults();
    window.press("Try again").await;
    window.sees("https://admin.example.com").await;
}

async fn providers(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("Providers").await;
    window.sees("No OAuth providers").await;
    screens.inspect("auth-noProviders").await;
    window.press("Add provider…").await;
    window.sees_dialog().await;
    screens.inspect("addOauthProvider-shared").await;
    window.press("Add Google").await;
    window.no_dialog().await;
    window.press("Add provider…").await;
    window.press("Own").await;
    window.fill("Client ID", "shop-client").await;
    screens.inspect("addOauthProvider-own").await;
    window.press("Add GitHub").await;
    window.sees("Client ID and secret are both required").await;
    screens.inspect("addOauthProvider-refused").await;
    window
        .fill("Client secret", "Kq7-secret-of-the-client")
        .await;
    window.press("Add GitHub").await;
    window.no_dialog().await;
    window.press("GitHub").await;
    window.press("Actions for GitHub").await;
    window.press("Change credentials…").await;
    window.sees("Leave empty to keep it").await;
    screens.inspect("oauthCredentials-filled").await;
    escape(window).await;
    window.press("GitHub").await;
    window.press("Actions for GitHub").await;
    window.press("Delete…").await;
    window.sees("Users can no longer sign in with GitHub").await;
    screens.inspect("deleteOauthProvider-filled").await;
    escape(window).await;
    screens.inspect("auth-providers").await;
}

async fn mail(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let password = "Zq8-open-sesame-mail";
    let server = MailServer::start(Some(("postman", password))).await;
    screens.tab("page=email&tab=auth").await;
    window.sees("Shared, not for production").await;
    screens.inspect("auth-sharedEmail").await;
    choose(window, "Use own SMTP server…").await;
    window.sees_dialog().await;
    screens.inspect("ownEmailServer-empty").await;
    window.fill("Host", "https://127.0.0.1").await;
    window.press("Save server").await;
    window.sees("Leave out https://").await;
    screens.inspect("ownEmailServer-refused").await;
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
    screens.inspect("ownEmailServer-tried").await;
    window.press("Send test email…").await;
    window.fill("To", "person@example.com").await;
    screens.inspect("testEmail-filled").await;
    window.press("Send test email").await;
    window.sees("The server accepted the message").await;
    screens.inspect("testEmail-sent").await;
    window.key("\u{e00c}").await;
    window
        .no_longer_sees("The server accepted the message")
        .await;
    window.press("Save server").await;
    window.no_dialog().await;
    screens.inspect("auth-email").await;

    drop(server);
    choose(window, "Test connection…").await;
    window.fill("Password", password).await;
    window.press("Test connection").await;
    window.sees("It doesn’t work from this machine").await;
    screens.inspect("tryEmailServer-failed").await;
    escape(window).await;
    choose(window, "Send test email…").await;
    window.fill("To", "person@example.com").await;
    window.fill("Server password", password).await;
    window.press("Send test email").await;
    window.sees("The message wasn’t sent").await;
    screens.inspect("testEmail-failed").await;
    escape(window).await;
    screens
        .dialog("Use shared server…", "sharedEmailServer-filled")
        .await;
    screens.tab("tab=auth").await;
    window.sees("Ready for production: 2 of 4").await;
    screens.inspect("auth-overview").await;
}

async fn locked(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let edit = |locked: bool| json!({ "id": screens.account, "edit": { "isReadOnly": locked } });
    window.command("account_edit", edit(true)).await.unwrap();
    window.sees("is read-only").await;
    window.press("Users").await;
    window.sees("so it is blocked too").await;
    screens.inspect("auth-locked").await;
    window.command("account_edit", edit(false)).await.unwrap();
    window.no_longer_sees("is read-only").await;
}

async fn transfer(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("Ownership").await;
    window.sees("The platform, on your behalf").await;
    screens.inspect("auth-ownership").await;
    choose(window, "Transfer ownership…").await;
    window.sees("This can’t be undone").await;
    screens.inspect("transferAuth-explained").await;
    window.press("Get link").await;
    window.text_of("transfer-host").await;
    screens.inspect("transferAuth-link").await;
    window.press("Open in browser").await;
    let link = screens.desktop.links.newest().await;
    window.text_of("transfer-waiting").await;
    screens.inspect("transferAuth-waiting").await;
    Page::open(&link).await.press("Confirm").await;
    window.text_of("transfer-done").await;
    screens.inspect("transferAuth-done").await;
    window.press("Close").await;
    window.no_dialog().await;
}

async fn removal(screens: &AccountScreens<'_>) {
    let window = screens.window;
    choose(window, "Remove auth from shop-prod…").await;
    window.sees_dialog().await;
    screens.inspect("removeAuth-keep").await;
    window.press("Delete them").await;
    screens.inspect("removeAuth-delete").await;
    escape(window).await;
}

/// On the sandbox's own account: where each branch has an integration, there are pages for it.
async fn sign_in(screens: &AccountScreens<'_>) {
    let window = screens.window;
    let (account, project, branch) = in_sandbox(window).await;
    go(window, &account, &project).await;
    window.sees("Anyone can create an account").await;
    screens.inspect("auth-signIn").await;
    screens
        .dialog("Change sign-in…", "changeSignIn-filled")
        .await;
    plugins(screens).await;
    webhooks(screens).await;
    roles(screens, [&account, &project, &branch]).await;
    another_branch(screens, [&account, &project]).await;
}

async fn plugins(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("Change magic link…").await;
    window.press("Allow sign-in with a magic link").await;
    screens.inspect("changePlugin-magicLink").await;
    window.fill("Link expires after (minutes)", "4").await;
    window.press("Change magic link").await;
    window.sees("Enter a whole number from 5 to 1,440.").await;
    screens.inspect("changePlugin-refused").await;
    window.fill("Link expires after (minutes)", "30").await;
    window.press("Change magic link").await;
    window.no_dialog().await;
    window.sees("After 30 minutes").await;
    window.press("Change phone sign-in…").await;
    window.press("Allow sign-in with a phone number").await;
    screens.inspect("changePlugin-phoneNumber").await;
    window.press("Change phone sign-in").await;
    window.no_dialog().await;
    window.press("Change organization settings…").await;
    window.press("Allow organizations").await;
    window
        .sees("Users can no longer create organizations")
        .await;
    screens.inspect("changePlugin-organizations").await;
    escape(window).await;
    window.sees("Your app delivers the codes").await;
    scroll_to(window, "Phone number").await;
    screens.inspect("auth-plugins").await;
}

async fn webhooks(screens: &AccountScreens<'_>) {
    let window = screens.window;
    window.press("Webhooks").await;
    window.sees("No webhooks yet").await;
    screens.inspect("auth-noWebhooks").await;
    window.press("Set up webhooks…").await;
    window.sees_dialog().await;
    screens.inspect("setWebhooks-empty").await;
    window.press("Set up webhooks").await;
    window.sees("Choose at least one event").await;
    screens.inspect("setWebhooks-refused").await;
    window
        .fill("Address", "https://shop.example.com/hooks/auth")
        .await;
    for event in ["user.created", "send.otp", "send.magic_link"] {
        window.press(event).await;
    }
    screens.inspect("setWebhooks-filled").await;
    window.press("Set up webhooks").await;
    window.no_dialog().await;
    window.sees("https://shop.example.com/hooks/auth").await;
    screens.inspect("auth-webhooks").await;
    screens
        .dialog("Remove webhooks…", "removeWebhooks-filled")
        .await;
}

async fn roles(screens: &AccountScreens<'_>, [account, project, branch]: [&str; 3]) {
    let window = screens.window;
    for (email, name) in [("ada@example.com", "Ada"), ("grace@example.com", "Grace")] {
        let user = json!({
            "accountId": account, "projectId": project, "provider": null, "email": email,
            "name": name, "branchId": branch,
        });
        window.command("auth_create_user", user).await.unwrap();
    }
    window.press("Users").await;
    window.press("Show users").await;
    window.press("ada@example.com").await;
    window.press("Actions for ada@example.com").await;
    window.press("Change roles…").await;
    window.fill("Roles", "admin, editor").await;
    screens.inspect("setAuthUserRoles-filled").await;
    window.press("Change user roles").await;
    window.no_dialog().await;
    window.sees("admin, editor").await;
    screens.inspect("auth-roles").await;
    window.press("Actions for ada@example.com").await;
    window.press("Delete user…").await;
    window.sees_dialog().await;
    screens.inspect("deleteAuthUser-filled").await;
    window.press("Cancel").await;
    window.no_dialog().await;
}

/// Another branch has no auth yet.
async fn another_branch(screens: &AccountScreens<'_>, [account, project]: [&str; 2]) {
    let window = screens.window;
    let create = json!({
        "accountId": account, "projectId": project, "create": { "name": "feature/checkout" },
    });
    let made = window.command("branch_create", create).await.unwrap();
    let branch = made["branch"]["id"].as_str().unwrap();
    let at = format!("#/project?account={account}&branch={branch}&id={project}&tab=auth");
    window.go(&at).await;
    window.sees("to a database of this branch").await;
    window.sees("No running tasks").await;
    screens.inspect("auth-branch").await;
}
