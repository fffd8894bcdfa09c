//! The state of a run, as windows and programs see it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::spool::Spool;
use crate::base::clock::{Clock, local_id};
use crate::base::guard::lock;
use crate::view::{
    ConnectSource, SqlCut, SqlExtent, SqlResultView, SqlRunState, SqlRunView, small,
};

/// The most results that a run lists.
const MAX_RESULTS: usize = 100;

/// A run of statements.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) id: String,
    /// The database of the statements.
    pub(super) source: ConnectSource,
    /// True if each row is read once and in order.
    is_stream: bool,
    view: watch::Sender<SqlRunView>,
    /// The rows of each result, by the number of its statement.
    spools: Mutex<BTreeMap<u32, Arc<Spool>>>,
    wanted: watch::Sender<Wanted>,
    /// Ends the statement on the server.
    pub(super) stop: CancellationToken,
    /// Ends a result that is paused, because the session is needed.
    pub(super) leave: CancellationToken,
    /// The last time that rows were asked for, by the clock that never jumps.
    asked_at: Mutex<Duration>,
}

/// The rows that are asked for of the result that is read now.
#[derive(Debug, Default)]
struct Wanted {
    /// The number of the result.
    number: u32,
    rows: u64,
}

impl Run {
    pub(super) fn new(
        clock: &dyn Clock,
        source: &ConnectSource,
        total: u32,
        is_stream: bool,
        is_read_only: bool,
    ) -> Self {
        let id = local_id(clock);
        let view = SqlRunView {
            id: id.clone(),
            version: 1,
            state: SqlRunState::Connecting,
            is_read_only,
            began_at: clock.now(),
            milliseconds: None,
            total,
            done: 0,
            current: None,
            results: Vec::new(),
            unlisted: 0,
            transaction: None,
            error: None,
        };
        Self {
            id,
            source: source.clone(),
            is_stream,
            view: watch::Sender::new(view),
            spools: Mutex::default(),
            wanted: watch::Sender::new(Wanted::default()),
            stop: CancellationToken::new(),
            leave: CancellationToken::new(),
            asked_at: Mutex::new(clock.elapsed()),
        }
    }

    pub(super) fn view(&self) -> SqlRunView {
        self.view.borrow().clone()
    }

    /// Returns something of the view, without a copy of all its results.
    pub(super) fn look<T>(&self, at: impl FnOnce(&SqlRunView) -> T) -> T {
        at(&self.view.borrow())
    }

    pub(super) fn is_read_only(&self) -> bool {
        self.look(|view| view.is_read_only)
    }

    /// Changes the view, and wakes all who wait for that.
    pub(super) fn update(&self, change: impl FnOnce(&mut SqlRunView)) {
        self.view.send_modify(|view| {
            change(view);
            view.version += 1;
        });
    }

    /// Changes the result of a statement, which is listed from then on.
    pub(super) fn update_result(
        &self,
        number: u32,
        extent: SqlExtent,
        change: impl FnOnce(&mut SqlResultView),
    ) {
        self.update(|view| {
            let is_known = |result: &SqlResultView| result.number == number;
            if !view.results.iter().any(is_known) {
                if view.results.len() == MAX_RESULTS {
                    view.unlisted += 1;
                    view.results.pop();
                }
                view.results.push(SqlResultView {
                    number,
                    extent,
                    columns: Vec::new(),
                    rows: 0.0,
                    tag: None,
                    cut: None,
                    milliseconds: None,
                    notices: Vec::new(),
                    error: None,
                });
            }
            if let Some(result) = view.results.iter_mut().find(|it| is_known(it)) {
                change(result);
            }
        });
    }

    pub(super) fn cut(&self, number: u32, extent: SqlExtent, cut: SqlCut) {
        self.update_result(number, extent, |result| result.cut = Some(cut));
    }

    /// Waits until the view is newer than a version, or the run has ended.
    pub(super) async fn newer_than(&self, version: u32) -> SqlRunView {
        let mut view = self.view.subscribe();
        let is_new = |view: &SqlRunView| view.version > version || view.state == SqlRunState::Ended;
        // The sender is this one's own, so it is there.
        match view.wait_for(is_new).await {
            Ok(view) => view.clone(),
            Err(_) => self.view(),
        }
    }

    pub(super) fn add_spool(&self, number: u32, spool: Spool) -> Arc<Spool> {
        let spool = Arc::new(spool);
        // Earlier results that are not listed any more are of no use.
        let mut spools = lock(&self.spools);
        if spools.len() == MAX_RESULTS
            && let Some((last, _)) = spools.pop_last()
        {
            tracing::debug!(last, "the rows of a result that is not listed are gone");
        }
        spools.insert(number, Arc::clone(&spool));
        spool
    }

    pub(super) fn spool(&self, number: u32) -> Option<Arc<Spool>> {
        lock(&self.spools).get(&number).cloned()
    }

    /// Columns of a result.
    pub(super) fn columns(&self, number: u32) -> u32 {
        self.look(|view| {
            let result = view.results.iter().find(|it| it.number == number);
            result.map_or(0, |it| small(it.columns.len()))
        })
    }

    /// Asks for rows of a result, which counts while that result is read. In a stream, a row that is not there yet says that
    /// all others were read.
    pub(super) fn want(&self, number: u32, first: u32, count: u32) {
        let count = if self.is_stream { 1 } else { count };
        let rows = u64::from(first) + u64::from(count);
        self.wanted.send_if_modified(|wanted| {
            let is_more = wanted.number == number && rows > wanted.rows;
            if is_more {
                wanted.rows = rows;
            }
            is_more
        });
    }

    /// Waits until more than so many rows are asked for, and returns how many are.
    pub(super) async fn wanted(&self, more_than: u64) -> u64 {
        let mut wanted = self.wanted.subscribe();
        let found = wanted.wait_for(|wanted| wanted.rows > more_than).await;
        match found.map(|wanted| wanted.rows) {
            Ok(rows) => rows,
            // The sender is this one's own, so it is there.
            Err(_) => std::future::pending().await,
        }
    }

    /// Begins to read a result, of which nobody has asked for rows yet.
    pub(super) fn begin_result(&self, number: u32) {
        self.wanted.send_replace(Wanted { number, rows: 0 });
    }

    pub(super) fn was_asked(&self, elapsed: Duration) {
        *lock(&self.asked_at) = elapsed;
    }

    pub(super) fn asked_at(&self) -> Duration {
        *lock(&self.asked_at)
    }

    pub(super) fn is_waited_for(&self) -> bool {
        self.view.receiver_count() > 0
    }
}
