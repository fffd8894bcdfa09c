use std::fmt;

/// The first minor version of each major version without known holes: before these, a database could put commands into
/// its dump that psql ran on the reader's computer (CVE-2025-8714, CVE-2025-8715). Later major versions never had them.
const FIXED: [(u32, u32); 5] = [(13, 22), (14, 19), (15, 14), (16, 10), (17, 6)];
/// The first release of the first major version that never had them.
const NEVER_AFFECTED: u32 = 18;

/// The version of one of PostgreSQL's client programs, such as `pg_dump` or `psql`. Every place that starts one asks
/// [`ProgramVersion::has_known_holes`] first.
///
/// ```
/// use pgclient::ProgramVersion;
///
/// let version = ProgramVersion::printed("psql (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)\n").unwrap();
/// assert_eq!((version.to_string(), version.major()), ("15.13".to_owned(), 15));
/// assert!(version.has_known_holes());
/// assert_eq!(version.least(), "15.14");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramVersion {
    text: String,
    major: u32,
    /// `None` before the first release of a major version.
    minor: Option<u32>,
}

impl ProgramVersion {
    /// Reads the line that a program prints with `--version`. `None` if it is no such line.
    pub fn printed(line: &str) -> Option<Self> {
        let text = line.split_once("(PostgreSQL) ")?.1;
        let text = text.split_whitespace().next()?;
        let end = text.find(|c: char| !c.is_ascii_digit());
        let (major, rest) = text.split_at(end.unwrap_or(text.len()));
        Some(Self {
            text: text.to_owned(),
            major: major.parse().ok()?,
            minor: rest.strip_prefix('.').and_then(|minor| minor.parse().ok()),
        })
    }

    /// The major version, such as 17.
    pub fn major(&self) -> u32 {
        self.major
    }

    /// Whether the program must not be started.
    pub fn has_known_holes(&self) -> bool {
        match FIXED.iter().find(|(major, _)| *major == self.major) {
            Some((_, fixed)) => self.minor.is_none_or(|minor| minor < *fixed),
            None if self.major == NEVER_AFFECTED => self.minor.is_none(),
            None => self.major < NEVER_AFFECTED,
        }
    }

    /// The least version without known holes that this one can be updated to, such as `15.14`.
    pub fn least(&self) -> String {
        match FIXED.iter().find(|(major, _)| *major == self.major) {
            Some((major, minor)) => format!("{major}.{minor}"),
            None => format!("{NEVER_AFFECTED}.0"),
        }
    }
}

impl fmt::Display for ProgramVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
