use app::Error;
use futures::future::BoxFuture;
use serde_json::Value;

use super::fixture::Fixture;
use crate::management::fixture::ManagementFixture;

/// Gets something ready and tells how it will be changed. The number is for names.
pub type Verb = for<'a> fn(&'a Fixture, u64) -> BoxFuture<'a, PlannedChange>;

/// A change that is about to be asked for, and how the sandbox shows whether it took place.
pub struct PlannedChange {
    pub method: &'static str,
    /// Without `/api/v2`.
    pub path: String,
    pub act: BoxFuture<'static, Result<(), Error>>,
    pub evidence: Evidence,
    pub knowable: Knowable,
}

/// What the core can know when the reply is lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Knowable {
    /// Whether it was done.
    Known,
    /// The same, and that its secret is lost.
    SecretLost,
    /// Nothing: nobody can look.
    Unreadable,
}

/// Where a change shows.
pub enum Evidence {
    /// As often as something in a list has this value.
    Listed(ListField, Value),
    /// Once when nothing in a list has this value any more.
    Unlisted(ListField, Value),
    /// Once when a field has this value.
    Is(String, &'static str, Value),
    /// Once when a field has this value no longer.
    IsNot(String, &'static str, Value),
    /// Once when it is not there any more.
    Gone(String),
    /// As often as an operation of this kind was begun beyond those that were there.
    Begun {
        project: String,
        action: &'static str,
        before: usize,
    },
    /// Only in the log of requests.
    Logged,
}

/// A list and the field of its items that tells them apart. The name of the list is empty when it stands alone.
pub struct ListField(pub String, pub &'static str, pub &'static str);

impl Evidence {
    /// How often it took place. `executed` is how many requests of it the sandbox carried out.
    pub async fn times(&self, management: &ManagementFixture, executed: usize) -> usize {
        match self {
            Self::Listed(list_field, value) => list_field.count(management, value).await,
            Self::Unlisted(list_field, value) => {
                usize::from(list_field.count(management, value).await == 0)
            }
            Self::Is(path, pointer, value) => {
                usize::from(at(&management.seen(path).await, pointer) == *value)
            }
            Self::IsNot(path, pointer, value) => {
                usize::from(at(&management.seen(path).await, pointer) != *value)
            }
            Self::Gone(path) => usize::from(management.seen(path).await.is_null()),
            Self::Begun {
                project,
                action,
                before,
            } => begun(management, project, action).await - before,
            Self::Logged => executed,
        }
    }

    /// An operation of this kind will be begun.
    pub async fn begins(
        management: &ManagementFixture,
        project: &str,
        action: &'static str,
    ) -> Self {
        Self::Begun {
            project: project.to_owned(),
            action,
            before: begun(management, project, action).await,
        }
    }
}

impl ListField {
    async fn count(&self, management: &ManagementFixture, value: &Value) -> usize {
        let Self(path, list, field) = self;
        let found = management.seen(path).await;
        let items = if list.is_empty() {
            &found
        } else {
            &found[*list]
        };
        let items = items.as_array().map_or(&[][..], Vec::as_slice);
        items.iter().filter(|item| item[*field] == *value).count()
    }
}

fn at(value: &Value, pointer: &str) -> Value {
    value.pointer(pointer).cloned().unwrap_or_default()
}

async fn begun(management: &ManagementFixture, project: &str, action: &str) -> usize {
    let path = format!("/projects/{project}/operations?limit=1000");
    let found = management.seen(&path).await;
    let all = found["operations"].as_array().unwrap();
    all.iter().filter(|it| it["action"] == action).count()
}
