//! Scripts that are tried on a branch before they count.

use app::accounts::{self, EditAccount};
use app::branches::ListBranches;
use app::view::{ConnectSource, ConnectionRequest, ErrorCode, SqlPart, SqlTrialView};
use app::{Error, branches, sql};

use super::editor::Editor;
use crate::management::fixture::{ManagementFixture, Project};
use crate::product::source_of;

const SHOP: &str =
    "CREATE TABLE item (id int PRIMARY KEY, price numeric); CREATE TABLE log (n serial, text text);
    INSERT INTO item SELECT n, n FROM generate_series(1, 100) n";

async fn shop() -> (ManagementFixture, Project, ConnectSource) {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Shop").await;
    let source = ConnectSource::Project {
        account_id: fixture.account.clone(),
        project_id: project.id.clone(),
        request: ConnectionRequest {
            database: "svcdb".to_owned(),
            role: "svcdb_owner".to_owned(),
            branch_id: Some(project.branch.clone()),
            ..ConnectionRequest::default()
        },
    };
    (fixture, project, source)
}

fn editor<'a>(fixture: &'a ManagementFixture, source: &ConnectSource) -> Editor<'a> {
    Editor {
        source: source.clone(),
        ..Editor::on(&fixture.product, "")
    }
}

async fn tried(
    fixture: &ManagementFixture,
    source: &ConnectSource,
    text: &str,
) -> Result<SqlTrialView, Error> {
    sql::try_on_branch(fixture.app(), source, text.to_owned(), SqlPart::All).await
}

#[tokio::test(flavor = "multi_thread")]
async fn report_has_rows_locks_and_schema_and_the_branch_stays_as_it_was() {
    let (fixture, project, source) = shop().await;
    let main = editor(&fixture, &source);
    main.run(SHOP).await;
    let text = "UPDATE item SET price = price + 1 WHERE id <= 3;
        BEGIN; DELETE FROM item WHERE id > 90; INSERT INTO log (text) VALUES ('kept'); COMMIT;
        BEGIN; DELETE FROM item; ROLLBACK;
        BEGIN; INSERT INTO log (text) VALUES ('more'); COMMIT;
        ALTER TABLE item ADD note text;
        VACUUM log";
    let report = tried(&fixture, &source, text).await.unwrap();
    assert_eq!(report.error, None);
    assert_eq!(report.statements.len(), 13);
    assert_eq!(report.statements[0].tag, "UPDATE 3");
    let rows: Vec<_> = report
        .tables
        .iter()
        .map(|it| (it.name.as_str(), it.inserted, it.updated, it.deleted))
        .collect();
    assert_eq!(rows, [("item", 0.0, 3.0, 10.0), ("log", 2.0, 0.0, 0.0)]);
    let strongest = &report.locks[0];
    let seen = (
        strongest.name.as_str(),
        strongest.mode.as_str(),
        strongest.statement,
        strongest.is_sampled,
    );
    assert_eq!(seen, ("item", "AccessExclusiveLock", 11, false));
    assert!(
        report.schema_diff.contains("note text"),
        "{}",
        report.schema_diff
    );
    assert_eq!(
        main.cell("SELECT count(*) || '/' || sum(price) FROM item")
            .await
            .as_deref(),
        Some("100/5050")
    );

    let on_branch = ConnectSource::Project {
        account_id: fixture.account.clone(),
        project_id: project.id.clone(),
        request: ConnectionRequest {
            database: "svcdb".to_owned(),
            role: "svcdb_owner".to_owned(),
            branch_id: Some(report.branch_id.clone()),
            ..ConnectionRequest::default()
        },
    };
    let branch = Editor {
        id: "branch",
        ..editor(&fixture, &on_branch)
    };
    assert_eq!(
        branch.cell("SELECT count(*) FROM item").await.as_deref(),
        Some("90")
    );
    let all = branches::list(
        fixture.app(),
        &fixture.account,
        &project.id,
        ListBranches::default(),
    )
    .await
    .unwrap();
    let made = all
        .items
        .iter()
        .find(|it| it.id == report.branch_id)
        .unwrap();
    assert!(made.expires_at.is_some());
    fixture.product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_statement_ends_the_trial_and_is_named() {
    let (fixture, _project, source) = shop().await;
    let main = editor(&fixture, &source);
    main.run(SHOP).await;
    let text = "DELETE FROM item WHERE id = 1;\nUPDATE item SET prize = 0;\nDELETE FROM item";
    let report = tried(&fixture, &source, text).await.unwrap();
    let error = report.error.unwrap();
    assert_eq!(
        (report.statements.len(), error.sqlstate.as_str(), error.at),
        (1, "42703", Some(47))
    );
    assert_eq!(report.tables[0].deleted, 1.0);
    assert_eq!(report.schema_diff, "");
    fixture.product.stop().await;
}

/// The schema of pg_cron, which the server of this platform doesn't have.
const CRON: &str =
    "CREATE SCHEMA cron; CREATE TABLE cron.job (jobid bigint PRIMARY KEY, active bool);
    INSERT INTO cron.job VALUES (7, true), (8, false);
    CREATE FUNCTION cron.alter_job(job_id bigint, active bool) RETURNS void LANGUAGE sql
        AS 'UPDATE cron.job SET active = $2 WHERE jobid = $1'";

#[tokio::test(flavor = "multi_thread")]
async fn scheduled_jobs_are_switched_off_on_the_branch_before_anything_runs() {
    let (fixture, _project, source) = shop().await;
    let main = editor(&fixture, &source);
    let made = main.run(CRON).await;
    assert!(
        made.results.iter().all(|it| it.error.is_none()),
        "{made:#?}"
    );
    let text = "CREATE TABLE seen AS SELECT * FROM cron.job WHERE active";
    let report = tried(&fixture, &source, text).await.unwrap();
    assert_eq!(
        report.switched_off,
        ["The scheduled job 7 was switched off on the branch."]
    );
    assert_eq!(report.statements[0].tag, "SELECT 0");
    let active = main
        .cell("SELECT count(*) FROM cron.job WHERE active")
        .await;
    assert_eq!(active.as_deref(), Some("1"));

    main.run("CREATE OR REPLACE FUNCTION cron.alter_job(job_id bigint, active bool) RETURNS void LANGUAGE plpgsql
        AS 'BEGIN RAISE EXCEPTION ''not yours''; END'").await;
    let refused = tried(&fixture, &source, text).await.unwrap_err();
    assert!(refused.message().contains("not yours"), "{refused:?}");
    fixture.product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn locked_account_and_temporary_database_have_nothing_to_try_on() {
    let (fixture, project, source) = shop().await;
    let made = fixture.product.create().await;
    let refused = tried(&fixture, &source_of(&made.id), "SELECT 1")
        .await
        .unwrap_err();
    assert_eq!(refused.message(), "A temporary database has no branches");
    let lock = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(fixture.app(), &fixture.account, lock)
        .await
        .unwrap();
    let refused = tried(&fixture, &source, "SELECT 1").await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ReadOnly);
    let all = branches::list(
        fixture.app(),
        &fixture.account,
        &project.id,
        ListBranches::default(),
    )
    .await
    .unwrap();
    assert_eq!(all.items.len(), 1);
    fixture.product.stop().await;
}
