//! Rows as a table, as CSV or as JSON, written as they come.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use app::sql::Page;
use app::view::{ErrorCode, SqlColumnView};
use serde_json::Value;
use tempfile::NamedTempFile;
use unicode_width::UnicodeWidthStr as _;

use crate::failure::{Done, Failure};
use crate::print;
use crate::table::printable;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Table,
    Csv,
    Json,
}

/// The rows of one result after the other.
pub struct Output {
    format: Format,
    to: To,
    /// The number of the result that is written.
    result: Option<usize>,
    columns: Vec<SqlColumnView>,
    rows: u32,
    /// True once the reader has stopped reading.
    pub is_unread: bool,
    /// Widths of the columns of a table, as the first rows need them.
    widths: Vec<usize>,
}

enum To {
    Standard(BufWriter<io::Stdout>),
    /// A file beside the one that it replaces at the end.
    File(BufWriter<NamedTempFile>, PathBuf),
}

impl Output {
    pub fn open(format: Format, out: Option<PathBuf>) -> Done<Self> {
        let to = match out {
            None => To::Standard(BufWriter::new(io::stdout())),
            Some(path) => {
                let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
                let folder = folder.map_or_else(|| PathBuf::from("."), PathBuf::from);
                let file = NamedTempFile::new_in(folder).map_err(|error| unwritten(&error))?;
                To::File(BufWriter::new(file), path)
            }
        };
        Ok(Self {
            format,
            to,
            result: None,
            columns: Vec::new(),
            rows: 0,
            is_unread: false,
            widths: Vec::new(),
        })
    }

    /// Rows of the result that were written.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Begins a result, unless it is begun already.
    pub fn begin(&mut self, result: usize, columns: &[SqlColumnView]) -> Done {
        if self.result == Some(result) {
            return Ok(());
        }
        let is_first = self.result.is_none();
        self.result = Some(result);
        self.columns = columns.to_vec();
        self.rows = 0;
        self.widths = Vec::new();
        let mut text = String::new();
        match self.format {
            // A table begins with its first rows.
            Format::Table => {}
            Format::Csv => {
                if !is_first {
                    text.push('\n');
                }
                let names = columns.iter().map(|it| field(&it.name));
                text.push_str(&names.collect::<Vec<_>>().join(","));
                text.push('\n');
            }
            Format::Json => text.push('['),
        }
        self.write(&text)
    }

    pub fn page(&mut self, page: Page<'_>) -> Done {
        let count = self.columns.len();
        let mut cells = page
            .cells()
            .map(|cell| cell.map(|cell| String::from_utf8_lossy(cell.bytes).into_owned()));
        let mut rows: Vec<Vec<Option<String>>> = Vec::new();
        for _ in 0..page.rows {
            rows.push(cells.by_ref().take(count).collect());
        }
        let mut text = String::new();
        match self.format {
            Format::Table => self.table(&rows, &mut text),
            Format::Csv => {
                for row in &rows {
                    let cells = row
                        .iter()
                        .map(|cell| cell.as_deref().map_or(String::new(), csv));
                    text.push_str(&cells.collect::<Vec<_>>().join(","));
                    text.push('\n');
                }
            }
            Format::Json => {
                for (at, row) in rows.iter().enumerate() {
                    let is_first = self.rows == 0 && at == 0;
                    text.push_str(if is_first { "\n" } else { ",\n" });
                    text.push_str(&self.object(row));
                }
            }
        }
        self.rows += page.rows;
        self.write(&text)
    }

    /// Ends a result.
    pub fn end(&mut self) -> Done {
        match self.format {
            Format::Table => {
                if self.rows == 0 {
                    let mut text = String::new();
                    self.table(&[], &mut text);
                    self.write(&text)?;
                }
                let rows = if self.rows == 1 { "row" } else { "rows" };
                print::note(&format!("{} {rows}", self.rows));
                Ok(())
            }
            Format::Csv => Ok(()),
            Format::Json => self.write(if self.rows == 0 { "]\n" } else { "\n]\n" }),
        }
    }

    /// Says what a statement without rows did.
    pub fn tag(&mut self, tag: Option<&str>) -> Done {
        match tag.filter(|tag| !tag.is_empty()) {
            Some(tag) if self.format == Format::Table => self.write(&format!("{tag}\n")),
            _ => Ok(()),
        }
    }

    pub fn finish(&mut self) -> Done {
        let flushed = match &mut self.to {
            To::Standard(out) => out.flush(),
            To::File(out, _) => out.flush(),
        };
        self.written(flushed)?;
        let standard = To::Standard(BufWriter::new(io::stdout()));
        if let To::File(out, path) = std::mem::replace(&mut self.to, standard) {
            let file = out.into_inner().map_err(|error| unwritten(error.error()))?;
            file.as_file()
                .sync_all()
                .map_err(|error| unwritten(&error))?;
            file.persist(path)
                .map_err(|error| unwritten(&error.error))?;
        }
        Ok(())
    }

    fn table(&mut self, rows: &[Vec<Option<String>>], text: &mut String) {
        let shown =
            |cell: &Option<String>| cell.as_deref().map_or_else(|| "NULL".to_owned(), printable);
        let rows: Vec<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().map(shown).collect())
            .collect();
        if self.widths.is_empty() {
            let names: Vec<String> = self.columns.iter().map(|it| printable(&it.name)).collect();
            self.widths = (0..names.len())
                .map(|at| {
                    let cells = rows.iter().map(|row| row[at].width());
                    cells.chain([names[at].width()]).max().unwrap_or_default()
                })
                .collect();
            self.line(&names, text);
            let rules: Vec<String> = self.widths.iter().map(|width| "-".repeat(*width)).collect();
            self.line(&rules, text);
        }
        for row in &rows {
            self.line(row, text);
        }
    }

    fn line(&self, cells: &[String], text: &mut String) {
        let start = text.len();
        for (cell, width) in cells.iter().zip(&self.widths) {
            text.push_str(cell);
            let blanks = width.saturating_sub(cell.width()) + 2;
            text.extend(std::iter::repeat_n(' ', blanks));
        }
        let end = text[start..].trim_end().len();
        text.truncate(start + end);
        text.push('\n');
    }

    /// A row as an object. Of columns of one name, the later ones get a number.
    fn object(&self, row: &[Option<String>]) -> String {
        let mut fields: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (column, cell) in self.columns.iter().zip(row) {
            let mut name = column.name.clone();
            let mut number = 1;
            while names.contains(&name) {
                number += 1;
                name = format!("{}_{number}", column.name);
            }
            let value = json(column, cell.as_deref());
            fields.push(format!("{}:{value}", string(&name)));
            names.push(name);
        }
        format!("{{{}}}", fields.join(","))
    }

    fn write(&mut self, text: &str) -> Done {
        let result = match &mut self.to {
            To::Standard(out) => out.write_all(text.as_bytes()),
            To::File(out, _) => out.write_all(text.as_bytes()),
        };
        self.written(result)
    }

    fn written(&mut self, result: io::Result<()>) -> Done {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_unread = true;
                Ok(())
            }
            Err(error) => Err(unwritten(&error)),
            Ok(()) => Ok(()),
        }
    }
}

fn unwritten(error: &io::Error) -> Failure {
    Failure::new(
        ErrorCode::File,
        format!("The rows can't be written: {error}"),
        "Check the free disk space of where they go.",
    )
}

/// A cell as PostgreSQL writes it: null is nothing, and an empty text is two quotes.
fn csv(text: &str) -> String {
    match text {
        "" => "\"\"".to_owned(),
        text => field(text),
    }
}

fn field(text: &str) -> String {
    let needs_quotes = text.contains(['"', ',', '\n', '\r']) || text == "\\.";
    match needs_quotes {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Numbers keep all their digits, and JSON is JSON. What JSON has no number for, such as `NaN`, is a string.
fn json(column: &SqlColumnView, cell: Option<&str>) -> String {
    const BOOL: u32 = 16;
    const NUMBERS: [u32; 6] = [20, 21, 23, 700, 701, 1700];
    const JSON: [u32; 2] = [114, 3802];
    let Some(text) = cell else {
        return "null".to_owned();
    };
    let is_raw = match column.type_oid {
        BOOL => return (text == "t").to_string(),
        oid if NUMBERS.contains(&oid) => text.ends_with(|c: char| c.is_ascii_digit()),
        oid => JSON.contains(&oid),
    };
    let parsed = is_raw
        .then(|| serde_json::from_str::<Value>(text).ok())
        .flatten();
    match parsed {
        // A JSON text may have line breaks of its own.
        Some(Value::Number(_)) => text.to_owned(),
        Some(_) => print::json_line(text),
        None => string(text),
    }
}

fn string(text: &str) -> String {
    print::json_line(&Value::from(text).to_string())
}
