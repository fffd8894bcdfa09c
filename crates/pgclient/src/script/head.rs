use std::ops::Range;

/// Words kept of a statement: enough to tell what it does.
const WORDS: usize = 16;

/// The unquoted words at the start of a statement, and the clauses that follow later in it.
#[derive(Debug, Default)]
pub(crate) struct Head {
    words: Vec<String>,
    /// Those of them outside parentheses, so without options.
    outside: Vec<String>,
    /// `FROM stdin` outside parentheses.
    pub(super) from_stdin: bool,
    /// `TO stdout` outside parentheses.
    pub(super) to_stdout: bool,
    /// A write of many rows at once, by its first word.
    sweep: Option<&'static str>,
    /// `WHERE` outside parentheses.
    has_where: bool,
    last: String,
    has_quoted: bool,
    /// Depth of `BEGIN ATOMIC … END` and of `CASE … END` inside it.
    body: usize,
}

impl Head {
    pub(super) fn push(&mut self, text: &[u8], word: Range<usize>, parentheses: usize) {
        let word = String::from_utf8_lossy(&text[word]).to_ascii_uppercase();
        if parentheses == 0 {
            self.note_sweep(&word);
            self.has_where |= word == "WHERE";
            self.from_stdin |= self.last == "FROM" && word == "STDIN";
            self.to_stdout |= self.last == "TO" && word == "STDOUT";
            if self.defines_routine() {
                match word.as_str() {
                    "ATOMIC" if self.last == "BEGIN" && self.body == 0 => self.body = 1,
                    "CASE" if self.body > 0 => self.body += 1,
                    "END" if self.body > 0 => self.body -= 1,
                    _ => {}
                }
            }
        }
        if self.words.len() < WORDS {
            self.words.push(word.clone());
            if parentheses == 0 {
                self.outside.push(word.clone());
            }
        }
        self.last = word;
    }

    /// A string or a quoted name.
    pub(super) fn push_quoted(&mut self) {
        self.last.clear();
        self.has_quoted = true;
    }

    /// Anything between words that is neither.
    pub(super) fn push_symbol(&mut self) {
        self.last.clear();
    }

    /// Whether a semicolon belongs to the body of a routine.
    pub(super) fn is_in_body(&self) -> bool {
        self.body > 0
    }

    /// Whether the statement starts with these words.
    pub(super) fn starts(&self, words: &[&str]) -> bool {
        self.words.len() >= words.len() && self.words.iter().zip(words).all(|(a, b)| a == b)
    }

    /// Whether it starts with these words when options in parentheses do not count.
    pub(super) fn starts_outside(&self, words: &[&str]) -> bool {
        self.outside.len() >= words.len() && self.outside.iter().zip(words).all(|(a, b)| a == b)
    }

    /// Whether one of the kept words is this.
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|known| known == word)
    }

    pub(crate) fn is_copy_in(&self) -> bool {
        self.starts(&["COPY"]) && self.from_stdin
    }

    /// Notes a write at the beginning of a statement, or behind `WITH` and `EXPLAIN`, but not the clauses `FOR UPDATE`,
    /// `DO UPDATE` and `THEN UPDATE`.
    fn note_sweep(&mut self, word: &str) {
        const SWEEPS: [&str; 4] = ["DELETE", "UPDATE", "TRUNCATE", "DROP"];
        let follows = self.starts(&["WITH"]) || self.starts(&["EXPLAIN"]);
        let is_clause = ["FOR", "KEY", "DO", "THEN", "ON"].contains(&self.last.as_str());
        if self.words.is_empty() || (follows && !is_clause) {
            let found = SWEEPS.into_iter().find(|sweep| *sweep == word);
            self.sweep = self.sweep.or(found);
        }
    }

    /// The words of a statement that changes all rows of a table, or removes something with its data.
    pub(super) fn sweep(&self) -> Option<&'static str> {
        match self.sweep? {
            "DELETE" | "UPDATE" if self.has_where => None,
            "DELETE" => Some("DELETE without WHERE"),
            "UPDATE" => Some("UPDATE without WHERE"),
            word => Some(word),
        }
    }

    /// Returns true for a statement by which a client asks for data.
    pub(super) fn is_query(&self) -> bool {
        const QUERIES: [&str; 6] = ["SELECT", "VALUES", "TABLE", "WITH", "SHOW", "EXPLAIN"];
        QUERIES.iter().any(|word| self.starts(&[word])) || self.is_copy_out()
    }

    pub(crate) fn is_copy_out(&self) -> bool {
        self.starts(&["COPY"]) && self.to_stdout
    }

    /// Whether the statement is this one word.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.words == [word] && !self.has_quoted
    }

    /// `CLUSTER` without a table, quoted or not.
    pub(super) fn is_bare_cluster(&self) -> bool {
        self.starts(&["CLUSTER"])
            && (self.words.len() == 1 || self.words == ["CLUSTER", "VERBOSE"])
            && !self.has_quoted
    }

    fn defines_routine(&self) -> bool {
        ["FUNCTION", "PROCEDURE"].iter().any(|kind| {
            self.starts(&["CREATE", kind]) || self.starts(&["CREATE", "OR", "REPLACE", kind])
        })
    }

    /// Returns the new value of a `SET standard_conforming_strings`.
    pub(super) fn sets_standard_strings(&self, text: &[u8]) -> Option<bool> {
        let sets = self.starts(&["SET", "STANDARD_CONFORMING_STRINGS"])
            || self.starts(&["SET", "SESSION", "STANDARD_CONFORMING_STRINGS"]);
        let value = text
            .rsplit(|byte| *byte == b'=' || byte.is_ascii_whitespace())
            .next()?;
        let value = String::from_utf8_lossy(value).to_ascii_lowercase();
        sets.then(|| !matches!(value.trim_matches('\''), "off" | "false" | "no" | "0"))
    }
}
