//! How many requests a key may send.

use std::sync::Arc;

use crate::ambient::Ambient;

/// The budget of one key, shared by all clients of it.
#[derive(Debug, Clone)]
pub struct Budget {
    ambient: Arc<dyn Ambient>,
}

impl Budget {
    /// A budget of which nothing is used yet.
    #[must_use]
    pub fn new(ambient: Arc<dyn Ambient>) -> Self {
        Self { ambient }
    }
}
