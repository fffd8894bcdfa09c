//! Messages of a server, read without holding more of a row than the limits allow.

use std::io;

use postgres_protocol::message::backend;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _};

use super::error::ServerError;
use super::row::{Column, Limits, Row};
use super::status::Status;

/// Bytes of a message other than a row that are kept.
const MAX_BODY: usize = 64 * 1024;
/// Bytes of the description of a result: 1,664 columns with names of 63 bytes take a tenth of it.
const MAX_DESCRIPTION: usize = 16 * 1024 * 1024;

/// Bytes of a message of `COPY … TO STDOUT` that are returned at once.
const COPY_PART: usize = 64 * 1024;

/// A message, as far as a session needs it.
#[derive(Debug)]
pub(super) enum Message {
    ParameterTypes(Vec<u32>),
    Columns(Vec<Column>),
    NoData,
    /// The row is in the buffer that was passed. A part of the data of `COPY … TO STDOUT` is a row of one cell.
    Row,
    Suspended,
    Complete(String),
    CopyIn,
    CopyOut,
    Closed,
    Ready(Status),
    Error(ServerError),
    Notice(ServerError),
    Other,
}

/// Reads the next message. `copy_left` is what is left of a message of `COPY … TO STDOUT`, which is returned in parts.
pub(super) async fn read(
    from: &mut (impl AsyncBufRead + Unpin),
    row: &mut Row,
    limits: Limits,
    copy_left: &mut usize,
) -> io::Result<Message> {
    if *copy_left > 0 {
        copy_part(from, row, limits, copy_left).await?;
        return Ok(Message::Row);
    }
    let tag = from.read_u8().await?;
    let length = from.read_u32().await?;
    let length = usize::try_from(length)
        .ok()
        .and_then(|it| it.checked_sub(4));
    let length = length.ok_or_else(malformed)?;
    Ok(match tag {
        backend::DATA_ROW_TAG => {
            read_row(from, length, row, limits).await?;
            Message::Row
        }
        backend::COPY_DATA_TAG => {
            *copy_left = length;
            copy_part(from, row, limits, copy_left).await?;
            Message::Row
        }
        backend::PARAMETER_DESCRIPTION_TAG => {
            let body = whole(from, length).await?;
            Message::ParameterTypes(parameter_types(&body)?)
        }
        backend::ROW_DESCRIPTION_TAG => {
            let body = whole(from, length).await?;
            Message::Columns(columns(&body)?)
        }
        backend::NO_DATA_TAG => {
            skip(from, length).await?;
            Message::NoData
        }
        backend::PORTAL_SUSPENDED_TAG => {
            skip(from, length).await?;
            Message::Suspended
        }
        backend::EMPTY_QUERY_RESPONSE_TAG => {
            skip(from, length).await?;
            Message::Complete(String::new())
        }
        backend::COMMAND_COMPLETE_TAG => {
            let body = first(from, length).await?;
            let text = body.strip_suffix(&[0]).unwrap_or(&body);
            Message::Complete(String::from_utf8_lossy(text).into_owned())
        }
        backend::COPY_IN_RESPONSE_TAG => {
            skip(from, length).await?;
            Message::CopyIn
        }
        backend::COPY_OUT_RESPONSE_TAG => {
            skip(from, length).await?;
            Message::CopyOut
        }
        backend::CLOSE_COMPLETE_TAG => {
            skip(from, length).await?;
            Message::Closed
        }
        backend::READY_FOR_QUERY_TAG => Message::Ready(match first(from, length).await?[..] {
            [b'I'] => Status::Idle,
            [b'T'] => Status::InTransaction,
            [b'E'] => Status::Failed,
            _ => return Err(malformed()),
        }),
        backend::ERROR_RESPONSE_TAG => {
            Message::Error(ServerError::parse(&first(from, length).await?))
        }
        backend::NOTICE_RESPONSE_TAG => {
            Message::Notice(ServerError::parse(&first(from, length).await?))
        }
        _ => {
            skip(from, length).await?;
            Message::Other
        }
    })
}

/// Reads a part of a message of `COPY … TO STDOUT`.
async fn copy_part(
    from: &mut (impl AsyncBufRead + Unpin),
    row: &mut Row,
    limits: Limits,
    left: &mut usize,
) -> io::Result<()> {
    row.clear();
    let part = (*left).min(COPY_PART);
    *left -= part;
    read_cell(from, part, row, limits).await
}

async fn read_row(
    from: &mut (impl AsyncBufRead + Unpin),
    length: usize,
    row: &mut Row,
    limits: Limits,
) -> io::Result<()> {
    row.clear();
    let mut left = length.checked_sub(2).ok_or_else(malformed)?;
    let count = from.read_u16().await?;
    for _ in 0..count {
        left = left.checked_sub(4).ok_or_else(malformed)?;
        let Ok(length) = usize::try_from(from.read_i32().await?) else {
            row.cells.push(None);
            continue;
        };
        left = left.checked_sub(length).ok_or_else(malformed)?;
        read_cell(from, length, row, limits).await?;
    }
    match left {
        0 => Ok(()),
        _ => Err(malformed()),
    }
}

/// Appends a cell to the row and skips what is beyond the limits.
async fn read_cell(
    from: &mut (impl AsyncBufRead + Unpin),
    length: usize,
    row: &mut Row,
    limits: Limits,
) -> io::Result<()> {
    let start = row.data.len();
    let room = limits.row.saturating_sub(start);
    let size = length.min(limits.cell).min(room);
    copy(from, size, &mut row.data).await?;
    skip(from, length - size).await?;
    row.cells.push(Some((start..start + size, length)));
    Ok(())
}

/// Appends so many bytes. The room grows with what comes, so that a wrong length takes no memory.
async fn copy(
    from: &mut (impl AsyncBufRead + Unpin),
    mut length: usize,
    into: &mut Vec<u8>,
) -> io::Result<()> {
    while length > 0 {
        let ready = from.fill_buf().await?;
        let count = ready.len().min(length);
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        into.extend_from_slice(&ready[..count]);
        from.consume(count);
        length -= count;
    }
    Ok(())
}

async fn skip(from: &mut (impl AsyncBufRead + Unpin), mut length: usize) -> io::Result<()> {
    while length > 0 {
        let count = from.fill_buf().await?.len().min(length);
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        from.consume(count);
        length -= count;
    }
    Ok(())
}

/// Reads the body, as far as it is kept.
async fn first(from: &mut (impl AsyncBufRead + Unpin), length: usize) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    let size = length.min(MAX_BODY);
    copy(from, size, &mut body).await?;
    skip(from, length - size).await?;
    Ok(body)
}

async fn whole(from: &mut (impl AsyncBufRead + Unpin), length: usize) -> io::Result<Vec<u8>> {
    if length > MAX_DESCRIPTION {
        return Err(malformed());
    }
    let mut body = Vec::new();
    copy(from, length, &mut body).await?;
    Ok(body)
}

fn parameter_types(body: &[u8]) -> io::Result<Vec<u32>> {
    let types = body.get(2..).ok_or_else(malformed)?;
    let types = types.as_chunks().0;
    Ok(types.iter().map(|it| u32::from_be_bytes(*it)).collect())
}

/// A column is its name, a zero byte and 18 bytes: table, number, type, size, modifier and format.
fn columns(body: &[u8]) -> io::Result<Vec<Column>> {
    let mut rest = body.get(2..).ok_or_else(malformed)?;
    let mut columns = Vec::new();
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == 0);
        let (name, fields) = rest.split_at(end.ok_or_else(malformed)?);
        let (fields, after) = fields[1..]
            .split_first_chunk::<18>()
            .ok_or_else(malformed)?;
        let [a, b, c, d, e, f, g, h, i, j, _, _, k, l, m, n, ..] = *fields;
        columns.push(Column {
            name: String::from_utf8_lossy(name).into_owned(),
            type_name: String::new(),
            table_oid: u32::from_be_bytes([a, b, c, d]),
            table_column: i16::from_be_bytes([e, f]),
            type_oid: u32::from_be_bytes([g, h, i, j]),
            type_modifier: i32::from_be_bytes([k, l, m, n]),
        });
        rest = after;
    }
    Ok(columns)
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the message is malformed")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(tag: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).unwrap();
        [&[tag], length.to_be_bytes().as_slice(), body].concat()
    }

    fn row_of(cells: &[Option<&[u8]>]) -> Vec<u8> {
        let count = u16::try_from(cells.len()).unwrap();
        let mut body = count.to_be_bytes().to_vec();
        for cell in cells {
            let length = cell.map_or(-1, |cell| i32::try_from(cell.len()).unwrap());
            body.extend(length.to_be_bytes());
            body.extend_from_slice(cell.unwrap_or_default());
        }
        body
    }

    #[tokio::test]
    async fn cells_beyond_the_limits_are_skipped_and_the_next_message_is_read() {
        let long = vec![b'x'; 300_000];
        let cells = [
            Some(b"ab".as_slice()),
            None,
            Some(&[]),
            Some(&long),
            Some(b"cde"),
        ];
        let bytes = [message(b'D', &row_of(&cells)), message(b'C', b"SELECT 1\0")].concat();
        let mut from = tokio::io::BufReader::with_capacity(7, bytes.as_slice());
        let mut row = Row::default();
        let limits = Limits {
            cell: 100,
            row: 104,
        };
        let read_one = read(&mut from, &mut row, limits, &mut 0).await.unwrap();
        assert!(matches!(read_one, Message::Row));
        let cells: Vec<_> = row
            .cells()
            .map(|cell| cell.map(|cell| (cell.bytes.len(), cell.length)))
            .collect();
        let expected = [
            Some((2, 2)),
            None,
            Some((0, 0)),
            Some((100, 300_000)),
            Some((2, 3)),
        ];
        assert_eq!(cells, expected);
        let end = read(&mut from, &mut row, limits, &mut 0).await.unwrap();
        assert!(matches!(end, Message::Complete(tag) if tag == "SELECT 1"));
    }

    #[tokio::test]
    async fn malformed_messages_are_refused() {
        let mut longer = row_of(&[Some(b"ab")]);
        longer.push(0);
        let mut shorter = row_of(&[Some(b"ab")]);
        shorter.pop();
        for bytes in [
            message(b'D', &longer),
            message(b'D', &shorter),
            message(b'D', &[0]),
            message(b'Z', b"X"),
            message(b'T', &[0, 1, b'a']),
            message(b'T', &[0, 1, b'a', 0, 1]),
            vec![b'Z', 0, 0, 0, 3],
            vec![b'T', 0xff, 0xff, 0xff, 0xff],
            vec![b'D', 0, 0, 0, 100, 0, 1, 0, 0, 0, 50],
        ] {
            let mut row = Row::default();
            let limits = Limits::default();
            let ended = read(&mut bytes.as_slice(), &mut row, limits, &mut 0).await;
            assert!(ended.is_err(), "{bytes:?}");
        }
    }
}
