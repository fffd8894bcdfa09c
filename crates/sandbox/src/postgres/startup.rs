//! A client's startup message: read, and written anew for the server without what only its driver
//! or the platform's own proxy understands.

use std::collections::BTreeSet;

/// Settings that PostgreSQL has and does not list when it is asked for them.
pub const UNLISTED_SETTINGS: [&str; 26] = [
    "allow_in_place_tablespaces",
    "allow_system_table_mods",
    "application_name",
    "backtrace_functions",
    "debug_discard_caches",
    "debug_logical_replication_streaming",
    "debug_parallel_query",
    "ignore_checksum_failure",
    "ignore_system_indexes",
    "jit_debugging_support",
    "jit_dump_bitcode",
    "jit_expressions",
    "jit_profiling_support",
    "jit_tuple_deforming",
    "post_auth_delay",
    "restrict_nonsystem_relation_kind",
    "role",
    "seed",
    "session_authorization",
    "trace_notify",
    "trace_sort",
    "transaction_deferrable",
    "transaction_isolation",
    "transaction_read_only",
    "wal_consistency_checking",
    "zero_damaged_pages",
];
/// Parameters of the protocol itself. Of one that is repeated PostgreSQL takes the last.
const PROTOCOL: [&[u8]; 4] = [b"user", b"database", b"options", b"replication"];
const HEADER_LENGTH: usize = 8;
const VERSION: u32 = 3;
/// What `isspace` takes for a blank.
const BLANKS: &[u8] = b" \t\n\x0b\x0c\r";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Startup {
    version: u32,
    /// Names and values, in the order in which they came.
    parameters: Vec<(Vec<u8>, Vec<u8>)>,
}

/// What a session is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Statements,
    /// Statements and commands of logical replication.
    LogicalReplication,
    PhysicalReplication,
}

impl Startup {
    /// From a whole message, its length included. None for what no client says.
    pub fn parse(message: &[u8]) -> Option<Self> {
        let (head, mut rest) = message.split_at_checked(HEADER_LENGTH)?;
        let version = u32::from_be_bytes(head[4..].try_into().ok()?);
        let mut parameters = Vec::new();
        loop {
            let name = take_text(&mut rest)?;
            if name.is_empty() {
                break;
            }
            parameters.push((name.to_vec(), take_text(&mut rest)?.to_vec()));
        }
        let startup = Self {
            version,
            parameters,
        };
        let names_a_user = startup.value(b"user").is_some_and(|user| !user.is_empty());
        (version >> 16 == VERSION && rest.is_empty() && names_a_user).then_some(startup)
    }

    /// From parameters that came otherwise. None where one of them could not be in a message.
    pub fn of(parameters: impl IntoIterator<Item = (String, String)>) -> Option<Self> {
        let texts = parameters
            .into_iter()
            .flat_map(|(name, value)| [name, value]);
        let body: Vec<String> = texts.collect();
        if body.iter().any(|text| text.contains('\0')) {
            return None;
        }
        let body = body.join("\0") + "\0\0";
        let head = [[0; 4], (VERSION << 16).to_be_bytes()].concat();
        Self::parse(&[head.as_slice(), body.as_bytes()].concat())
    }

    pub fn user(&self) -> String {
        let user = self.value(b"user").unwrap_or_default();
        String::from_utf8_lossy(user).into_owned()
    }

    /// The same for another role.
    pub fn with_user(&self, user: &str) -> Self {
        let mut parameters = self.parameters.clone();
        parameters.push((b"user".to_vec(), user.as_bytes().to_vec()));
        Self {
            version: self.version,
            parameters,
        }
    }

    pub fn database(&self) -> String {
        let database = self.value(b"database");
        let named = database.filter(|name| !name.is_empty());
        named.map_or_else(
            || self.user(),
            |name| String::from_utf8_lossy(name).into_owned(),
        )
    }

    pub fn purpose(&self) -> Purpose {
        match self.value(b"replication") {
            Some(b"database") => Purpose::LogicalReplication,
            Some(value) if is_true(value) => Purpose::PhysicalReplication,
            // What is no such word is the server's to refuse.
            _ => Purpose::Statements,
        }
    }

    /// The endpoint that the options name.
    pub fn endpoint(&self) -> Option<String> {
        let options = words(self.value(b"options").unwrap_or_default());
        let mut words = options.iter();
        let named = words.find_map(|word| word.strip_prefix(b"endpoint="))?;
        let named = named.strip_suffix(b"-pooler").unwrap_or(named);
        String::from_utf8(named.to_vec()).ok()
    }

    /// Whether the options name an endpoint that is not this one.
    pub fn names_other_endpoint(&self, endpoint_id: &str) -> bool {
        let options = words(self.value(b"options").unwrap_or_default());
        let mut named = options
            .iter()
            .filter_map(|word| word.strip_prefix(b"endpoint="));
        named.any(|id| id.strip_suffix(b"-pooler").unwrap_or(id) != endpoint_id.as_bytes())
    }

    /// The message for a server that has these settings, named in small letters.
    pub fn for_server(&self, settings: &BTreeSet<String>) -> Vec<u8> {
        let mut body = self.version.to_be_bytes().to_vec();
        for (at, (name, value)) in self.parameters.iter().enumerate() {
            let value = match name.as_slice() {
                b"options" => options_for_server(value),
                _ => value.clone(),
            };
            let is_last = || self.parameters[at + 1..].iter().all(|(it, _)| it != name);
            let is_kept = match PROTOCOL.contains(&name.as_slice()) {
                true => is_last() && (name != b"options" || !value.is_empty()),
                false => is_setting(name, settings),
            };
            if is_kept {
                for text in [name, &value] {
                    body.extend(text);
                    body.push(0);
                }
            }
        }
        body.push(0);
        let length = u32::try_from(body.len() + 4).unwrap_or(u32::MAX);
        [&length.to_be_bytes()[..], &body].concat()
    }

    fn value(&self, name: &[u8]) -> Option<&[u8]> {
        let mut from_the_end = self.parameters.iter().rev();
        let found = from_the_end.find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_slice())
    }
}

/// A text that ends with a null.
fn take_text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = rest.iter().position(|byte| *byte == 0)?;
    let text = &rest[..end];
    *rest = &rest[end + 1..];
    Some(text)
}

/// As PostgreSQL reads a boolean: `on`, `1`, and any beginning of `true` and `yes`.
fn is_true(value: &[u8]) -> bool {
    let value = value.to_ascii_lowercase();
    let begins = |word: &[u8]| !value.is_empty() && word.starts_with(&value);
    value == b"on" || value == b"1" || begins(b"true") || begins(b"yes")
}

/// Extensions of the protocol, settings of extensions, and settings of PostgreSQL.
fn is_setting(name: &[u8], settings: &BTreeSet<String>) -> bool {
    name.contains(&b'.')
        || std::str::from_utf8(name)
            .is_ok_and(|name| settings.contains(name.to_ascii_lowercase().as_str()))
}

/// Less the words that are for the platform's proxy. A word after `-c` is a setting.
fn options_for_server(options: &[u8]) -> Vec<u8> {
    let mut kept: Vec<u8> = Vec::new();
    let mut is_setting = false;
    for word in words(options) {
        let is_for_the_proxy = [&b"endpoint="[..], b"project=", b"neon_"]
            .iter()
            .any(|begin| word.starts_with(begin));
        if is_setting || !is_for_the_proxy {
            if !kept.is_empty() {
                kept.push(b' ');
            }
            for byte in &word {
                if *byte == b'\\' || BLANKS.contains(byte) {
                    kept.push(b'\\');
                }
                kept.push(*byte);
            }
        }
        is_setting = word == b"-c";
    }
    kept
}

/// Split at blanks, where a backslash takes the next byte as it is.
fn words(options: &[u8]) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut bytes = options.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => word.get_or_insert_default().extend(bytes.next()),
            byte if BLANKS.contains(byte) => words.extend(word.take()),
            byte => word.get_or_insert_default().push(*byte),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    fn message(parameters: &[u8]) -> Vec<u8> {
        let length = u32::try_from(parameters.len() + HEADER_LENGTH).unwrap();
        [
            &length.to_be_bytes()[..],
            &(VERSION << 16).to_be_bytes(),
            parameters,
        ]
        .concat()
    }

    /// `a=1 b=2` with blanks as separators of parameters and `~` as a blank inside.
    fn startup(parameters: &str) -> Startup {
        let mut bytes = Vec::new();
        for pair in parameters.split(' ') {
            let (name, value) = pair.split_once('=').unwrap();
            let value = value.replace('~', " ");
            bytes.extend(format!("{name}\0{value}\0").into_bytes());
        }
        bytes.push(0);
        Startup::parse(&message(&bytes)).unwrap()
    }

    fn settings() -> BTreeSet<String> {
        let listed = ["client_encoding", "datestyle", "search_path"].into_iter();
        let all = listed.chain(UNLISTED_SETTINGS);
        all.map(str::to_owned).collect()
    }

    /// What reaches the server, written like the argument of `startup`.
    fn reaches(parameters: &str) -> String {
        let message = startup(parameters).for_server(&settings());
        let (length, _) = message.split_first_chunk().unwrap();
        assert_eq!(u32::from_be_bytes(*length) as usize, message.len());
        let reached = Startup::parse(&message).unwrap();
        let pairs = reached.parameters.iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value).replace(' ', "~");
            format!("{}={value}", String::from_utf8_lossy(name))
        });
        pairs.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_startup_message_has_pairs_and_a_user() {
        for (parameters, is_one) in [
            (&b"user\0zoe\0\0"[..], true),
            (b"database\0user\0user\0zoe\0\0", true),
            (b"user\0zoe\0application_name\0\0\0", true),
            (b"database\0user\0\0", false),
            (b"user\0\0\0", false),
            (b"user\0zoe\0user\0\0\0", false),
            (b"user\0zoe\0odd\0\0", false),
            (b"user\0zoe\0\0more\0\0", false),
            (b"user\0zoe\0\0more\0to come\0\0", false),
            (b"user\0zoe\0", false),
            (b"user\0zoe", false),
            (b"\0", false),
            (b"", false),
        ] {
            let parsed = Startup::parse(&message(parameters));
            assert_eq!(parsed.is_some(), is_one, "{parameters:?}");
        }
        assert_eq!(Startup::parse(b"\0\0\0\x08\0\x03"), None);
        let mut old = message(b"user\0zoe\0\0");
        old[5] = 2;
        assert_eq!(Startup::parse(&old), None);
    }

    #[test]
    fn what_a_server_does_not_know_is_left_out() {
        for (sent, kept) in [
            ("user=zoe", "user=zoe"),
            (
                "user=zoe database=main application_name=psql client_encoding=UTF8",
                "user=zoe database=main application_name=psql client_encoding=UTF8",
            ),
            (
                "user=zoe channel_binding=require sslmode=require sslrootcert=/a/b pool_timeout=0",
                "user=zoe",
            ),
            (
                "user=zoe DateStyle=ISO Search_Path=x plpgsql.check=on _pq_.min=1",
                "user=zoe DateStyle=ISO Search_Path=x plpgsql.check=on _pq_.min=1",
            ),
            (
                "user=zoe user=ana database=a database=b",
                "user=ana database=b",
            ),
            (
                "user=zoe replication=database",
                "user=zoe replication=database",
            ),
            (
                "user=zoe replication=true replication=no",
                "user=zoe replication=no",
            ),
            ("user=zoe options=endpoint=ep-a", "user=zoe"),
            (
                "user=zoe options=-c~work_mem=1MB~~endpoint=ep-a~project=p~neon_x:1~--jit=off",
                "user=zoe options=-c~work_mem=1MB~--jit=off",
            ),
            // A setting that has the name of such a word.
            (
                "user=zoe options=-c~project=p",
                "user=zoe options=-c~project=p",
            ),
            (
                r"user=zoe options=-c~a=one\~two\\three~end\",
                r"user=zoe options=-c~a=one\~two\\three~end",
            ),
        ] {
            assert_eq!(reaches(sent), kept);
            assert_eq!(reaches(kept), kept, "again");
        }
    }

    #[test]
    fn options_name_this_endpoint_or_another() {
        for (options, is_other) in [
            ("", false),
            ("-c~jit=off", false),
            ("endpoint=ep-one", false),
            ("endpoint=ep-one-pooler", false),
            ("-c~jit=off~endpoint=ep-one", false),
            ("endpoint=ep-two", true),
            ("endpoint=ep-two-pooler", true),
            ("endpoint=", true),
            ("endpoint=ep-one~endpoint=ep-two", true),
            (r"endpoint=ep\-one", false),
        ] {
            let startup = startup(&format!("user=zoe options={options}"));
            assert_eq!(
                startup.names_other_endpoint("ep-one"),
                is_other,
                "{options}"
            );
        }
    }

    #[test]
    fn parameters_that_came_otherwise_make_a_message() {
        let of = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter();
            Startup::of(pairs.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
        };
        let made = of(&[
            ("options", "endpoint=ep-one-pooler -c jit=off"),
            ("user", "zoe"),
        ]);
        let made = made.unwrap();
        assert_eq!(made.user(), "zoe");
        assert_eq!(made.endpoint().as_deref(), Some("ep-one"));
        assert_eq!(of(&[("user", "zoe")]).unwrap().endpoint(), None);
        for odd in [
            &[("database", "zoe")][..],
            &[("user", "zo\0e")],
            &[("user", "zoe"), ("a\0b", "c")],
            // The name that ends a message.
            &[("", ""), ("user", "zoe")],
        ] {
            assert_eq!(of(odd), None, "{odd:?}");
        }
    }

    #[test]
    fn a_session_is_for_what_replication_says() {
        use Purpose::{LogicalReplication, PhysicalReplication, Statements};
        for (value, purpose) in [
            ("database", LogicalReplication),
            ("true", PhysicalReplication),
            ("T", PhysicalReplication),
            ("YE", PhysicalReplication),
            ("on", PhysicalReplication),
            ("1", PhysicalReplication),
            ("truer", Statements),
            ("o", Statements),
            ("off", Statements),
            ("0", Statements),
            ("Database", Statements),
            ("", Statements),
        ] {
            let startup = startup(&format!("user=zoe replication={value}"));
            assert_eq!(startup.purpose(), purpose, "{value}");
        }
        assert_eq!(startup("user=zoe").purpose(), Statements);
        assert_eq!(startup("user=zoe").database(), "zoe");
    }

    /// Whatever is taken for a startup message reaches the server as one that says the same.
    #[test]
    fn odd_messages_are_refused_or_reach_the_server_whole() {
        let valid = message(
            b"user\0zoe\0database\0main\0options\0-c a=\\ b endpoint=ep-one\0replication\0database\0\
              application_name\0x\0sslmode\0require\0\0",
        );
        let mut random = StdRng::seed_from_u64(14);
        let settings = settings();
        let mut taken = 0;
        for _ in 0..20_000 {
            let mut odd = valid.clone();
            for _ in 0..random.random_range(1..6) {
                let at = random.random_range(4..odd.len());
                match random.random_range(0..4) {
                    0 => odd[at] = random.random(),
                    1 => odd[at] = 0,
                    2 => drop(odd.remove(at)),
                    _ => odd.insert(at, *b"\0\\ =-".get(at % 5).unwrap()),
                }
            }
            let Some(startup) = Startup::parse(&odd) else {
                continue;
            };
            taken += 1;
            let sent = startup.for_server(&settings);
            let reached = Startup::parse(&sent).expect("a whole message");
            assert_eq!(reached.for_server(&settings), sent, "{odd:?}");
            assert_eq!(
                (reached.user(), reached.database(), reached.purpose()),
                (startup.user(), startup.database(), startup.purpose())
            );
        }
        assert!(taken > 1000, "{taken}");
    }
}
