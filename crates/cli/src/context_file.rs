//! The file that says which organization and project a folder is about: `.neon`, as the platform's own client has it.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use app::view::ErrorCode;
use serde_json::{Map, Value};

use crate::failure::{Done, Failure};

const NAME: &str = ".neon";
/// Where one of these or a context file is, a project's folder begins, and no file above it is looked for.
const ROOTS: [&str; 2] = ["package.json", ".git"];

/// What the file says. What it says besides is kept when it is written.
#[derive(Debug, Default)]
pub struct ContextFile {
    path: PathBuf,
    said: Map<String, Value>,
}

impl ContextFile {
    /// Reads the file that was named, else the nearest one. A nearest one that is not there, or is a folder, says nothing; one
    /// that was named has to be there, unless `may_be_new`. With `may_be_new` it is about to be written, and has to be a file.
    pub fn read(named: Option<&Path>, may_be_new: bool) -> Done<Self> {
        let path = match named {
            Some(path) => path.to_owned(),
            None => {
                nearest(&std::env::current_dir().map_err(|error| unusable(Path::new("."), &error))?)
            }
        };
        // The platform's own tools have a folder of this name.
        if named.is_none() && !may_be_new && path.is_dir() {
            return Ok(Self {
                path,
                said: Map::new(),
            });
        }
        let text = match app::disk::read_text(&path) {
            Ok(text) => text,
            Err(error)
                if error.kind() == ErrorKind::NotFound && (named.is_none() || may_be_new) =>
            {
                String::new()
            }
            Err(error) => return Err(unusable(&path, &error)),
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        if text.trim().is_empty() {
            return Ok(Self {
                path,
                said: Map::new(),
            });
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(said)) => Ok(Self { path, said }),
            Ok(_) | Err(_) => Err(Failure::new(
                ErrorCode::File,
                format!("{} is no context file", path.display()),
                "Write an object such as {\"projectId\": \"…\"} into it, or remove it.",
            )),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if the file is in the current folder.
    pub fn is_here(&self) -> bool {
        std::env::current_dir().is_ok_and(|here| self.path.parent() == Some(&here))
    }

    pub fn organization(&self) -> Option<String> {
        self.text("orgId")
    }

    pub fn project(&self) -> Option<String> {
        self.text("projectId")
    }

    pub fn branch(&self) -> Option<String> {
        self.text("branchId").or_else(|| self.text("branch"))
    }

    /// Names another project, its organization where it has one, and a branch of it.
    pub fn set(
        &mut self,
        project: &str,
        organization: Option<&str>,
        branch: Option<&str>,
    ) -> Done<&Path> {
        for name in ["branchId", "branch", "orgId"] {
            self.said.remove(name);
        }
        self.said.insert("projectId".to_owned(), project.into());
        if let Some(organization) = organization {
            self.said.insert("orgId".to_owned(), organization.into());
        }
        if let Some(branch) = branch {
            self.said.insert("branchId".to_owned(), branch.into());
        }
        let mut text = serde_json::to_string_pretty(&self.said).unwrap_or_default();
        text.push('\n');
        let written = self.fresh().and_then(|mut fresh| {
            fresh.write_all(text.as_bytes())?;
            Ok(fresh.persist(&self.path)?)
        });
        written.map_err(|error| unusable(&self.path, &error))?;
        Ok(&self.path)
    }

    /// Checks that the file can be written, before anything is made that it is to name.
    pub fn must_be_writable(&self) -> Done {
        let fresh = self.fresh().map_err(|error| unusable(&self.path, &error));
        fresh.map(drop)
    }

    /// A file beside it that takes its place, with the permissions of any new file.
    fn fresh(&self) -> std::io::Result<tempfile::NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(NAME);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let folder = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        builder.tempfile_in(folder.unwrap_or(Path::new(".")))
    }

    fn text(&self, name: &str) -> Option<String> {
        let text = self.said.get(name)?.as_str()?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

/// The file of the nearest folder upwards where a project begins; without one, that of the folder itself.
fn nearest(from: &Path) -> PathBuf {
    let home = std::env::home_dir();
    let below_home = from
        .ancestors()
        .take_while(|folder| Some(*folder) != home.as_deref() && folder.parent().is_some());
    let root = below_home.into_iter().find(|folder| {
        let has = |name: &&str| folder.join(name).exists();
        ROOTS.iter().any(has) || folder.join(NAME).is_file()
    });
    root.unwrap_or(from).join(NAME)
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(
        ErrorCode::File,
        format!("Couldn't use the context file {}: {error}", path.display()),
        "Check the path and its permissions, or name another with --context-file.",
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_nearest_project_s_folder_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("shop/src");
        fs::create_dir_all(&below).unwrap();
        assert_eq!(nearest(&below), below.join(NAME));
        fs::write(folder.path().join("shop/package.json"), "{}").unwrap();
        assert_eq!(nearest(&below), folder.path().join("shop").join(NAME));
        fs::write(below.join(NAME), "{}").unwrap();
        assert_eq!(nearest(&below), below.join(NAME));
    }

    #[test]
    fn byte_order_mark_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("context");
        fs::write(&path, "\u{feff}{\"projectId\": \"a\"}\n").unwrap();
        let file = ContextFile::read(Some(&path), false).unwrap();
        assert_eq!(file.project().as_deref(), Some("a"));
    }

    #[test]
    fn folder_called_like_the_file_begins_no_project_and_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("shop/.neon")).unwrap();
        fs::write(folder.path().join(NAME), "{}").unwrap();
        let below = folder.path().join("shop");
        assert_eq!(nearest(&below), folder.path().join(NAME));
        let named = below.join(NAME);
        for may_be_new in [false, true] {
            let refused = ContextFile::read(Some(&named), may_be_new).unwrap_err();
            assert_eq!(refused.code(), 11);
        }
    }

    #[test]
    fn what_is_not_ours_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("context");
        fs::write(&path, r#"{"projectId":"a","branchId":"br-a","more":[1]}"#).unwrap();
        let mut file = ContextFile::read(Some(&path), false).unwrap();
        assert_eq!(file.project().as_deref(), Some("a"));
        assert_eq!(file.branch().as_deref(), Some("br-a"));
        file.set("b", Some("org-1"), None).unwrap();
        let file = ContextFile::read(Some(&path), false).unwrap();
        assert_eq!(file.project().as_deref(), Some("b"));
        assert_eq!(file.organization().as_deref(), Some("org-1"));
        assert_eq!(
            (file.branch(), file.said["more"][0].as_u64()),
            (None, Some(1))
        );
    }

    #[test]
    fn a_file_that_is_no_context_is_refused_and_one_that_is_missing_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("context");
        assert_eq!(
            ContextFile::read(Some(&path), true).unwrap().project(),
            None
        );
        let missing = ContextFile::read(Some(&path), false).unwrap_err();
        assert_eq!(missing.code(), 11, "a file that was named has to be there");
        for text in ["[]", "{", "\u{0}"] {
            fs::write(&path, text).unwrap();
            assert_eq!(
                ContextFile::read(Some(&path), false).unwrap_err().code(),
                11,
                "{text}"
            );
        }
    }
}
