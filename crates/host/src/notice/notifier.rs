//! From events to notifications.

use std::future::Future;
use std::time::Duration;

use app::operations::ClickResult;
use app::view::{EventView, SettingsView};
use serde_json::json;
use tokio::sync::mpsc;

use super::{Notice, words};
use crate::abort_on_drop::AbortOnDrop;
use crate::connection::Connection;

/// What comes within this time is shown together.
const TOGETHER: Duration = Duration::from_secs(1);

/// Whoever shows notifications.
pub trait Show: Clone + Send + Sync + 'static {
    /// Shows one.
    fn show(&self, notice: Notice) -> impl Future<Output = ()> + Send;

    /// Whether the person sees by themselves how a click ends.
    fn is_looked_at(&self) -> bool;
}

/// Says what a person wants to hear of. Of several programs in a data folder one says it.
#[derive(Debug)]
pub struct Notifier<S> {
    core: Connection,
    shows: S,
    /// How long others may be before this one.
    patience: Duration,
    results: mpsc::UnboundedSender<ClickResult>,
    _gathering: AbortOnDrop,
}

impl<S: Show> Notifier<S> {
    pub fn new(core: Connection, shows: S, patience: Duration) -> Self {
        let (results, gathered) = mpsc::unbounded_channel();
        let gathering = AbortOnDrop::spawn(gather(gathered, shows.clone()));
        Self {
            core,
            shows,
            patience,
            results,
            _gathering: gathering,
        }
    }

    /// Whether an event may have to be said.
    pub fn is_for(event: &EventView) -> bool {
        matches!(
            event,
            EventView::ExpiryNeared { .. }
                | EventView::OperationFailed { .. }
                | EventView::OperationEnded { .. }
        )
    }

    pub async fn hear(&self, event: &EventView) {
        if !self.is_wanted(event).await || !self.is_first(event).await {
            return;
        }
        if let EventView::ExpiryNeared { id, name, warning } = event {
            return self.shows.show(words::expiry(id, name, *warning)).await;
        }
        // Whoever looks at the window sees how a click ends; others get a notification.
        if self.shows.is_looked_at() {
            return;
        }
        let args = json!({ "event": event });
        let result = self.core.call("operation_click_result", args).await;
        if let Ok(Some(result)) = result {
            // The receiver is this one's own.
            drop(self.results.send(result));
        }
    }

    async fn is_wanted(&self, event: &EventView) -> bool {
        let settings = self.core.call::<SettingsView>("settings_get", json!({}));
        settings
            .await
            .is_ok_and(|settings| is_wanted(&settings, event))
    }

    /// The host says who of several programs tells of it.
    async fn is_first(&self, event: &EventView) -> bool {
        if !self.patience.is_zero() {
            tokio::time::sleep(self.patience).await;
        }
        let Ok(what) = serde_json::to_string(event) else {
            return false;
        };
        let first = self.core.call("notice_take", json!({ "what": what })).await;
        first.unwrap_or(false)
    }
}

/// Each kind has a switch of its own.
fn is_wanted(settings: &SettingsView, event: &EventView) -> bool {
    match event {
        EventView::ExpiryNeared { .. } => settings.notifications,
        _ => settings.operation_notifications,
    }
}

/// Says how clicks ended, together what ends about the same time.
async fn gather<S: Show>(mut results: mpsc::UnboundedReceiver<ClickResult>, shows: S) {
    while let Some(first) = results.recv().await {
        let mut all = vec![first];
        tokio::time::sleep(TOGETHER).await;
        while let Ok(next) = results.try_recv() {
            all.push(next);
        }
        for notice in words::clicks(&all) {
            shows.show(notice).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use app::view::ExpiryWarning;

    use super::*;

    #[test]
    fn warnings_and_ends_of_operations_have_a_switch_each() {
        let expiry = EventView::ExpiryNeared {
            id: "row".to_owned(),
            name: "quiet-harbour".to_owned(),
            warning: ExpiryWarning::Day,
        };
        let ended = EventView::OperationEnded {
            account_id: "account".to_owned(),
            project_id: "project".to_owned(),
            operation_id: "operation".to_owned(),
            action: None,
            status: "finished".to_owned(),
            error: None,
        };
        for (warnings, ends) in [(true, false), (false, true)] {
            let settings = SettingsView {
                notifications: warnings,
                operation_notifications: ends,
                ..SettingsView::default()
            };
            assert_eq!(is_wanted(&settings, &expiry), warnings);
            assert_eq!(is_wanted(&settings, &ended), ends);
        }
    }
}
