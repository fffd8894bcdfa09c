mod error;

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use secrecy::{ExposeSecret, SecretString};

pub use error::DatabaseUrlError;

/// What is escaped in a part of a URL.
const PART: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// What stands in place of a password where a connection string is shown.
pub const MASK: &str = "••••";

const POOLER: &str = "-pooler";
const DEFAULT_PORT: u16 = 5432;

/// A PostgreSQL connection string, `postgresql://role:password@host:port/database?parameters`.
///
/// The text is kept as it was given, byte for byte, and shown only through
/// [`DatabaseUrl::expose`]; `Debug` and `Display` print it with the password hidden.
///
/// ```
/// use pgclient::DatabaseUrl;
///
/// let url: DatabaseUrl = "postgresql://ada:s3cret@db.example.org/shop?sslmode=require".parse()?;
/// assert_eq!((url.host(), url.port(), url.database()), ("db.example.org", 5432, "shop"));
/// assert_eq!(url.to_string(), "postgresql://ada:••••@db.example.org/shop?sslmode=require");
/// # Ok::<(), pgclient::DatabaseUrlError>(())
/// ```
#[derive(Clone)]
pub struct DatabaseUrl {
    text: SecretString,
    host: String,
    host_span: Range<usize>,
    port: Option<u16>,
    role: String,
    password: Option<SecretString>,
    password_span: Option<Range<usize>>,
    database: String,
    parameters: Vec<(String, String)>,
}

/// One part of a connection string by its libpq name.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// `host`, `port`, `database`, `user`, `password`, then the parameters of the string.
    pub name: String,
    /// The decoded value.
    pub value: SecretString,
    /// Whether it is to be hidden until a person asks: only the password is.
    pub is_secret: bool,
}

/// A text as a part of a connection string, with everything escaped but letters, digits and `-_.~`.
///
/// ```
/// assert_eq!(pgclient::percent_encoded("p@ss word"), "p%40ss%20word");
/// ```
pub fn percent_encoded(text: &str) -> String {
    utf8_percent_encode(text, PART).to_string()
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(DatabaseUrlError::Characters);
        }
        let start = ["postgresql://", "postgres://"]
            .iter()
            .find(|scheme| text.starts_with(**scheme))
            .ok_or(DatabaseUrlError::Scheme)?
            .len();
        let end = find(text, start, &['/', '?']).unwrap_or(text.len());
        let authority = &text[start..end];
        if authority.matches('@').count() > 1 {
            return Err(DatabaseUrlError::UserInfo);
        }
        let at = start + authority.find('@').ok_or(DatabaseUrlError::RoleMissing)?;
        let role_end = find(&text[..at], start, &[':']).unwrap_or(at);
        let role = decode(&text[start..role_end], "role")?;
        if role.is_empty() {
            return Err(DatabaseUrlError::RoleMissing);
        }
        let password_span = (role_end < at).then(|| role_end + 1..at);
        let password = match &password_span {
            Some(span) => Some(decode(&text[span.clone()], "password")?.into()),
            None => None,
        };
        let (host_span, port) = host_and_port(text, at + 1..end)?;
        let query = find(text, end, &['?']).unwrap_or(text.len());
        let database = decode(text[end..query].trim_start_matches('/'), "database")?;
        Ok(Self {
            host: text[host_span.clone()].to_owned(),
            parameters: parameters(text.get(query + 1..).unwrap_or_default())?,
            database: if database.is_empty() {
                role.clone()
            } else {
                database
            },
            text: text.into(),
            host_span,
            port,
            role,
            password,
            password_span,
        })
    }
}

impl DatabaseUrl {
    /// The whole string with its password, byte for byte as it was given.
    pub fn expose(&self) -> &str {
        self.text.expose_secret()
    }

    /// The whole string, still a secret.
    pub fn secret(&self) -> &SecretString {
        &self.text
    }

    /// The string with the password hidden, and each parameter that is a secret or says where one is.
    pub fn masked(&self) -> String {
        let text = self.expose();
        let mut masked = String::with_capacity(text.len());
        let mut at = 0;
        if let Some(span) = &self.password_span {
            masked.push_str(&text[..span.start]);
            masked.push_str(MASK);
            at = span.end;
        }
        let query = find(text, self.host_span.end, &['?']).map_or(text.len(), |mark| mark + 1);
        masked.push_str(&text[at..query]);
        for (index, pair) in text[query..].split('&').enumerate() {
            if index > 0 {
                masked.push('&');
            }
            match pair.split_once('=') {
                Some((name, _)) if decode(name, "parameters").is_ok_and(|it| is_secret(&it)) => {
                    masked.push_str(name);
                    masked.push('=');
                    masked.push_str(MASK);
                }
                _ => masked.push_str(pair),
            }
        }
        masked
    }

    /// The host: a name, an IPv4 address, or an IPv6 address without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port; 5432 when the string names none.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(DEFAULT_PORT)
    }

    /// The decoded role.
    pub fn role(&self) -> &str {
        &self.role
    }

    /// The decoded password.
    pub fn password(&self) -> Option<&SecretString> {
        self.password.as_ref()
    }

    /// The decoded database; the role's name when the string names none, as PostgreSQL has it.
    pub fn database(&self) -> &str {
        &self.database
    }

    /// A parameter behind the `?`; the last one when it is there twice.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut found = self.parameters.iter().rev();
        found.find_map(|(key, value)| (key == name).then_some(value.as_str()))
    }

    /// Whether the string demands channel binding.
    pub fn requires_channel_binding(&self) -> bool {
        self.parameter("channel_binding") == Some("require")
    }

    /// Whether the host leads to a connection pooler: its first label ends in `-pooler`, by which several managed
    /// services name theirs.
    pub fn is_pooled(&self) -> bool {
        self.pooler_span().is_some()
    }

    /// The same string without the pooler: `-pooler` is removed from the end of the host's first label
    /// and from nowhere else. A string that is direct already comes back unchanged.
    #[must_use]
    pub fn direct(&self) -> Self {
        let Some(span) = self.pooler_span() else {
            return self.clone();
        };
        let moved = |at: usize| if at >= span.end { at - span.len() } else { at };
        let text = self.expose();
        let host_span = self.host_span.start..moved(self.host_span.end);
        let text = format!("{}{}", &text[..span.start], &text[span.end..]);
        Self {
            host: text[host_span.clone()].to_owned(),
            host_span,
            text: text.into(),
            ..self.clone()
        }
    }

    /// The same string with another host in place of its own. `host` may bring a port with it.
    ///
    /// # Errors
    /// It is no host.
    pub fn at(&self, host: &str) -> Result<Self, DatabaseUrlError> {
        let text = self.expose();
        let mut end = self.host_span.end;
        if host.contains(':') {
            end = find(text, end, &['/', '?']).unwrap_or(text.len());
        }
        format!("{}{host}{}", &text[..self.host_span.start], &text[end..]).parse()
    }

    /// The parts one by one, in the order of libpq's names.
    pub fn parts(&self) -> Vec<Parameter> {
        let part = |name: &str, value: &str, is_secret| Parameter {
            name: name.to_owned(),
            value: value.into(),
            is_secret,
        };
        let mut parts = vec![
            part("host", &self.host, false),
            part("port", &self.port().to_string(), false),
            part("database", &self.database, false),
            part("user", &self.role, false),
        ];
        if let Some(password) = &self.password {
            parts.push(part("password", password.expose_secret(), true));
        }
        let order = |name: &str| match name {
            "sslmode" => 0,
            "channel_binding" => 1,
            _ => 2,
        };
        let mut rest: Vec<_> = self.parameters.iter().collect();
        rest.sort_by_key(|(name, _)| order(name));
        parts.extend(
            rest.iter()
                .map(|(name, value)| part(name, value, is_secret(name))),
        );
        parts
    }

    /// Where `-pooler`, once or (by a mistake of older tools) several times, ends the first label.
    fn pooler_span(&self) -> Option<Range<usize>> {
        let label = self.host.split('.').next().unwrap_or_default();
        let mut rest = label;
        while let Some(shorter) = rest.strip_suffix(POOLER) {
            rest = shorter;
        }
        let start = self.host_span.start;
        (rest.len() < label.len() && !rest.is_empty())
            .then(|| start + rest.len()..start + label.len())
    }
}

/// Whether the value of a parameter is not shown.
fn is_secret(parameter: &str) -> bool {
    matches!(parameter, "password" | "sslpassword" | "passfile")
}

fn find(text: &str, from: usize, any: &[char]) -> Option<usize> {
    text[from..].find(any).map(|offset| from + offset)
}

fn decode(text: &str, part: &'static str) -> Result<String, DatabaseUrlError> {
    let wrong = || DatabaseUrlError::Encoding { part };
    let complete = text.split('%').skip(1).all(|after| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if !complete {
        return Err(wrong());
    }
    let decoded = percent_decode_str(text)
        .decode_utf8()
        .map_err(|_| wrong())?;
    if decoded.contains('\0') {
        return Err(wrong());
    }
    Ok(decoded.into_owned())
}

/// Where the host lies in the text, without brackets, and the port.
fn host_and_port(
    text: &str,
    span: Range<usize>,
) -> Result<(Range<usize>, Option<u16>), DatabaseUrlError> {
    let authority = &text[span.clone()];
    let (host, rest) = if let Some(inside) = authority.strip_prefix('[') {
        let close = inside.find(']').ok_or(DatabaseUrlError::Host)?;
        let address = &inside[..close];
        address
            .parse::<Ipv6Addr>()
            .map_err(|_| DatabaseUrlError::Host)?;
        (span.start + 1..span.start + 1 + close, &inside[close + 1..])
    } else {
        let length = authority.find(':').unwrap_or(authority.len());
        let name = &authority[..length];
        if name.is_empty() {
            return Err(DatabaseUrlError::HostMissing);
        }
        if !is_host(name) {
            return Err(DatabaseUrlError::Host);
        }
        (span.start..span.start + length, &authority[length..])
    };
    let port = match rest.strip_prefix(':') {
        Some("") => None,
        Some(port) => Some(read_port(port)?),
        None if rest.is_empty() => None,
        None => return Err(DatabaseUrlError::Host),
    };
    Ok((host, port))
}

fn read_port(port: &str) -> Result<u16, DatabaseUrlError> {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    let port = port.parse().ok().filter(|&port| digits && port > 0);
    port.ok_or(DatabaseUrlError::Port)
}

fn is_host(name: &str) -> bool {
    if name.starts_with(|c: char| c.is_ascii_digit()) && name.parse::<Ipv4Addr>().is_ok() {
        return true;
    }
    !name.starts_with('.')
        && !name.contains("..")
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

fn parameters(query: &str) -> Result<Vec<(String, String)>, DatabaseUrlError> {
    const OVERRIDES: [&str; 7] = [
        "host", "hostaddr", "port", "user", "password", "dbname", "service",
    ];
    let mut parameters = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decode(name, "parameters")?;
        if let Some(name) = OVERRIDES.into_iter().find(|known| *known == name) {
            return Err(DatabaseUrlError::Override { name });
        }
        parameters.push((name, decode(value, "parameters")?));
    }
    Ok(parameters)
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({})", self.masked())
    }
}
