//! The mutations of how people sign in on a branch, and of its webhooks, as they are journalled.

use api::resource::auth as wire;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::ids;
use crate::platform::Platform;
use crate::platform::mutation::{
    Answer, Compared, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, covers,
    present,
};
use crate::view::words::Action;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum SignInMutation {
    #[serde(rename = "changeSignIn")]
    Change {
        project: String,
        branch: String,
        expected: Value,
    },
    #[serde(rename = "allowLocalhost")]
    Localhost {
        project: String,
        branch: String,
        allow: bool,
    },
    #[serde(rename = "changeAuthPlugin")]
    Plugin {
        project: String,
        branch: String,
        plugin: Plugin,
        expected: Value,
    },
    #[serde(rename = "setWebhooks")]
    Webhooks {
        project: String,
        branch: String,
        /// Without the address: those of many services are secrets, so that it is known to this run alone.
        expected: Value,
        #[serde(skip)]
        url: Option<String>,
    },
}

impl SignInMutation {
    fn place(&self) -> (&str, &str) {
        match self {
            Self::Change {
                project, branch, ..
            }
            | Self::Localhost {
                project, branch, ..
            }
            | Self::Plugin {
                project, branch, ..
            }
            | Self::Webhooks {
                project, branch, ..
            } => (project, branch),
        }
    }
}

impl Mutation for SignInMutation {
    /// The fields in the words of the requests.
    type Item = Value;

    fn subject(&self) -> Subject<'_> {
        let (project, branch) = self.place();
        let action = match self {
            Self::Change { .. } => Action::ChangeSignIn,
            Self::Localhost { .. } => Action::ChangeLocalhost,
            Self::Plugin { plugin, .. } => plugin.action(),
            Self::Webhooks { .. } => Action::ChangeWebhooks,
        };
        Subject::new(action, project, &["signIn", project, branch])
            .project(project)
            .branch(branch)
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Value>>, Stop> {
        let (project, branch) = self.place();
        let auth = reader.api.auth(&ids::project(project)?);
        let auth = auth.of_branch(&ids::branch(branch)?);
        let found = match self {
            Self::Change { .. } => {
                let found = reader.value(auth.email_and_password()).await?;
                present(serde_json::to_value(&found).unwrap_or_default())
            }
            Self::Localhost { .. } => json!(reader.value(auth.allows_localhost()).await?),
            Self::Plugin { plugin, .. } => plugin.seen(&reader.value(auth.plugins()).await?),
            Self::Webhooks { .. } => webhook_fields(&reader.value(auth.webhooks()).await?),
        };
        Ok(Some(vec![found].into()))
    }

    fn decide(&self, _: &Sent<'_>, seen: Observed<Value>) -> ReconcileOutcome<Value> {
        let Some(found) = seen.one() else {
            return ReconcileOutcome::Unclear(self.what_to_check());
        };
        let expected = match self {
            Self::Change { expected, .. } => expected.clone(),
            Self::Localhost { allow, .. } => json!(allow),
            Self::Plugin { expected, .. } => expected.clone(),
            Self::Webhooks { expected, url, .. } => {
                let Some(url) = url else {
                    return ReconcileOutcome::Unclear(self.what_to_check());
                };
                let mut expected = expected.clone();
                expected["webhook_url"] = json!(url);
                expected
            }
        };
        match covers(&expected, &found) {
            Compared::Different => ReconcileOutcome::NotDone,
            Compared::Same => ReconcileOutcome::Done(Some(found)),
            Compared::Unseen => ReconcileOutcome::Unclear(self.what_to_check()),
        }
    }

    fn what_to_check(&self) -> String {
        match self {
            Self::Webhooks { .. } => "Check the webhooks of the branch before you try again.",
            _ => "Check how people sign in on the branch before you try again.",
        }
        .to_owned()
    }

    fn publish(&self, app: &Platform, account: &str) {
        app.events.auth_changed(account, self.place().0);
    }
}

impl Answer<Value> for wire::EmailAndPassword {
    fn of(found: Option<Value>) -> Option<Self> {
        serde_json::from_value(found?).ok()
    }
}

impl Answer<Value> for bool {
    fn of(found: Option<Value>) -> Option<Self> {
        found?.as_bool()
    }
}

/// Which plugin a change in the journal is of.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Plugin {
    MagicLink,
    PhoneNumber,
    Organizations,
}

impl Plugin {
    pub(super) fn action(self) -> Action {
        match self {
            Self::MagicLink => Action::ChangeMagicLink,
            Self::PhoneNumber => Action::ChangePhoneSignIn,
            Self::Organizations => Action::ChangeOrganizations,
        }
    }

    /// How it is now, in the words of the requests.
    pub(super) fn seen(self, found: &wire::AuthPlugins) -> Value {
        let seen = match self {
            Self::MagicLink => found.magic_link.as_ref().map(serde_json::to_value),
            Self::PhoneNumber => found.phone_number.as_ref().map(serde_json::to_value),
            Self::Organizations => found.organization.as_ref().map(serde_json::to_value),
        };
        present(seen.and_then(Result::ok).unwrap_or_else(|| json!({})))
    }
}

impl Answer<Value> for wire::MagicLink {
    fn of(found: Option<Value>) -> Option<Self> {
        serde_json::from_value(found?).ok()
    }
}

impl Answer<Value> for wire::PhoneNumber {
    fn of(found: Option<Value>) -> Option<Self> {
        serde_json::from_value(found?).ok()
    }
}

impl Answer<Value> for wire::OrganizationPlugin {
    fn of(found: Option<Value>) -> Option<Self> {
        serde_json::from_value(found?).ok()
    }
}

/// What can be compared. An address that is not set is empty, and the order of events means nothing.
pub(super) fn webhook_fields(found: &wire::Webhooks) -> Value {
    let events = found.enabled_events.iter().map(ToString::to_string);
    let mut events: Vec<_> = events.collect();
    events.sort();
    present(json!({
        "enabled": found.enabled,
        "webhook_url": found.webhook_url.as_deref().unwrap_or_default(),
        "enabled_events": events,
        "timeout_seconds": found.timeout_seconds,
    }))
}

impl Answer<Value> for wire::Webhooks {
    fn of(found: Option<Value>) -> Option<Self> {
        serde_json::from_value(found?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{one, verdict};

    #[test]
    fn a_change_is_known_by_what_is_there() {
        let change = json!({
            "verb": "changeSignIn", "project": "p", "branch": "br-1", "expected": { "disable_sign_up": true },
        });
        let localhost =
            json!({ "verb": "allowLocalhost", "project": "p", "branch": "br-1", "allow": false });
        let plugin = json!({
            "verb": "changeAuthPlugin", "project": "p", "branch": "br-1", "plugin": "magicLink",
            "expected": { "enabled": true },
        });
        let hooks = json!({
            "verb": "setWebhooks", "project": "p", "branch": "br-1", "expected": { "enabled": true },
        });
        for (mutation, found, end) in [
            (
                &change,
                json!({ "disable_sign_up": true, "enabled": true }),
                "done",
            ),
            (&change, json!({ "disable_sign_up": false }), "not done"),
            (&change, json!({ "enabled": true }), "unclear"),
            (&localhost, json!(false), "done"),
            (&localhost, json!(true), "not done"),
            (&plugin, json!({ "enabled": true, "expires_in": 5 }), "done"),
            (&plugin, json!({ "enabled": false }), "not done"),
            (&plugin, json!({}), "unclear"),
            // The address that was sent is in no file.
            (&hooks, json!({ "enabled": true }), "unclear"),
        ] {
            let mutation = one::<SignInMutation>(mutation.clone());
            assert_eq!(verdict(mutation, &[], vec![found.clone()]), end, "{found}");
        }
    }
}
