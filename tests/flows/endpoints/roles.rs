use api::resource::operations::OperationAction;
use api::resource::roles::{AuthenticationMethod, CreateRole};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};

use super::fixture::{EndpointFixture, text};
use super::like::like;
use super::operations::on_compute;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/roles",
            list_raw,
            list
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/roles",
            create_raw,
            create
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}",
            get_raw,
            get
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}",
            delete_raw,
            delete
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password",
            reset_raw,
            reset
        ),
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password",
            reveal_raw,
            reveal
        ),
    ]
}

const ALL: &str = "/projects/{p}/branches/{b}/roles";

pub fn role(name: &str) -> Value {
    json!({
        "branch_id": "<branch>", "name": name, "protected": false, "authentication_method?": "password",
        "created_at": "<time>", "updated_at": "<time>",
    })
}

async fn list_raw(fixture: &EndpointFixture<'_>) {
    let all = fixture
        .answers(200, &format!("GET {ALL}"), Value::Null)
        .await;
    like(&all, &json!({"roles": [role("svcdb_owner")]}));
    assert!(
        all["roles"][0]["password"].is_null(),
        "a list tells a password"
    );
    let unknown = "GET /projects/{p}/branches/br-quiet-meadow-00000000/roles";
    fixture
        .refuses(404, "branch not found", unknown, Value::Null)
        .await;
}

async fn list(fixture: &EndpointFixture<'_>) {
    let roles = fixture
        .api
        .roles(&fixture.project_id(), &fixture.branch_id());
    let all = roles.list().await.unwrap().value;
    let [found] = all.as_slice() else {
        panic!("{all:?}")
    };
    assert_eq!(
        (found.name.as_str(), found.protected),
        ("svcdb_owner", false)
    );
    assert!(found.password.is_none());
}

async fn create_raw(fixture: &EndpointFixture<'_>) {
    let path = format!("POST {ALL}");
    let made = fixture
        .answers(201, &path, json!({"role": {"name": "clerk"}}))
        .await;
    let mut clerk = role("clerk");
    clerk["password"] = json!("<text>");
    like(
        &made,
        &json!({"role": clerk, "operations": [on_compute("apply_config", "running")]}),
    );
    fixture.rest().await;
    fixture
        .refuses(
            409,
            "already exists",
            &path,
            json!({"role": {"name": "clerk"}}),
        )
        .await;
    let asleep = json!({"role": {"name": "group", "no_login": true}});
    let made = fixture.answers(201, &path, asleep).await;
    assert_eq!(made["role"]["authentication_method"], "no_login");
    assert!(
        made["role"]["password"].is_null(),
        "who cannot log in has no password"
    );
    fixture.rest().await;
    for wrong in [
        json!({}),
        json!({"role": {"name": ""}}),
        json!({"role": {"name": "x".repeat(64)}}),
    ] {
        fixture.refuses(400, "invalid request", &path, wrong).await;
    }
    let unknown = "POST /projects/{p}/branches/br-quiet-meadow-00000000/roles";
    fixture
        .refuses(
            404,
            "branch not found",
            unknown,
            json!({"role": {"name": "clerk"}}),
        )
        .await;
}

async fn create(fixture: &EndpointFixture<'_>) {
    let roles = fixture
        .api
        .roles(&fixture.project_id(), &fixture.branch_id());
    let made = roles
        .create("clerk", &CreateRole::default())
        .await
        .unwrap()
        .value;
    assert_eq!(made.role.name, "clerk");
    assert!(made.role.password.is_some());
    assert_eq!(
        made.operations[0].action,
        Some(OperationAction::ApplyConfig)
    );
    let group = roles
        .create("group", &CreateRole { no_login: true })
        .await
        .unwrap()
        .value;
    assert_eq!(
        group.role.authentication_method,
        Some(AuthenticationMethod::NoLogin)
    );
    assert!(
        roles
            .create("clerk", &CreateRole::default())
            .await
            .unwrap_err()
            .is_conflict()
    );
}

async fn get_raw(fixture: &EndpointFixture<'_>) {
    let found = fixture
        .answers(200, &format!("GET {ALL}/svcdb_owner"), Value::Null)
        .await;
    like(&found, &json!({"role": role("svcdb_owner")}));
    assert!(
        found["role"]["password"].is_null(),
        "a look tells a password"
    );
    fixture
        .refuses(
            404,
            "role not found",
            &format!("GET {ALL}/nobody"),
            Value::Null,
        )
        .await;
}

async fn get(fixture: &EndpointFixture<'_>) {
    let roles = fixture
        .api
        .roles(&fixture.project_id(), &fixture.branch_id());
    let found = roles.get("svcdb_owner").await.unwrap().value;
    assert_eq!(found.branch_id, Some(fixture.branch_id()));
    assert!(roles.get("nobody").await.unwrap_err().is_not_found());
}

async fn clerk(fixture: &EndpointFixture<'_>) -> String {
    let made = fixture
        .prepare(&format!("POST {ALL}"), json!({"role": {"name": "clerk"}}))
        .await;
    text(&made["role"], "password")
}

async fn delete_raw(fixture: &EndpointFixture<'_>) {
    clerk(fixture).await;
    let path = format!("DELETE {ALL}/clerk");
    let gone = fixture.answers(200, &path, Value::Null).await;
    like(
        &gone,
        &json!({"role": role("clerk"), "operations": [on_compute("apply_config", "running")]}),
    );
    fixture.rest().await;
    fixture
        .refuses(
            404,
            "role not found",
            &format!("GET {ALL}/clerk"),
            Value::Null,
        )
        .await;
    assert!(fixture.answers(204, &path, Value::Null).await.is_null());
}

async fn delete(fixture: &EndpointFixture<'_>) {
    clerk(fixture).await;
    let roles = fixture
        .api
        .roles(&fixture.project_id(), &fixture.branch_id());
    assert_eq!(
        roles
            .delete("clerk")
            .await
            .unwrap()
            .value
            .unwrap()
            .role
            .name,
        "clerk"
    );
    fixture.rest().await;
    assert!(roles.delete("clerk").await.unwrap().value.is_none());
}

async fn reset_raw(fixture: &EndpointFixture<'_>) {
    let old = clerk(fixture).await;
    let path = format!("POST {ALL}/clerk/reset_password");
    let reset = fixture.answers(200, &path, Value::Null).await;
    let mut clerk = role("clerk");
    clerk["password"] = json!("<text>");
    like(
        &reset,
        &json!({"role": clerk, "operations": [on_compute("apply_config", "running")]}),
    );
    assert_ne!(reset["role"]["password"], old);
    fixture.rest().await;
    let known = fixture
        .answers(
            200,
            &format!("GET {ALL}/clerk/reveal_password"),
            Value::Null,
        )
        .await;
    assert_eq!(known["password"], reset["role"]["password"]);
    fixture
        .refuses(
            404,
            "role not found",
            &format!("POST {ALL}/nobody/reset_password"),
            Value::Null,
        )
        .await;
}

async fn reset(fixture: &EndpointFixture<'_>) {
    let old = clerk(fixture).await;
    let roles = fixture
        .api
        .roles(&fixture.project_id(), &fixture.branch_id());
    let reset = roles.reset_password("clerk").await.unwrap().value;
    let new = reset.role.password.unwrap();
    assert_ne!(new.expose_secret(), old);
    assert_eq!(
        reset.operations[0].action,
        Some(OperationAction::ApplyConfig)
    );
}

async fn reveal_raw(fixture: &EndpointFixture<'_>) {
    let password = clerk(fixture).await;
    let path = format!("GET {ALL}/clerk/reveal_password");
    assert_eq!(
        fixture.answers(200, &path, Value::Null).await,
        json!({"password": password})
    );
    fixture
        .refuses(
            404,
            "role not found",
            &format!("GET {ALL}/nobody/reveal_password"),
            Value::Null,
        )
        .await;
    let no_passwords = fixture
        .prepare(
            "POST /projects",
            json!({"project": {"store_passwords": false}}),
        )
        .await;
    let path = format!(
        "GET /projects/{}/branches/{}/roles/svcdb_owner/reveal_password",
        text(&no_passwords["project"], "id"),
        text(&no_passwords["branch"], "id"),
    );
    fixture
        .refuses(
            412,
            "storing passwords is not enabled for the project",
            &path,
            Value::Null,
        )
        .await;
}

async fn reveal(fixture: &EndpointFixture<'_>) {
    let password = clerk(fixture).await;
    let roles = fixture
        .api
        .roles(&fixture.project_id(), &fixture.branch_id());
    let reported = roles.reveal_password("clerk").await.unwrap().value;
    assert_eq!(reported.expose_secret(), password);
    assert!(
        roles
            .reveal_password("nobody")
            .await
            .unwrap_err()
            .is_not_found()
    );
}
