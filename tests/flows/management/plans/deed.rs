use app::Error;
use futures::future::BoxFuture;
use serde_json::Value;

use super::fixture::Fixture;
use crate::management::stage::Stage;

/// Gets something ready and tells how it will be changed. The number is for names.
pub type Verb = for<'a> fn(&'a Fixture, u64) -> BoxFuture<'a, Deed>;

/// A change that is about to be asked for, and how the sandbox shows whether it took place.
pub struct Deed {
    pub method: &'static str,
    /// Without `/api/v2`.
    pub path: String,
    pub act: BoxFuture<'static, Result<(), Error>>,
    pub truth: Truth,
    pub ending: Ending,
}

/// What the core can know when the reply is lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// Whether it was done.
    Known,
    /// The same, and that its secret is lost.
    SecretLost,
    /// Nothing: nobody can look.
    Unseeable,
}

/// Where a change shows.
pub enum Truth {
    /// As often as something in a list has this value.
    Listed(Place, Value),
    /// Once when nothing in a list has this value any more.
    Unlisted(Place, Value),
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
pub struct Place(pub String, pub &'static str, pub &'static str);

impl Truth {
    /// How often it took place. `executed` is how many requests of it the sandbox carried out.
    pub async fn times(&self, stage: &Stage, executed: usize) -> usize {
        match self {
            Self::Listed(place, value) => place.count(stage, value).await,
            Self::Unlisted(place, value) => usize::from(place.count(stage, value).await == 0),
            Self::Is(path, pointer, value) => {
                usize::from(at(&stage.seen(path).await, pointer) == *value)
            }
            Self::IsNot(path, pointer, value) => {
                usize::from(at(&stage.seen(path).await, pointer) != *value)
            }
            Self::Gone(path) => usize::from(stage.seen(path).await.is_null()),
            Self::Begun {
                project,
                action,
                before,
            } => begun(stage, project, action).await - before,
            Self::Logged => executed,
        }
    }

    /// An operation of this kind will be begun.
    pub async fn begins(stage: &Stage, project: &str, action: &'static str) -> Self {
        Self::Begun {
            project: project.to_owned(),
            action,
            before: begun(stage, project, action).await,
        }
    }
}

impl Place {
    async fn count(&self, stage: &Stage, value: &Value) -> usize {
        let Self(path, list, field) = self;
        let found = stage.seen(path).await;
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

async fn begun(stage: &Stage, project: &str, action: &str) -> usize {
    let path = format!("/projects/{project}/operations?limit=1000");
    let found = stage.seen(&path).await;
    let all = found["operations"].as_array().unwrap();
    all.iter().filter(|it| it["action"] == action).count()
}
