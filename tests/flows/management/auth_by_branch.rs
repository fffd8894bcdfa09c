//! The auth of one branch, by the paths that name it, next to that of another branch.

use app::auth::{self, AuthPlace, EnableAuth, SignInEdit};
use app::email_server::{self, EmailServerEdit};
use app::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};
use app::view::ErrorCode;
use app::{SecretEdit, branches};
use sandbox::Fault;

use super::fixture::ManagementFixture;

const DOMAIN: &str = "https://shop.example.com";

/// Two branches with an integration each: the default one, and the one that the calls are about.
async fn begin(fixture: &ManagementFixture) -> (String, String) {
    let project = fixture.project("App").await;
    fixture.enable_auth(&project).await.unwrap();
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let create = branches::CreateBranch {
        name: Some("import".to_owned()),
        ..branches::CreateBranch::default()
    };
    let made = branches::create(app, account, &project.id, create).await;
    let branch = made.unwrap().branch.id;
    fixture.finished(&project.id).await;
    let enable = EnableAuth {
        branch_id: branch.clone(),
        ..EnableAuth::default()
    };
    auth::enable(app, account, &project.id, enable)
        .await
        .unwrap();
    (project.id, branch)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calls_of_a_branch_leave_the_projects_own_integration_alone() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (id, branch) = begin(&fixture).await;
    let on_branch = AuthPlace {
        project_id: &id,
        branch_id: Some(&branch),
    };

    auth::add_domain(app, account, on_branch, None, DOMAIN)
        .await
        .unwrap();
    let listed = auth::domains(app, account, on_branch).await.unwrap();
    assert_eq!(listed, [DOMAIN]);
    assert!(auth::domains(app, account, &id).await.unwrap().is_empty());
    auth::delete_domains(app, account, on_branch, None, &listed)
        .await
        .unwrap();
    assert!(
        auth::domains(app, account, on_branch)
            .await
            .unwrap()
            .is_empty()
    );

    let add = AddOauthProvider {
        provider: "github".to_owned(),
        client_id: Some("client".to_owned()),
        client_secret: Some("hunter2".into()),
        microsoft_tenant_id: None,
    };
    oauth_providers::add(app, account, on_branch, add)
        .await
        .unwrap();
    assert!(
        oauth_providers::list(app, account, &id)
            .await
            .unwrap()
            .is_empty()
    );
    let update = UpdateOauthProvider {
        client_id: Some("other".to_owned()),
        ..UpdateOauthProvider::default()
    };
    let changed = oauth_providers::update(app, account, on_branch, "github", update).await;
    assert_eq!(changed.unwrap().client_id.as_deref(), Some("other"));
    let left = oauth_providers::delete_and_confirm(app, account, on_branch, "github").await;
    assert!(left.unwrap().is_empty());

    let own = EmailServerEdit::Own {
        host: "smtp.example.com".to_owned(),
        port: 587,
        username: "postman".to_owned(),
        password: SecretEdit::Set {
            secret: "hunter2".into(),
        },
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The shop".to_owned(),
    };
    email_server::update(app, account, on_branch, own)
        .await
        .unwrap();
    let server = email_server::get(app, account, on_branch).await.unwrap();
    assert_eq!(server.kind, "standard");
    let server = email_server::get(app, account, &id).await.unwrap();
    assert_eq!(server.kind, "shared");

    let email = "ada@example.com";
    for (place, expected) in [
        (on_branch, None),
        (on_branch, Some(ErrorCode::Exists)),
        (AuthPlace::from(&id), None),
    ] {
        let made = auth::create_user(app, account, place, None, email, None).await;
        assert_eq!(made.err().map(|error| error.code()), expected);
    }

    auth::remove(app, account, on_branch, "provider_one", false)
        .await
        .unwrap();
    let left = auth::integrations(app, account, &id).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_ne!(left[0].branch_id.as_deref(), Some(branch.as_str()));
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn how_people_sign_in_is_read_and_changed() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (id, branch) = begin(&fixture).await;
    let shown = auth::sign_in(app, account, &id, &branch).await.unwrap();
    assert!(shown.with_password.enabled && shown.allows_localhost);
    let nothing = auth::update_sign_in(app, account, &id, &branch, SignInEdit::default()).await;
    assert_eq!(nothing.unwrap_err().code(), ErrorCode::Invalid);
    let edit = SignInEdit {
        disable_sign_up: Some(true),
        verification_method: Some("link".to_owned()),
        ..SignInEdit::default()
    };
    let changed = auth::update_sign_in(app, account, &id, &branch, edit.clone()).await;
    let changed = changed.unwrap();
    assert!(changed.disable_sign_up && changed.enabled);
    assert_eq!(changed.verification_method.as_deref(), Some("link"));
    let odd = SignInEdit {
        verification_method: Some("pigeon".to_owned()),
        ..SignInEdit::default()
    };
    let odd = auth::update_sign_in(app, account, &id, &branch, odd).await;
    assert_eq!(odd.unwrap_err().code(), ErrorCode::Platform);

    // Replies that are lost on their way are found by reading.
    let path = format!("/api/v2/projects/{id}/branches/{branch}/auth");
    for below in ["allow_localhost", "email_and_password"] {
        let lost = Fault {
            cut_at_byte: Some(0),
            method: Some("PATCH".to_owned()),
            times: Some(1),
            ..Fault::on(format!("{path}/{below}"))
        };
        fixture.product.sandbox.inject_fault(lost).unwrap();
    }
    let allowed = auth::allow_localhost(app, account, &id, &branch, false).await;
    assert!(!allowed.unwrap());
    let edit = SignInEdit {
        disable_sign_up: Some(false),
        ..SignInEdit::default()
    };
    let changed = auth::update_sign_in(app, account, &id, &branch, edit).await;
    assert!(!changed.unwrap().disable_sign_up);
    let shown = auth::sign_in(app, account, &id, &branch).await.unwrap();
    assert!(!shown.allows_localhost && !shown.with_password.disable_sign_up);
    fixture.stop().await;
}
