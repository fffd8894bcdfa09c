//! The auth integration: every row of the specification, by literals of it.

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::replies::{made, ok, refused};
use crate::support::test_sandbox::text;
use crate::support::{Reply, TestSandbox, send, sql, until};

const NO_INTEGRATION: &str = "auth integration not found";

fn invalid(reply: &Reply) {
    let body = reply.json();
    assert_eq!(reply.status, 400, "{body}");
    assert!(
        text(&body, "message").starts_with("invalid request: "),
        "{body}"
    );
}

/// A project with its branch, and the body that sets an integration up.
struct Project {
    id: String,
    branch: String,
    wanted: Value,
}

impl Project {
    async fn of(caller: &Management, more: &Value) -> Self {
        let (id, branch) = caller.makes_project(more).await;
        let wanted = json!({
            "auth_provider": "provider_one", "project_id": id, "branch_id": branch,
            "database_name": "svcdb", "role_name": "svcdb_owner",
        });
        Self { id, branch, wanted }
    }

    fn path(&self, rest: &str) -> String {
        format!("/projects/{}/auth/{rest}", self.id)
    }

    fn about(&self, more: &Value) -> Value {
        let mut body = json!({"project_id": self.id, "auth_provider": "provider_one"});
        let more = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(more);
        body
    }

    async fn with_auth(caller: &Management, more: &Value) -> Self {
        let project = Self::of(caller, more).await;
        made(
            &caller.post("/projects/auth/create", &project.wanted).await,
            201,
        );
        project
    }

    /// Reaches the database that the integration is in.
    async fn uri(&self, caller: &Management) -> String {
        let path = format!(
            "/projects/{}/connection_uri?database_name=svcdb&role_name=svcdb_owner",
            self.id
        );
        text(&ok(&caller.get(&path).await), "uri").to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integration_is_set_up_listed_and_removed() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::of(&owner, &json!({"name": "app"})).await;
    let list = project.path("integrations");
    assert_eq!(ok(&owner.get(&list).await), json!({"data": []}));
    let keys = made(
        &owner.post("/projects/auth/create", &project.wanted).await,
        201,
    );
    let id = text(&keys, "auth_provider_project_id");
    let jwks = format!("{}/auth/{id}/.well-known/jwks.json", sandbox.url());
    for (field, value) in [
        ("auth_provider", "provider_one"),
        ("jwks_url", jwks.as_str()),
        ("schema_name", "svc_auth"),
        ("table_name", "users_sync"),
    ] {
        assert_eq!(text(&keys, field), value);
    }
    for field in ["pub_client_key", "secret_server_key"] {
        assert!(text(&keys, field).len() > 20, "{field}");
    }
    let mut listed = ok(&owner.get(&list).await);
    let integration = listed["data"][0].as_object_mut().unwrap();
    let created = integration.remove("created_at").unwrap();
    assert!(created.as_str().unwrap().ends_with('Z'));
    assert_eq!(
        listed,
        json!({"data": [{
            "auth_provider": "provider_one", "auth_provider_project_id": id, "branch_id": project.branch,
            "db_name": "svcdb", "owned_by": "neon", "jwks_url": jwks,
            "base_url": format!("{}/auth/{id}", sandbox.url()),
        }]})
    );
    let again = owner.post("/projects/auth/create", &project.wanted).await;
    refused(&again, 409, "Neon Auth is already enabled for this branch");
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let owner = Management::of(&sandbox);
    assert_eq!(
        text(
            &ok(&owner.get(&list).await)["data"][0],
            "auth_provider_project_id"
        ),
        id
    );
    let other = owner
        .delete(&project.path("integration/provider_two"))
        .await;
    refused(&other, 404, NO_INTEGRATION);
    let path = project.path("integration/provider_one");
    assert_eq!(owner.delete(&path).await.status, 200);
    refused(&owner.delete(&path).await, 404, NO_INTEGRATION);
    assert_eq!(ok(&owner.get(&list).await), json!({"data": []}));
    let fresh = made(
        &owner.post("/projects/auth/create", &project.wanted).await,
        201,
    );
    assert_ne!(text(&fresh, "auth_provider_project_id"), id);
    let body = br#"{"delete_data": true}"#;
    assert_eq!(owner.send("DELETE", &path, body).await.status, 200);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_integration_is_set_up_with_must_be_there() {
    let sandbox = TestSandbox::without_servers().await;
    let (owner, ana) = (Management::of(&sandbox), sandbox.person("ana").await);
    let project = Project::of(&owner, &json!({"name": "app"})).await;
    let other = Project::of(&owner, &json!({"name": "other"})).await;
    for (field, value, message) in [
        ("project_id", "no-such-00000000", "project not found"),
        ("branch_id", "br-no-such-00000000", "branch not found"),
        ("branch_id", other.branch.as_str(), "branch not found"),
        ("database_name", "none", "database not found"),
        ("role_name", "nobody", "role not found"),
    ] {
        let mut wanted = project.wanted.clone();
        wanted[field] = json!(value);
        refused(
            &owner.post("/projects/auth/create", &wanted).await,
            404,
            message,
        );
    }
    refused(
        &ana.caller
            .post("/projects/auth/create", &project.wanted)
            .await,
        404,
        "project not found",
    );
    let mut wanted = project.wanted.clone();
    wanted["auth_provider"] = json!("provider_two");
    invalid(&owner.post("/projects/auth/create", &wanted).await);
    for field in ["auth_provider", "project_id", "branch_id"] {
        let mut wanted = project.wanted.clone();
        wanted.as_object_mut().unwrap().remove(field);
        invalid(&owner.post("/projects/auth/create", &wanted).await);
    }
    let mut wanted = project.wanted.clone();
    wanted.as_object_mut().unwrap().remove("database_name");
    wanted.as_object_mut().unwrap().remove("role_name");
    made(&owner.post("/projects/auth/create", &wanted).await, 201);
    assert_eq!(
        ok(&owner.get(&project.path("integrations")).await)["data"][0]["db_name"],
        "svcdb"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_integration_nothing_of_it_is_there() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::of(&owner, &json!({"name": "app"})).await;
    let about = project.about(&json!({"email": "you@example.com"}));
    for path in [
        "/projects/auth/keys",
        "/projects/auth/user",
        "/projects/auth/transfer_ownership",
    ] {
        refused(&owner.post(path, &about).await, 404, NO_INTEGRATION);
        let unknown = json!({"project_id": "no-such-00000000", "auth_provider": "provider_one", "email": "you@example.com"});
        refused(&owner.post(path, &unknown).await, 404, "project not found");
        let elsewhere = json!({"project_id": project.id, "auth_provider": "provider_two", "email": "you@example.com"});
        invalid(&owner.post(path, &elsewhere).await);
    }
    for rest in ["oauth_providers", "email_server", "domains"] {
        refused(&owner.get(&project.path(rest)).await, 404, NO_INTEGRATION);
    }
    let google = json!({"id": "google"});
    refused(
        &owner.post(&project.path("oauth_providers"), &google).await,
        404,
        NO_INTEGRATION,
    );
    refused(
        &owner
            .patch(&project.path("oauth_providers/google"), &json!({}))
            .await,
        404,
        NO_INTEGRATION,
    );
    refused(
        &owner.delete(&project.path("oauth_providers/google")).await,
        404,
        NO_INTEGRATION,
    );
    refused(
        &owner
            .patch(&project.path("email_server"), &json!({"type": "shared"}))
            .await,
        404,
        NO_INTEGRATION,
    );
    let domain = json!({"auth_provider": "provider_one", "domain": "https://example.com"});
    refused(
        &owner.post(&project.path("domains"), &domain).await,
        404,
        NO_INTEGRATION,
    );
    refused(
        &owner
            .delete(&project.path("integration/provider_one"))
            .await,
        404,
        NO_INTEGRATION,
    );
    let mail = json!({
        "host": "127.0.0.1", "port": 25, "username": "u", "password": "p", "sender_email": "app@example.com",
        "sender_name": "App", "recipient_email": "you@example.com",
    });
    let path = format!(
        "/projects/{}/branches/{}/auth/send_test_email",
        project.id, project.branch
    );
    refused(&owner.post(&path, &mail).await, 404, NO_INTEGRATION);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_for_one_project_reaches_its_integration_and_no_other() {
    let sandbox = TestSandbox::without_servers().await;
    let ana = sandbox.person("ana").await;
    let project = Project::with_auth(
        &ana.caller,
        &json!({"name": "a", "org_id": ana.organization}),
    )
    .await;
    let other = Project::with_auth(
        &ana.caller,
        &json!({"name": "b", "org_id": ana.organization}),
    )
    .await;
    let keys = format!("/organizations/{}/api_keys", ana.organization);
    let (_, token) = ana
        .caller
        .makes_key(&keys, &json!({"key_name": "k", "project_id": project.id}))
        .await;
    let scoped = Management::with(&sandbox, &token);
    ok(&scoped.get(&project.path("integrations")).await);
    made(
        &scoped
            .post(
                "/projects/auth/user",
                &project.about(&json!({"email": "you@example.com"})),
            )
            .await,
        201,
    );
    let message = format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{}\"",
        project.id
    );
    refused(
        &scoped.get(&other.path("integrations")).await,
        404,
        &message,
    );
    let user = other.about(&json!({"email": "you@example.com"}));
    refused(
        &scoped.post("/projects/auth/user", &user).await,
        404,
        &message,
    );
    refused(
        &scoped.post("/projects/auth/create", &other.wanted).await,
        404,
        &message,
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_keys_take_the_place_of_the_old_ones() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::of(&owner, &json!({"name": "app"})).await;
    let first = made(
        &owner.post("/projects/auth/create", &project.wanted).await,
        201,
    );
    let second = made(
        &owner
            .post("/projects/auth/keys", &project.about(&json!({})))
            .await,
        201,
    );
    for field in [
        "auth_provider",
        "auth_provider_project_id",
        "jwks_url",
        "schema_name",
        "table_name",
    ] {
        assert_eq!(first[field], second[field], "{field}");
    }
    for field in ["pub_client_key", "secret_server_key"] {
        assert_ne!(first[field], second[field], "{field}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_have_an_address_of_their_own_and_a_name_of_some_length() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({"name": "app"})).await;
    let other = Project::with_auth(&owner, &json!({"name": "other"})).await;
    let path = "/projects/auth/user";
    let long = "ä".repeat(255);
    for (more, is_taken) in [
        (json!({"email": "one@example.com"}), true),
        (json!({"email": "two@example.com", "name": long}), true),
        (json!({"email": "three@example.com", "name": "x"}), true),
        (
            json!({"email": "four@example.com", "name": format!("{long}x")}),
            false,
        ),
        (json!({"email": "five@example.com", "name": ""}), false),
        (
            json!({"email": "five@example.com", "name": "nu\0ll"}),
            false,
        ),
        (json!({"email": ""}), false),
        (json!({"email": "six"}), false),
        (json!({"email": "se ven@example.com"}), false),
        (json!({"email": "@example.com"}), false),
        (
            json!({"email": format!("{}@example.com", "x".repeat(260))}),
            false,
        ),
        (json!({"name": "nobody"}), false),
    ] {
        let reply = owner.post(path, &project.about(&more)).await;
        if is_taken {
            let body = made(&reply, 201);
            assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
            assert!(!text(&body, "id").is_empty());
        } else {
            invalid(&reply);
        }
    }
    let again = project.about(&json!({"email": "ONE@example.com"}));
    refused(&owner.post(path, &again).await, 409, "user already exists");
    let elsewhere = other.about(&json!({"email": "one@example.com"}));
    made(&owner.post(path, &elsewhere).await, 201);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_users_of_one_address_at_once_are_one() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({"name": "app"})).await;
    let wanted = project.about(&json!({"email": "you@example.com"}));
    let calls = (0..8).map(|_| owner.post("/projects/auth/user", &wanted));
    let mut answers: Vec<u16> = futures::future::join_all(calls)
        .await
        .iter()
        .map(|it| it.status)
        .collect();
    answers.sort_unstable();
    assert_eq!(answers, [201, 409, 409, 409, 409, 409, 409, 409]);
    sandbox.stop().await;
}

const TOKEN: &[u8] = b"header.payload";

/// The private keys as the sandbox keeps them, by project.
fn signing_keys(sandbox: &TestSandbox) -> std::collections::HashMap<String, String> {
    let store = rusqlite::Connection::open(sandbox.folder.path().join("world.db")).unwrap();
    let sql = "SELECT body FROM records WHERE kind = 'auth_integration'";
    let mut query = store.prepare(sql).unwrap();
    let bodies = query.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let keys = bodies.map(|body| {
        let body: Value = serde_json::from_str(&body.unwrap()).unwrap();
        let of = |field| text(&body, field).to_owned();
        (of("project_id"), of("signing_key_pem"))
    });
    keys.collect()
}

fn signed(pem: &str, message: &[u8]) -> Vec<u8> {
    use rcgen::SigningKey as _;
    rcgen::KeyPair::from_pem(pem)
        .unwrap()
        .sign(message)
        .unwrap()
}

/// Whether the first key of a published set says that the message was signed with its partner.
fn proves(set: &Value, message: &[u8], signature: &[u8]) -> bool {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let coordinate = |field| {
        URL_SAFE_NO_PAD
            .decode(text(&set["keys"][0], field))
            .unwrap()
    };
    let point = [vec![4], coordinate("x"), coordinate("y")].concat();
    let provider = rustls::crypto::ring::default_provider();
    let known = provider.signature_verification_algorithms.mapping;
    let es256 = rustls::SignatureScheme::ECDSA_NISTP256_SHA256;
    let (_, algorithms) = known.iter().find(|(scheme, _)| *scheme == es256).unwrap();
    let verified = algorithms[0].verify_signature(&point, message, signature);
    verified.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_set_is_real_and_open_to_all() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let (one, two) = (
        Project::of(&owner, &json!({"name": "one"})).await,
        Project::of(&owner, &json!({"name": "two"})).await,
    );
    let mut sets = Vec::new();
    for project in [&one, &two] {
        let keys = made(
            &owner.post("/projects/auth/create", &project.wanted).await,
            201,
        );
        let path = text(&keys, "jwks_url")
            .strip_prefix(sandbox.url())
            .unwrap()
            .to_owned();
        let set = ok(&sandbox.get(&path).await);
        assert_eq!(set["keys"].as_array().unwrap().len(), 1);
        let key = &set["keys"][0];
        for (field, value) in [
            ("kty", "EC"),
            ("crv", "P-256"),
            ("alg", "ES256"),
            ("use", "sig"),
        ] {
            assert_eq!(text(key, field), value);
        }
        for field in ["x", "y"] {
            assert_eq!(
                URL_SAFE_NO_PAD.decode(text(key, field)).unwrap().len(),
                32,
                "{field}"
            );
        }
        sets.push((path, set));
    }
    assert_ne!(sets[0].1, sets[1].1);
    // What each project signs, its own key set proves and the other one's does not.
    let private = signing_keys(&sandbox);
    for (at, project) in [&one, &two].into_iter().enumerate() {
        let signature = signed(&private[&project.id], TOKEN);
        assert!(proves(&sets[at].1, TOKEN, &signature));
        assert!(!proves(&sets[at].1, b"another token", &signature));
        assert!(!proves(&sets[1 - at].1, TOKEN, &signature));
    }
    let sandbox = sandbox.again(|config| config.servers = false).await;
    assert_eq!(
        ok(&sandbox.get(&sets[0].0).await),
        sets[0].1,
        "the same after a restart"
    );
    refused(
        &sandbox.get("/auth/nobody/.well-known/jwks.json").await,
        404,
        "auth project not found",
    );
    let owner = Management::of(&sandbox);
    assert_eq!(
        owner
            .delete(&one.path("integration/provider_one"))
            .await
            .status,
        200
    );
    refused(
        &sandbox.get(&sets[0].0).await,
        404,
        "auth project not found",
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn oauth_providers_are_shared_or_have_credentials() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({"name": "app"})).await;
    let path = project.path("oauth_providers");
    assert_eq!(ok(&owner.get(&path).await), json!({"providers": []}));
    let google = ok(&owner.post(&path, &json!({"id": "google"})).await);
    assert_eq!(google, json!({"id": "google", "type": "shared"}));
    let own = json!({"id": "github", "client_id": "abc", "client_secret": "def"});
    let github =
        json!({"id": "github", "type": "standard", "client_id": "abc", "client_secret": "def"});
    assert_eq!(ok(&owner.post(&path, &own).await), github);
    let tenant = json!({"id": "microsoft", "client_id": "m", "client_secret": "n", "microsoft_tenant_id": "t"});
    assert_eq!(ok(&owner.post(&path, &tenant).await)["type"], "standard");
    assert_eq!(
        ok(&owner.get(&path).await),
        json!({"providers": [
            {"id": "google", "type": "shared"}, {"id": "github", "type": "standard"}, {"id": "microsoft", "type": "standard"},
        ]})
    );
    refused(
        &owner.post(&path, &json!({"id": "google"})).await,
        409,
        "OAuth provider already exists",
    );
    for body in [
        json!({}),
        json!({"id": "myspace"}),
        json!({"id": "vercel", "client_id": "abc"}),
        json!({"id": "vercel", "client_secret": "abc"}),
        json!({"id": "vercel", "client_id": "", "client_secret": "x"}),
        json!({"id": "vercel", "client_id": "a", "client_secret": "b", "microsoft_tenant_id": "t"}),
    ] {
        invalid(&owner.post(&path, &body).await);
    }
    let unshared = owner.post(&path, &json!({"id": "vercel"})).await;
    assert_eq!(
        (unshared.status, text(&unshared.json(), "code")),
        (400, "INVALID_SHARED_OAUTH_PROVIDER")
    );
    let one = |id: &str| format!("{path}/{id}");
    let changed = ok(&owner
        .patch(&one("github"), &json!({"client_secret": "ghi"}))
        .await);
    assert_eq!(
        changed,
        json!({"id": "github", "type": "standard", "client_id": "abc", "client_secret": "ghi"})
    );
    invalid(
        &owner
            .patch(&one("google"), &json!({"client_id": "half"}))
            .await,
    );
    let changed = ok(&owner
        .patch(
            &one("google"),
            &json!({"client_id": "c", "client_secret": "s"}),
        )
        .await);
    assert_eq!(
        changed,
        json!({"id": "google", "type": "standard", "client_id": "c", "client_secret": "s"})
    );
    refused(
        &owner.patch(&one("vercel"), &json!({})).await,
        404,
        "OAuth provider not found",
    );
    let gone = owner.delete(&one("github")).await;
    assert_eq!((gone.status, gone.body.len()), (204, 0));
    refused(
        &owner.delete(&one("github")).await,
        404,
        "OAuth provider not found",
    );
    let listed = ok(&owner.get(&path).await);
    let ids: Vec<_> = listed["providers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| text(it, "id"))
        .collect();
    assert_eq!(ids, ["google", "microsoft"]);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_email_server_is_shared_or_sent_whole() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({"name": "app"})).await;
    let path = project.path("email_server");
    let shared = json!({"type": "shared"});
    assert_eq!(ok(&owner.get(&path).await), shared);
    let standard = json!({
        "type": "standard", "host": "mail.example.com", "port": 587, "username": "mailer", "password": "pass word",
        "sender_email": "app@example.com", "sender_name": "App",
    });
    for field in [
        "host",
        "port",
        "username",
        "password",
        "sender_email",
        "sender_name",
    ] {
        let mut body = standard.clone();
        body.as_object_mut().unwrap().remove(field);
        invalid(&owner.patch(&path, &body).await);
    }
    for (field, value) in [
        ("type", json!("other")),
        ("port", json!(0)),
        ("port", json!(65536)),
        ("port", json!(-1)),
        ("port", json!("587")),
        ("sender_email", json!("app")),
        ("sender_name", json!("two\nlines")),
        ("host", json!("")),
    ] {
        let mut body = standard.clone();
        body[field] = value;
        invalid(&owner.patch(&path, &body).await);
    }
    invalid(
        &owner
            .patch(&path, &json!({"host": "mail.example.com"}))
            .await,
    );
    assert_eq!(
        ok(&owner.get(&path).await),
        shared,
        "what was refused changed nothing"
    );
    assert_eq!(ok(&owner.patch(&path, &standard).await), standard);
    assert_eq!(ok(&owner.get(&path).await), standard);
    let mut changed = standard.clone();
    changed["port"] = json!(465);
    assert_eq!(
        ok(&owner.patch(&path, &json!({"port": 465})).await),
        changed
    );
    assert_eq!(ok(&owner.patch(&path, &shared).await), shared);
    assert_eq!(ok(&owner.get(&path).await), shared);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn domains_are_added_once_and_deleted() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({"name": "app"})).await;
    let path = project.path("domains");
    assert_eq!(ok(&owner.get(&path).await), json!({"domains": []}));
    let add = |domain: &str| json!({"auth_provider": "provider_one", "domain": domain});
    for domain in [
        "https://example.com",
        "http://localhost:3000/",
        "https://*.example.org",
    ] {
        let reply = owner.post(&path, &add(domain)).await;
        assert_eq!(
            (reply.status, reply.body.len()),
            (201, 0),
            "{domain}: {}",
            reply.body
        );
    }
    refused(
        &owner.post(&path, &add("https://EXAMPLE.com/")).await,
        409,
        "domain already exists",
    );
    for domain in [
        "",
        "example.com",
        "ftp://example.com",
        "https://",
        "https://example.com/path",
        "https://a@example.com",
        "https://*.example",
        "https://*",
        "https://a.*.example.com",
        "https://a*.example.com",
        "https://999.999.999.999",
    ] {
        invalid(&owner.post(&path, &add(domain)).await);
    }
    invalid(
        &owner
            .post(
                &path,
                &json!({"auth_provider": "provider_two", "domain": "https://x.example.com"}),
            )
            .await,
    );
    let domains = [
        "https://example.com",
        "http://localhost:3000",
        "https://*.example.org",
    ];
    let expected: Vec<_> = domains.iter().map(|it| add(it)).collect();
    assert_eq!(ok(&owner.get(&path).await), json!({ "domains": expected }));
    let remove = async |domains: Value| {
        let body = json!({"auth_provider": "provider_one", "domains": domains});
        owner
            .send("DELETE", &path, body.to_string().as_bytes())
            .await
    };
    let unknown =
        remove(json!([{"domain": "https://example.com"}, {"domain": "https://not.there.com"}]))
            .await;
    refused(&unknown, 404, "domain not found");
    assert_eq!(
        ok(&owner.get(&path).await)["domains"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let gone =
        remove(json!([{"domain": "https://example.com"}, {"domain": "http://localhost:3000"}]))
            .await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(
        ok(&owner.get(&path).await),
        json!({"domains": [add("https://*.example.org")]})
    );
    sandbox.stop().await;
}

/// What the form of the page would send.
async fn confirm(sandbox: &TestSandbox, page: &str, account: &str, origin: &str) -> Reply {
    let part = |start: &str| {
        page.split_once(start)
            .unwrap()
            .1
            .split('"')
            .next()
            .unwrap()
            .to_owned()
    };
    let action = part("<form method=\"post\" action=\"");
    let token = part("name=\"token\" value=\"");
    let body = format!("token={token}&account={account}");
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("origin", origin),
    ];
    send(sandbox.url(), "POST", &action, &headers, body.as_bytes()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_auth_project_is_taken_over_once_by_its_page() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let project = Project::with_auth(
        &ana.caller,
        &json!({"name": "<b>app</b>", "org_id": ana.organization}),
    )
    .await;
    let about = project.about(&json!({}));
    let link = ok(&ana
        .caller
        .post("/projects/auth/transfer_ownership", &about)
        .await);
    assert_eq!(link.as_object().unwrap().len(), 1);
    let path = text(&link, "url").strip_prefix(sandbox.url()).unwrap();
    let again = ok(&ana
        .caller
        .post("/projects/auth/transfer_ownership", &about)
        .await);
    assert_eq!(link, again, "an unused link stays");
    let list = project.path("integrations");
    let integration = async || ok(&ana.caller.get(&list).await)["data"][0].clone();
    let before = integration().await;
    assert_eq!(
        (text(&before, "owned_by"), text(&before, "transfer_status")),
        ("neon", "initiated")
    );
    let page = sandbox.get(path).await;
    assert_eq!(page.status, 200);
    assert!(
        page.header("content-security-policy")
            .unwrap()
            .contains("default-src 'none'")
    );
    let html = page.body;
    assert!(
        html.contains("&lt;b&gt;app&lt;/b&gt;") && html.contains(&project.id),
        "{html}"
    );
    assert!(
        html.contains(&ana.email) && !html.contains(&ben.email),
        "{html}"
    );
    assert_eq!(integration().await, before, "reading changes nothing");
    // Another site, a wrong proof, an account that has nothing to do with it.
    let foreign = confirm(&sandbox, &html, &ana.id, "http://elsewhere.example.com").await;
    assert_eq!(foreign.status, 403);
    let token = path.split_once("token=").unwrap().1;
    let forged = confirm(
        &sandbox,
        &html.replace(token, "wrong"),
        &ana.id,
        sandbox.url(),
    )
    .await;
    assert_eq!(forged.status, 404);
    assert_eq!(sandbox.get(&path.replace(token, "wrong")).await.status, 404);
    assert_eq!(
        sandbox.get(path.split('?').next().unwrap()).await.status,
        404
    );
    assert_eq!(
        confirm(&sandbox, &html, &ben.id, sandbox.url())
            .await
            .status,
        400
    );
    assert_eq!(integration().await, before);
    let done = confirm(&sandbox, &html, &ana.id, sandbox.url()).await;
    assert_eq!((done.status, done.header("location")), (303, Some(path)));
    let shown = sandbox.get(path).await.body;
    assert!(
        shown.contains("transferred") && shown.contains(&ana.email) && !shown.contains("<form"),
        "{shown}"
    );
    let after = integration().await;
    assert_eq!(
        (text(&after, "owned_by"), text(&after, "transfer_status")),
        ("user", "finished")
    );
    assert_eq!(
        confirm(&sandbox, &html, &ana.id, sandbox.url())
            .await
            .status,
        409,
        "it works once"
    );
    let more = ana
        .caller
        .post("/projects/auth/transfer_ownership", &about)
        .await;
    refused(&more, 409, "the auth project was already transferred");
    made(&ana.caller.post("/projects/auth/keys", &about).await, 201);
    let log = sandbox.admin("GET", "/sandbox/requests", "").await.body;
    assert!(!log.contains(token), "the proof is in no log");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_nobody_asked_for_has_no_page() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let project = Project::of(&owner, &json!({"name": "app"})).await;
    let keys = made(
        &owner.post("/projects/auth/create", &project.wanted).await,
        201,
    );
    let id = text(&keys, "auth_provider_project_id");
    for path in [
        format!("/auth/transfer/{id}"),
        format!("/auth/transfer/{id}?token="),
        "/auth/transfer/x/confirm".into(),
    ] {
        assert_eq!(sandbox.get(&path).await.status, 404, "{path}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_in_the_real_table() {
    let sandbox = TestSandbox::start().await;
    let owner = Management::of(&sandbox);
    let reply = owner
        .post("/projects", &json!({"project": {"name": "app"}}))
        .await;
    let new = made(&reply, 201);
    let uri = text(&new["connection_uris"][0], "connection_uri");
    let id = text(&new["project"], "id").to_owned();
    sandbox.wait_for_operations().await;
    let branch = text(&new["branch"], "id");
    let wanted = json!({
        "auth_provider": "provider_one", "project_id": id, "branch_id": branch,
        "database_name": "svcdb", "role_name": "svcdb_owner",
    });
    let keys = made(&owner.post("/projects/auth/create", &wanted).await, 201);
    let table = format!(
        "{}.{}",
        text(&keys, "schema_name"),
        text(&keys, "table_name")
    );
    assert_eq!(table, "svc_auth.users_sync");
    let client = sql::connect(&sandbox.running.ca_file, uri).await;
    assert_eq!(
        sql::one(&client, &format!("SELECT count(*) FROM {table}")).await,
        "0"
    );
    let user = json!({
        "project_id": id, "auth_provider": "provider_one", "email": "zoe@example.com", "name": "Zoë 'Z'",
    });
    let user = made(&owner.post("/projects/auth/user", &user).await, 201);
    let row = format!(
        "SELECT concat_ws('|', id, email, name, created_at > now() - interval '1 hour') FROM {table}"
    );
    assert_eq!(
        sql::one(&client, &row).await,
        format!("{}|zoe@example.com|Zoë 'Z'|t", text(&user, "id"))
    );
    // Without a request to delete it the table stays, with it the schema goes.
    let path = format!("/projects/{id}/auth/integration/provider_one");
    assert_eq!(owner.delete(&path).await.status, 200);
    assert_eq!(
        sql::one(&client, &format!("SELECT count(*) FROM {table}")).await,
        "1"
    );
    sandbox.wait_for_operations().await;
    made(&owner.post("/projects/auth/create", &wanted).await, 201);
    // A suspended server is woken, and a table that people dropped is made again.
    sql::run(&client, "DROP TABLE svc_auth.users_sync").await;
    drop(client);
    sandbox.running.suspend(&id).await.unwrap();
    let user =
        json!({"project_id": id, "auth_provider": "provider_one", "email": "you@example.com"});
    made(&owner.post("/projects/auth/user", &user).await, 201);
    let client = sql::connect(&sandbox.running.ca_file, uri).await;
    assert_eq!(
        sql::one(
            &client,
            &format!("SELECT string_agg(email, ',') FROM {table}")
        )
        .await,
        "you@example.com"
    );
    let gone = owner
        .send("DELETE", &path, br#"{"delete_data": true}"#)
        .await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = 'svc_auth'";
    assert_eq!(sql::one(&client, schemas).await, "0");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integration_keeps_its_names_when_an_option_gives_others() {
    let sandbox = TestSandbox::start().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({})).await;
    sandbox.wait_for_operations().await;
    let sandbox = sandbox.again(sandbox::Config::set_live).await;
    let owner = Management::of(&sandbox);
    let user = project.about(&json!({"email": "zoe@example.com"}));
    made(&owner.post("/projects/auth/user", &user).await, 201);
    let client = sql::connect(&sandbox.running.ca_file, &project.uri(&owner).await).await;
    let users = "SELECT string_agg(email, ',') FROM svc_auth.users_sync";
    assert_eq!(sql::one(&client, users).await, "zoe@example.com");
    let keys = project.about(&json!({}));
    let keys = made(&owner.post("/projects/auth/keys", &keys).await, 201);
    assert_eq!(text(&keys, "schema_name"), "svc_auth");

    let new = made(&owner.post("/projects", &json!({"project": {}})).await, 201);
    let id = text(&new["project"], "id");
    sandbox.wait_for_operations().await;
    let mut wanted = json!({
        "auth_provider": "provider_one", "project_id": id, "branch_id": new["branch"]["id"],
        "database_name": "neondb", "role_name": "neondb_owner",
    });
    invalid(&owner.post("/projects/auth/create", &wanted).await);
    wanted["auth_provider"] = json!("stack");
    let keys = made(&owner.post("/projects/auth/create", &wanted).await, 201);
    assert_eq!(text(&keys, "schema_name"), "neon_auth");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_whose_writing_the_stop_cut_short_is_not_said_to_be_there() {
    let sandbox = TestSandbox::start().await;
    let owner = Management::of(&sandbox);
    let project = Project::with_auth(&owner, &json!({"name": "app"})).await;
    let user = |email: &str| project.about(&json!({ "email": email }));
    let ana = user("ana@example.com");
    made(&owner.post("/projects/auth/user", &ana).await, 201);
    let uri = project.uri(&owner).await;
    let client = sql::connect(&sandbox.running.ca_file, &uri).await;
    let lock = "BEGIN; LOCK TABLE svc_auth.users_sync IN SHARE MODE";
    sql::run(&client, lock).await;
    let wanted = user("ben@example.com");
    let stopped = async {
        until("the writing waits for the lock", async || {
            let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
            sql::one(&client, waiting).await == "1"
        })
        .await;
        sandbox.again(|_| {}).await
    };
    let post = owner.post("/projects/auth/user", &wanted);
    let (reply, sandbox) = tokio::join!(post, stopped);
    assert_eq!(reply.status, 503, "{}", reply.body);
    let owner = Management::of(&sandbox);
    let client = sql::connect(&sandbox.running.ca_file, &project.uri(&owner).await).await;
    let emails = "SELECT string_agg(email, ',' ORDER BY email) FROM svc_auth.users_sync";
    assert_eq!(sql::one(&client, emails).await, "ana@example.com");
    made(&owner.post("/projects/auth/user", &wanted).await, 201);
    assert_eq!(
        sql::one(&client, emails).await,
        "ana@example.com,ben@example.com"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integration_waits_until_its_project_is_made() {
    let sandbox = TestSandbox::start().await;
    let owner = Management::of(&sandbox);
    let reply = owner
        .post("/projects", &json!({"project": {"name": "app"}}))
        .await;
    let new = made(&reply, 201);
    let wanted = json!({
        "auth_provider": "provider_one", "project_id": new["project"]["id"], "branch_id": new["branch"]["id"],
    });
    refused(
        &owner.post("/projects/auth/create", &wanted).await,
        423,
        "project already has running conflicting operations, scheduling of new ones is prohibited",
    );
    sandbox.wait_for_operations().await;
    made(&owner.post("/projects/auth/create", &wanted).await, 201);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_that_was_only_filled_in_gets_its_data_for_the_table() {
    let sandbox = TestSandbox::with(|config| config.seed_projects = 1).await;
    let owner = Management::of(&sandbox);
    let project = ok(&owner.get("/projects").await)["projects"][0]["id"].clone();
    let id = project.as_str().unwrap();
    let branches = ok(&owner.get(&format!("/projects/{id}/branches")).await);
    let wanted = json!({
        "auth_provider": "provider_one", "project_id": id, "branch_id": branches["branches"][0]["id"],
    });
    made(&owner.post("/projects/auth/create", &wanted).await, 201);
    let user =
        json!({"project_id": id, "auth_provider": "provider_one", "email": "you@example.com"});
    made(&owner.post("/projects/auth/user", &user).await, 201);
    let path = format!("/projects/{id}/connection_uri?database_name=svcdb&role_name=svcdb_owner");
    let uri = ok(&owner.get(&path).await);
    let client = sql::connect(&sandbox.running.ca_file, text(&uri, "uri")).await;
    let emails = "SELECT string_agg(email, ',') FROM svc_auth.users_sync";
    assert_eq!(sql::one(&client, emails).await, "you@example.com");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integration_goes_with_its_branch_or_project() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let mut project = Project::of(&owner, &json!({"name": "app"})).await;
    let branches = format!("/projects/{}/branches", project.id);
    let branch = made(
        &owner
            .post(&branches, &json!({"branch": {"name": "b"}}))
            .await,
        201,
    );
    let branch = text(&branch["branch"], "id");
    sandbox.wait_for_operations().await;
    let main = project.wanted["branch_id"].clone();
    project.wanted["branch_id"] = json!(branch);
    let keys = made(
        &owner.post("/projects/auth/create", &project.wanted).await,
        201,
    );
    let set = |keys: &Value| {
        text(keys, "jwks_url")
            .strip_prefix(sandbox.url())
            .unwrap()
            .to_owned()
    };
    ok(&sandbox.get(&set(&keys)).await);
    ok(&owner.delete(&format!("{branches}/{branch}")).await);
    sandbox.wait_for_operations().await;
    assert_eq!(
        ok(&owner.get(&project.path("integrations")).await),
        json!({"data": []})
    );
    assert_eq!(sandbox.get(&set(&keys)).await.status, 404);
    project.wanted["branch_id"] = main;
    let keys = made(
        &owner.post("/projects/auth/create", &project.wanted).await,
        201,
    );
    ok(&owner.delete(&format!("/projects/{}", project.id)).await);
    refused(
        &owner.get(&project.path("integrations")).await,
        404,
        "project not found",
    );
    assert_eq!(sandbox.get(&set(&keys)).await.status, 404);
    sandbox.wait_for_operations().await;
    ok(&owner
        .post(&format!("/projects/{}/recover", project.id), &json!({}))
        .await);
    ok(&sandbox.get(&set(&keys)).await);
    sandbox.stop().await;
}
