//! What is made of the platform for people: temporary databases, rotations, env files.

use std::ops::Deref;
use std::sync::Arc;

use api::Recorder;

use crate::env::Drafts;
use crate::platform::Platform;
use crate::rotation::Rotations;
use crate::secrets::Secrets;
use crate::watch::Looks;

/// The layer over [`Platform`]. Clones are handles on the same one.
#[derive(Clone, Debug)]
pub struct Features {
    platform: Platform,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) looks: Arc<Looks>,
    pub(crate) rotations: Arc<Rotations>,
    pub(crate) drafts: Arc<Drafts>,
}

impl Features {
    pub(crate) fn new(platform: Platform) -> Self {
        Self {
            platform,
            secrets: Arc::new(Secrets::default()),
            looks: Arc::new(Looks::default()),
            rotations: Arc::new(Rotations::default()),
            drafts: Arc::new(Drafts::default()),
        }
    }

    /// As [`crate::core::Core::drafting`].
    pub(crate) fn drafting(&self, recorder: Recorder) -> Self {
        Self {
            platform: self.platform.drafting(recorder),
            ..self.clone()
        }
    }
}

impl Deref for Features {
    type Target = Platform;

    fn deref(&self) -> &Platform {
        &self.platform
    }
}
