//! The project folder that a path belongs to.

use std::path::{Path, PathBuf};

use super::list::new_record;
use super::look::Look;
use super::plan::{next_step, writes};
use super::scan::is_env_entry;
use super::{record, settings, show};
use crate::Error;
use crate::base::disk::blocking;
use crate::core::operation::operation;
use crate::features::{Features, env_file};
use crate::view::{FolderAroundView, FolderEnsureOptions};

/// Entries with which a project's folder begins, besides its env files.
const MARKS: [&str; 2] = ["package.json", ".git"];

/// Finds the project folder that a path belongs to. The nearest folder upwards that is in the list, or has a `.env*` file,
/// a `package.json` or a `.git`, is that folder; without one it is the path itself. With `exact` it is the path itself
/// always. Nothing is added to the list.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the path is not a folder.
#[operation(Program, Read, folder_around)]
pub async fn around(app: &Features, path: &str, exact: bool) -> Result<FolderAroundView, Error> {
    let path = settings::folder(path).await?;
    let (records, rows) = record::all(app).await?;
    let listed: Vec<_> = records.iter().map(|it| PathBuf::from(&it.path)).collect();
    let found = match exact {
        true => path,
        false => {
            blocking(move || Ok(nearest(&path, &listed, std::env::home_dir().as_deref()))).await?
        }
    };
    let known = records.into_iter().find(|record| record.path == found);
    let is_listed = known.is_some();
    let record = match known {
        Some(record) => record,
        None => new_record(app, found, None).await?,
    };
    view(app, Look::at(app, record, &rows).await, is_listed).await
}

async fn view(app: &Features, look: Look, is_listed: bool) -> Result<FolderAroundView, Error> {
    let step = next_step(&look, FolderEnsureOptions::default());
    let git = match step.is_ok_and(writes) {
        true => Some(env_file::git_state(&look.env.target).await),
        false => None,
    };
    Ok(FolderAroundView {
        folder: show::view(app, look).await,
        is_listed,
        git,
    })
}

/// Files mark no project in the home folder or above it: a person's own `.env` and `.git` there are about no project.
fn nearest(path: &str, listed: &[PathBuf], home: Option<&Path>) -> String {
    let start = Path::new(path);
    let mut is_below_home = true;
    for folder in start.ancestors() {
        is_below_home &= home != Some(folder) && folder.parent().is_some();
        let is_project = is_below_home && has_mark(folder);
        if (is_project || listed.iter().any(|it| it == folder))
            && let Some(found) = folder.to_str()
        {
            return found.to_owned();
        }
    }
    path.to_owned()
}

fn has_mark(folder: &Path) -> bool {
    let has_env = || {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| is_env_entry(&entry))
    };
    MARKS.iter().any(|name| folder.join(name).exists()) || has_env()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_project_ends_the_search() {
        let world = tempfile::tempdir().unwrap();
        let home = world.path().canonicalize().unwrap();
        let at = |path: &str| home.join(path);
        std::fs::create_dir_all(at("outer/inner/src/deep")).unwrap();
        std::fs::write(home.join(".env"), "").unwrap();
        let find = |from: &str, listed: &[&str]| {
            let listed: Vec<_> = listed.iter().map(|path| at(path)).collect();
            let from = at(from).display().to_string();
            PathBuf::from(nearest(&from, &listed, Some(&home)))
        };
        let deep = "outer/inner/src/deep";
        assert_eq!(find(deep, &[]), at(deep), "home marks no project");
        assert_eq!(find(deep, &["outer"]), at("outer"));
        for mark in ["package.json", ".git", ".env", ".env.local"] {
            std::fs::write(at("outer/inner").join(mark), "").unwrap();
            assert_eq!(find(deep, &["outer"]), at("outer/inner"), "{mark}");
            assert_eq!(find("outer", &["outer"]), at("outer"), "{mark}");
            std::fs::remove_file(at("outer/inner").join(mark)).unwrap();
        }
        std::fs::create_dir(at("outer/inner/.env")).unwrap();
        assert_eq!(
            find(deep, &["outer"]),
            at("outer"),
            "a folder is no env file"
        );
        assert_eq!(find(deep, &["outer", "outer/inner"]), at("outer/inner"));
    }
}
