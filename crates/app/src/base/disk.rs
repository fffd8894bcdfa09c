//! Paths that a person names, and work that waits for the disk.

use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::base::off_thread::off_thread;
use crate::base::private::NotPrivate;

/// A path that a person named: absolute, or in the home folder by `~/`.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for any other.
pub fn expand(path: &str) -> Result<PathBuf, Error> {
    let text = path.trim();
    let path = match text.strip_prefix("~/") {
        Some(rest) => std::env::home_dir()
            .ok_or_else(|| {
                Error::invalid("The home folder is unknown").hint("Enter the full path.")
            })?
            .join(rest),
        None => PathBuf::from(text),
    };
    if path.is_absolute() {
        return Ok(path);
    }
    Err(Error::invalid("This is not a full path")
        .hint("Choose the file or its folder, or enter the full path."))
}

/// Returns the path with links followed, as [`std::fs::canonicalize`] does. On Windows a path on a drive comes without the
/// `\\?\` before it, which people do not write and many programs do not take.
///
/// # Errors
/// As [`std::fs::canonicalize`].
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    let real = std::fs::canonicalize(path)?;
    let text = real.to_str().filter(|_| cfg!(windows));
    let plain = text.and_then(without_prefix).map(PathBuf::from);
    Ok(plain.unwrap_or(real))
}

/// Returns `None` for a path that means something else without the prefix, or nothing: one that is too long for most
/// programs, or has a name that Windows takes for something else.
fn without_prefix(path: &str) -> Option<&str> {
    const LONGEST: usize = 259;
    let plain = path.strip_prefix(r"\\?\")?;
    let (drive, below) = plain.split_once(r":\")?;
    let is_plain = drive.len() == 1
        && plain.encode_utf16().count() <= LONGEST
        && !below.split('\\').any(is_odd_on_windows);
    is_plain.then_some(plain)
}

/// Returns true if Windows does not take the name for that of a file: it is a device such as `NUL`, names a stream of another
/// file, or loses its last character.
pub(crate) fn is_odd_on_windows(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_uppercase();
    let is_port = |start: &str| {
        let number = stem.strip_prefix(start).unwrap_or_default();
        number.chars().count() == 1 && number.chars().all(|c| "0123456789¹²³".contains(c))
    };
    name.contains(':')
        || name.ends_with(['.', ' '])
        || DEVICES.contains(&stem.as_str())
        || is_port("COM")
        || is_port("LPT")
}

/// Why a file or a folder cannot be used, in the words of the system's own tools.
#[must_use]
pub fn why(error: &io::Error) -> String {
    let not_private = error
        .get_ref()
        .and_then(|it| it.downcast_ref::<NotPrivate>());
    if let Some(why) = not_private {
        return why.to_string();
    }
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        kind => match kind.to_string() {
            // The library has no kind for it: the system's own words say more.
            said if said == "uncategorized error" => error.to_string(),
            said => said,
        },
    }
}

/// Reads a file. A pipe or a device is refused before it is opened, because opening one may wait for ever.
///
/// # Errors
/// As [`std::fs::read`]; [`io::ErrorKind::InvalidInput`] for what is neither a file nor a folder.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let found = std::fs::metadata(path)?;
    if found.is_file() || found.is_dir() {
        return std::fs::read(path);
    }
    let reason = "it is a pipe or a device, not a file";
    Err(io::Error::new(io::ErrorKind::InvalidInput, reason))
}

/// Reads a file of UTF-8 text, as [`read_file`].
///
/// # Errors
/// As [`read_file`]; [`io::ErrorKind::InvalidData`] for other bytes.
pub fn read_text(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read_file(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// Runs work that waits for the disk, off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let done = off_thread(work).await;
    done.unwrap_or_else(|_| Err(Error::internal("The file operation was interrupted")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_that_windows_keeps_for_itself_is_odd() {
        for name in [
            "NUL", "nul.env", "Con", "aux .txt", "com1", "LPT³.x", ".env:x", ".env.", ".env ",
        ] {
            assert!(is_odd_on_windows(name), "{name}");
        }
        for name in [
            ".env",
            ".env.local",
            "console",
            "com",
            "com10",
            "NULL",
            "a b",
        ] {
            assert!(!is_odd_on_windows(name), "{name}");
        }
    }

    #[test]
    fn prefix_of_windows_goes_where_the_path_stays_the_same() {
        let long = format!(r"\\?\C:\{}", "a".repeat(260));
        for (path, plain) in [
            (r"\\?\C:\Users\me\shop", Some(r"C:\Users\me\shop")),
            (r"\\?\C:\", Some(r"C:\")),
            (r"\\?\UNC\server\share", None),
            (r"\\?\C:\nul\shop", None),
            (r"\\server\share", None),
            (r"C:\shop", None),
            (long.as_str(), None),
        ] {
            assert_eq!(without_prefix(path), plain, "{path}");
        }
    }
}
