//! Reads what announces a newer Plinth, and its package, from the addresses that this build and the announcement name.

use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use api::{Destination, Download, DownloadError, FileUrl, HostPort, Options};
use serde_json::Value;

use crate::Error;
use crate::base::off_thread::off_thread;
use crate::tools::contacts;
use crate::view::{ContactReason, ErrorCode};

/// An announcement is a page of text.
const LARGEST_ANNOUNCEMENT: usize = 256 * 1024;
/// Ten times what a package takes today.
const LARGEST_PACKAGE: usize = 512 * 1024 * 1024;
/// How long each may take in all.
const ANNOUNCED_WITHIN: Duration = Duration::from_secs(60);
const LOADED_WITHIN: Duration = Duration::from_secs(2 * 60 * 60);
/// So long nothing may come.
const PATIENCE: Duration = Duration::from_secs(30);
/// The answer of a server that has nothing to announce.
const NOTHING: u16 = 204;

/// Is told of each host that is contacted: why, which, its port, and whether that ended without an answer.
pub type Contacted = Arc<dyn Fn(ContactReason, &str, u16, bool) + Send + Sync>;

/// Reads the announcement; `None` where there is nothing to announce.
///
/// # Errors
/// [`ErrorCode::Invalid`] for an address that nothing may be read from, [`ErrorCode::Offline`] and
/// [`ErrorCode::Timeout`] without an answer, [`ErrorCode::Platform`] for an answer that is no announcement.
pub async fn announcement(address: &str, contacted: Contacted) -> Result<Option<Value>, Error> {
    const WHAT: &str = "Couldn't check for updates";
    let address = address_of(WHAT, address)?;
    let host = host(&address);
    let read = read(address, LARGEST_ANNOUNCEMENT, contacted, |_, _| {});
    match within(ANNOUNCED_WITHIN, read).await {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(announced) => Ok(Some(announced)),
            Err(_) => Err(not_announced(&host)),
        },
        Err(DownloadError::Status(NOTHING)) => Ok(None),
        Err(error) => Err(failed(WHAT, &host, &error)),
    }
}

/// What a server sent that announces no update.
#[must_use]
pub fn not_announced(host: &str) -> Error {
    let message = format!("Couldn't check for updates: {host} didn't send a valid announcement");
    Error::new(ErrorCode::Platform, message)
        .hint("Try again later. If it stays like this, install the newest Plinth by hand.")
}

/// Reads the package that an announcement names. `progress` is told how many bytes came, and of how many.
///
/// # Errors
/// As [`announcement`].
pub async fn package(
    announcement: &str,
    package: &str,
    contacted: Contacted,
    progress: impl FnMut(usize, Option<NonZeroU64>) + Send,
) -> Result<Vec<u8>, Error> {
    const WHAT: &str = "Couldn't download the update";
    let address = package_address(announcement, package)?;
    let host = host(&address);
    let read = read(address, LARGEST_PACKAGE, contacted, progress);
    let read = within(LOADED_WITHIN, read).await;
    read.map_err(|error| failed(WHAT, &host, &error))
}

/// The server that the package of an announcement would be read from.
///
/// # Errors
/// [`ErrorCode::Invalid`] for one over plain HTTP, and for one on this computer that another one announced.
pub fn package_host(announcement: &str, package: &str) -> Result<String, Error> {
    package_address(announcement, package).map(|it| host(&it))
}

fn package_address(announcement: &str, package: &str) -> Result<FileUrl, Error> {
    const WHAT: &str = "This update can't be used";
    let address = address_of(WHAT, package)?;
    let announced_here = FileUrl::parse(announcement).is_ok_and(|it| it.is_loopback());
    if address.is_loopback() && !announced_here {
        let message = format!("{WHAT}: its package would come from this machine");
        return Err(Error::invalid(message).hint("Install the newest Plinth by hand."));
    }
    Ok(address)
}

/// The name of the server at this address, with its port where it is not the usual one.
#[must_use]
pub fn host_of(address: &str) -> Option<String> {
    FileUrl::parse(address).ok().map(|it| host(&it))
}

fn host(address: &FileUrl) -> String {
    let HostPort { host, port } = Destination::of_file(address).service;
    let whole = contacts::address(&host, port);
    whole.strip_suffix(":443").unwrap_or(&whole).to_owned()
}

fn address_of(what: &str, address: &str) -> Result<FileUrl, Error> {
    FileUrl::parse(address).map_err(|error| {
        let message = format!("{what}: its address can't be used: {error}");
        Error::invalid(message).hint("Install the newest Plinth by hand.")
    })
}

async fn read(
    address: FileUrl,
    largest_reply: usize,
    contacted: Contacted,
    progress: impl FnMut(usize, Option<NonZeroU64>) + Send,
) -> Result<Vec<u8>, DownloadError> {
    let options = Options {
        largest_reply,
        attempt_timeout: PATIENCE,
        observer: Some(Arc::new(Observer(contacted))),
        ..Options::default()
    };
    // Making the client loads this machine's certificates, which takes a moment.
    let made = off_thread(move || Download::new(address, options)).await;
    made.map_err(|_| DownloadError::Setup)??.run(progress).await
}

/// A server that sends a byte now and then is none.
async fn within(
    wait: Duration,
    read: impl Future<Output = Result<Vec<u8>, DownloadError>>,
) -> Result<Vec<u8>, DownloadError> {
    let read = tokio::time::timeout(wait, read).await;
    read.unwrap_or(Err(DownloadError::TimedOut))
}

fn failed(what: &str, host: &str, error: &DownloadError) -> Error {
    let code = match error {
        DownloadError::Offline | DownloadError::Lost => ErrorCode::Offline,
        DownloadError::TimedOut => ErrorCode::Timeout,
        _ => ErrorCode::Platform,
    };
    let hint = match error {
        DownloadError::Setup => {
            "Restart Plinth. If that does not help, check this machine's certificates."
        }
        DownloadError::Untrusted => {
            "Check this machine's date. A network that inspects traffic also causes this."
        }
        DownloadError::Offline | DownloadError::Lost | DownloadError::TimedOut => {
            "Check your network connection, then try again."
        }
        DownloadError::TooLarge(_) | DownloadError::Redirected | DownloadError::Status(_) => {
            "Try again later. If it stays like this, install the newest Plinth by hand."
        }
    };
    Error::new(code, format!("{what}: {error} ({host})")).hint(hint)
}

struct Observer(Contacted);

impl Observer {
    fn tell(&self, to: &Destination, unanswered: bool) {
        let HostPort { host, port } = &to.service;
        (self.0)(ContactReason::Updates, host, *port, unanswered);
        if let Some(HostPort { host, port }) = &to.proxy {
            (self.0)(ContactReason::Proxy, host, *port, unanswered);
        }
    }
}

impl api::Observer for Observer {
    fn sending(&self, to: &Destination) {
        self.tell(to, false);
    }

    fn unanswered(&self, to: &Destination) {
        self.tell(to, true);
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_comes_from_where_nobody_can_change_it_on_the_way() {
        let (web, here) = (
            "https://updates.example/plinth.json",
            "http://127.0.0.1:99/plinth.json",
        );
        assert_eq!(
            package_host(web, "https://files.example/p").unwrap(),
            "files.example"
        );
        assert_eq!(
            package_host(web, "https://files.example:444/p").unwrap(),
            "files.example:444"
        );
        assert_eq!(
            package_host(here, "http://127.0.0.1:98/p").unwrap(),
            "127.0.0.1:98"
        );
        assert_eq!(package_host(here, "http://[::1]:98/p").unwrap(), "[::1]:98");
        for refused in [
            "http://files.example/p",
            "http://127.0.0.1:98/p",
            "http://localhost/p",
            "https://127.0.0.1/p",
            "https://user@files.example/p",
            "https://files.example/p?x",
            "file:///p",
            "p",
        ] {
            let error = package_host(web, refused).unwrap_err();
            assert_eq!(error.code, ErrorCode::Invalid, "{refused}");
            assert!(error.hint.is_some(), "{refused}");
        }
    }
}
