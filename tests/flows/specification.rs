//! Each row of the specification's tables has a command of the window that sends it.
//!
//! From a row to its command: the call that the row is, taken from what it sends as text; the command that makes the call,
//! from the list that the shell's own test keeps true; and that the window may call it.

use std::collections::{BTreeMap, BTreeSet};

use app::auth::EnableAuth;
use app::branches::CreateBranch;
use app::calls::{self, AuthCall, Call, MailServerText};
use app::keys::CreateKey;
use app::temporary;
use app::view::ProjectScope;

use crate::management::fixture::ManagementFixture;
use crate::product::ProductFixture;

const ROWS: &str = include_str!("endpoints.md");
const BINDINGS: &str = include_str!("../../src-tauri/src/bindings.rs");
const AS_TEXT: &str = include_str!("../../src-tauri/src/command/as_text.rs");

/// What stands for a part of a path.
const PART: &str = "some-part-12345678";
const NUMBER: &str = "12345";

#[tokio::test(flavor = "multi_thread")]
async fn each_row_of_the_specification_has_a_command() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let commands = of_calls();
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
            assert!(is_bound(&command), "the window has no command {command}");
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

/// Which commands make which call, as the shell's own test has it.
fn of_calls() -> BTreeMap<String, BTreeSet<String>> {
    let table = AS_TEXT.split("const AS_TEXT").nth(1).unwrap();
    let table = table.split("];").next().unwrap();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in table.split("(\"").skip(1) {
        let mut names = entry.split('"').step_by(2);
        let command = names.next().unwrap();
        for call in names.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace)) {
            found
                .entry(call.to_owned())
                .or_default()
                .insert(command.to_owned());
        }
    }
    assert!(found.len() > 40, "{found:?}");
    found
}

fn is_bound(command: &str) -> bool {
    BINDINGS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command::")?.strip_suffix(','))
        .any(|path| path.rsplit("::").next() == Some(command))
}

/// The calls that the specification has, each with some arguments.
fn samples() -> Vec<(&'static str, Call)> {
    let mut samples = vec![
        (
            "ListProjects",
            Call::ListProjects {
                scope: ProjectScope::Own,
                organization_id: None,
            },
        ),
        (
            "CreateBranch",
            Call::CreateBranch {
                project_id: PART.to_owned(),
                create: CreateBranch::default(),
            },
        ),
        (
            "ListOperations",
            Call::ListOperations {
                project_id: PART.to_owned(),
            },
        ),
        (
            "GetOperation",
            Call::GetOperation {
                project_id: PART.to_owned(),
                operation_id: PART.to_owned(),
            },
        ),
        (
            "RevokeKey",
            Call::RevokeKey {
                organization_id: None,
                key_id: NUMBER.to_owned(),
            },
        ),
    ];
    for organization_id in [None, Some(PART.to_owned())] {
        let wish = CreateKey {
            name: "laptop".to_owned(),
            organization_id: organization_id.clone(),
            project_id: None,
        };
        samples.push(("ListKeys", Call::ListKeys { organization_id }));
        samples.push(("CreateKey", Call::CreateKey { wish }));
    }
    let of_auth = of_auth().into_iter().map(|(name, call)| {
        let project_id = PART.to_owned();
        (name, Call::Auth { project_id, call })
    });
    samples.extend(of_auth);
    samples
}

fn of_auth() -> Vec<(&'static str, AuthCall)> {
    let provider = || PART.to_owned();
    let server = MailServerText {
        host: "smtp.example.com".to_owned(),
        port: 587,
        username: "mailer".to_owned(),
        sender_email: "shop@example.com".to_owned(),
        sender_name: "Shop".to_owned(),
    };
    vec![
        ("Auth::ListIntegrations", AuthCall::ListIntegrations),
        (
            "Auth::Enable",
            AuthCall::Enable {
                enable: EnableAuth {
                    branch_id: PART.to_owned(),
                    ..EnableAuth::default()
                },
            },
        ),
        ("Auth::CreateKeys", AuthCall::CreateKeys { provider: None }),
        (
            "Auth::CreateUser",
            AuthCall::CreateUser {
                provider: None,
                email: "reader@example.com".to_owned(),
                name: None,
            },
        ),
        ("Auth::Transfer", AuthCall::Transfer { provider: None }),
        (
            "Auth::Remove",
            AuthCall::Remove {
                provider: provider(),
                delete_data: false,
            },
        ),
        ("Auth::ListProviders", AuthCall::ListProviders),
        (
            "Auth::AddProvider",
            AuthCall::AddProvider {
                provider: provider(),
                client_id: None,
                microsoft_tenant_id: None,
            },
        ),
        (
            "Auth::UpdateProvider",
            AuthCall::UpdateProvider {
                provider: provider(),
                client_id: Some("client".to_owned()),
                has_secret: false,
                microsoft_tenant_id: None,
            },
        ),
        (
            "Auth::DeleteProvider",
            AuthCall::DeleteProvider {
                provider: provider(),
            },
        ),
        ("Auth::GetEmailServer", AuthCall::GetEmailServer),
        (
            "Auth::UpdateEmailServer",
            AuthCall::UpdateEmailServer {
                server: Some(server),
                has_password: true,
            },
        ),
    ]
}
