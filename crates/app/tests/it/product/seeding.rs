use app::view::{ErrorCode, JobVerb, Outcome, SeedStatus, TemporaryOptions};
use app::{Event, activity, connection_card, jobs, seed, temporary};
use serde_json::json;
use tokio::net::TcpListener;

use super::core_fixture::{CoreFixture, code, event, source_of};

/// A row whose server takes connections and says nothing, so that a run lasts until it is stopped.
async fn row_with_silent_server(core: &CoreFixture) -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let made = core.create().await;
    point_to(core, &made.id, port).await;
    (made.id, listener)
}

async fn point_to(core: &CoreFixture, id: &str, port: u16) {
    let string = format!(
        "postgresql://owner:npg_Secret@127.0.0.1:{port}/db?sslmode=require&channel_binding=require"
    );
    let service_id = core.service.ids().pop().unwrap();
    core.service.change(&service_id, |record| {
        record["connection_string"] = json!(string);
    });
    temporary::refresh(&core.app, id).await.unwrap();
}

fn sql(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seed.sql");
    std::fs::write(&path, text).unwrap();
    let path = app::disk::real_path(&path).unwrap().display().to_string();
    (folder, path)
}

#[tokio::test]
async fn a_file_is_read_before_anything_runs() {
    let core = CoreFixture::new().await;
    let (_folder, path) = sql("CREATE TABLE a (n int);\nCOPY a FROM stdin;\n1\n2\n\\.\n");
    let plan = seed::inspect(&core.app, &path).await.unwrap();
    assert_eq!(
        (plan.path.as_str(), plan.statements, plan.transaction),
        (path.as_str(), 2, true)
    );
    let (_folder, path) = sql("VACUUM;\n");
    let plan = seed::inspect(&core.app, &path).await.unwrap();
    assert!(!plan.transaction && plan.transaction_note.is_some());

    let (_folder, refused) = sql("SELECT 1;\n\\connect other\n");
    let error = seed::inspect(&core.app, &refused).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Invalid);
    assert!(error.message().contains("line 2"), "{error}");
    assert_eq!(
        code(seed::inspect(&core.app, "/nowhere/seed.sql").await),
        ErrorCode::File
    );
    assert_eq!(
        code(seed::inspect(&core.app, "seed.sql").await),
        ErrorCode::Invalid
    );

    // Nothing is made when the file that shall be run is refused.
    let options = TemporaryOptions {
        seed_path: Some(refused),
        ..core.options()
    };
    assert_eq!(
        code(temporary::create(&core.app, options).await),
        ErrorCode::Invalid
    );
    assert_eq!(core.service.request_count(), 0);
}

#[tokio::test]
async fn one_file_at_a_time_runs_on_a_row_and_can_be_stopped() {
    let core = CoreFixture::new().await;
    let (id, _server) = row_with_silent_server(&core).await;
    let (_folder, path) = sql("SELECT 1;\n");
    let mut events = core.app.events();
    let running = seed::start(&core.app, &id, &path).await.unwrap();
    assert_eq!((running.verb, running.cancellable), (JobVerb::Seed, true));
    assert_eq!(running.temporary_id.as_deref(), Some(id.as_str()));
    event(&mut events, |event| {
        *event
            == Event::JobChanged {
                id: running.id.clone(),
            }
    })
    .await;
    assert_eq!(jobs::list(&core.app), vec![running.clone()]);
    assert_eq!(
        core.get(&id).await.seed.unwrap().status,
        SeedStatus::Running
    );
    assert_eq!(
        code(seed::start(&core.app, &id, &path).await),
        ErrorCode::Invalid
    );
    assert_eq!(
        code(temporary::forget(&core.app, &id).await),
        ErrorCode::Invalid
    );

    jobs::cancel(&core.app, &running.id).unwrap();
    let row = core
        .until(&id, |row| {
            row.seed.as_ref().unwrap().status != SeedStatus::Running
        })
        .await;
    assert_eq!(row.seed.unwrap().status, SeedStatus::Cancelled);
    assert_eq!(jobs::list(&core.app), vec![]);
    event(&mut events, |event| *event == Event::ActivityAdded).await;
    let log = activity::list(&core.app, app::view::ActivityFilter::default(), None, 1)
        .await
        .unwrap()
        .items;
    assert_eq!(
        (log[0].action.as_str(), log[0].outcome),
        ("Seed temporary database", Outcome::Cancelled)
    );
    jobs::cancel(&core.app, &running.id).unwrap();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_reported_on_the_row() {
    let core = CoreFixture::new().await;
    let (id, server) = row_with_silent_server(&core).await;
    drop(server);
    let (_folder, path) = sql("SELECT 1;\n");
    seed::start(&core.app, &id, &path).await.unwrap();
    let row = core
        .until(&id, |row| {
            row.seed.as_ref().unwrap().status != SeedStatus::Running
        })
        .await;
    let seed = row.seed.unwrap();
    assert_eq!((seed.status, seed.statements), (SeedStatus::RolledBack, 0));
    assert!(seed.error.unwrap().contains("127.0.0.1"));
    assert!(seed.ended_at.is_some());
    assert_eq!(
        code(connection_card::check(&core.app, &source_of(&id)).await),
        ErrorCode::Database
    );
}

#[tokio::test]
async fn a_run_that_ended_with_the_app_is_reported_after_the_restart() {
    let mut core = CoreFixture::new().await;
    let (id, _server) = row_with_silent_server(&core).await;
    let (_folder, path) = sql("SELECT 1;\n");
    seed::start(&core.app, &id, &path).await.unwrap();
    core.app.close().await;
    core.restart().await;
    let row = core
        .until(&id, |row| {
            row.seed.as_ref().unwrap().status != SeedStatus::Running
        })
        .await;
    assert_eq!(row.seed.unwrap().status, SeedStatus::Cancelled);
}
