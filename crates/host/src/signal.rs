//! Signals that ask the process to end.

pub use sandbox::Signals;

/// Waits until the process is asked to end, and returns the signal's name. Where signals cannot be handled it waits for ever.
pub async fn ended() -> &'static str {
    match Signals::listen() {
        Ok(mut signals) => signals.next().await,
        Err(error) => {
            tracing::warn!(%error, "signals that end the process cannot be handled");
            std::future::pending().await
        }
    }
}
