use app::keys;
use app::projects::{self, CreateProject, UpdateProject};
use futures::FutureExt as _;
use serde_json::{Value, json};

use super::deed::{Deed, Ending, Place, Truth, Verb};
use super::fixture::Fixture;

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

async fn create(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let name = format!("project {number}");
    let create = CreateProject {
        name: Some(name.clone()),
        ..CreateProject::default()
    };
    Deed {
        method: "POST",
        path: "/projects".to_owned(),
        truth: Truth::Listed(
            Place("/projects?limit=400".to_owned(), "projects", "name"),
            json!(name),
        ),
        ending: Ending::Known,
        act: async move { projects::create(&app, &account, create).await.map(drop) }.boxed(),
    }
}

async fn update(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let (id, name) = (fixture.project.id.clone(), format!("named {number}"));
    let update = UpdateProject {
        name: Some(name.clone()),
        ..UpdateProject::default()
    };
    let path = format!("/projects/{id}");
    Deed {
        method: "PATCH",
        path: path.clone(),
        truth: Truth::Is(path, "/project/name", json!(name)),
        ending: Ending::Known,
        act: async move {
            projects::update(&app, &account, &id, update)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let id = fixture.spare_project(number).await.id;
    Deed {
        method: "DELETE",
        path: format!("/projects/{id}"),
        truth: Truth::Unlisted(listed(), json!(id)),
        ending: Ending::Known,
        act: async move { projects::delete(&app, &account, &id).await }.boxed(),
    }
}

async fn recover(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let id = fixture.spare_project(number).await.id;
    let path = format!("/projects/{id}");
    fixture.send("DELETE", &path, &Value::Null).await;
    Deed {
        method: "POST",
        path: format!("{path}/recover"),
        truth: Truth::Listed(listed(), json!(id)),
        ending: Ending::Known,
        act: async move { projects::recover(&app, &account, &id).await.map(drop) }.boxed(),
    }
}

fn listed() -> Place {
    Place("/projects?limit=400".to_owned(), "projects", "id")
}

async fn create_key(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let name = format!("key {number}");
    let path = "/api_keys".to_owned();
    Deed {
        method: "POST",
        path: path.clone(),
        truth: Truth::Listed(Place(path, "", "name"), json!(name)),
        ending: Ending::SecretLost,
        act: async move { keys::create(&app, &account, &name).await.map(drop) }.boxed(),
    }
}

async fn create_organization_key(fixture: &Fixture, number: u64, is_scoped: bool) -> Deed {
    let (app, account) = fixture.core();
    let organization = fixture.organization.clone();
    let project = is_scoped.then(|| fixture.project.id.clone());
    let name = format!("key {number}");
    let path = format!("/organizations/{organization}/api_keys");
    Deed {
        method: "POST",
        path: path.clone(),
        truth: Truth::Listed(Place(path, "", "name"), json!(name)),
        ending: Ending::SecretLost,
        act: async move {
            let project = project.as_deref();
            keys::create_for_organization(&app, &account, &organization, &name, project)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn revoke_key(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let body = json!({ "key_name": format!("spare {number}") });
    let id = fixture.send("POST", "/api_keys", &body).await["id"].clone();
    Deed {
        method: "DELETE",
        path: format!("/api_keys/{id}"),
        truth: Truth::Unlisted(Place("/api_keys".to_owned(), "", "id"), id.clone()),
        ending: Ending::Known,
        act: async move {
            keys::revoke(&app, &account, &id.to_string())
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn revoke_organization_key(fixture: &Fixture, number: u64) -> Deed {
    let (app, account) = fixture.core();
    let organization = fixture.organization.clone();
    let path = format!("/organizations/{organization}/api_keys");
    let body = json!({ "key_name": format!("spare {number}") });
    let id = fixture.send("POST", &path, &body).await["id"].clone();
    Deed {
        method: "DELETE",
        path: format!("{path}/{id}"),
        truth: Truth::Unlisted(Place(path, "", "id"), id.clone()),
        ending: Ending::Known,
        act: async move {
            keys::revoke_of_organization(&app, &account, &organization, &id.to_string())
                .await
                .map(drop)
        }
        .boxed(),
    }
}
