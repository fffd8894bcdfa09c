//! The OpenID provider of an auth integration: what apps are refused, and what people read.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::support::issuer::{Begun, Issuer, PASSWORD, exchanged, sent_back};
use crate::support::replies::ok;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{Reply, http};

fn page(reply: &Reply, status: u16, says: &str) {
    assert_eq!(reply.status, status, "{}", reply.body);
    assert!(reply.body.contains(says), "{}", reply.body);
    assert!(reply.header("location").is_none());
}

fn error(reply: &Reply, status: u16) -> String {
    assert_eq!(reply.status, status, "{}", reply.body);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    text(&reply.json(), "error").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_trusted_addresses_are_answered() {
    let issuer = Issuer::of(TestProject::without_servers().await).await;
    let untrusted = "isn’t trusted";
    for (redirect_uri, says) in [
        (None, untrusted),
        (Some("https://shop.example.com/callback"), untrusted),
        (Some("http://localhost@evil.example/"), untrusted),
        (Some("http://localhost.evil.example/"), untrusted),
        (Some("http://localhost:3000/#part"), untrusted),
        (Some("javascript:alert(1)"), untrusted),
        (Some("not an address"), untrusted),
    ] {
        let reply = issuer.authorize(&[("redirect_uri", redirect_uri)]).await;
        page(&reply, 400, says);
    }
    let script = "https://evil.example/\"><script>alert(1)</script>";
    let reply = issuer.authorize(&[("redirect_uri", Some(script))]).await;
    page(&reply, 400, "&lt;script&gt;");
    assert!(!reply.body.contains("<script"));
    let domain = json!({"auth_provider": "provider_one", "domain": "https://shop.example.com"});
    let domains = format!("/branches/{}/auth/domains", issuer.project.branch);
    let added = issuer.project.post(&domains, &domain).await;
    assert_eq!(added.status, 201, "{}", added.body);
    let shop = [(
        "redirect_uri",
        Some("https://shop.example.com:443/callback?from=app"),
    )];
    let shown = issuer.authorize(&shop).await;
    page(&shown, 200, "https://shop.example.com");
    let policy = shown.header("content-security-policy").unwrap();
    assert!(
        policy.contains("form-action 'self' https://shop.example.com;"),
        "{policy}"
    );
    let other = [("redirect_uri", Some("http://shop.example.com/callback"))];
    page(&issuer.authorize(&other).await, 400, untrusted);

    // One that begins with * is for all hosts with one part in its place.
    let domain =
        json!({"auth_provider": "provider_one", "domain": "https://*.preview.example.com"});
    let added = issuer.project.post(&domains, &domain).await;
    assert_eq!(added.status, 201, "{}", added.body);
    let below = "https://one.preview.example.com";
    let shown = [(
        "redirect_uri",
        Some("https://one.preview.example.com/callback"),
    )];
    page(&issuer.authorize(&shown).await, 200, below);
    for other in [
        "https://preview.example.com/callback",
        "https://two.one.preview.example.com/callback",
        "https://onepreview.example.com/callback",
        "https://one.preview.example.com.evil.example/callback",
        "https://one.preview.example.com:8443/callback",
        "http://one.preview.example.com/callback",
        "https://*.preview.example.com/callback",
    ] {
        let reply = issuer.authorize(&[("redirect_uri", Some(other))]).await;
        page(&reply, 400, untrusted);
    }

    issuer
        .set("/allow_localhost", &json!({"allow_localhost": false}))
        .await;
    page(&issuer.authorize(&[]).await, 400, untrusted);
    page(
        &issuer.authorize(&[("client_id", Some("another"))]).await,
        400,
        "client_id",
    );
    let twice = format!("{}/authorize?client_id=a&client_id=b", issuer.path);
    page(&http::get(issuer.url(), &twice).await, 400, "there twice");
    let gone = http::get(issuer.url(), "/auth/nobody/authorize").await;
    page(&gone, 404, "Auth project not found");
    issuer.project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_request_is_told_to_the_app() {
    let issuer = Issuer::of(TestProject::without_servers().await).await;
    for (name, value, error) in [
        ("response_type", None, "unsupported_response_type"),
        ("response_type", Some("token"), "unsupported_response_type"),
        ("response_mode", Some("fragment"), "invalid_request"),
        ("code_challenge", None, "invalid_request"),
        ("code_challenge", Some("short"), "invalid_request"),
        ("code_challenge_method", Some("plain"), "invalid_request"),
        ("request", Some("a.b.c"), "request_not_supported"),
        ("request_uri", Some("urn:a"), "request_uri_not_supported"),
        ("prompt", Some("none"), "login_required"),
    ] {
        assert_eq!(
            issuer.told(&[(name, value)]).await,
            error,
            "{name} {value:?}"
        );
    }
    let begun = issuer.begin().await;
    let cancelled = sent_back(&issuer.send(&begun, "cancel", &[]).await);
    assert_eq!(cancelled["error"], "access_denied");
    page(&issuer.send(&begun, "cancel", &[]).await, 400, "has ended");

    let create = issuer.authorize(&[("prompt", Some("create"))]).await;
    page(&create, 200, "<h1>Create an account</h1>");
    let settings = "/email_and_password";
    issuer
        .set(settings, &json!({"disable_sign_up": true}))
        .await;
    let closed = issuer.authorize(&[("prompt", Some("create"))]).await;
    page(&closed, 200, "<h1>Sign in</h1>");
    assert!(!closed.body.contains("Create an account"));
    page(
        &issuer.sign_up("ada@example.com").await,
        403,
        "Signing up is turned off",
    );
    let begun = issuer.begin().await;
    issuer.set(settings, &json!({"enabled": false})).await;
    let fields = [("email", "ada@example.com"), ("password", PASSWORD)];
    page(
        &issuer.send(&begun, "sign-in", &fields).await,
        403,
        "is turned off",
    );
    assert_eq!(issuer.told(&[]).await, "access_denied");
    issuer.project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_of_one_browser_and_one_app_for_ten_minutes() {
    let issuer = Issuer::of(TestProject::without_servers().await).await;
    let (one, other) = (issuer.begin().await, issuer.begin().await);
    let mixed = Begun {
        request: one.request.clone(),
        cookie: other.cookie.clone(),
    };
    page(&issuer.send(&mixed, "show", &[]).await, 400, "has ended");
    let path = format!("{}/sign-in", issuer.path);
    let request = [("request", one.request.as_str())];
    let bare = issuer.post_form(&path, &[], &request).await;
    page(&bare, 400, "has ended");
    let foreign = [
        ("cookie", one.cookie.as_str()),
        ("origin", "http://evil.example"),
    ];
    let foreign = issuer.post_form(&path, &foreign, &request).await;
    assert_eq!(foreign.status, 403);
    let shown = issuer.send(&one, "show", &[("page", "sign-up")]).await;
    page(&shown, 200, "<h1>Create an account</h1>");
    let fields = [("email", "\"><script>"), ("password", PASSWORD)];
    let again = issuer.send(&one, "sign-up", &fields).await;
    page(&again, 400, "Enter a valid email address.");
    assert!(
        again.body.contains("value=\"&quot;&gt;&lt;script&gt;\""),
        "{}",
        again.body
    );
    let fields = [("email", "ada@example.com"), ("password", "short")];
    page(
        &issuer.send(&one, "sign-up", &fields).await,
        400,
        "8 to 128 characters",
    );
    // Without servers there is no table of users.
    let fields = [("email", "ada@example.com"), ("password", PASSWORD)];
    page(
        &issuer.send(&one, "sign-in", &fields).await,
        503,
        "without database servers",
    );
    // Ten passwords a minute for one address; the one above counts.
    for _ in 0..9 {
        issuer.send(&one, "sign-in", &fields).await;
    }
    let fields = [("email", "ADA@example.com"), ("password", PASSWORD)];
    page(
        &issuer.send(&one, "sign-in", &fields).await,
        429,
        "Too many attempts",
    );
    let fields = [("email", "eve@example.com"), ("password", PASSWORD)];
    page(
        &issuer.send(&one, "sign-in", &fields).await,
        503,
        "without database servers",
    );
    issuer
        .project
        .sandbox
        .advance(Duration::from_secs(601))
        .await;
    page(&issuer.send(&one, "show", &[]).await, 400, "has ended");
    issuer.project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_that_are_right_are_not_counted() {
    let issuer = Issuer::of(TestProject::start().await).await;
    sent_back(&issuer.sign_up("ada@example.com").await);
    for _ in 0..12 {
        sent_back(&issuer.sign_in(PASSWORD).await);
    }
    // Nine are left: signing up counts, so that nobody makes many accounts.
    for _ in 0..9 {
        page(&issuer.sign_in("a guess").await, 403, "is wrong");
    }
    for password in ["a guess", PASSWORD] {
        page(&issuer.sign_in(password).await, 429, "Too many attempts");
    }
    issuer.project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_for_its_app_and_its_verifier_once() {
    let issuer = Issuer::of(TestProject::start().await).await;
    let told = sent_back(&issuer.sign_up("ada@example.com").await);
    assert_eq!(told["state"], "a state");
    page(
        &issuer.sign_up("ADA@example.com").await,
        409,
        "already an account",
    );
    page(
        &issuer.sign_in("another engine").await,
        403,
        "Email or password is wrong.",
    );

    let tokens = ok(&issuer.exchange(("scope", "ignored")).await);
    assert_eq!(text(&tokens, "scope"), "openid email offline_access");
    let access = text(&tokens, "access_token").to_owned();
    let user = ok(&issuer.userinfo(&access).await);
    assert_eq!(user["email"], "ada@example.com");
    assert_eq!(user.get("name"), None, "its scope was not asked for");
    let refresh = text(&tokens, "refresh_token").to_owned();
    for (change, error_is) in [
        (
            (
                "code_verifier",
                "another-verifier-of-forty-three-characters-",
            ),
            "invalid_grant",
        ),
        (
            ("redirect_uri", "http://localhost:3000/other"),
            "invalid_grant",
        ),
        (("code", "unknown"), "invalid_grant"),
        (("grant_type", "password"), "unsupported_grant_type"),
    ] {
        assert_eq!(
            error(&issuer.exchange(change).await, 400),
            error_is,
            "{change:?}"
        );
    }
    let other_client = issuer.exchange(("client_id", "another")).await;
    assert_eq!(error(&other_client, 401), "invalid_client");

    // A code that was tried with a wrong verifier is gone, and one that is used twice ends what it gave.
    let code = issuer.code().await;
    let fields = exchanged(&code, &issuer.id);
    let used = ok(&issuer.token(&[], &fields).await);
    assert_eq!(
        error(&issuer.token(&[], &fields).await, 400),
        "invalid_grant"
    );
    let renews = |token: &str| {
        let token = token.to_owned();
        let issuer = &issuer;
        async move {
            let fields = [
                ("grant_type", "refresh_token"),
                ("refresh_token", token.as_str()),
                ("client_id", issuer.id.as_str()),
            ];
            issuer.token(&[], &fields).await
        }
    };
    let ended = renews(text(&used, "refresh_token")).await;
    assert_eq!(error(&ended, 400), "invalid_grant");
    let next = ok(&renews(&refresh).await);
    assert_eq!(
        error(&renews(&refresh).await, 400),
        "invalid_grant",
        "used before"
    );
    let next = renews(text(&next, "refresh_token")).await;
    assert_eq!(error(&next, 400), "invalid_grant", "ended with it");

    // The secret of a server, as clients encode it.
    let code = issuer.code().await;
    let fields = exchanged(&code, &issuer.id);
    let wrong = STANDARD.encode(format!("{}:ssk_wrong", issuer.id));
    let wrong = format!("Basic {wrong}");
    let refused = issuer.token(&[("authorization", &wrong)], &fields).await;
    assert_eq!(error(&refused, 401), "invalid_client");
    assert!(refused.header("www-authenticate").is_some());
    let right = format!("{}:{}", issuer.id, issuer.secret.replace('_', "%5F"));
    let right = format!("Basic {}", STANDARD.encode(right));
    ok(&issuer.token(&[("authorization", &right)], &fields).await);
    let code = issuer.code().await;
    let fields = exchanged(&code, &issuer.id);
    let empty = STANDARD.encode(format!("{}:", issuer.id));
    let empty = format!("Basic {empty}");
    ok(&issuer.token(&[("authorization", &empty)], &fields).await);

    let code = issuer.code().await;
    issuer
        .project
        .sandbox
        .advance(Duration::from_secs(61))
        .await;
    let late = issuer.token(&[], &exchanged(&code, &issuer.id)).await;
    assert_eq!(error(&late, 400), "invalid_grant");
    issuer
        .project
        .sandbox
        .advance(Duration::from_secs(900))
        .await;
    for token in [access.as_str(), "no token", ""] {
        let refused = issuer.userinfo(token).await;
        assert_eq!(refused.status, 401, "{}", refused.body);
        assert!(
            refused
                .header("www-authenticate")
                .unwrap()
                .contains("invalid_token")
        );
    }
    issuer.project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_has_the_auth_of_its_data_at_an_address_of_its_own() {
    let mut issuer = Issuer::with(TestProject::start().await, "better_auth").await;
    let parent = issuer.project.branch.clone();
    sent_back(&issuer.sign_up("ada@example.com").await);
    issuer
        .set("/email_and_password", &json!({"disable_sign_up": true}))
        .await;
    let child = issuer.project.branch("preview").await;
    let child = text(&child["branch"], "id").to_owned();
    let shown = |branch: &str| {
        let path = format!("/branches/{branch}/auth");
        let project = &issuer.project;
        async move { ok(&project.get(&path).await) }
    };
    let (of_parent, of_child) = (shown(&parent).await, shown(&child).await);
    let id = |it: &serde_json::Value| text(it, "auth_provider_project_id").to_owned();
    assert_ne!(id(&of_parent), id(&of_child));
    let keys = |it: &serde_json::Value| {
        let path = format!("/auth/{}/.well-known/jwks.json", id(it));
        let sandbox = &issuer.project.sandbox;
        async move { ok(&sandbox.get(&path).await) }
    };
    assert_eq!(keys(&of_parent).await, keys(&of_child).await);

    // Its users sign in there as well, and what is set there is set there alone.
    issuer.id = id(&of_child);
    issuer.path = format!("/auth/{}", issuer.id);
    issuer.project.branch = child;
    page(
        &issuer.sign_up("eve@example.com").await,
        403,
        "Signing up is turned off",
    );
    sent_back(&issuer.sign_in(PASSWORD).await);
    issuer
        .set("/email_and_password", &json!({"disable_sign_up": false}))
        .await;
    sent_back(&issuer.sign_up("eve@example.com").await);
    issuer.id = id(&of_parent);
    issuer.path = format!("/auth/{}", issuer.id);
    page(
        &issuer.sign_up("eve@example.com").await,
        403,
        "Signing up is turned off",
    );

    // The older provider's integration stays where it is, and nothing comes with a schema alone.
    let schema_only = json!({"branch": {"name": "empty", "init_source": "schema-only"}});
    let made = issuer.project.post("/branches", &schema_only).await;
    let made = issuer.project.done(201, made).await;
    let path = format!("/branches/{}/auth", text(&made["branch"], "id"));
    assert_eq!(issuer.project.get(&path).await.status, 404);
    issuer.project.sandbox.stop().await;
}

/// What a browser asks before a script sends the request, and what comes when it does.
async fn scripted(issuer: &Issuer, path: &str, origin: &str) -> [Reply; 2] {
    let asks = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type"),
    ];
    let sent = [
        ("origin", origin),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "cors"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    [
        http::send(issuer.url(), "OPTIONS", path, &asks, b"").await,
        http::send(issuer.url(), "POST", path, &sent, b"grant_type=none").await,
    ]
}

async fn is_refused(issuer: &Issuer, path: &str, origin: &str) {
    for reply in scripted(issuer, path, origin).await {
        assert_eq!(reply.status, 403, "{origin} {path}: {}", reply.body);
        assert_eq!(reply.header("access-control-allow-origin"), None);
        assert_eq!(reply.header("access-control-allow-methods"), None);
    }
}

async fn is_answered(issuer: &Issuer, origin: &str) {
    let token = format!("{}/token", issuer.path);
    let [asked, sent] = scripted(issuer, &token, origin).await;
    assert_eq!(asked.status, 204, "{origin}: {}", asked.body);
    assert_eq!(
        asked.header("access-control-allow-methods"),
        Some("GET, POST")
    );
    let allowed = asked.header("access-control-allow-headers").unwrap();
    assert!(allowed.contains("content-type") && allowed.contains("authorization"));
    assert_eq!(error(&sent, 401), "invalid_client");
    for reply in [&asked, &sent] {
        assert_eq!(reply.header("access-control-allow-origin"), Some(origin));
        assert_eq!(reply.header("access-control-allow-credentials"), None);
        assert_eq!(reply.header("vary"), Some("Origin"));
    }
    for below in [
        "/.well-known/openid-configuration",
        "/.well-known/jwks.json",
    ] {
        let path = format!("{}{below}", issuer.path);
        let headers = [("origin", origin), ("sec-fetch-site", "cross-site")];
        let reply = http::send(issuer.url(), "GET", &path, &headers, b"").await;
        assert_eq!(reply.status, 200, "{origin} {below}: {}", reply.body);
        assert_eq!(reply.header("access-control-allow-origin"), Some(origin));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_of_trusted_origins_are_answered_and_no_others() {
    let issuer = Issuer::of(TestProject::without_servers().await).await;
    let token = format!("{}/token", issuer.path);
    let local = [
        "http://localhost:3000",
        "http://app.localhost",
        "http://127.0.0.1:5173",
        "https://[::1]:8443",
    ];
    for origin in local {
        is_answered(&issuer, origin).await;
    }
    let shop = "https://shop.example.com";
    let foreign = [
        shop,
        "null",
        "",
        "https://evil.example",
        "http://localhost.evil.example",
        "http://localhost:3000/",
        "http://LOCALHOST:3000",
        "file://",
    ];
    for origin in foreign {
        is_refused(&issuer, &token, origin).await;
    }
    let domain = json!({"auth_provider": "provider_one", "domain": shop});
    let domains = format!("/branches/{}/auth/domains", issuer.project.branch);
    assert_eq!(issuer.project.post(&domains, &domain).await.status, 201);
    is_answered(&issuer, shop).await;
    for origin in [
        "http://shop.example.com",
        "https://shop.example.com:8443",
        "https://a.shop.example.com",
    ] {
        is_refused(&issuer, &token, origin).await;
    }

    // Nothing but what programs are answered: neither pages for people, nor the Management API, nor another branch's provider.
    for path in [
        format!("{}/sign-in", issuer.path),
        format!("{}/sign-up", issuer.path),
        format!("{}/authorize", issuer.path),
        "/auth/another/token".to_owned(),
        "/api/v2/projects".to_owned(),
    ] {
        is_refused(&issuer, &path, shop).await;
    }

    let off = json!({"allow_localhost": false});
    issuer.set("/allow_localhost", &off).await;
    for origin in local {
        is_refused(&issuer, &token, origin).await;
    }
    is_answered(&issuer, shop).await;
    issuer.project.sandbox.stop().await;
}
