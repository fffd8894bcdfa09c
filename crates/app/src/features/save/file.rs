//! The file that a database is saved to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::base::disk;
use crate::view::ErrorCode;

/// As many links as systems follow.
const LINKS: u8 = 40;

/// The file that is written for this path: where links lead to, so that they stay. It may not be there yet.
///
/// # Errors
/// [`ErrorCode::File`] for a folder and for what is no plain file, which must not be replaced, and where nothing can be
/// written.
pub(super) fn destination(path: PathBuf) -> Result<PathBuf, Error> {
    let mut path = path;
    for _ in 0..LINKS {
        let found = match fs::symlink_metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return absent(path),
            Err(error) => return Err(unwritten(&path, &error)),
        };
        if found.is_symlink() {
            let target = fs::read_link(&path).map_err(|error| unwritten(&path, &error))?;
            path = path.parent().unwrap_or(&path).join(target);
            continue;
        }
        if found.is_file() {
            return Ok(path);
        }
        let shown = path.display();
        return Err(match found.is_dir() {
            true => Error::new(ErrorCode::File, format!("{shown} is a folder"))
                .hint("Name a file in it."),
            false => Error::new(ErrorCode::File, format!("{shown} is not a plain file"))
                .hint("A device, pipe or socket is not replaced. Choose another file."),
        });
    }
    let message = format!("{} leads through too many links", path.display());
    Err(Error::new(ErrorCode::File, message).hint("Choose another file."))
}

/// Its folder has to be there.
fn absent(path: PathBuf) -> Result<PathBuf, Error> {
    match fs::metadata(path.parent().unwrap_or(&path)) {
        Ok(_) => Ok(path),
        Err(error) => Err(unwritten(&path, &error)),
    }
}

/// A file could not be written here.
#[must_use]
pub fn unwritten(path: &Path, error: &io::Error) -> Error {
    let shown = path.parent().unwrap_or(path).display();
    let message = format!("Couldn't write into {shown}: {}", disk::why(error));
    Error::new(ErrorCode::File, message)
        .hint("Choose another folder, or check its permissions and the space on the disk.")
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_lead_to_the_file_that_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        fs::write(at("below/file"), "mine").unwrap();
        symlink("below/file", at("link")).unwrap();
        symlink("../link", at("below/second")).unwrap();
        symlink(at("below/new"), at("dangling")).unwrap();
        symlink("nowhere/new", at("broken")).unwrap();
        symlink("loop", at("loop")).unwrap();
        let same = |path: PathBuf| {
            (
                path.parent().unwrap().canonicalize().unwrap(),
                path.file_name().unwrap().to_owned(),
            )
        };
        for (named, expected) in [
            ("new", "new"),
            ("below/file", "below/file"),
            ("link", "below/file"),
            ("below/second", "below/file"),
            ("dangling", "below/new"),
        ] {
            let found = destination(at(named)).unwrap();
            assert_eq!(same(found), same(at(expected)), "{named}");
        }
        for (named, why) in [
            ("broken", "no such file or directory"),
            ("loop", "too many links"),
        ] {
            let error = destination(at(named)).unwrap_err();
            assert_eq!(error.code(), ErrorCode::File, "{named}");
            assert!(error.message().contains(why), "{error}");
        }
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        let _socket = UnixListener::bind(at("socket")).unwrap();
        symlink("folder", at("link")).unwrap();
        symlink("/dev/null", at("device")).unwrap();
        fs::write(at("file"), "mine").unwrap();
        for (named, why) in [
            ("folder", "is a folder"),
            ("link", "is a folder"),
            ("socket", "is not a plain file"),
            ("device", "/dev/null is not a plain file"),
            ("absent/file", "no such file or directory"),
            ("file/file", "not a directory"),
        ] {
            let error = destination(at(named)).unwrap_err();
            assert_eq!(error.code(), ErrorCode::File, "{named}");
            assert!(error.message().contains(why), "{error}");
        }
    }
}
