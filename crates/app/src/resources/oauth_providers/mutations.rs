//! The mutations of OAuth providers, as they are journalled.

use api::resource::oauth_providers as wire;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::platform::Platform;
use crate::platform::mutation::{
    Answer, Compared, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject, covers,
    done_if, present,
};
use crate::resources::auth::AuthIds;
use crate::view::words::Action;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb", rename_all_fields = "camelCase")]
pub(crate) enum OauthProviderMutation {
    #[serde(rename = "addOauthProvider")]
    Add {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        provider: String,
        own_client: bool,
    },
    #[serde(rename = "updateOauthProvider")]
    Update {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        provider: String,
        expected: Value,
        has_secret: bool,
    },
    #[serde(rename = "deleteOauthProvider")]
    Delete {
        project: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        branch: Option<String>,
        provider: String,
    },
}

impl OauthProviderMutation {
    /// The action, the project and the provider.
    fn parts(&self) -> (Action, &str, &str) {
        match self {
            Self::Add {
                project, provider, ..
            } => (Action::AddOauthProvider, project, provider),
            Self::Update {
                project, provider, ..
            } => (Action::ChangeOauthProvider, project, provider),
            Self::Delete {
                project, provider, ..
            } => (Action::DeleteOauthProvider, project, provider),
        }
    }

    fn branch(&self) -> Option<&str> {
        match self {
            Self::Add { branch, .. }
            | Self::Update { branch, .. }
            | Self::Delete { branch, .. } => branch.as_deref(),
        }
    }
}

impl Mutation for OauthProviderMutation {
    type Item = wire::OauthProvider;

    fn subject(&self) -> Subject<'_> {
        let (action, project, provider) = self.parts();
        let subject = Subject::new(action, provider, &["oauth", project, provider]);
        match self {
            Self::Delete { .. } => subject.project(project).removes(),
            _ => subject.project(project),
        }
    }

    async fn observe(
        &self,
        reader: &Reader<'_>,
    ) -> Result<Option<Observed<wire::OauthProvider>>, Stop> {
        let (_, project, _) = self.parts();
        let at = AuthIds::of(project, self.branch())?;
        let providers = at.oauth_providers(&reader.api);
        Ok(Some(reader.value(providers.list()).await?.into()))
    }

    fn decide(
        &self,
        _: &Sent<'_>,
        seen: Observed<wire::OauthProvider>,
    ) -> ReconcileOutcome<wire::OauthProvider> {
        let (.., provider) = self.parts();
        let found = seen.items.into_iter().find(|it| it.id.as_str() == provider);
        match (self, found) {
            (Self::Delete { .. }, found) => done_if(found.is_none()),
            (_, None) => ReconcileOutcome::NotDone,
            (Self::Add { own_client, .. }, Some(found)) => match &found.kind {
                Some(kind) if (kind == &wire::OauthProviderType::Standard) != *own_client => {
                    ReconcileOutcome::NotDone
                }
                Some(_) => ReconcileOutcome::Done(Some(found)),
                None => ReconcileOutcome::Unclear(
                    "The provider exists, but Plinth couldn't verify its client. Set the client again."
                        .to_owned(),
                ),
            },
            (
                Self::Update {
                    expected,
                    has_secret,
                    ..
                },
                Some(found),
            ) => match covers(expected, &fields(&found)) {
                Compared::Different => ReconcileOutcome::NotDone,
                Compared::Same if !has_secret => ReconcileOutcome::Done(Some(found)),
                _ => ReconcileOutcome::Unclear(
                    "Couldn't verify the client and secret. Set them again.".to_owned(),
                ),
            },
        }
    }

    fn publish(&self, app: &Platform, account: &str) {
        let (_, project, _) = self.parts();
        app.events.auth_changed(account, project);
    }
}

/// What is there, in the words of the request.
fn fields(provider: &wire::OauthProvider) -> Value {
    present(json!({
        "client_id": provider.client_id,
        "microsoft_tenant_id": provider.microsoft_tenant_id,
    }))
}

impl Answer<wire::OauthProvider> for wire::OauthProvider {
    fn of(found: Option<Self>) -> Option<Self> {
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{all, one, verdict};

    #[test]
    fn providers_are_known_by_their_list() {
        let on = |mutation: Value| one::<OauthProviderMutation>(mutation);
        let add = |own: bool| {
            on(
                json!({ "verb": "addOauthProvider", "project": "p", "provider": "google", "ownClient": own }),
            )
        };
        let update = |expected: Value, secret: bool| {
            on(
                json!({ "verb": "updateOauthProvider", "project": "p", "provider": "google", "expected": expected, "hasSecret": secret }),
            )
        };
        let delete =
            || on(json!({ "verb": "deleteOauthProvider", "project": "p", "provider": "google" }));
        let listed = |kind: &str| all(json!([{ "id": "google", "type": kind }]));
        let none = Vec::new;
        for (mutation, seen, end) in [
            (add(false), listed("shared"), "done"),
            (add(true), listed("standard"), "done"),
            (add(true), listed("shared"), "not done"),
            (add(true), none(), "not done"),
            (update(json!({}), true), listed("standard"), "unclear"),
            (
                update(json!({ "client_id": "a" }), false),
                listed("standard"),
                "unclear",
            ),
            (update(json!({}), true), none(), "not done"),
            (delete(), none(), "done"),
            (delete(), listed("shared"), "not done"),
        ] {
            assert_eq!(verdict(mutation.clone(), &[], seen), end, "{mutation:?}");
        }
    }
}
