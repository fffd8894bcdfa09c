//! An account that is locked against changes: the buttons say so, and below them nothing leaves.

use serde_json::{Value, json};

use super::{Platform, account, connect};
use crate::harness::{Desktop, Keychain, Window, WindowOptions};

const REASON: &str = "The account is read-only";

#[tokio::test(flavor = "multi_thread")]
async fn nothing_leaves_for_a_locked_account_until_the_window_unlocks_it() {
    let platform = Platform::start(true).await;
    let made = platform.project("Mill").await;
    let target = TestTarget::of(&made);
    let key = platform.key("laptop").await;
    let mut desktop = Desktop::start("lock", Keychain::Unlocked, WindowOptions::default()).await;
    let seed = desktop.project("seeds").join("seed.sql");
    std::fs::write(&seed, "CREATE TABLE sown (n int);").unwrap();
    let window = desktop.open().await;
    connect(&window, &platform, "Workshop", &key.token).await;
    window.sees("Mill").await;
    let id = account(&window, "Workshop").await["id"].clone();
    let temporary = window
        .command("temporary_create", json!({ "options": options(&id) }))
        .await
        .unwrap();
    target.suspend(&platform).await;

    window.press("Workshop").await;
    window.press("Make read-only").await;
    window.sees("Workshop is read-only").await;
    says_why(&window, &id, &target).await;

    let changes = platform.changes();
    let seed_path = seed.to_str().unwrap();
    let mut requests = commands(&id, &target, temporary["id"].as_str().unwrap(), seed_path);
    requests.extend(of_auth_and_keys(&id, &target));
    for (name, request) in requests {
        let answer = window.command(name, request).await;
        let code = answer.as_ref().err().map(|error| error["code"].clone());
        assert_eq!(code, Some(json!("readOnly")), "`{name}` gave {answer:?}");
    }
    assert_eq!(platform.changes(), changes, "a change left");
    assert_eq!(
        target.compute(&platform).await,
        "idle",
        "somebody connected"
    );

    // Unlocked by the window, the same work goes through.
    window.press("Unlock…").await;
    window.press("Unlock Workshop").await;
    window.no_dialog().await;
    window.no_longer_sees("Workshop is read-only").await;
    // What the compute tells now it would have told of a connection before. Only whoever trusts its certificate wakes it.
    let edit = json!({ "id": id, "edit": { "caFile": platform.running.ca_file } });
    window.command("account_edit", edit).await.unwrap();
    let checked = window
        .command("connect_check", json!({ "source": target.source(&id) }))
        .await;
    assert_ne!(target.compute(&platform).await, "idle", "{checked:?}");
    window.press("New branch…").await;
    window.fill("Name optional", "sluice").await;
    window.press("Create branch").await;
    window
        .until("the branch is on the platform", || async {
            let branches = platform.branches(&target.project).await;
            branches.contains(&"sluice".to_owned())
        })
        .await;
    desktop.quit(window).await;
    platform.running.stop().await;
}

/// The buttons of the branches, of the project and of its row.
async fn says_why(window: &Window, account: &Value, target: &TestTarget) {
    let id = account.as_str().unwrap();
    until_blocked(window, "New project…").await;
    window.press("Mill").await;
    window.press("Actions for Mill").await;
    window.sees(REASON).await;
    window.key("\u{e00c}").await;
    window.no_longer_sees(REASON).await;
    let of = |tab| format!("#/project?account={id}&id={}&tab={tab}", target.project);
    window.go(&of("settings")).await;
    until_blocked(window, "Delete Mill…").await;
    window.go(&of("branches")).await;
    until_blocked(window, "New branch…").await;
    window.sees("Read-only account").await;
}

/// A button that cannot be pressed now.
async fn until_blocked(window: &Window, name: &str) {
    let script = "const button = [...document.querySelectorAll('button')]
        .find(each => each.innerText.trim() === arguments[0]);
        return button?.getAttribute('aria-disabled') === 'true' || button?.disabled === true";
    window
        .until(&format!("`{name}` is blocked"), || async {
            window.script(script, vec![json!(name)]).await == true
        })
        .await;
}

/// What the changes are tried on.
struct TestTarget {
    project: String,
    branch: String,
    compute: String,
}

impl TestTarget {
    fn of(made: &Value) -> Self {
        let id = |value: &Value| value["id"].as_str().unwrap().to_owned();
        Self {
            project: id(&made["project"]),
            branch: id(&made["branch"]),
            compute: id(&made["endpoints"][0]),
        }
    }

    fn source(&self, account: &Value) -> Value {
        let request = json!({ "database": "svcdb", "role": "svcdb_owner" });
        json!({ "kind": "project", "accountId": account, "projectId": self.project, "request": request })
    }

    /// What the platform says that the compute does.
    async fn compute(&self, platform: &Platform) -> Value {
        let path = format!("/projects/{}/endpoints/{}", self.project, self.compute);
        let reply = platform.send("GET", &path, Value::Null).await;
        reply.json()["endpoint"]["current_state"].clone()
    }

    async fn suspend(&self, platform: &Platform) {
        platform.settled().await;
        let path = format!(
            "/projects/{}/endpoints/{}/suspend",
            self.project, self.compute
        );
        let reply = platform.send("POST", &path, Value::Null).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        platform.settled().await;
        assert_eq!(self.compute(platform).await, "idle");
    }
}

/// Every kind of change, as the page could ask for it.
fn commands(
    account: &Value,
    target: &TestTarget,
    temporary: &str,
    seed: &str,
) -> Vec<(&'static str, Value)> {
    let TestTarget {
        project,
        branch,
        compute,
    } = target;
    // Of the account, of a project of it, of a branch of that, of a compute of that.
    let of = |scope: &[(&str, &str)], more: Value| {
        let mut request = json!({ "accountId": account });
        for (name, value) in scope {
            request[name] = json!(value);
        }
        for (name, value) in more.as_object().into_iter().flatten() {
            request[name] = value.clone();
        }
        request
    };
    let p = [("projectId", project.as_str())];
    let b = [p[0], ("branchId", branch.as_str())];
    let c = [p[0], ("computeId", compute.as_str())];
    let none = Value::Null;
    let restore = json!({ "sourceId": branch, "sourceLsn": null, "sourceTimestamp": "2026-01-01T00:00:00Z", "preserveUnderName": "before" });
    let bulk = json!({ "accountId": account, "verb": "deleteProjects", "itemIds": [project], "organizationId": null });
    vec![
        (
            "project_create",
            of(&[], json!({ "create": { "name": "New" } })),
        ),
        (
            "project_update",
            of(&p, json!({ "update": { "name": "Other" } })),
        ),
        ("project_delete", of(&p, none.clone())),
        ("project_recover", of(&p, none.clone())),
        ("bulk_start", json!({ "request": bulk })),
        (
            "branch_create",
            of(&p, json!({ "create": { "name": "new" } })),
        ),
        (
            "branch_update",
            of(&b, json!({ "update": { "name": "other" } })),
        ),
        ("branch_delete", of(&b, none.clone())),
        ("branch_recover", of(&b, none.clone())),
        ("branch_restore", of(&b, json!({ "restore": restore }))),
        ("branch_set_default", of(&b, none.clone())),
        (
            "compute_create",
            of(
                &p,
                json!({ "create": { "branchId": branch, "readOnly": true } }),
            ),
        ),
        (
            "compute_update",
            of(&c, json!({ "update": { "name": "other" } })),
        ),
        ("compute_delete", of(&c, none.clone())),
        ("compute_start", of(&c, none.clone())),
        ("compute_suspend", of(&c, none.clone())),
        ("compute_restart", of(&c, none.clone())),
        (
            "database_create",
            of(&b, json!({ "name": "new", "owner": "svcdb_owner" })),
        ),
        (
            "database_update",
            of(
                &b,
                json!({ "name": "svcdb", "update": { "name": "other" } }),
            ),
        ),
        ("database_delete", of(&b, json!({ "name": "svcdb" }))),
        (
            "role_create",
            of(&b, json!({ "name": "new", "noLogin": false })),
        ),
        ("role_delete", of(&b, json!({ "name": "svcdb_owner" }))),
        (
            "role_reset_password",
            of(&b, json!({ "name": "svcdb_owner" })),
        ),
        ("connect_check", json!({ "source": target.source(account) })),
        (
            "connect_psql",
            json!({ "source": target.source(account), "more": [] }),
        ),
        (
            "connect_open_in",
            json!({ "source": target.source(account), "program": "dbeaver" }),
        ),
        ("temporary_create", json!({ "options": options(account) })),
        (
            "connect_check",
            json!({ "source": { "kind": "temporary", "id": temporary } }),
        ),
        ("seed_start", json!({ "id": temporary, "path": seed })),
    ]
}

/// The same of the auth settings and of API keys.
fn of_auth_and_keys(account: &Value, target: &TestTarget) -> Vec<(&'static str, Value)> {
    let TestTarget {
        project, branch, ..
    } = target;
    let of = |more: Value| {
        let mut request = json!({ "accountId": account, "projectId": project, "provider": null });
        for (name, value) in more.as_object().into_iter().flatten() {
            request[name] = value.clone();
        }
        request
    };
    let enable = json!({ "branchId": branch, "database": null, "role": null });
    let users = json!({ "branchId": branch, "database": "svcdb", "search": null, "awaited": null });
    let secret = json!({ "kind": "set", "secret": "hunter2-hunter2" });
    let client = json!({ "clientId": "other", "clientSecret": secret, "microsoftTenantId": null });
    let google = json!({
        "provider": "google", "clientId": null, "clientSecret": null, "microsoftTenantId": null
    });
    let test = json!({
        "branchId": branch, "host": "smtp.example.com", "port": 587, "username": "mailer",
        "password": "hunter2-hunter2", "senderEmail": "shop@example.com", "senderName": "Shop",
        "recipient": "reader@example.com"
    });
    let key = json!({ "name": "new", "organizationId": null, "projectId": null });
    vec![
        ("auth_enable", of(json!({ "enable": enable }))),
        ("auth_create_keys", of(Value::Null)),
        (
            "auth_create_user",
            of(json!({ "email": "reader@example.com", "name": null })),
        ),
        ("auth_users", of(json!({ "request": users }))),
        ("auth_transfer", of(Value::Null)),
        (
            "auth_remove",
            of(json!({ "provider": "provider_one", "deleteData": true })),
        ),
        (
            "auth_add_domain",
            of(json!({ "domain": "https://shop.example.com" })),
        ),
        (
            "auth_delete_domains",
            of(json!({ "domains": ["https://shop.example.com"] })),
        ),
        ("oauth_add", of(json!({ "request": google }))),
        (
            "oauth_update",
            of(json!({ "provider": "google", "request": client })),
        ),
        ("oauth_delete", of(json!({ "provider": "google" }))),
        ("email_update", of(json!({ "edit": { "kind": "shared" } }))),
        ("email_test", of(json!({ "test": test }))),
        (
            "key_create",
            json!({ "accountId": account, "request": key }),
        ),
        (
            "key_revoke",
            json!({ "accountId": account, "organizationId": null, "keyId": "1" }),
        ),
        (
            "rotation_start",
            json!({ "accountId": account, "request": { "oldKeyId": "1", "name": "new" } }),
        ),
    ]
}

fn options(account: &Value) -> Value {
    json!({
        "place": { "kind": "account", "accountId": account }, "reference": "plinth",
        "logicalReplication": false, "envPath": null, "envKey": "DATABASE_URL",
        "envPrefix": "PUBLIC_", "seedPath": null
    })
}
