//! The people behind the callers of the Management API.

use std::time::Duration;

use serde_json::{Value, json};

use super::management::Management;
use super::test_sandbox::{TestSandbox, text};
use super::until;

/// A user with a personal key, and the organization they founded.
pub struct Person {
    pub id: String,
    pub email: String,
    pub key: String,
    pub caller: Management,
    pub organization: String,
}

impl TestSandbox {
    /// Signs somebody up who founds an organization of the same name.
    pub async fn person(&self, name: &str) -> Person {
        let email = format!("{name}@example.com");
        let user = json!({"email": email, "name": name});
        let id = text(&self.made("/sandbox/users", &user).await, "id").to_owned();
        let keys = format!("/sandbox/users/{id}/keys");
        let made = self.made(&keys, &json!({"key_name": "first"})).await;
        let founded = json!({"name": name, "admin_id": id});
        let organization = self.made("/sandbox/organizations", &founded).await;
        Person {
            caller: Management::with(self, text(&made, "key")),
            key: text(&made, "key").to_owned(),
            organization: text(&organization, "id").to_owned(),
            id,
            email,
        }
    }

    pub async fn joins(&self, organization: &str, user: &str, role: &str) {
        let path = format!("/sandbox/organizations/{organization}/members");
        let member = json!({"user_id": user, "role": role});
        self.made(&path, &member).await;
    }

    pub async fn leaves(&self, organization: &str, user: &str) {
        let path = format!("/sandbox/organizations/{organization}/members/{user}");
        assert_eq!(self.admin("DELETE", &path, "").await.status, 204);
    }

    /// Waits until no project has an operation under way.
    pub async fn wait_for_operations(&self) {
        assert!(self.running.settled(Duration::from_secs(60)).await);
    }

    pub async fn made(&self, path: &str, body: &Value) -> Value {
        let reply = self.admin("POST", path, &body.to_string()).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()
    }
}

impl Management {
    /// A key that this one makes: its id and token.
    pub async fn makes_key(&self, path: &str, body: &Value) -> (i64, String) {
        let reply = self.post(path, body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let made = reply.json();
        (made["id"].as_i64().unwrap(), text(&made, "key").to_owned())
    }

    /// A new project that is ready for other calls: its id and that of its branch.
    pub async fn makes_project(&self, body: &Value) -> (String, String) {
        let reply = self.post("/projects", &json!({ "project": body })).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let made = reply.json();
        let project = text(&made["project"], "id").to_owned();
        self.waits_for_operations(&project).await;
        (project, text(&made["branch"], "id").to_owned())
    }

    /// Waits until the project has no operation under way.
    async fn waits_for_operations(&self, project: &str) {
        let path = format!("/projects/{project}/operations?limit=100");
        until("the project's operations have ended", async || {
            let reply = self.get(&path).await.json();
            let operations = reply["operations"].as_array();
            operations.is_some_and(|all| all.iter().all(|it| it["status"] == "finished"))
        })
        .await;
    }
}
