//! Projects and what is in them, on a platform of the test's own that is connected as an account.

use std::time::Duration;

use sandbox::{Running, Sandbox};

use super::checks::{ScreenChecks, States};
use super::stage::Stage;
use super::{accounts, operations, project, projects};
use crate::harness::{Desktop, Keychain, WindowOptions};

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
            "fields",
            "shared",
            "usable",
            "gone",
            "stale",
        ],
    ),
    ("shareProject", &["filled", "refused"]),
    ("stopSharing", &["filled"]),
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

pub async fn walk(checks: &ScreenChecks) {
    let mut desktop = Desktop::start(
        "screens-management",
        Keychain::Unlocked,
        WindowOptions::default(),
    )
    .await;
    let platform = platform(&desktop).await;
    let window = &desktop.open().await;
    let mut stage = Stage {
        checks,
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
    project::sharing(&stage).await;
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
