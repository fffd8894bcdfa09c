//! One statement by the extended protocol, with all values as text.

use std::io;

use bytes::BytesMut;
use postgres_protocol::IsNull;
use postgres_protocol::message::frontend;

use super::login::LoggedIn;
use super::refuse::Refusal;
use super::server_error::ServerError;

/// What a server says beside the value itself.
const LONGEST_BESIDE: usize = 1024 * 1024;

#[derive(Debug)]
pub struct TextQuery {
    pub text: String,
    pub values: Vec<Option<String>>,
}

/// A column as the server describes it.
#[derive(Debug, Clone)]
pub struct Column {
    pub name: String,
    pub table: u32,
    pub number: i16,
    pub kind: u32,
    pub size: i16,
    pub modifier: i32,
}

/// Gets the columns once, then each row.
pub trait Answer {
    fn columns(&mut self, columns: Vec<Column>);

    fn row<'a>(&mut self, values: impl Iterator<Item = Option<&'a [u8]>>) -> Result<(), TooLarge>;
}

/// The answer is longer than whoever asked takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

#[derive(Debug)]
pub enum QueryError {
    Server(ServerError),
    TooLarge,
}

impl From<ServerError> for QueryError {
    fn from(error: ServerError) -> Self {
        Self::Server(error)
    }
}

impl From<Refusal> for QueryError {
    fn from(refusal: Refusal) -> Self {
        Self::Server(refusal.into())
    }
}

impl From<TooLarge> for QueryError {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl From<io::Error> for QueryError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            _ => Self::Server(error.into()),
        }
    }
}

/// Runs a query and returns its command tag. After an error the session is of no more use.
pub async fn run(
    session: &mut LoggedIn,
    query: &TextQuery,
    largest: usize,
    answer: &mut impl Answer,
) -> Result<String, QueryError> {
    session.send(&messages(query)?).await?;
    let mut tag = String::new();
    loop {
        let message = session.receive(largest + LONGEST_BESIDE).await?;
        let body = message.body();
        match message.kind() {
            b'T' => answer.columns(columns(body).ok_or_else(malformed)?),
            b'n' => answer.columns(Vec::new()),
            b'D' => answer.row(values(body))?,
            b'C' => tag = text(body.strip_suffix(&[0]).unwrap_or(body)),
            b'E' => return Err(ServerError::received(message.whole()).into()),
            b'Z' => return Ok(tag),
            // A COPY goes on until somebody sends or reads its data.
            b'G' | b'H' | b'W' => {
                let message = "COPY from or to the client is not possible over HTTP";
                return Err(Refusal::new("0A000", message).into());
            }
            _ => {}
        }
    }
}

fn messages(query: &TextQuery) -> Result<BytesMut, QueryError> {
    let texts = query.values.iter().flatten().chain([&query.text]);
    if texts.into_iter().any(|text| text.contains('\0')) {
        // As a server says it.
        let message = "invalid byte sequence for encoding \"UTF8\": 0x00";
        return Err(Refusal::new("22021", message).into());
    }
    let mut messages = BytesMut::new();
    frontend::parse("", &query.text, [], &mut messages)?;
    let write = |value: &Option<String>, buffer: &mut BytesMut| match value {
        Some(text) => {
            buffer.extend_from_slice(text.as_bytes());
            Ok(IsNull::No)
        }
        None => Ok(IsNull::Yes),
    };
    if frontend::bind("", "", [], &query.values, write, [], &mut messages).is_err() {
        let message = "a query takes up to 65535 parameters";
        return Err(Refusal::new("54023", message).into());
    }
    frontend::describe(b'P', "", &mut messages)?;
    frontend::execute("", 0, &mut messages)?;
    frontend::sync(&mut messages);
    Ok(messages)
}

fn columns(body: &[u8]) -> Option<Vec<Column>> {
    let (_, mut rest) = body.split_first_chunk::<2>()?;
    let mut columns = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (name, after) = (&rest[..end], &rest[end + 1..]);
        let (table, after) = after.split_first_chunk()?;
        let (number, after) = after.split_first_chunk()?;
        let (kind, after) = after.split_first_chunk()?;
        let (size, after) = after.split_first_chunk()?;
        let (modifier, after) = after.split_first_chunk()?;
        let (_format, after) = after.split_first_chunk::<2>()?;
        columns.push(Column {
            name: text(name),
            table: u32::from_be_bytes(*table),
            number: i16::from_be_bytes(*number),
            kind: u32::from_be_bytes(*kind),
            size: i16::from_be_bytes(*size),
            modifier: i32::from_be_bytes(*modifier),
        });
        rest = after;
    }
    Some(columns)
}

/// The values of a row; a negative length is that of a null.
fn values(body: &[u8]) -> impl Iterator<Item = Option<&[u8]>> {
    let mut rest = body.get(2..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
            rest = after;
            return Some(None);
        };
        let (value, after) = after.split_at_checked(length)?;
        rest = after;
        Some(Some(value))
    })
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a malformed row description")
}
