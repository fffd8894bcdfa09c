use std::path::Path;

use sandbox::{Action, Config, FaultKind, OperationFault};
use serde_json::{Value, json};

use super::management::Management;
use super::test_sandbox::{TestSandbox, text};
use super::{Reply, until};

/// A sandbox with one project whose operations have finished.
pub struct TestProject {
    pub sandbox: TestSandbox,
    pub api: Management,
    /// The reply that made the project.
    pub made: Value,
    pub project: String,
    pub branch: String,
    pub endpoint: String,
}

impl TestProject {
    pub async fn start() -> Self {
        Self::of(|_| {}, &json!({})).await
    }

    pub async fn without_servers() -> Self {
        Self::of(|config| config.servers = false, &json!({})).await
    }

    /// With a project as it is asked for. Tests ask more often than people may.
    pub async fn of(change: impl FnOnce(&mut Config), project: &Value) -> Self {
        Self::within(&std::env::temp_dir(), change, project).await
    }

    /// On the disk of that folder.
    pub async fn within(parent: &Path, change: impl FnOnce(&mut Config), project: &Value) -> Self {
        let sandbox = TestSandbox::within(parent, |config| {
            config.rate_limits = None;
            change(config);
        })
        .await;
        let api = Management::of(&sandbox);
        let reply = api.post("/projects", &json!({ "project": project })).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let made = reply.json();
        let id = |of: &Value| text(of, "id").to_owned();
        let fixture = Self {
            project: id(&made["project"]),
            branch: id(&made["branch"]),
            endpoint: id(&made["endpoints"][0]),
            sandbox,
            api,
            made,
        };
        fixture.wait_for_operations().await;
        fixture
    }

    /// A path below the project.
    pub fn path(&self, below: &str) -> String {
        format!("/projects/{}{below}", self.project)
    }

    pub async fn get(&self, below: &str) -> Reply {
        self.api.get(&self.path(below)).await
    }

    pub async fn post(&self, below: &str, body: &Value) -> Reply {
        self.api.post(&self.path(below), body).await
    }

    pub async fn patch(&self, below: &str, body: &Value) -> Reply {
        self.api.patch(&self.path(below), body).await
    }

    pub async fn delete(&self, below: &str) -> Reply {
        self.api.delete(&self.path(below)).await
    }

    /// The body of a reply with that status, once the project's operations have finished.
    pub async fn done(&self, status: u16, reply: Reply) -> Value {
        assert_eq!(reply.status, status, "{}", reply.body);
        self.wait_for_operations().await;
        reply.json()
    }

    /// A new branch of the default one: the reply that made it.
    pub async fn branch(&self, name: &str) -> Value {
        let body = json!({"branch": {"name": name}});
        let reply = self.post("/branches", &body).await;
        self.done(201, reply).await
    }

    pub async fn wait_for_operations(&self) {
        until("the project's operations have finished", async || {
            let list = self.get("/operations?limit=100").await.json();
            let all = list["operations"].as_array().unwrap().clone();
            if let Some(ill) = all.iter().find(|it| it["status"] == "error") {
                panic!("{ill}");
            }
            all.iter().all(|it| it["status"] == "finished")
        })
        .await;
    }

    /// The next operation with this action is given up.
    pub fn gives_up_once(&self, action: Action) {
        let fault = OperationFault::once(action, FaultKind::GiveUp);
        let injected = self.sandbox.running.inject_operation_fault(fault);
        injected.unwrap();
    }

    /// What the list has of one branch.
    pub async fn branch_record(&self, branch: &str) -> Value {
        let reply = self.get(&format!("/branches/{branch}")).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["branch"].clone()
    }

    /// The state of a compute.
    pub async fn state(&self, endpoint: &str) -> String {
        let found = self.get(&format!("/endpoints/{endpoint}")).await.json();
        text(&found["endpoint"], "current_state").to_owned()
    }
}

/// `action status` of each operation of a reply.
pub fn steps(reply: &Value) -> Vec<String> {
    let operations = reply["operations"].as_array().unwrap();
    let step = |it: &Value| format!("{} {}", text(it, "action"), text(it, "status"));
    operations.iter().map(step).collect()
}

pub fn id(of: &Value) -> String {
    text(of, "id").to_owned()
}

/// Status, code and message of an error.
pub fn error(reply: &Reply) -> (u16, String, String) {
    let body = reply.json();
    let code = text(&body, "code").to_owned();
    (reply.status, code, text(&body, "message").to_owned())
}
