//! How many files and sockets this program may have open, and what is refused before none is left.

use std::io;

/// Left for connections, servers and requests when no further port is opened.
const RESERVED_FROM_PORTS: u64 = 64;
/// Left for requests and the sandbox's own files when no further connection is taken.
const RESERVED_FROM_CONNECTIONS: u64 = 24;

/// Enough for every browser and program of one machine; each takes memory, too.
const MOST_HTTP_CONNECTIONS: usize = 1024;
const MOST_GREETINGS: usize = 512;

/// No more may be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sandbox is close to the system's limit of open files ({limit})")]
pub struct TooManyOpen {
    limit: u64,
}

impl TooManyOpen {
    pub const HINT: &'static str = "Delete projects or branches, close connections, or raise the limit (`ulimit \
         -n`) before you start the sandbox.";
}

impl From<TooManyOpen> for io::Error {
    fn from(error: TooManyOpen) -> Self {
        Self::other(error)
    }
}

/// Whether the limit of open files is what failed.
pub fn is_about(error: &io::Error) -> bool {
    let cause = error
        .get_ref()
        .and_then(|it| it.downcast_ref::<TooManyOpen>());
    cause.is_some() || is_at_limit(error)
}

/// Raises the limit that a program begins with (256 on macOS, 1,024 on many Linux desktops) to what
/// the system allows. To be called once, before anything is opened; what the program starts
/// inherits it.
#[cfg(unix)]
pub fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    /// What macOS takes where it says that there is no limit.
    const OPEN_MAX: u64 = 10_240;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.unwrap_or(OPEN_MAX);
    let to = |current| Rlimit {
        current: Some(current),
        maximum,
    };
    if current.is_none_or(|current| current >= wanted) {
        return;
    }
    let raised = setrlimit(Resource::Nofile, to(wanted));
    if let Err(error) = raised.or_else(|_| setrlimit(Resource::Nofile, to(wanted.min(OPEN_MAX)))) {
        tracing::warn!(%error, "the limit of open files was not raised");
    }
}

#[cfg(not(unix))]
pub fn raise_open_files() {}

/// Whether one more port may be opened.
pub fn check_port_capacity() -> Result<(), TooManyOpen> {
    check_capacity(RESERVED_FROM_PORTS)
}

/// Whether one more connection may be opened to a server.
pub fn check_connection_capacity() -> Result<(), TooManyOpen> {
    check_capacity(RESERVED_FROM_CONNECTIONS)
}

/// How many connections over HTTP there may be: a part of the handles, so that the others are left for everything else.
pub fn most_http_connections() -> usize {
    share(4, MOST_HTTP_CONNECTIONS)
}

/// How many clients of databases may be about to say what they want.
pub fn most_greetings() -> usize {
    share(8, MOST_GREETINGS)
}

fn share(part: u64, most: usize) -> usize {
    let limit = limit().and_then(|limit| usize::try_from(limit / part).ok());
    limit.map_or(most, |share| share.clamp(1, most))
}

fn check_capacity(kept: u64) -> Result<(), TooManyOpen> {
    match probe(kept) {
        Some(limit) => Err(TooManyOpen { limit }),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn probe(kept: u64) -> Option<u64> {
    match std::fs::File::open("/dev/null") {
        Ok(file) => beyond(&file, kept),
        Err(error) if is_at_limit(&error) => Some(limit().unwrap_or_default()),
        Err(_) => None,
    }
}

#[cfg(not(unix))]
fn probe(_: u64) -> Option<u64> {
    None
}

/// Why a connection that was just taken is not served.
#[cfg(unix)]
pub fn refused(connection: &impl std::os::fd::AsRawFd) -> Option<TooManyOpen> {
    beyond(connection, RESERVED_FROM_CONNECTIONS).map(|limit| TooManyOpen { limit })
}

#[cfg(not(unix))]
pub fn refused<T>(_: &T) -> Option<TooManyOpen> {
    None
}

/// The limit, if fewer handles than these are left. The system hands out the lowest free number,
/// so the newest one tells how many are open.
#[cfg(unix)]
fn beyond(newest: &impl std::os::fd::AsRawFd, kept: u64) -> Option<u64> {
    let limit = limit()?;
    let number = u64::try_from(newest.as_raw_fd()).unwrap_or_default();
    // Of a very small limit only a part is kept.
    let kept = kept.min(limit / 4);
    (number + kept >= limit).then_some(limit)
}

#[cfg(unix)]
fn limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}

#[cfg(unix)]
fn is_at_limit(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let code = error.raw_os_error();
    [Errno::MFILE, Errno::NFILE]
        .iter()
        .any(|limit| code == Some(limit.raw_os_error()))
}

#[cfg(not(unix))]
fn is_at_limit(_: &io::Error) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_newest_handle_shows_how_many_are_open() {
        struct Newest(i32);
        impl std::os::fd::AsRawFd for Newest {
            fn as_raw_fd(&self) -> i32 {
                self.0
            }
        }
        let limit = limit().unwrap();
        let at = |number: u64| Newest(i32::try_from(number).unwrap());
        assert_eq!(beyond(&at(3), RESERVED_FROM_PORTS), None);
        assert_eq!(beyond(&at(limit - 1), RESERVED_FROM_PORTS), Some(limit));
        let kept = RESERVED_FROM_CONNECTIONS.min(limit / 4);
        assert_eq!(
            beyond(&at(limit - kept - 1), RESERVED_FROM_CONNECTIONS),
            None
        );
        assert_eq!(
            beyond(&at(limit - kept), RESERVED_FROM_CONNECTIONS),
            Some(limit)
        );
        assert!(is_about(&TooManyOpen { limit }.into()));
        assert!(!is_about(&io::ErrorKind::AddrInUse.into()));
    }
}
