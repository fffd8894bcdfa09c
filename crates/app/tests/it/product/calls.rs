//! Calls as text, of an account whose platform does not answer: nothing is sent for them.

use std::process::Command;

use app::accounts;
use app::branches::BranchCall;
use app::calls::{self, Call};
use app::projects::{CreateProject, ProjectCall, ProjectSettings, UpdateProject};
use app::users::UserCall;
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

    async fn text(&self, call: ProjectCall) -> CallTextView {
        let call = Call::Projects(call);
        let text = calls::text(&self.core.app, &self.account, call).await;
        let text = text.unwrap();
        let all = format!("{text:?}");
        assert!(!all.contains("napi_secret_of_the_test"), "{all}");
        text
    }

    async fn create(&self, create: CreateProject) -> CallTextView {
        self.text(ProjectCall::CreateProject { create, psql: None })
            .await
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
    let list = |scope, organization_id: Option<&String>| ProjectCall::ListProjects {
        scope,
        organization_id: organization_id.cloned(),
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
    let rows: Vec<(ProjectCall, &str, Vec<&str>, Vec<&str>)> = vec![
        (list(ProjectScope::Own, None), "list", vec![], vec![]),
        (list(ProjectScope::Shared, None), "list", vec![], vec![]),
        (
            list(ProjectScope::Deleted, Some(&org)),
            "list",
            vec![],
            vec![&org_option, "--recoverable-only"],
        ),
        (
            ProjectCall::GetProject {
                project_id: id.clone(),
            },
            "get",
            vec![&id],
            vec![],
        ),
        (
            ProjectCall::DeleteProject {
                project_id: id.clone(),
            },
            "delete",
            vec![&id],
            vec![],
        ),
        (
            ProjectCall::RecoverProject {
                project_id: id.clone(),
            },
            "recover",
            vec![&id],
            vec![],
        ),
        (
            ProjectCall::CreateProject {
                create: CreateProject::default(),
                psql: None,
            },
            "create",
            vec![],
            vec![],
        ),
        (
            ProjectCall::CreateProject {
                create: whole,
                psql: None,
            },
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
            ProjectCall::UpdateProject {
                project_id: id.clone(),
                update,
            },
            "update",
            vec![&id],
            vec!["--name=shop", "--cu=2", "--block-public-connections=false"],
        ),
    ];
    for (call, subcommand, plain, options) in rows {
        let words = format!("{call:?}");
        let command = fixture.text(call).await.cli.unwrap();
        let expected = (
            subcommand.to_owned(),
            plain.iter().map(ToString::to_string).collect(),
            options.iter().map(ToString::to_string).collect(),
            None,
        );
        assert_eq!(read(&command, &fixture.base), expected, "{words}");
    }
    let call = ProjectCall::CreateProject {
        create: CreateProject::default(),
        psql: Some(more.to_vec()),
    };
    let command = fixture.text(call).await.cli.unwrap();
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
    let call = ProjectCall::UpdateProject {
        project_id: project_id.clone(),
        update,
    };
    assert_eq!(fixture.text(call).await.cli, None);
    // The client wants a name, and none is known.
    let update = UpdateProject {
        compute: cu(1.0, 2.0),
        ..UpdateProject::default()
    };
    let call = ProjectCall::UpdateProject {
        project_id: project_id.clone(),
        update,
    };
    assert_eq!(fixture.text(call).await.cli, None);
    let call = Call::Branches(BranchCall::ListBranches {
        project_id,
        include_deleted: false,
    });
    let text = calls::text(&fixture.core.app, &fixture.account, call).await;
    assert_eq!(text.unwrap().cli, None);
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
    for create in [create, upside_down] {
        let call = Call::Projects(ProjectCall::CreateProject { create, psql: None });
        assert_eq!(
            code(calls::text(app, account, call).await),
            ErrorCode::Invalid
        );
    }
    let gone = calls::text(app, "nobody", Call::Users(UserCall::Me)).await;
    assert_eq!(code(gone), ErrorCode::Invalid);
    accounts::clear_local(app);
    let stopped = calls::text(app, account, Call::Users(UserCall::Me)).await;
    assert_eq!(code(stopped), ErrorCode::SandboxStopped);
}
