//! Each noun with its verbs, over real servers where connections matter.

use serde_json::json;
use testkit::sql;

use super::hosts::end_agent;
use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_waited_for_branch_takes_connections() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let of = ["--project-id", &project];
    let made = shell
        .json(
            &[
                &["branches"][..],
                &of,
                &["create", "--name", "dev", "--wait"],
            ]
            .concat(),
        )
        .await;
    assert_eq!(made["branch"]["name"], "dev");
    let string = shell
        .json(&[&["connect"][..], &of, &["--branch", "dev", "--reveal"]].concat())
        .await;
    let client = sql::connect(&person.platform.ca_file, &text(&string["text"])).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    drop(client);
    let checked = shell
        .ok(&[&["connect"][..], &of, &["--branch", "dev", "--check"]].concat())
        .await;
    assert!(checked.contains("Server:"), "{checked}");

    let computes = shell
        .json(&[&["computes"][..], &of, &["list", "--branch", "dev"]].concat())
        .await;
    assert_eq!(computes.as_array().unwrap().len(), 1);
    let compute = text(&computes[0]["id"]);
    for verb in ["suspend", "start", "restart"] {
        let args = [&["computes"][..], &of, &[verb, &compute, "--yes", "--wait"]].concat();
        let changed = shell.json(&args).await;
        assert_eq!(changed["item"]["id"], compute.as_str(), "{verb}");
    }
    let client = sql::connect(&person.platform.ca_file, &text(&string["text"])).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_and_a_reset_name_the_branch_whose_data_they_take() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let of = |rest: &[&'static str]| [&["branches", "--project-id", &project][..], rest].concat();
    let other = shell
        .json(&of(&["create", "--name", "other", "--wait"]))
        .await;
    let other = text(&other["branch"]["id"]);
    shell
        .json(&of(&["create", "--name", "dev", "--wait"]))
        .await;

    let asked = async |rest: &[&'static str]| {
        let said = shell.run(&of(rest)).await;
        assert_eq!(said.code, Some(2), "{said:#?}");
        said.err
    };
    let question = asked(&["restore", "dev", "--from", "other"]).await;
    let of_other =
        "Replace the data of the branch dev with the data of other? Its connections are cut.";
    assert!(question.contains(of_other), "{question}");
    let at = [
        "restore",
        "dev",
        "--at",
        "2026-01-01T00:00:00Z",
        "--preserve-as",
        "before",
    ];
    let question = asked(&at).await;
    let of_itself = "with its own data as of 2026-01-01";
    assert!(question.contains(of_itself), "{question}");

    let restore = ["restore", "dev", "--from", "other", "--yes", "--wait"];
    let restored = shell.json(&of(&restore)).await;
    assert_eq!(restored["item"]["parentId"], other.as_str());
    // The parent is the source of the restore from then on.
    let question = asked(&["reset", "dev"]).await;
    assert!(question.contains(of_other), "{question}");
    let said = shell.run(&of(&["reset", "dev", "--yes"])).await;
    assert_eq!(said.code, Some(0), "{said:#?}");
    let answer = "The branch dev gets the data of other.";
    assert!(said.out.contains(answer), "{said:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn branches_computes_databases_and_roles() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let of = |noun: &'static str, rest: &[&str]| -> Vec<String> {
        let all = [&[noun, "--project-id", &project][..], rest].concat();
        all.into_iter().map(str::to_owned).collect()
    };
    let json = async |noun: &'static str, rest: &[&str]| {
        let args = of(noun, rest);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        shell.json(&args).await
    };
    let dev = json("branches", &["create", "--name", "dev", "--wait"]).await;
    let dev = text(&dev["branch"]["id"]);
    let changed = json(
        "branches",
        &["update", "dev", "--name", "next", "--protected"],
    )
    .await;
    assert_eq!(changed["item"]["isProtected"], true);
    json(
        "branches",
        &[
            "update",
            &dev,
            "--protected=false",
            "--expires-at",
            "2099-01-01T00:00:00Z",
        ],
    )
    .await;
    let got = json("branches", &["get", "next"]).await;
    assert_eq!(got["branch"]["id"], dev.as_str());
    assert!(got["branch"]["expiresAt"].is_string());
    json("branches", &["update", &dev, "--expires-at", "never"]).await;
    json("branches", &["reset", "next", "--yes", "--wait"]).await;
    json("branches", &["set-default", "next", "--yes", "--wait"]).await;
    json("branches", &["set-default", "main", "--yes", "--wait"]).await;
    let deleted = json("branches", &["delete", "next", "--yes", "--wait"]).await;
    assert_eq!(deleted, serde_json::json!({ "done": true }));
    let left = json("branches", &["list"]).await;
    assert_eq!(left.as_array().unwrap().len(), 1);
    let recovered = json("branches", &["recover", &dev, "--wait"]).await;
    assert_eq!(recovered["id"], dev.as_str());

    json(
        "branches",
        &["create", "--name", "bare", "--no-compute", "--wait"],
    )
    .await;
    let compute = json(
        "computes",
        &["create", "--branch", "bare", "--cu", "1", "--wait"],
    )
    .await;
    let compute = text(&compute["item"]["id"]);
    let changed = json(
        "computes",
        &["update", &compute, "--suspend-after", "600", "--wait"],
    )
    .await;
    assert_eq!(changed["item"]["size"]["suspendTimeoutSeconds"], 600);
    assert_eq!(
        json("computes", &["get", &compute]).await["id"],
        compute.as_str()
    );
    json("computes", &["delete", &compute, "--yes", "--wait"]).await;

    let made = json("roles", &["create", "ada", "--wait"]).await;
    assert_eq!(made["role"]["name"], "ada");
    assert_eq!(made["password"]["revealed"], false, "{made}");
    assert!(made["operations"].is_array());
    json(
        "databases",
        &["create", "orders", "--owner", "ada", "--wait"],
    )
    .await;
    let changed = json(
        "databases",
        &["update", "orders", "--new-name", "sales", "--yes", "--wait"],
    )
    .await;
    assert_eq!(changed["item"]["name"], "sales");
    json("databases", &["delete", "sales", "--yes", "--wait"]).await;
    let reset = json("roles", &["reset-password", "ada", "--yes", "--wait"]).await;
    assert_eq!(
        (&reset["role"]["name"], reset["operations"].is_array()),
        (&"ada".into(), true)
    );
    json("roles", &["delete", "ada", "--yes", "--wait"]).await;
    let roles = json("roles", &["list"]).await;
    assert!(
        roles
            .as_array()
            .unwrap()
            .iter()
            .all(|role| role["name"] != "ada")
    );

    let operations = shell
        .json(&["operations", "list", "--project-id", &project])
        .await;
    let first = text(&operations[0]["id"]);
    let one = shell
        .json(&["operations", "get", &first, "--project-id", &project])
        .await;
    assert_eq!(one["isOver"], true);
    let waited = shell
        .json(&["operations", "wait", "--project-id", &project])
        .await;
    assert_eq!(waited["done"], true);
    let history = shell.json(&["history", "list", "--limit", "200"]).await;
    assert!(history.as_array().unwrap().len() > 10);
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_of_a_branch_is_printed_and_compared() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let branches = |rest: &[&'static str]| -> Vec<String> {
        let all = ["branches", "--project-id", &project].into_iter();
        all.chain(rest.iter().copied()).map(str::to_owned).collect()
    };
    let ok = async |rest: &[&'static str]| {
        let args = branches(rest);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        shell.ok(&args).await
    };
    ok(&["create", "--name", "dev", "--wait"]).await;
    let curl = ["compare-schema", "br-dev-12345678", "--dry-run"];
    let curl = ok(&curl).await;
    assert!(curl.contains("/compare_schema?db_name=svcdb"), "{curl}");
    assert_eq!(ok(&["compare-schema", "dev"]).await, "");
    let of = ["--project-id", &project, "--branch", "dev", "--reveal"];
    let string = shell.json(&[&["connect"][..], &of].concat()).await;
    let client = sql::connect(&person.platform.ca_file, &text(&string["text"])).await;
    sql::run(&client, "CREATE TABLE orders (id int)").await;
    drop(client);
    let schema = ok(&["schema", "dev"]).await;
    assert!(
        schema.starts_with("--\n-- PostgreSQL database dump\n"),
        "{schema}"
    );
    assert!(
        schema.contains("\nCREATE TABLE public.orders (\n"),
        "{schema}"
    );
    let diff = ok(&["compare-schema", "dev"]).await;
    assert!(diff.starts_with("--- a/svcdb\n+++ b/svcdb\n@@ "), "{diff}");
    assert!(diff.contains("\n+CREATE TABLE public.orders (\n"), "{diff}");
    let other_way = ok(&["compare-schema", "main", "--base", "dev", "--json"]).await;
    let other_way: serde_json::Value = serde_json::from_str(&other_way).unwrap();
    assert!(text(&other_way["diff"]).contains("\n-CREATE TABLE public.orders (\n"));
    let advisors = ["advisors", "--project-id", &project, "--branch", "dev"];
    let found = shell.ok(&advisors).await;
    assert!(found.contains("No primary key"), "{found}");
    assert!(found.contains("Suggestion"), "{found}");
    let found = shell.json(&advisors).await;
    assert_eq!(found[0]["level"], "info");
    for (rest, code) in [
        (&["schema", "dev", "--database", "nowhere"][..], 3),
        (&["compare-schema", "main"], 8),
        (&["schema", "dev", "--at", "soon"], 2),
    ] {
        let args = branches(rest);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        assert_eq!(shell.run(&args).await.code, Some(code), "{rest:?}");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_spending_of_an_organization() {
    let person = Person::new().await;
    let shell = &person.shell;
    let orgs = async |rest: &[&str]| shell.json(&[&["orgs"][..], rest].concat()).await;
    let all = orgs(&["list"]).await;
    let organization = text(&all[0]["id"]);
    shell.ok(&["orgs", "invite", "ana@example.com"]).await;
    let changes = person.changes();
    for args in [
        &["invite", "ben@example.com", "--role", "king"][..],
        &["set-role", "ana@example.com", "king"],
    ] {
        let said = shell.run(&[&["orgs"][..], args].concat()).await;
        assert_eq!(said.code, Some(2), "{said:#?}");
        assert!(said.err.contains("editor, viewer"), "{said:#?}");
    }
    assert_eq!(person.changes(), changes, "a role that is none was sent");
    let invited = orgs(&["invitations", "--org-id", &organization]).await;
    assert_eq!(invited[0]["email"], "ana@example.com");
    let members = shell.ok(&["orgs", "members"]).await;
    assert!(members.contains("Admin"), "{members}");
    let limit = orgs(&["spending-limit", "--set", "5000"]).await;
    assert_eq!(limit["cents"], 5000);
    assert_eq!(orgs(&["spending-limit"]).await["cents"], 5000);
    shell.ok(&["orgs", "spending-limit", "--remove"]).await;
    assert!(orgs(&["spending-limit"]).await["cents"].is_null());
    let said = shell.ok(&["orgs", "spending-limit"]).await;
    assert_eq!(said, "There is no spending limit.\n");
    let curl = shell.ok(&["orgs", "members", "--dry-run"]).await;
    assert!(
        curl.contains(&format!("/organizations/{organization}/members")),
        "{curl}"
    );
    let missing = shell
        .run(&["orgs", "remove", "nobody@example.com", "--yes"])
        .await;
    assert_eq!(missing.code, Some(3), "{missing:#?}");
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_of_a_project() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let auth = async |rest: &[&str]| {
        let args = [&["auth", "--project-id", &project][..], rest].concat();
        shell.json(&args).await
    };
    let refused = shell
        .run(&["auth", "--project-id", &project, "enable"])
        .await;
    assert_eq!(refused.code, Some(2), "{refused:#?}");
    let enabled = auth(&["enable", "--reveal"]).await;
    let provider = text(&enabled["provider"]);
    assert_eq!(enabled["oneTimeSecret"]["revealed"], true);
    assert_eq!(auth(&["list"]).await[0]["provider"], provider.as_str());
    // One integration for the whole project has nothing that is set on a branch.
    let refused = shell
        .run(&["auth", "--project-id", &project, "sign-in", "get"])
        .await;
    assert_eq!(refused.code, Some(2), "{refused:#?}");
    let user = auth(&["users", "create", "ada@example.com", "--name", "Ada"]).await;
    assert!(user["id"].is_string());
    assert!(auth(&["users", "list"]).await["rows"].is_array());
    auth(&["domains", "add", "https://shop.example.com"]).await;
    let domains = auth(&["domains", "list"]).await;
    assert_eq!(domains.as_array().unwrap().len(), 1, "{domains}");
    auth(&["domains", "delete", domains[0].as_str().unwrap(), "--yes"]).await;
    let providers = auth(&["providers", "list"]).await;
    assert!(providers.is_array());
    assert_eq!(auth(&["email", "get"]).await["kind"], "shared");
    let set = [
        "auth",
        "--project-id",
        &project,
        "email",
        "set",
        "--host",
        "mail.example.com",
        "--port",
        "587",
        "--username",
        "shop",
        "--sender-email",
        "shop@example.com",
        "--sender-name",
        "Shop",
        "--json",
    ];
    let said = shell.run_with("mail-password-1234\n", &set).await;
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(!said.out.contains("mail-password-1234"));
    assert_eq!(auth(&["email", "get"]).await["host"], "mail.example.com");
    auth(&["email", "shared", "--yes"]).await;
    auth(&["remove", &provider, "--delete-data", "--yes"]).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_people_sign_in_on_a_branch() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    shell.json(&["sandbox", "start"]).await;
    let made = shell
        .json(&["projects", "create", "--name", "shop", "--wait"])
        .await;
    let project = text(&made["project"]["id"]);
    let branch = text(&made["branch"]["id"]);
    let auth = async |rest: &[&str]| {
        let args = [&["auth", "--project-id", &project][..], rest].concat();
        shell.json(&args).await
    };
    auth(&["enable", "--reveal"]).await;
    let nothing = ["auth", "--project-id", &project, "sign-in", "password"];
    let refused = shell.run(&nothing).await;
    let said = format!("{refused:#?}");
    assert!(said.contains("Nothing to change"), "{said}");
    let changed = auth(&["sign-in", "password", "--disable-sign-up"]).await;
    assert_eq!(changed["disableSignUp"], true, "{changed}");
    auth(&["sign-in", "magic-link", "--enabled", "--expires-in", "15"]).await;
    let members = ["sign-in", "organizations", "--enabled", "--members", "7"];
    auth(&members).await;
    auth(&["sign-in", "phone-number", "--enabled=false"]).await;
    auth(&["sign-in", "localhost", "--allowed=false"]).await;
    let seen = auth(&["sign-in", "get", "--branch", "main"]).await;
    assert_eq!(seen["withPassword"]["disableSignUp"], true, "{seen}");
    assert_eq!(seen["magicLink"]["expiresIn"], 15, "{seen}");
    assert_eq!(seen["organizations"]["membershipLimit"], 7, "{seen}");
    assert_eq!(seen["phoneNumber"]["enabled"], false, "{seen}");
    assert_eq!(seen["allowsLocalhost"], false, "{seen}");
    let table = shell
        .ok(&["auth", "--project-id", &project, "sign-in", "get"])
        .await;
    assert!(table.contains("Link expires after (min):"), "{table}");

    let url = "https://shop.example.com/hooks";
    let events = ["--events", "user.created,send.otp", "--answer-within", "3"];
    let set = [&["webhooks", "set", "--url", url][..], &events].concat();
    auth(&set).await;
    let seen = auth(&["webhooks", "get"]).await;
    assert_eq!(seen["url"], url);
    assert_eq!(seen["events"], json!(["user.created", "send.otp"]));
    assert_eq!(
        (&seen["enabled"], &seen["timeout"]),
        (&json!(true), &json!(3))
    );
    let drawn = ["--dry-run", "auth", "--project-id", &project, "webhooks"];
    let drawn = [&drawn[..], &["--branch", &branch, "remove"]].concat();
    let drawn = shell.ok(&drawn).await;
    assert!(drawn.contains("/auth/webhooks"), "{drawn}");
    assert_eq!(auth(&["webhooks", "get"]).await["url"], url);
    auth(&["webhooks", "remove", "--yes"]).await;
    let seen = auth(&["webhooks", "get"]).await;
    assert_eq!(
        (&seen["enabled"], &seen["url"]),
        (&json!(false), &json!(null))
    );

    let user = auth(&["users", "create", "ada@example.com", "--name", "Ada"]).await;
    auth(&["users", "set-roles", &text(&user["id"]), "admin", "editor"]).await;
    let users = auth(&["users", "list"]).await;
    assert_eq!(users["rows"][0]["roles"], json!(["admin", "editor"]));
    let ada = text(&user["id"]);
    auth(&["users", "delete", &ada, "--branch", &branch, "--yes"]).await;
    let users = auth(&["users", "list"]).await;
    assert_eq!(users["rows"], json!([]));
    shell.json(&["sandbox", "stop"]).await;
    end_agent(person.shell.data().as_path()).await;
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_and_keys() {
    let person = Person::new().await;
    let shell = &person.shell;
    let accounts = shell.json(&["accounts", "list"]).await;
    assert_eq!(accounts[0]["name"], "Shop");
    assert_eq!(
        shell.json(&["accounts", "me"]).await["id"]
            .as_str()
            .map(str::is_empty),
        Some(false)
    );
    shell.json(&["accounts", "organizations"]).await;
    assert!(
        !shell
            .json(&["accounts", "regions"])
            .await
            .as_array()
            .unwrap()
            .is_empty()
    );
    shell.json(&["accounts", "budget"]).await;
    assert_eq!(shell.json(&["accounts", "check"]).await["state"], "ready");
    let table = shell.ok(&["accounts", "list"]).await;
    assert!(
        table.contains("Ready") && table.contains("Personal key"),
        "{table}"
    );

    // A key as a second account, then a rotation of it.
    let made = shell
        .json(&["keys", "create", "--name", "second", "--save-as", "Second"])
        .await;
    assert_eq!(made["oneTimeSecret"], serde_json::Value::Null);
    assert_eq!(made["account"]["name"], "Second");
    let rotated = shell
        .json(&[
            "keys",
            "rotate",
            "--account",
            "Second",
            "--old-key-id",
            &text(&made["key"]["id"]),
            "--yes",
        ])
        .await;
    assert_eq!(rotated["step"], "done", "{rotated}");
    shell
        .json(&["projects", "list", "--account", "Second"])
        .await;
    shell.json(&["accounts", "use", "Second"]).await;
    shell
        .json(&["accounts", "update", "--name", "Other", "--production"])
        .await;
    let other = shell.json(&["accounts", "get"]).await;
    assert_eq!(
        (&other["name"], &other["isProduction"]),
        (&"Other".into(), &true.into())
    );
    shell
        .json(&["accounts", "remove", "--account", "Other", "--yes"])
        .await;
    let shown = shell
        .json(&["keys", "create", "--name", "third", "--reveal"])
        .await;
    let token = text(&shown["oneTimeSecret"]["texts"]["apiKey"]);
    assert!(token.len() > 20);
    let revoked = shell
        .json(&["keys", "revoke", &text(&shown["key"]["id"]), "--yes"])
        .await;
    assert_eq!(
        (&revoked["key"]["name"], &revoked["revoked"]),
        (&"third".into(), &true.into())
    );
    let keys = shell.json(&["keys", "list"]).await;
    assert!(
        keys.as_array()
            .unwrap()
            .iter()
            .all(|key| key["key"]["name"] != "third")
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_database_is_made_seeded_claimed_by_its_link_and_forgotten() {
    let person = Person::new().await;
    let shell = &person.shell;
    let seed = shell.path().join("seed.sql");
    std::fs::write(&seed, "create table t (x int); insert into t values (7);").unwrap();
    let made = shell
        .json(&[
            "temp",
            "create",
            "--service",
            &person.platform.instant_url,
            "--reference",
            "shell",
            "--seed",
            seed.to_str().unwrap(),
        ])
        .await;
    let id = text(&made["id"]);
    assert_eq!(made["seed"]["status"], "done");
    let string = shell.json(&["connect", "--temp", &id, "--reveal"]).await;
    let client = sql::connect(&person.platform.ca_file, &text(&string["text"])).await;
    assert_eq!(sql::column(&client, "SELECT x::text FROM t").await, ["7"]);
    shell.json(&["temp", "rename", &id, "mine"]).await;
    assert_eq!(
        shell.json(&["temp", "get", &id, "--refresh"]).await["name"],
        "mine"
    );
    let refused = shell.run(&["temp", "claim", &id]).await;
    assert_eq!(refused.code, Some(2), "{refused:#?}");
    let claim = shell.json(&["temp", "claim", &id, "--reveal"]).await;
    let link = text(&claim["link"]);
    shell.json(&["temp", "forget", &id, "--yes"]).await;
    let none = shell.json(&["temp", "list"]).await;
    assert_eq!(none.as_array().unwrap().len(), 0);
    let said = shell.run_with(&link, &["temp", "import", "--json"]).await;
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert_eq!(
        shell
            .json(&["temp", "list"])
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn snapshots_are_taken_restored_and_scheduled() {
    let person = Person::new().await;
    let shell = &person.shell;
    let project = person.project("shop").await;
    let json = async |rest: &[&str]| {
        let args = [&["snapshots", "--project-id", &project][..], rest].concat();
        shell.json(&args).await
    };
    let taken = json(&["create", "main", "--name", "before", "--wait"]).await;
    let id = text(&taken["item"]["id"]);
    assert_eq!(json(&["list"]).await[0]["id"], id.as_str());
    let renamed = json(&["rename", "before", "--name", "kept"]).await;
    assert_eq!(renamed["name"], "kept");
    let restored = json(&["restore", "kept", "--name", "look", "--wait"]).await;
    assert_eq!(restored["item"]["restoreStatus"], "restored");
    json(&[
        "finalize",
        "look",
        "--preserve-as",
        "former",
        "--yes",
        "--wait",
    ])
    .await;
    let branches = ["branches", "--project-id", &project, "get", "former"];
    let former = shell.json(&branches).await;
    assert_eq!(former["branch"]["isDefault"], false);
    let again = json(&["restore", &id, "--replace", "main", "--yes", "--wait"]).await;
    assert_eq!(again["item"]["restoredFrom"], id.as_str());

    assert_eq!(json(&["schedule"]).await, serde_json::json!([]));
    json(&[
        "set-schedule",
        "--every",
        "week",
        "--day",
        "2",
        "--hour",
        "4",
        "--keep",
        "30",
    ])
    .await;
    let set = json(&["schedule", "main"]).await;
    assert_eq!(
        (&set[0]["frequency"], &set[0]["day"]),
        (&"weekly".into(), &2.into())
    );
    assert_eq!(set[0]["retentionSeconds"], 2_592_000.0);
    json(&["set-schedule", "--every", "never"]).await;
    assert_eq!(json(&["schedule"]).await, serde_json::json!([]));
    json(&["delete", "kept", "--yes", "--wait"]).await;
    assert_eq!(json(&["list"]).await, serde_json::json!([]));
    person.stop().await;
}
