//! Many keys revoked with a plan, one failure between them, and those that are needed left alone.

use std::time::Duration;

use app::view::{BulkItemState, BulkRequest, BulkState, BulkVerb, BulkView, ErrorCode};
use app::{bulk, jobs, keys, organizations};
use sandbox::Fault;
use secrecy::ExposeSecret as _;
use testkit::http;

use super::bulk::until;
use super::fixture::ManagementFixture;

const KEYS: usize = 30;

fn request(
    fixture: &ManagementFixture,
    organization_id: Option<&str>,
    ids: &[String],
) -> BulkRequest {
    BulkRequest {
        account_id: fixture.account.clone(),
        verb: BulkVerb::RevokeKeys,
        organization_id: organization_id.map(str::to_owned),
        project_id: None,
        expires_at: None,
        item_ids: ids.to_vec(),
    }
}

fn count(bulk: &BulkView, state: BulkItemState) -> usize {
    bulk.items.iter().filter(|it| it.state == state).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_are_revoked_but_for_the_one_that_fails_and_the_one_that_is_needed() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let own = keys::list(app, account).await.unwrap().remove(0);
    let mut ids = Vec::new();
    for number in 0..KEYS {
        let made = keys::create(app, account, &format!("key {number}"))
            .await
            .unwrap();
        ids.push(made.key.id);
        if number == 4 {
            let key = format!("Bearer {}", made.token.expose_secret());
            let headers = [("Authorization", key.as_str())];
            let origin = &fixture.product.sandbox.instant_url;
            let used = http::send(origin, "GET", "/api/v2/auth", &headers, "").await;
            assert_eq!(used.status, 200);
        }
    }
    // Long enough ago that it cannot be taken for the account's own.
    let minutes = Duration::from_secs(300);
    fixture.product.sandbox.advance(minutes).await.unwrap();
    let mut requested = ids.clone();
    requested.extend([own.id.clone(), "999999".to_owned()]);
    let before = fixture.product.sandbox.requests().len();
    let plan = bulk::plan(app, request(&fixture, None, &requested))
        .await
        .unwrap();
    assert_eq!(
        (plan.items.len(), plan.requests),
        (KEYS + 2, KEYS as u32 + 1)
    );
    assert!(plan.seconds > 0);
    assert_eq!(plan.items[0].name, "key 0");
    let refused = |place: usize| {
        let item = &plan.items[place];
        assert_eq!(item.state, BulkItemState::Skipped);
        item.error.clone().unwrap()
    };
    let used = refused(KEYS);
    assert!(
        used.message.contains("Sandbox") && used.message.contains("uses"),
        "{used:?}"
    );
    assert_eq!(refused(KEYS + 1).code, ErrorCode::NotFound);
    let said = plan.warnings.join(" ");
    for words in [
        "can't be undone",
        "One of them was used in the last 30 days",
        "2 of 32",
    ] {
        assert!(said.contains(words), "{said}");
    }
    let log = fixture.product.sandbox.requests();
    assert!(
        log[before..].iter().all(|it| it.method == "GET"),
        "a plan changes nothing"
    );

    fixture.order(Fault {
        method: Some("DELETE".to_owned()),
        status: Some(422),
        times: Some(1),
        ..Fault::on(format!("/api/v2/api_keys/{}", ids[11]))
    });
    let begun = bulk::start(app, request(&fixture, None, &requested))
        .await
        .unwrap();
    let jobs = jobs::list(app);
    assert!(jobs.iter().all(|it| it.subject == "32 keys"), "{jobs:?}");
    let ended = until(&fixture, &begun.id, |it| it.state == BulkState::Done).await;
    assert_eq!(count(&ended, BulkItemState::Done), KEYS - 1, "{ended:#?}");
    assert_eq!(count(&ended, BulkItemState::Skipped), 2);
    assert_eq!(
        ended.items[11].error.as_ref().unwrap().code,
        ErrorCode::Platform
    );
    let left: Vec<_> = keys::list(app, account).await.unwrap();
    let left: Vec<_> = left.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(left, [own.id.as_str(), ids[11].as_str()]);
    bulk::resume(app, &begun.id).await.unwrap();
    let ended = until(&fixture, &begun.id, |it| it.state == BulkState::Done).await;
    assert_eq!(count(&ended, BulkItemState::Done), KEYS);
    assert_eq!(keys::list(app, account).await.unwrap().len(), 1);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_an_organization_are_revoked_by_its_own_route_and_one_that_is_gone_fails() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let organization = organizations::list(app, account)
        .await
        .unwrap()
        .remove(0)
        .id;
    let mut ids = Vec::new();
    for name in ["one", "two", "three"] {
        let made = keys::create_for_organization(app, account, &organization, name, None).await;
        ids.push(made.unwrap().key.id);
    }
    let path = format!("/organizations/{organization}/api_keys/{}", ids[1]);
    let plan = bulk::plan(app, request(&fixture, Some(&organization), &ids))
        .await
        .unwrap();
    assert!(
        plan.items
            .iter()
            .all(|it| it.state == BulkItemState::Waiting)
    );
    fixture.order(Fault {
        method: Some("DELETE".to_owned()),
        times: Some(1),
        cut_at_byte: Some(10),
        ..Fault::on(format!("/api/v2{path}"))
    });
    fixture.order(Fault {
        method: Some("DELETE".to_owned()),
        times: Some(1),
        status: Some(404),
        ..Fault::on(format!(
            "/api/v2/organizations/{organization}/api_keys/{}",
            ids[2]
        ))
    });
    let begun = bulk::start(app, request(&fixture, Some(&organization), &ids))
        .await
        .unwrap();
    let ended = until(&fixture, &begun.id, |it| it.state == BulkState::Done).await;
    assert_eq!(
        ended.items[1].state,
        BulkItemState::Done,
        "a lost reply was made good"
    );
    assert_eq!(fixture.request_count("DELETE", &path), 1);
    let gone = ended.items[2].error.as_ref().unwrap();
    assert_eq!(
        (ended.items[2].state, gone.code),
        (BulkItemState::Failed, ErrorCode::NotFound)
    );
    let left = keys::list_of_organization(app, account, &organization)
        .await
        .unwrap();
    assert_eq!(left.len(), 1);
    for refused in [
        vec![],
        vec!["no number".to_owned()],
        vec![ids[0].clone(), ids[0].clone()],
    ] {
        let error = bulk::plan(app, request(&fixture, None, &refused))
            .await
            .unwrap_err();
        assert_eq!(error.code(), ErrorCode::Invalid, "{refused:?}");
    }
    fixture.stop().await;
}
