//! The Management API's client.

use std::fmt;
use std::sync::Arc;

use secrecy::SecretString;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::address::ManagementUrl;
use crate::budget::Budget;
use crate::call::{Call, Route};
use crate::call_options::CallOptions;
use crate::error::{Error, Kind};
use crate::id::ProjectId;
use crate::options::Options;
use crate::page::{Listed, Page};
use crate::read::{Parsed, read, read_nothing, read_optional};
use crate::recorder::Recorder;
use crate::reply::Reply;
use crate::request::{Request, Response};
use crate::request_runner::{CallState, RequestRunner};
use crate::retry::{self, Decision};
use crate::transport::Failure;

const OPERATIONS: &str = "/projects/{project_id}/operations";

/// How many of a project's newest operations are read to see whether it is busy.
const POLLED_OPERATIONS: u32 = 100;

/// The Management API at one address with one key. Clones are cheap and share connections and budget.
#[derive(Clone)]
pub struct Management {
    shared: Arc<Shared>,
    call_options: CallOptions,
}

struct Shared {
    base: ManagementUrl,
    key: SecretString,
    budget: Budget,
    runner: RequestRunner,
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
        let runner = RequestRunner::new(&base.0, Some(&key), options)?;
        let shared = Shared {
            base,
            key,
            budget,
            runner,
        };
        Ok(Self {
            shared: Arc::new(shared),
            call_options: CallOptions::default(),
        })
    }

    /// The same client for calls with other options.
    #[must_use]
    pub fn with(&self, call_options: CallOptions) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            call_options,
        }
    }

    /// The same client, whose requests are recorded.
    #[must_use]
    pub fn recorded(&self, recorder: &Recorder) -> Self {
        self.with(CallOptions {
            recorder: Some(recorder.clone()),
            ..self.call_options.clone()
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

    /// For replies whose body is empty or of no interest.
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
        read: impl Fn(&Response, &Request) -> Result<Parsed<T>, Failure>,
    ) -> Result<Reply<T>, Error> {
        let runner = &self.shared.runner;
        let prepared = self.prepare(call)?;
        let mut state = runner.begin(&prepared.request, &self.call_options);
        state.budget = Some((&self.shared.budget, prepared.route));
        let Some(project) = &prepared.project else {
            return runner.run(&mut state, read).await;
        };
        // A 423 means that the project is busy with operations, and a change was not begun. They are read until all have
        // ended: sending again blindly would spend the key's budget on more 423s, or wait longer than they take.
        state.returns_locked = true;
        loop {
            let locked = match runner.run(&mut state, &read).await {
                Err(error) if error.is_locked() => error,
                result => return result,
            };
            self.wait_for_operations(project, &state, locked).await?;
        }
    }

    /// The call as a request, recorded where somebody records. Fails where it is not to be sent.
    fn prepare(&self, call: Call) -> Result<Prepared, Error> {
        let Shared { base, key, .. } = &*self.shared;
        let (purpose, route) = (call.purpose(), call.route());
        let project = call.project().cloned();
        let request = call.request(&base.0, key);
        let request = request.map_err(|kind| Error::unsent(kind, purpose))?;
        if let Some(recorder) = &self.call_options.recorder {
            recorder.record(&request);
            if !recorder.sends() {
                return Err(Error::unsent(Kind::Recorded, purpose));
            }
        }
        Ok(Prepared {
            request,
            route,
            project,
        })
    }

    /// After a 423: waits until the project is idle. The 423 comes back where that takes too long.
    async fn wait_for_operations(
        &self,
        project: &ProjectId,
        state: &CallState<'_>,
        locked: Error,
    ) -> Result<(), Error> {
        let runner = &self.shared.runner;
        let Decision::Wait(wait) = runner.after_locked(state, locked.retry_after()) else {
            return Err(locked);
        };
        runner.pause(state, wait).await?;
        let poll = Call::get(
            "check the project's operations",
            OPERATIONS,
            &[project.as_str()],
        );
        match self.wait_until_idle(poll, state).await? {
            true => Ok(()),
            false => Err(locked),
        }
    }

    /// Waits until no operation of the project is running. False when that takes longer than the call has. If the
    /// operations cannot be read, the request is tried again after the wait that came before.
    async fn wait_until_idle(&self, poll: Call, state: &CallState<'_>) -> Result<bool, Error> {
        let Shared {
            base,
            key,
            budget,
            runner,
        } = &*self.shared;
        let route = poll.route();
        let request = poll.query("limit", POLLED_OPERATIONS).request(&base.0, key);
        let request = request.map_err(|kind| Error::unsent(kind, state.request.purpose))?;
        let mut polls = 0;
        loop {
            let options = CallOptions {
                deadline: Some(runner.remaining(state)),
                ..self.call_options.clone()
            };
            let mut poll = runner.begin(&request, &options);
            poll.budget = Some((budget, route));
            match runner.run(&mut poll, read::<Page<OperationSummary>>).await {
                Ok(page) if page.value.items.iter().all(OperationSummary::has_ended) => {
                    return Ok(true);
                }
                Ok(_) => {}
                Err(error) if error.is_cancelled() => {
                    return Err(runner.ended(state, Kind::Cancelled));
                }
                Err(_) => return Ok(!runner.remaining(state).is_zero()),
            }
            polls += 1;
            let wait = retry::poll_interval(polls, runner.random());
            if wait >= runner.remaining(state) {
                return Ok(false);
            }
            runner.pause(state, wait).await?;
        }
    }
}

/// What of a call is to be sent.
struct Prepared {
    request: Request,
    route: Route,
    /// The project whose operations the call may have to wait for.
    project: Option<ProjectId>,
}

/// The part of an operation that says whether its project is busy.
#[derive(Deserialize)]
struct OperationSummary {
    status: String,
}

impl OperationSummary {
    /// A status that this version does not know counts as ended: waiting for it could take for ever, and a project that
    /// is still busy answers 423 again.
    fn has_ended(&self) -> bool {
        !matches!(
            self.status.as_str(),
            "scheduling" | "running" | "cancelling"
        )
    }
}

impl Listed for OperationSummary {
    const FIELD: &'static str = "operations";
}

impl fmt::Debug for Management {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Management")
            .field("base", &self.shared.base.as_str())
            .field("call_options", &self.call_options)
            .finish_non_exhaustive()
    }
}
