//! Operations of the core for the icon.

use app::operation::Operation;
use host::{Connection, Reply};
use serde::de::DeserializeOwned;
use serde_json::json;

/// Runs an operation that no account runs.
pub async fn send<O>(core: &Connection, operation: O) -> Reply<O::Reply>
where
    O: Operation,
    O::Reply: DeserializeOwned,
{
    core.call(O::INFO.name, json!(operation)).await
}
