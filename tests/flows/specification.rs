//! Each row of the specification's tables has a command of the window that sends it.
//!
//! From a row to its command: the operation whose text has the row's request; and that the window may call it.

use std::collections::BTreeMap;

use app::SecretEdit;
use app::auth::EnableAuth;
use app::auth::{
    AuthCreateKeys, AuthCreateUser, AuthEnable, AuthIntegrations, AuthRemove, AuthTransfer,
};
use app::branches::BranchCreate;
use app::branches::CreateBranch;
use app::call_text::{NamedOperation, call_text};
use app::email_server::EmailServerEdit;
use app::email_server::{EmailGet, EmailUpdate};
use app::keys::CreateKey;
use app::keys::{KeyCreate, KeyList, KeyRevoke};
use app::oauth_providers::{AddOauthProvider, UpdateOauthProvider};
use app::oauth_providers::{OauthAdd, OauthDelete, OauthList, OauthUpdate};
use app::operation::Operation;
use app::operations::{OperationGet, OperationPage};
use app::projects::ProjectPage;
use app::temporary;
use app::view::ProjectScope;

use crate::as_text::of_page;
use crate::management::fixture::ManagementFixture;
use crate::product::ProductFixture;

const ROWS: &str = include_str!("endpoints.md");

/// What stands for a part of a path.
const PART: &str = "some-part-12345678";
const NUMBER: &str = "12345";

#[tokio::test(flavor = "multi_thread")]
async fn each_row_of_the_specification_has_a_command() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let mut sent = BTreeMap::new();
    for (name, operation) in samples(&fixture.account) {
        let text = call_text(fixture.app(), operation, None).await.unwrap();
        let base = &fixture.product.sandbox.base_url;
        sent.insert(request(&text.curl, base), name);
    }

    let (management, instant) = ROWS.split_once("## Instant service").unwrap();
    let management = rows(management);
    assert_eq!(management.len(), 21);
    for row in &management {
        let found = sent.iter().find(|(request, _)| is_of(row, request));
        let (_, command) = found.unwrap_or_else(|| panic!("no operation sends {row:?}"));
        assert!(is_bound(command), "the window has no command {command}");
    }

    let instant = rows(instant);
    assert_eq!(instant.len(), 2);
    let made = fixture.product.create().await;
    temporary::refresh(fixture.app(), &made.id).await.unwrap();
    let log = fixture.product.sandbox.requests();
    for ((row, command), status) in instant
        .iter()
        .zip(["temporary_create", "temporary_refresh"])
        .zip([200..300, 200..300])
    {
        let came = |it: &&sandbox::LoggedRequest| {
            is_of(row, &(it.method.clone(), it.path.clone())) && status.contains(&it.status)
        };
        assert!(log.iter().find(came).is_some(), "nothing came for {row:?}");
        assert!(is_bound(command));
    }
    fixture.stop().await;
}

/// Method and path of each row of a table.
fn rows(text: &str) -> Vec<(String, String)> {
    let cells = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let method = cells.next()?.to_owned();
        let path = cells
            .next()?
            .trim_end_matches(" |")
            .trim_matches('`')
            .to_owned();
        path.starts_with('/').then_some((method, path))
    };
    text.lines().filter_map(cells).collect()
}

/// Whether a request is one of a row: the same method, and a path that differs in the row's parameters alone.
fn is_of((method, path): &(String, String), (sent, to): &(String, String)) -> bool {
    let is_open = |part: &str| part.starts_with('{') || part.starts_with(':');
    let (pattern, real): (Vec<_>, Vec<_>) = (path.split('/').collect(), to.split('/').collect());
    method == sent
        && pattern.len() == real.len()
        && pattern
            .iter()
            .zip(&real)
            .all(|(part, real)| (is_open(part) && !real.is_empty()) || part == real)
}

/// Method and path of what curl is told to send.
fn request(curl: &str, base: &str) -> (String, String) {
    let sent = curl.split("curl -K - -X ").nth(1).unwrap();
    let method = sent.split(' ').next().unwrap().to_owned();
    let url = sent.split('\'').nth(1).unwrap();
    let path = url.strip_prefix(base).unwrap();
    (method, path.split('?').next().unwrap().to_owned())
}

fn is_bound(command: &str) -> bool {
    of_page().any(|name| name == command)
}

/// The operations that the specification has, each by its name and with some arguments.
fn samples(account: &str) -> Vec<(&'static str, NamedOperation)> {
    fn named<O: Operation>(account: &str, operation: &O) -> (&'static str, NamedOperation) {
        (O::INFO.name, NamedOperation::new(account, operation))
    }
    let project_id = || PART.to_owned();
    let provider = || PART.to_owned();
    let mut samples = vec![
        named(
            account,
            &ProjectPage {
                scope: ProjectScope::Own,
                organization_id: None,
                cursor: None,
            },
        ),
        named(
            account,
            &BranchCreate {
                project_id: project_id(),
                create: CreateBranch::default(),
            },
        ),
        named(
            account,
            &OperationPage {
                project_id: project_id(),
                cursor: None,
            },
        ),
        named(
            account,
            &OperationGet {
                project_id: project_id(),
                operation_id: PART.to_owned(),
            },
        ),
        named(
            account,
            &KeyRevoke {
                organization_id: None,
                key_id: NUMBER.to_owned(),
            },
        ),
        named(
            account,
            &AuthIntegrations {
                project_id: project_id(),
                branch_id: None,
            },
        ),
        named(
            account,
            &AuthEnable {
                project_id: project_id(),
                enable: EnableAuth {
                    branch_id: PART.to_owned(),
                    ..EnableAuth::default()
                },
                branch_id: None,
            },
        ),
        named(
            account,
            &AuthCreateKeys {
                project_id: project_id(),
                provider: None,
                branch_id: None,
            },
        ),
        named(
            account,
            &AuthCreateUser {
                project_id: project_id(),
                branch_id: None,
                provider: None,
                email: "reader@example.com".to_owned(),
                name: None,
            },
        ),
        named(
            account,
            &AuthTransfer {
                project_id: project_id(),
                provider: None,
                branch_id: None,
            },
        ),
        named(
            account,
            &AuthRemove {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
                delete_data: false,
            },
        ),
        named(
            account,
            &OauthList {
                project_id: project_id(),
                branch_id: None,
            },
        ),
        named(
            account,
            &OauthAdd {
                project_id: project_id(),
                branch_id: None,
                request: AddOauthProvider {
                    provider: provider(),
                    ..AddOauthProvider::default()
                },
            },
        ),
        named(
            account,
            &OauthUpdate {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
                request: UpdateOauthProvider {
                    client_id: Some("client".to_owned()),
                    ..UpdateOauthProvider::default()
                },
            },
        ),
        named(
            account,
            &OauthDelete {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
            },
        ),
        named(
            account,
            &EmailGet {
                project_id: project_id(),
                branch_id: None,
            },
        ),
        named(
            account,
            &EmailUpdate {
                project_id: project_id(),
                branch_id: None,
                edit: EmailServerEdit::Own {
                    host: "smtp.example.com".to_owned(),
                    port: 587,
                    username: "mailer".to_owned(),
                    password: SecretEdit::Set {
                        secret: "secret".into(),
                    },
                    sender_email: "shop@example.com".to_owned(),
                    sender_name: "Shop".to_owned(),
                },
            },
        ),
    ];
    for organization_id in [None, Some(PART.to_owned())] {
        let request = CreateKey {
            name: "laptop".to_owned(),
            organization_id: organization_id.clone(),
            project_id: None,
        };
        let list = KeyList { organization_id };
        samples.push(named(account, &list));
        samples.push(named(account, &KeyCreate { request }));
    }
    samples
}
