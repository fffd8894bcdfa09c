use tokio_util::sync::CancellationToken;

/// In the extensions of each request. Cancelled when its client has gone away, or has closed its side, which looks the same
/// until a reply is sent: a route that nobody needs the end of may stop.
#[derive(Debug, Clone)]
pub struct ClientGone(pub CancellationToken);
