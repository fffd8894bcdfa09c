//! What every request passes through: guard, body limit, injected faults, log.

mod replying;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use self::replying::Replying;
use crate::client_gone::ClientGone;
use crate::clock::http_date;
use crate::fault::{Fault, Hit};
use crate::open_connections::{Activity, ConnectionLimits, OpenConnections, Turn};
use crate::open_files::{self, TooManyOpen};
use crate::reply::{Failure, finished};
use crate::request_log::LoggedRequest;
use crate::route::openid::cors;
use crate::route::sql;
use crate::shared::Shared;
use crate::write_limit::{WireListener, WriteLimit};
use crate::{guard, route};

const MIB: usize = 1024 * 1024;
const LARGEST_BODY: usize = MIB;
/// How late a silent connection may be closed.
const MOST_LATE: Duration = Duration::from_secs(1);
const BODY_DEADLINE: Duration = Duration::from_secs(30);
/// How much of a body that is too large is still read, so that the client gets to its answer.
const MAX_DRAINED_BODY: usize = 32 * 1024 * 1024;

/// Serves until the sandbox stops.
pub async fn serve(shared: Arc<Shared>, listener: TcpListener) {
    let stop = shared.stop.clone();
    let limits = shared.config.connections;
    let most = limits.most_http;
    let open = OpenConnections::new(most.unwrap_or_else(open_files::most_http_connections));
    let app = Router::new()
        .merge(route::all(&shared))
        .fallback(async || Failure::no_route())
        .method_not_allowed_fallback(async || Failure::no_route())
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), handle))
        .with_state(shared)
        .into_make_service_with_connect_info::<WriteLimit>();
    let serving = axum::serve(WireListener::new(listener, Arc::clone(&open)), app)
        .with_graceful_shutdown(async move { stop.cancelled().await });
    tokio::select! {
        served = serving => if let Err(error) = served {
            tracing::error!(%error, "the sandbox no longer listens");
        },
        () = close_expired(&open, limits) => {}
    }
}

/// Closes connections whose client is silent for too long, as long as it is polled.
async fn close_expired(open: &OpenConnections, limits: ConnectionLimits) {
    let mut pace = tokio::time::interval(limits.head_deadline.min(MOST_LATE));
    loop {
        pace.tick().await;
        open.close_expired(&limits);
    }
}

async fn handle(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(write_limit): ConnectInfo<WriteLimit>,
    request: Request,
    next: Next,
) -> Response {
    write_limit.clear();
    let activity = write_limit.activity();
    activity.begin(Turn::Reply);
    let started = Instant::now();
    let at = shared.now();
    let request_id = request_id(request.headers()).unwrap_or_else(|| shared.random.request_id());
    let (method, path) = (
        request.method().to_string(),
        request.uri().path().to_owned(),
    );
    let origin = cors::trusted_origin(&shared, &request);
    let admitted = match activity.is_surplus() {
        true => Err(too_many_connections()),
        false => guarded(&shared, request, origin.is_some(), activity).await,
    };
    let (response, fault) = match admitted {
        Ok(Admitted::Request(request)) => apply_fault(&shared, &write_limit, request, next).await,
        Ok(Admitted::Preflight(response)) => (response, false),
        Err(failure) => (failure.into_response(), false),
    };
    let mut response = finished(response, &request_id);
    if let Some(origin) = origin {
        cors::allow(response.headers_mut(), origin);
    }
    if path.starts_with("/api/v2/") {
        set_charset(response.headers_mut());
    }
    set_headers(response.headers_mut(), &shared, &request_id);
    shared.log.add(LoggedRequest {
        at,
        method,
        path,
        status: response.status().as_u16(),
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        request_id,
        fault,
    });
    sent_by(response, activity)
}

/// The reply with what it means for its connection.
fn sent_by(mut response: Response, activity: &Arc<Activity>) -> Response {
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        // The route says when the session begins.
        activity.begin(Turn::Greeting);
        return response;
    }
    if activity.is_surplus() {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response.map(|body| Body::new(Replying::new(body, Arc::clone(activity))))
}

/// What may go on.
enum Admitted {
    Request(Request),
    /// Answered already: a browser asks it for a script, without a token.
    Preflight(Response),
}

async fn guarded(
    shared: &Shared,
    mut request: Request,
    is_trusted: bool,
    activity: &Activity,
) -> Result<Admitted, Failure> {
    guard::check(request.headers(), &shared.reach, shared.port, is_trusted)?;
    if let Some(response) = cors::preflight(&request).filter(|_| is_trusted) {
        return Ok(Admitted::Preflight(response));
    }
    guard::check_token(request.headers_mut(), &shared.reach, &shared.key)?;
    if shared.stop.is_cancelled() {
        return Err(stopping());
    }
    let (parts, body) = request.into_parts();
    let largest = match parts.uri.path() {
        sql::PATH => sql::LARGEST_BODY,
        _ => LARGEST_BODY,
    };
    let body = timeout(BODY_DEADLINE, read(body, largest, activity))
        .await
        .map_err(|_| Failure::new(StatusCode::REQUEST_TIMEOUT, "the request timed out"))??;
    activity.begin(Turn::Reply);
    let request = Request::from_parts(parts, Body::from(body));
    Ok(Admitted::Request(request))
}

async fn read(body: Body, largest: usize, activity: &Activity) -> Result<Bytes, Failure> {
    let mut chunks = body.into_data_stream();
    let (mut kept, mut length) = (Vec::new(), 0);
    let incomplete = || Failure::new(StatusCode::BAD_REQUEST, "the request body is incomplete");
    activity.begin(Turn::Body);
    loop {
        let chunk = tokio::select! {
            biased;
            chunk = chunks.next() => chunk,
            () = activity.sent_all() => return Err(incomplete()),
        };
        let Some(chunk) = chunk else { break };
        activity.begin(Turn::Body);
        let chunk = chunk.map_err(|_| incomplete())?;
        length += chunk.len();
        if length <= largest {
            kept.extend_from_slice(&chunk);
        } else if length > largest + MAX_DRAINED_BODY {
            break;
        }
    }
    if length > largest {
        return Err(Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the request body is larger than {} MiB", largest / MIB),
        ));
    }
    Ok(Bytes::from(kept))
}

async fn apply_fault(
    shared: &Shared,
    write_limit: &WriteLimit,
    request: Request,
    next: Next,
) -> (Response, bool) {
    let path = request.uri().path();
    // The way out of a fault is never faulty itself.
    let fault = match path.starts_with("/sandbox/") {
        true => None,
        false => shared.faults.next(request.method().as_str(), path),
    };
    let activity = write_limit.activity();
    let Some(Hit { fault, cleared }) = fault else {
        return (run(shared, activity, request, next).await, false);
    };
    let done = if fault.takes_place() {
        Some(run(shared, activity, request, next).await)
    } else {
        None
    };
    if let Some(delay) = fault.delay_ms {
        tokio::select! {
            () = shared.stop.cancelled() => {}
            () = cleared.cancelled() => {}
            () = sleep(Duration::from_millis(delay)) => {}
        }
    }
    if let Some(bytes) = fault.cut_at_byte {
        write_limit.cut_after(bytes);
    }
    (faulty_reply(shared, &fault, done), true)
}

fn faulty_reply(shared: &Shared, fault: &Fault, done: Option<Response>) -> Response {
    if fault.garbage {
        let mut bytes = shared.random.bytes(256);
        bytes[0] = b'{';
        return ([(header::CONTENT_TYPE, "application/json")], bytes).into_response();
    }
    let status = fault
        .status
        .and_then(|status| StatusCode::from_u16(status).ok());
    match (status, done) {
        (None, Some(done)) => done,
        (status, _) => {
            let status = status.unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
            Failure::new(status, "this fault was injected")
                .retry_after(fault.retry_after)
                .into_response()
        }
    }
}

/// A route goes on to its end when the client goes away, so that what it wrote down is also begun.
/// One that panics answers 500 and the sandbox lives on.
async fn run(shared: &Shared, activity: &Activity, mut request: Request, next: Next) -> Response {
    let gone = CancellationToken::new();
    request.extensions_mut().insert(ClientGone(gone.clone()));
    let _gone = gone.clone().drop_guard();
    let given_up = shared.give_up.clone();
    let answer = shared.tasks.spawn(async move {
        tokio::select! {
            () = given_up.cancelled() => stopping().into_response(),
            answer = next.run(request) => answer,
        }
    });
    let mut answer = std::pin::pin!(answer);
    let answered = tokio::select! {
        biased;
        answered = &mut answer => answered,
        () = activity.sent_all() => {
            gone.cancel();
            answer.await
        }
    };
    answered.unwrap_or_else(|_| {
        tracing::error!("a route panicked");
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the sandbox failed").into_response()
    })
}

fn stopping() -> Failure {
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the sandbox is stopping")
}

fn too_many_connections() -> Failure {
    Failure::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "the sandbox has as many connections as it may have",
    )
    .hint(TooManyOpen::HINT)
    .retry_after(Some(1))
}

fn set_headers(headers: &mut HeaderMap, shared: &Shared, request_id: &str) {
    for (name, value) in [
        ("date", http_date(shared.now()).as_str()),
        ("x-neon-ret-request-id", request_id),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cache-control", "no-store"),
        ("vary", "Origin"),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
}

/// As the platform's management API says what its JSON is written in.
fn set_charset(headers: &mut HeaderMap) {
    let kind = headers.get_mut(header::CONTENT_TYPE);
    if let Some(kind) = kind.filter(|kind| *kind == "application/json") {
        *kind = HeaderValue::from_static("application/json; charset=utf-8");
    }
}

/// The client's own id, if it is one that can be repeated safely.
fn request_id(headers: &HeaderMap) -> Option<String> {
    let given = headers.get("x-request-id")?.to_str().ok()?;
    let sane = (1..=64).contains(&given.len())
        && given
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    sane.then(|| given.to_owned())
}
