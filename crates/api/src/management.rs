//! The Management API's client.

use std::fmt;
use std::sync::Arc;

use secrecy::SecretString;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::address::ManagementUrl;
use crate::budget::Budget;
use crate::call::Call;
use crate::circumstances::Circumstances;
use crate::error::{Error, Kind};
use crate::line::{Course, Line};
use crate::options::Options;
use crate::page::{Listed, Page};
use crate::read::{Read, read, read_nothing, read_optional};
use crate::recorder::Recorder;
use crate::reply::Reply;
use crate::request::{Answer, Request};
use crate::retry::{self, Decision};
use crate::transport::Failure;

const OPERATIONS: &str = "/projects/{project_id}/operations";

/// How many of a project's newest operations are looked at to see whether it is busy.
const LOOKED_AT: u32 = 100;

/// The Management API at one address with one key. Clones are cheap and share connections and budget.
#[derive(Clone)]
pub struct Management {
    shared: Arc<Shared>,
    circumstances: Circumstances,
}

struct Shared {
    base: ManagementUrl,
    key: SecretString,
    budget: Budget,
    line: Line,
}

impl Management {
    /// A client of the service at `base` that sends `key` with every request and nowhere else: redirects are not
    /// followed. Nothing is sent yet. The retry policy of the options is used with the promises of this API
    /// (`Policy::of_management`).
    ///
    /// # Errors
    /// `is_invalid` when the key is empty or holds characters that no header can; any other when the machine's
    /// certificates cannot be loaded.
    pub fn new(
        base: ManagementUrl,
        key: SecretString,
        budget: Budget,
        options: Options,
    ) -> Result<Self, Error> {
        let options = Options {
            retry: options.retry.of_management(),
            ..options
        };
        let line = Line::new(&base.0, Some(&key), options)?;
        let shared = Shared {
            base,
            key,
            budget,
            line,
        };
        Ok(Self {
            shared: Arc::new(shared),
            circumstances: Circumstances::default(),
        })
    }

    /// The same client for calls under other circumstances.
    #[must_use]
    pub fn with(&self, circumstances: Circumstances) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            circumstances,
        }
    }

    /// The same client, each of whose requests is taken down.
    #[must_use]
    pub fn recorded(&self, recorder: &Recorder) -> Self {
        self.with(Circumstances {
            recorder: Some(recorder.clone()),
            ..self.circumstances.clone()
        })
    }

    /// The address it speaks to.
    #[must_use]
    pub fn base(&self) -> &ManagementUrl {
        &self.shared.base
    }

    /// What its key has sent and may still send.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.shared.budget
    }

    pub(crate) async fn fetch<T: DeserializeOwned>(&self, call: Call) -> Result<Reply<T>, Error> {
        self.run(call, read).await
    }

    /// For replies whose body says nothing or is not there.
    pub(crate) async fn fetch_empty(&self, call: Call) -> Result<Reply<()>, Error> {
        self.run(call, read_nothing).await
    }

    /// For replies that are 204, or without a body, when there was nothing to do.
    pub(crate) async fn fetch_optional<T: DeserializeOwned>(
        &self,
        call: Call,
    ) -> Result<Reply<Option<T>>, Error> {
        self.run(call, read_optional).await
    }

    async fn run<T>(
        &self,
        call: Call,
        read: impl Fn(&Answer, &Request) -> Result<Read<T>, Failure>,
    ) -> Result<Reply<T>, Error> {
        let Shared {
            base,
            key,
            budget,
            line,
        } = &*self.shared;
        let (purpose, route) = (call.purpose(), call.route());
        let project = call.project().cloned();
        let request = call.request(&base.0, key);
        let request = request.map_err(|kind| Error::unsent(kind, purpose))?;
        if let Some(recorder) = &self.circumstances.recorder {
            recorder.take_down(&request);
            if !recorder.sends() {
                return Err(Error::unsent(Kind::Recorded, purpose));
            }
        }
        let mut course = line.course(&request, &self.circumstances);
        course.gate = Some((budget, route));
        let Some(project) = project else {
            return line.run(&mut course, read).await;
        };
        course.is_waited_for = true;
        loop {
            let error = match line.run(&mut course, &read).await {
                Err(error) if error.is_locked() => error,
                result => return result,
            };
            let look = Call::get(
                "look what the project does",
                OPERATIONS,
                &[project.as_str()],
            );
            let Decision::Wait(wait) = line.before_looking(&course, error.retry_after()) else {
                return Err(error);
            };
            line.pause(&course, wait).await?;
            if !self.is_free_again(look, &course).await? {
                return Err(error);
            }
        }
    }

    /// Waits until the project has no operation under way. False when there is no time left for it. Where looking
    /// fails, the wait before it has to do.
    async fn is_free_again(&self, look: Call, course: &Course<'_>) -> Result<bool, Error> {
        let Shared {
            base,
            key,
            budget,
            line,
        } = &*self.shared;
        let gate = (budget, look.route());
        let look = look.query("limit", LOOKED_AT).request(&base.0, key);
        let look = look.map_err(|kind| Error::unsent(kind, course.request.purpose))?;
        let mut looks = 0;
        loop {
            let circumstances = Circumstances {
                deadline: Some(line.left(course)),
                ..self.circumstances.clone()
            };
            let mut looking = line.course(&look, &circumstances);
            looking.gate = Some(gate);
            match line.run(&mut looking, read::<Page<Work>>).await {
                Ok(page) if page.value.items.iter().all(Work::is_over) => return Ok(true),
                Ok(_) => {}
                Err(error) if error.is_cancelled() => {
                    return Err(line.ended(course, Kind::Cancelled));
                }
                Err(_) => return Ok(!line.left(course).is_zero()),
            }
            looks += 1;
            let wait = retry::between_looks(looks, line.random());
            if wait >= line.left(course) {
                return Ok(false);
            }
            line.pause(course, wait).await?;
        }
    }
}

/// As much of an operation as says whether its project is busy.
#[derive(Deserialize)]
struct Work {
    status: String,
}

impl Work {
    fn is_over(&self) -> bool {
        !matches!(
            self.status.as_str(),
            "scheduling" | "running" | "cancelling"
        )
    }
}

impl Listed for Work {
    const FIELD: &'static str = "operations";
}

impl fmt::Debug for Management {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Management")
            .field("base", &self.shared.base.as_str())
            .field("circumstances", &self.circumstances)
            .finish_non_exhaustive()
    }
}
