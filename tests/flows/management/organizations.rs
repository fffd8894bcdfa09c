//! People in an organization, what it spends at most, and projects that change hands.

use std::collections::BTreeMap;

use app::accounts::{self, EditAccount};
use app::members::{self, change_role, remove};
use app::view::{ActivityFilter, ErrorCode, EventView, MemberView, ProjectScope};
use app::{activity, invitations, organizations, projects, spending_limit, transfer_requests};

use super::cuts::cut_next;
use super::fixture::ManagementFixture;
use crate::cuts::Cuts;

async fn first_organization(fixture: &ManagementFixture) -> String {
    let all = organizations::list(fixture.app(), &fixture.account).await;
    all.unwrap()[0].id.clone()
}

/// The members by their addresses.
async fn members_of(
    fixture: &ManagementFixture,
    organization: &str,
) -> BTreeMap<String, MemberView> {
    let page = members::list(
        fixture.app(),
        &fixture.account,
        organization,
        Some(500),
        None,
    )
    .await;
    let members = page.unwrap().items.into_iter();
    members.map(|it| (it.email.clone(), it)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_invited_become_admins_and_are_removed() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let organization = first_organization(&fixture).await;
    let before = members_of(&fixture, &organization).await;
    let (_, me) = before.iter().next().unwrap();
    let mut events = app.events();
    fixture.person("ana@b.example").await;
    for email in ["ana@b.example", " bo@b.example "] {
        let invited = invitations::create(app, account, &organization, email, "member").await;
        invited.unwrap();
    }
    let invited = invitations::list(app, account, &organization)
        .await
        .unwrap();
    let emails: Vec<&str> = invited.iter().map(|it| it.email.as_str()).collect();
    assert_eq!(emails, ["ana@b.example", "bo@b.example"]);
    let again = invitations::create(app, account, &organization, "bo@b.example", "member").await;
    assert_eq!(again.unwrap_err().code(), ErrorCode::Platform);
    for (email, role) in [
        ("bo", "member"),
        ("cy@b.example", ""),
        ("cy@b.example", "king"),
    ] {
        let wrong = invitations::create(app, account, &organization, email, role).await;
        wrong.unwrap_err();
    }

    // Who has an account is a member at once.
    let members = members_of(&fixture, &organization).await;
    let ana = &members["ana@b.example"];
    assert_eq!(ana.role.as_deref(), Some("member"));
    assert!(!members.contains_key("bo@b.example"));
    let alone = remove(app, account, &organization, &me.id, &me.email).await;
    assert_eq!(
        alone.unwrap_err().code(),
        ErrorCode::Platform,
        "the last admin"
    );
    change_role(app, account, &organization, &ana.id, "admin", &ana.email)
        .await
        .unwrap();
    let members = members_of(&fixture, &organization).await;
    assert_eq!(members["ana@b.example"].role.as_deref(), Some("admin"));
    remove(app, account, &organization, &ana.id, &ana.email)
        .await
        .unwrap();
    assert_eq!(members_of(&fixture, &organization).await, before);
    let gone = remove(app, account, &organization, &ana.id, &ana.email).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    let unfit = remove(app, account, &organization, "../../x", "").await;
    assert_eq!(unfit.unwrap_err().code(), ErrorCode::Invalid);

    let mut told = 0;
    while let Ok(event) = events.try_recv() {
        told += usize::from(matches!(event, EventView::OrganizationChanged { .. }));
    }
    assert!(told >= 4, "two invitations, a role and a removal: {told}");
    let log = activity::list(app, ActivityFilter::default(), None, 100).await;
    let log = log.unwrap().items;
    for (action, subject) in [
        ("Invite person", "bo@b.example"),
        ("Change member role", "ana@b.example"),
        ("Remove member", "ana@b.example"),
    ] {
        let is_it = log
            .iter()
            .any(|it| it.action == action && it.subject == subject);
        assert!(is_it, "{action}: {log:#?}");
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_no_admin_is_refused_and_a_locked_account_sends_nothing() {
    let fixture = ManagementFixture::quiet().await;
    let organization = first_organization(&fixture).await;
    let key = fixture.person("ana@b.example").await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    invitations::create(app, account, &organization, "ana@b.example", "member")
        .await
        .unwrap();
    let ana = fixture.holder("ana", &key).await;
    let seen = members::list(&ana.app, &ana.account, &organization, None, None).await;
    assert_eq!(seen.unwrap().items.len(), 2);
    let refused = invitations::create(
        &ana.app,
        &ana.account,
        &organization,
        "cy@b.example",
        "member",
    )
    .await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Platform, "{refused}");
    let limit = spending_limit::set(&ana.app, &ana.account, &organization, 100).await;
    limit.unwrap_err();
    let strange = members::list(&ana.app, &ana.account, "org-quiet-00000000", None, None).await;
    assert_eq!(strange.unwrap_err().code(), ErrorCode::NotFound);

    let lock = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(app, account, lock).await.unwrap();
    let locked = invitations::create(app, account, &organization, "cy@b.example", "member").await;
    assert_eq!(locked.unwrap_err().code(), ErrorCode::ReadOnly);
    let locked = spending_limit::remove(app, account, &organization).await;
    assert_eq!(locked.unwrap_err().code(), ErrorCode::ReadOnly);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spending_limit_is_set_and_removed_wherever_the_reply_is_cut() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let organization = first_organization(&fixture).await;
    let limit = async || {
        let limit = spending_limit::get(app, account, &organization).await;
        limit.unwrap().cents
    };
    assert_eq!(limit().await, None);
    let zero = spending_limit::set(app, account, &organization, 0).await;
    assert_eq!(zero.unwrap_err().code(), ErrorCode::Invalid);
    let path = format!("/organizations/{organization}/billing/spending_limit");
    let whole = fixture
        .raw("PUT", &path, r#"{"spending_limit_cents":100}"#)
        .await;
    fixture.forget_requests().await;
    let cuts = Cuts::of(&whole);
    for &cut in &cuts.places {
        let cents = 1000 + u32::try_from(cut).unwrap();
        cut_next(&fixture, "PUT", &path, cut);
        let set = spending_limit::set(app, account, &organization, cents).await;
        let set = set.unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
        assert_eq!(set.cents, Some(cents.into()));
        assert_eq!(limit().await, Some(cents.into()));
        cut_next(&fixture, "DELETE", &path, cut);
        spending_limit::remove(app, account, &organization)
            .await
            .unwrap_or_else(|error| panic!("cut at {cut}: {error:?}"));
        assert_eq!(limit().await, None);
    }
    assert_eq!(fixture.request_count("PUT", &path), cuts.places.len());
    assert_eq!(fixture.request_count("DELETE", &path), cuts.places.len());
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_goes_to_whoever_has_its_code_and_to_an_organization_of_ones_own() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await.id;
    for seconds in [0, 366 * 86_400] {
        let wrong = transfer_requests::create(app, account, &project, Some(seconds)).await;
        assert_eq!(wrong.unwrap_err().code(), ErrorCode::Invalid);
    }
    let offered = transfer_requests::create(app, account, &project, Some(3600)).await;
    let offered = offered.unwrap();
    assert!(!offered.is_link && offered.expires_at.is_some());
    let code = fixture.shown_once(&offered.one_time_secret).await;
    assert!(code.starts_with(&format!("{project}/")), "{code}");

    let key = fixture.person("ana@b.example").await;
    let ana = fixture.holder("ana", &key).await;
    let strange = format!("{code}0");
    let refused = transfer_requests::accept(&ana.app, &ana.account, strange.into(), None).await;
    assert_eq!(refused.unwrap_err().code(), ErrorCode::NotFound);
    let unfit = transfer_requests::accept(&ana.app, &ana.account, "a b".to_owned().into(), None);
    assert_eq!(unfit.await.unwrap_err().code(), ErrorCode::Invalid);
    let taken = transfer_requests::accept(&ana.app, &ana.account, code.clone().into(), None).await;
    assert_eq!(taken.unwrap(), project);
    let own = projects::page(&ana.app, &ana.account, ProjectScope::Own, None, None).await;
    assert_eq!(own.unwrap().items[0].id, project);
    let gone = projects::get(app, account, &project).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    for app in [&ana.app, app] {
        let log = activity::list(app, ActivityFilter::default(), None, 100).await;
        let log = serde_json::to_string(&log.unwrap()).unwrap();
        let (_, secret) = code.split_once('/').unwrap();
        assert!(!log.contains(secret), "the code is in the activity log");
    }

    let moved = fixture.project("Moved").await.id;
    let first = first_organization(&fixture).await;
    let second = fixture.organization("Southern").await;
    let organization_of = async || {
        let project = projects::get(app, account, &moved).await;
        project.unwrap().organization_id
    };
    let to = async |from: Option<&str>, to: &str| {
        transfer_requests::move_project(app, account, &moved, from, to).await
    };
    assert_eq!(organization_of().await.as_deref(), Some(first.as_str()));
    // It is no project of the person's own.
    let personal = to(None, &second).await;
    assert_eq!(personal.unwrap_err().code(), ErrorCode::NotFound);
    to(Some(&first), &second).await.unwrap();
    assert_eq!(organization_of().await.as_deref(), Some(second.as_str()));
    let same = to(Some(&second), &second).await;
    assert_eq!(same.unwrap_err().code(), ErrorCode::Invalid);
    let strange = to(Some(&first), &second).await;
    assert_eq!(strange.unwrap_err().code(), ErrorCode::NotFound);
    fixture.stop().await;
}
