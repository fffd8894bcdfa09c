//! Facts on their way to the window.

use app::view::{FactView, SettingsView};
use app::{App, Fact};
use futures::future::join;
use tauri::AppHandle;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use crate::fact_event::tell;
use crate::owned::Owned;
use crate::{notice, window};

/// Passes on what happens in the core until the returned owner is dropped. What is told beside the window waits for others,
/// such as whoever shows notifications, and the window never waits for it.
pub fn listen(app: &AppHandle, core: &App) -> Owned {
    let facts = core.facts();
    let of = (app.clone(), core.clone());
    let missed = of.clone();
    let missed = move || {
        let (app, core) = missed.clone();
        async move {
            // Which they were is not known: a row may be gone, and the settings may be others.
            window::dress(&app, settings(&core).await.appearance);
            tell(&app, FactView::MuchChanged);
        }
    };
    let window = of.clone();
    let window = move |fact: Fact| {
        let (app, core) = window.clone();
        async move { pass_on(&app, &core, fact).await }
    };
    let beside = move |fact: Fact| {
        let (app, core) = of.clone();
        async move { tell_beside(&app, &core, &fact).await }
    };
    Owned::spawn(pump(facts, missed, window, beside))
}

/// Gives each fact to the window, and then to `beside` in the same order, for which nothing waits. Ends with the facts.
async fn pump<M, W, B>(
    mut facts: Receiver<Fact>,
    missed: impl Fn() -> M,
    window: impl Fn(Fact) -> W,
    beside: impl Fn(Fact) -> B,
) where
    M: Future<Output = ()>,
    W: Future<Output = ()>,
    B: Future<Output = ()>,
{
    let (sender, mut receiver) = mpsc::unbounded_channel::<Fact>();
    let to_the_window = async move {
        loop {
            match facts.recv().await {
                Ok(fact) => {
                    let is_for_both = is_told_beside(&fact);
                    window(fact.clone()).await;
                    if is_for_both && sender.send(fact).is_err() {
                        return;
                    }
                }
                Err(RecvError::Lagged(count)) => {
                    tracing::warn!(
                        missed = count,
                        "facts were missed; the window looks at everything again"
                    );
                    missed().await;
                }
                Err(RecvError::Closed) => return,
            }
        }
    };
    let to_others = async move {
        while let Some(fact) = receiver.recv().await {
            beside(fact).await;
        }
    };
    join(to_the_window, to_others).await;
}

async fn pass_on(app: &AppHandle, core: &App, fact: Fact) {
    if fact == Fact::SettingsChanged {
        window::dress(app, settings(core).await.appearance);
    }
    tell(app, fact.into());
}

fn is_told_beside(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::ExpiryNeared { .. } | Fact::OperationFailed { .. } | Fact::OperationEnded { .. }
    )
}

async fn tell_beside(app: &AppHandle, core: &App, fact: &Fact) {
    if !is_wanted(&settings(core).await, fact) {
        return;
    }
    if let Fact::ExpiryNeared { name, warning, .. } = fact {
        notice::expiry(app, name, *warning).await;
        return;
    }
    // Whoever looks at the window sees how a click ends; others are told.
    if window::is_looked_at(app) {
        return;
    }
    if let Some(news) = app::operations::news(core, fact).await {
        notice::click(app, news);
    }
}

/// Each kind has a switch of its own.
fn is_wanted(settings: &SettingsView, fact: &Fact) -> bool {
    match fact {
        Fact::ExpiryNeared { .. } => settings.notifications,
        _ => settings.operation_notifications,
    }
}

async fn settings(core: &App) -> SettingsView {
    app::settings::get(core).await.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use app::view::ExpiryWarning;
    use tokio::sync::broadcast;

    use super::*;

    fn expiry() -> Fact {
        Fact::ExpiryNeared {
            id: "row".to_owned(),
            name: "quiet-harbour".to_owned(),
            warning: ExpiryWarning::Day,
        }
    }

    #[test]
    fn warnings_and_ends_of_operations_have_a_switch_each() {
        let ended = Fact::OperationEnded {
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
            assert_eq!(is_wanted(&settings, &expiry()), warnings);
            assert_eq!(is_wanted(&settings, &ended), ends);
        }
    }

    #[tokio::test]
    async fn the_window_does_not_wait_for_who_shows_notifications() {
        let (facts, listener) = broadcast::channel(8);
        let (asked, mut asks) = mpsc::unbounded_channel();
        let (told, mut seen) = mpsc::unbounded_channel();
        let pumped = pump(
            listener,
            || async {},
            |fact| {
                told.send(fact).unwrap();
                async {}
            },
            |fact| {
                asked.send(fact).unwrap();
                // The desktop's service does not answer.
                pending::<()>()
            },
        );
        let heard = async {
            facts.send(expiry()).unwrap();
            assert_eq!(asks.recv().await, Some(expiry()));
            facts.send(Fact::SettingsChanged).unwrap();
            assert_eq!(seen.recv().await, Some(expiry()));
            assert_eq!(seen.recv().await, Some(Fact::SettingsChanged));
        };
        let (pumped, heard) = (std::pin::pin!(pumped), std::pin::pin!(heard));
        let both = futures::future::select(pumped, heard);
        let waited = tokio::time::timeout(Duration::from_secs(20), both).await;
        let has_heard = matches!(waited, Ok(futures::future::Either::Right(_)));
        assert!(has_heard, "the window waits, or is told nothing more");
    }
}
