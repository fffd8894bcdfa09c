//! What is there already, what is gone meanwhile, and what is refused before it is sent.

use app::auth;
use app::email_server::{self, EmailServerEdit};
use app::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};
use app::view::ErrorCode;
use app::{App, Event, SecretEdit};
use tokio::sync::broadcast::Receiver;

use super::fixture::{ManagementFixture, Project};

fn add(provider: &str, client: Option<(&str, &str)>) -> AddOauthProvider {
    AddOauthProvider {
        provider: provider.to_owned(),
        client_id: client.map(|(id, _)| id.to_owned()),
        client_secret: client.map(|(_, secret)| secret.into()),
        microsoft_tenant_id: None,
    }
}

fn own_server(password: SecretEdit) -> EmailServerEdit {
    EmailServerEdit::Own {
        host: "smtp.example.com".to_owned(),
        port: 587,
        username: "postman".to_owned(),
        password,
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
    }
}

async fn begin(fixture: &ManagementFixture) -> Project {
    let project = fixture.project("App").await;
    fixture.enable_auth(&project).await.unwrap();
    project
}

/// How often it was told since the last time that the auth settings changed.
fn published(events: &mut Receiver<Event>) -> usize {
    let mut count = 0;
    while let Ok(event) = events.try_recv() {
        count += usize::from(matches!(event, Event::AuthChanged { .. }));
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_there_already_is_named() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = begin(&fixture).await;
    let id = project.id.as_str();

    let there = &auth::integrations(app, account, id).await.unwrap()[0];
    let error = fixture.enable_auth(&project).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Exists, "{error}");
    assert_eq!(error.subject(), Some(there.provider_project_id.as_str()));

    oauth_providers::add(app, account, id, add("google", None))
        .await
        .unwrap();
    let error = oauth_providers::add(app, account, id, add("google", None)).await;
    let error = error.unwrap_err();
    assert_eq!(
        (error.code(), error.subject()),
        (ErrorCode::Exists, Some("google"))
    );

    for expected in [None, Some(ErrorCode::Exists)] {
        let made = auth::create_user(app, account, id, None, "a@example.com", None).await;
        assert_eq!(made.err().map(|error| error.code()), expected);
    }
    // A provider that nobody knows here is the platform's to accept or refuse.
    let odd = oauth_providers::add(app, account, id, add("gitlab", None)).await;
    assert_eq!(odd.unwrap_err().code(), ErrorCode::Platform);
    let path = format!("/projects/{id}/auth/oauth_providers");
    assert_eq!(fixture.request_count("POST", &path), 3);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_published_and_a_deletion_is_confirmed_by_the_list() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let mut events = app.events();
    let project = begin(&fixture).await;
    let id = project.id.as_str();
    assert_eq!(published(&mut events), 1, "enable");
    auth::create_keys(app, account, id, None).await.unwrap();
    assert_eq!(published(&mut events), 1, "keys");
    let user = auth::create_user(app, account, id, None, "a@example.com", Some("A"));
    user.await.unwrap();
    assert_eq!(published(&mut events), 1, "user");
    auth::add_domain(app, account, id, None, "https://example.com")
        .await
        .unwrap();
    let domains = auth::domains(app, account, id).await.unwrap();
    auth::delete_domains(app, account, id, None, &domains)
        .await
        .unwrap();
    assert_eq!(published(&mut events), 2, "domains");
    let own = add("github", Some(("client", "hunter2")));
    oauth_providers::add(app, account, id, own).await.unwrap();
    let update = UpdateOauthProvider {
        client_id: Some("other".to_owned()),
        ..UpdateOauthProvider::default()
    };
    let changed = oauth_providers::update(app, account, id, "github", update).await;
    assert_eq!(changed.unwrap().client_id.as_deref(), Some("other"));
    let left = oauth_providers::delete_and_confirm(app, account, id, "github").await;
    assert!(left.unwrap().is_empty());
    half_a_client_is_refused(app, account, id).await;
    assert_eq!(published(&mut events), 5, "providers");
    let password = SecretEdit::Set {
        secret: "hunter2".into(),
    };
    email_server::update(app, account, id, own_server(password))
        .await
        .unwrap();
    email_server::update(app, account, id, own_server(SecretEdit::Keep))
        .await
        .unwrap();
    email_server::update(app, account, id, EmailServerEdit::Shared)
        .await
        .unwrap();
    assert_eq!(published(&mut events), 3, "email server");
    auth::transfer_ownership(app, account, id, None)
        .await
        .unwrap();
    assert_eq!(published(&mut events), 1, "transfer");
    auth::remove(app, account, id, "provider_one", false)
        .await
        .unwrap();
    assert_eq!(published(&mut events), 1, "remove");

    let keep = email_server::update(app, account, id, own_server(SecretEdit::Keep)).await;
    assert_eq!(keep.unwrap_err().code(), ErrorCode::NotFound);
    fixture.enable_auth(&project).await.unwrap();
    // There is no password that could be kept.
    let keep = email_server::update(app, account, id, own_server(SecretEdit::Keep)).await;
    let keep = keep.unwrap_err();
    assert_eq!(keep.code(), ErrorCode::Invalid, "{keep}");
    app::projects::delete(app, account, id).await.unwrap();
    let gone = oauth_providers::add(app, account, id, add("google", None)).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    fixture.stop().await;
}

/// A provider that uses the platform's client gets one of its own whole or not at all.
async fn half_a_client_is_refused(app: &App, account: &str, project: &str) {
    let shared = add("google", None);
    oauth_providers::add(app, account, project, shared)
        .await
        .unwrap();
    let half = UpdateOauthProvider {
        client_id: Some("client".to_owned()),
        ..UpdateOauthProvider::default()
    };
    let refused = oauth_providers::update(app, account, project, "google", half).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Invalid);
    assert!(refused.message().contains("client secret"), "{refused}");
    let listed = oauth_providers::list(app, account, project).await.unwrap();
    assert_eq!(listed[0].is_shared, Some(true), "half a client was sent");
    oauth_providers::delete(app, account, project, "google")
        .await
        .unwrap();
}
