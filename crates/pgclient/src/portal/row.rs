use std::ops::Range;

/// The bytes of a result that are kept in memory; all others are skipped while they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a cell.
    pub cell: usize,
    /// Bytes of a row, all cells together.
    pub row: usize,
}

impl Default for Limits {
    /// 64 KiB of a cell and 4 MiB of a row.
    fn default() -> Self {
        Self {
            cell: 64 * 1024,
            row: 4 * 1024 * 1024,
        }
    }
}

impl Limits {
    /// Everything is kept, up to the gigabyte that PostgreSQL allows in a cell.
    pub const NONE: Self = Self {
        cell: usize::MAX,
        row: usize::MAX,
    };
}

/// A row of a result, as text in the format of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    pub(super) data: Vec<u8>,
    pub(super) cells: Vec<Option<(Range<usize>, usize)>>,
}

/// A cell that is not null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'a> {
    /// The text, or its first bytes if it was longer than the limits allow. It can end inside a character.
    pub bytes: &'a [u8],
    /// The length of the whole text in bytes.
    pub length: usize,
}

impl Cell<'_> {
    /// True if bytes were left out.
    pub fn is_cut(&self) -> bool {
        self.bytes.len() < self.length
    }
}

impl Row {
    /// The cells in the order of the columns; `None` is null.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Option<Cell<'_>>> {
        self.cells.iter().map(|cell| {
            let (range, length) = cell.as_ref()?;
            Some(Cell {
                bytes: &self.data[range.clone()],
                length: *length,
            })
        })
    }

    /// Makes a row of whole cells.
    pub fn of<'a>(cells: impl IntoIterator<Item = Option<&'a [u8]>>) -> Self {
        let mut row = Self::default();
        for cell in cells {
            let start = row.data.len();
            row.data.extend_from_slice(cell.unwrap_or_default());
            let range = start..row.data.len();
            row.cells.push(cell.map(|cell| (range, cell.len())));
        }
        row
    }

    pub(super) fn clear(&mut self) {
        self.data.clear();
        self.cells.clear();
    }
}

/// A column of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The name in the result.
    pub name: String,
    /// The type as SQL has it, such as `character varying(20)[]`.
    pub type_name: String,
    /// The OID of the type.
    pub type_oid: u32,
    /// The modifier of the type, such as a length; -1 for none.
    pub type_modifier: i32,
    /// The table that the column comes from; 0 for an expression.
    pub table_oid: u32,
    /// The number of the column in its table; 0 for an expression.
    pub table_column: i16,
}
