//! From where a sandbox is reached: from this machine, or from others that know its token.

use std::fs::{self, File};
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use crate::config::Config;
use crate::connection::Place;
use crate::error::StartError;
use crate::secret_digest::{hash, same};

const SHORTEST_TOKEN: usize = 32;
const LONGEST_TOKEN: usize = 1024;

#[derive(Debug)]
pub struct Reach {
    bind: IpAddr,
    /// In small letters, an address as it is written in a URL.
    names: Vec<String>,
    /// The digest of the token.
    token: Option<String>,
}

impl Reach {
    /// Refuses what would let other machines in without a token.
    pub fn of(config: &Config) -> Result<Self, StartError> {
        let address = config.bind;
        let names = config.host_names.iter().map(|name| host(name));
        let names = names.collect::<Result<Vec<_>, _>>()?;
        let token = config.token_file.as_deref().map(token).transpose()?;
        if !address.is_loopback() && token.is_none() {
            return Err(StartError::TokenNeeded { address });
        }
        if !address.is_loopback() && names.is_empty() {
            return Err(StartError::HostNameNeeded { address });
        }
        Ok(Self {
            bind: address,
            names,
            token: token.map(|token| hash(&token)),
        })
    }

    /// What a URL calls this machine.
    pub fn host(&self) -> &str {
        self.names.first().map_or("127.0.0.1", String::as_str)
    }

    /// The address it listens on, or one of those.
    pub fn local_host(&self) -> String {
        written(match self.bind {
            IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            address => address,
        })
    }

    /// Whether that is one of the names that it was given, or the one address it listens on.
    pub fn is_called(&self, host: &str) -> bool {
        let is_address = !self.bind.is_unspecified() && host == written(self.bind);
        is_address
            || self
                .names
                .iter()
                .any(|name| name.eq_ignore_ascii_case(host))
    }

    pub fn needs_token(&self) -> bool {
        self.token.is_some()
    }

    /// Takes as long for every wrong token.
    pub fn is_token(&self, given: &[u8]) -> bool {
        let given = str::from_utf8(given).map(hash).unwrap_or_default();
        let token = self.token.as_deref().unwrap_or_default();
        !token.is_empty() && same(given.as_bytes(), token.as_bytes())
    }

    /// What the servers' certificate is for besides the loopback's names.
    pub fn certified(&self) -> Vec<String> {
        let bare = |name: &String| name.trim_matches(['[', ']']).to_owned();
        let mut names: Vec<String> = self.names.iter().map(bare).collect();
        if !self.bind.is_loopback() && !self.bind.is_unspecified() {
            names.push(self.bind.to_string());
        }
        names
    }

    /// A file of this machine is in the strings only where no other machine uses them.
    pub fn place(&self, ca_file: &Path) -> Place {
        let host = self.names.first().cloned();
        match host {
            Some(host) if !self.bind.is_loopback() => Place::elsewhere(&host),
            host => Place::new(ca_file).named(host),
        }
    }
}

/// An address as it is written in a URL, a name in small letters.
fn host(name: &str) -> Result<String, StartError> {
    if let Ok(address) = name.parse() {
        return Ok(written(address));
    }
    let is_label = |label: &str| {
        let fits = (1..=63).contains(&label.len());
        let usual = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        fits && label.bytes().all(usual) && !label.starts_with('-') && !label.ends_with('-')
    };
    let labels = name.split('.');
    // Numbers at the end make an address, and that was none.
    let is_name = !name
        .rsplit('.')
        .next()
        .is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    if name.len() <= 253 && is_name && labels.into_iter().all(is_label) {
        return Ok(name.to_ascii_lowercase());
    }
    Err(StartError::HostName {
        name: name.to_owned(),
    })
}

fn written(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// The token in that file, as it was when it is read.
pub fn token(path: &Path) -> Result<String, StartError> {
    let refused = |problem, source| StartError::TokenFile {
        path: path.to_path_buf(),
        problem,
        source,
    };
    let unreadable = |error| refused("cannot be read", Some(error));
    // Before it is opened, which would wait at a pipe.
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(refused("is not a file", None));
    }
    let file = File::open(path).map_err(unreadable)?;
    if is_open_to_others(path, &file).map_err(unreadable)? {
        return Err(StartError::TokenFileOpen {
            path: path.to_path_buf(),
        });
    }
    let mut bytes = Vec::new();
    let mut limited = file.take(LONGEST_TOKEN as u64 + 2);
    limited.read_to_end(&mut bytes).map_err(unreadable)?;
    let text = String::from_utf8(bytes).unwrap_or_default();
    let token = text.trim_end_matches(['\r', '\n']);
    match token.len() {
        _ if !token.bytes().all(|byte| byte.is_ascii_graphic()) || text.is_empty() => Err(refused(
            "holds no token: one line of letters, digits and signs",
            None,
        )),
        ..SHORTEST_TOKEN => Err(refused("holds fewer than 32 characters", None)),
        SHORTEST_TOKEN..=LONGEST_TOKEN => Ok(token.to_owned()),
        _ => Err(refused("holds more than 1024 characters", None)),
    }
}

#[cfg(unix)]
fn is_open_to_others(_: &Path, file: &File) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

/// Only the place counts: others can't enter the profile of this user, and access lists are not read.
#[cfg(windows)]
fn is_open_to_others(path: &Path, _: &File) -> std::io::Result<bool> {
    Ok(!crate::access_list::is_in_profile(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123456789abcdef";

    fn token_file(folder: &Path, text: &[u8]) -> std::path::PathBuf {
        let path = folder.join("token");
        crate::owner::write_private(&path, text).unwrap();
        path
    }

    fn reach(bind: &str, names: &[&str], token: Option<&Path>) -> Result<Reach, String> {
        let mut config = Config::new("data");
        config.bind = bind.parse().unwrap();
        config.host_names = names.iter().map(ToString::to_string).collect();
        config.token_file = token.map(Path::to_path_buf);
        Reach::of(&config).map_err(|error| error.to_string())
    }

    #[test]
    fn off_loopback_a_token_and_a_name_are_needed() {
        let folder = tempfile::tempdir().unwrap();
        let token = token_file(folder.path(), format!("{TOKEN}\n").as_bytes());
        for bind in ["0.0.0.0", "::", "192.168.1.5", "fe80::1"] {
            let error = reach(bind, &["db.test"], None).unwrap_err();
            assert!(error.contains("without a token"), "{error}");
            let error = reach(bind, &[], Some(&token)).unwrap_err();
            assert!(error.contains("needs a name"), "{error}");
            let reach = reach(bind, &["DB.test", "::1"], Some(&token)).unwrap();
            assert_eq!(reach.host(), "db.test");
            assert!(reach.is_called("Db.Test") && reach.is_called("[::1]"));
            assert_eq!(reach.is_called("192.168.1.5"), bind == "192.168.1.5");
            assert!(!reach.is_called("0.0.0.0") && !reach.is_called("evil.test"));
            assert!(reach.is_token(TOKEN.as_bytes()));
            for wrong in ["", "0", &TOKEN[1..], &format!("{TOKEN}\n"), "\u{fe}"] {
                assert!(!reach.is_token(wrong.as_bytes()), "{wrong}");
            }
            assert!(!reach.is_token(b"\xff"));
        }
        for bind in ["127.0.0.1", "::1"] {
            let reach = reach(bind, &[], None).unwrap();
            assert!(!reach.needs_token() && !reach.is_token(b""));
            assert_eq!(reach.host(), "127.0.0.1");
        }
    }

    #[test]
    fn names_are_host_names_or_addresses() {
        for (name, host) in [
            ("db", "db"),
            ("my_db.internal", "my_db.internal"),
            ("A-1.example", "a-1.example"),
            ("10.0.0.7", "10.0.0.7"),
            ("2001:DB8::1", "[2001:db8::1]"),
        ] {
            assert_eq!(reach("127.0.0.1", &[name], None).unwrap().host(), host);
        }
        let long = format!("{}.test", "a.".repeat(130));
        for name in [
            "",
            ".",
            "a..b",
            "-a",
            "a-",
            "a:80",
            "a/b",
            "a b",
            "*.test",
            "é.test",
            "1.2.3.999",
            "123",
            "[::1]",
            "a\0",
            &"a".repeat(64),
            &long,
        ] {
            let error = reach("127.0.0.1", &[name], None).unwrap_err();
            assert!(error.contains("is not a host name"), "{name}: {error}");
        }
    }

    #[test]
    fn a_token_file_is_one_private_line_that_is_long_enough() {
        let folder = tempfile::tempdir().unwrap();
        for (text, problem) in [
            (&b""[..], "holds no token"),
            (b"\n", "fewer than 32"),
            (b"short", "fewer than 32"),
            (b"0123456789abcdef 0123456789abcdef", "holds no token"),
            (b"0123456789abcdef0123456789abcdef\nmore", "holds no token"),
            (b"0123456789abcdef0123456789abcdef\xff", "holds no token"),
            (&[b'a'; 1025], "more than 1024"),
            (&[b'a'; 9000], "more than 1024"),
        ] {
            let path = token_file(folder.path(), text);
            let error = reach("127.0.0.1", &[], Some(&path)).unwrap_err();
            assert!(error.contains(problem), "{text:?}: {error}");
            assert!(!error.contains("0123456789"), "{error}");
        }
        let missing = reach("127.0.0.1", &[], Some(&folder.path().join("none"))).unwrap_err();
        assert!(missing.contains("cannot be read"), "{missing}");
        let a_folder = reach("127.0.0.1", &[], Some(folder.path())).unwrap_err();
        assert!(a_folder.contains("is not a file"), "{a_folder}");
    }

    #[cfg(unix)]
    #[test]
    fn a_token_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = token_file(folder.path(), TOKEN.as_bytes());
        for (mode, is_taken) in [
            (0o600, true),
            (0o400, true),
            (0o640, false),
            (0o604, false),
            (0o620, false),
        ] {
            crate::owner::set_mode(&path, mode).unwrap();
            let taken = token(&path);
            assert_eq!(taken.is_ok(), is_taken, "{mode:o}: {taken:?}");
            // A new token in the same file would leave it open.
            let hint = taken.err().map(|error| error.hint());
            assert!(
                hint.is_none_or(|hint| hint.contains("chmod 600 ")),
                "{mode:o}"
            );
        }
    }
}
