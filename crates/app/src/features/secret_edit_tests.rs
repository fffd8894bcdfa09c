//! No masked and no absent secret leaves as a value: whatever is asked, the request that would leave is checked.

use std::sync::Arc;

use api::{BodyPart, Recorder, RequestText};
use proptest::prelude::*;
use proptest::test_runner::{Config as Runs, TestCaseError, TestRunner};
use secrecy::SecretString;

use crate::features::Features;
use crate::features::auth::{TestEmail, send_test_email};
use crate::resources::email_server::{self, EmailServerEdit};
use crate::resources::oauth_providers::{self, AddOauthProvider, UpdateOauthProvider};
use crate::view::ErrorCode;
use crate::{App, Config, Error, LocalPlatform, SecretEdit, accounts};

/// Signs that stand in place of a secret.
const MASKS: &str = "*•●.…";

/// What somebody types into the field of a secret, and whether it is one.
#[derive(Clone, Debug)]
enum Typed {
    Nothing,
    Text(String),
}

impl Typed {
    fn is_secret(&self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Text(text) => {
                let text = text.trim();
                !text.is_empty() && text.chars().any(|c| !MASKS.contains(c))
            }
        }
    }

    fn edit(&self) -> SecretEdit {
        match self {
            Self::Nothing => SecretEdit::Keep,
            Self::Text(text) => SecretEdit::Set {
                secret: text.as_str().into(),
            },
        }
    }

    fn given(&self) -> Option<SecretString> {
        match self {
            Self::Nothing => None,
            Self::Text(text) => Some(text.as_str().into()),
        }
    }
}

fn typed() -> impl Strategy<Value = Typed> {
    prop_oneof![
        Just(Typed::Nothing),
        "[ \t]{0,4}".prop_map(Typed::Text),
        "[ ]?[*•●.…]{1,24}[ ]?".prop_map(Typed::Text),
        "[*•]{0,6}[a-zA-Z0-9\"'\\\\ ]{6,24}[*•]{0,6}".prop_map(Typed::Text),
        "\\PC{8,40}".prop_map(Typed::Text),
    ]
}

/// Values that are no secrets: none of them has a sign of a mask, nor what a typed secret could be.
fn word() -> impl Strategy<Value = String> {
    "[a-z]{1,5}"
}

struct OfflineApp {
    runtime: tokio::runtime::Runtime,
    app: App,
    account: String,
    _folder: tempfile::TempDir,
}

impl OfflineApp {
    /// Nobody listens at the address: what is taken down is never sent.
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(vault::Memory::default());
        let config = Config::new(folder.path().join("plinth"), vault);
        let (app, account) = runtime.block_on(async {
            let app = App::open(config).await.unwrap();
            let platform = LocalPlatform {
                name: "Sandbox".to_owned(),
                base_url: "http://127.0.0.1:9/api/v2".to_owned(),
                instant_url: "http://127.0.0.1:9".to_owned(),
                key: "napi_secret".into(),
                admin_key: None,
                ca_file: None,
                postgres: "none".to_owned(),
                names: crate::accounts::LocalNames::default(),
            };
            let account = accounts::set_local(&app, platform).await.unwrap().id;
            (app, account)
        });
        Self {
            runtime,
            app,
            account,
            _folder: folder,
        }
    }

    /// What would leave, or why nothing would.
    fn request<T>(
        &self,
        ask: impl AsyncFnOnce(&Features, &str) -> Result<T, Error>,
    ) -> Result<RequestText, Error> {
        let recorder = Recorder::dry_run();
        let drafting = self.app.drafting(recorder.clone());
        let answer = self.runtime.block_on(ask(&drafting, &self.account));
        let request = recorder.requests().into_iter().next();
        match (request, answer) {
            (Some(request), _) => Ok(request),
            (None, Err(error)) => Err(error),
            (None, Ok(_)) => panic!("answered without a request"),
        }
    }

    fn hold<S: Strategy>(
        &self,
        given: &S,
        check: impl Fn(&Self, S::Value) -> Result<(), TestCaseError>,
    ) where
        S::Value: Clone,
    {
        let runs = Runs {
            cases: 200,
            failure_persistence: None,
            ..Runs::default()
        };
        let ran = TestRunner::new(runs).run(given, |value| check(self, value));
        ran.unwrap_or_else(|failure| panic!("{failure}"));
    }
}

/// The request has the secret where it was given, once and as nothing but a secret, and else no word of it.
fn holds_back(
    request: Result<RequestText, Error>,
    field: &str,
    typed: &Typed,
    may_be_absent: bool,
) -> Result<(), TestCaseError> {
    let is_absent = matches!(typed, Typed::Nothing) && may_be_absent;
    if !typed.is_secret() && !is_absent {
        let error = request.expect_err("something that is no secret left");
        prop_assert_eq!(error.code(), ErrorCode::Invalid);
        return Ok(());
    }
    let request = request.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let text: String = request
        .body
        .iter()
        .filter_map(|part| match part {
            BodyPart::Text(text) => Some(text.as_str()),
            BodyPart::Secret { .. } => None,
        })
        .collect();
    let secrets: Vec<_> = request
        .body
        .iter()
        .filter(|part| matches!(part, BodyPart::Secret { .. }))
        .collect();
    prop_assert!(!text.contains(['*', '•', '●', '…']), "{}", text);
    if is_absent {
        prop_assert!(secrets.is_empty() && !text.contains(field), "{}", text);
        return Ok(());
    }
    let expected = BodyPart::Secret {
        field: field.to_owned(),
    };
    prop_assert_eq!(secrets, vec![&expected]);
    // What is left of the field is its name and two quotes.
    prop_assert!(text.contains(&format!("\"{field}\":\"\"")), "{}", text);
    Ok(())
}

#[test]
fn a_change_of_a_provider_sends_its_secret_or_no_word_of_it() {
    let given = (typed(), word(), proptest::option::of(word()));
    OfflineApp::new().hold(&given, |fixture, (secret, client_id, tenant)| {
        let update = UpdateOauthProvider {
            client_id: Some(client_id),
            client_secret: secret.edit(),
            microsoft_tenant_id: tenant,
        };
        let request = fixture.request(async |app, account| {
            oauth_providers::update(app, account, "p", "microsoft", update).await
        });
        holds_back(request, "client_secret", &secret, true)
    });
}

#[test]
fn a_new_provider_has_both_halves_or_neither() {
    let given = (typed(), proptest::option::of(word()));
    OfflineApp::new().hold(&given, |fixture, (secret, client_id)| {
        let is_shared = client_id.is_none() && matches!(secret, Typed::Nothing);
        let is_half = client_id.is_none() != matches!(secret, Typed::Nothing);
        let add = AddOauthProvider {
            provider: "google".to_owned(),
            client_id,
            client_secret: secret.given(),
            microsoft_tenant_id: None,
        };
        let request = fixture
            .request(async |app, account| oauth_providers::add(app, account, "p", add).await);
        if is_half {
            let error = request.expect_err("half a pair left");
            prop_assert_eq!(error.code(), ErrorCode::Invalid);
            return Ok(());
        }
        holds_back(request, "client_secret", &secret, is_shared)
    });
}

#[test]
fn an_email_server_is_sent_with_its_password_or_no_word_of_it() {
    let given = (typed(), word(), word(), 1_u32..=65_535);
    OfflineApp::new().hold(&given, |fixture, (password, host, name, port)| {
        let edit = EmailServerEdit::Own {
            host,
            port,
            username: name.clone(),
            password: password.edit(),
            sender_email: format!("{name}@example.com"),
            sender_name: name,
        };
        let request = fixture
            .request(async |app, account| email_server::update(app, account, "p", edit).await);
        holds_back(request, "password", &password, true)
    });
}

#[test]
fn a_test_message_takes_a_password_that_is_one() {
    let given = (typed(), word());
    OfflineApp::new().hold(&given, |fixture, (password, name)| {
        let test = TestEmail {
            branch_id: "br-1".to_owned(),
            host: "smtp.example.com".to_owned(),
            port: 587,
            username: name.clone(),
            password: password.given().unwrap_or_default(),
            sender_email: format!("{name}@example.com"),
            sender_name: name,
            recipient: "person@example.com".to_owned(),
        };
        let request =
            fixture.request(async |app, account| send_test_email(app, account, "p", test).await);
        holds_back(request, "password", &password, false)
    });
}

#[test]
fn the_platforms_own_server_is_set_without_a_word_of_a_password() {
    let fixture = OfflineApp::new();
    let request = fixture.request(async |app, account| {
        email_server::update(app, account, "p", EmailServerEdit::Shared).await
    });
    let body = request.unwrap().body;
    assert_eq!(body, [BodyPart::Text("{\"type\":\"shared\"}".to_owned())]);
}
