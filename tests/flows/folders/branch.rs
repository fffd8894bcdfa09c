//! Folders whose database is a branch of a project.

use app::temporary::{self, ClaimedProject};
use app::view::{ConnectionRequest, FolderSettings, FolderSource, FolderState, FolderStep};
use app::{branches, env_file, folders, roles};
use testkit::{sql, until_that};

use super::{add, claim, databases, ensure, env, project, replace, state, unasked, value};
use crate::management::fixture::{ManagementFixture, Project};

fn of(fixture: &ManagementFixture, project: &Project, pooled: bool) -> FolderSettings {
    FolderSettings {
        source: FolderSource::Branch {
            account_id: fixture.account.clone(),
            project_id: project.id.clone(),
            request: ConnectionRequest {
                database: "svcdb".to_owned(),
                role: "svcdb_owner".to_owned(),
                branch_id: Some(project.branch.clone()),
                compute_id: None,
                pooled: Some(pooled),
            },
        },
        ..unasked()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_password_is_written_to_every_folder_that_has_the_former_one() {
    let fixture = ManagementFixture::start().await;
    let app = fixture.app();
    let shop = fixture.project("shop").await;
    let mut made = Vec::new();
    for (name, pooled) in [
        ("web", true),
        ("api", false),
        ("edited", false),
        ("own", false),
    ] {
        let folder = project(&fixture.product, name, &[(".env", "A=1\n")]);
        let added = add(app, &folder, of(&fixture, &shop, pooled)).await;
        assert!(
            added.source_label.starts_with("shop / "),
            "{}",
            added.source_label
        );
        if name == "own" {
            std::fs::write(folder.join(".env"), "DATABASE_URL=postgres://me@mine/db\n").unwrap();
        }
        let done = ensure(app, &added.id).await.unwrap();
        let expected = if name == "own" {
            FolderStep::Nothing
        } else {
            FolderStep::Write
        };
        assert_eq!(done.step, expected, "{name}");
        made.push((added.id, folder));
    }
    assert_eq!(folders::stale(app).await.unwrap(), []);
    // Somebody added a parameter: it is theirs from now on.
    let edited = env(&made[2].1).replace("sslmode=require", "application_name=me&sslmode=require");
    std::fs::write(made[2].1.join(".env"), &edited).unwrap();
    assert_eq!(state(app, &made[2].0).await, FolderState::Foreign);

    let former = value(&made[0].1, "DATABASE_URL");
    roles::reset_password(app, &fixture.account, &shop.id, &shop.branch, "svcdb_owner")
        .await
        .unwrap();
    fixture.finished(&shop.id).await;
    let stale = folders::stale(app).await.unwrap();
    let ids: Vec<_> = stale.iter().map(|it| it.folder.id.clone()).collect();
    // By path: api before web.
    assert_eq!(ids, [made[1].0.clone(), made[0].0.clone()]);
    assert!(!format!("{stale:?}").contains(&former));
    // One of them changes between being shown and being written.
    std::fs::write(made[1].1.join(".env"), format!("{}B=2\n", env(&made[1].1))).unwrap();
    let plans: Vec<_> = stale.into_iter().map(|it| it.env.unwrap().id).collect();
    let written = folders::write_all(app, &plans).await.unwrap();
    assert_eq!(
        written[0].error.as_ref().unwrap().code,
        app::view::ErrorCode::FileChanged
    );
    assert!(written[1].undo_id.is_some(), "{:?}", written[1]);
    assert_ne!(value(&made[0].1, "DATABASE_URL"), former);
    let client = sql::connect(&fixture.product.ca(), &value(&made[0].1, "DATABASE_URL")).await;
    assert_eq!(sql::column(&client, "SELECT 1").await, ["1"]);
    assert_eq!(env(&made[2].1), edited);
    let left = folders::stale(app).await.unwrap();
    assert_eq!(left.len(), 1, "what was not written is still offered");
    let again = folders::write_all(app, &[left[0].env.as_ref().unwrap().id.clone()]).await;
    assert_eq!(again.unwrap()[0].error, None);
    assert!(env(&made[1].1).contains("A=1\n") && env(&made[1].1).contains("B=2\n"));
    assert_eq!(folders::stale(app).await.unwrap(), []);
    assert_eq!(state(app, &made[1].0).await, FolderState::Filled);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_changed_after_a_claim_is_written_to_the_folder_of_the_claimed_database() {
    let fixture = ManagementFixture::start().await;
    let app = fixture.app();
    let folder = project(&fixture.product, "shop", &[(".env", "A=1\n")]);
    let added = add(app, &folder, unasked()).await;
    let made = ensure(app, &added.id).await.unwrap();
    let row = made.folder.temporary_id.unwrap();
    assert_eq!(folders::stale(app).await.unwrap(), []);
    claim(app, &row).await;
    let look = async || state(app, &added.id).await;
    until_that("the folder is claimed", look, |is| {
        *is == FolderState::Claimed
    })
    .await;
    assert_eq!(
        folders::stale(app).await.unwrap(),
        [],
        "only its words differ"
    );

    let former = value(&folder, "DATABASE_URL");
    let ClaimedProject::Here { project_id, .. } = temporary::project_of(app, &row).await.unwrap()
    else {
        panic!("no account has it")
    };
    let branches = branches::all(app, &fixture.account, &project_id, false).await;
    let branch = branches.unwrap()[0].id.clone();
    let role = former.split(['/', ':']).nth(3).unwrap();
    roles::reset_password(app, &fixture.account, &project_id, &branch, role)
        .await
        .unwrap();
    fixture.finished(&project_id).await;
    let stale = folders::stale(app).await.unwrap();
    let plan = stale[0].env.clone().unwrap();
    let written = folders::write_all(app, &[plan.id]).await.unwrap();
    assert_eq!(written[0].error, None);
    for variable in ["DATABASE_URL", "DATABASE_URL_DIRECT"] {
        let now = value(&folder, variable);
        assert_ne!(now, former, "{variable}");
        let client = sql::connect(&fixture.product.ca(), &now).await;
        assert_eq!(sql::column(&client, "SELECT 1").await, ["1"], "{variable}");
    }
    assert!(env(&folder).starts_with("A=1\n"));
    assert_eq!(state(app, &added.id).await, FolderState::Claimed);
    assert_eq!(folders::stale(app).await.unwrap(), []);
    env_file::undo(app, written[0].undo_id.as_ref().unwrap())
        .await
        .unwrap();
    assert_eq!(value(&folder, "DATABASE_URL"), former);
    assert_eq!(
        folders::stale(app).await.unwrap().len(),
        1,
        "it is offered again"
    );
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_branch_is_written_in_place_of_the_former_one() {
    let fixture = ManagementFixture::start().await;
    let app = fixture.app();
    let (shop, blog) = (fixture.project("shop").await, fixture.project("blog").await);
    let folder = project(&fixture.product, "web", &[]);
    let added = add(app, &folder, of(&fixture, &shop, true)).await;
    ensure(app, &added.id).await.unwrap();
    let former = value(&folder, "DATABASE_URL");
    folders::change(app, &added.id, of(&fixture, &blog, true))
        .await
        .unwrap();
    assert_eq!(state(app, &added.id).await, FolderState::Filled);
    let stale = folders::stale(app).await.unwrap();
    let plan = stale[0].env.clone().unwrap();
    let written = folders::write_all(app, &[plan.id]).await.unwrap();
    assert_ne!(value(&folder, "DATABASE_URL"), former);
    // What an undo brings back is still what Plinth wrote: it is offered again.
    env_file::undo(app, written[0].undo_id.as_ref().unwrap())
        .await
        .unwrap();
    assert_eq!(value(&folder, "DATABASE_URL"), former);
    assert_eq!(state(app, &added.id).await, FolderState::Filled);
    let stale = folders::stale(app).await.unwrap();
    let plan = stale[0].env.clone().unwrap();
    folders::write_all(app, &[plan.id]).await.unwrap();
    assert_ne!(value(&folder, "DATABASE_URL"), former);
    assert_eq!(
        value(&folder, "DATABASE_URL_DIRECT"),
        fixture.uri(&blog.id, None).await.replace("-pooler", "")
    );
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_takes_the_place_of_a_temporary_database() {
    let fixture = ManagementFixture::start().await;
    let app = fixture.app();
    let shop = fixture.project("shop").await;
    let folder = project(&fixture.product, "web", &[]);
    let added = add(app, &folder, unasked()).await;
    ensure(app, &added.id).await.unwrap();
    let former = value(&folder, "DATABASE_URL");
    folders::change(app, &added.id, of(&fixture, &shop, false))
        .await
        .unwrap();
    let done = ensure(app, &added.id).await.unwrap();
    assert_eq!(done.step, FolderStep::Nothing, "it was replaced unasked");
    let made = databases(app).await;
    let done = replace(app, &added.id).await.unwrap();
    assert_eq!(
        (done.step, done.folder.state, done.folder.expires_at),
        (FolderStep::Write, FolderState::Filled, None)
    );
    assert_ne!(value(&folder, "DATABASE_URL"), former);
    assert_eq!(
        value(&folder, "DATABASE_URL_DIRECT"),
        value(&folder, "DATABASE_URL"),
        "migrations would go to the former database"
    );
    assert_eq!(databases(app).await, made);
    assert_eq!(folders::stale(app).await.unwrap(), []);
    fixture.stop().await;
}
