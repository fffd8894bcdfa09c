//! Puts a newer version in the place of this one.

#[cfg(not(target_os = "linux"))]
pub use self::bundle::Place;
#[cfg(target_os = "linux")]
pub use self::image::Place;

use app::view::{ErrorCode, ErrorView};
use tauri_plugin_updater::Error;

/// Why a package was not installed.
fn refused(error: &Error) -> ErrorView {
    const BY_HAND: &str = "Try again. If it stays like this, install the newest Plinth by hand.";
    let (code, why, hint) = match error {
        Error::Minisign(_)
        | Error::Base64(_)
        | Error::SignatureUtf8(_)
        | Error::MissingSignedVersion
        | Error::SignedVersionMismatch { .. } => (
            ErrorCode::Platform,
            "it isn't signed as this version of Plinth".to_owned(),
            "Don't install it by hand either: somebody may have changed it on the way. Try again later.",
        ),
        Error::InvalidUpdaterFormat | Error::BinaryNotFoundInArchive => (
            ErrorCode::Platform,
            "the package isn't for this system".to_owned(),
            BY_HAND,
        ),
        Error::Io(error) => {
            let message = format!("Couldn't write the update: {}", app::disk::why(error));
            return ErrorView::new(ErrorCode::File, message, DISK);
        }
        other => (ErrorCode::File, other.to_string(), BY_HAND),
    };
    ErrorView::new(code, format!("Couldn't install the update: {why}"), hint)
}

const DISK: &str = "Check the permissions and the free space of Plinth's folder. The installed version is unchanged.";

/// An AppImage: one file, replaced at once.
#[cfg(target_os = "linux")]
mod image {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};

    use app::view::{ErrorCode, ErrorView};
    use host::Reply;
    use tauri::AppHandle;
    use tauri_plugin_updater::Error;
    use tempfile::TempPath;

    use super::super::release::{Release, updater};
    use super::super::source::Source;
    use super::{DISK, refused};

    const PREFIX: &str = ".plinth-update-";

    /// A file beside the AppImage, which takes its place once it is whole and on the disk. The updater by itself moves the
    /// AppImage away and writes the new one in its place: killed in between, there would be none.
    #[derive(Debug)]
    pub struct Place {
        image: PathBuf,
        staged: TempPath,
    }

    impl Place {
        /// Before anything is downloaded: a folder that cannot be written to is told at once.
        pub fn prepare() -> Reply<Self> {
            let image = host::program::image().ok_or_else(|| {
                let message = "Couldn't install the update: Plinth's AppImage isn't where it was started from";
                ErrorView::new(ErrorCode::File, message, "Start Plinth again, then try again.")
            })?;
            let staged = stage(&image).map_err(|error| {
                let message = format!(
                    "Couldn't write to the folder of {}: {}",
                    image.display(),
                    app::disk::why(&error)
                );
                ErrorView::new(ErrorCode::File, message, DISK)
            })?;
            Ok(Self { image, staged })
        }

        /// Checks the signature, writes the file and swaps it in.
        pub fn install(
            self,
            app: &AppHandle,
            source: &Source,
            release: &Release,
            package: &[u8],
        ) -> Reply<()> {
            let done = self.put(app, source, release, package);
            done.map_err(|error| refused(&error))
        }

        fn put(
            self,
            app: &AppHandle,
            source: &Source,
            release: &Release,
            package: &[u8],
        ) -> Result<(), Error> {
            let updater = updater(app, source)?
                .executable_path(&*self.staged)
                .build()?;
            let update = updater.restore_update(release.update.raw_json.clone())?;
            update.ok_or(Error::ReleaseNotFound)?.install(package)?;
            File::open(&self.staged)?.sync_all()?;
            let folder = folder(&self.image).to_owned();
            self.staged
                .persist(&self.image)
                .map_err(|error| error.error)?;
            // The swap is done; that it also survives a power cut is tried.
            drop(File::open(folder).and_then(|it| it.sync_all()));
            Ok(())
        }
    }

    fn folder(image: &Path) -> &Path {
        image.parent().unwrap_or(Path::new("/"))
    }

    /// An empty file that may run as the AppImage may. What an update that was killed left there is removed.
    fn stage(image: &Path) -> std::io::Result<TempPath> {
        for entry in fs::read_dir(folder(image))?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(PREFIX) {
                drop(fs::remove_file(entry.path()));
            }
        }
        let staged = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempfile_in(folder(image))?;
        fs::set_permissions(staged.path(), fs::metadata(image)?.permissions())?;
        Ok(staged.into_temp_path())
    }
}

/// An app bundle or an installer, which the updater replaces or runs.
#[cfg(not(target_os = "linux"))]
mod bundle {
    use host::Reply;
    use tauri::AppHandle;

    use super::super::release::Release;
    use super::super::source::Source;
    use super::refused;

    #[derive(Debug)]
    pub struct Place;

    impl Place {
        pub fn prepare() -> Reply<Self> {
            Ok(Self)
        }

        /// Whether it is signed.
        #[cfg(windows)]
        pub fn check(&self, release: &Release, package: &[u8]) -> Reply<()> {
            let checked = release.update.verify(package);
            checked.map_err(|error| refused(&error))
        }

        pub fn install(
            self,
            _: &AppHandle,
            _: &Source,
            release: &Release,
            package: &[u8],
        ) -> Reply<()> {
            release
                .update
                .install(package)
                .map_err(|error| refused(&error))
        }
    }
}
