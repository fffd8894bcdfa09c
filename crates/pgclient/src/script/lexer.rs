use std::ops::Range;

/// A piece of SQL text as far as splitting it into statements needs to know it. White space and
/// comments are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// An unquoted identifier or keyword.
    Word,
    /// A string, a quoted name or a dollar-quoted text.
    Quoted,
    Open,
    Close,
    Semicolon,
    Backslash,
    /// Any other character, number or operator.
    Other,
}

/// A quote or comment without an end: what it is and where it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unterminated {
    pub(super) what: &'static str,
    pub(super) start: usize,
}

/// Reads tokens by PostgreSQL's own lexical rules.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a [u8],
    /// Where the next token is looked for.
    pub(crate) at: usize,
    /// Whether a backslash in a plain string is an ordinary character.
    pub(crate) standard_strings: bool,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a [u8], at: usize) -> Self {
        Self {
            text,
            at,
            standard_strings: true,
        }
    }

    /// The next token with its bytes, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(Token, Range<usize>)>, Unterminated> {
        self.skip_space_and_comments()?;
        let start = self.at;
        let Some(&byte) = self.text.get(start) else {
            return Ok(None);
        };
        let token = match byte {
            b'\'' => {
                let backslashes = !self.standard_strings;
                self.string(start, backslashes)?;
                Token::Quoted
            }
            b'"' => {
                self.at += 1;
                self.quoted(start, b'"', false, "quoted name")?;
                Token::Quoted
            }
            b'$' => self.dollar(start)?,
            b'(' => self.single(Token::Open),
            b')' => self.single(Token::Close),
            b';' => self.single(Token::Semicolon),
            b'\\' => self.single(Token::Backslash),
            b'0'..=b'9' => {
                self.skip_while(|byte| is_word(byte) && byte != b'$');
                Token::Other
            }
            _ if is_word_start(byte) => self.word(start)?,
            _ => self.single(Token::Other),
        };
        Ok(Some((token, start..self.at)))
    }

    fn single(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn peek(&self, offset: usize) -> Option<u8> {
        self.text.get(self.at + offset).copied()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn skip_space_and_comments(&mut self) -> Result<(), Unterminated> {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c));
            match (self.peek(0), self.peek(1)) {
                (Some(b'-'), Some(b'-')) => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                (Some(b'/'), Some(b'*')) => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Result<(), Unterminated> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(b'/'), Some(b'*')) => {
                    depth += 1;
                    self.at += 2;
                }
                (Some(b'*'), Some(b'/')) => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                (Some(_), _) => self.at += 1,
                (None, _) => {
                    let what = "comment";
                    return Err(Unterminated { what, start });
                }
            }
        }
    }

    /// A word, or a string with a letter in front: `E'…'` has backslashes, `U&'…'` and others do not.
    fn word(&mut self, start: usize) -> Result<Token, Unterminated> {
        self.skip_while(is_word);
        let word = &self.text[start..self.at];
        match (word, self.peek(0), self.peek(1)) {
            (b"e" | b"E", Some(b'\''), _) => self.string(start, true)?,
            (b"b" | b"B" | b"x" | b"X", Some(b'\''), _) => self.string(start, false)?,
            (b"n" | b"N", Some(b'\''), _) => {
                let backslashes = !self.standard_strings;
                self.string(start, backslashes)?;
            }
            (b"u" | b"U", Some(b'&'), Some(b'\'')) => {
                self.at += 1;
                self.string(start, false)?;
            }
            (b"u" | b"U", Some(b'&'), Some(b'"')) => {
                self.at += 2;
                self.quoted(start, b'"', false, "quoted name")?;
            }
            _ => return Ok(Token::Word),
        }
        Ok(Token::Quoted)
    }

    fn string(&mut self, start: usize, backslashes: bool) -> Result<(), Unterminated> {
        self.at += 1;
        self.quoted(start, b'\'', backslashes, "string")?;
        while self.skip_to_continuation() {
            self.quoted(start, b'\'', backslashes, "string")?;
        }
        Ok(())
    }

    /// A string goes on, by the same rules, in one that follows on a later line with nothing but white space and line
    /// comments in between. Skips its opening quote.
    fn skip_to_continuation(&mut self) -> bool {
        let end = self.at;
        let mut is_later_line = false;
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(b'\n' | b'\r'), _) => {
                    is_later_line = true;
                    self.at += 1;
                }
                (Some(b' ' | b'\t' | 0x0b | 0x0c), _) => self.at += 1,
                (Some(b'-'), Some(b'-')) => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                (Some(b'\''), _) if is_later_line => {
                    self.at += 1;
                    return true;
                }
                _ => {
                    self.at = end;
                    return false;
                }
            }
        }
    }

    /// Behind the opening quote to behind the closing one; a doubled quote stands for itself.
    fn quoted(
        &mut self,
        start: usize,
        quote: u8,
        backslashes: bool,
        what: &'static str,
    ) -> Result<(), Unterminated> {
        loop {
            match self.peek(0) {
                Some(b'\\') if backslashes => self.at = (self.at + 2).min(self.text.len()),
                Some(byte) if byte == quote && self.peek(1) == Some(quote) => self.at += 2,
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return Ok(());
                }
                Some(_) => self.at += 1,
                None => return Err(Unterminated { what, start }),
            }
        }
    }

    /// `$tag$ … $tag$`, or the dollar of a parameter.
    fn dollar(&mut self, start: usize) -> Result<Token, Unterminated> {
        self.at += 1;
        if self.peek(0).is_some_and(is_word_start) {
            self.skip_while(|byte| is_word(byte) && byte != b'$');
        }
        if self.peek(0) != Some(b'$') {
            return Ok(Token::Other);
        }
        self.at += 1;
        let tag = &self.text[start..self.at];
        let body = &self.text[self.at..];
        let Some(length) = body.windows(tag.len()).position(|window| window == tag) else {
            let what = "dollar-quoted text";
            return Err(Unterminated { what, start });
        };
        self.at += length + tag.len();
        Ok(Token::Quoted)
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit() || byte == b'$'
}
