//! What a person typed and no platform can take: refused before anything leaves.

use app::auth::{EnableAuth, TestEmail};
use app::branches::{BranchExpiry, CreateBranch, RestoreBranch, UpdateBranch};
use app::computes::{CreateCompute, UpdateCompute};
use app::databases::UpdateDatabase;
use app::email_server::EmailServerEdit;
use app::oauth_providers::{AddOauthProvider, UpdateOauthProvider};
use app::projects::{CreateProject, ProjectSettings, UpdateProject};
use app::view::{ComputeSizeView, ErrorCode, ErrorView};
use app::{
    Error, SecretEdit, accounts, auth, branches, computes, databases, email_server, keys,
    oauth_providers, projects, roles,
};
use chrono::{DateTime, Utc};

use super::core_fixture::{CoreFixture, local};
use super::platform;

fn size(min: f64, max: f64) -> ComputeSizeView {
    ComputeSizeView {
        min_cu: Some(min),
        max_cu: Some(max),
        suspend_timeout_seconds: None,
    }
}

fn long(count: usize) -> String {
    "ä".repeat(count)
}

#[tokio::test]
async fn nothing_leaves_that_no_platform_can_take() {
    let core = CoreFixture::new().await;
    let platform = platform::start(core.clock.clone()).await;
    let local = local(&platform.url, &core.service.url, "napi_secret");
    let account = accounts::set_local(&core.app, local).await.unwrap().id;
    let app = &core.app;
    let mut refused = Vec::<(&str, Option<Error>)>::new();
    macro_rules! try_all {
        ($($case:literal => $call:expr;)+) => {
            $(refused.push(($case, $call.await.err()));)+
        };
    }
    let project = |name: &str| CreateProject {
        name: Some(name.to_owned()),
        ..CreateProject::default()
    };
    let branch = |name: &str| CreateBranch {
        name: Some(name.to_owned()),
        ..CreateBranch::default()
    };
    let compute = |size: ComputeSizeView| CreateCompute {
        branch_id: "br-main".to_owned(),
        size,
        ..CreateCompute::default()
    };
    let sleepy = ComputeSizeView {
        suspend_timeout_seconds: Some(59),
        ..ComputeSizeView::default()
    };
    let provider = |id: Option<&str>, secret: Option<&str>| AddOauthProvider {
        provider: "google".to_owned(),
        client_id: id.map(ToOwned::to_owned),
        client_secret: secret.map(Into::into),
        microsoft_tenant_id: None,
    };
    let server = |port: u32, password: &str, sender: &str| EmailServerEdit::Own {
        host: "smtp.example.com".to_owned(),
        port,
        username: "mailer".to_owned(),
        password: SecretEdit::Set {
            secret: password.into(),
        },
        sender_email: sender.to_owned(),
        sender_name: "Shop".to_owned(),
    };
    let test = |host: &str| TestEmail {
        branch_id: "br-main".to_owned(),
        host: host.to_owned(),
        port: 25,
        username: "mailer".to_owned(),
        password: "hidden".into(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "Shop".to_owned(),
        recipient: "me@example.com".to_owned(),
    };
    let itself = |at: Option<DateTime<Utc>>| RestoreBranch {
        source_id: "br-1".to_owned(),
        source_timestamp: at,
        ..RestoreBranch::default()
    };
    let end = CreateBranch {
        protected: true,
        expires_at: Some(DateTime::UNIX_EPOCH),
        ..CreateBranch::default()
    };
    let place = CreateBranch {
        parent_lsn: Some("xyz".to_owned()),
        ..CreateBranch::default()
    };
    let window = UpdateProject {
        history_retention_seconds: Some(2_592_001),
        ..UpdateProject::default()
    };
    let open_to = |origin: &str| UpdateProject {
        settings: ProjectSettings {
            allowed_ips: Some(vec!["203.0.113.7".to_owned(), origin.to_owned()]),
            ..ProjectSettings::default()
        },
        ..UpdateProject::default()
    };
    let mask = UpdateOauthProvider {
        client_secret: SecretEdit::Set {
            secret: "••••••".into(),
        },
        ..UpdateOauthProvider::default()
    };
    let rename = |name: &str| UpdateBranch {
        name: Some(name.to_owned()),
        protected: None,
        expiry: BranchExpiry::Keep,
    };
    try_all! {
        "a project without a name" => projects::create(app, &account, project("  "));
        "a project with too long a name" => projects::create(app, &account, project(&long(257)));
        "a project with a range upside down" => projects::create(app, &account, CreateProject { compute: size(3.0, 0.5), ..project("x") });
        "a project too small" => projects::create(app, &account, CreateProject { compute: size(0.1, 1.0), ..project("x") });
        "a project between two sizes" => projects::create(app, &account, CreateProject { compute: size(0.3, 1.0), ..project("x") });
        "a project that is huge" => projects::create(app, &account, CreateProject { compute: size(0.5, 999.0), ..project("x") });
        "a project open to a name" => projects::update(app, &account, "p-1", open_to("office"));
        "a project open to half a network" => projects::update(app, &account, "p-1", open_to("203.0.113.0/64"));
        "a project with no number" => projects::create(app, &account, CreateProject { compute: size(f64::NAN, 1.0), ..project("x") });
        "an old PostgreSQL" => projects::create(app, &account, CreateProject { pg_version: Some(9), ..project("x") });
        "a project that is not changed" => projects::update(app, &account, "p-1", UpdateProject::default());
        "a window too long" => projects::update(app, &account, "p-1", window);
        "an id that climbs" => projects::get(app, &account, "../p-1");
        "a branch with too long a name" => branches::create(app, &account, "p-1", branch(&long(257)));
        "a branch with a hidden name" => branches::create(app, &account, "p-1", branch("a\u{7}b"));
        "a protected branch that goes" => branches::create(app, &account, "p-1", end);
        "no place in a log" => branches::create(app, &account, "p-1", place);
        "a branch renamed to nothing" => branches::update(app, &account, "p-1", "br-1", rename(""));
        "a restore to no point" => branches::restore(app, &account, "p-1", "br-1", itself(None));
        "a restore that keeps nothing" => branches::restore(app, &account, "p-1", "br-1", itself(Some(DateTime::UNIX_EPOCH)));
        "a compute with a range upside down" => computes::create(app, &account, "p-1", compute(size(2.0, 1.0)));
        "a compute that sleeps too soon" => computes::create(app, &account, "p-1", compute(sleepy));
        "a compute that is not changed" => computes::update(app, &account, "p-1", "ep-1", UpdateCompute::default());
        "a database without a name" => databases::create(app, &account, "p-1", "br-1", "", "owner");
        "a database with 64 bytes" => databases::create(app, &account, "p-1", "br-1", &long(32), "owner");
        "a database that is not changed" => databases::update(app, &account, "p-1", "br-1", "x", UpdateDatabase::default());
        "a database that climbs" => databases::delete(app, &account, "p-1", "br-1", "..");
        "a role without a name" => roles::create(app, &account, "p-1", "br-1", "", false);
        "a role that climbs" => roles::show_password(app, &account, "p-1", "br-1", "..");
        "a key without a name" => keys::create(app, &account, " ");
        "a key with too long a name" => keys::create(app, &account, &long(65));
        "a key that has no number" => keys::revoke(app, &account, "first");
        "auth on no branch" => auth::enable(app, &account, "p-1", EnableAuth::default());
        "a user without an address" => auth::create_user(app, &account, "p-1", None, "me", None);
        "a user with too long a name" => auth::create_user(app, &account, "p-1", None, "me@example.com", Some(&long(256)));
        "a user with an empty name" => auth::create_user(app, &account, "p-1", None, "me@example.com", Some(""));
        "a domain without a scheme" => auth::add_domain(app, &account, "p-1", None, "example.com");
        "a domain with a path" => auth::add_domain(app, &account, "p-1", None, "https://example.com/a");
        "no domain at all" => auth::delete_domains(app, &account, "p-1", None, &[]);
        "a server with a scheme" => auth::send_test_email(app, &account, "p-1", test("https://smtp.example.com"));
        "half a pair, no secret" => oauth_providers::add(app, &account, "p-1", provider(Some("a"), None));
        "half a pair, no id" => oauth_providers::add(app, &account, "p-1", provider(None, Some("b")));
        "a pair with an empty secret" => oauth_providers::add(app, &account, "p-1", provider(Some("a"), Some("")));
        "a mask as a secret" => oauth_providers::update(app, &account, "p-1", "google", mask);
        "a provider that is not changed" => oauth_providers::update(app, &account, "p-1", "google", UpdateOauthProvider::default());
        "port 0" => email_server::update(app, &account, "p-1", server(0, "hidden", "shop@example.com"));
        "port 65536" => email_server::update(app, &account, "p-1", server(65_536, "hidden", "shop@example.com"));
        "a mask as a password" => email_server::update(app, &account, "p-1", server(25, "****", "shop@example.com"));
        "a sender without an address" => email_server::update(app, &account, "p-1", server(25, "hidden", "shop"));
    }
    for (case, error) in refused {
        let error = ErrorView::from(error.unwrap_or_else(|| panic!("{case} was taken")));
        assert_eq!(error.code, ErrorCode::Invalid, "{case}: {}", error.message);
        assert!(error.hint.is_some(), "{case} says nothing about what to do");
        assert!(!error.message.ends_with('.'), "{case}: {}", error.message);
    }
    assert_eq!(platform.request_count(), 0);
}
