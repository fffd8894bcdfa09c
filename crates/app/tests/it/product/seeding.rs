use app::view::{ErrorCode, Outcome, SeedStatus, TemporaryOptions, WorkVerb};
use app::{Event, activity, connection_card, seed, temporary, work};
use serde_json::json;
use tokio::net::TcpListener;

use super::world::{World, code, event, source_of};

/// A row whose server takes connections and says nothing, so that a run lasts until it is stopped.
async fn row_with_silent_server(world: &World) -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let made = world.create().await;
    point_to(world, &made.id, port).await;
    (made.id, listener)
}

async fn point_to(world: &World, id: &str, port: u16) {
    let string = format!(
        "postgresql://owner:npg_Secret@127.0.0.1:{port}/db?sslmode=require&channel_binding=require"
    );
    let service_id = world.service.ids().pop().unwrap();
    world.service.change(&service_id, |record| {
        record["connection_string"] = json!(string);
    });
    temporary::refresh(&world.app, id).await.unwrap();
}

fn sql(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seed.sql");
    std::fs::write(&path, text).unwrap();
    let path = path.canonicalize().unwrap().display().to_string();
    (folder, path)
}

#[tokio::test]
async fn a_file_is_read_before_anything_runs() {
    let world = World::new().await;
    let (_folder, path) = sql("CREATE TABLE a (n int);\nCOPY a FROM stdin;\n1\n2\n\\.\n");
    let plan = seed::inspect(&world.app, &path).await.unwrap();
    assert_eq!(
        (plan.path.as_str(), plan.statements, plan.transaction),
        (path.as_str(), 2, true)
    );
    let (_folder, path) = sql("VACUUM;\n");
    let plan = seed::inspect(&world.app, &path).await.unwrap();
    assert!(!plan.transaction && plan.transaction_note.is_some());

    let (_folder, refused) = sql("SELECT 1;\n\\connect other\n");
    let error = seed::inspect(&world.app, &refused).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::Invalid);
    assert!(error.message().contains("line 2"), "{error}");
    assert_eq!(
        code(seed::inspect(&world.app, "/nowhere/seed.sql").await),
        ErrorCode::File
    );
    assert_eq!(
        code(seed::inspect(&world.app, "seed.sql").await),
        ErrorCode::Invalid
    );

    // Nothing is made when the file that shall be run is refused.
    let options = TemporaryOptions {
        seed_path: Some(refused),
        ..world.options()
    };
    assert_eq!(
        code(temporary::create(&world.app, options).await),
        ErrorCode::Invalid
    );
    assert_eq!(world.service.asked(), 0);
}

#[tokio::test]
async fn one_file_at_a_time_runs_on_a_row_and_can_be_stopped() {
    let world = World::new().await;
    let (id, _server) = row_with_silent_server(&world).await;
    let (_folder, path) = sql("SELECT 1;\n");
    let mut events = world.app.events();
    let running = seed::start(&world.app, &id, &path).await.unwrap();
    assert_eq!((running.verb, running.cancellable), (WorkVerb::Seed, true));
    assert_eq!(running.temporary_id.as_deref(), Some(id.as_str()));
    event(&mut events, |event| {
        *event
            == Event::WorkChanged {
                id: running.id.clone(),
            }
    })
    .await;
    assert_eq!(work::list(&world.app), vec![running.clone()]);
    assert_eq!(
        world.get(&id).await.seed.unwrap().status,
        SeedStatus::Running
    );
    assert_eq!(
        code(seed::start(&world.app, &id, &path).await),
        ErrorCode::Invalid
    );
    assert_eq!(
        code(temporary::forget(&world.app, &id).await),
        ErrorCode::Invalid
    );

    work::cancel(&world.app, &running.id).unwrap();
    let row = world
        .until(&id, |row| {
            row.seed.as_ref().unwrap().status != SeedStatus::Running
        })
        .await;
    assert_eq!(row.seed.unwrap().status, SeedStatus::Cancelled);
    assert_eq!(work::list(&world.app), vec![]);
    event(&mut events, |event| *event == Event::ActivityAdded).await;
    let log = activity::list(&world.app, app::view::ActivityFilter::default(), None, 1)
        .await
        .unwrap()
        .items;
    assert_eq!(
        (log[0].action.as_str(), log[0].outcome),
        ("Seed temporary database", Outcome::Cancelled)
    );
    work::cancel(&world.app, &running.id).unwrap();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_reported_on_the_row() {
    let world = World::new().await;
    let (id, server) = row_with_silent_server(&world).await;
    drop(server);
    let (_folder, path) = sql("SELECT 1;\n");
    seed::start(&world.app, &id, &path).await.unwrap();
    let row = world
        .until(&id, |row| {
            row.seed.as_ref().unwrap().status != SeedStatus::Running
        })
        .await;
    let seed = row.seed.unwrap();
    assert_eq!((seed.status, seed.statements), (SeedStatus::RolledBack, 0));
    assert!(seed.error.unwrap().contains("127.0.0.1"));
    assert!(seed.ended_at.is_some());
    assert_eq!(
        code(connection_card::check(&world.app, &source_of(&id)).await),
        ErrorCode::Database
    );
}

#[tokio::test]
async fn a_run_that_ended_with_the_app_is_reported_after_the_restart() {
    let mut world = World::new().await;
    let (id, _server) = row_with_silent_server(&world).await;
    let (_folder, path) = sql("SELECT 1;\n");
    seed::start(&world.app, &id, &path).await.unwrap();
    world.app.close().await;
    world.restart().await;
    let row = world
        .until(&id, |row| {
            row.seed.as_ref().unwrap().status != SeedStatus::Running
        })
        .await;
    assert_eq!(row.seed.unwrap().status, SeedStatus::Cancelled);
}
