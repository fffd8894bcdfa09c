use app::view::{ErrorCode, FormId, Outcome, TemporaryOptions, TemporaryState};
use app::{ExposeSecret, activity, connection_card, settings, temporary};
use chrono::TimeDelta;
use futures::future::join_all;
use serde_json::json;

use super::core_fixture::{CoreFixture, code, psql_parameters, source_of};
use super::fault::Fault;

#[tokio::test]
async fn a_database_is_made_with_one_request_of_the_specification() {
    let core = CoreFixture::new().await;
    let options = TemporaryOptions {
        logical_replication: true,
        reference: " plinth ".to_owned(),
        ..core.options()
    };
    let made = temporary::create(&core.app, options).await.unwrap();

    let seen = core.service.requests();
    assert_eq!(seen.len(), 1);
    assert!(
        seen[0].text.starts_with("POST /api/v1/database HTTP/1.1"),
        "{}",
        seen[0]
    );
    assert_eq!(
        seen[0].json(),
        json!({ "ref": "plinth", "enable_logical_replication": true })
    );

    assert_eq!(made.state, TemporaryState::Unclaimed);
    assert_eq!(made.project_id.as_deref(), Some("misty-meadow-00000001"));
    assert_eq!(
        made.expires_at.unwrap() - made.created_at,
        TimeDelta::hours(72)
    );
    let endpoint = made.endpoint.clone().unwrap();
    assert_eq!(
        endpoint.host,
        "ep-misty-meadow-00000001-pooler.c-2.us-east-2.aws.neon.tech"
    );
    assert_eq!(
        (
            endpoint.port,
            endpoint.role.as_str(),
            endpoint.database.as_str()
        ),
        (5432, "neondb_owner", "neondb")
    );
    assert!(made.secrets_missing.is_none() && made.secrets_unsaved.is_none());
    assert_eq!(core.list().await, vec![made.clone()]);
    assert!(core.vault.holds(&made.id).await);

    let log = activity::list(&core.app, app::view::ActivityFilter::default(), None, 10)
        .await
        .unwrap()
        .items;
    assert_eq!(log.len(), 1);
    assert_eq!(
        (log[0].action.as_str(), log[0].outcome),
        ("Create temporary database", Outcome::Done)
    );
    assert_eq!(log[0].request_id.as_deref(), Some("req-1"));
    assert_eq!(log[0].temporary_id.as_deref(), Some(made.id.as_str()));
}

#[tokio::test]
async fn the_connect_card_is_masked_and_revealed_on_purpose() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let card = connection_card::forms(&core.app, &source_of(&made.id))
        .await
        .unwrap();
    assert!(!card.pooled_equals_direct && card.pooled_note.is_none());
    let ids: Vec<FormId> = card.forms.iter().map(|form| form.id).collect();
    for id in [
        FormId::Pooled,
        FormId::Direct,
        FormId::Psql,
        FormId::Parameters,
        FormId::Env,
        FormId::ClaimLink,
    ] {
        assert!(ids.contains(&id), "{id:?}");
    }
    for form in &card.forms {
        assert!(!form.masked.contains("npg_Secret"), "{:?}", form.id);
        assert!(!form.masked.contains("01999999-0000"), "{:?}", form.id);
    }
    let service_id = &core.service.ids()[0];
    let pooled = connection_card::reveal(&core.app, &source_of(&made.id), FormId::Pooled)
        .await
        .unwrap();
    assert_eq!(pooled.text, core.service.connection_string(service_id));
    assert_eq!(
        pooled.hide_at,
        app::Clock::now(&core.clock) + TimeDelta::seconds(30)
    );
    let direct = connection_card::reveal(&core.app, &source_of(&made.id), FormId::Direct)
        .await
        .unwrap();
    assert_eq!(direct.text, pooled.text.replace("-pooler", ""));
    let link = connection_card::reveal(&core.app, &source_of(&made.id), FormId::ClaimLink)
        .await
        .unwrap();
    assert_eq!(link.text, core.service.claim_link(service_id));
    let psql = psql_parameters(&core.app, &source_of(&made.id))
        .await
        .unwrap();
    assert_eq!(
        psql.host,
        "ep-misty-meadow-00000001.c-2.us-east-2.aws.neon.tech"
    );
    assert_eq!(
        (psql.sslmode, psql.channel_binding.as_str()),
        ("verify-full", "require")
    );
    assert_eq!(psql.password.unwrap().expose_secret(), "npg_Secret0001");
}

#[tokio::test]
async fn the_last_options_are_those_of_the_next() {
    let core = CoreFixture::new().await;
    let options = TemporaryOptions {
        env_key: "PG_URL".to_owned(),
        ..core.options()
    };
    temporary::create(&core.app, options.clone()).await.unwrap();
    assert_eq!(settings::get(&core.app).temporary, options);
}

#[tokio::test]
async fn options_that_cannot_be_used_send_nothing() {
    let core = CoreFixture::new().await;
    let good = core.options();
    let bad = [
        TemporaryOptions {
            reference: "  ".to_owned(),
            ..good.clone()
        },
        TemporaryOptions {
            reference: "a\u{7}b".to_owned(),
            ..good.clone()
        },
        TemporaryOptions {
            env_key: "1KEY".to_owned(),
            ..good.clone()
        },
        TemporaryOptions {
            env_key: String::new(),
            ..good.clone()
        },
        TemporaryOptions {
            env_prefix: "NOT A PREFIX".to_owned(),
            ..good.clone()
        },
        TemporaryOptions {
            service: Some(app::view::InstantServiceChoice::Custom {
                address: "http://example.com".to_owned(),
            }),
            ..good.clone()
        },
        TemporaryOptions {
            service: Some(app::view::InstantServiceChoice::Custom {
                address: "not an address".to_owned(),
            }),
            ..good.clone()
        },
        TemporaryOptions {
            service: Some(app::view::InstantServiceChoice::Account {
                account_id: "nobody".to_owned(),
            }),
            ..good.clone()
        },
    ];
    for options in bad {
        assert_eq!(
            code(temporary::create(&core.app, options.clone()).await),
            ErrorCode::Invalid,
            "{options:?}"
        );
    }
    assert_eq!(core.service.request_count(), 0);
    assert_eq!(core.list().await, vec![]);
}

#[tokio::test]
async fn a_refused_create_is_a_failed_row_with_the_reason() {
    let core = CoreFixture::new().await;
    core.service.state().faults.push_for(
        "POST",
        Fault::Reply(
            400,
            r#"{"message":"Missing referrer","hint":"Send a ref."}"#,
        ),
    );
    let error = temporary::create(&core.app, core.options())
        .await
        .unwrap_err();
    assert_eq!(error.code(), ErrorCode::Platform);
    assert!(error.message().contains("Missing referrer"), "{error}");
    let rows = core.list().await;
    assert_eq!(rows[0].state, TemporaryState::Failed);
    assert_eq!(
        rows[0].check_error.as_ref().unwrap().hint.as_deref(),
        Some("Send a ref.")
    );
    assert_eq!(core.service.count("POST"), 1);
}

#[tokio::test]
async fn a_service_that_cannot_be_reached_is_a_failed_row() {
    let core = CoreFixture::new().await;
    let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let service = Some(app::view::InstantServiceChoice::Custom { address });
    let options = TemporaryOptions {
        service,
        ..core.options()
    };
    assert_eq!(
        code(temporary::create(&core.app, options).await),
        ErrorCode::Offline
    );
    assert_eq!(core.list().await[0].state, TemporaryState::Failed);
}

#[tokio::test]
async fn a_reply_cut_anywhere_is_reported_and_never_sent_again() {
    let core = CoreFixture::new().await;
    core.create().await;
    let whole = core.service.reply_length();
    let cuts: Vec<usize> = (0..whole).step_by(23).chain([whole - 1]).collect();
    for (count, cut) in cuts.iter().enumerate() {
        core.service
            .state()
            .faults
            .push_for("POST", Fault::Cut(*cut));
        let error = temporary::create(&core.app, core.options())
            .await
            .unwrap_err();
        assert_eq!(error.code(), ErrorCode::MaybeCreated, "cut at {cut}");
        assert_eq!(core.service.count("POST"), count + 2, "cut at {cut}");
    }
    let rows = core.list().await;
    let unclear = rows
        .iter()
        .filter(|row| row.state == TemporaryState::Unclear);
    assert_eq!(unclear.clone().count(), cuts.len());
    assert!(
        unclear
            .clone()
            .all(|row| row.check_error.as_ref().unwrap().code == ErrorCode::MaybeCreated)
    );
    // As many databases as rows that say so: none was made without the person seeing it.
    assert_eq!(core.service.ids().len(), rows.len());
}

#[tokio::test]
async fn many_at_once_have_names_of_their_own() {
    let core = CoreFixture::new().await;
    let made = join_all((0..20).map(|_| core.create())).await;
    let mut names: Vec<&str> = made.iter().map(|row| row.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 20);
    assert_eq!(core.service.ids().len(), 20);
}

#[tokio::test]
async fn a_create_goes_on_when_nobody_waits_for_it() {
    let core = CoreFixture::new().await;
    let (app, options) = (core.app.clone(), core.options());
    let mut events = core.app.events();
    let caller = tokio::spawn(async move { temporary::create(&app, options).await });
    super::core_fixture::event(&mut events, |event| {
        matches!(event, app::Event::JobChanged { .. })
    })
    .await;
    caller.abort();
    let id = core.list().await[0].id.clone();
    core.until(&id, |row| row.state == TemporaryState::Unclaimed)
        .await;
}
