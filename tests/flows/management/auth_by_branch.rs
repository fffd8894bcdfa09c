//! The auth of one branch, by the paths that name it, next to that of another branch.

use app::accounts::{self, ConnectAccount};
use app::auth::{
    self, AuthPlace, EnableAuth, MagicLinkEdit, OrganizationsEdit, PhoneNumberEdit, PluginEdit,
    SignInEdit, SyncedUsersQuery,
};
use app::email_server::{self, EmailServerEdit};
use app::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};
use app::view::{AccountColour, ErrorCode, PlatformKind, WebhooksView};
use app::{SecretEdit, branches, keys};
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
    let on_branch = on(&project.id, &branch);
    auth::enable(app, account, on_branch, EnableAuth::default())
        .await
        .unwrap();
    (project.id, branch)
}

fn on<'a>(project: &'a str, branch: &'a str) -> AuthPlace<'a> {
    AuthPlace {
        project_id: project,
        branch_id: Some(branch),
    }
}

/// Loses the reply to the next request of this kind that names the branch.
fn lose(fixture: &ManagementFixture, method: &str, (project, branch): (&str, &str), rest: &str) {
    let lost = Fault {
        cut_at_byte: Some(0),
        method: Some(method.to_owned()),
        times: Some(1),
        ..Fault::on(format!(
            "/api/v2/projects/{project}/branches/{branch}/auth{rest}"
        ))
    };
    fixture.product.sandbox.inject_fault(lost).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_is_seen_enabled_and_disabled_by_the_paths_of_the_branch() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("App").await;
    let (id, branch) = (project.id.as_str(), project.branch.as_str());
    let here = on(id, branch);
    let none = auth::integrations(app, account, here).await.unwrap();
    assert!(none.is_empty());
    let keys = auth::enable(app, account, here, EnableAuth::default())
        .await
        .unwrap();
    assert!(keys.server_key.is_some());
    let seen = auth::integrations(app, account, here).await.unwrap();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].branch_id.as_deref(), Some(branch));
    assert_eq!(seen[0].provider_project_id, keys.provider_project_id);
    let again = auth::enable(app, account, here, EnableAuth::default()).await;
    let again = again.unwrap_err();
    assert_eq!(again.code(), ErrorCode::Exists);
    assert_eq!(again.subject(), Some(keys.provider_project_id.as_str()));

    // Replies that are lost on their way are found by reading the branch.
    lose(&fixture, "DELETE", (id, branch), "");
    auth::remove(app, account, here, &keys.provider, true)
        .await
        .unwrap();
    lose(&fixture, "POST", (id, branch), "");
    let lost = auth::enable(app, account, here, EnableAuth::default()).await;
    assert_eq!(lost.unwrap_err().code(), ErrorCode::SecretLost);
    auth::remove(app, account, here, &keys.provider, false)
        .await
        .unwrap();
    let none = auth::integrations(app, account, here).await.unwrap();
    assert!(none.is_empty());
    for (method, path) in [
        ("GET", format!("/projects/{id}/auth/integrations")),
        ("POST", "/projects/auth/create".to_owned()),
        (
            "DELETE",
            format!("/projects/{id}/auth/integration/{}", keys.provider),
        ),
    ] {
        assert_eq!(fixture.request_count(method, &path), 0, "{method} {path}");
    }
    fixture.stop().await;
}

/// A platform at an address of its own, of which nobody knows that it has auth by branch.
#[tokio::test(flavor = "multi_thread")]
async fn a_platform_without_auth_by_branch_gets_the_specified_paths() {
    let fixture = ManagementFixture::quiet().await;
    let app = fixture.app();
    let sandbox = &fixture.product.sandbox;
    let second = keys::create(app, &fixture.account, "second").await.unwrap();
    let other = ConnectAccount {
        name: "Elsewhere".to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(sandbox.base_url.clone()),
        instant_url: Some(sandbox.instant_url.clone()),
        ca_file: None,
        key: second.token,
        colour: Some(AccountColour::Amber),
        is_production: false,
        is_read_only: false,
    };
    let other = accounts::connect(app, other).await.unwrap().id;
    let project = fixture.project("App").await;
    let (id, branch) = (project.id.as_str(), project.branch.as_str());
    let here = on(id, branch);
    let enable = EnableAuth {
        branch_id: branch.to_owned(),
        ..EnableAuth::default()
    };
    let keys = auth::enable(app, &other, here, enable).await.unwrap();
    let seen = auth::integrations(app, &other, here).await.unwrap();
    assert_eq!(seen[0].provider_project_id, keys.provider_project_id);
    auth::remove(app, &other, here, &keys.provider, true)
        .await
        .unwrap();
    for (method, path) in [
        ("GET", format!("/projects/{id}/auth/integrations")),
        ("POST", "/projects/auth/create".to_owned()),
        (
            "DELETE",
            format!("/projects/{id}/auth/integration/{}", keys.provider),
        ),
    ] {
        assert_eq!(fixture.request_count(method, &path), 1, "{method} {path}");
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calls_of_a_branch_leave_the_projects_own_integration_alone() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (id, branch) = begin(&fixture).await;
    let on_branch = on(&id, &branch);

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

    // These have no path of a branch, and would be about the project's own.
    let first = auth::integrations(app, account, &id).await.unwrap();
    let default = first[0].branch_id.clone().unwrap();
    for refused in [
        auth::create_keys(app, account, on_branch, None).await.err(),
        auth::transfer_ownership(app, account, on_branch, None)
            .await
            .err(),
    ] {
        let refused = refused.unwrap();
        assert_eq!(refused.code(), ErrorCode::Invalid);
        assert!(refused.to_string().contains(&default), "{refused}");
    }
    for path in ["/projects/auth/keys", "/projects/auth/transfer_ownership"] {
        assert_eq!(fixture.request_count("POST", path), 0, "{path}");
    }
    auth::create_keys(app, account, on(&id, &default), None)
        .await
        .unwrap();

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
    assert!(shown.with_password.unwrap().enabled);
    assert_eq!(shown.allows_localhost, Some(true));
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
    for below in ["/allow_localhost", "/email_and_password"] {
        lose(&fixture, "PATCH", (&id, &branch), below);
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
    assert_eq!(shown.allows_localhost, Some(false));
    assert!(!shown.with_password.unwrap().disable_sign_up);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plugins_are_read_together_and_changed_one_by_one() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (id, branch) = begin(&fixture).await;
    let before = auth::sign_in(app, account, &id, &branch).await.unwrap();
    assert_eq!(before.magic_link.unwrap().expires_in, Some(5));
    assert_eq!(before.phone_number.unwrap().expires_in, Some(300));
    let organizations = before.organizations.unwrap();
    assert_eq!(organizations.creator_role.as_deref(), Some("owner"));

    let links = PluginEdit::MagicLink(MagicLinkEdit {
        enabled: Some(true),
        expires_in: Some(30),
        disable_sign_up: None,
    });
    let phones = PluginEdit::PhoneNumber(PhoneNumberEdit {
        enabled: Some(true),
        expires_in: None,
    });
    let groups = PluginEdit::Organizations(OrganizationsEdit {
        organization_limit: Some(2),
        creator_role: Some("admin".to_owned()),
        ..OrganizationsEdit::default()
    });
    // The reply to each is lost on its way, and what became of it is found by reading.
    for (edit, name) in [
        (links, "magic-link"),
        (phones, "phone-number"),
        (groups, "organization"),
    ] {
        lose(
            &fixture,
            "PATCH",
            (&id, &branch),
            &format!("/plugins/{name}"),
        );
        auth::update_plugin(app, account, &id, &branch, edit)
            .await
            .unwrap();
    }
    let after = auth::sign_in(app, account, &id, &branch).await.unwrap();
    let links = after.magic_link.unwrap();
    assert!(links.enabled && !links.disable_sign_up);
    assert_eq!(links.expires_in, Some(30));
    assert!(after.phone_number.unwrap().enabled);
    let changed = after.organizations.unwrap();
    assert_eq!(changed.organization_limit, Some(2));
    assert_eq!(changed.membership_limit, organizations.membership_limit);
    assert_eq!(changed.creator_role.as_deref(), Some("admin"));

    let odd = [
        PluginEdit::MagicLink(MagicLinkEdit::default()),
        PluginEdit::MagicLink(MagicLinkEdit {
            expires_in: Some(4),
            ..MagicLinkEdit::default()
        }),
        PluginEdit::PhoneNumber(PhoneNumberEdit {
            expires_in: Some(601),
            ..PhoneNumberEdit::default()
        }),
        PluginEdit::Organizations(OrganizationsEdit {
            membership_limit: Some(0),
            ..OrganizationsEdit::default()
        }),
    ];
    for edit in odd {
        let refused = auth::update_plugin(app, account, &id, &branch, edit).await;
        assert_eq!(refused.unwrap_err().code(), ErrorCode::Invalid);
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_set_as_a_whole_and_removed() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (id, branch) = begin(&fixture).await;
    let none = auth::webhooks(app, account, &id, &branch).await.unwrap();
    assert!(!none.enabled && none.url.is_none() && none.events.is_empty());
    let wanted = WebhooksView {
        enabled: true,
        url: Some("https://shop.example.com/hooks?token=hunter2".to_owned()),
        events: vec!["user.created".to_owned(), "send.otp".to_owned()],
        timeout: Some(3),
    };
    lose(&fixture, "PUT", (&id, &branch), "/webhooks");
    auth::set_webhooks(app, account, &id, &branch, wanted.clone())
        .await
        .unwrap();
    let set = auth::webhooks(app, account, &id, &branch).await.unwrap();
    assert_eq!(set, wanted);

    let without = WebhooksView {
        url: None,
        ..wanted.clone()
    };
    let relative = WebhooksView {
        url: Some("shop.example.com/hooks".to_owned()),
        ..wanted.clone()
    };
    let slow = WebhooksView {
        timeout: Some(11),
        ..wanted
    };
    for odd in [without, relative, slow] {
        let refused = auth::set_webhooks(app, account, &id, &branch, odd).await;
        assert_eq!(refused.unwrap_err().code(), ErrorCode::Invalid);
    }
    let removed = WebhooksView::default();
    let left = auth::set_webhooks(app, account, &id, &branch, removed).await;
    let left = left.unwrap();
    assert!(!left.enabled && left.url.is_none() && left.events.is_empty());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_user_gets_roles_that_the_table_shows() {
    let fixture = ManagementFixture::start().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("App").await;
    let (id, branch) = (project.id, project.branch);
    let here = on(&id, &branch);
    auth::enable(app, account, here, EnableAuth::default())
        .await
        .unwrap();
    let user = auth::create_user(app, account, here, None, "ada@example.com", None).await;
    let user = user.unwrap().id;
    let query = SyncedUsersQuery {
        branch_id: branch.clone(),
        database: Some("svcdb".to_owned()),
        ..SyncedUsersQuery::default()
    };
    let seen = auth::users(app, account, &id, query.clone()).await.unwrap();
    assert!(seen.rows[0].roles.is_empty());
    let roles = ["admin".to_owned(), "editor".to_owned()];
    auth::set_user_roles(app, account, &id, &branch, &user, &roles)
        .await
        .unwrap();
    let seen = auth::users(app, account, &id, query.clone()).await.unwrap();
    assert_eq!(seen.rows[0].roles, roles);

    for (user, roles, code) in [
        (user.as_str(), &[][..], ErrorCode::Invalid),
        ("nobody", &roles[..], ErrorCode::NotFound),
    ] {
        let refused = auth::set_user_roles(app, account, &id, &branch, user, roles).await;
        assert_eq!(refused.unwrap_err().code(), code);
    }

    let delete = async || auth::delete_user(app, account, here, &user, "ada@example.com").await;
    delete().await.unwrap();
    let left = auth::users(app, account, &id, query).await.unwrap();
    assert_eq!(left.total, 0);
    assert_eq!(delete().await.unwrap_err().code(), ErrorCode::NotFound);
    fixture.stop().await;
}
