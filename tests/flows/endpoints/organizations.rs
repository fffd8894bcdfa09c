//! What admins change of an organization. A function walks all calls on one thing, and its rows share it.

use api::ProjectId;
use api::resource::invitations::Invite;
use api::resource::organizations::{ListMembers, MemberRole};
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /organizations/{org_id}/members/{member_id}",
            members_raw,
            members
        ),
        row!(
            "PATCH /organizations/{org_id}/members/{member_id}",
            members_raw,
            members
        ),
        row!(
            "DELETE /organizations/{org_id}/members/{member_id}",
            members_raw,
            members
        ),
        row!(
            "GET /organizations/{org_id}/invitations",
            invitations_raw,
            invitations
        ),
        row!(
            "POST /organizations/{org_id}/invitations",
            invitations_raw,
            invitations
        ),
        row!(
            "GET /organizations/{org_id}/billing/spending_limit",
            limit_raw,
            limit
        ),
        row!(
            "PUT /organizations/{org_id}/billing/spending_limit",
            limit_raw,
            limit
        ),
        row!(
            "DELETE /organizations/{org_id}/billing/spending_limit",
            limit_raw,
            limit
        ),
        row!(
            "POST /organizations/{source_org_id}/projects/transfer",
            transfer_raw,
            transfer
        ),
        row!("POST /users/me/projects/transfer", own_raw, own),
    ]
}

/// An organization that the fixture's user administers.
async fn organization(fixture: &EndpointFixture<'_>) -> String {
    let me = fixture.prepare("GET /users/me", Value::Null).await;
    let new = json!({"name": "another", "admin_id": text(&me, "id")});
    let made = fixture
        .walk
        .administer("POST", "/sandbox/organizations", &new);
    text(&made.await, "id")
}

/// A member of the fixture's organization: the membership's id.
async fn joined(fixture: &EndpointFixture<'_>) -> String {
    let name = uuid::Uuid::new_v4().to_string();
    let (user, _) = fixture.walk.person(&name).await;
    let path = format!("/sandbox/organizations/{}/members", fixture.organization);
    let member = json!({"user_id": user, "role": "member"});
    let made = fixture.walk.administer("POST", &path, &member).await;
    text(&made, "id")
}

async fn members_raw(fixture: &EndpointFixture<'_>) {
    let id = joined(fixture).await;
    let at = |method: &str| format!("{method} /organizations/{{o}}/members/{id}");
    let found = fixture.answers(200, &at("GET"), Value::Null).await;
    like(
        &found,
        &json!({
            "id": id, "user_id": "<text>", "org_id": fixture.organization, "role": "member",
            "joined_at": "<time>",
        }),
    );
    let admin = json!({"role": "admin"});
    let changed = fixture.answers(200, &at("PATCH"), admin).await;
    assert_eq!(changed["role"], "admin");
    let wrong = json!({"role": "king"});
    fixture
        .refuses(400, "it must be admin or member", &at("PATCH"), wrong)
        .await;
    let gone = fixture.answers(200, &at("DELETE"), Value::Null).await;
    assert_eq!(gone, json!({}));
    fixture
        .refuses(404, "member not found", &at("GET"), Value::Null)
        .await;
}

async fn members(fixture: &EndpointFixture<'_>) {
    let id = joined(fixture).await;
    let (api, organization) = (fixture.api.organizations(), fixture.org_id());
    let found = api.member(&organization, &id).await.unwrap().value;
    assert_eq!(found.role, Some(MemberRole::Member));
    let role = MemberRole::Admin;
    let changed = api.update_member(&organization, &id, &role).await.unwrap();
    assert_eq!(changed.value.role, Some(role));
    api.remove_member(&organization, &id).await.unwrap();
    let missing = api.member(&organization, &id).await.unwrap_err();
    assert!(missing.is_not_found());
    let left = api.members(&organization, ListMembers::default()).await;
    assert!(
        left.unwrap()
            .value
            .items
            .iter()
            .all(|it| it.member.id != id)
    );
}

async fn invitations_raw(fixture: &EndpointFixture<'_>) {
    let email = format!("{}@example.com", uuid::Uuid::new_v4());
    let body = json!({"invitations": [{"email": email, "role": "member"}]});
    let post = "POST /organizations/{o}/invitations";
    let made = fixture.answers(200, post, body.clone()).await;
    let invitation = json!({
        "id": "<text>", "email": email, "org_id": fixture.organization, "invited_by": "<text>",
        "invited_at": "<time>", "role": "member",
    });
    like(&made, &json!({ "invitations": [invitation] }));
    fixture
        .refuses(409, "invitation already exists", post, body)
        .await;
    fixture
        .refuses(400, "at least one", post, json!({"invitations": []}))
        .await;
    let all = fixture
        .answers(200, "GET /organizations/{o}/invitations", Value::Null)
        .await;
    let all = all["invitations"].as_array().unwrap();
    assert!(all.contains(&made["invitations"][0]));
}

async fn invitations(fixture: &EndpointFixture<'_>) {
    let invitations = fixture.api.invitations(&fixture.org_id());
    let invite = Invite {
        email: format!("{}@example.com", uuid::Uuid::new_v4()),
        role: MemberRole::Admin,
    };
    let made = invitations.create(std::slice::from_ref(&invite)).await;
    let made = made.unwrap().value;
    assert_eq!(
        (made.len(), made[0].email.as_str()),
        (1, invite.email.as_str())
    );
    assert_eq!(made[0].role, Some(MemberRole::Admin));
    let again = invitations.create(&[invite]).await;
    assert!(again.unwrap_err().is_conflict());
    assert!(invitations.list().await.unwrap().value.contains(&made[0]));
}

async fn limit_raw(fixture: &EndpointFixture<'_>) {
    let at = |method: &str| format!("{method} /organizations/{{o}}/billing/spending_limit");
    let none = json!({"spending_limit_cents": null});
    assert_eq!(fixture.answers(200, &at("GET"), Value::Null).await, none);
    let some = json!({"spending_limit_cents": 5_000});
    assert_eq!(fixture.answers(200, &at("PUT"), some.clone()).await, some);
    assert_eq!(fixture.answers(200, &at("GET"), Value::Null).await, some);
    let nothing = json!({"spending_limit_cents": 0});
    fixture.refuses(400, "1 or more", &at("PUT"), nothing).await;
    fixture.answers(200, &at("DELETE"), Value::Null).await;
    assert_eq!(fixture.answers(200, &at("GET"), Value::Null).await, none);
}

async fn limit(fixture: &EndpointFixture<'_>) {
    let limit = fixture.api.spending_limit(&fixture.org_id());
    assert_eq!(limit.set(5_000).await.unwrap().value, Some(5_000));
    assert_eq!(limit.get().await.unwrap().value, Some(5_000));
    assert!(limit.set(0).await.unwrap_err().is_invalid());
    limit.delete().await.unwrap();
    assert_eq!(limit.get().await.unwrap().value, None);
}

async fn transfer_raw(fixture: &EndpointFixture<'_>) {
    fixture.rest().await;
    let to = organization(fixture).await;
    let path = "POST /organizations/{o}/projects/transfer";
    let body = json!({"destination_org_id": to, "project_ids": [fixture.project]});
    let gone = fixture.answers(200, path, body.clone()).await;
    assert_eq!(gone, json!({}));
    let found = fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    assert_eq!(found["project"]["org_id"], json!(to));
    fixture.refuses(404, "project not found", path, body).await;
    let none = json!({"destination_org_id": to, "project_ids": []});
    fixture.refuses(400, "1 to 400", path, none).await;
}

async fn transfer(fixture: &EndpointFixture<'_>) {
    fixture.rest().await;
    let to = organization(fixture).await;
    let to = api::OrgId::parse(&to).unwrap();
    let (api, from) = (fixture.api.organizations(), fixture.org_id());
    let projects: [ProjectId; 1] = [fixture.project_id()];
    api.transfer_projects(&from, &to, &projects).await.unwrap();
    let found = fixture.api.projects().get(&projects[0]).await.unwrap();
    assert_eq!(found.value.org_id, Some(to.clone()));
    let again = api.transfer_projects(&from, &to, &projects).await;
    assert!(again.unwrap_err().is_not_found());
    let none = api.transfer_projects(&from, &to, &[]).await;
    assert!(none.unwrap_err().is_invalid());
}

/// The fixture's project as its user's own.
async fn owned(fixture: &EndpointFixture<'_>) {
    let path = "POST /projects/{p}/transfer_requests";
    let request = fixture.prepare(path, Value::Null).await;
    let accept = format!(
        "PUT /projects/{{p}}/transfer_requests/{}",
        text(&request, "id")
    );
    fixture.prepare(&accept, Value::Null).await;
}

async fn own_raw(fixture: &EndpointFixture<'_>) {
    let path = "POST /users/me/projects/transfer";
    let to = fixture.organization.clone();
    let body = json!({"destination_org_id": to, "project_ids": [fixture.project]});
    fixture
        .refuses(404, "project not found", path, body.clone())
        .await;
    owned(fixture).await;
    let found = fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    assert_eq!(found["project"].get("org_id"), None);
    assert_eq!(fixture.answers(200, path, body).await, json!({}));
    let found = fixture.answers(200, "GET /projects/{p}", Value::Null).await;
    assert_eq!(found["project"]["org_id"], json!(to));
}

async fn own(fixture: &EndpointFixture<'_>) {
    owned(fixture).await;
    let (users, to) = (fixture.api.users(), fixture.org_id());
    let projects = [fixture.project_id()];
    users.transfer_projects(&to, &projects).await.unwrap();
    let found = fixture.api.projects().get(&projects[0]).await.unwrap();
    assert_eq!(found.value.org_id, Some(to));
}
