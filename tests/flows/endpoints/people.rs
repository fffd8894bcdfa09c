use api::OrgId;
use api::resource::identity::AuthMethod;
use api::resource::organizations::{ListMembers, MemberRole};
use api::resource::regions::ListRegions;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /organizations/{org_id}",
            organization_raw,
            organization
        ),
        row!("GET /organizations/{org_id}/members", members_raw, members),
        row!("GET /users/me", me_raw, me),
        row!("GET /users/me/organizations", mine_raw, mine),
        row!("GET /auth", identity_raw, identity),
        row!("GET /regions", regions_raw, regions),
    ]
}

fn picture() -> Value {
    json!({
        "id": "<org>", "name": "<text>", "handle": "<text>", "plan": "<text>", "managed_by": "<text>",
        "created_at": "<time>", "updated_at": "<time>",
    })
}

/// A key of the fixture's organization.
async fn robot<'w>(fixture: &EndpointFixture<'w>) -> EndpointFixture<'w> {
    let made = fixture
        .prepare(
            "POST /organizations/{o}/api_keys",
            json!({"key_name": "robot"}),
        )
        .await;
    fixture.with_key(&text(&made, "key"))
}

async fn organization_raw(fixture: &EndpointFixture<'_>) {
    let found = fixture
        .answers(200, "GET /organizations/{o}", Value::Null)
        .await;
    like(&found, &picture());
    assert_eq!(
        (found["id"].as_str(), found["name"].as_str()),
        (Some(fixture.organization.as_str()), Some("Personal"))
    );
    let unknown = "GET /organizations/org-quiet-meadow-00000000";
    fixture
        .refuses(404, "organization not found", unknown, Value::Null)
        .await;
}

async fn organization(fixture: &EndpointFixture<'_>) {
    let organizations = fixture.api.organizations();
    let found = organizations.get(&fixture.org_id()).await.unwrap().value;
    assert_eq!(
        (found.id, found.name.as_str()),
        (fixture.org_id(), "Personal")
    );
    assert!(found.handle.is_some() && found.created_at.is_some());
    let unknown = OrgId::parse("org-quiet-meadow-00000000").unwrap();
    assert!(
        organizations
            .get(&unknown)
            .await
            .unwrap_err()
            .is_not_found()
    );
}

/// Somebody joins the fixture's organization; gives their id.
async fn joined(fixture: &EndpointFixture<'_>) -> String {
    let (id, _) = fixture
        .walk
        .person(&format!("member-{}", fixture.project))
        .await;
    let path = format!("/sandbox/organizations/{}/members", fixture.organization);
    let member = json!({"user_id": id, "role": "member"});
    fixture.walk.administer("POST", &path, &member).await;
    id
}

async fn members_raw(fixture: &EndpointFixture<'_>) {
    let id = joined(fixture).await;
    let path = "GET /organizations/{o}/members?sort_by=joined_at&sort_order=desc&limit=1";
    let first = fixture.answers(200, path, Value::Null).await;
    let member = json!({
        "id": "<uuid>", "user_id": id, "org_id": fixture.organization, "role": "member", "joined_at": "<time>",
    });
    let email = format!("member-{}@example.com", fixture.project);
    let order = json!({"next": "<text>", "sort_by": "joined_at", "sort_order": "desc"});
    like(
        &first,
        &json!({"members": [{"member": member, "user": {"email": email}}], "pagination": order}),
    );
    let next: String =
        url::form_urlencoded::byte_serialize(text(&first["pagination"], "next").as_bytes())
            .collect();
    let second = fixture
        .answers(200, &format!("{path}&cursor={next}"), Value::Null)
        .await;
    assert_ne!(second["members"][0]["member"]["user_id"], id);
    let all = fixture
        .answers(200, "GET /organizations/{o}/members?limit=500", Value::Null)
        .await;
    assert!(
        all["pagination"]["next"].is_null(),
        "the last page has a next one"
    );
    let roles: Vec<_> = all["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| text(&it["member"], "role"))
        .collect();
    assert!(roles.contains(&"admin".to_owned()), "{roles:?}");
    fixture
        .refuses(
            400,
            "invalid request",
            "GET /organizations/{o}/members?limit=501",
            Value::Null,
        )
        .await;
    let unknown = "GET /organizations/org-quiet-meadow-00000000/members";
    fixture
        .refuses(404, "organization not found", unknown, Value::Null)
        .await;
}

async fn members(fixture: &EndpointFixture<'_>) {
    let id = joined(fixture).await;
    let list = ListMembers {
        page_size: Some(500),
        ..ListMembers::default()
    };
    let page = fixture
        .api
        .organizations()
        .members(&fixture.org_id(), list)
        .await
        .unwrap()
        .value;
    let found = page
        .items
        .iter()
        .find(|it| it.member.user_id.as_str() == id)
        .unwrap();
    assert_eq!(found.member.role, Some(MemberRole::Member));
    assert_eq!(
        found.user.email,
        format!("member-{}@example.com", fixture.project)
    );
    assert!(page.next.is_none());
}

async fn me_raw(fixture: &EndpointFixture<'_>) {
    let me = fixture.answers(200, "GET /users/me", Value::Null).await;
    like(
        &me,
        &json!({
            "id": "<uuid>", "email": "<text>", "name": "<text>", "last_name": "<string>", "login": "<text>",
            "image": "<string>", "plan": "<text>", "projects_limit": "<int>", "branches_limit": "<int>",
            "max_autoscaling_limit": "<number>", "active_seconds_limit": "<int>",
            "auth_accounts": ["<each>", {
                "email": "<text>", "image": "<string>", "login": "<text>", "name": "<text>", "provider": "<text>",
            }],
        }),
    );
    let denied = "not allowed for organization API keys";
    robot(fixture)
        .await
        .refuses(404, denied, "GET /users/me", Value::Null)
        .await;
}

async fn me(fixture: &EndpointFixture<'_>) {
    let me = fixture.api.users().me().await.unwrap().value;
    assert!(me.email.contains('@') && !me.name.is_empty());
    assert_eq!(me.auth_accounts.len(), 1);
    let robot = robot(fixture).await.api;
    let error = robot.users().me().await.unwrap_err();
    assert_eq!(
        error.server_message(),
        Some("not allowed for organization API keys")
    );
}

async fn mine_raw(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .answers(200, "GET /users/me/organizations", Value::Null)
        .await;
    like(&all, &json!({"organizations": ["<each>", picture()]}));
    assert_eq!(all["organizations"][0]["id"], fixture.organization.as_str());
    let denied = "not allowed for organization API keys";
    robot(fixture)
        .await
        .refuses(404, denied, "GET /users/me/organizations", Value::Null)
        .await;
}

async fn mine(fixture: &EndpointFixture<'_>) {
    let mine = fixture.api.users().my_organizations().await.unwrap().value;
    let ids: Vec<_> = mine.into_iter().map(|it| it.id).collect();
    assert_eq!(ids, [fixture.org_id()]);
}

async fn identity_raw(fixture: &EndpointFixture<'_>) {
    let me = fixture.prepare("GET /users/me", Value::Null).await;
    let personal = fixture.answers(200, "GET /auth", Value::Null).await;
    like(
        &personal,
        &json!({"account_id": me["id"], "auth_method": "api_key_user"}),
    );
    let robot = robot(fixture)
        .await
        .answers(200, "GET /auth", Value::Null)
        .await;
    like(
        &robot,
        &json!({"account_id": fixture.organization, "auth_method": "api_key_org"}),
    );
}

async fn identity(fixture: &EndpointFixture<'_>) {
    let personal = fixture.api.identity().await.unwrap().value;
    assert_eq!(personal.auth_method, AuthMethod::ApiKeyUser);
    let robot = robot(fixture).await.api.identity().await.unwrap().value;
    assert_eq!(robot.auth_method, AuthMethod::ApiKeyOrg);
    assert_eq!(robot.account_id, fixture.organization);
}

async fn regions_raw(fixture: &EndpointFixture<'_>) {
    let all = fixture.answers(200, "GET /regions", Value::Null).await;
    let region = json!({
        "region_id": "<text>", "name": "<text>", "default": "<bool>", "geo_lat": "<text>", "geo_long": "<text>",
    });
    like(&all, &json!({"regions": ["<each>", region]}));
    let all = all["regions"].as_array().unwrap();
    let mut ids: Vec<_> = all.iter().map(|it| text(it, "region_id")).collect();
    ids.sort();
    let specified = [
        "ap-southeast-1",
        "ap-southeast-2",
        "eastus2",
        "eu-central-1",
        "eu-west-2",
        "gwc",
        "sa-east-1",
        "us-east-1",
        "us-east-2",
        "us-west-2",
        "westus3",
    ];
    assert_eq!(ids, specified);
    let usual: Vec<_> = all
        .iter()
        .filter(|it| it["default"] == true)
        .map(|it| text(it, "region_id"))
        .collect();
    assert_eq!(usual, ["us-east-2"]);
    let denied = "not allowed for organization API keys";
    robot(fixture)
        .await
        .refuses(404, denied, "GET /regions", Value::Null)
        .await;
}

async fn regions(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .api
        .regions()
        .list(&ListRegions::default())
        .await
        .unwrap()
        .value;
    let usual: Vec<_> = all
        .iter()
        .filter(|it| it.default)
        .map(|it| it.region_id.as_str())
        .collect();
    assert_eq!(
        (all.len(), usual.as_slice()),
        (11, ["us-east-2"].as_slice())
    );
}
