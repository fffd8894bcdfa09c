//! Calls as text, run with a real shell and a real curl: each does what its click does.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use app::advisors::AdvisorList;
use app::app_operations;
use app::branches::{
    BranchCompareSchema, BranchCreate, BranchDelete, BranchGet, BranchList, BranchRecover,
    BranchRestore, BranchSchema, BranchSetDefault, BranchUpdate,
};
use app::branches::{
    BranchExpiry, CompareSchema, CreateBranch, ReadSchema, RestoreBranch, UpdateBranch,
};
use app::call_text::{NamedOperation, call_text};
use app::computes::{
    ComputeCreate, ComputeDelete, ComputeList, ComputeRestart, ComputeStart, ComputeSuspend,
    ComputeUpdate,
};
use app::computes::{CreateCompute, UpdateCompute};
use app::consumption::ConsumptionQuery;
use app::consumption::ProjectConsumption;
use app::databases::UpdateDatabase;
use app::databases::{DatabaseCreate, DatabaseDelete, DatabaseList, DatabaseUpdate};
use app::invitations::{InvitationCreate, InvitationList};
use app::jwks::{self, AddJwks};
use app::jwks::{JwksAdd, JwksList, JwksRemove};
use app::keys::CreateKey;
use app::keys::{KeyCreate, KeyList, KeyRevoke};
use app::members::{self};
use app::members::{MemberChangeRole, MemberList, MemberRemove};
use app::operation::Operation;
use app::operations::{OperationGet, OperationPage};
use app::organizations::OrganizationList;
use app::organizations::{self};
use app::permissions::{self};
use app::permissions::{PermissionGrant, PermissionList, PermissionRevoke};
use app::projects::{self, CreateProject, ProjectSettings, UpdateProject};
use app::projects::{
    ConnectionString, ProjectCreate, ProjectDelete, ProjectGet, ProjectPage,
    ProjectPreloadLibraries, ProjectRecover, ProjectUpdate,
};
use app::regions::RegionList;
use app::roles::{self};
use app::roles::{RoleCreate, RoleDelete, RoleList, RoleResetPassword, RoleRevealPassword};
use app::snapshots::{self, CreateSnapshot, RestoreSnapshot};
use app::snapshots::{
    RestoreFinalize, SnapshotCreate, SnapshotDelete, SnapshotList, SnapshotRestore,
    SnapshotScheduleGet, SnapshotScheduleSet, SnapshotUpdate,
};
use app::spending_limit::{self};
use app::spending_limit::{SpendingLimitGet, SpendingLimitRemove, SpendingLimitSet};
use app::transfer_requests::{ProjectMove, TransferRequestAccept, TransferRequestCreate};
use app::users::{UserIdentity, UserMe};
use app::view::{
    ActivityFilter, ComputeSizeView, ConnectionRequest, ProjectScope, SnapshotScheduleView,
};
use app::{activity, branches, computes, databases};
use serde_json::Value;

use super::fixture::{ManagementFixture, Project};
use crate::product::{PATIENCE, ProductFixture};

/// What a shell, an address and JSON would each read something into.
const ODD: &str = r#"it's "ours" $HOME `id` \n %20 ünïcode – 名 !"#;

/// Runs the text of calls, and notes which were run.
struct ShellRunner<'a> {
    fixture: &'a ManagementFixture,
    run: Mutex<BTreeSet<&'static str>>,
}

impl ShellRunner<'_> {
    /// The status and the body of the reply.
    async fn try_run(&self, operation: &impl Operation) -> (u16, Value) {
        self.try_run_with(None, operation).await
    }

    /// The same of a call that holds a secret besides the key.
    async fn try_run_with<O: Operation>(
        &self,
        secret: Option<&str>,
        operation: &O,
    ) -> (u16, Value) {
        self.run.lock().unwrap().insert(O::INFO.name);
        let call = NamedOperation::new(&self.fixture.account, operation);
        let text = call_text(self.fixture.app(), call, None).await.unwrap();
        match secret {
            None => assert_eq!(text.variables, ["NEON_API_KEY"]),
            Some(secret) => {
                assert_eq!(text.variables, ["NEON_API_KEY", "SECRET"]);
                assert!(!text.curl.contains(secret), "{}", text.curl);
            }
        }
        let key = self.fixture.product.sandbox.key.clone();
        assert!(!text.curl.contains(&key), "{}", text.curl);
        run_in_shell(text.curl, key, secret.unwrap_or_default().to_owned()).await
    }

    /// Again while the project is busy: what a person would do, too.
    async fn run<O: Operation>(&self, operation: O) -> Value {
        let words = O::INFO.name;
        let end = Instant::now() + PATIENCE;
        let (status, body) = loop {
            match self.try_run(&operation).await {
                (423, _) if Instant::now() < end => {
                    tokio::time::sleep(Duration::from_millis(60)).await;
                }
                ended => break ended,
            }
        };
        assert!((200..300).contains(&status), "{words}: {status} {body}");
        body
    }
}

async fn run_in_shell(curl: String, key: String, secret: String) -> (u16, Value) {
    let command = format!(r"{curl} -sS -w '\n%{{http_code}}'");
    let ran = tokio::task::spawn_blocking(move || {
        Command::new("sh")
            .args(["-c", &command])
            .env("NEON_API_KEY", key)
            .env("SECRET", secret)
            .env("no_proxy", "*")
            .output()
    });
    let output = ran.await.unwrap().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "curl has to be installed: {errors}"
    );
    let output = String::from_utf8(output.stdout).unwrap();
    let (body, status) = output.rsplit_once('\n').unwrap();
    let body = match body {
        "" => Value::Null,
        body => serde_json::from_str(body).unwrap(),
    };
    (status.parse().unwrap(), body)
}

fn ids(body: &Value, list: &str) -> BTreeSet<String> {
    let items = body[list].as_array().unwrap().iter();
    items.map(|item| text(&item["id"])).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_every_call_does_what_its_click_does() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let runner = ShellRunner {
        fixture: &fixture,
        run: Mutex::default(),
    };
    let project = of_projects(&runner).await;
    of_branches(&runner, &project).await;
    of_computes(&runner, &project).await;
    of_databases_and_roles(&runner, &project).await;
    of_keys(&runner, &project).await;
    of_permissions(&runner, &project).await;
    of_snapshots(&runner, &project).await;
    of_jwks(&runner, &project).await;
    of_organizations(&runner).await;
    of_transfers(&runner).await;
    looks(&runner, &project).await;
    gone_and_back(&runner, &project).await;

    // Those of the auth settings are run by a test of their own.
    let (_, others) = with_text();
    assert!(others.len() > 30);
    assert_eq!(*runner.run.lock().unwrap(), others);
    fixture.stop().await;
}

/// The operations that have a text: those of the auth settings, and all others.
pub(super) fn with_text() -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let with_text = app_operations::all().filter(|operation| operation.has_text());
    let names = with_text.map(|operation| operation.info().name);
    let of_auth = ["auth_", "email_", "oauth_", "sign_in_"];
    names.partition(|name| of_auth.iter().any(|begin| name.starts_with(begin)))
}

async fn of_projects(runner: &ShellRunner<'_>) -> Project {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let create = CreateProject {
        name: Some(ODD.to_owned()),
        region_id: Some("us-east-2".to_owned()),
        pg_version: Some(17),
        branch: Some("trunk's".to_owned()),
        database: Some("shop \"x\"".to_owned()),
        role: Some("o'wner".to_owned()),
        compute: ComputeSizeView {
            min_cu: Some(0.5),
            max_cu: Some(3.0),
            ..ComputeSizeView::default()
        },
        history_retention_seconds: Some(3600),
        ..CreateProject::default()
    };
    let made = runner.run(ProjectCreate { create }).await;
    let project = Project {
        id: text(&made["project"]["id"]),
        branch: text(&made["branch"]["id"]),
        compute: text(&made["endpoints"][0]["id"]),
    };
    fixture.finished(&project.id).await;
    let seen = projects::get(app, account, &project.id).await.unwrap();
    assert_eq!(seen.name, ODD);
    let branch = branches::get(app, account, &project.id, &project.branch).await;
    assert_eq!(branch.unwrap().branch.name, "trunk's");
    let found = databases::list(app, account, &project.id, &project.branch).await;
    assert_eq!(found.unwrap()[0].name, "shop \"x\"");

    let update = UpdateProject {
        name: Some("-shop".to_owned()),
        settings: ProjectSettings {
            block_public: Some(true),
            ..ProjectSettings::default()
        },
        ..UpdateProject::default()
    };
    runner
        .run(ProjectUpdate {
            project_id: project.id.clone(),
            update,
        })
        .await;
    fixture.finished(&project.id).await;
    let seen = projects::get(app, account, &project.id).await.unwrap();
    assert_eq!(seen.name, "-shop");
    project
}

async fn of_branches(runner: &ShellRunner<'_>, project: &Project) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project_id = project.id.clone();
    let create = CreateBranch {
        name: Some(ODD.to_owned()),
        parent_id: Some(project.branch.clone()),
        compute: Some(ComputeSizeView::default()),
        ..CreateBranch::default()
    };
    let made = runner
        .run(BranchCreate {
            project_id: project_id.clone(),
            create: create.clone(),
        })
        .await;
    let branch_id = text(&made["branch"]["id"]);
    assert_eq!(ids(&made, "operations").len(), 2);
    fixture.finished(&project_id).await;

    // The same once more is refused like a click would be.
    let (status, _) = runner
        .try_run(&BranchCreate {
            project_id: project_id.clone(),
            create,
        })
        .await;
    assert_eq!(status, 409);

    let on_branch = || (project_id.clone(), branch_id.clone());
    let (project_id, branch_id) = on_branch();
    let update = UpdateBranch {
        name: Some("import".to_owned()),
        expiry: BranchExpiry::Never,
        ..UpdateBranch::default()
    };
    runner
        .run(BranchUpdate {
            project_id,
            branch_id,
            update,
        })
        .await;
    let (project_id, branch_id) = on_branch();
    let restore = RestoreBranch {
        source_id: project.branch.clone(),
        ..RestoreBranch::default()
    };
    runner
        .run(BranchRestore {
            project_id,
            branch_id,
            restore,
        })
        .await;
    fixture.finished(&project.id).await;
    let seen = branches::all(app, account, &project.id, false)
        .await
        .unwrap();
    let names: Vec<&str> = seen.iter().map(|branch| branch.name.as_str()).collect();
    assert!(names.contains(&"import") && names.len() == 2, "{names:?}");

    let (project_id, branch_id) = on_branch();
    let found = runner
        .run(BranchGet {
            project_id,
            branch_id,
        })
        .await;
    assert_eq!(found["branch"]["name"], "import");
    of_schemas(runner, project, &on_branch().1).await;
    of_advisors(runner, project, &on_branch().1).await;
    let (project_id, branch_id) = on_branch();
    runner
        .run(BranchDelete {
            project_id,
            branch_id,
        })
        .await;
    fixture.finished(&project.id).await;
    let left = branches::all(app, account, &project.id, false)
        .await
        .unwrap();
    assert_eq!(left.len(), 1);
    let (project_id, branch_id) = on_branch();
    runner
        .run(BranchRecover {
            project_id,
            branch_id,
        })
        .await;
    fixture.finished(&project.id).await;
    let (project_id, branch_id) = on_branch();
    runner
        .run(BranchSetDefault {
            project_id,
            branch_id,
        })
        .await;
    fixture.finished(&project.id).await;
    let (project_id, branch_id) = on_branch();
    let seen = branches::get(app, account, &project_id, &branch_id).await;
    assert!(seen.unwrap().branch.is_default);
    let listed = runner
        .run(BranchList {
            project_id: project.id.clone(),
            include_deleted: true,
        })
        .await;
    assert_eq!(ids(&listed, "branches").len(), 2);
}

async fn of_schemas(runner: &ShellRunner<'_>, project: &Project, branch_id: &str) {
    let database = "shop \"x\"".to_owned();
    // Without servers both are refused: `schemas.rs` reads real ones.
    let (status, schema) = runner
        .try_run(&BranchSchema {
            project_id: project.id.clone(),
            branch_id: branch_id.to_owned(),
            read: ReadSchema {
                database: database.clone(),
                ..ReadSchema::default()
            },
        })
        .await;
    assert!(
        text(&schema["message"]).contains("without PostgreSQL"),
        "{status}"
    );
    let (status, compared) = runner
        .try_run(&BranchCompareSchema {
            project_id: project.id.clone(),
            branch_id: branch_id.to_owned(),
            compare: CompareSchema {
                database,
                base_id: Some(project.branch.clone()),
                ..CompareSchema::default()
            },
        })
        .await;
    assert!(
        text(&compared["message"]).contains("without PostgreSQL"),
        "{status}"
    );
}

async fn of_jwks(runner: &ShellRunner<'_>, project: &Project) {
    let project_id = || project.id.clone();
    let add = AddJwks {
        url: "https://keys.example.com/jwks.json".to_owned(),
        provider: ODD.to_owned(),
        branch_id: Some(project.branch.clone()),
        ..AddJwks::default()
    };
    let added = runner
        .run(JwksAdd {
            project_id: project_id(),
            add,
        })
        .await;
    assert_eq!(added["jwks"]["provider_name"], ODD);
    let jwks_id = text(&added["jwks"]["id"]);
    let listed = runner
        .run(JwksList {
            project_id: project_id(),
        })
        .await;
    assert!(ids(&listed, "jwks").contains(&jwks_id));
    runner
        .run(JwksRemove {
            project_id: project_id(),
            jwks_id,
            url: String::new(),
        })
        .await;
    let left = jwks::list(runner.fixture.app(), &runner.fixture.account, &project.id).await;
    assert!(left.unwrap().is_empty());
    let libraries = runner
        .run(ProjectPreloadLibraries {
            project_id: project_id(),
        })
        .await;
    assert!(libraries["libraries"].as_array().unwrap().len() > 1);
}

async fn of_organizations(runner: &ShellRunner<'_>) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let organization = organizations::list(app, account).await.unwrap()[0]
        .id
        .clone();
    let organization_id = || organization.clone();
    fixture.person("ana@b.example").await;
    let invited = runner
        .run(InvitationCreate {
            organization_id: organization_id(),
            email: "ana@b.example".to_owned(),
            role: "member".to_owned(),
        })
        .await;
    let listed = runner
        .run(InvitationList {
            organization_id: organization_id(),
        })
        .await;
    assert_eq!(ids(&listed, "invitations"), ids(&invited, "invitations"));
    let members = runner
        .run(MemberList {
            organization_id: organization_id(),
            page_size: None,
            cursor: None,
        })
        .await;
    let members = members["members"].as_array().unwrap();
    let ana = members
        .iter()
        .find(|it| it["user"]["email"] == "ana@b.example");
    let member_id = text(&ana.unwrap()["member"]["id"]);
    let changed = runner
        .run(MemberChangeRole {
            organization_id: organization_id(),
            member_id: member_id.clone(),
            role: "admin".to_owned(),
            email: String::new(),
        })
        .await;
    assert_eq!(changed["role"], "admin");
    runner
        .run(MemberRemove {
            organization_id: organization_id(),
            member_id,
            email: String::new(),
        })
        .await;
    let left = members::list(app, account, &organization, None, None).await;
    assert_eq!(left.unwrap().items.len(), members.len() - 1);
    let cents = 4990;
    runner
        .run(SpendingLimitSet {
            organization_id: organization_id(),
            cents,
        })
        .await;
    let limit = runner
        .run(SpendingLimitGet {
            organization_id: organization_id(),
        })
        .await;
    assert_eq!(limit["spending_limit_cents"], cents);
    runner
        .run(SpendingLimitRemove {
            organization_id: organization_id(),
        })
        .await;
    let none = spending_limit::get(app, account, &organization).await;
    assert_eq!(none.unwrap().cents, None);
}

async fn of_transfers(runner: &ShellRunner<'_>) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let organization = organizations::list(app, account).await.unwrap()[0]
        .id
        .clone();
    let other = fixture.organization("Southern").await;
    let (offered, moved) = (
        fixture.project("offered").await,
        fixture.project("moved").await,
    );
    let request = runner
        .run(TransferRequestCreate {
            project_id: offered.id.clone(),
            valid_seconds: Some(60),
        })
        .await;
    let secret = text(&request["id"]);
    let accept = TransferRequestAccept {
        code: format!("{}/{secret}", offered.id),
        organization_id: Some(organization.clone()),
    };
    let (status, body) = runner.try_run_with(Some(&secret), &accept).await;
    assert_eq!(status, 204, "{body}");
    runner
        .run(ProjectMove {
            project_id: moved.id.clone(),
            from_id: Some(organization.clone()),
            to_id: other.clone(),
        })
        .await;
    for (project, owner) in [(offered.id, organization), (moved.id, other)] {
        let seen = projects::get(app, account, &project).await.unwrap();
        assert_eq!(seen.organization_id, Some(owner));
    }
}

async fn of_advisors(runner: &ShellRunner<'_>, project: &Project, branch_id: &str) {
    let found = runner
        .run(AdvisorList {
            project_id: project.id.clone(),
            branch_id: branch_id.to_owned(),
            database: "shop \"x\"".to_owned(),
        })
        .await;
    assert_eq!(found["issues"], serde_json::json!([]));
}

async fn of_computes(runner: &ShellRunner<'_>, project: &Project) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    // A branch has one compute at most that can be written through.
    let bare = CreateBranch {
        name: Some("bare".to_owned()),
        ..CreateBranch::default()
    };
    let bare = branches::create(app, account, &project.id, bare).await;
    let bare = bare.unwrap().branch.id;
    fixture.finished(&project.id).await;
    let create = CreateCompute {
        branch_id: bare,
        name: Some(ODD.to_owned()),
        ..CreateCompute::default()
    };
    let made = runner
        .run(ComputeCreate {
            project_id: project.id.clone(),
            create,
        })
        .await;
    let compute = text(&made["endpoint"]["id"]);
    fixture.finished(&project.id).await;
    let on_compute = || (project.id.clone(), compute.clone());
    let (project_id, compute_id) = on_compute();
    let update = UpdateCompute {
        name: Some("extra".to_owned()),
        ..UpdateCompute::default()
    };
    runner
        .run(ComputeUpdate {
            project_id,
            compute_id,
            update,
        })
        .await;
    fixture.finished(&project.id).await;
    let state = async || {
        let seen = computes::get(app, account, &project.id, &compute).await;
        let seen = seen.unwrap();
        (seen.name, seen.state.unwrap())
    };
    assert_eq!(state().await.0.as_deref(), Some("extra"));
    for (call, ends) in [
        ("suspend", "idle"),
        ("start", "active"),
        ("restart", "active"),
    ] {
        let (project_id, compute_id) = on_compute();
        match call {
            "suspend" => {
                let suspend = ComputeSuspend {
                    project_id,
                    compute_id,
                };
                runner.run(suspend).await
            }
            "start" => {
                let start = ComputeStart {
                    project_id,
                    compute_id,
                };
                runner.run(start).await
            }
            _ => {
                let restart = ComputeRestart {
                    project_id,
                    compute_id,
                };
                runner.run(restart).await
            }
        };
        fixture.finished(&project.id).await;
        assert_eq!(state().await.1, ends, "{call}");
    }
    let (project_id, compute_id) = on_compute();
    let listed = runner.run(ComputeList { project_id }).await;
    assert!(ids(&listed, "endpoints").contains(&compute_id));
    let (project_id, compute_id) = on_compute();
    runner
        .run(ComputeDelete {
            project_id,
            compute_id,
        })
        .await;
    fixture.finished(&project.id).await;
    let left = computes::list(app, account, &project.id).await.unwrap();
    assert!(left.iter().all(|it| it.id != compute));
}

async fn of_permissions(runner: &ShellRunner<'_>, project: &Project) {
    let (app, account) = (runner.fixture.app(), runner.fixture.account.as_str());
    let project_id = || project.id.clone();
    let email = "o'ana+$HOME@b.example".to_owned();
    let grant = PermissionGrant {
        project_id: project_id(),
        email: email.clone(),
    };
    let granted = runner.run(grant).await;
    assert_eq!(granted["granted_to_email"], email);
    let list = async || permissions::list(app, account, &project.id).await.unwrap();
    assert_eq!(list().await[0].email, email);
    let list_call = PermissionList {
        project_id: project_id(),
    };
    let listed = runner.run(list_call).await;
    assert_eq!(ids(&listed, "project_permissions").len(), 1);
    let revoke = PermissionRevoke {
        project_id: project_id(),
        permission_id: text(&granted["id"]),
        email: String::new(),
    };
    runner.run(revoke).await;
    assert!(list().await.is_empty());
}

async fn of_snapshots(runner: &ShellRunner<'_>, project: &Project) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (project_id, branch_id) = (project.id.as_str(), project.branch.as_str());
    let p = || project_id.to_owned();
    let create = CreateSnapshot {
        name: Some(ODD.to_owned()),
        ..CreateSnapshot::default()
    };
    let made = runner
        .run(SnapshotCreate {
            project_id: p(),
            branch_id: branch_id.to_owned(),
            create,
        })
        .await;
    assert_eq!(made["snapshot"]["name"], ODD);
    let snapshot_id = text(&made["snapshot"]["id"]);
    fixture.finished(project_id).await;
    let renamed = runner
        .run(SnapshotUpdate {
            project_id: p(),
            snapshot_id: snapshot_id.clone(),
            name: "it's".to_owned(),
        })
        .await;
    assert_eq!(renamed["snapshot"]["name"], "it's");
    let listed = runner.run(SnapshotList { project_id: p() });
    assert_eq!(ids(&listed.await, "snapshots").len(), 1);
    let restored = runner
        .run(SnapshotRestore {
            project_id: p(),
            snapshot_id: snapshot_id.clone(),
            restore: RestoreSnapshot {
                name: Some(format!("restored {ODD}")),
                ..RestoreSnapshot::default()
            },
        })
        .await;
    let restored_id = text(&restored["branch"]["id"]);
    fixture.finished(project_id).await;
    let schedule = SnapshotScheduleView {
        frequency: "daily".to_owned(),
        hour: Some(3),
        day: None,
        month: None,
        retention_seconds: Some(86_400.0),
    };
    runner
        .run(SnapshotScheduleSet {
            project_id: p(),
            branch_id: branch_id.to_owned(),
            schedule: vec![schedule],
        })
        .await;
    let set = runner
        .run(SnapshotScheduleGet {
            project_id: p(),
            branch_id: branch_id.to_owned(),
        })
        .await;
    assert_eq!(set["schedule"][0]["hour"], 3);
    runner
        .run(RestoreFinalize {
            project_id: p(),
            branch_id: restored_id.clone(),
            former_name: Some("former's".to_owned()),
        })
        .await;
    fixture.finished(project_id).await;
    let former = branches::get(app, account, project_id, branch_id).await;
    assert_eq!(former.unwrap().branch.name, "former's");
    runner
        .run(SnapshotDelete {
            project_id: p(),
            snapshot_id,
            name: String::new(),
        })
        .await;
    fixture.finished(project_id).await;
    let left = snapshots::list(app, account, project_id).await.unwrap();
    assert!(left.is_empty(), "{left:?}");
}

async fn of_databases_and_roles(runner: &ShellRunner<'_>, project: &Project) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (p, b) = (project.id.as_str(), project.branch.as_str());
    let on_branch = || (p.to_owned(), b.to_owned());
    let role = "wri'ter/1";
    let (project_id, branch_id) = on_branch();
    let made = runner
        .run(RoleCreate {
            project_id,
            branch_id,
            name: role.to_owned(),
            no_login: false,
        })
        .await;
    let first = text(&made["role"]["password"]);
    fixture.finished(p).await;
    let (project_id, branch_id) = on_branch();
    runner
        .run(DatabaseCreate {
            project_id,
            branch_id,
            name: "per cent%".to_owned(),
            owner: role.to_owned(),
        })
        .await;
    fixture.finished(p).await;
    let (project_id, branch_id) = on_branch();
    let update = UpdateDatabase {
        name: Some("plain".to_owned()),
        ..UpdateDatabase::default()
    };
    runner
        .run(DatabaseUpdate {
            project_id,
            branch_id,
            name: "per cent%".to_owned(),
            update,
        })
        .await;
    fixture.finished(p).await;
    let (project_id, branch_id) = on_branch();
    let listed = runner
        .run(DatabaseList {
            project_id,
            branch_id,
        })
        .await;
    let by_click = databases::list(app, account, p, b).await.unwrap();
    let by_hand = listed["databases"].as_array().unwrap();
    assert_eq!(by_hand.len(), by_click.len());
    let plain = by_hand.iter().find(|it| it["name"] == "plain").unwrap();
    assert_eq!(plain["owner_name"], role);

    let (project_id, branch_id) = on_branch();
    let reset = runner
        .run(RoleResetPassword {
            project_id,
            branch_id,
            name: role.to_owned(),
        })
        .await;
    fixture.finished(p).await;
    let second = text(&reset["role"]["password"]);
    assert_ne!(first, second);
    let (project_id, branch_id) = on_branch();
    let shown = runner
        .run(RoleRevealPassword {
            project_id,
            branch_id,
            name: role.to_owned(),
        })
        .await;
    assert_eq!(text(&shown["password"]), second);
    let request = ConnectionRequest {
        database: "plain".to_owned(),
        role: role.to_owned(),
        branch_id: Some(b.to_owned()),
        pooled: Some(true),
        ..ConnectionRequest::default()
    };
    let uri = runner
        .run(ConnectionString {
            project_id: p.to_owned(),
            request,
        })
        .await;
    assert!(text(&uri["uri"]).contains("/plain"));

    let (project_id, branch_id) = on_branch();
    runner
        .run(DatabaseDelete {
            project_id,
            branch_id,
            name: "plain".to_owned(),
        })
        .await;
    fixture.finished(p).await;
    let (project_id, branch_id) = on_branch();
    runner
        .run(RoleDelete {
            project_id,
            branch_id,
            name: role.to_owned(),
        })
        .await;
    fixture.finished(p).await;
    let (project_id, branch_id) = on_branch();
    let listed = runner
        .run(RoleList {
            project_id,
            branch_id,
        })
        .await;
    let by_click = roles::list(app, account, p, b).await.unwrap();
    assert_eq!(listed["roles"].as_array().unwrap().len(), by_click.len());
    assert!(by_click.iter().all(|it| it.name != role));
}

async fn of_keys(runner: &ShellRunner<'_>, project: &Project) {
    let (app, account) = (runner.fixture.app(), runner.fixture.account.as_str());
    let organization = organizations::list(app, account)
        .await
        .unwrap()
        .remove(0)
        .id;
    let kinds = [
        (None, None),
        (Some(organization.clone()), None),
        (Some(organization), Some(project.id.clone())),
    ];
    for (organization_id, project_id) in kinds {
        let request = CreateKey {
            name: ODD.to_owned(),
            organization_id: organization_id.clone(),
            project_id: project_id.clone(),
        };
        let made = runner.run(KeyCreate { request }).await;
        assert_eq!(text(&made["name"]), ODD);
        assert_eq!(made["project_id"].as_str(), project_id.as_deref());
        let key_id = made["id"].to_string();
        let list = KeyList {
            organization_id: organization_id.clone(),
        };
        let has = |listed: &Value| {
            let mut listed = listed.as_array().unwrap().iter();
            listed.any(|it| it["id"] == made["id"])
        };
        assert!(has(&runner.run(list.clone()).await));
        let revoke = KeyRevoke {
            organization_id,
            key_id: key_id.clone(),
        };
        assert_eq!(runner.run(revoke).await["revoked"], true);
        assert!(!has(&runner.run(list).await));
    }
}

async fn looks(runner: &ShellRunner<'_>, project: &Project) {
    let fixture = runner.fixture;
    runner.run(UserIdentity {}).await;
    runner.run(UserMe {}).await;
    runner.run(OrganizationList {}).await;
    let regions = runner
        .run(RegionList {
            organization_id: None,
        })
        .await;
    assert!(regions["regions"].as_array().unwrap().len() > 3);
    for scope in [
        ProjectScope::Own,
        ProjectScope::Shared,
        ProjectScope::Deleted,
    ] {
        let listed = runner
            .run(ProjectPage {
                scope,
                organization_id: None,
                cursor: None,
            })
            .await;
        let is_there = ids(&listed, "projects").contains(&project.id);
        assert_eq!(is_there, scope == ProjectScope::Own, "{scope:?}");
    }
    let project_id = project.id.clone();
    let one = runner.run(ProjectGet { project_id }).await;
    assert_eq!(one["project"]["name"], "-shop");
    let project_id = project.id.clone();
    let listed = runner
        .run(OperationPage {
            project_id,
            cursor: None,
        })
        .await;
    let by_click = fixture.finished(&project.id).await;
    assert_eq!(ids(&listed, "operations").len(), by_click.len());
    let operation = runner
        .run(OperationGet {
            project_id: project.id.clone(),
            operation_id: by_click[0].id.clone(),
        })
        .await;
    assert_eq!(operation["operation"]["id"], by_click[0].id);
    let request = ConsumptionQuery {
        from: by_click[0].created_at.unwrap() - chrono::TimeDelta::days(1),
        to: by_click[0].created_at.unwrap(),
        granularity: "daily".to_owned(),
        organization_id: None,
        metrics: Vec::new(),
        project_ids: vec![project.id.clone()],
        branch_ids: Vec::new(),
        page_size: None,
        cursor: None,
    };
    runner.run(ProjectConsumption { request }).await;
}

/// The log keeps the text of what was really sent, and it is that of the call.
async fn gone_and_back(runner: &ShellRunner<'_>, project: &Project) {
    let fixture = runner.fixture;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project_id = project.id.clone();
    runner.run(ProjectDelete { project_id }).await;
    let deleted = projects::page(app, account, ProjectScope::Deleted, None, None).await;
    assert_eq!(deleted.unwrap().items[0].id, project.id);
    let project_id = project.id.clone();
    runner.run(ProjectRecover { project_id }).await;
    let seen = projects::get(app, account, &project.id).await.unwrap();
    assert_eq!(seen.name, "-shop");

    projects::delete(app, account, &project.id).await.unwrap();
    let call = ProjectDelete {
        project_id: project.id.clone(),
    };
    let call = NamedOperation::new(account, &call);
    let text = call_text(app, call, None).await.unwrap();
    let log = activity::list(app, ActivityFilter::default(), None, 1).await;
    let entry = &log.unwrap().items[0];
    assert_eq!(entry.action, "Delete project");
    assert_eq!(entry.curl.as_deref(), Some(text.curl.as_str()));
    assert_eq!(entry.account_id.as_deref(), Some(account));
    assert_eq!(entry.project_id.as_deref(), Some(project.id.as_str()));
}
