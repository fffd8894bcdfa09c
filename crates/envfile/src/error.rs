use std::io;
use std::path::{Path, PathBuf};

use crate::BlockError;

/// Why an env file could not be read, planned or written. Whenever this is returned, the file is
/// as it was, and no temporary file is left.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The lines to be written make no block.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// The folder that should hold the file is not there.
    #[error("The folder {} does not exist", .0.display())]
    FolderMissing(PathBuf),
    /// The path leads to a folder.
    #[error("{} is a folder, not a file", .0.display())]
    IsFolder(PathBuf),
    /// The path leads to something that is neither file nor folder, such as a pipe.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// A symbolic link leads to a file that is not there.
    #[error("{} is a symbolic link to {}, which does not exist", .link.display(), .target.display())]
    LinkDangling {
        /// The link.
        link: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// Symbolic links that lead to each other.
    #[error("{} is a symbolic link that loops", .0.display())]
    LinkLoop(PathBuf),
    /// More than [`crate::MAX_BYTES`].
    #[error("{} is too large for an env file: {bytes} bytes", .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        bytes: u64,
    },
    /// The file is UTF-16, to which nothing can be added without breaking it.
    #[error("The env file is encoded as UTF-16")]
    Utf16,
    /// A value holds a character that no quoting writes the same for `dotenv` and the shell.
    #[error("The value of {variable} can't be written to an env file")]
    Unwritable {
        /// The variable.
        variable: String,
    },
    /// The plan leaves variables to be decided on.
    #[error("{} is already set in the file", .variables.join(", "))]
    Conflict {
        /// The variables that hold another value.
        variables: Vec<String>,
    },
    /// The file is not the one that the plan or the receipt was made for.
    #[error("Another program changed {}", .0.display())]
    Changed(PathBuf),
    /// The system refused.
    #[error("No permission to write {}", .0.display())]
    NotPermitted(PathBuf),
    /// The system refused to read.
    #[error("No permission to read {}", .0.display())]
    NotReadable(PathBuf),
    /// The file system is mounted read-only.
    #[error("{} is on a read-only file system", .0.display())]
    ReadOnly(PathBuf),
    /// The new file would belong to another user or group than the old one.
    #[error("Couldn't preserve the owner of {}", .0.display())]
    OwnerNotKept(PathBuf),
    /// No space, or the quota is used up.
    #[error("No disk space left for {}", .0.display())]
    DiskFull(PathBuf),
    /// Any other failure of the system.
    #[error("Couldn't {action} {}: {kind}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `write`.
        action: &'static str,
        /// The system's kind of error.
        kind: io::ErrorKind,
    },
}

impl Error {
    /// What to do next, if anything is known.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Block(error) => error.hint(),
            Self::FolderMissing(_) => "Create the folder or pick another one",
            Self::IsFolder(_) | Self::NotAFile(_) => "Pick a file inside a folder, such as .env",
            Self::LinkDangling { .. } | Self::LinkLoop(_) => {
                "Repair or remove the link, or pick another file"
            }
            Self::TooLarge { .. } => "Pick another file",
            Self::Utf16 => "Save the file as UTF-8 and try again",
            Self::Unwritable { .. } => "Copy the value and paste it by hand",
            Self::Conflict { .. } => "Replace the values, or choose another name or file",
            Self::Changed(_) => "Review the change again, then write it",
            Self::NotPermitted(_) | Self::ReadOnly(_) | Self::NotReadable(_) => {
                "Change the permissions or pick another file"
            }
            Self::OwnerNotKept(_) => "Write it as the user who owns the file",
            Self::DiskFull(_) => "Free some space and try again",
            Self::Io { .. } => return None,
        })
    }

    pub(crate) fn reading(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::PermissionDenied => Self::NotReadable(path.to_owned()),
            io::ErrorKind::IsADirectory => Self::IsFolder(path.to_owned()),
            kind => Self::Io {
                path: path.to_owned(),
                action: "read",
                kind,
            },
        }
    }

    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::PermissionDenied => Self::NotPermitted(path.to_owned()),
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly(path.to_owned()),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::DiskFull(path.to_owned())
            }
            kind => Self::Io {
                path: path.to_owned(),
                action: "write",
                kind,
            },
        }
    }
}
