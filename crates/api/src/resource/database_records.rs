//! Temporary databases by their projects, for the administrator of a platform that offers this.

use std::fmt;

use secrecy::SecretString;
use url::Url;

use super::temporary::Database;
use crate::ProjectId;
use crate::address::ManagementUrl;
use crate::call_options::CallOptions;
use crate::error::Error;
use crate::options::Options;
use crate::read::{read, read_nothing};
use crate::reply::Reply;
use crate::request::{Method, Request};
use crate::request_runner::RequestRunner;

/// The temporary databases of a platform, each under the project behind it. They need the administrator's key.
#[derive(Clone)]
pub struct DatabaseRecords {
    url: Url,
    runner: RequestRunner,
}

impl DatabaseRecords {
    /// The databases at a path of the origin of `base`. `key` is sent there and nowhere else. Nothing is sent yet.
    ///
    /// # Errors
    /// As [`crate::Management::new`].
    pub fn new(
        base: &ManagementUrl,
        path: &str,
        key: &SecretString,
        options: Options,
    ) -> Result<Self, Error> {
        let mut url = base.0.url().clone();
        url.set_path(path);
        let runner = RequestRunner::new(&base.0, Some(key), options)?;
        Ok(Self { url, runner })
    }

    /// Reads the database of a project, with its secrets. A database that has expired or was deleted is an error with
    /// `is_not_found`.
    pub async fn get(&self, project: &ProjectId) -> Result<Reply<Database>, Error> {
        let request = self.request(Method::Get, "look up the temporary database", project);
        let options = CallOptions::default();
        let mut call = self.runner.begin(&request, &options);
        self.runner.run(&mut call, read).await
    }

    /// Deletes the database of a project with its data. A claimed database is refused with `is_conflict`; a database that
    /// is not there is an error with `is_not_found`.
    pub async fn delete(&self, project: &ProjectId) -> Result<Reply<()>, Error> {
        let request = self.request(Method::Delete, "delete the temporary database", project);
        let options = CallOptions::default();
        let mut call = self.runner.begin(&request, &options);
        self.runner.run(&mut call, read_nothing).await
    }

    fn request(&self, method: Method, purpose: &'static str, project: &ProjectId) -> Request {
        let mut url = self.url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.push(project.as_str());
        }
        Request {
            method,
            purpose,
            if_lost: "it may have been deleted",
            url,
            body: None,
            secrets: Vec::new(),
            known_fields: Vec::new(),
        }
    }
}

impl fmt::Debug for DatabaseRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseRecords")
            .field("url", &self.url.as_str())
            .finish_non_exhaustive()
    }
}
