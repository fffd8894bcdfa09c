//! One attempt over the network. The only file that names reqwest.

use std::error::Error as StdError;
use std::fmt;
use std::num::NonZeroU64;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::future::{Either, select};
use reqwest::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    RETRY_AFTER,
};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::address::Address;
use crate::environment::Environment;
use crate::error::{Error, Kind};
use crate::observer::{Destination, Observer};
use crate::options::Options;
use crate::request::{Method, Request, Response, ResponseHead};
use crate::retry::{Access, Outcome};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The header with the platform's own id of a request.
const SERVER_REQUEST_ID: HeaderName = HeaderName::from_static("x-neon-ret-request-id");
const MAX_REQUEST_ID: usize = 128;

/// Connections to one service.
#[derive(Clone)]
pub(crate) struct Transport {
    /// Keeps connections open between requests.
    reads: reqwest::Client,
    /// Opens a connection for each request. The server may close an idle one at the moment a write is sent on it, and
    /// then nobody knows whether the write was received.
    writes: reqwest::Client,
    environment: Arc<dyn Environment>,
    largest_reply: usize,
    /// How long nothing may come of a file or a stream.
    patience: Duration,
    /// Who is told of each attempt, and where it goes.
    observed: Option<(Arc<dyn Observer>, Arc<Destination>)>,
}

/// A failed attempt: no whole reply, or one that is no success.
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    pub(crate) outcome: Outcome,
    pub(crate) source: Option<Box<dyn StdError + Send + Sync>>,
}

/// What came of asking for a file.
pub(crate) enum File {
    Whole(Vec<u8>),
    /// It is at this address, which may be relative.
    Elsewhere(String),
}

/// A reply that goes on, as it comes.
pub(crate) struct Chunks {
    response: reqwest::Response,
    transport: Transport,
}

impl Transport {
    /// Connections that use the system's certificates, follow no redirect and never resend by themselves. The system's
    /// proxy settings count except for this machine.
    pub(crate) fn new(
        base: &Address,
        options: &Options,
        key: Option<&SecretString>,
    ) -> Result<Self, Error> {
        let headers = headers(key)?;
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Fails only when another thread was faster, which is as good.
            drop(rustls::crypto::ring::default_provider().install_default());
        }
        let client = |idle: usize| {
            let mut builder = reqwest::Client::builder()
                .default_headers(headers.clone())
                .user_agent(concat!("plinth/", env!("CARGO_PKG_VERSION")))
                .redirect(reqwest::redirect::Policy::none())
                .retry(reqwest::retry::never())
                .connect_timeout(options.connect_timeout)
                .pool_max_idle_per_host(idle)
                .referer(false);
            if base.is_loopback() {
                builder = builder.no_proxy();
            }
            if !base.is_https() {
                // Loading the system's certificates is slow, and plain HTTP needs none.
                builder = builder.tls_certs_only([]);
            }
            builder
                .build()
                .map_err(|error| Error::setup(Box::new(error.without_url())))
        };
        Ok(Self {
            reads: client(4)?,
            writes: client(0)?,
            environment: Arc::clone(&options.environment),
            largest_reply: options.largest_reply,
            patience: options.attempt_timeout,
            observed: options
                .observer
                .as_ref()
                .map(|observer| (Arc::clone(observer), Arc::new(Destination::of(base)))),
        })
    }

    /// Sends the request once and takes in the whole reply, within `deadline`. Dropping the future ends it. What is known
    /// of the headers comes back in either case.
    pub(crate) async fn send(
        &self,
        request: &Request,
        deadline: Duration,
    ) -> (ResponseHead, Result<Response, Failure>) {
        let mut head = ResponseHead {
            sent_id: Some(self.request_id()),
            ..ResponseHead::default()
        };
        let exchange = self.exchange(request, &mut head);
        let result = self.observe(self.within(deadline, exchange)).await;
        (head, result)
    }

    /// Asks for a file once, and reads it for as long as something comes. `progress` is told how many bytes there are, and of
    /// how many where the server says so.
    pub(crate) async fn file(
        &self,
        url: &Url,
        progress: impl FnMut(usize, Option<NonZeroU64>) + Send,
    ) -> Result<File, Failure> {
        self.observe(self.parts(url, progress)).await
    }

    /// Asks for a reply that goes on for as long as the server has something to say.
    pub(crate) async fn stream(&self, url: &Url) -> Result<Chunks, Failure> {
        let opening = async {
            let response = self.get(url).await?;
            match response.status().as_u16() {
                200 => Ok(Chunks {
                    response,
                    transport: self.clone(),
                }),
                status => Err(Failure::of_status(status)),
            }
        };
        self.observe(opening).await
    }

    async fn get(&self, url: &Url) -> Result<reqwest::Response, Failure> {
        let send = self.writes.get(url.clone()).send();
        let send = async { send.await.map_err(Failure::of) };
        self.within(self.patience, send).await
    }

    async fn parts(
        &self,
        url: &Url,
        mut progress: impl FnMut(usize, Option<NonZeroU64>) + Send,
    ) -> Result<File, Failure> {
        let mut response = self.get(url).await?;
        let status = response.status().as_u16();
        let location = response.headers().get(LOCATION);
        let location = location.and_then(|it| it.to_str().ok());
        if let Some(location) = location.filter(|_| response.status().is_redirection()) {
            return Ok(File::Elsewhere(location.to_owned()));
        }
        if status != 200 {
            return Err(Failure::of_status(status));
        }
        let total = response.content_length().and_then(NonZeroU64::new);
        let mut read = Vec::new();
        loop {
            let next = async { response.chunk().await.map_err(Failure::of) };
            let Some(chunk) = self.within(self.patience, next).await? else {
                return Ok(File::Whole(read));
            };
            self.take(&mut read, &chunk, status)?;
            progress(read.len(), total);
        }
    }

    /// Tells who observes of an attempt, and of its end where nobody answered.
    async fn observe<T>(
        &self,
        attempt: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        if let Some((observer, to)) = &self.observed {
            observer.sending(to);
        }
        let result = attempt.await;
        let is_answered = match &result {
            Ok(_) => true,
            Err(failure) => matches!(failure.outcome, Outcome::Status(_)),
        };
        if let Some((observer, to)) = &self.observed
            && !is_answered
        {
            observer.unanswered(to);
        }
        result
    }

    async fn within<T>(
        &self,
        wait: Duration,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        match select(pin!(work), self.environment.sleep(wait)).await {
            Either::Left((result, _)) => result,
            Either::Right(((), _)) => Err(Failure {
                kind: Kind::TimedOut { connected: true },
                outcome: Outcome::Lost,
                source: None,
            }),
        }
    }

    /// Adds what came, up to the largest reply.
    fn take(&self, to: &mut Vec<u8>, chunk: &[u8], status: u16) -> Result<(), Failure> {
        let limit = self.largest_reply;
        if to.len() + chunk.len() > limit {
            return Err(Failure {
                kind: Kind::TooLarge { limit },
                outcome: Outcome::Status(status),
                source: None,
            });
        }
        to.extend_from_slice(chunk);
        Ok(())
    }

    async fn exchange(
        &self,
        request: &Request,
        head: &mut ResponseHead,
    ) -> Result<Response, Failure> {
        let client = match request.access() {
            Access::Read => &self.reads,
            Access::Write => &self.writes,
        };
        let mut builder = client.request(method(request), request.url.clone());
        if let Some(id) = &head.sent_id {
            builder = builder.header(REQUEST_ID, id);
        }
        if let Some(body) = &request.body {
            builder = builder
                .header(CONTENT_TYPE, "application/json")
                .body(body.clone());
        }
        let mut response = builder.send().await.map_err(Failure::of)?;
        let status = response.status();
        self.read_head(request, response.headers(), head);
        let body = match self.body(&mut response).await {
            Ok(body) => body,
            // A refusal is a refusal without its body, too.
            Err(_) if !status.is_success() => Vec::new(),
            Err(failure) => return Err(failure),
        };
        let status = status.as_u16();
        Ok(Response { status, body })
    }

    async fn body(&self, response: &mut reqwest::Response) -> Result<Vec<u8>, Failure> {
        let (mut body, status) = (Vec::new(), response.status().as_u16());
        while let Some(chunk) = response.chunk().await.map_err(Failure::of)? {
            self.take(&mut body, &chunk, status)?;
        }
        Ok(body)
    }

    fn read_head(&self, request: &Request, headers: &HeaderMap, head: &mut ResponseHead) {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        head.date = text(DATE).and_then(http_date);
        head.retry_after =
            text(RETRY_AFTER).and_then(|value| retry_after(value, self.environment.now()));
        let given = text(SERVER_REQUEST_ID).or_else(|| text(REQUEST_ID));
        let given = given
            .filter(|id| !id.is_empty() && id.len() <= MAX_REQUEST_ID && !request.is_quoted_in(id));
        head.request_id = given.map(ToOwned::to_owned);
    }

    fn request_id(&self) -> String {
        let bits =
            (u128::from(self.environment.random()) << 64) | u128::from(self.environment.random());
        uuid::Builder::from_random_bytes(bits.to_be_bytes())
            .into_uuid()
            .hyphenated()
            .to_string()
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transport").finish_non_exhaustive()
    }
}

impl Chunks {
    /// Returns the next bytes; `None` at the end. Nothing at all for too long is a lost connection.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let next = async { self.response.chunk().await.map_err(Failure::of) };
        let chunk = self.transport.within(self.transport.patience, next).await?;
        Ok(chunk.map(|chunk| chunk.to_vec()))
    }
}

impl Failure {
    fn of_status(status: u16) -> Self {
        Self {
            kind: Kind::Lost,
            outcome: Outcome::Status(status),
            source: None,
        }
    }

    fn of(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let unsent = error.is_connect() || error.is_builder();
        let kind = match (unsent, error.is_timeout()) {
            (true, true) => Kind::TimedOut { connected: false },
            (true, false) if is_certificate(&error) => Kind::Untrusted,
            (true, false) => Kind::Offline,
            (false, true) => Kind::TimedOut { connected: true },
            (false, false) => Kind::Lost,
        };
        let outcome = if unsent {
            Outcome::Unsent
        } else {
            Outcome::Lost
        };
        Self {
            kind,
            outcome,
            source: Some(Box::new(error)),
        }
    }
}

fn method(request: &Request) -> reqwest::Method {
    match request.method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
        Method::Put => reqwest::Method::PUT,
        Method::Patch => reqwest::Method::PATCH,
        Method::Delete => reqwest::Method::DELETE,
    }
}

/// The headers of every request: what it accepts, and the key, marked sensitive so that nothing prints it.
fn headers(key: Option<&SecretString>) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    if let Some(key) = key {
        let bearer = format!("Bearer {}", key.expose_secret());
        let mut bearer = HeaderValue::try_from(bearer)
            .ok()
            .filter(|_| !key.expose_secret().is_empty())
            .ok_or_else(|| Error::unsent(Kind::InvalidKey, "use the key"))?;
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    }
    Ok(headers)
}

/// Looks for rustls' own error in the chain. What an `io::Error` wraps is not among its sources.
fn is_certificate(error: &(dyn StdError + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(rustls::Error::InvalidCertificate(_)) = error.downcast_ref() {
            return true;
        }
        next = match error.downcast_ref::<std::io::Error>() {
            Some(wrapper) => wrapper.get_ref().map(|inner| inner as _),
            None => error.source(),
        };
    }
    false
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still sent.
fn http_date(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc2822(text.trim())
        .ok()
        .map(|date| date.to_utc())
}

/// Seconds, or a date, which counts from `now`.
fn retry_after(text: &str, now: DateTime<Utc>) -> Option<Duration> {
    if let Ok(seconds) = text.trim().parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let wait = http_date(text)? - now;
    Some(wait.to_std().unwrap_or_default())
}
