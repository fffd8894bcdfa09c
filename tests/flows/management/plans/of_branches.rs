use app::branches::{self, CreateBranch, RestoreBranch, UpdateBranch};
use app::computes::{self, CreateCompute, UpdateCompute};
use app::databases::{self, UpdateDatabase};
use app::roles;
use futures::FutureExt as _;
use serde_json::{Value, json};

use super::fixture::Fixture;
use super::planned_change::{Evidence, Knowable, ListField, PlannedChange, Verb};

pub const VERBS: &[(&str, Verb)] = &[
    ("create branch", |g, n| create(g, n).boxed()),
    ("update branch", |g, n| update(g, n).boxed()),
    ("delete branch", |g, n| delete(g, n).boxed()),
    ("recover branch", |g, n| recover(g, n).boxed()),
    ("restore branch", |g, n| restore(g, n).boxed()),
    ("set default branch", |g, n| set_as_default(g, n).boxed()),
    ("create compute", |g, n| create_compute(g, n).boxed()),
    ("update compute", |g, n| update_compute(g, n).boxed()),
    ("delete compute", |g, n| delete_compute(g, n).boxed()),
    ("start compute", |g, n| {
        run_compute(g, n, Run::Start).boxed()
    }),
    ("suspend compute", |g, n| {
        run_compute(g, n, Run::Suspend).boxed()
    }),
    ("restart compute", |g, n| {
        run_compute(g, n, Run::Restart).boxed()
    }),
    ("create database", |g, n| create_database(g, n).boxed()),
    ("update database", |g, n| update_database(g, n).boxed()),
    ("delete database", |g, n| delete_database(g, n).boxed()),
    ("create role", |g, n| create_role(g, n).boxed()),
    ("delete role", |g, n| delete_role(g, n).boxed()),
    ("reset password", |g, n| reset_password(g, n).boxed()),
];

async fn create(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, name) = (fixture.project.id.clone(), format!("branch {number}"));
    let create = CreateBranch {
        name: Some(name.clone()),
        ..CreateBranch::default()
    };
    PlannedChange {
        method: "POST",
        path: format!("/projects/{project}/branches"),
        evidence: Evidence::Listed(listed(&project, "name"), json!(name)),
        knowable: Knowable::Known,
        act: async move {
            branches::create(&app, &account, &project, create)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn update(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (branch, _) = fixture.spare_branch(number, false).await;
    let path = format!("/projects/{project}/branches/{branch}");
    let update = UpdateBranch {
        name: Some(format!("named {number}")),
        ..UpdateBranch::default()
    };
    PlannedChange {
        method: "PATCH",
        path: path.clone(),
        evidence: Evidence::Is(path, "/branch/name", json!(format!("named {number}"))),
        knowable: Knowable::Known,
        act: async move {
            branches::update(&app, &account, &project, &branch, update)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (branch, _) = fixture.spare_branch(number, false).await;
    PlannedChange {
        method: "DELETE",
        path: format!("/projects/{project}/branches/{branch}"),
        evidence: Evidence::Unlisted(listed(&project, "id"), json!(branch)),
        knowable: Knowable::Known,
        act: async move {
            branches::delete(&app, &account, &project, &branch)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn recover(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (branch, _) = fixture.spare_branch(number, false).await;
    let path = format!("/projects/{project}/branches/{branch}");
    fixture.send("DELETE", &path, &Value::Null).await;
    PlannedChange {
        method: "POST",
        path: format!("{path}/recover"),
        evidence: Evidence::Listed(listed(&project, "id"), json!(branch)),
        knowable: Knowable::Known,
        act: async move {
            branches::recover(&app, &account, &project, &branch)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn restore(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (branch, _) = fixture.spare_branch(number, false).await;
    let path = format!("/projects/{project}/branches/{branch}");
    let restore = RestoreBranch {
        source_id: fixture.project.branch.clone(),
        ..RestoreBranch::default()
    };
    PlannedChange {
        method: "POST",
        path: format!("{path}/restore"),
        evidence: Evidence::IsNot(path, "/branch/last_reset_at", Value::Null),
        knowable: Knowable::Known,
        act: async move {
            branches::restore(&app, &account, &project, &branch, restore)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn set_as_default(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (branch, _) = fixture.spare_branch(number, false).await;
    let path = format!("/projects/{project}/branches/{branch}");
    PlannedChange {
        method: "POST",
        path: format!("{path}/set_as_default"),
        evidence: Evidence::Is(path, "/branch/default", json!(true)),
        knowable: Knowable::Known,
        act: async move {
            branches::set_as_default(&app, &account, &project, &branch)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

fn listed(project: &str, field: &'static str) -> ListField {
    let path = format!("/projects/{project}/branches?limit=1000");
    ListField(path, "branches", field)
}

async fn create_compute(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (branch, _) = fixture.spare_branch(number, false).await;
    let list = format!("/projects/{project}/branches/{branch}/endpoints");
    let create = CreateCompute {
        branch_id: branch.clone(),
        ..CreateCompute::default()
    };
    PlannedChange {
        method: "POST",
        path: format!("/projects/{project}/endpoints"),
        evidence: Evidence::Listed(ListField(list, "endpoints", "branch_id"), json!(branch)),
        knowable: Knowable::Known,
        act: async move {
            computes::create(&app, &account, &project, create)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn update_compute(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, compute) = (fixture.project.id.clone(), fixture.project.compute.clone());
    let path = format!("/projects/{project}/endpoints/{compute}");
    let name = format!("compute {number}");
    let update = UpdateCompute {
        name: Some(name.clone()),
        ..UpdateCompute::default()
    };
    PlannedChange {
        method: "PATCH",
        path: path.clone(),
        evidence: Evidence::Is(path, "/endpoint/name", json!(name)),
        knowable: Knowable::Known,
        act: async move {
            computes::update(&app, &account, &project, &compute, update)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete_compute(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let project = fixture.project.id.clone();
    let (_, compute) = fixture.spare_branch(number, true).await;
    let path = format!("/projects/{project}/endpoints/{compute}");
    PlannedChange {
        method: "DELETE",
        path: path.clone(),
        evidence: Evidence::Gone(path),
        knowable: Knowable::Known,
        act: async move {
            computes::delete(&app, &account, &project, &compute)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

#[derive(Clone, Copy)]
enum Run {
    Start,
    Suspend,
    Restart,
}

async fn run_compute(fixture: &Fixture, _: u64, run: Run) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, compute) = (fixture.project.id.clone(), fixture.project.compute.clone());
    let path = format!("/projects/{project}/endpoints/{compute}");
    let (word, action, before) = match run {
        Run::Start => ("start", "start_compute", ["start", "suspend"]),
        Run::Suspend => ("suspend", "suspend_compute", ["suspend", "start"]),
        Run::Restart => ("restart", "suspend_compute", ["suspend", "start"]),
    };
    for word in before {
        let path = format!("{path}/{word}");
        fixture.send("POST", &path, &Value::Null).await;
    }
    PlannedChange {
        method: "POST",
        path: format!("{path}/{word}"),
        evidence: Evidence::begins(&fixture.management, &project, action).await,
        knowable: Knowable::Known,
        act: async move {
            let (project, compute) = (&*project, &*compute);
            match run {
                Run::Start => computes::start(&app, &account, project, compute).await,
                Run::Suspend => computes::suspend(&app, &account, project, compute).await,
                Run::Restart => computes::restart(&app, &account, project, compute).await,
            }
            .map(drop)
        }
        .boxed(),
    }
}

/// Where the parts of the fixture's first branch are.
fn part(fixture: &Fixture, what: &str) -> String {
    let (project, branch) = (&fixture.project.id, &fixture.project.branch);
    format!("/projects/{project}/branches/{branch}/{what}")
}

async fn create_database(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, branch) = (fixture.project.id.clone(), fixture.project.branch.clone());
    let (path, name) = (part(fixture, "databases"), format!("database_{number}"));
    PlannedChange {
        method: "POST",
        path: path.clone(),
        evidence: Evidence::Listed(ListField(path, "databases", "name"), json!(name)),
        knowable: Knowable::Known,
        act: async move {
            databases::create(&app, &account, &project, &branch, &name, "svcdb_owner")
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn update_database(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, branch) = (fixture.project.id.clone(), fixture.project.branch.clone());
    let (path, name) = (part(fixture, "databases"), format!("spare_{number}"));
    spare_database(fixture, &path, &name).await;
    let renamed = format!("renamed_{number}");
    let update = UpdateDatabase {
        name: Some(renamed.clone()),
        ..UpdateDatabase::default()
    };
    PlannedChange {
        method: "PATCH",
        path: format!("{path}/{name}"),
        evidence: Evidence::Listed(ListField(path, "databases", "name"), json!(renamed)),
        knowable: Knowable::Known,
        act: async move {
            databases::update(&app, &account, &project, &branch, &name, update)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete_database(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, branch) = (fixture.project.id.clone(), fixture.project.branch.clone());
    let (path, name) = (part(fixture, "databases"), format!("spare_{number}"));
    spare_database(fixture, &path, &name).await;
    PlannedChange {
        method: "DELETE",
        path: format!("{path}/{name}"),
        evidence: Evidence::Unlisted(ListField(path, "databases", "name"), json!(name)),
        knowable: Knowable::Known,
        act: async move {
            databases::delete(&app, &account, &project, &branch, &name)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn spare_database(fixture: &Fixture, path: &str, name: &str) {
    let body = json!({ "database": { "name": name, "owner_name": "svcdb_owner" } });
    fixture.send("POST", path, &body).await;
}

async fn create_role(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, branch) = (fixture.project.id.clone(), fixture.project.branch.clone());
    let (path, name) = (part(fixture, "roles"), format!("role_{number}"));
    PlannedChange {
        method: "POST",
        path: path.clone(),
        evidence: Evidence::Listed(ListField(path, "roles", "name"), json!(name)),
        knowable: Knowable::Known,
        act: async move {
            roles::create(&app, &account, &project, &branch, &name, false)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn delete_role(fixture: &Fixture, number: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, branch) = (fixture.project.id.clone(), fixture.project.branch.clone());
    let (path, name) = (part(fixture, "roles"), format!("spare_{number}"));
    let body = json!({ "role": { "name": name } });
    fixture.send("POST", &path, &body).await;
    PlannedChange {
        method: "DELETE",
        path: format!("{path}/{name}"),
        evidence: Evidence::Unlisted(ListField(path, "roles", "name"), json!(name)),
        knowable: Knowable::Known,
        act: async move {
            roles::delete(&app, &account, &project, &branch, &name)
                .await
                .map(drop)
        }
        .boxed(),
    }
}

async fn reset_password(fixture: &Fixture, _: u64) -> PlannedChange {
    let (app, account) = fixture.core();
    let (project, branch) = (fixture.project.id.clone(), fixture.project.branch.clone());
    let path = part(fixture, "roles/svcdb_owner");
    let reveal = format!("{path}/reveal_password");
    let before = fixture.management.seen(&reveal).await["password"].clone();
    PlannedChange {
        method: "POST",
        path: format!("{path}/reset_password"),
        evidence: Evidence::IsNot(reveal, "/password", before),
        knowable: Knowable::Known,
        act: async move {
            roles::reset_password(&app, &account, &project, &branch, "svcdb_owner")
                .await
                .map(drop)
        }
        .boxed(),
    }
}
