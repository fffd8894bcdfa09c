//! Each row of the specification's tables has a command of the window that sends it.
//!
//! From a row to its command: the call that the row is, taken from what it sends as text; the command that makes the call,
//! as `as_text` has it; and that the window may call it.

use std::collections::BTreeMap;

use app::auth::{AuthCall, EnableAuth};
use app::branches::{BranchCall, CreateBranch};
use app::calls::{self, Call};
use app::email_server::{EmailServerCall, MailServerText};
use app::keys::{CreateKey, KeyCall};
use app::oauth_providers::OauthProviderCall;
use app::operations::OperationCall;
use app::projects::ProjectCall;
use app::temporary;
use app::view::ProjectScope;

use crate::as_text::{commands_of_calls, of_page};
use crate::management::fixture::ManagementFixture;
use crate::product::ProductFixture;

const ROWS: &str = include_str!("endpoints.md");

/// What stands for a part of a path.
const PART: &str = "some-part-12345678";
const NUMBER: &str = "12345";

#[tokio::test(flavor = "multi_thread")]
async fn each_row_of_the_specification_has_a_command() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let commands = commands_of_calls();
    let mut sent = BTreeMap::new();
    for (name, call) in samples() {
        let text = calls::text(fixture.app(), &fixture.account, call)
            .await
            .unwrap();
        let base = &fixture.product.sandbox.base_url;
        sent.insert(request(&text.curl, base), name);
    }

    let (management, instant) = ROWS.split_once("## Instant service").unwrap();
    let management = rows(management);
    assert_eq!(management.len(), 21);
    for row in &management {
        let found = sent.iter().find(|(request, _)| is_of(row, request));
        let (_, call) = found.unwrap_or_else(|| panic!("no call sends {row:?}"));
        let makes = commands.get(*call).cloned().unwrap_or_default();
        assert!(!makes.is_empty(), "no command makes {call}");
        for command in makes {
            assert!(is_bound(command), "the window has no command {command}");
        }
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
    of_page().any(|(_, name)| name == command)
}

/// The calls that the specification has, each by its name and with some arguments.
fn samples() -> Vec<(&'static str, Call)> {
    let project_id = || PART.to_owned();
    let provider = || PART.to_owned();
    let mut samples = vec![
        (
            "ListProjects",
            Call::from(ProjectCall::ListProjects {
                scope: ProjectScope::Own,
                organization_id: None,
            }),
        ),
        (
            "CreateBranch",
            Call::from(BranchCall::CreateBranch {
                project_id: project_id(),
                create: CreateBranch::default(),
            }),
        ),
        (
            "ListOperations",
            Call::from(OperationCall::ListOperations {
                project_id: project_id(),
            }),
        ),
        (
            "GetOperation",
            Call::from(OperationCall::GetOperation {
                project_id: project_id(),
                operation_id: PART.to_owned(),
            }),
        ),
        (
            "RevokeKey",
            Call::from(KeyCall::RevokeKey {
                organization_id: None,
                key_id: NUMBER.to_owned(),
            }),
        ),
        (
            "ListAuthIntegrations",
            Call::from(AuthCall::ListAuthIntegrations {
                project_id: project_id(),
                branch_id: None,
            }),
        ),
        (
            "EnableAuth",
            Call::from(AuthCall::EnableAuth {
                project_id: project_id(),
                branch_id: None,
                enable: EnableAuth {
                    branch_id: PART.to_owned(),
                    ..EnableAuth::default()
                },
            }),
        ),
        (
            "CreateAuthKeys",
            Call::from(AuthCall::CreateAuthKeys {
                project_id: project_id(),
                provider: None,
            }),
        ),
        (
            "CreateAuthUser",
            Call::from(AuthCall::CreateAuthUser {
                project_id: project_id(),
                branch_id: None,
                provider: None,
                email: "reader@example.com".to_owned(),
                name: None,
            }),
        ),
        (
            "TransferAuth",
            Call::from(AuthCall::TransferAuth {
                project_id: project_id(),
                provider: None,
            }),
        ),
        (
            "RemoveAuth",
            Call::from(AuthCall::RemoveAuth {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
                delete_data: false,
            }),
        ),
        (
            "ListOauthProviders",
            Call::from(OauthProviderCall::ListOauthProviders {
                project_id: project_id(),
                branch_id: None,
            }),
        ),
        (
            "AddOauthProvider",
            Call::from(OauthProviderCall::AddOauthProvider {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
                client_id: None,
                microsoft_tenant_id: None,
            }),
        ),
        (
            "UpdateOauthProvider",
            Call::from(OauthProviderCall::UpdateOauthProvider {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
                client_id: Some("client".to_owned()),
                has_secret: false,
                microsoft_tenant_id: None,
            }),
        ),
        (
            "DeleteOauthProvider",
            Call::from(OauthProviderCall::DeleteOauthProvider {
                project_id: project_id(),
                branch_id: None,
                provider: provider(),
            }),
        ),
        (
            "GetEmailServer",
            Call::from(EmailServerCall::GetEmailServer {
                project_id: project_id(),
                branch_id: None,
            }),
        ),
        (
            "UpdateEmailServer",
            Call::from(EmailServerCall::UpdateEmailServer {
                project_id: project_id(),
                branch_id: None,
                server: Some(MailServerText {
                    host: "smtp.example.com".to_owned(),
                    port: 587,
                    username: "mailer".to_owned(),
                    sender_email: "shop@example.com".to_owned(),
                    sender_name: "Shop".to_owned(),
                }),
                has_password: true,
            }),
        ),
    ];
    for organization_id in [None, Some(PART.to_owned())] {
        let request = CreateKey {
            name: "laptop".to_owned(),
            organization_id: organization_id.clone(),
            project_id: None,
        };
        let list = KeyCall::ListKeys { organization_id };
        samples.push(("ListKeys", list.into()));
        samples.push(("CreateKey", KeyCall::CreateKey { request }.into()));
    }
    samples
}
