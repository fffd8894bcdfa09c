use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::branches::CreateBranch;
use app::view::{ComputeSizeView, ConnectionProbeState, ConnectionProbeView, ErrorCode};
use app::{branches, connection_probe};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::operations_fixture::OperationsFixture;

const PROJECT: &str = "misty-meadow-12345678";

/// A server that hangs up on everybody, and counts them.
struct ClosingServer {
    came: Arc<AtomicUsize>,
    address: String,
    task: JoinHandle<()>,
}

impl ClosingServer {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let came = Arc::<AtomicUsize>::default();
        let counter = Arc::clone(&came);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::Relaxed);
                drop(stream);
            }
        });
        Self {
            came,
            address,
            task,
        }
    }

    fn came(&self) -> usize {
        self.came.load(Ordering::Relaxed)
    }
}

impl Drop for ClosingServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A branch with a compute is made, by operations that go through these statuses.
async fn click(statuses: &[(u64, &'static str)]) -> (OperationsFixture, ClosingServer) {
    let (fixture, server) = (OperationsFixture::new().await, ClosingServer::start().await);
    fixture.state().connection = Some(format!("postgresql://me:secret@{}/app", server.address));
    fixture.state().on_create = vec![vec![(1, "finished")], statuses.to_vec()];
    let create = CreateBranch {
        name: Some("new".to_owned()),
        compute: Some(ComputeSizeView::default()),
        ..CreateBranch::default()
    };
    let made = branches::create(fixture.app(), &fixture.account, PROJECT, create).await;
    assert_eq!(made.unwrap().computes.len(), 1);
    (fixture, server)
}

async fn only(fixture: &OperationsFixture) -> ConnectionProbeView {
    let mut all = connection_probe::list(fixture.app());
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[tokio::test(start_paused = true)]
async fn nobody_connects_before_the_platform_is_done() {
    let (fixture, server) = click(&[(0, "running"), (40, "finished")]).await;
    let first = only(&fixture).await;
    assert_eq!(first.state, ConnectionProbeState::Waiting);
    assert_eq!(first.compute_id.as_deref(), Some("ep-1"));
    fixture.pass(30).await;
    assert_eq!(only(&fixture).await, first);
    assert_eq!(server.came(), 0);

    fixture.pass(90).await;
    let last = only(&fixture).await;
    assert_eq!(last.state, ConnectionProbeState::Failed);
    assert!(last.milliseconds.is_none() && last.since > first.since);
    let error = last.error.unwrap();
    assert!(
        matches!(error.code, ErrorCode::Database | ErrorCode::Timeout),
        "{error:?}"
    );
    assert!(!format!("{error:?}").contains("secret"));
    let came = server.came();
    assert!(came > 0);
    fixture.pass(600).await;
    assert_eq!(server.came(), came, "one click is one probe");
}

#[tokio::test(start_paused = true)]
async fn an_operation_that_fails_is_reported_and_followed_on() {
    let (fixture, server) = click(&[(0, "running"), (10, "failed"), (60, "finished")]).await;
    fixture.pass(40).await;
    let now = only(&fixture).await;
    assert_eq!(now.state, ConnectionProbeState::Failed);
    assert_eq!(now.error.unwrap().message, "Create branch failed");
    assert_eq!(server.came(), 0);
    fixture.pass(120).await;
    assert!(server.came() > 0, "it ended well after all");
}

#[tokio::test(start_paused = true)]
async fn nobody_connects_to_what_was_cancelled() {
    let (fixture, server) = click(&[(0, "running"), (5, "cancelling"), (9, "cancelled")]).await;
    fixture.pass(60).await;
    let now = only(&fixture).await;
    assert_eq!(now.state, ConnectionProbeState::Failed);
    assert_eq!(now.error.unwrap().message, "Create branch was canceled");
    fixture.pass(600).await;
    assert_eq!(server.came(), 0);
}

#[tokio::test(start_paused = true)]
async fn what_was_waited_for_is_forgotten_by_the_next_run() {
    let (mut fixture, server) = click(&[(0, "running"), (40, "finished")]).await;
    let began = fixture.clock;
    let before = app::Clock::elapsed(&began);
    fixture.app().close().await;
    let took = app::Clock::elapsed(&began) - before;
    assert!(took.as_secs() < 2, "closing does not wait for it: {took:?}");
    fixture.open().await;
    fixture.pass(120).await;
    assert_eq!(connection_probe::list(fixture.app()), []);
    assert_eq!(server.came(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_branch_that_is_deleted_is_not_waited_for() {
    let (fixture, server) = click(&[(0, "running"), (40, "finished")]).await;
    let branch = only(&fixture).await.branch_id;
    let gone = branches::delete(fixture.app(), &fixture.account, PROJECT, &branch).await;
    gone.unwrap();
    assert_eq!(connection_probe::list(fixture.app()), []);
    fixture.pass(120).await;
    assert_eq!(server.came(), 0);
}
