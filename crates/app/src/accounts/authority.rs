//! The certificate authority of an account's servers, where no public one signs them: chosen as a file, kept in the store.
//! Other programs need a file too, so each stands in the data folder as well.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::Error;
use crate::accounts::Accounts;
use crate::base::certificates::Certificates;
use crate::base::disk;
use crate::base::private;
use crate::model::profile::Profile;
use crate::store::Account;
use crate::view::{CertificatesView, ErrorCode};

/// The folder in the data folder.
const FOLDER: &str = "certificates";

/// A bundle of every public authority has a quarter of it.
const LARGEST: u64 = 1_000_000;

/// Reads the file that somebody named; an empty path is none.
///
/// # Errors
/// [`ErrorCode::File`] for a file that cannot be read, [`ErrorCode::Invalid`] for one that holds no certificate that is
/// valid now, and on a platform whose servers are signed by public authorities.
pub(super) async fn chosen(
    app: &Accounts,
    profile: &Profile,
    path: Option<&str>,
) -> Result<Option<Certificates>, Error> {
    let Some(path) = path.map(str::trim).filter(|path| !path.is_empty()) else {
        return Ok(None);
    };
    if profile.base_url.is_some() {
        return Err(Error::invalid("This platform's servers need no CA file")
            .hint("Remove the CA file, or choose custom addresses."));
    }
    let path = disk::expand(path)?;
    let bytes = disk::blocking(move || bytes_of(&path)).await?;
    Certificates::read(&bytes, app.clock.now()).map(Some)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Error> {
    let unreadable = |error: io::Error| {
        let reason = match error.kind() {
            io::ErrorKind::NotFound => return there_is_none(path),
            kind => kind,
        };
        Error::new(
            ErrorCode::File,
            format!("Couldn't read the CA file: {reason}"),
        )
        .hint("Check its permissions, or choose another file.")
    };
    // Asked before it is opened: a pipe would keep its reader waiting.
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if found.is_dir() {
        return Err(Error::new(ErrorCode::File, "The CA file is a folder")
            .hint("Choose the certificate file itself."));
    }
    if !found.is_file() {
        return Err(there_is_none(path));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut some = file.take(LARGEST + 1);
    some.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::invalid("The CA file is larger than 1 MB")
            .hint("Choose a file that contains only the CA certificate."));
    }
    Ok(bytes)
}

fn there_is_none(path: &Path) -> Error {
    Error::new(
        ErrorCode::File,
        format!("CA file not found: {}", path.display()),
    )
    .hint("Choose the file again, or remove it.")
}

/// Where an account's authority stands as a file.
pub(super) fn file_of(app: &Accounts, account: &Account) -> Option<PathBuf> {
    account.ca.as_ref()?;
    Some(file(&app.data_dir, account))
}

pub(super) fn view(app: &Accounts, account: &Account) -> Option<CertificatesView> {
    let ca = account.ca.as_ref()?;
    Some(CertificatesView {
        path: file(&app.data_dir, account).display().to_string(),
        subject: ca.subject().to_owned(),
        count: u32::try_from(ca.count()).unwrap_or(u32::MAX),
        expires_at: ca.expires_at(),
    })
}

/// Makes the files in the data folder what the accounts say: those that are missing or different are written, and those of
/// nobody go. A file that could not be written is reported by the connection that needs it.
pub(crate) async fn sync_ca_files(data_dir: &Path, accounts: &[Account]) {
    let (data_dir, accounts) = (data_dir.to_owned(), accounts.to_owned());
    let done = disk::blocking(move || {
        if let Err(error) = try_sync_ca_files(&data_dir, &accounts) {
            tracing::warn!(kind = %error.kind(), "a CA file was not written");
        }
        Ok(())
    });
    if let Err(error) = done.await {
        tracing::warn!(%error, "the CA files were not written");
    }
}

fn try_sync_ca_files(data_dir: &Path, accounts: &[Account]) -> io::Result<()> {
    let folder = data_dir.join(FOLDER);
    let wanted: Vec<_> = accounts.iter().filter(|it| it.ca.is_some()).collect();
    if wanted.is_empty() && !folder.exists() {
        return Ok(());
    }
    private::ensure_folder(&folder)?;
    for found in std::fs::read_dir(&folder)? {
        let path = found?.path();
        if !wanted.iter().any(|it| file(data_dir, it) == path) {
            std::fs::remove_file(path)?;
        }
    }
    for account in wanted {
        let path = file(data_dir, account);
        let pem = account.ca.as_ref().map_or("", Certificates::pem);
        if disk::read_file(&path).is_ok_and(|there| there == pem.as_bytes()) {
            continue;
        }
        let new = tempfile::NamedTempFile::new_in(&folder)?;
        std::fs::write(new.path(), pem)?;
        new.persist(&path)?;
    }
    Ok(())
}

fn file(data_dir: &Path, account: &Account) -> PathBuf {
    data_dir.join(FOLDER).join(format!("{}.pem", account.id))
}
