//! A session of logical replication takes statements and commands. Those commands that hand out
//! files of the server, its key among them, or that read its log as a whole, are refused here: for
//! PostgreSQL they need no more than the right to replicate.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use crate::postgres::compute::Compute;
use crate::postgres::refuse::Refusal;

const QUERY: u8 = b'Q';
const LONGEST_MESSAGE: usize = 1 << 30;
/// How much of a command is judged. What begins with a word of SQL is decided by that word.
const JUDGED: usize = 8 * 1024;

/// Passes a client's messages on until it stops, or says what is refused.
pub async fn pass(
    compute: &Compute,
    from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
) -> io::Result<Option<Refusal>> {
    let mut from = BufReader::with_capacity(JUDGED, from);
    let mut buffer = vec![0; JUDGED];
    loop {
        let mut head = [0; 5];
        match from.read_exact(&mut head).await {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                to.shutdown().await?;
                return Ok(None);
            }
            read => read?,
        };
        let [kind, length @ ..] = head;
        let length = u32::from_be_bytes(length) as usize;
        if !(4..=LONGEST_MESSAGE).contains(&length) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        compute.add_transfer(length as u64 + 1);
        let mut rest = length - 4;
        let mut is_first = true;
        while rest > 0 || is_first {
            let part = &mut buffer[..rest.min(JUDGED)];
            from.read_exact(part).await?;
            rest -= part.len();
            if is_first {
                if kind == QUERY && !is_allowed(part, rest == 0) {
                    let message = "this command of the replication protocol is not available here";
                    return Ok(Some(Refusal::new("42501", message)));
                }
                to.write_all(&head).await?;
            }
            to.write_all(part).await?;
            is_first = false;
        }
        to.flush().await?;
    }
}

/// Whether the server may hear a command, of which this is the begin, or all of it.
fn is_allowed(command: &[u8], is_whole: bool) -> bool {
    // PostgreSQL reads up to the null.
    let end = command.iter().position(|byte| *byte == 0);
    let mut tokens = Tokens(&command[..end.unwrap_or(command.len())]);
    let judged = match tokens.next().to_ascii_uppercase().as_slice() {
        b"BASE_BACKUP" | b"TIMELINE_HISTORY" | b"UPLOAD_MANIFEST" => false,
        b"CREATE_REPLICATION_SLOT" => {
            tokens.next();
            let kind = match tokens.next() {
                word if word.eq_ignore_ascii_case(b"TEMPORARY") => tokens.next(),
                word => word,
            };
            kind.eq_ignore_ascii_case(b"LOGICAL")
        }
        b"START_REPLICATION" => {
            let of_a_slot = tokens.next().eq_ignore_ascii_case(b"SLOT");
            tokens.next();
            of_a_slot && tokens.next().eq_ignore_ascii_case(b"LOGICAL")
        }
        _ => true,
    };
    // A token that reaches the end of a part may go on.
    judged && (is_whole || end.is_some() || !tokens.0.is_empty())
}

/// The words of a command as PostgreSQL's scanner for replication finds them. It knows no comments:
/// what begins with one is SQL to it.
struct Tokens<'a>(&'a [u8]);

impl<'a> Tokens<'a> {
    /// A word, a name with its quotes, or any other byte; empty at the end.
    fn next(&mut self) -> &'a [u8] {
        let is_blank = |byte: &u8| b" \t\n\r\x0b\x0c".contains(byte);
        let blanks = self.0.iter().take_while(|byte| is_blank(byte)).count();
        let rest = &self.0[blanks..];
        let length = match rest.first() {
            None => 0,
            Some(b'"') => quoted(rest),
            Some(byte) if is_of_a_word(byte) => {
                rest.iter().take_while(|byte| is_of_a_word(byte)).count()
            }
            Some(_) => 1,
        };
        let (token, rest) = rest.split_at(length);
        self.0 = rest;
        token
    }
}

fn is_of_a_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The length of a name in quotes, in which two of them are one.
fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_logical_replication_and_sql_are_allowed_and_no_others() {
        for (command, is_fine) in [
            ("IDENTIFY_SYSTEM", true),
            ("SHOW wal_level;", true),
            ("READ_REPLICATION_SLOT s", true),
            ("DROP_REPLICATION_SLOT s WAIT", true),
            ("ALTER_REPLICATION_SLOT s (FAILOVER)", true),
            ("CREATE_REPLICATION_SLOT s LOGICAL pgoutput", true),
            ("CREATE_REPLICATION_SLOT s TEMPORARY LOGICAL pgoutput", true),
            (
                "CREATE_REPLICATION_SLOT \"a \"\" PHYSICAL\" LOGICAL pgoutput",
                true,
            ),
            ("START_REPLICATION SLOT \"s\" LOGICAL 0/0", true),
            ("START_REPLICATION SLOT\"s\"LOGICAL 0/0", true),
            ("SELECT 'BASE_BACKUP'", true),
            ("-- BASE_BACKUP\nSELECT 1", true),
            ("", true),
            ("BASE_BACKUP", false),
            ("\n\t \x0b\x0cbase_backup (LABEL 'x')", false),
            ("BASE_BACKUP(TARGET 'client')", false),
            ("BASE_BACKUP;", false),
            ("TIMELINE_HISTORY 1", false),
            ("UPLOAD_MANIFEST", false),
            ("CREATE_REPLICATION_SLOT s PHYSICAL", false),
            ("CREATE_REPLICATION_SLOT s TEMPORARY PHYSICAL", false),
            ("CREATE_REPLICATION_SLOT LOGICAL PHYSICAL", false),
            ("CREATE_REPLICATION_SLOT \"LOGICAL\" PHYSICAL", false),
            ("CREATE_REPLICATION_SLOT s \"LOGICAL\"", false),
            ("CREATE_REPLICATION_SLOT s", false),
            ("START_REPLICATION 0/0", false),
            ("START_REPLICATION PHYSICAL 0/0", false),
            ("START_REPLICATION SLOT s 0/0", false),
            ("START_REPLICATION SLOT LOGICAL PHYSICAL 0/0", false),
            ("START_REPLICATION SLOT s PHYSICAL 0/0 TIMELINE 1", false),
        ] {
            let with_null = [command.as_bytes(), b"\0"].concat();
            assert_eq!(is_allowed(&with_null, true), is_fine, "{command}");
            assert_eq!(is_allowed(command.as_bytes(), true), is_fine, "{command}");
        }
        // PostgreSQL does not read beyond the null.
        assert!(is_allowed(b"\0BASE_BACKUP", true));
        assert!(!is_allowed(b"BASE_BACKUP\0LOGICAL", true));
    }

    #[test]
    fn of_a_command_that_is_not_seen_whole_enough_has_to_be_seen() {
        for (begin, is_fine) in [
            ("INSERT INTO t VALUES ('x", true),
            ("START_REPLICATION SLOT s LOGICAL 0/0 (x '", true),
            ("   ", false),
            ("BASE", false),
            ("START_REPLICATION SLOT s LOGICAL", false),
            ("CREATE_REPLICATION_SLOT \"s", false),
        ] {
            assert_eq!(is_allowed(begin.as_bytes(), false), is_fine, "{begin}");
        }
    }
}
