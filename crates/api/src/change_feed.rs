//! Changes that a platform reports as they happen, as server-sent events.

use std::fmt;

use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

use crate::address::ManagementUrl;
use crate::error::Error;
use crate::options::Options;
use crate::transport::{Chunks, Transport};

/// The longest line of an event, in bytes.
const LONGEST_LINE: usize = 64 * 1024;

/// The address at which a platform reports its changes. Nothing is sent again by itself.
pub struct ChangeFeed {
    url: Url,
    transport: Transport,
}

/// The changes from the moment on in which it was opened.
pub struct ChangeStream {
    chunks: Chunks,
    read: Vec<u8>,
}

/// A change on a platform, as far as the platform names it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
pub struct ReportedChange {
    /// The project; `None` for what belongs to no project, or where anything may have changed.
    #[serde(default)]
    pub project_id: Option<String>,
    /// The changed part, in the platform's word; `None` where it is not known.
    #[serde(default)]
    pub part: Option<String>,
}

/// No changes are heard any more.
#[derive(Debug, thiserror::Error)]
#[error("the platform reports no changes")]
pub struct FeedError;

impl ChangeFeed {
    /// The feed at a path of the origin of `base`. `key` is sent there and nowhere else. Nothing is sent yet. Of the options,
    /// the timeout of an attempt is how long nothing may come.
    ///
    /// # Errors
    /// As [`crate::Management::new`].
    pub fn new(
        base: &ManagementUrl,
        path: &str,
        key: &SecretString,
        options: &Options,
    ) -> Result<Self, Error> {
        let mut url = base.0.url().clone();
        url.set_path(path);
        Ok(Self {
            url,
            transport: Transport::new(&base.0, options, Some(key))?,
        })
    }

    /// Connects. No change from then on is missed without an error of [`ChangeStream::next`].
    ///
    /// # Errors
    /// The platform can't be reached or refuses.
    pub async fn open(&self) -> Result<ChangeStream, FeedError> {
        let chunks = self.transport.stream(&self.url).await;
        Ok(ChangeStream {
            chunks: chunks.map_err(|_| FeedError)?,
            read: Vec::new(),
        })
    }
}

impl ChangeStream {
    /// Waits for the next change.
    ///
    /// # Errors
    /// The connection ended, or nothing came for too long: changes may have been missed.
    pub async fn next(&mut self) -> Result<ReportedChange, FeedError> {
        loop {
            while let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                if let Some(data) = line.strip_prefix(b"data:") {
                    // An event that can't be read may have been any change.
                    return Ok(serde_json::from_slice(data).unwrap_or_default());
                }
            }
            if self.read.len() > LONGEST_LINE {
                return Err(FeedError);
            }
            let chunk = self.chunks.next().await.map_err(|_| FeedError)?;
            self.read.extend(chunk.ok_or(FeedError)?);
        }
    }
}

impl fmt::Debug for ChangeFeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangeFeed")
            .field("url", &self.url.as_str())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ChangeStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangeStream").finish_non_exhaustive()
    }
}
