//! What a noun says of its mutations: the journal names, recognises and follows them without knowing the noun.

use std::borrow::Cow;
use std::future::{self, Future};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::answer::AffectedResources;
use super::client::PlatformClient;
use super::decide::{ReconcileOutcome, Sent};
use super::effects::Effects;
use super::look::{Look, Seen, Stop};
use crate::Error;
use crate::platform::Platform;

/// What is written down of a mutation before it leaves: enough to recognise what it did, and never a secret.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record<M> {
    pub(super) account: String,
    pub(super) mutation: M,
    /// Ids of what earlier mutations of the same thing made: this one did not make them.
    pub(super) known: Vec<String>,
    /// The distance of the platform's clock when it left, in milliseconds.
    pub(super) offset_ms: Option<i64>,
}

/// The mutations of one noun, as they are stored: the tag `verb` and the fields keep their spelling.
pub(crate) trait Mutation: DeserializeOwned + Serialize + Send + Sync + 'static {
    /// What a look at the platform finds.
    type Item: Send + 'static;

    /// What is done to what.
    fn subject(&self) -> Subject<'_>;

    /// Looks at what it would have changed, in the fewest calls that tell whether it was done. `None` when nothing can be
    /// looked at, or not all of it.
    fn observe(
        &self,
        look: &Look<'_>,
    ) -> impl Future<Output = Result<Option<Seen<Self::Item>>, Stop>> + Send;

    /// Whether it was done, by what was seen.
    fn decide(&self, sent: &Sent<'_>, seen: Seen<Self::Item>) -> ReconcileOutcome<Self::Item>;

    /// What to check when nothing can be looked at, as a whole sentence.
    fn what_to_check(&self) -> String {
        "Look at the platform whether it was done.".to_owned()
    }

    /// The id of what was found, when that has one of its own.
    fn id(_item: &Self::Item) -> Option<String> {
        None
    }

    /// What was found, as far as it has names.
    fn affected(_item: &Self::Item) -> AffectedResources<'_> {
        AffectedResources::default()
    }

    /// What has to be kept once it was done, beside the names in its reply.
    fn effects(&self, _client: &PlatformClient, _affected: AffectedResources<'_>) -> Effects {
        Effects::default()
    }

    /// What has to be kept when the platform says that what was to be changed is not there.
    fn not_there(&self, _account: &str) -> Option<Effects> {
        None
    }

    /// The error when what was made is of no use without the secret that was in the lost reply.
    fn lost_secret(&self, _found: &Self::Item) -> Option<Error> {
        None
    }

    /// Says what has to be read again, beside the project.
    fn publish(&self, _app: &Platform, _account: &str) {}

    /// The name of what it is about, where its target is only an id and no project is around it.
    fn target_name(
        &self,
        _app: &Platform,
        _account: &str,
    ) -> impl Future<Output = Option<String>> + Send {
        future::ready(None)
    }
}

/// What is done to what.
#[derive(Clone, Debug)]
pub(crate) struct Subject<'a> {
    /// What is done, as the activity log says it.
    pub(super) action: &'static str,
    /// To what it is done, as the activity log says it.
    pub(super) target: Cow<'a, str>,
    /// The project it is about, when there is one already.
    pub(super) project: Option<&'a str>,
    /// The branch it is about, or that what it is about is on.
    pub(super) branch: Option<&'a str>,
    /// Mutations that share it wait for each other, so that what one did is never taken for what another did: those of
    /// one thing, and creates that could be mistaken for each other.
    pub(super) lock: String,
    /// It is done when what it is about is not there.
    pub(super) removes: bool,
    /// Its project has no operations to follow afterwards.
    pub(super) ends_project: bool,
    /// The id that it made is that of a project.
    pub(super) makes_project: bool,
}

impl<'a> Subject<'a> {
    /// In no project. `lock` names the thing, in parts.
    pub(crate) fn new(
        action: &'static str,
        target: impl Into<Cow<'a, str>>,
        lock: &[&str],
    ) -> Self {
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

    /// The project that it made, when this is the id of what it made.
    pub(super) fn made(&self, id: Option<String>) -> Option<String> {
        id.filter(|_| self.makes_project)
    }
}
