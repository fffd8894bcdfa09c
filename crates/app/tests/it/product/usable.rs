use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::branches::CreateBranch;
use app::view::{ComputeSizeView, ErrorCode, UsableState, UsableView};
use app::{branches, connection_probe};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::stage::Stage;

const PROJECT: &str = "misty-meadow-12345678";

/// A server that hangs up on everybody, and counts them.
struct Porter {
    came: Arc<AtomicUsize>,
    address: String,
    task: JoinHandle<()>,
}

impl Porter {
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

impl Drop for Porter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A branch with a compute is made, by operations that go through these statuses.
async fn click(statuses: &[(u64, &'static str)]) -> (Stage, Porter) {
    let (stage, porter) = (Stage::new().await, Porter::start().await);
    stage.state().connection = Some(format!("postgresql://me:secret@{}/app", porter.address));
    stage.state().on_create = vec![vec![(1, "finished")], statuses.to_vec()];
    let create = CreateBranch {
        name: Some("new".to_owned()),
        compute: Some(ComputeSizeView::default()),
        ..CreateBranch::default()
    };
    let made = branches::create(stage.app(), &stage.account, PROJECT, create).await;
    assert_eq!(made.unwrap().computes.len(), 1);
    (stage, porter)
}

async fn only(stage: &Stage) -> UsableView {
    let mut all = connection_probe::list(stage.app()).await.unwrap();
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[tokio::test(start_paused = true)]
async fn nobody_connects_before_the_platform_is_done() {
    let (stage, porter) = click(&[(0, "running"), (40, "finished")]).await;
    let first = only(&stage).await;
    assert_eq!(first.state, UsableState::Waiting);
    assert_eq!(first.compute_id.as_deref(), Some("ep-1"));
    stage.pass(30).await;
    assert_eq!(only(&stage).await, first);
    assert_eq!(porter.came(), 0);

    stage.pass(90).await;
    let last = only(&stage).await;
    assert_eq!(last.state, UsableState::Failed);
    assert!(last.milliseconds.is_none() && last.since > first.since);
    let error = last.error.unwrap();
    assert!(
        matches!(error.code, ErrorCode::Database | ErrorCode::Timeout),
        "{error:?}"
    );
    assert!(!format!("{error:?}").contains("secret"));
    let came = porter.came();
    assert!(came > 0);
    stage.pass(600).await;
    assert_eq!(porter.came(), came, "one click is one probe");
}

#[tokio::test(start_paused = true)]
async fn an_operation_that_fails_is_told_and_followed_on() {
    let (stage, porter) = click(&[(0, "running"), (10, "failed"), (60, "finished")]).await;
    stage.pass(40).await;
    let now = only(&stage).await;
    assert_eq!(now.state, UsableState::Failed);
    assert_eq!(now.error.unwrap().message, "Create branch failed");
    assert_eq!(porter.came(), 0);
    stage.pass(120).await;
    assert!(porter.came() > 0, "it ended well after all");
}

#[tokio::test(start_paused = true)]
async fn nobody_connects_to_what_was_cancelled() {
    let (stage, porter) = click(&[(0, "running"), (5, "cancelling"), (9, "cancelled")]).await;
    stage.pass(60).await;
    let now = only(&stage).await;
    assert_eq!(now.state, UsableState::Failed);
    assert_eq!(now.error.unwrap().message, "Create branch was cancelled");
    stage.pass(600).await;
    assert_eq!(porter.came(), 0);
}

#[tokio::test(start_paused = true)]
async fn what_was_waited_for_is_forgotten_by_the_next_run() {
    let (mut stage, porter) = click(&[(0, "running"), (40, "finished")]).await;
    let began = stage.clock;
    let before = app::Clock::elapsed(&began);
    stage.app().close().await;
    let took = app::Clock::elapsed(&began) - before;
    assert!(took.as_secs() < 2, "closing does not wait for it: {took:?}");
    stage.open().await;
    stage.pass(120).await;
    assert_eq!(connection_probe::list(stage.app()).await.unwrap(), []);
    assert_eq!(porter.came(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_branch_that_is_deleted_is_not_waited_for() {
    let (stage, porter) = click(&[(0, "running"), (40, "finished")]).await;
    let branch = only(&stage).await.branch_id;
    let gone = branches::delete(stage.app(), &stage.account, PROJECT, &branch, false).await;
    assert_eq!(gone.unwrap().unwrap().item.id, branch);
    assert_eq!(connection_probe::list(stage.app()).await.unwrap(), []);
    stage.pass(120).await;
    assert_eq!(porter.came(), 0);
}
