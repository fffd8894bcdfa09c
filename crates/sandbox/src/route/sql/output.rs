//! The JSON of an answer, written while its rows come in.

use axum::http::HeaderMap;
use serde::Serialize;

use super::value;
use crate::postgres::text_query::{Answer, Column, TooLarge};

/// As on the platform.
pub const LARGEST_ANSWER: usize = 64 * 1024 * 1024;

/// How rows are written.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Each value as the text that the server sent.
    pub raw: bool,
    /// Rows are lists instead of objects.
    pub array_mode: bool,
}

impl Format {
    pub fn of(headers: &HeaderMap) -> Self {
        Self {
            raw: is_true(headers, "neon-raw-text-output"),
            array_mode: is_true(headers, "neon-array-mode"),
        }
    }
}

pub fn is_true(headers: &HeaderMap, name: &str) -> bool {
    headers.get(name).is_some_and(|value| value == "true")
}

#[derive(Debug)]
pub struct Output {
    json: Vec<u8>,
    largest: usize,
    format: Format,
    columns: Vec<Column>,
    rows: usize,
    results: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Field<'a> {
    name: &'a str,
    #[serde(rename = "dataTypeID")]
    data_type_id: u32,
    #[serde(rename = "tableID")]
    table_id: u32,
    #[serde(rename = "columnID")]
    column_id: i16,
    data_type_size: i16,
    data_type_modifier: i32,
    format: &'static str,
}

impl Output {
    pub fn new(largest: usize) -> Self {
        Self {
            json: Vec::new(),
            largest,
            format: Format {
                raw: true,
                array_mode: true,
            },
            columns: Vec::new(),
            rows: 0,
            results: 0,
        }
    }

    pub fn begin_batch(&mut self) {
        self.json.extend_from_slice(b"{\"results\":[");
    }

    pub fn end_batch(&mut self) {
        self.json.extend_from_slice(b"]}");
    }

    pub fn begin(&mut self, format: Format) {
        if self.results > 0 {
            self.json.push(b',');
        }
        self.results += 1;
        self.format = format;
        self.json.push(b'{');
        self.member("rowAsArray", &format.array_mode);
    }

    /// `tag` is a command, for some with a number of rows at the end.
    pub fn end(&mut self, tag: &str) {
        let (command, counts) = tag.split_once(' ').unwrap_or((tag, ""));
        let count = counts.rsplit(' ').next().and_then(|it| it.parse().ok());
        self.json.extend_from_slice(b"],");
        self.member("command", &command);
        self.json.push(b',');
        self.member::<Option<u64>>("rowCount", &count);
        self.json.push(b'}');
    }

    pub fn into_json(self) -> Vec<u8> {
        self.json
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        value::write(&mut self.json, name);
        self.json.push(b':');
        value::write(&mut self.json, value);
    }
}

impl Answer for Output {
    fn columns(&mut self, columns: Vec<Column>) {
        let fields: Vec<_> = columns.iter().map(field).collect();
        self.json.push(b',');
        self.member("fields", &fields);
        self.json.extend_from_slice(b",\"rows\":[");
        self.columns = columns;
        self.rows = 0;
    }

    fn row<'a>(&mut self, values: impl Iterator<Item = Option<&'a [u8]>>) -> Result<(), TooLarge> {
        let (open, close) = match self.format.array_mode {
            true => (b'[', b']'),
            false => (b'{', b'}'),
        };
        if self.rows > 0 {
            self.json.push(b',');
        }
        self.rows += 1;
        self.json.push(open);
        for (number, (column, text)) in self.columns.iter().zip(values).enumerate() {
            if number > 0 {
                self.json.push(b',');
            }
            if !self.format.array_mode {
                value::write(&mut self.json, &column.name);
                self.json.push(b':');
            }
            let text = text.map(String::from_utf8_lossy);
            match text {
                Some(text) if !self.format.raw => {
                    value::write_typed(&mut self.json, &text, column.kind);
                }
                text => value::write(&mut self.json, &text),
            }
        }
        self.json.push(close);
        match self.json.len() > self.largest {
            true => Err(TooLarge),
            false => Ok(()),
        }
    }
}

fn field(column: &Column) -> Field<'_> {
    Field {
        name: &column.name,
        data_type_id: column.kind,
        table_id: column.table,
        column_id: column.number,
        data_type_size: column.size,
        data_type_modifier: column.modifier,
        format: "text",
    }
}
