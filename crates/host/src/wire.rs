//! The messages of the socket: frames of JSON, each after its length in four bytes, the lowest first. Bytes follow the frame that
//! announces them.

use std::io;

use app::operation::Answer;
use app::view::{ErrorView, EventView};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncReadExt as _};

use crate::command::Args;

/// Raised with each change of these messages.
const PROTOCOL: u32 = 2;
/// In bytes. The longest answer there is has a tenth of it.
const LARGEST: u32 = 64 << 20;

/// The first frame of both sides. It stays as it is in all versions.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Hello {
    pub protocol: u32,
    /// Of the program: what commands take and answer may differ between two.
    pub version: String,
}

impl Hello {
    pub fn own() -> Self {
        Self {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Whether that program is newer than this one.
    pub fn is_newer(&self) -> bool {
        is_newer(&self.version, env!("CARGO_PKG_VERSION"))
    }
}

/// Whether a version is above another; not where one of them is no version.
pub fn is_newer(version: &str, than: &str) -> bool {
    let parsed = |it: &str| semver::Version::parse(it).ok();
    matches!((parsed(version), parsed(than)), (Some(version), Some(than)) if version > than)
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ToHost {
    Call {
        id: u64,
        name: String,
        args: Args,
    },
    /// Nobody waits for the answer any more.
    Cancel {
        id: u64,
    },
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ToClient {
    Answer {
        id: u64,
        answer: Box<RawValue>,
    },
    /// So many bytes follow.
    Bytes {
        id: u64,
        length: u32,
    },
    Failed {
        id: u64,
        error: ErrorView,
    },
    Event(EventView),
    /// The host closes: it did nothing of what is not answered by now.
    Ending,
}

/// A message as a frame.
///
/// # Errors
/// It is too long.
pub fn frame(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; 4];
    serde_json::to_writer(&mut frame, message)?;
    let length = u32::try_from(frame.len() - 4).ok();
    let length = length.filter(|length| *length <= LARGEST);
    let length = length.ok_or_else(|| invalid("the message is too long"))?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// The answer of a call as a frame, with its bytes behind it.
///
/// # Errors
/// It is too long.
pub fn answer_frame(id: u64, answer: Answer) -> io::Result<Vec<u8>> {
    match answer {
        Answer::Json(answer) => frame(&ToClient::Answer { id, answer }),
        Answer::Bytes(bytes) => {
            let length = u32::try_from(bytes.len()).ok();
            let length = length.filter(|length| *length <= LARGEST);
            let length = length.ok_or_else(|| invalid("the answer is too long"))?;
            let mut frame = frame(&ToClient::Bytes { id, length })?;
            frame.extend_from_slice(&bytes);
            Ok(frame)
        }
    }
}

/// Reads the bytes that a frame announced.
///
/// # Errors
/// The other side is gone, or there are too many.
pub async fn read_bytes(from: &mut (impl AsyncRead + Unpin), length: u32) -> io::Result<Vec<u8>> {
    if length > LARGEST {
        return Err(invalid("the answer is too long"));
    }
    let mut bytes = Vec::new();
    let mut from = from.take(u64::from(length));
    match from.read_to_end(&mut bytes).await? == length as usize {
        true => Ok(bytes),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// The message of the next frame.
///
/// # Errors
/// The other side is gone, or what it sent is no such message.
pub async fn read<T: DeserializeOwned>(from: &mut (impl AsyncRead + Unpin)) -> io::Result<T> {
    let length = from.read_u32_le().await?;
    let frame = read_bytes(from, length).await?;
    // What the decoder says of it could hold a secret.
    serde_json::from_slice(&frame).map_err(|_| invalid("the frame cannot be read"))
}

fn invalid(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn messages_come_as_they_were_sent_one_after_the_other() {
        let call = ToHost::Call {
            id: 7,
            name: "account_list".to_owned(),
            args: Args::from(json!({ "accountId": "ä" })),
        };
        let bytes = [
            frame(&call).unwrap(),
            frame(&ToHost::Cancel { id: 7 }).unwrap(),
        ]
        .concat();
        let mut from = bytes.as_slice();
        let first: ToHost = read(&mut from).await.unwrap();
        let ToHost::Call { id: 7, name, args } = first else {
            panic!("{first:?}");
        };
        assert_eq!(name, "account_list");
        assert_eq!(args.get::<String>("account_id").unwrap(), "ä");
        let second: ToHost = read(&mut from).await.unwrap();
        assert!(matches!(second, ToHost::Cancel { id: 7 }));
        assert!(read::<ToHost>(&mut from).await.is_err());
    }

    #[tokio::test]
    async fn an_answer_is_passed_on_as_it_is() {
        let text = r#"{"b":1.50,"a":[]}"#;
        let answer = RawValue::from_string(text.to_owned()).unwrap();
        let bytes = frame(&ToClient::Answer { id: 1, answer }).unwrap();
        let read = read::<ToClient>(&mut bytes.as_slice()).await.unwrap();
        let ToClient::Answer { answer, .. } = read else {
            panic!("{read:?}");
        };
        assert_eq!(answer.get(), text);
    }

    #[tokio::test]
    async fn bytes_follow_the_frame_that_announces_them() {
        let rows = vec![0xff, b'\n', 0];
        let bytes = [
            answer_frame(3, Answer::Bytes(rows.clone())).unwrap(),
            frame(&ToClient::Ending).unwrap(),
        ]
        .concat();
        let mut from = bytes.as_slice();
        let announced: ToClient = read(&mut from).await.unwrap();
        let ToClient::Bytes { id: 3, length } = announced else {
            panic!("{announced:?}");
        };
        assert_eq!(read_bytes(&mut from, length).await.unwrap(), rows);
        assert!(matches!(read(&mut from).await.unwrap(), ToClient::Ending));
        let cut = read_bytes(&mut bytes.as_slice(), 1_000).await.unwrap_err();
        assert_eq!(cut.kind(), io::ErrorKind::UnexpectedEof);
        let long = read_bytes(&mut bytes.as_slice(), LARGEST + 1)
            .await
            .unwrap_err();
        assert_eq!(long.kind(), io::ErrorKind::InvalidData);
    }

    #[tokio::test]
    async fn what_is_no_frame_is_refused() {
        let whole = frame(&Hello::own()).unwrap();
        assert_eq!(
            read::<Hello>(&mut whole.as_slice()).await.unwrap(),
            Hello::own()
        );
        for (bytes, kind) in [
            (
                whole[..whole.len() - 1].to_vec(),
                io::ErrorKind::UnexpectedEof,
            ),
            (
                (LARGEST + 1).to_le_bytes().to_vec(),
                io::ErrorKind::InvalidData,
            ),
            (b"\x02\0\0\0{x".to_vec(), io::ErrorKind::InvalidData),
            (
                b"GET / HTTP/1.1\r\n\r\n".to_vec(),
                io::ErrorKind::InvalidData,
            ),
        ] {
            let error = read::<Hello>(&mut bytes.as_slice()).await.unwrap_err();
            assert_eq!(error.kind(), kind, "{bytes:?}");
        }
    }
}
