//! The schema of a branch and how two differ, through the core over real servers.

use app::branches::{self, CompareSchema, CreateBranch, ReadSchema};
use app::view::ErrorCode;
use testkit::sql;

use super::fixture::{ManagementFixture, Project, usual_compute};

async fn compared(
    fixture: &ManagementFixture,
    project: &Project,
    branch: &str,
    base: Option<&str>,
) -> Result<String, app::Error> {
    let compare = CompareSchema {
        database: "svcdb".to_owned(),
        base_id: base.map(str::to_owned),
        ..CompareSchema::default()
    };
    let (app, account) = (fixture.app(), &fixture.account);
    let read = branches::compare_schema(app, account, &project.id, branch, compare).await;
    read.map(|comparison| comparison.diff)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_column_that_was_added_on_a_branch_is_the_difference_to_its_parent() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Shop").await;
    let client = fixture.connect(&project.id, None).await;
    sql::run(&client, "CREATE TABLE orders (id int, note text)").await;
    let create = CreateBranch {
        name: Some("dev".to_owned()),
        compute: usual_compute(),
        ..CreateBranch::default()
    };
    let (app, account) = (fixture.app(), &fixture.account);
    let made = branches::create(app, account, &project.id, create).await;
    let dev = made.unwrap().branch.id;
    fixture.finished(&project.id).await;
    assert_eq!(compared(&fixture, &project, &dev, None).await.unwrap(), "");

    let there = fixture.connect(&project.id, Some(&dev)).await;
    sql::run(&there, "ALTER TABLE orders ADD COLUMN paid boolean").await;
    let diff = compared(&fixture, &project, &dev, None).await.unwrap();
    assert!(
        diff.contains("\n-    note text\n+    note text,\n+    paid boolean\n"),
        "{diff}"
    );
    let back = compared(&fixture, &project, &project.branch, Some(&dev)).await;
    assert!(back.unwrap().contains("\n-    paid boolean\n"));

    let read = ReadSchema {
        database: "svcdb".to_owned(),
        ..ReadSchema::default()
    };
    let schema = branches::schema(app, account, &project.id, &dev, read.clone()).await;
    let sql = schema.unwrap().sql;
    assert!(sql.contains(
        "CREATE TABLE public.orders (\n    id integer,\n    note text,\n    paid boolean\n);"
    ));

    let alone = compared(&fixture, &project, &project.branch, None).await;
    let error = alone.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Platform, "{error}");
    let elsewhere = ReadSchema {
        database: "nowhere".to_owned(),
        ..read
    };
    let missing = branches::schema(app, account, &project.id, &dev, elsewhere).await;
    let missing = missing.unwrap_err();
    assert_eq!(missing.code(), ErrorCode::NotFound, "{missing}");
    assert!(missing.to_string().contains("nowhere"), "{missing}");
    let nameless = branches::schema(app, account, &project.id, &dev, ReadSchema::default()).await;
    assert_eq!(nameless.unwrap_err().code(), ErrorCode::Invalid);
    fixture.stop().await;
}
