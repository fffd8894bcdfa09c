//! Rows as bytes. The header is four numbers of four bytes, the lowest first: 1 for this format, columns, rows, and the number
//! of the first row. Each cell is its length and its text.

use pgclient::Cell;

/// Bytes before the first cell.
const HEADER: usize = 16;
const FORMAT: u32 = 1;
/// Stands in place of a length: the cell is null.
pub(super) const NULL: u32 = u32::MAX;
/// Is set in a length if the cell was cut; the whole length follows in eight bytes.
pub(super) const CUT: u32 = 1 << 31;

/// Returns the bytes before the first cell.
pub(super) fn header(columns: u32, rows: u64, first: u64) -> Vec<u8> {
    let small = |it: u64| u32::try_from(it).unwrap_or(u32::MAX);
    let numbers = [FORMAT, columns, small(rows), small(first)];
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}

/// Writes a header over that of a page.
pub(super) fn set_header(page: &mut [u8], columns: u32, rows: u64, first: u64) {
    page[..HEADER].copy_from_slice(&header(columns, rows, first));
}

/// Appends a cell.
pub(super) fn encode(cell: Option<Cell<'_>>, into: &mut Vec<u8>) {
    let Some(cell) = cell else {
        into.extend_from_slice(&NULL.to_le_bytes());
        return;
    };
    let size = u32::try_from(cell.bytes.len()).unwrap_or(CUT - 1);
    if cell.is_cut() {
        into.extend_from_slice(&(size | CUT).to_le_bytes());
        into.extend_from_slice(&(cell.length as u64).to_le_bytes());
    } else {
        into.extend_from_slice(&size.to_le_bytes());
    }
    into.extend_from_slice(&cell.bytes[..size as usize]);
}

/// Rows of a result, as [`super::rows`] returns them.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The number of the first row.
    pub first: u32,
    /// How many rows there are.
    pub rows: u32,
    /// How many cells a row has.
    pub columns: u32,
    cells: &'a [u8],
}

impl<'a> Page<'a> {
    /// Reads the header; nothing for bytes that are no page.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let (header, cells) = bytes.split_first_chunk::<HEADER>()?;
        let number = |at: usize| Some(u32::from_le_bytes(*header[at..].first_chunk()?));
        (number(0)? == FORMAT).then_some(())?;
        Some(Self {
            columns: number(4)?,
            rows: number(8)?,
            first: number(12)?,
            cells,
        })
    }

    /// The cells of all rows one after the other; null is `None`. It ends early where bytes are missing.
    pub fn cells(self) -> impl Iterator<Item = Option<Cell<'a>>> {
        let mut rest = self.cells;
        std::iter::from_fn(move || {
            let (length, after) = rest.split_first_chunk::<4>()?;
            rest = after;
            let length = u32::from_le_bytes(*length);
            if length == NULL {
                return Some(None);
            }
            let size = (length & !CUT) as usize;
            let mut whole = size as u64;
            if length & CUT != 0 {
                let (number, after) = rest.split_first_chunk::<8>()?;
                whole = u64::from_le_bytes(*number);
                rest = after;
            }
            let (bytes, after) = rest.split_at_checked(size)?;
            rest = after;
            Some(Some(Cell {
                bytes,
                length: usize::try_from(whole).unwrap_or(usize::MAX),
            }))
        })
    }
}
