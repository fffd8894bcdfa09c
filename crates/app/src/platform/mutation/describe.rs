//! What a resource says of its mutations: the journal names, recognises and follows them without knowing it.

use std::borrow::Cow;
use std::future::{self, Future};

use serde::de::DeserializeOwned;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::answer::AffectedResources;
use super::client::PlatformClient;
use super::decide::{ReconcileOutcome, Sent};
use super::effects::Effects;
use super::reader::{Observed, Reader, Stop};
use crate::Error;
use crate::platform::Platform;
use crate::view::words::Action;

/// What the journal keeps of a mutation from before it is sent: enough to recognise what it did, and never a secret.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record<M> {
    pub(super) account: String,
    #[serde(serialize_with = "stored", bound(serialize = "M: Serialize"))]
    pub(super) mutation: M,
    /// Ids that other mutations of this app made or started. A match with one of them is not the work of this one.
    pub(super) known: Vec<String>,
    /// Milliseconds to add to this machine's clock to get the platform's, as known when it was sent.
    pub(super) offset_ms: Option<i64>,
}

/// Writes a mutation as the journal spells it: `project` for the `projectId` of an operation.
fn stored<M: Serialize, S: Serializer>(mutation: &M, to: S) -> Result<S::Ok, S::Error> {
    let mut value = serde_json::to_value(mutation).map_err(S::Error::custom)?;
    if let Value::Object(fields) = &mut value {
        let spelled = std::mem::take(fields).into_iter();
        fields.extend(spelled.map(|(name, value)| match name.strip_suffix("Id") {
            Some(stored) => (stored.to_owned(), value),
            None => (name, value),
        }));
    }
    value.serialize(to)
}

/// The mutations of one resource, as they are stored: the tag `verb` and the fields keep their spelling.
pub(crate) trait Mutation: DeserializeOwned + Serialize + Send + Sync + 'static {
    /// What [`Mutation::observe`] reads: the resource, or the candidates for it.
    type Item: Send + 'static;

    /// The action, its target and its lock.
    fn subject(&self) -> Subject<'_>;

    /// Reads what it would have changed, in the fewest calls that show whether it was applied. `None` when that cannot be
    /// read, or not completely.
    fn observe(
        &self,
        reader: &Reader<'_>,
    ) -> impl Future<Output = Result<Option<Observed<Self::Item>>, Stop>> + Send;

    /// Whether it was applied, by what was read.
    fn decide(&self, sent: &Sent<'_>, seen: Observed<Self::Item>) -> ReconcileOutcome<Self::Item>;

    /// What the user should check when nothing can be read, as a whole sentence.
    fn what_to_check(&self) -> String {
        "Check on the platform whether it was done.".to_owned()
    }

    /// The id of what was read, when that has one of its own.
    fn id(_item: &Self::Item) -> Option<String> {
        None
    }

    /// The named resources in what was read.
    fn affected(_item: &Self::Item) -> AffectedResources<'_> {
        AffectedResources::default()
    }

    /// What has to be stored once it was applied, beside the names in its reply.
    fn effects(&self, _client: &PlatformClient, _affected: AffectedResources<'_>) -> Effects {
        Effects::default()
    }

    /// What has to be stored when the platform answers 404 for the target. `None` has only the target's views read again.
    fn not_there(&self, _account: &str) -> Option<Effects> {
        None
    }

    /// The error when the new resource is useless without the secret in the lost reply, such as an API key.
    fn lost_secret(&self, _found: &Self::Item) -> Option<Error> {
        None
    }

    /// Publishes what has to be read again, beside the project.
    fn publish(&self, _app: &Platform, _account: &str) {}

    /// The target's name, where the subject has only an id for it that is not the id of its project or branch.
    fn target_name(
        &self,
        _app: &Platform,
        _account: &str,
    ) -> impl Future<Output = Option<String>> + Send {
        future::ready(None)
    }
}

/// What a mutation does to what, and what that means for the journal.
#[derive(Clone, Debug)]
pub(crate) struct Subject<'a> {
    /// The action, in the words of the activity log.
    pub(super) action: Action,
    /// What it acts on, in the words of the activity log.
    pub(super) target: Cow<'a, str>,
    /// The target's project, when that exists already.
    pub(super) project: Option<&'a str>,
    /// The branch that is the target, or that the target is on.
    pub(super) branch: Option<&'a str>,
    /// Mutations with the same lock run one at a time, so that a reconciliation never takes the work of one for that of
    /// another: those of one resource, and creates that could be mistaken for each other.
    pub(super) lock: String,
    /// A deletion: a 404 for the target means that it was applied.
    pub(super) removes: bool,
    /// The project is gone afterwards, and has no operations to follow.
    pub(super) ends_project: bool,
    /// It creates a project: the id in its reply is that of the project.
    pub(super) makes_project: bool,
}

impl<'a> Subject<'a> {
    /// A mutation in no project. `lock` are the parts of the lock's name.
    pub(crate) fn new(action: Action, target: impl Into<Cow<'a, str>>, lock: &[&str]) -> Self {
        Self {
            action,
            target: target.into(),
            project: None,
            branch: None,
            lock: lock.join("/"),
            removes: false,
            ends_project: false,
            makes_project: false,
        }
    }

    pub(crate) fn project(self, project: &'a str) -> Self {
        Self {
            project: Some(project),
            ..self
        }
    }

    pub(crate) fn branch(self, branch: &'a str) -> Self {
        Self {
            branch: Some(branch),
            ..self
        }
    }

    pub(crate) fn removes(self) -> Self {
        Self {
            removes: true,
            ..self
        }
    }

    pub(crate) fn ends_project(self) -> Self {
        Self {
            ends_project: true,
            ..self
        }
    }

    pub(crate) fn makes_project(self) -> Self {
        Self {
            makes_project: true,
            ..self
        }
    }

    /// The project that was created, given the id of what was created.
    pub(super) fn made(&self, id: Option<String>) -> Option<String> {
        id.filter(|_| self.makes_project)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::resources::permissions::{PermissionGrant, PermissionMutation};

    #[test]
    fn journal_keeps_the_spelling_of_an_operation() {
        let grant = PermissionGrant {
            project_id: "p".to_owned(),
            email: "ana@b.example".to_owned(),
        };
        let record = Record {
            account: "a".to_owned(),
            mutation: PermissionMutation::Grant(grant),
            known: Vec::new(),
            offset_ms: None,
        };
        let stored = serde_json::to_value(&record).unwrap();
        let mutation =
            json!({ "verb": "grantPermission", "project": "p", "email": "ana@b.example" });
        assert_eq!(stored["mutation"], mutation);
        let read: Record<PermissionMutation> = serde_json::from_value(stored).unwrap();
        let PermissionMutation::Grant(read) = read.mutation else {
            panic!("read as another one");
        };
        assert_eq!(
            (read.project_id.as_str(), read.email.as_str()),
            ("p", "ana@b.example")
        );
    }
}
