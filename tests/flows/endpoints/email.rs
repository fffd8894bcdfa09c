use api::Change;
use api::resource::auth::TestEmailServer;
use api::resource::email_server::{EmailServerEdit, EmailServerType};
use app::{SecretEdit, email_server};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use super::auth::enabled;
use super::fixture::EndpointFixture;
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/auth/email_server",
            get_raw,
            get,
            get_core
        ),
        row!(
            "PATCH /projects/{project_id}/auth/email_server",
            update_raw,
            update,
            update_core
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/auth/send_test_email",
            test_raw,
            test
        ),
    ]
}

const PATH: &str = "/projects/{p}/auth/email_server";

fn standard() -> Value {
    json!({
        "type": "standard", "host": "mail.example.com", "port": 587, "username": "shop", "password": "hush",
        "sender_email": "shop@example.com", "sender_name": "The shop",
    })
}

async fn with_own(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    fixture.prepare(&format!("PATCH {PATH}"), standard()).await;
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("GET {PATH}");
    fixture.refuses(404, "not found", &path, Value::Null).await;
    enabled(fixture).await;
    let shared = fixture.answers(200, &path, Value::Null).await;
    assert_eq!(
        shared,
        json!({"type": "shared"}),
        "a shared server gives its type alone"
    );
    fixture.prepare(&format!("PATCH {PATH}"), standard()).await;
    like(&fixture.answers(200, &path, Value::Null).await, &standard());
}

async fn get(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let server = fixture.api.email_server(&fixture.project_id());
    assert_eq!(
        server.get().await.unwrap().value.kind,
        EmailServerType::Shared
    );
    fixture.prepare(&format!("PATCH {PATH}"), standard()).await;
    let own = server.get().await.unwrap().value;
    assert_eq!((own.kind, own.port), (EmailServerType::Standard, Some(587)));
    assert_eq!(own.host.as_deref(), Some("mail.example.com"));
}

async fn get_core(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let found = email_server::get(app, account, &fixture.project)
        .await
        .unwrap();
    assert_eq!((found.kind.as_str(), found.port), ("standard", Some(587)));
    assert_eq!(found.sender_email.as_deref(), Some("shop@example.com"));
}

async fn update_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("PATCH {PATH}");
    fixture.refuses(404, "not found", &path, standard()).await;
    enabled(fixture).await;
    like(&fixture.answers(200, &path, standard()).await, &standard());
    for field in [
        "host",
        "port",
        "username",
        "password",
        "sender_email",
        "sender_name",
    ] {
        let mut part = standard();
        part.as_object_mut().unwrap().remove(field);
        fixture.refuses(400, field, &path, part).await;
    }
    for (field, wrong) in [
        ("port", json!(0)),
        ("port", json!(65_536)),
        ("sender_email", json!("nobody")),
    ] {
        let mut server = standard();
        server[field] = wrong;
        fixture.refuses(400, field, &path, server).await;
    }
    fixture
        .refuses(400, "type", &path, json!({"type": "pigeon"}))
        .await;
    let shared = fixture.answers(200, &path, json!({"type": "shared"})).await;
    assert_eq!(shared, json!({"type": "shared"}));
}

async fn update(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let server = fixture.api.email_server(&fixture.project_id());
    let edit = EmailServerEdit::Standard {
        host: "mail.example.com".into(),
        port: 465,
        username: "shop".into(),
        password: Change::Set("quiet".into()),
        sender_email: "shop@example.com".into(),
        sender_name: "The shop".into(),
    };
    let changed = server.update(&edit).await.unwrap().value;
    assert_eq!(
        (changed.kind, changed.port),
        (EmailServerType::Standard, Some(465))
    );
    assert_eq!(changed.password.unwrap().expose_secret(), "quiet");
    let shared = EmailServerEdit::Shared {
        sender_email: None,
        sender_name: None,
    };
    assert_eq!(
        server.update(&shared).await.unwrap().value.kind,
        EmailServerType::Shared
    );
}

/// The password stays the one that nobody told the core.
async fn update_core(fixture: &EndpointFixture<'_>) {
    with_own(fixture).await;
    let edit = email_server::EmailServerEdit::Own {
        host: "mail.example.com".into(),
        port: 465,
        username: "shop".into(),
        password: SecretEdit::Keep,
        sender_email: "shop@example.com".into(),
        sender_name: "The shop".into(),
    };
    let (app, account) = (&fixture.walk.app, &fixture.walk.account);
    let changed = email_server::update(app, account, &fixture.project, edit)
        .await
        .unwrap();
    assert_eq!(changed.port, Some(465));
    let now = fixture.prepare(&format!("GET {PATH}"), Value::Null).await;
    assert_eq!(
        (now["port"].as_i64(), now["password"].as_str()),
        (Some(465), Some("hush"))
    );
}

/// A port of this machine that nobody listens at.
fn closed_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

async fn test_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/branches/{b}/auth/send_test_email";
    let mut message = standard();
    message["host"] = json!("127.0.0.1");
    message["port"] = json!(closed_port());
    message["recipient_email"] = json!("ada@example.com");
    fixture
        .refuses(404, "not found", path, message.clone())
        .await;
    enabled(fixture).await;
    let refused = fixture.answers(200, path, message.clone()).await;
    like(
        &refused,
        &json!({"success": false, "error_message": "<text>"}),
    );
    message["recipient_email"] = json!("nobody");
    fixture
        .refuses(400, "recipient_email", path, message.clone())
        .await;
    message.as_object_mut().unwrap().remove("host");
    fixture.refuses(400, "host", path, message).await;
}

async fn test(fixture: &EndpointFixture<'_>) {
    enabled(fixture).await;
    let server = TestEmailServer {
        host: "127.0.0.1".into(),
        port: closed_port(),
        username: "shop".into(),
        password: "hush".into(),
        sender_email: "shop@example.com".into(),
        sender_name: "The shop".into(),
    };
    let auth = fixture.api.auth(&fixture.project_id());
    let sent = auth
        .send_test_email(&fixture.branch_id(), &server, "ada@example.com")
        .await
        .unwrap()
        .value;
    assert!(!sent.success && sent.error_message.is_some());
}
