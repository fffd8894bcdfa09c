//! What a read-only compute asks of the branch whose data it follows, without knowing the other computes.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use futures::future::BoxFuture;

use super::WakeError;
use super::relay::Relay;

pub trait Follow: fmt::Debug + Send + Sync {
    /// Makes this data ready to follow the branch's, and says where that is reached.
    fn follow(self: Arc<Self>, replica: PathBuf) -> BoxFuture<'static, Result<Relay, WakeError>>;
}
