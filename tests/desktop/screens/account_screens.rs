//! The window, the platform and the ids that the steps through an account's screens work with.

use serde_json::{Value, json};

use super::checks::ScreenChecks;
use crate::accounts::{Platform, current};
use crate::harness::{Desktop, Window};

pub struct AccountScreens<'a> {
    pub checks: &'a ScreenChecks,
    pub desktop: &'a Desktop,
    pub window: &'a Window,
    pub platform: &'a Platform,
    /// The account's id, as soon as it is connected.
    pub account: String,
    /// The project that the steps are about, as soon as it is there, and its first branch.
    pub project: String,
    pub branch: String,
}

impl<'a> AccountScreens<'a> {
    /// Those of the account that the window shows, if it has one.
    pub async fn new(
        checks: &'a ScreenChecks,
        desktop: &'a Desktop,
        window: &'a Window,
        platform: &'a Platform,
    ) -> Self {
        let account = current(window).await["id"].as_str().map(str::to_owned);
        Self {
            checks,
            desktop,
            window,
            platform,
            account: account.unwrap_or_default(),
            project: String::new(),
            branch: String::new(),
        }
    }

    pub async fn inspect(&self, state: &str) {
        self.checks.inspect(self.desktop, self.window, state).await;
    }

    pub async fn dialog(&self, title: &str, state: &str) {
        self.checks
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

    /// The steps are about the account's first project from now on.
    pub async fn find_project(&mut self) {
        let request = json!({ "scope": "own", "organizationId": null, "cursor": null });
        let page = self.ask("project_page", request).await;
        page["items"][0]["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.project);
        let request = json!({ "projectId": self.project, "includeDeleted": false });
        let branches = self.ask("branch_list", request).await;
        branches[0]["id"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.branch);
    }

    pub async fn create_database(&self, name: &str) {
        let create = json!({
            "projectId": self.project, "branchId": self.branch, "name": name, "owner": "svcdb_owner",
        });
        self.ask("database_create", create).await;
        self.finished(&self.project).await;
    }

    pub async fn create_branch(&self, create: Value) -> String {
        let request = json!({ "projectId": self.project, "create": create });
        let made = self.ask("branch_create", request).await;
        self.finished(&self.project).await;
        made["branch"]["id"].as_str().unwrap().to_owned()
    }

    /// Waits until nothing works on a project any more.
    pub async fn finished(&self, project: &str) {
        self.window
            .until("the project's operations have ended", || async {
                let request = json!({ "projectId": project, "cursor": null });
                let page = self.ask("operation_page", request).await;
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
