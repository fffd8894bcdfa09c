//! What a walk over the screens of an account has at hand.

use sandbox::Running;
use serde_json::{Value, json};

use super::checks::ScreenChecks;
use crate::harness::{Desktop, Window};

/// Where the walk is.
pub struct Stage<'walk> {
    pub checks: &'walk ScreenChecks,
    pub desktop: &'walk Desktop,
    pub window: &'walk Window,
    pub platform: &'walk Running,
    pub account: String,
    pub project: String,
    pub branch: String,
}

impl Stage<'_> {
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

    /// Brings a part of the screen to its top.
    pub async fn scroll_to(&self, title: &str) {
        let script = "const title = [...document.querySelectorAll('h2, h3')]
            .find(each => each.innerText.trim() === arguments[0]);
        title?.scrollIntoView({ block: 'start', behavior: 'instant' });
        return title !== undefined";
        self.window
            .until(&format!("there is the part `{title}`"), || async {
                self.window.script(script, vec![json!(title)]).await == true
            })
            .await;
    }
}
