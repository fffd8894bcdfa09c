use app::keys;
use app::projects::{self, CreateProject, UpdateProject};
use futures::FutureExt as _;
use serde_json::{Value, json};

use super::fixture::Fixture;
use super::planned_change::{Evidence, Knowable, ListField, PlannedChange, Verb};

pub const VERBS: &[(&str, Verb)] = &[
    ("create project", |g, n| create(g, n).boxed()),
    ("update project", |g, n| update(g, n).boxed()),
    ("delete project", |g, n| delete(g, n).boxed()),
    ("recover project", |g, n| recover(g, n).boxed()),
    ("create personal key", |g, n| create_key(g, n).boxed()),
    ("create organization key", |g, n| {
        create_organization_key(g, n, false).boxed()
    }),
    ("create project key", |g, n| {
        create_organization_key(g, n, true).boxed()
    }),
    ("revoke key", |g, n| revoke_key(g, n).boxed()),
    ("revoke organization key", |g, n| {
        revoke_organization_key(g, n).boxed()
    }),
];

async fn create(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let name = format!("project {number}");
    let create = CreateProject {
        name: Some(name.clone()),
        ..CreateProject::default()
    };
    PlannedChange {
        method: "POST",
        path: "/projects".to_owned(),
        evidence: Evidence::Listed(
            ListField("/projects?limit=400".to_owned(), "projects", "name"),
            json!(name),
        ),
        knowable: Knowable::Known,
        act: async move { projects::create(&app, &account, create).await.map(drop) }.boxed(),
    }
}

async fn update(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (id, name) = (fixture.project.id.clone(), format!("named {number}"));
    let update = UpdateProject {
        name: Some(name.clone()),
        ..UpdateProject::default()
    };
    let path = format!("/projects/{id}");
    PlannedChange {
        method: "PATCH",
        path: path.clone(),
        evidence: Evidence::Is(path, "/project/name", json!(name)),
        knowable: Knowable::Known,
        act: async move {
            projects::update(&app, &account, &id, update)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.spare_project(number).await.id;
    PlannedChange {
        method: "DELETE",
        path: format!("/projects/{id}"),
        evidence: Evidence::Unlisted(listed(), json!(id)),
        knowable: Knowable::Known,
        act: async move { projects::delete(&app, &account, &id).await }.boxed(),
    }
}

async fn recover(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let id = fixture.spare_project(number).await.id;
    let path = format!("/projects/{id}");
    fixture.send("DELETE", &path, &Value::Null).await;
    PlannedChange {
        method: "POST",
        path: format!("{path}/recover"),
        evidence: Evidence::Listed(listed(), json!(id)),
        knowable: Knowable::Known,
        act: async move { projects::recover(&app, &account, &id).await.map(drop) }.boxed(),
    }
}

fn listed() -> ListField {
    ListField("/projects?limit=400".to_owned(), "projects", "id")
}

async fn create_key(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let name = format!("key {number}");
    let path = "/api_keys".to_owned();
    PlannedChange {
        method: "POST",
        path: path.clone(),
        evidence: Evidence::Listed(ListField(path, "", "name"), json!(name)),
        knowable: Knowable::SecretLost,
        act: async move { keys::create(&app, &account, &name).await.map(drop) }.boxed(),
    }
}

async fn create_organization_key(fixture: &Fixture, number: u64, is_scoped: bool) -> PlannedChange {
    let (app, account) = fixture.core();
    let organization = fixture.organization.clone();
    let project = is_scoped.then(|| fixture.project.id.clone());
    let name = format!("key {number}");
    let path = format!("/organizations/{organization}/api_keys");
    PlannedChange {
        method: "POST",
        path: path.clone(),
        evidence: Evidence::Listed(ListField(path, "", "name"), json!(name)),
        knowable: Knowable::SecretLost,
        act: async move {
            let project = project.as_deref();
            keys::create_for_organization(&app, &account, &organization, &name, project)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn revoke_key(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let body = json!({ "key_name": format!("spare {number}") });
    let id = fixture.send("POST", "/api_keys", &body).await["id"].clone();
    PlannedChange {
        method: "DELETE",
        path: format!("/api_keys/{id}"),
        evidence: Evidence::Unlisted(ListField("/api_keys".to_owned(), "", "id"), id.clone()),
        knowable: Knowable::Known,
        act: async move {
            keys::revoke(&app, &account, &id.to_string())
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn revoke_organization_key(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let organization = fixture.organization.clone();
    let path = format!("/organizations/{organization}/api_keys");
    let body = json!({ "key_name": format!("spare {number}") });
    let id = fixture.send("POST", &path, &body).await["id"].clone();
    PlannedChange {
        method: "DELETE",
        path: format!("{path}/{id}"),
        evidence: Evidence::Unlisted(ListField(path, "", "id"), id.clone()),
        knowable: Knowable::Known,
        act: async move {
            keys::revoke_of_organization(&app, &account, &organization, &id.to_string())
                .await
                .map(drop)
        }
        .boxed(),
    }
}
