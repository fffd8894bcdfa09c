//! The rows of a result on disk, so that scrolling back needs no second query. The file has no name: nobody else can open
//! it, and it is gone with the process.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Mutex;

use pgclient::Row;

use super::page::{CUT, NULL, encode, header, set_header};
use crate::base::guard::lock;

/// The most bytes of a result that are kept.
const MAX_BYTES: u64 = 2 * 1024 * 1024 * 1024;
/// Bytes that are collected before they are written.
const BUFFER: usize = 256 * 1024;
/// Rows between two places that are remembered.
const ROWS_A_BLOCK: u64 = 64;
/// The most bytes of rows that are read at once.
const MAX_READ: usize = 8 * 1024 * 1024;

/// The rows of a result. Rows are written in their order and read in any order.
#[derive(Debug)]
pub(super) struct Spool(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    file: File,
    /// Bytes that are written to the file.
    written: u64,
    /// Bytes that are not written yet.
    buffer: Vec<u8>,
    /// Rows that were written, forgotten ones too.
    rows: u64,
    /// Rows that were forgotten.
    forgotten: u64,
    /// The first byte of each block of rows.
    blocks: Vec<u64>,
}

impl Spool {
    /// Blocks on the disk.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let file = tempfile::tempfile_in(folder)?;
        Ok(Self(Mutex::new(Inner {
            file,
            written: 0,
            buffer: Vec::new(),
            rows: 0,
            forgotten: 0,
            blocks: Vec::new(),
        })))
    }

    /// Adds a row.
    pub(super) fn push(&self, row: &Row) -> io::Result<()> {
        let mut inner = lock(&self.0);
        if (inner.rows - inner.forgotten).is_multiple_of(ROWS_A_BLOCK) {
            let at = inner.written + inner.buffer.len() as u64;
            inner.blocks.push(at);
        }
        for cell in row.cells() {
            encode(cell, &mut inner.buffer);
        }
        inner.rows += 1;
        match inner.buffer.len() < BUFFER {
            true => Ok(()),
            false => inner.flush(),
        }
    }

    pub(super) fn rows(&self) -> u64 {
        lock(&self.0).rows
    }

    /// Forgets all rows. Blocks on the disk.
    pub(super) fn forget(&self) -> io::Result<()> {
        let mut inner = lock(&self.0);
        inner.file.set_len(0)?;
        inner.written = 0;
        inner.buffer.clear();
        inner.blocks.clear();
        inner.forgotten = inner.rows;
        Ok(())
    }

    /// Bytes of the rows that are kept.
    pub(super) fn bytes(&self) -> u64 {
        let inner = lock(&self.0);
        inner.written + inner.buffer.len() as u64
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes() >= MAX_BYTES
    }

    /// Returns a page of at most so many rows from `first` on. Rows that would make it too long are left out, but for the
    /// first. Blocks on the disk.
    pub(super) fn read(&self, first: u64, count: u32, columns: u32) -> io::Result<Vec<u8>> {
        let mut inner = lock(&self.0);
        let first = first.clamp(inner.forgotten, inner.rows);
        let count = u64::from(count).min(inner.rows - first);
        if count == 0 {
            return Ok(header(columns, 0, first));
        }
        inner.flush()?;
        let offset = first - inner.forgotten;
        let block = offset / ROWS_A_BLOCK;
        let start = inner
            .blocks
            .get(usize::try_from(block).unwrap_or(usize::MAX));
        let start = *start.ok_or(io::ErrorKind::UnexpectedEof)?;
        let end_block = (offset + count).div_ceil(ROWS_A_BLOCK);
        let end = inner
            .blocks
            .get(usize::try_from(end_block).unwrap_or(usize::MAX));
        let end = end.copied().unwrap_or(inner.written);
        let mut reader = Rows {
            file: &mut inner.file,
            chunk: Vec::new(),
            at: 0,
            left: end - start,
        };
        reader.file.seek(SeekFrom::Start(start))?;
        let mut skipped = Vec::new();
        for _ in block * ROWS_A_BLOCK..offset {
            skipped.clear();
            reader.row(columns, &mut skipped)?;
        }
        drop(skipped);
        let mut page = header(columns, 0, first);
        let mut rows = 0;
        while rows < count {
            let before = page.len();
            reader.row(columns, &mut page)?;
            if rows > 0 && page.len() > MAX_READ {
                page.truncate(before);
                break;
            }
            rows += 1;
        }
        set_header(&mut page, columns, rows, first);
        Ok(page)
    }
}

impl Inner {
    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.file.seek(SeekFrom::Start(self.written))?;
        self.file.write_all(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}

/// Reads rows one after the other.
struct Rows<'a> {
    file: &'a mut File,
    chunk: Vec<u8>,
    at: usize,
    /// Bytes of the file that may still be read.
    left: u64,
}

impl Rows<'_> {
    fn row(&mut self, columns: u32, into: &mut Vec<u8>) -> io::Result<()> {
        for _ in 0..columns {
            let mut length = [0; 4];
            self.take(4, into)?;
            length.copy_from_slice(&into[into.len() - 4..]);
            let length = u32::from_le_bytes(length);
            if length == NULL {
                continue;
            }
            let whole = if length & CUT == 0 { 0 } else { 8 };
            self.take(whole + (length & !CUT) as usize, into)?;
        }
        Ok(())
    }

    fn take(&mut self, mut length: usize, into: &mut Vec<u8>) -> io::Result<()> {
        while length > 0 {
            if self.at == self.chunk.len() {
                let wanted = self.left.min(BUFFER as u64);
                if wanted == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                self.chunk
                    .resize(usize::try_from(wanted).unwrap_or(BUFFER), 0);
                self.file.read_exact(&mut self.chunk)?;
                self.left -= wanted;
                self.at = 0;
            }
            let size = length.min(self.chunk.len() - self.at);
            into.extend_from_slice(&self.chunk[self.at..self.at + size]);
            self.at += size;
            length -= size;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::page::Page;
    use super::*;

    fn cells(page: &[u8], columns: usize) -> (u32, Vec<Vec<Option<String>>>) {
        let page = Page::new(page).unwrap();
        assert_eq!(page.columns as usize, columns);
        let text = |cell: Option<pgclient::Cell<'_>>| {
            cell.map(|cell| String::from_utf8(cell.bytes.to_vec()).unwrap())
        };
        let all: Vec<_> = page.cells().map(text).collect();
        assert_eq!(all.len(), page.rows as usize * columns);
        (page.first, all.chunks(columns).map(<[_]>::to_vec).collect())
    }

    fn filled(rows: usize) -> Spool {
        let spool = Spool::new(&std::env::temp_dir()).unwrap();
        for number in 0..rows {
            let text = number.to_string();
            let long = "x".repeat(number % 700);
            let row = [
                Some(text.as_bytes()),
                None,
                Some(b""),
                Some(long.as_bytes()),
            ];
            spool.push(&Row::of(row)).unwrap();
        }
        spool
    }

    #[test]
    fn rows_are_read_in_any_order_and_null_is_no_empty_text() {
        let spool = filled(5_000);
        for (first, count, expected) in [
            (0, 3, 3),
            (4_998, 10, 2),
            (63, 2, 2),
            (64, 64, 64),
            (5_000, 1, 0),
        ] {
            let (start, rows) = cells(&spool.read(first, count, 4).unwrap(), 4);
            assert_eq!((u64::from(start), rows.len()), (first, expected));
            for (row, number) in rows.iter().zip(first..) {
                let number = usize::try_from(number).unwrap();
                assert_eq!(row[0].as_deref(), Some(number.to_string().as_str()));
                assert_eq!((row[1].as_deref(), row[2].as_deref()), (None, Some("")));
                assert_eq!(row[3].as_ref().unwrap().len(), number % 700);
            }
        }
    }

    #[test]
    fn rows_that_follow_forgotten_ones_keep_their_numbers() {
        let spool = filled(1_000);
        spool.forget().unwrap();
        for number in 1_000..1_100 {
            let text = number.to_string();
            let row = [Some(text.as_bytes()), None, None, None];
            spool.push(&Row::of(row)).unwrap();
        }
        let (first, rows) = cells(&spool.read(1_070, 5, 4).unwrap(), 4);
        assert_eq!((first, rows.len()), (1_070, 5));
        assert_eq!(rows[0][0].as_deref(), Some("1070"));
        assert_eq!(cells(&spool.read(3, 1, 4).unwrap(), 4).0, 1_000);
    }

    #[test]
    fn a_page_is_no_longer_than_what_may_be_sent() {
        let spool = Spool::new(&std::env::temp_dir()).unwrap();
        let long = vec![b'x'; 3 * 1024 * 1024];
        for _ in 0..5 {
            spool.push(&Row::of([Some(long.as_slice())])).unwrap();
        }
        assert_eq!(cells(&spool.read(1, 5, 1).unwrap(), 1).1.len(), 2);
    }
}
