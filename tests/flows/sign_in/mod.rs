//! An app under development logs its users in against the sandbox, with a client of OpenID Connect that others made.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use testkit::http;
use tokio::process::Command;

use crate::management::fixture::{ManagementFixture, Project};

const DEADLINE: Duration = Duration::from_secs(90);

struct Issuer {
    fixture: ManagementFixture,
    project: Project,
    base_url: String,
    client_id: String,
    secret: String,
}

impl Issuer {
    async fn start() -> Self {
        let fixture = ManagementFixture::start().await;
        let project = fixture.project("shop").await;
        let mut issuer = Self {
            fixture,
            project,
            base_url: String::new(),
            client_id: String::new(),
            secret: String::new(),
        };
        let keys = issuer
            .call("POST", "", &json!({"auth_provider": "provider_one"}), 201)
            .await;
        let text = |field: &str| keys[field].as_str().unwrap().to_owned();
        issuer.base_url = text("base_url");
        issuer.client_id = text("auth_provider_project_id");
        issuer.secret = text("secret_server_key");
        issuer
    }

    /// Of the branch's auth.
    async fn call(&self, method: &str, below: &str, body: &Value, status: u16) -> Value {
        let sandbox = &self.fixture.product.sandbox;
        let bearer = format!("Bearer {}", sandbox.key);
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
        ];
        let Project { id, branch, .. } = &self.project;
        let path = format!("/api/v2/projects/{id}/branches/{branch}/auth{below}");
        let url = &sandbox.instant_url;
        let reply = http::send(url, method, &path, &headers, body.to_string()).await;
        assert_eq!(reply.status, status, "{}", reply.body);
        serde_json::from_str(&reply.body).unwrap_or_default()
    }

    /// Runs the app with what its browser does on the sandbox's pages.
    async fn app(&self, secret: &str, steps: Value) -> Value {
        let folder = tempfile::tempdir().unwrap();
        let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/node_modules");
        let link = folder.path().join("node_modules");
        #[cfg(unix)]
        std::os::unix::fs::symlink(modules, link).unwrap();
        #[cfg(windows)]
        std::os::windows::fs::symlink_dir(modules, link).unwrap();
        std::fs::write(folder.path().join("app.mjs"), include_str!("app.mjs")).unwrap();
        let mut node = Command::new("node");
        node.arg("app.mjs")
            .current_dir(folder.path())
            .env("ISSUER", &self.base_url)
            .env("CLIENT_ID", &self.client_id)
            .env("CLIENT_SECRET", secret)
            .env("STEPS", steps.to_string())
            .stdin(Stdio::null())
            .kill_on_drop(true);
        let output = tokio::time::timeout(DEADLINE, node.output()).await;
        let output = output.expect("it ends in time").unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

fn sign_up() -> Value {
    json!({
        "form": "sign-up", "email": "ada@example.com", "password": "analytical engine", "name": "Ada",
    })
}

fn sign_in() -> Value {
    json!({"form": "sign-in", "email": "Ada@example.com", "password": "analytical engine"})
}

fn shown() -> Value {
    json!({"form": "show", "page": "sign-up"})
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_signs_its_users_up_and_in_with_openid_client() {
    let issuer = Issuer::start().await;
    let made = issuer.app("", json!([shown(), sign_up()])).await;
    let claims = &made["claims"];
    assert_eq!(claims["iss"], *issuer.base_url, "{made}");
    assert_eq!(claims["aud"], *issuer.client_id);
    assert_eq!(claims["email"], "ada@example.com");
    assert_eq!(claims["email_verified"], false);
    assert_eq!(claims["name"], "Ada");
    let id = &claims["sub"];
    for (part, field) in [("user", "sub"), ("access", "sub")] {
        assert_eq!(made[part][field], *id);
    }
    assert_eq!(made["user"]["email"], "ada@example.com");
    assert_eq!(made["alg"], "ES256");
    assert_eq!(made["renewed"], *id);
    // A code that comes twice ends what came of it, and so does a refresh token.
    assert_eq!(
        made["again"],
        json!({"code": "invalid_grant", "refreshToken": "invalid_grant", "afterThat": "invalid_grant"})
    );

    // The user is in the branch's own database, and the password only as a digest.
    let client = issuer.fixture.connect(&issuer.project.id, None).await;
    let row = client
        .query_one(
            "SELECT u.id, u.name, p.digest FROM svc_auth.users_sync u
             JOIN svc_auth.user_password p ON p.user_id = u.id WHERE u.email = 'ada@example.com'",
            &[],
        )
        .await
        .unwrap();
    assert_eq!(row.get::<_, String>(0), id.as_str().unwrap());
    assert_eq!(row.get::<_, String>(1), "Ada");
    let digest: String = row.get(2);
    assert!(digest.starts_with("$pbkdf2-sha256$i=600000$"));

    // With the secret of a server, by the address in other letters, and with a role given meanwhile.
    let user = format!("/users/{}/role", id.as_str().unwrap());
    issuer
        .call("PUT", &user, &json!({"roles": ["admin"]}), 200)
        .await;
    let again = issuer.app(&issuer.secret, json!([sign_in()])).await;
    assert_eq!(again["claims"]["sub"], *id, "{again}");
    assert_eq!(again["access"]["roles"], json!(["admin"]));
    let wrong = issuer.app("ssk_wrong", json!([sign_in()])).await;
    assert_eq!(wrong["error"], "invalid_client");
    let cancelled = issuer.app("", json!([{"form": "cancel"}])).await;
    assert_eq!(cancelled["error"], "access_denied");

    // Where the branch asks for confirmed addresses, the page asks first.
    let must_verify = json!({"require_email_verification": true});
    issuer
        .call("PATCH", "/email_and_password", &must_verify, 200)
        .await;
    let verified = issuer.app("", json!([sign_in(), {"form": "verify"}])).await;
    assert_eq!(verified["claims"]["email_verified"], true, "{verified}");
    let known = issuer.app("", json!([sign_in()])).await;
    assert_eq!(known["claims"]["email_verified"], true, "{known}");

    // A user who is gone gets no more tokens.
    let user = format!("/users/{}", id.as_str().unwrap());
    issuer.call("DELETE", &user, &json!({}), 204).await;
    let rows = client
        .query("SELECT FROM svc_auth.user_password", &[])
        .await;
    assert!(rows.unwrap().is_empty());
    let off = json!({"enabled": false});
    issuer.call("PATCH", "/email_and_password", &off, 200).await;
    let off = issuer.app("", json!([])).await;
    assert_eq!(off["error"], "access_denied");
    issuer.fixture.stop().await;
}
