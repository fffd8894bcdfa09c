//! Sharing a project with other people's accounts.

use app::accounts::{self, EditAccount};
use app::permissions::{self, PermissionView};
use app::view::{ActivityFilter, ErrorCode};
use app::{Event, activity};

use super::cuts::cut_next;
use super::fixture::ManagementFixture;
use crate::cuts::Cuts;

fn emails(list: &[PermissionView]) -> Vec<&str> {
    list.iter().map(|it| it.email.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_is_shared_and_shared_no_longer() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await.id;
    let list = async || permissions::list(app, account, &project).await.unwrap();
    assert!(list().await.is_empty());

    let mut events = app.events();
    let ana = permissions::grant(app, account, &project, " ana@b.example ").await;
    let ana = ana.unwrap();
    permissions::grant(app, account, &project, "Bo@b.example")
        .await
        .unwrap();
    let again = permissions::grant(app, account, &project, "ANA@b.example").await;
    assert_eq!(again.unwrap(), ana, "who has it already has it once");
    assert_eq!(emails(&list().await), ["ana@b.example", "Bo@b.example"]);

    for wrong in ["", "ana", "ana@", "a b@c.example", &"a".repeat(400)] {
        let error = permissions::grant(app, account, &project, wrong).await;
        assert_eq!(error.unwrap_err().code(), ErrorCode::Invalid, "{wrong}");
    }

    permissions::revoke(app, account, &project, &ana.id, &ana.email)
        .await
        .unwrap();
    assert_eq!(emails(&list().await), ["Bo@b.example"]);
    let gone = permissions::revoke(app, account, &project, &ana.id, &ana.email).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);

    let mut changed = 0;
    while let Ok(event) = events.try_recv() {
        changed += usize::from(matches!(event, Event::ProjectChanged { .. }));
    }
    // The end of its operations changes the project as well.
    assert!(
        changed >= 5,
        "three grants, a revoke and one that was too late: {changed}"
    );
    let log = activity::list(app, ActivityFilter::default(), None, 100).await;
    let log = log.unwrap().items;
    let reported = |action: &str| log.iter().filter(|it| it.action == action).count();
    assert_eq!(
        (reported("Share project"), reported("Stop sharing project")),
        (3, 2)
    );
    assert!(log.iter().any(|it| it.subject == "Shop / ana@b.example"));

    let lock = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(app, account, lock).await.unwrap();
    let locked = permissions::grant(app, account, &project, "cy@b.example").await;
    assert_eq!(locked.unwrap_err().code(), ErrorCode::ReadOnly);
    assert_eq!(emails(&list().await), ["Bo@b.example"]);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_shared_once_and_ended_once_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await.id;
    let path = format!("/projects/{project}/permissions");
    let body = r#"{"email":"measure@b.example"}"#;
    let whole = fixture.raw("POST", &path, body).await;
    fixture.forget_requests().await;
    let cuts = Cuts::of(&whole);
    for &cut in &cuts.places {
        let email = format!("at-{cut}@b.example");
        cut_next(&fixture, "POST", &path, cut);
        let granted = permissions::grant(app, account, &project, &email).await;
        let granted = granted.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
        assert_eq!(granted.email, email);
        let one = format!("{path}/{}", granted.id);
        cut_next(&fixture, "DELETE", &one, cut);
        permissions::revoke(app, account, &project, &granted.id, &email)
            .await
            .unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
        assert_eq!(fixture.request_count("DELETE", &one), 1);
    }
    assert_eq!(fixture.request_count("POST", &path), cuts.places.len());
    let left = permissions::list(app, account, &project).await.unwrap();
    assert_eq!(emails(&left), ["measure@b.example"]);
    fixture.stop().await;
}
