//! What people do while a key is changed or many are revoked: keys are replaced, accounts come and go.

use app::accounts;
use app::accounts::SaveKey;
use app::keys::{self, CreateKey};
use app::rotation;
use app::view::{
    AccountColour, BulkItemState, BulkRequest, BulkState, BulkVerb, ErrorCode, JobVerb, KeyKind,
    RotationStep,
};
use app::{bulk, jobs};
use vault::ErrorKind;

use super::core_fixture::PATIENCE;
use super::fault::Fault;
use super::rotation::{NEW, RotationFixture, keys_or_projects};

#[tokio::test]
async fn a_key_that_a_person_replaced_meanwhile_stays_and_the_rotation_is_given_up() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    let refuse = |kind| fixture.core.vault.refuse_key(&fixture.account.id, kind);
    refuse(Some(ErrorKind::Denied));
    let halted = fixture.start().await;
    assert_eq!(halted.step, RotationStep::Swap);
    assert_eq!(halted.problem.unwrap().code, ErrorCode::KeychainDenied);
    refuse(None);
    let third = fixture.platform.state().make("third", false);
    let key = third.token.as_str().into();
    accounts::replace_key(&fixture.core.app, &fixture.account.id, key)
        .await
        .unwrap();
    rotation::resume(&fixture.core.app, &halted.id)
        .await
        .unwrap();
    let halted = fixture.stopped().await;
    assert_eq!(halted.problem.unwrap().code, ErrorCode::Invalid);
    assert_eq!(fixture.kept().await, third.token);
    rotation::undo(&fixture.core.app, &halted.id).await.unwrap();
    assert_eq!(fixture.stopped().await.step, RotationStep::Undone);
    let good = fixture.platform.state().good();
    assert!(good.iter().all(|it| it.name != NEW), "{good:?}");
    assert!(
        fixture.platform.state().is_good(&fixture.old.token),
        "nobody revoked it"
    );
    assert_eq!(fixture.kept().await, third.token);
}

#[tokio::test]
async fn a_former_key_that_a_person_gave_back_is_not_revoked() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    // The new key is made, and the former one not revoked.
    fixture.platform.state().faults.push(Fault::Nothing);
    fixture.platform.state().faults.push(Fault::Refused(422));
    fixture.start().await;
    let halted = fixture.halted().await;
    assert_eq!(halted.step, RotationStep::Revoke);
    let key = fixture.old.token.as_str().into();
    accounts::replace_key(&fixture.core.app, &fixture.account.id, key)
        .await
        .unwrap();
    rotation::resume(&fixture.core.app, &halted.id)
        .await
        .unwrap();
    let ended = fixture.stopped().await;
    assert_eq!((ended.step, ended.problem), (RotationStep::Undone, None));
    assert_eq!(fixture.kept().await, fixture.old.token);
    fixture.has_a_key("given back").await;
    let good = fixture.platform.state().good();
    assert!(good.iter().all(|it| it.name != NEW), "{good:?}");
    assert!(!fixture.core.vault.holds_any("rotation"));
    keys_or_projects(&fixture).await;
}

#[tokio::test]
async fn a_rotation_whose_account_is_removed_does_not_come_back() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    let app = &fixture.core.app;
    let begun = rotation::start(app, &fixture.account.id, fixture.request()).await;
    begun.unwrap();
    app::remove_account(app, &fixture.account.id).await.unwrap();
    let is_idle = async {
        loop {
            let work = jobs::list(app);
            let goes_on = work.iter().any(|it| it.verb == JobVerb::RotateKey);
            if !goes_on && !fixture.core.vault.holds_any("rotation") {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, is_idle).await;
    waited.expect("something of it is left");
    let left = rotation::list(app).await.unwrap();
    assert_eq!(left, [], "nobody could resume it or put it away");
}

#[tokio::test]
async fn a_key_that_became_an_accounts_own_is_left_by_a_bulk_that_was_planned_before() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    let app = &fixture.core.app;
    let request = CreateKey {
        name: "second".to_owned(),
        organization_id: None,
        project_id: None,
    };
    let made = keys::make(app, &fixture.account.id, request).await.unwrap();
    let request = BulkRequest {
        account_id: fixture.account.id.clone(),
        verb: BulkVerb::RevokeKeys,
        item_ids: vec![made.key.id.clone()],
        organization_id: None,
        project_id: None,
        expires_at: None,
    };
    let begun = bulk::start(app, request).await.unwrap();
    // Its task has not had a turn yet.
    bulk::pause(app, &begun.id).await.unwrap();
    let save = SaveKey {
        name: "Second".to_owned(),
        colour: Some(AccountColour::Green),
        is_production: false,
        is_read_only: false,
    };
    let one_time_secret = made.one_time_secret.unwrap().id;
    let saved = keys::save_as_account(app, &one_time_secret, save)
        .await
        .unwrap();
    bulk::resume(app, &begun.id).await.unwrap();
    let ended = async {
        loop {
            let all = bulk::list(app).await.unwrap();
            if all[0].state == BulkState::Done {
                return all[0].items[0].clone();
            }
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    };
    let item = tokio::time::timeout(PATIENCE, ended).await.unwrap();
    assert_eq!(item.state, BulkItemState::Failed);
    let error = item.error.unwrap();
    assert_eq!(error.about.as_deref(), Some(saved.id.as_str()));
    let good = fixture.platform.state().good();
    assert!(good.iter().any(|it| it.name == "second"), "{good:?}");
}
