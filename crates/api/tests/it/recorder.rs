//! Requests that are taken down. That what is taken down is what leaves is compared for every call of `resource_*`.

use api::resource::auth::CreateAuth;
use api::resource::oauth_providers::{OauthClient, OauthProviderId};
use api::resource::projects::{CreateProject, ListProjects};
use api::{BodyPart, Recorder};

use crate::exchange::{branch, management_at, project};
use crate::instant_fixture::{in_time, say};
use testkit::server::Server;

fn text(text: &str) -> BodyPart {
    BodyPart::Text(text.to_owned())
}

fn secret(field: &str) -> BodyPart {
    BodyPart::Secret {
        field: field.to_owned(),
    }
}

#[tokio::test]
async fn what_is_only_taken_down_is_not_sent_and_costs_nothing() {
    let server = Server::in_turn([say("200 OK", "", "{}")]).await;
    let recorder = Recorder::dry_run();
    let management = management_at(&server).recorded(&recorder);

    let request = CreateProject {
        name: Some("it's \"ours\" – ünïcode".to_owned()),
        ..CreateProject::default()
    };
    let error = in_time(management.projects().create(&request))
        .await
        .unwrap_err();
    assert!(error.is_recorded());
    assert!(!error.is_maybe_applied() && !error.is_offline() && !error.is_cancelled());
    assert_eq!(error.hint(), None);
    let list = ListProjects {
        page_size: Some(100),
        cursor: Some("a b&c".to_owned()),
        ..ListProjects::default()
    };
    assert!(in_time(management.projects().list(list)).await.is_err());

    let taken = recorder.requests();
    assert_eq!(taken.len(), 2);
    assert_eq!(taken[0].method, "POST");
    assert_eq!(taken[0].url, format!("{}/api/v2/projects", server.url));
    let body = r#"{"project":{"name":"it's \"ours\" – ünïcode"}}"#;
    assert_eq!(taken[0].body, [text(body)]);
    assert_eq!(taken[1].method, "GET");
    assert!(taken[1].url.ends_with("limit=100&cursor=a+b%26c"));
    assert_eq!(taken[1].body, []);

    assert_eq!(server.lines(), Vec::<String>::new());
    assert_eq!(management.budget().usage().last_minute, 0);
}

#[tokio::test]
async fn a_secret_is_named_by_its_field_and_is_nowhere_in_what_was_taken_down() {
    let server = Server::in_turn([say("200 OK", "", "{}")]).await;
    let recorder = Recorder::dry_run();
    let management = management_at(&server).recorded(&recorder);
    let given = "sec\"ret\\ ü";
    let client = OauthClient {
        client_id: "client".to_owned(),
        client_secret: given.into(),
        microsoft_tenant_id: Some("tenant".to_owned()),
    };
    let providers = management.oauth_providers(&project());
    let added = providers.add(&OauthProviderId::Google, Some(&client));
    assert!(in_time(added).await.unwrap_err().is_recorded());

    let taken = recorder.requests();
    let [text_before, secret_part, text_after] = &taken[0].body[..] else {
        panic!("{taken:?}");
    };
    assert_eq!(*secret_part, secret("client_secret"));
    let (BodyPart::Text(before), BodyPart::Text(after)) = (text_before, text_after) else {
        panic!("{taken:?}");
    };
    assert!(before.ends_with("\"client_secret\":\""), "{before}");
    assert!(after.starts_with('"'), "{after}");
    let written = serde_json::to_string(given).unwrap();
    let whole = format!("{before}{}{after}", written.trim_matches('"'));
    let body: serde_json::Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(body["client_secret"], given);
    assert_eq!(body["microsoft_tenant_id"], "tenant");
    assert!(!format!("{taken:?} {recorder:?}").contains("sec\\\"ret"));
}

#[tokio::test]
async fn the_key_is_taken_out_of_a_body_too_but_no_name_of_a_field_is() {
    let server = Server::in_turn([say("200 OK", "", "{}")]).await;
    let recorder = Recorder::dry_run();
    let management = management_at(&server).recorded(&recorder);
    let options = CreateAuth {
        database_name: Some(crate::exchange::KEY.to_owned()),
        role_name: Some("role".to_owned()),
    };
    let auth = management.auth(&project());
    let branch = branch();
    let created = auth.create("provider_one", &branch, &options);
    assert!(in_time(created).await.unwrap_err().is_recorded());
    let taken = recorder.requests();
    assert!(taken[0].body.contains(&secret("database_name")));
    assert!(!format!("{taken:?}").contains(crate::exchange::KEY));

    let client = OauthClient {
        client_id: "client".to_owned(),
        client_secret: "client_id".into(),
        microsoft_tenant_id: None,
    };
    let providers = management.oauth_providers(&project());
    let added = providers.add(&OauthProviderId::Google, Some(&client));
    assert!(in_time(added).await.unwrap_err().is_recorded());
    let taken = recorder.requests();
    let secrets = taken[1].body.iter();
    let secrets = secrets.filter(|part| matches!(part, BodyPart::Secret { .. }));
    assert_eq!(secrets.collect::<Vec<_>>(), [&secret("client_secret")]);
    let texts = taken[1].body.iter().filter_map(|part| match part {
        BodyPart::Text(text) => Some(text.as_str()),
        BodyPart::Secret { .. } => None,
    });
    assert!(
        texts
            .collect::<String>()
            .contains("\"client_id\":\"client\"")
    );
}
