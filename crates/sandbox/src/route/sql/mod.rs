//! `POST /sql`: queries over HTTP, as the serverless driver sends them. Each request is a session of
//! its own. There is no key: who may do what is the database's to say.

mod connection_string;
mod failure;
mod output;
mod payload;
mod value;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use tokio::time::timeout;

use self::connection_string::ConnectionString;
use self::failure::SqlFailure;
use self::output::{Format, LARGEST_ANSWER, Output, is_true};
use self::payload::{Payload, Query};
use crate::client_gone::ClientGone;
use crate::platform_text;
use crate::postgres::cancel::BEFORE_AN_ANSWER;
use crate::postgres::login::{self, LoggedIn, Login};
use crate::postgres::refuse::Refusal;
use crate::postgres::server_error::ServerError;
use crate::postgres::text_query::{self, TextQuery};
use crate::shared::Shared;
use crate::write_limit::WriteLimit;

pub const PATH: &str = "/sql";
/// As on the platform.
pub const LARGEST_BODY: usize = 64 * 1024 * 1024;

const ISOLATION_LEVEL: HeaderName = HeaderName::from_static("neon-batch-isolation-level");
const READ_ONLY: HeaderName = HeaderName::from_static("neon-batch-read-only");
const DEFERRABLE: HeaderName = HeaderName::from_static("neon-batch-deferrable");

pub fn routes() -> Router<Arc<Shared>> {
    // The limit of a body is that of `http`.
    let answer = post(answer).layer(DefaultBodyLimit::disable());
    Router::new().route(PATH, answer)
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(write_limit): ConnectInfo<WriteLimit>,
    Extension(gone): Extension<ClientGone>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, SqlFailure> {
    let format = Format::of(&headers);
    let batch = Batch::of(&headers)?;
    let target = ConnectionString::of(&headers)?;
    let payload = Payload::read(&body)?;
    drop(body);
    let login = Login {
        startup: target.startup,
        password: target.password,
    };
    let place = write_limit.activity().take_session();
    let _place = place.map_err(|full| ServerError::from(Refusal::from(full)))?;
    let compute = login::compute(shared.pool(), target.port, &login.startup)?;
    let from = write_limit.peer().ip();
    let mut session = tokio::select! {
        opened = login::open(&compute, from, &login) => opened?,
        () = gone.0.cancelled() => return Err(SqlFailure::Gone),
        () = shared.stop.cancelled() => return Err(SqlFailure::Stopping),
    };
    let cancel = session.cancel();
    let longest = shared.config.sql_timeout;
    let answered = tokio::select! {
        answered = timeout(longest, run(&mut session, &payload, &batch, format)) => {
            answered.unwrap_or(Err(SqlFailure::TooSlow(longest)))
        }
        () = gone.0.cancelled() => Err(SqlFailure::Gone),
        () = shared.stop.cancelled() => Err(SqlFailure::Stopping),
    };
    match &answered {
        Err(it) if it.leaves_a_query() => cancel.send(BEFORE_AN_ANSWER).await,
        _ => session.close().await,
    }
    let json = answered?;
    let mut response = ([(header::CONTENT_TYPE, "application/json")], json).into_response();
    if matches!(payload, Payload::Batch(_)) {
        response.headers_mut().extend(batch.headers());
    }
    Ok(response)
}

async fn run(
    session: &mut LoggedIn,
    payload: &Payload,
    batch: &Batch,
    format: Format,
) -> Result<Vec<u8>, SqlFailure> {
    let mut output = Output::new(LARGEST_ANSWER);
    match payload {
        Payload::One(query) => run_one(session, query, format, &mut output).await?,
        Payload::Batch(queries) => {
            command(session, &batch.begin()).await?;
            output.begin_batch();
            for query in queries {
                run_one(session, query, format, &mut output).await?;
            }
            command(session, "COMMIT").await?;
            output.end_batch();
        }
    }
    Ok(output.into_json())
}

async fn run_one(
    session: &mut LoggedIn,
    query: &Query,
    format: Format,
    output: &mut Output,
) -> Result<(), SqlFailure> {
    output.begin(Format {
        array_mode: query.array_mode.unwrap_or(format.array_mode),
        ..format
    });
    let tag = text_query::run(session, &query.query, LARGEST_ANSWER, output).await?;
    output.end(&tag);
    Ok(())
}

/// A statement of the sandbox's own, whose answer nobody reads.
async fn command(session: &mut LoggedIn, text: &str) -> Result<(), SqlFailure> {
    let query = TextQuery {
        text: text.to_owned(),
        values: Vec::new(),
    };
    let mut output = Output::new(LARGEST_ANSWER);
    text_query::run(session, &query, LARGEST_ANSWER, &mut output).await?;
    Ok(())
}

/// The transaction that the queries of a batch run in.
#[derive(Debug)]
struct Batch {
    level: Option<(&'static str, &'static str)>,
    read_only: bool,
    deferrable: bool,
}

impl Batch {
    fn of(headers: &HeaderMap) -> Result<Self, SqlFailure> {
        let level = headers.get(ISOLATION_LEVEL).map(|level| {
            let known = [
                ("ReadUncommitted", "READ UNCOMMITTED"),
                ("ReadCommitted", "READ COMMITTED"),
                ("RepeatableRead", "REPEATABLE READ"),
                ("Serializable", "SERIALIZABLE"),
            ];
            let found = known.into_iter().find(|(name, _)| level == name);
            found.ok_or_else(|| SqlFailure::invalid(platform_text::INVALID_ISOLATION_LEVEL))
        });
        Ok(Self {
            level: level.transpose()?,
            read_only: is_true(headers, READ_ONLY.as_str()),
            deferrable: is_true(headers, DEFERRABLE.as_str()),
        })
    }

    fn begin(&self) -> String {
        let level = self.level.map(|(_, sql)| format!(" ISOLATION LEVEL {sql}"));
        let read_only = self.read_only.then(|| " READ ONLY".to_owned());
        let deferrable = self.deferrable.then(|| " DEFERRABLE".to_owned());
        let modes: Vec<_> = [level, read_only, deferrable]
            .into_iter()
            .flatten()
            .collect();
        format!("START TRANSACTION{}", modes.join(","))
    }

    /// What was asked for, as the platform repeats it.
    fn headers(&self) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        let yes = || HeaderValue::from_static("true");
        let level = self.level.map(|(name, _)| HeaderValue::from_static(name));
        let given = [
            (ISOLATION_LEVEL, level),
            (READ_ONLY, self.read_only.then(yes)),
            (DEFERRABLE, self.deferrable.then(yes)),
        ];
        given
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
    }
}
