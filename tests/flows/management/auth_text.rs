//! The calls of the auth settings as text, run with a real shell and a real curl, each secret in its variable.

use std::collections::BTreeSet;
use std::process::Command;

use app::SecretEdit;
use app::auth::TestEmail;
use app::auth::{self, EnableAuth, MagicLinkEdit, PluginEdit, SignInEdit};
use app::auth::{
    AuthAddDomain, AuthCreateKeys, AuthCreateUser, AuthDeleteDomains, AuthDeleteUser, AuthDomains,
    AuthEnable, AuthIntegrations, AuthRemove, AuthSetUserRoles, AuthSetWebhooks, AuthTransfer,
    AuthWebhooks, EmailTest, SignInAllowLocalhost, SignInGet, SignInUpdate, SignInUpdatePlugin,
};
use app::call_text::{NamedOperation, call_text};
use app::email_server::{self, EmailServerEdit};
use app::email_server::{EmailGet, EmailUpdate};
use app::oauth_providers::{self};
use app::oauth_providers::{AddOauthProvider, UpdateOauthProvider};
use app::oauth_providers::{OauthAdd, OauthDelete, OauthList, OauthUpdate};
use app::operation::{Operation, UNKNOWN_SECRET};
use app::view::WebhooksView;
use serde_json::Value;

use super::fixture::ManagementFixture;
use super::text::with_text;

/// What a shell, JSON and a person who looks for masks would each read something into. As it stands in JSON.
const SECRET: &str = r#"it's $HOME `id` \"x\" •ü"#;

struct ShellRunner<'a> {
    fixture: &'a ManagementFixture,
    project: String,
    run: BTreeSet<&'static str>,
}

impl ShellRunner<'_> {
    /// Runs the text and gives the body of the reply. `secrets` are the variables that it has to need besides the key.
    async fn run<O: Operation>(&mut self, secrets: &[&str], operation: O) -> Value {
        let kind = O::INFO.name;
        let call = NamedOperation::new(&self.fixture.account, &operation);
        let text = call_text(self.fixture.app(), call, None).await;
        let text = text.unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(text.variables[0], "NEON_API_KEY");
        assert_eq!(text.variables[1..], *secrets, "{kind}");
        let key = self.fixture.product.sandbox.key.clone();
        let command = format!(r"{} -sS -w '\n%{{http_code}}'", text.curl);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &command])
            .env("NEON_API_KEY", key)
            .env("no_proxy", "*");
        for variable in secrets {
            shell.env(variable, SECRET);
        }
        let ran = tokio::task::spawn_blocking(move || shell.output()).await;
        let output = String::from_utf8(ran.unwrap().unwrap().stdout).unwrap();
        let (body, status) = output.rsplit_once('\n').unwrap();
        let status: u16 = status.parse().unwrap();
        assert!((200..300).contains(&status), "{kind}: {status} {body}");
        self.run.insert(kind);
        match body {
            "" => Value::Null,
            body => serde_json::from_str(body).unwrap(),
        }
    }
}

fn server(password: SecretEdit) -> EmailServerEdit {
    EmailServerEdit::Own {
        host: "127.0.0.1".to_owned(),
        port: 1,
        username: "it's me".to_owned(),
        password,
        sender_email: "shop@example.com".to_owned(),
        sender_name: "The \"shop\"".to_owned(),
    }
}

fn unknown() -> SecretEdit {
    SecretEdit::Set {
        secret: UNKNOWN_SECRET.into(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_every_auth_call_does_what_its_click_does() {
    let fixture = ManagementFixture::quiet().await;
    let project = fixture.project("App").await;
    let mut runner = ShellRunner {
        fixture: &fixture,
        project: project.id.clone(),
        run: BTreeSet::new(),
    };
    of_the_integration(&mut runner, &project.branch).await;
    of_providers(&mut runner).await;
    of_the_email_server(&mut runner, &project.branch).await;
    of_the_sign_in(&mut runner, &project.branch).await;
    let remove = AuthRemove {
        project_id: project.id.clone(),
        branch_id: None,
        provider: "provider_one".to_owned(),
        delete_data: true,
    };
    runner.run(&[], remove).await;
    let left = auth::integrations(fixture.app(), &fixture.account, &project.id).await;
    assert!(left.unwrap().is_empty());

    let (of_auth, _) = with_text();
    assert!(of_auth.len() > 15);
    assert_eq!(runner.run, of_auth);
    fixture.stop().await;
}

async fn of_the_integration(runner: &mut ShellRunner<'_>, branch: &str) {
    let fixture = runner.fixture;
    let (app, account, id) = (
        fixture.app(),
        fixture.account.as_str(),
        runner.project.clone(),
    );
    let enable = EnableAuth {
        branch_id: branch.to_owned(),
        ..EnableAuth::default()
    };
    runner
        .run(
            &[],
            AuthEnable {
                project_id: id.clone(),
                enable,
                branch_id: None,
            },
        )
        .await;
    let listed = runner
        .run(
            &[],
            AuthIntegrations {
                project_id: id.clone(),
                branch_id: None,
            },
        )
        .await;
    let seen = auth::integrations(app, account, &id).await.unwrap();
    assert_eq!(
        listed["data"][0]["auth_provider_project_id"],
        seen[0].provider_project_id
    );
    let keys = runner
        .run(
            &[],
            AuthCreateKeys {
                project_id: id.clone(),
                provider: None,
                branch_id: None,
            },
        )
        .await;
    assert!(keys["secret_server_key"].is_string());
    let user = AuthCreateUser {
        project_id: id.clone(),
        branch_id: None,
        provider: None,
        email: "o'neil@example.com".to_owned(),
        name: Some("O'Neil \"x\" 名".to_owned()),
    };
    let user = runner.run(&[], user).await["id"].clone();
    let user = user.as_str().unwrap().to_owned();
    let roles = AuthSetUserRoles {
        project_id: id.clone(),
        branch_id: branch.to_owned(),
        user_id: user.clone(),
        roles: vec!["admin".to_owned(), "it's me".to_owned()],
    };
    assert_eq!(runner.run(&[], roles).await["id"], user);
    let delete = AuthDeleteUser {
        project_id: id.clone(),
        branch_id: None,
        user_id: user,
        email: String::new(),
    };
    runner.run(&[], delete).await;
    let add = AuthAddDomain {
        project_id: id.clone(),
        branch_id: None,
        provider: None,
        domain: "https://example.com".to_owned(),
    };
    runner.run(&[], add).await;
    let domains = auth::domains(app, account, &id).await.unwrap();
    assert_eq!(domains.len(), 1);
    let listed = runner
        .run(
            &[],
            AuthDomains {
                project_id: id.clone(),
                branch_id: None,
            },
        )
        .await;
    assert_eq!(listed["domains"][0]["domain"], domains[0]);
    let delete = AuthDeleteDomains {
        project_id: id.clone(),
        branch_id: None,
        provider: None,
        domains,
    };
    runner.run(&[], delete).await;
    assert!(auth::domains(app, account, &id).await.unwrap().is_empty());
    let link = runner
        .run(
            &[],
            AuthTransfer {
                project_id: id.clone(),
                provider: None,
                branch_id: None,
            },
        )
        .await;
    assert!(link["url"].is_string());
}

async fn of_providers(runner: &mut ShellRunner<'_>) {
    let fixture = runner.fixture;
    let (app, account, id) = (
        fixture.app(),
        fixture.account.as_str(),
        runner.project.clone(),
    );
    let add = |provider: &str, client_id: Option<&str>| OauthAdd {
        project_id: id.clone(),
        branch_id: None,
        request: AddOauthProvider {
            provider: provider.to_owned(),
            client_id: client_id.map(ToOwned::to_owned),
            client_secret: client_id.map(|_| UNKNOWN_SECRET.into()),
            microsoft_tenant_id: None,
        },
    };
    let own = runner
        .run(&["CLIENT_SECRET"], add("github", Some("it's mine")))
        .await;
    let plain: String = serde_json::from_str(&format!("\"{SECRET}\"")).unwrap();
    assert_eq!(own["client_secret"], plain);
    assert_eq!(own["client_id"], "it's mine");
    let shared = runner.run(&[], add("google", None)).await;
    assert_eq!(shared["type"], "shared");
    let update = |client_secret| OauthUpdate {
        project_id: id.clone(),
        branch_id: None,
        provider: "github".to_owned(),
        request: UpdateOauthProvider {
            client_id: Some("other".to_owned()),
            client_secret,
            microsoft_tenant_id: None,
        },
    };
    runner.run(&["CLIENT_SECRET"], update(unknown())).await;
    let kept = runner.run(&[], update(SecretEdit::Keep)).await;
    assert_eq!(kept["client_secret"], plain);
    let listed = runner
        .run(
            &[],
            OauthList {
                project_id: id.clone(),
                branch_id: None,
            },
        )
        .await;
    assert_eq!(listed["providers"].as_array().unwrap().len(), 2);
    let provider = "google".to_owned();
    runner
        .run(
            &[],
            OauthDelete {
                project_id: id.clone(),
                branch_id: None,
                provider,
            },
        )
        .await;
    let left = oauth_providers::list(app, account, &id).await.unwrap();
    assert_eq!(left.len(), 1);
}

async fn of_the_email_server(runner: &mut ShellRunner<'_>, branch: &str) {
    let fixture = runner.fixture;
    let (app, account, id) = (
        fixture.app(),
        fixture.account.as_str(),
        runner.project.clone(),
    );
    let update = |edit| EmailUpdate {
        project_id: id.clone(),
        branch_id: None,
        edit,
    };
    let own = update(server(unknown()));
    runner.run(&["PASSWORD"], own).await;
    let set = email_server::get(app, account, &id).await.unwrap();
    assert_eq!(set.username.as_deref(), Some("it's me"));
    let shown = runner
        .run(
            &[],
            EmailGet {
                project_id: id.clone(),
                branch_id: None,
            },
        )
        .await;
    assert_eq!(shown["host"], "127.0.0.1");
    // Nobody listens there, which is told and is no error.
    let test = EmailTest {
        project_id: id.clone(),
        test: TestEmail {
            branch_id: branch.to_owned(),
            host: "127.0.0.1".to_owned(),
            port: 1,
            username: "it's me".to_owned(),
            password: UNKNOWN_SECRET.into(),
            sender_email: "shop@example.com".to_owned(),
            sender_name: "The \"shop\"".to_owned(),
            recipient: "person@example.com".to_owned(),
        },
    };
    let reported = runner.run(&["PASSWORD"], test).await;
    assert_eq!(reported["success"], false);
    runner.run(&[], update(EmailServerEdit::Shared)).await;
    let set = email_server::get(app, account, &id).await.unwrap();
    assert_eq!(set.kind, "shared");
}

async fn of_the_sign_in(runner: &mut ShellRunner<'_>, branch: &str) {
    let (project_id, branch_id) = (runner.project.clone(), branch.to_owned());
    let edit = SignInEdit {
        disable_sign_up: Some(true),
        ..SignInEdit::default()
    };
    let update = SignInUpdate {
        project_id: project_id.clone(),
        branch_id: branch_id.clone(),
        edit,
    };
    assert_eq!(runner.run(&[], update).await["disable_sign_up"], true);
    let allow = SignInAllowLocalhost {
        project_id: project_id.clone(),
        branch_id: branch_id.clone(),
        allow: false,
    };
    runner.run(&[], allow).await;
    let get = SignInGet {
        project_id: project_id.clone(),
        branch_id: branch_id.clone(),
    };
    let plugins = runner.run(&[], get).await;
    assert_eq!(plugins["email_and_password"]["disable_sign_up"], true);
    assert_eq!(plugins["allow_localhost"], false);
    let links = SignInUpdatePlugin {
        project_id: project_id.clone(),
        branch_id: branch_id.clone(),
        edit: PluginEdit::MagicLink(MagicLinkEdit {
            expires_in: Some(15),
            ..MagicLinkEdit::default()
        }),
    };
    assert_eq!(runner.run(&[], links).await["expires_in"], 15);
    let wanted = WebhooksView {
        enabled: true,
        url: Some("https://shop.example.com/it's?a=b&c=$d".to_owned()),
        events: vec!["user.created".to_owned()],
        timeout: None,
    };
    let set = AuthSetWebhooks {
        project_id: project_id.clone(),
        branch_id: branch_id.clone(),
        wanted,
    };
    runner.run(&[], set).await;
    let get = AuthWebhooks {
        project_id,
        branch_id,
    };
    let hooks = runner.run(&[], get).await;
    assert_eq!(
        hooks["webhook_url"],
        "https://shop.example.com/it's?a=b&c=$d"
    );
}
