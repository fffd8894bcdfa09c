use app::SecretEdit;
use app::auth::{self, EnableAuth, TestEmail};
use app::email_server::{self, EmailServerEdit};
use app::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};
use futures::FutureExt as _;
use serde_json::{Value, json};

use super::fixture::Fixture;
use super::planned_change::{Evidence, Knowable, ListField, PlannedChange, Verb};

pub const VERBS: &[(&str, Verb)] = &[
    ("enable auth", |g, n| enable(g, n).boxed()),
    ("create SDK keys", |g, _| create_keys(g).boxed()),
    ("create user", |g, n| create_user(g, n).boxed()),
    ("transfer ownership", |g, _| transfer(g).boxed()),
    ("remove auth", |g, n| remove(g, n).boxed()),
    ("add domain", |g, n| add_domain(g, n).boxed()),
    ("delete domains", |g, n| delete_domains(g, n).boxed()),
    ("send test email", |g, _| send_test_email(g).boxed()),
    ("add provider", |g, _| add_provider(g).boxed()),
    ("update provider", |g, n| update_provider(g, n).boxed()),
    ("delete provider", |g, _| delete_provider(g).boxed()),
    ("share email server", |g, _| share_server(g).boxed()),
    ("own email server", |g, n| own_server(g, n).boxed()),
];

async fn enable(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.spare_project(number).await;
    let list = format!("/projects/{}/auth/integrations", project.id);
    let enable = EnableAuth {
        branch_id: project.branch,
        ..EnableAuth::default()
    };
    let provider = json!("provider_one");
    PlannedChange {
        method: "POST",
        path: "/projects/auth/create".to_owned(),
        evidence: Evidence::Listed(ListField(list, "data", "auth_provider"), provider),
        knowable: Knowable::SecretLost,
        act: async move {
            auth::enable(&app, &account, &project.id, enable)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn create_keys(fixture: &Fixture) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.with_auth.id.clone();
    PlannedChange {
        method: "POST",
        path: "/projects/auth/keys".to_owned(),
        evidence: Evidence::Logged,
        knowable: Knowable::Unreadable,
        act: async move { auth::create_keys(&app, &account, &id, None).await.map(drop) }.boxed(),
    }
}

async fn create_user(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.with_auth.id.clone();
    PlannedChange {
        method: "POST",
        path: "/projects/auth/user".to_owned(),
        evidence: Evidence::Logged,
        knowable: Knowable::Unreadable,
        act: async move {
            let email = format!("person{number}@example.com");
            auth::create_user(&app, &account, &id, None, &email, None)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn transfer(fixture: &Fixture) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.with_auth.id.clone();
    PlannedChange {
        method: "POST",
        path: "/projects/auth/transfer_ownership".to_owned(),
        evidence: Evidence::Logged,
        knowable: Knowable::Unreadable,
        act: async move {
            auth::transfer_ownership(&app, &account, &id, None)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn remove(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.spare_project(number).await;
    fixture.enable_auth(&project).await;
    let id = project.id;
    let list = format!("/projects/{id}/auth/integrations");
    let provider = json!("provider_one");
    PlannedChange {
        method: "DELETE",
        path: format!("/projects/{id}/auth/integration/provider_one"),
        evidence: Evidence::Unlisted(ListField(list, "data", "auth_provider"), provider),
        knowable: Knowable::Known,
        act: async move { auth::remove(&app, &account, &id, "provider_one", true).await }.boxed(),
    }
}

async fn add_domain(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, domain) = (fixture.with_auth.id.clone(), domain(number));
    let path = format!("/projects/{id}/auth/domains");
    PlannedChange {
        method: "POST",
        path: path.clone(),
        evidence: Evidence::Listed(ListField(path, "domains", "domain"), json!(domain)),
        knowable: Knowable::Known,
        act: async move { auth::add_domain(&app, &account, &id, None, &domain).await }.boxed(),
    }
}

async fn delete_domains(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, domain) = (fixture.with_auth.id.clone(), domain(number));
    let path = format!("/projects/{id}/auth/domains");
    let body = json!({ "domain": domain, "auth_provider": "provider_one" });
    fixture.send("POST", &path, &body).await;
    PlannedChange {
        method: "DELETE",
        path: path.clone(),
        evidence: Evidence::Unlisted(ListField(path, "domains", "domain"), json!(domain)),
        knowable: Knowable::Known,
        act: async move { auth::delete_domains(&app, &account, &id, None, &[domain]).await }
            .boxed(),
    }
}

fn domain(number: u64) -> String {
    format!("https://app{number}.example.com")
}

async fn send_test_email(fixture: &Fixture) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, branch_id) = (
        fixture.with_auth.id.clone(),
        fixture.with_auth.branch.clone(),
    );
    let path = format!("/projects/{id}/branches/{branch_id}/auth/send_test_email");
    let silent = url::Url::parse(&fixture.silent).unwrap();
    let test = TestEmail {
        branch_id,
        host: "127.0.0.1".to_owned(),
        port: silent.port().unwrap().into(),
        username: "postman".to_owned(),
        password: "open sesame".to_owned().into(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
        recipient: "person@example.com".to_owned(),
    };
    PlannedChange {
        method: "POST",
        path,
        evidence: Evidence::Logged,
        knowable: Knowable::Unreadable,
        act: async move {
            auth::send_test_email(&app, &account, &id, test)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

fn providers(id: &str) -> String {
    format!("/projects/{id}/auth/oauth_providers")
}

async fn put_provider(fixture: &Fixture, is_there: bool) -> String {
    let path = providers(&fixture.with_auth.id);
    let found = fixture.management.seen(&path).await;
    let all = found["providers"].as_array().unwrap();
    let was_there = all.iter().any(|it| it["id"] == "github");
    if was_there {
        fixture
            .send("DELETE", &format!("{path}/github"), &Value::Null)
            .await;
    }
    if is_there {
        let body = json!({ "id": "github", "client_id": "own", "client_secret": "kept" });
        fixture.send("POST", &path, &body).await;
    }
    path
}

async fn add_provider(fixture: &Fixture) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, path) = (
        fixture.with_auth.id.clone(),
        put_provider(fixture, false).await,
    );
    let add = AddOauthProvider {
        provider: "github".to_owned(),
        ..AddOauthProvider::default()
    };
    PlannedChange {
        method: "POST",
        path: path.clone(),
        evidence: Evidence::Listed(ListField(path, "providers", "id"), json!("github")),
        knowable: Knowable::Known,
        act: async move {
            oauth_providers::add(&app, &account, &id, add)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn update_provider(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, path) = (
        fixture.with_auth.id.clone(),
        put_provider(fixture, true).await,
    );
    let update = UpdateOauthProvider {
        client_id: Some(format!("client {number}")),
        ..UpdateOauthProvider::default()
    };
    PlannedChange {
        method: "PATCH",
        path: format!("{path}/github"),
        evidence: Evidence::Logged,
        knowable: Knowable::Unreadable,
        act: async move {
            oauth_providers::update(&app, &account, &id, "github", update)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete_provider(fixture: &Fixture) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, path) = (
        fixture.with_auth.id.clone(),
        put_provider(fixture, true).await,
    );
    PlannedChange {
        method: "DELETE",
        path: format!("{path}/github"),
        evidence: Evidence::Unlisted(ListField(path, "providers", "id"), json!("github")),
        knowable: Knowable::Known,
        act: async move { oauth_providers::delete(&app, &account, &id, "github").await }.boxed(),
    }
}

async fn share_server(fixture: &Fixture) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.with_auth.id.clone();
    let path = format!("/projects/{id}/auth/email_server");
    let own = json!({
        "type": "standard", "host": "mail.example.com", "port": 587, "username": "postman",
        "password": "open sesame", "sender_email": "shop@example.com", "sender_name": "The shop",
    });
    fixture.send("PATCH", &path, &own).await;
    PlannedChange {
        method: "PATCH",
        path: path.clone(),
        evidence: Evidence::Is(path, "/type", json!("shared")),
        knowable: Knowable::Known,
        act: async move {
            email_server::update(&app, &account, &id, EmailServerEdit::Shared)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn own_server(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.with_auth.id.clone();
    let path = format!("/projects/{id}/auth/email_server");
    let host = format!("mail{number}.example.com");
    let edit = EmailServerEdit::Own {
        host: host.clone(),
        port: 587,
        username: "postman".to_owned(),
        password: SecretEdit::Set {
            secret: "open sesame".to_owned().into(),
        },
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
    };
    PlannedChange {
        method: "PATCH",
        path: path.clone(),
        evidence: Evidence::Is(path, "/host", json!(host)),
        // The host can be seen and the password cannot.
        knowable: Knowable::Unreadable,
        act: async move {
            email_server::update(&app, &account, &id, edit)
                .await
                .map(drop)
        }
        .boxed(),
    }
}
