use std::collections::HashMap;
use std::io;
use std::time::Duration;

use bytes::BytesMut;
use postgres_protocol::message::frontend;
use tokio::io::{AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_postgres::tls::MakeTlsConnect;

use super::cancel::Canceler;
use super::error::{Notice, PortalError};
use super::exchange::{Fetched, PortalSession, bind, execute};
use super::lent::Lender;
use super::message::Message;
use super::row::{Column, Limits, Row};
use super::status::Status;
use crate::connect_error::ConnectError;
use crate::session::{Target, config, timed_out, tls};

const READ_BUFFER: usize = 64 * 1024;
/// How long a session takes to say good-bye.
const CLOSE: Duration = Duration::from_secs(2);

/// A statement that the server has parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prepared {
    /// The OIDs of the parameters' types.
    pub parameters: Vec<u32>,
    /// The columns of the result; none for a statement that returns no rows.
    pub columns: Vec<Column>,
}

impl PortalSession {
    /// Connects as [`Session::open`](crate::Session::open) does.
    ///
    /// # Errors
    /// No session within the deadline, or none that is secure.
    pub async fn open(target: Target<'_>, deadline: Duration) -> Result<Self, ConnectError> {
        let host = target.url.host();
        timeout(deadline, Self::connect(target, deadline))
            .await
            .map_err(|_| timed_out(host))?
    }

    async fn connect(target: Target<'_>, deadline: Duration) -> Result<Self, ConnectError> {
        let (host, port) = (target.url.host(), target.url.port());
        let unreachable = |error: io::Error| ConnectError::Unreachable {
            host: host.to_owned(),
            kind: error.kind(),
        };
        let not_secure = || ConnectError::NotSecure {
            host: host.to_owned(),
        };
        let mut tls = tls(target).await?;
        let stream = TcpStream::connect((host, port))
            .await
            .map_err(unreachable)?;
        stream.set_nodelay(true).map_err(unreachable)?;
        let connect = MakeTlsConnect::<TcpStream>::make_tls_connect(&mut tls, host);
        let connect = connect.map_err(|_| not_secure())?;
        let (lender, owner) = Lender::new(connect);
        let (client, connection) = config(target, deadline)
            .connect_raw(stream, lender)
            .await
            .map_err(|error| ConnectError::of(&error, host))?;
        let stream = owner.take().ok_or_else(not_secure)?;
        let token = client.cancel_token();
        // The stream is taken, so this says nothing to the server.
        drop((client, connection));
        Ok(Self {
            stream: BufReader::with_capacity(READ_BUFFER, stream),
            out: BytesMut::new(),
            canceler: Canceler {
                token,
                tls,
                host: host.to_owned(),
                port,
            },
            status: Status::Idle,
            is_broken: false,
            type_names: HashMap::new(),
            notices: Vec::new(),
            row: Row::default(),
            copy_left: 0,
            copies_out: false,
        })
    }

    /// Whether the session is in a transaction, as the server said at the end of the last statement.
    pub fn status(&self) -> Status {
        self.status
    }

    /// True if the session can run nothing more.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Stops statements of this session from elsewhere.
    pub fn canceler(&self) -> Canceler {
        self.canceler.clone()
    }

    /// Returns the notices since the last call, the first thousand of them.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Has the server parse a statement, and names the types of its columns. Nothing runs yet.
    ///
    /// # Errors
    /// The server refuses the statement, or the connection is lost.
    pub async fn prepare(&mut self, sql: &str) -> Result<Prepared, PortalError> {
        self.begin_call()?;
        let types = std::iter::empty();
        frontend::parse("", sql, types, &mut self.out)?;
        frontend::describe(b'S', "", &mut self.out)?;
        frontend::flush(&mut self.out);
        self.send().await?;
        let mut prepared = Prepared::default();
        loop {
            match self.read().await? {
                Message::ParameterTypes(types) => prepared.parameters = types,
                Message::Columns(columns) => {
                    prepared.columns = columns;
                    break;
                }
                Message::NoData => break,
                Message::Other => {}
                Message::Error(error) => return self.refused(error).await,
                _ => return Err(PortalError::Lost),
            }
        }
        self.name_types(&mut prepared.columns).await?;
        self.end_call(prepared)
    }

    /// Runs the prepared statement with its parameters as text, and reads at most so many rows; `0` is all of them.
    ///
    /// # Errors
    /// The server refuses the statement, the connection is lost, or `on_row` fails.
    pub async fn start(
        &mut self,
        parameters: &[Option<&str>],
        rows: u32,
        limits: Limits,
        on_row: impl FnMut(&Row) -> io::Result<()>,
    ) -> Result<Fetched, PortalError> {
        self.begin_call()?;
        bind("", parameters, &mut self.out)?;
        execute("", rows, &mut self.out)?;
        self.send().await?;
        self.result(rows, limits, on_row).await
    }

    /// Reads at most so many rows more; `0` is all of them.
    ///
    /// # Errors
    /// As [`PortalSession::start`].
    pub async fn fetch(
        &mut self,
        rows: u32,
        limits: Limits,
        on_row: impl FnMut(&Row) -> io::Result<()>,
    ) -> Result<Fetched, PortalError> {
        self.begin_call()?;
        // A copy goes on by itself.
        if !self.copies_out {
            execute("", rows, &mut self.out)?;
            self.send().await?;
        }
        self.result(rows, limits, on_row).await
    }

    /// Ends the statement with its portal. Outside a transaction this commits it, so it is done only now.
    ///
    /// # Errors
    /// The server refuses to commit, or the connection is lost.
    pub async fn end(&mut self) -> Result<(), PortalError> {
        self.begin_call()?;
        let (_, refused) = self.sync().await?;
        self.end_call(())?;
        refused.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Runs a statement whose rows are of no interest, such as `BEGIN`, and returns its command tag. It takes one round trip.
    ///
    /// # Errors
    /// The server refuses the statement, or the connection is lost.
    pub async fn command(&mut self, sql: &str) -> Result<String, PortalError> {
        self.begin_call()?;
        frontend::parse("", sql, std::iter::empty(), &mut self.out)?;
        bind("", &[], &mut self.out)?;
        frontend::execute("", 0, &mut self.out)?;
        let (tag, refused) = self.sync().await?;
        self.end_call(())?;
        refused.map_or(Ok(tag), |error| Err(error.into()))
    }

    /// Runs a query and returns all its rows.
    ///
    /// # Errors
    /// The server refuses the query, or the connection is lost.
    pub async fn query(&mut self, sql: &str) -> Result<Vec<Row>, PortalError> {
        self.prepare(sql).await?;
        let mut rows = Vec::new();
        let reading = self.start(&[], 0, Limits::default(), |row| {
            rows.push(row.clone());
            Ok(())
        });
        reading.await?;
        self.end().await?;
        Ok(rows)
    }

    /// Sends data of `COPY … FROM STDIN`.
    ///
    /// # Errors
    /// The connection is lost. What the server refuses is said by [`PortalSession::end_copy`].
    pub async fn copy(&mut self, data: &[u8]) -> Result<(), PortalError> {
        self.begin_call()?;
        frontend::CopyData::new(data)?.write(&mut self.out);
        self.send().await?;
        self.end_call(())
    }

    /// Ends the data of `COPY … FROM STDIN`; with a reason the server takes nothing of it.
    ///
    /// # Errors
    /// The server refuses the data, or the connection is lost.
    pub async fn end_copy(&mut self, failure: Option<&str>) -> Result<Fetched, PortalError> {
        self.begin_call()?;
        match failure {
            None => frontend::copy_done(&mut self.out),
            Some(reason) => frontend::copy_fail(reason, &mut self.out)?,
        }
        frontend::flush(&mut self.out);
        self.send().await?;
        self.result(0, Limits::default(), |_| Ok(())).await
    }

    /// Says good-bye, so that the server doesn't log a lost connection.
    pub async fn close(mut self) {
        frontend::terminate(&mut self.out);
        let closing = async {
            self.send().await.ok();
            self.stream.shutdown().await.ok();
        };
        timeout(CLOSE, closing).await.ok();
    }
}
