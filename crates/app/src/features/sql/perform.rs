//! Runs the statements of a run, one after the other.

use std::time::Duration;

use pgclient::Status;

use super::connected::Connected;
use super::open::take_or_open;
use super::performing::{Current, Ended, Performing, Work, in_time};
use super::read_only;
use super::run::Run;
use super::text::{Places, message};
use crate::Error;
use crate::features::Features;
use crate::view::{ErrorCode, ErrorView, SqlRunState, SqlTransactionView, milliseconds, small};

/// Runs the statements, and keeps the session if it can be used again.
pub(super) async fn perform(app: &Features, connection: &mut Option<Connected>, work: &Work) {
    let began = app.clock.elapsed();
    let run = &work.run;
    let mut connected = match take_or_open(app, connection.take(), work).await {
        Ok(connected) => connected,
        Err(error) => return finish(app, run, began, None, Some(error)),
    };
    let performing = Performing {
        app,
        work,
        canceler: connected.session.canceler(),
    };
    performing.show_transaction(&connected);
    let ended = performing.statements(&mut connected).await;
    // A session that only reads is in its first state after each statement that ended as it should.
    let is_usable = !connected.session.is_broken() && (!connected.is_read_only || ended.is_ok());
    let error = match ended {
        Ok(()) | Err(Ended::Refused) => None,
        Err(Ended::Stopped) => Some(Error::new(ErrorCode::Cancelled, "The run was stopped")),
        Err(Ended::Broken(error)) => Some(error),
    };
    let transaction = connected.transaction_view();
    if is_usable {
        *connection = Some(connected);
        finish(app, run, began, transaction, error);
    } else {
        finish(app, run, began, None, error);
        connected.session.close().await;
    }
}

fn finish(
    app: &Features,
    run: &Run,
    began: Duration,
    transaction: Option<SqlTransactionView>,
    error: Option<Error>,
) {
    let took = milliseconds(app.clock.elapsed().saturating_sub(began));
    run.update(|view| {
        view.state = SqlRunState::Ended;
        view.milliseconds = Some(took);
        view.transaction = transaction;
        view.error = error.map(ErrorView::from);
    });
}

impl Performing<'_> {
    async fn statements(&self, connected: &mut Connected) -> Result<(), Ended> {
        let Work { run, plan, .. } = self.work;
        let mut places = Places::new(plan);
        let count = plan.chosen.len();
        for (at, statement) in plan.statements().enumerate() {
            let current = Current {
                number: small(at),
                extent: places.extent(&statement.range),
                is_last: at + 1 == count,
                statement,
            };
            run.update(|view| {
                view.state = SqlRunState::Running;
                view.current = Some(current.extent);
            });
            if run.stop.is_cancelled() {
                return Err(Ended::Stopped);
            }
            self.statement(connected, &current).await?;
            run.update(|view| view.done += 1);
        }
        Ok(())
    }

    async fn statement(
        &self,
        connected: &mut Connected,
        current: &Current<'_>,
    ) -> Result<(), Ended> {
        let began = self.app.clock.elapsed();
        let result = self.within(connected, current).await;
        let session = &mut connected.session;
        let notices = session.take_notices();
        let now = self.app.clock.now();
        let took = milliseconds(self.app.clock.elapsed().saturating_sub(began));
        let run = &self.work.run;
        if !notices.is_empty() {
            let messages = notices
                .iter()
                .map(|notice| message(notice, current.extent, current.statement.sql))
                .collect();
            run.update_result(current.number, current.extent, |it| it.notices = messages);
        }
        run.update(|view| {
            let mut results = view.results.iter_mut();
            if let Some(result) = results.find(|it| it.number == current.number) {
                result.milliseconds = Some(took);
            }
        });
        connected.count_statement(now);
        self.show_transaction(connected);
        result
    }

    fn show_transaction(&self, connected: &Connected) {
        let transaction = connected.transaction_view();
        self.work.run.update(|view| view.transaction = transaction);
    }

    /// Runs a statement in the transaction that it needs.
    async fn within(&self, connected: &mut Connected, current: &Current<'_>) -> Result<(), Ended> {
        let session = &mut connected.session;
        if connected.is_read_only {
            self.checked(current, in_time(read_only::begin(session)).await)?;
            self.read(session, current).await?;
            return self.checked(current, in_time(read_only::end(session)).await);
        }
        if self.work.options.is_manual && session.status() == Status::Idle {
            let reply = in_time(session.command("BEGIN")).await;
            self.checked(current, reply)?;
            connected.count_statement(self.app.clock.now());
            self.show_transaction(connected);
        }
        self.read(&mut connected.session, current).await
    }
}
