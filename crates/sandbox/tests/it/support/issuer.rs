//! An app and a browser that speak to the OpenID provider of an auth integration.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::replies::{made, ok};
use super::test_project::TestProject;
use super::test_sandbox::text;
use super::{Reply, http};

const VERIFIER: &str = "a-verifier-of-at-least-forty-three-characters";
const CALLBACK: &str = "http://localhost:3000/callback";
pub const PASSWORD: &str = "analytical engine";

pub struct Issuer {
    pub project: TestProject,
    pub path: String,
    pub id: String,
    pub secret: String,
}

impl Issuer {
    pub async fn of(project: TestProject) -> Self {
        Self::with(project, "provider_one").await
    }

    pub async fn with(project: TestProject, auth_provider: &str) -> Self {
        let keys = project
            .post(
                &format!("/branches/{}/auth", project.branch),
                &json!({"auth_provider": auth_provider}),
            )
            .await;
        let keys = made(&keys, 201);
        let id = text(&keys, "auth_provider_project_id").to_owned();
        let path = format!("/auth/{id}");
        let base_url = format!("{}{path}", project.sandbox.url());
        assert_eq!(text(&keys, "base_url"), base_url);
        Self {
            path,
            id,
            secret: text(&keys, "secret_server_key").to_owned(),
            project,
        }
    }

    pub fn url(&self) -> &str {
        self.project.sandbox.url()
    }

    pub async fn set(&self, below: &str, body: &Value) {
        let path = format!("/branches/{}/auth{below}", self.project.branch);
        ok(&self.project.patch(&path, body).await);
    }

    /// What an app asks, with some of it changed; none leaves a parameter out.
    pub async fn authorize(&self, changes: &[(&str, Option<&str>)]) -> Reply {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
        let usual = [
            ("client_id", self.id.as_str()),
            ("redirect_uri", CALLBACK),
            ("response_type", "code"),
            ("scope", "openid email offline_access unknown"),
            ("state", "a state"),
            ("nonce", "a nonce"),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ];
        let mut url = Url::parse(&format!("http://host{}/authorize", self.path)).unwrap();
        let changed = |name: &str| changes.iter().any(|(it, _)| *it == name);
        let usual = usual.iter().filter(|(name, _)| !changed(name));
        url.query_pairs_mut().extend_pairs(usual);
        for (name, value) in changes {
            if let Some(value) = value {
                url.query_pairs_mut().append_pair(name, value);
            }
        }
        let path = format!("{}?{}", url.path(), url.query().unwrap());
        http::get(self.url(), &path).await
    }

    /// What the app is told in the address that the browser is sent to.
    pub async fn told(&self, changes: &[(&str, Option<&str>)]) -> String {
        let reply = self.authorize(changes).await;
        let told = sent_back(&reply);
        assert_eq!(told["state"], "a state");
        assert_eq!(told["iss"], format!("{}{}", self.url(), self.path));
        text(&told, "error").to_owned()
    }

    pub async fn begin(&self) -> Begun {
        Begun::of(&self.authorize(&[]).await)
    }

    pub async fn send(&self, begun: &Begun, step: &str, fields: &[(&str, &str)]) -> Reply {
        self.post_form(
            &format!("{}/{step}", self.path),
            &[("cookie", begun.cookie.as_str()), ("origin", self.url())],
            &[&[("request", begun.request.as_str())], fields].concat(),
        )
        .await
    }

    pub async fn post_form(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        fields: &[(&str, &str)],
    ) -> Reply {
        let mut form = Url::parse("http://form").unwrap();
        form.query_pairs_mut().extend_pairs(fields);
        let kind = [("content-type", "application/x-www-form-urlencoded")];
        let headers = [kind.as_slice(), headers].concat();
        let body = form.query().unwrap_or_default().to_owned();
        http::send(self.url(), "POST", path, &headers, body.as_bytes()).await
    }

    pub async fn sign_up(&self, email: &str) -> Reply {
        let begun = self.begin().await;
        let fields = [
            ("email", email),
            ("password", PASSWORD),
            ("name", "<b>Ada</b>"),
        ];
        self.send(&begun, "sign-up", &fields).await
    }

    pub async fn sign_in(&self, password: &str) -> Reply {
        let begun = self.begin().await;
        let fields = [("email", "ada@example.com"), ("password", password)];
        self.send(&begun, "sign-in", &fields).await
    }

    pub async fn code(&self) -> String {
        let told = sent_back(&self.sign_in(PASSWORD).await);
        text(&told, "code").to_owned()
    }

    pub async fn token(&self, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Reply {
        self.post_form(&format!("{}/token", self.path), headers, fields)
            .await
    }

    /// Exchanges a new code, with one parameter in place of the usual one.
    pub async fn exchange(&self, change: (&str, &str)) -> Reply {
        let code = self.code().await;
        let usual = exchanged(&code, &self.id);
        let others = usual.into_iter().filter(|(name, _)| *name != change.0);
        let fields: Vec<_> = others.chain([change]).collect();
        self.token(&[], &fields).await
    }

    pub async fn userinfo(&self, token: &str) -> Reply {
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        let path = format!("{}/userinfo", self.path);
        http::send(self.url(), "GET", &path, &headers, b"").await
    }
}

pub fn exchanged<'a>(code: &'a str, client_id: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
        ("client_id", client_id),
    ]
}

/// A page, as its browser has it.
pub struct Begun {
    pub request: String,
    pub cookie: String,
}

impl Begun {
    pub fn of(page: &Reply) -> Self {
        assert_eq!(page.status, 200, "{}", page.body);
        let rest = page.body.split("name=\"request\" value=\"").nth(1).unwrap();
        let cookie = page.header("set-cookie").unwrap();
        assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
        Self {
            request: rest.split('"').next().unwrap().to_owned(),
            cookie: cookie.split(';').next().unwrap().to_owned(),
        }
    }
}

pub fn sent_back(reply: &Reply) -> Value {
    assert_eq!(reply.status, 303, "{}", reply.body);
    let location = Url::parse(reply.header("location").unwrap()).unwrap();
    assert_eq!(location[..url::Position::AfterPath], *CALLBACK);
    let pairs = location.query_pairs().into_owned();
    pairs
        .map(|(name, value)| (name, Value::from(value)))
        .collect()
}
