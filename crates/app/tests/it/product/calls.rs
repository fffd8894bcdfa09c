//! Calls as text, of an account whose platform does not answer: nothing is sent for them.

use std::process::Command;

use app::accounts;
use app::branches::BranchList;
use app::call_text::{NamedOperation, call_text};
use app::operation::Operation;
use app::projects::{CreateProject, ProjectSettings, UpdateProject};
use app::projects::{
    ProjectCreate, ProjectDelete, ProjectGet, ProjectPage, ProjectRecover, ProjectUpdate,
};
use app::users::UserMe;
use app::view::{CallTextView, ComputeSizeView, ErrorCode, ProjectScope};

use super::core_fixture::{CoreFixture, code, local};

/// The options of each subcommand as the client's documentation has them; those of every subcommand come first.
const OPTIONS: &[(&str, &[&str])] = &[
    ("", &["--api-host", "--output"]),
    (
        "list",
        &["--context-file", "--org-id", "--recoverable-only"],
    ),
    (
        "create",
        &[
            "--context-file",
            "--block-public-connections",
            "--block-vpc-connections",
            "--hipaa",
            "--name",
            "--region-id",
            "--org-id",
            "--psql",
            "--database",
            "--role",
            "--set-context",
            "--cu",
        ],
    ),
    (
        "update",
        &[
            "--context-file",
            "--block-vpc-connections",
            "--block-public-connections",
            "--hipaa",
            "--cu",
            "--name",
        ],
    ),
    ("delete", &[]),
    ("recover", &[]),
    ("get", &["--context-file"]),
];

/// Options that stand alone, or with `=false`.
const FLAGS: &[&str] = &[
    "--recoverable-only",
    "--block-public-connections",
    "--block-vpc-connections",
    "--hipaa",
    "--psql",
];

struct OfflineAccount {
    core: CoreFixture,
    account: String,
    base: String,
}

impl OfflineAccount {
    /// Nobody listens at the address.
    async fn new() -> Self {
        let core = CoreFixture::new().await;
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap();
        drop(silent);
        let base = format!("http://{address}/api/v2");
        let platform = local(
            &base,
            &format!("http://{address}"),
            "napi_secret_of_the_test",
        );
        let account = accounts::set_local(&core.app, platform).await.unwrap().id;
        Self {
            core,
            account,
            base,
        }
    }

    fn call(&self, operation: &impl Operation) -> NamedOperation {
        NamedOperation::new(&self.account, operation)
    }

    async fn text(&self, operation: &impl Operation) -> CallTextView {
        self.text_of(self.call(operation), None).await
    }

    async fn text_of(&self, call: NamedOperation, psql: Option<Vec<String>>) -> CallTextView {
        let text = call_text(&self.core.app, call, psql).await.unwrap();
        let all = format!("{text:?}");
        assert!(!all.contains("napi_secret_of_the_test"), "{all}");
        text
    }

    async fn create(&self, create: CreateProject) -> CallTextView {
        self.text(&ProjectCreate { create }).await
    }
}

/// The words that the client would be given, read by a real shell.
fn words(command: &str) -> Vec<String> {
    let script = format!(r#"neonctl() {{ printf '%s\0' "$@"; }}; {command}"#);
    let ran = Command::new("sh")
        .args(["-c", &script])
        .env("NEON_API_KEY", "the key")
        .output()
        .unwrap();
    assert!(ran.status.success(), "{command}");
    let said = String::from_utf8(ran.stdout).unwrap();
    let mut words: Vec<_> = said.split('\0').map(ToOwned::to_owned).collect();
    assert_eq!(words.pop().as_deref(), Some(""));
    words
}

/// Reads a command by the documentation: its subcommand, what is not an option, the options without that for the address, and what is for psql.
fn read(command: &str, base: &str) -> (String, Vec<String>, Vec<String>, Option<Vec<String>>) {
    let mut words = words(command).into_iter();
    assert_eq!(words.next().as_deref(), Some("projects"));
    let subcommand = words.next().unwrap();
    let of = |name: &str| OPTIONS.iter().find(|(of, _)| *of == name).unwrap().1;
    let (mut plain, mut options, mut psql) = (Vec::new(), Vec::new(), None);
    while let Some(word) = words.next() {
        if word == "--" {
            psql = Some(words.collect());
            break;
        }
        if !word.starts_with('-') {
            plain.push(word);
            continue;
        }
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None if FLAGS.contains(&word.as_str()) => (word, None),
            None => (word, words.next()),
        };
        let is_known = of("").contains(&&*name) || of(&subcommand).contains(&&*name);
        assert!(is_known, "{subcommand} has no {name}");
        match name.as_str() {
            "--api-host" => assert_eq!(value.as_deref(), Some(base)),
            _ => options.push(value.map_or(name.clone(), |value| format!("{name}={value}"))),
        }
    }
    (subcommand, plain, options, psql)
}

fn cu(min: f64, max: f64) -> ComputeSizeView {
    ComputeSizeView {
        min_cu: Some(min),
        max_cu: Some(max),
        ..ComputeSizeView::default()
    }
}

#[tokio::test]
async fn what_the_client_has_is_a_command_of_it() {
    let fixture = OfflineAccount::new().await;
    let id = "quiet-hill-12345678".to_owned();
    let org = "org-quiet-hill-12345678".to_owned();
    let list = |scope, organization_id: Option<&String>| ProjectPage {
        scope,
        organization_id: organization_id.cloned(),
        cursor: None,
    };
    let name = "-it's $HOME \"ours\"";
    let whole = CreateProject {
        name: Some(name.to_owned()),
        region_id: Some("us-east-2".to_owned()),
        organization_id: Some(org.clone()),
        pg_version: Some(17),
        database: Some("shop db".to_owned()),
        role: Some("owner".to_owned()),
        compute: cu(0.5, 3.0),
        settings: ProjectSettings {
            block_public: Some(true),
            block_vpc: Some(false),
            hipaa: Some(true),
            ..ProjectSettings::default()
        },
        ..CreateProject::default()
    };
    let update = UpdateProject {
        name: Some("shop".to_owned()),
        compute: cu(2.0, 2.0),
        settings: ProjectSettings {
            block_public: Some(false),
            ..ProjectSettings::default()
        },
        ..UpdateProject::default()
    };
    let more = ["-c", "SELECT 'x'", "--no-psqlrc"].map(ToOwned::to_owned);
    let name_option = format!("--name={name}");
    let org_option = format!("--org-id={org}");
    let rows: Vec<(NamedOperation, &str, Vec<&str>, Vec<&str>)> = vec![
        (
            fixture.call(&list(ProjectScope::Own, None)),
            "list",
            vec![],
            vec![],
        ),
        (
            fixture.call(&list(ProjectScope::Shared, None)),
            "list",
            vec![],
            vec![],
        ),
        (
            fixture.call(&list(ProjectScope::Deleted, Some(&org))),
            "list",
            vec![],
            vec![&org_option, "--recoverable-only"],
        ),
        (
            fixture.call(&ProjectGet {
                project_id: id.clone(),
            }),
            "get",
            vec![&id],
            vec![],
        ),
        (
            fixture.call(&ProjectDelete {
                project_id: id.clone(),
            }),
            "delete",
            vec![&id],
            vec![],
        ),
        (
            fixture.call(&ProjectRecover {
                project_id: id.clone(),
            }),
            "recover",
            vec![&id],
            vec![],
        ),
        (
            fixture.call(&ProjectCreate {
                create: CreateProject::default(),
            }),
            "create",
            vec![],
            vec![],
        ),
        (
            fixture.call(&ProjectCreate { create: whole }),
            "create",
            vec![],
            vec![
                &name_option,
                "--region-id=us-east-2",
                &org_option,
                "--database=shop db",
                "--role=owner",
                "--cu=0.5-3",
                "--block-public-connections",
                "--block-vpc-connections=false",
                "--hipaa",
            ],
        ),
        (
            fixture.call(&ProjectUpdate {
                project_id: id.clone(),
                update,
            }),
            "update",
            vec![&id],
            vec!["--name=shop", "--cu=2", "--block-public-connections=false"],
        ),
    ];
    for (call, subcommand, plain, options) in rows {
        let words = format!("{call:?}");
        let command = fixture.text_of(call, None).await.cli.unwrap();
        let expected = (
            subcommand.to_owned(),
            plain.iter().map(ToString::to_string).collect(),
            options.iter().map(ToString::to_string).collect(),
            None,
        );
        assert_eq!(read(&command, &fixture.base), expected, "{words}");
    }
    let create = ProjectCreate {
        create: CreateProject::default(),
    };
    let command = fixture
        .text_of(fixture.call(&create), Some(more.to_vec()))
        .await;
    let command = command.cli.unwrap();
    let (_, _, options, psql) = read(&command, &fixture.base);
    assert_eq!(
        (options, psql),
        (vec!["--psql".to_owned()], Some(more.to_vec()))
    );
}

#[tokio::test]
async fn what_the_client_cannot_say_is_no_command_of_it() {
    let fixture = OfflineAccount::new().await;
    let with = |change: fn(&mut CreateProject)| {
        let mut create = CreateProject::default();
        change(&mut create);
        create
    };
    for create in [
        with(|it| it.pg_version = Some(16)),
        with(|it| it.branch = Some("trunk".to_owned())),
        with(|it| it.store_passwords = Some(false)),
        with(|it| it.history_retention_seconds = Some(0)),
        with(|it| it.settings.logical_replication = Some(true)),
        with(|it| it.settings.allowed_ips = Some(Vec::new())),
        with(|it| it.compute.min_cu = Some(1.0)),
        with(|it| it.compute.suspend_timeout_seconds = Some(300)),
    ] {
        let words = format!("{create:?}");
        assert_eq!(fixture.create(create).await.cli, None, "{words}");
    }
    let update = UpdateProject {
        history_retention_seconds: Some(3600),
        name: Some("shop".to_owned()),
        ..UpdateProject::default()
    };
    let project_id = "quiet-hill-12345678".to_owned();
    let call = ProjectUpdate {
        project_id: project_id.clone(),
        update,
    };
    assert_eq!(fixture.text(&call).await.cli, None);
    // The client wants a name, and none is known.
    let update = UpdateProject {
        compute: cu(1.0, 2.0),
        ..UpdateProject::default()
    };
    let call = ProjectUpdate {
        project_id: project_id.clone(),
        update,
    };
    assert_eq!(fixture.text(&call).await.cli, None);
    let list = BranchList {
        project_id,
        include_deleted: false,
    };
    assert_eq!(fixture.text(&list).await.cli, None);
}

#[tokio::test]
async fn what_could_not_be_sent_has_no_text() {
    let fixture = OfflineAccount::new().await;
    let (app, account) = (&fixture.core.app, fixture.account.as_str());
    let create = CreateProject {
        name: Some(" ".to_owned()),
        ..CreateProject::default()
    };
    let upside_down = CreateProject {
        compute: cu(3.0, 0.5),
        ..CreateProject::default()
    };
    let text = async |account: &str, operation| {
        call_text(app, NamedOperation::new(account, operation), None).await
    };
    for create in [create, upside_down] {
        let create = NamedOperation::new(account, &ProjectCreate { create });
        assert_eq!(code(call_text(app, create, None).await), ErrorCode::Invalid);
    }
    assert_eq!(code(text("nobody", &UserMe {}).await), ErrorCode::Invalid);
    accounts::clear_local(app);
    let stopped = text(account, &UserMe {}).await;
    assert_eq!(code(stopped), ErrorCode::SandboxStopped);
}

#[tokio::test]
async fn operation_without_a_text_has_none() {
    let fixture = OfflineAccount::new().await;
    let save = accounts::AccountRecheck {
        id: fixture.account.clone(),
    };
    let call = NamedOperation::new(&fixture.account, &save);
    let refused = call_text(&fixture.core.app, call, None).await;
    assert_eq!(code(refused), ErrorCode::Internal);
}
