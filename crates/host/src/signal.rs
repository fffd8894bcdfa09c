/// Waits until the process is asked to end, and gives the signal's name. Where signals cannot be handled it waits for ever.
pub async fn ended() -> &'static str {
    match signal().await {
        Ok(name) => name,
        Err(error) => {
            tracing::warn!(%error, "signals that end the process cannot be handled");
            std::future::pending().await
        }
    }
}

#[cfg(unix)]
async fn signal() -> std::io::Result<&'static str> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(tokio::select! {
        _ = terminate.recv() => "SIGTERM",
        _ = interrupt.recv() => "SIGINT",
        _ = hangup.recv() => "SIGHUP",
    })
}

#[cfg(not(unix))]
async fn signal() -> std::io::Result<&'static str> {
    tokio::signal::ctrl_c().await.map(|()| "interrupt")
}
