//! Projects and what is in them, on a platform of the test's own that is connected as an account.

use std::time::Duration;

use sandbox::{Running, Sandbox};
use serde_json::{Value, json};

use super::eyes::{Eyes, States};
use super::{accounts, operations, project, projects};
use crate::harness::{Desktop, Keychain, Look, Window};

/// In the order of the walk.
pub const TABLE: &[States] = &[
    ("connectAccount", &["empty", "refused", "exists"]),
    (
        "operations",
        &["empty", "filled", "lanes", "detail", "failed", "running"],
    ),
    (
        "projects",
        &[
            "empty", "filled", "filtered", "nothing", "ticked", "undo", "deleted", "partial",
            "offline",
        ],
    ),
    ("createProject", &["filled", "refused", "made"]),
    ("renameProject", &["filled"]),
    ("deleteProject", &["filled"]),
    ("planBulk", &["plan"]),
    ("bulk", &["paused", "failed", "done"]),
    (
        "project",
        &[
            "overview",
            "branches",
            "branch",
            "computes",
            "compute",
            "data",
            "operations",
            "settings",
            "usable",
            "gone",
            "stale",
        ],
    ),
    ("writeConnection", &["fields"]),
    ("psqlWith", &["filled"]),
    ("callText", &["filled"]),
    ("createBranch", &["filled", "refused"]),
    ("renameBranch", &["filled"]),
    ("branchExpiry", &["filled"]),
    ("restoreBranch", &["filled"]),
    ("resetBranch", &["filled"]),
    ("defaultBranch", &["filled"]),
    ("deleteBranch", &["filled", "children"]),
    ("createCompute", &["filled"]),
    ("renameCompute", &["filled"]),
    ("resizeCompute", &["filled"]),
    ("computeTimeout", &["filled"]),
    ("suspendCompute", &["filled"]),
    ("restartCompute", &["filled"]),
    ("disableCompute", &["filled"]),
    ("deleteCompute", &["filled"]),
    ("createDatabase", &["filled", "refused"]),
    ("renameDatabase", &["filled"]),
    ("databaseOwner", &["filled"]),
    ("deleteDatabase", &["filled"]),
    ("createRole", &["filled", "made"]),
    ("rolePassword", &["filled"]),
    ("resetPassword", &["filled"]),
    ("deleteRole", &["filled"]),
    ("editAccount", &["filled"]),
    ("replaceAccountKey", &["filled"]),
    ("unlockAccount", &["filled"]),
    ("removeAccount", &["filled"]),
    ("settings", &["accounts"]),
    ("account", &["menu", "production", "locked", "unauthorized"]),
    ("palette", &["found"]),
    ("activity", &["filtered"]),
];

pub async fn walk(eyes: &Eyes) {
    let mut desktop =
        Desktop::start("screens-management", Keychain::Unlocked, Look::default()).await;
    let platform = platform(&desktop).await;
    let window = &desktop.open().await;
    let mut stage = Stage {
        eyes,
        desktop: &desktop,
        window,
        platform: &platform,
        account: String::new(),
        project: String::new(),
        branch: String::new(),
    };
    accounts::connect(&mut stage).await;
    operations::before_anything(&stage).await;
    projects::create(&mut stage).await;
    project::tabs(&stage).await;
    project::dialogs_of_branches(&stage).await;
    project::dialogs_of_computes(&stage).await;
    project::dialogs_of_data(&stage).await;
    operations::after_much(&stage).await;
    projects::list(&stage).await;
    projects::bulk(&stage).await;
    accounts::marks_and_dialogs(&stage).await;
    projects::without_the_platform(&stage).await;
    desktop.holds_no_secret(window).await;
    platform.stop().await;
}

/// A platform with projects that nobody made yet, whose servers are real.
async fn platform(desktop: &Desktop) -> Running {
    let mut config = sandbox::Config::new(desktop.path().join("platform"));
    config.operation_pace = Duration::from_millis(300);
    Sandbox::start(config).await.unwrap()
}

/// Where the walk is.
pub struct Stage<'walk> {
    pub eyes: &'walk Eyes,
    pub desktop: &'walk Desktop,
    pub window: &'walk Window,
    pub platform: &'walk Running,
    pub account: String,
    pub project: String,
    pub branch: String,
}

impl Stage<'_> {
    pub async fn look(&self, state: &str) {
        self.eyes.look(self.desktop, self.window, state).await;
    }

    pub async fn dialog(&self, title: &str, state: &str) {
        self.eyes
            .dialog(self.desktop, self.window, title, state)
            .await;
    }

    /// A command about the account; what else it needs is in `arguments`.
    pub async fn ask(&self, name: &str, arguments: Value) -> Value {
        self.try_to(name, arguments)
            .await
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub async fn try_to(&self, name: &str, mut arguments: Value) -> Result<Value, Value> {
        arguments["accountId"] = json!(self.account);
        self.window.command(name, arguments).await
    }

    pub async fn create_project(&self, create: Value) -> Value {
        self.ask("project_create", json!({ "create": create }))
            .await
    }

    pub async fn create_branch(&self, create: Value) -> String {
        let wish = json!({ "projectId": self.project, "create": create });
        let made = self.ask("branch_create", wish).await;
        self.finished(&self.project).await;
        made["branch"]["id"].as_str().unwrap().to_owned()
    }

    /// Waits until nothing works on a project any more.
    pub async fn finished(&self, project: &str) {
        self.window
            .until("the project's operations have ended", || async {
                let wish = json!({ "projectId": project, "cursor": null });
                let page = self.ask("operation_page", wish).await;
                let items = page["items"].as_array().unwrap();
                items.iter().all(|each| each["isOver"] == true)
            })
            .await;
    }

    /// Goes to a part of the project.
    pub async fn tab(&self, rest: &str) {
        let (account, project) = (&self.account, &self.project);
        self.window
            .go(&format!("#/project?account={account}&id={project}&{rest}"))
            .await;
    }
}
