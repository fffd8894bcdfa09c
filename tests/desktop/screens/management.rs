//! Projects and what is in them, on a platform of the test's own that is connected as an account.

use std::time::Duration;

use super::account_screens::AccountScreens;
use super::checks::{ScreenChecks, States};
use super::{accounts, history, project, projects, schemas, snapshots};
use crate::accounts::{Platform, connect};
use crate::harness::{Desktop, Keychain, WindowOptions};

/// The account, its list of projects and its history, in the order of the walk.
pub const PROJECTS: &[States] = &[
    ("connectAccount", &["empty", "refused", "exists"]),
    (
        "projects",
        &[
            "empty", "filled", "filtered", "nothing", "ticked", "undo", "deleted", "partial",
            "all", "offline",
        ],
    ),
    ("createProject", &["folded", "filled", "refused", "made"]),
    ("renameProject", &["filled"]),
    ("deleteProject", &["filled"]),
    ("planBulk", &["plan"]),
    ("bulk", &["paused", "failed", "done"]),
    ("project", &["gone", "stale"]),
    ("callText", &["filled"]),
    ("editAccount", &["filled"]),
    ("replaceAccountKey", &["filled"]),
    ("unlockAccount", &["filled"]),
    ("removeAccount", &["filled"]),
    ("settings", &["accounts", "projects", "compact"]),
    ("account", &["menu", "production", "locked", "unauthorized"]),
    (
        "history",
        &[
            "filled", "timeline", "failed", "retry", "running", "growing", "detail", "action",
            "nothing", "filtered",
        ],
    ),
    ("palette", &["found"]),
];

/// One project and what is in it, in the order of the walk.
pub const PROJECT: &[States] = &[
    ("planBulk", &["expiry"]),
    (
        "project",
        &[
            "overview",
            "branches",
            "branches-selected",
            "branch",
            "branch-restored",
            "computes",
            "computes-selected",
            "compute",
            "replica",
            "data",
            "history",
            "settings",
            "code",
            "fields",
            "shared",
            "snapshots",
            "snapshots-none",
            "usable",
        ],
    ),
    ("grantPermission", &["filled", "refused"]),
    ("revokePermission", &["filled"]),
    ("writeConnection", &["fields"]),
    ("psqlWith", &["filled"]),
    ("createBranch", &["filled", "refused"]),
    ("renameBranch", &["filled"]),
    ("branchExpiry", &["filled"]),
    ("expireBranches", &["filled"]),
    ("restoreBranch", &["filled", "preview"]),
    ("resetBranch", &["filled"]),
    ("defaultBranch", &["filled"]),
    ("deleteBranch", &["filled", "children"]),
    ("branchSchema", &["filled"]),
    ("compareSchemas", &["filled", "same", "refused", "stale"]),
    ("takeSnapshot", &["filled", "refused"]),
    ("restoreSnapshot", &["filled", "replaces"]),
    ("renameSnapshot", &["filled"]),
    ("deleteSnapshot", &["filled"]),
    ("snapshotSchedule", &["empty", "filled"]),
    ("finalizeRestore", &["filled"]),
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
];

pub async fn walk_projects(checks: &ScreenChecks) {
    let platform = platform().await;
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-projects", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    let mut screens = AccountScreens::new(checks, &desktop, window, &platform).await;
    accounts::connect(&mut screens).await;
    projects::before_anything(&screens).await;
    projects::create(&mut screens).await;
    screens.finished(&screens.project).await;
    screens.create_database("ledger").await;
    screens.tab("tab=data").await;
    window.sees("ledger").await;
    history::after_much(&screens).await;
    projects::list(&screens).await;
    projects::bulk(&screens).await;
    accounts::marks_and_dialogs(&screens).await;
    projects::everywhere(&screens).await;
    projects::without_the_platform(&screens).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

pub async fn walk_project(checks: &ScreenChecks) {
    let platform = platform().await;
    platform.project("shop-prod").await;
    let look = WindowOptions::default();
    let mut desktop = Desktop::start("screens-project", Keychain::Unlocked, look).await;
    let window = &desktop.open().await;
    connect(window, &platform, "Northern shop", &platform.running.key).await;
    let mut screens = AccountScreens::new(checks, &desktop, window, &platform).await;
    screens.find_project().await;
    project::tabs(&screens).await;
    project::selected(&screens).await;
    project::dialogs_of_branches(&screens).await;
    schemas::walk(&screens).await;
    project::dialogs_of_computes(&screens).await;
    project::preview(&screens).await;
    project::dialogs_of_data(&screens).await;
    project::sharing(&screens).await;
    snapshots::walk(&screens).await;
    desktop.holds_no_secret(window).await;
    platform.running.stop().await;
}

/// With real servers, and operations that take long enough to be seen.
pub async fn platform() -> Platform {
    Platform::of(|config| config.operation_pace = Duration::from_millis(300)).await
}
