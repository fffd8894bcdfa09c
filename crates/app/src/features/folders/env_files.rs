//! The env files of a folder: the one that is written, and the others that programs read in development.

use std::path::{Component, Path, PathBuf};

use envfile::{DEVELOPMENT_FILES, EnvFile, ExposeSecret, Reading, SecretSlice, SecretString};

use crate::Error;
use crate::base::disk::real_path;
use crate::view::{ErrorCode, FolderSettings};

/// The env files of a folder as they are on the disk, links followed.
pub(super) struct EnvFiles {
    /// The file that is written; its content is `None` where there is no such file.
    pub(super) target: PathBuf,
    pub(super) content: Option<SecretSlice<u8>>,
    /// Name of the written file in the folder.
    name: String,
    /// The other files that exist, in the order in which a later one overrides.
    others: Vec<Other>,
    /// Other files that can't be read.
    pub(super) unread: Vec<Unread>,
}

struct Other {
    name: &'static str,
    path: PathBuf,
    content: SecretSlice<u8>,
}

/// An env file, besides the one that is written, that Plinth can't read.
pub(super) struct Unread {
    pub(super) error: Error,
    /// False for a folder and for a link to nothing, which no program reads.
    may_have_values: bool,
}

/// A file of the folder with its path.
pub(super) struct Named<'a> {
    pub(super) path: &'a Path,
    pub(super) file: EnvFile<'a>,
}

impl EnvFiles {
    /// Reads the files. One that can't be read is an error only if it is the one that is written.
    pub(super) fn read(settings: &FolderSettings, folder: &Path) -> Result<Self, Error> {
        let name = without_dots(&settings.env_file);
        let target = within(folder, &folder.join(&name))?;
        let content = envfile::read(&target)?;
        let mut files = Self {
            target,
            content,
            name,
            others: Vec::new(),
            unread: Vec::new(),
        };
        for name in DEVELOPMENT_FILES {
            if name != files.name {
                files.read_other(folder, name);
            }
        }
        Ok(files)
    }

    fn read_other(&mut self, folder: &Path, name: &'static str) {
        let link = folder.join(name);
        let is_empty = match envfile::resolve(&link) {
            Err(
                envfile::Error::IsFolder(_)
                | envfile::Error::LinkDangling { .. }
                | envfile::Error::LinkLoop(_),
            ) => true,
            Ok(_) | Err(_) => false,
        };
        let read = within(folder, &link).and_then(|path| Ok((envfile::read(&path)?, path)));
        match read {
            Ok((Some(content), path)) => self.others.push(Other {
                name,
                path,
                content,
            }),
            Ok((None, _)) => {}
            Err(error) => self.unread.push(Unread {
                error,
                may_have_values: !is_empty,
            }),
        }
    }

    /// The bytes of the file that is written.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        self.content.as_ref().map(ExposeSecret::expose_secret)
    }

    /// The file that is written, and behind it the others.
    pub(super) fn named(&self) -> Vec<Named<'_>> {
        let written = Named {
            path: &self.target,
            file: EnvFile::parse(self.bytes().unwrap_or_default()),
        };
        let others = self.others.iter().map(|other| Named {
            path: &other.path,
            file: EnvFile::parse(other.content.expose_secret()),
        });
        std::iter::once(written).chain(others).collect()
    }

    /// The value of a variable in the file that is written, as it stands there.
    pub(super) fn written(&self, variable: &str) -> Option<SecretString> {
        let file = EnvFile::parse(self.bytes().unwrap_or_default());
        let (_, found) = file.last(variable)?;
        let text = str::from_utf8(file.slice(&found.content())).ok()?;
        Some(text.into())
    }

    /// The value that programs read for a variable, or why they may read different ones. `written` is the value of a
    /// variable that Plinth wrote.
    pub(super) fn reading(
        &self,
        variable: &str,
        written: Option<&SecretString>,
    ) -> Result<Option<SecretString>, String> {
        let mut files: Vec<_> = self
            .others
            .iter()
            .map(|other| (other.name, EnvFile::parse(other.content.expose_secret())))
            .collect();
        let own = EnvFile::parse(self.bytes().unwrap_or_default());
        files.push((&self.name, own));
        // A file that only Plinth knows comes before all.
        files.sort_by_key(|(name, _)| DEVELOPMENT_FILES.iter().position(|it| it == name));
        let unread = self.unread.iter().find(|it| it.may_have_values);
        match (Reading::of(&files, variable, written), unread) {
            (Reading::Nothing, _) => Ok(None),
            (Reading::Disputed(dispute), _) => Err(dispute.to_string()),
            (Reading::Value(_), Some(unread)) if written.is_none() => Err(format!(
                "{}, and may have another value",
                unread.error.message()
            )),
            (Reading::Value(value), _) => Ok(Some(value)),
        }
    }
}

/// The path without `.` in it, so that `./.env` is `.env`.
fn without_dots(path: &str) -> String {
    let parts = Path::new(path).components();
    let parts: PathBuf = parts.filter(|part| *part != Component::CurDir).collect();
    parts.display().to_string()
}

/// The file behind a path in a folder.
///
/// # Errors
/// [`ErrorCode::File`] where a link leads out of the folder, and what [`envfile::resolve`] says.
pub(super) fn within(folder: &Path, path: &Path) -> Result<PathBuf, Error> {
    let target = envfile::resolve(path)?;
    let parent = target.parent().unwrap_or(folder);
    let parent = real_path(parent).unwrap_or_else(|_| parent.to_owned());
    if !parent.starts_with(folder) {
        let message = format!(
            "{} is a link to a file outside of the folder",
            path.display()
        );
        return Err(Error::new(ErrorCode::File, message)
            .hint("Choose another env file, or add the folder that has it."));
    }
    Ok(parent.join(target.file_name().unwrap_or_default()))
}

#[cfg(all(test, unix))]
#[path = "env_files_tests.rs"]
mod tests;
