//! PostgreSQL as it is shipped.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Context, Error, Result};
use crate::project::below;
use crate::setup::postgres::PROGRAMS;
use crate::steps::Outcome;

/// What a server needs at run time: no static libraries, no headers, and each shared library once
/// under the name it is looked up by, for an installer follows links and would hold it thrice.
pub fn stage(from: &Path, to: &Path) -> Result<Outcome> {
    if to.exists() {
        fs::remove_dir_all(to).context("cannot remove what was staged before")?;
    }
    let mut bytes = 0;
    for file in below(from) {
        let inside = file
            .strip_prefix(from)
            .context("a file outside PostgreSQL's folder")?;
        if !is_shipped(inside) || is_alias(&file) {
            continue;
        }
        let target = to.join(name_to_load(&file, inside));
        if let Some(dir) = target.parent() {
            fs::create_dir_all(dir).context(format_args!("cannot create {}", dir.display()))?;
        }
        bytes +=
            fs::copy(&file, &target).context(format_args!("cannot copy {}", inside.display()))?;
    }
    for program in PROGRAMS {
        let program = format!("bin/{program}{}", std::env::consts::EXE_SUFFIX);
        if !to.join(&program).is_file() {
            return Err(
                Error::new(format!("{program} is missing in PostgreSQL's folder"))
                    .hint("delete .plinth/postgres and run this again"),
            );
        }
    }
    Ok(Outcome::Done(format!("{} MB", bytes / 1_000_000)))
}

fn is_shipped(inside: &Path) -> bool {
    let name = inside
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    let folders: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
    let dropped = name.starts_with('.')
        || DROPPED_ENDINGS.iter().any(|ending| name.ends_with(ending))
        || DROPPED_BEGINNINGS.iter().any(|it| name.starts_with(it))
        // A language that nobody but a superuser may add, and that asks for a Python of its own.
        || name.contains("plpython3")
        // A cluster that tests prepared; copied file by file it would lose its empty folders.
        || inside.starts_with("share/sandbox")
        || folders
            .iter()
            .any(|folder| matches!(*folder, "pkgconfig" | "pgxs" | "include" | "doc" | "man" | "StackBuilder"));
    !dropped
}

const DROPPED_ENDINGS: [&str; 3] = [".a", ".lib", ".pdb"];
/// What compiles programs, tries out a machine, or opens a window on Windows.
const DROPPED_BEGINNINGS: [&str; 12] = [
    "ecpg",
    "libecpg",
    "libpgtypes",
    "pg_config",
    "pg_test_",
    "README",
    "stackbuilder",
    "StackBuilder",
    "test_cloexec",
    "testplug",
    "wxbase",
    "wxmsw",
];

fn is_alias(file: &Path) -> bool {
    file.is_symlink()
}

/// `libx.so.60.2` is looked up as `libx.so.60`: the link beside it with the same major number.
fn name_to_load(file: &Path, inside: &Path) -> PathBuf {
    let name = inside
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or_default();
    let Some((base, version)) = name.split_once(".so.") else {
        return inside.to_path_buf();
    };
    let major = version.split('.').next().unwrap_or(version);
    let looked_up = format!("{base}.so.{major}");
    if fs::read_link(file.with_file_name(&looked_up)).is_ok() {
        inside.with_file_name(looked_up)
    } else {
        inside.to_path_buf()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn each_library_is_shipped_once_under_the_name_it_is_looked_up_by() {
        let dir = tempfile::tempdir().unwrap();
        let (from, to) = (dir.path().join("from"), dir.path().join("to"));
        for file in [
            "COPYRIGHT",
            "lib/libx.so.60.2",
            "lib/libz.so.1",
            "lib/libx.a",
            "lib/pkgconfig/x.pc",
            "lib/plpython3.so",
            "bin/ecpg",
            "share/postgres.bki",
            "share/sandbox/cluster-1/PG_VERSION",
            ".lock-mark",
        ]
        .into_iter()
        .map(str::to_owned)
        .chain(PROGRAMS.iter().map(|name| format!("bin/{name}")))
        {
            let file = from.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "x").unwrap();
        }
        for alias in ["libx.so", "libx.so.60"] {
            std::os::unix::fs::symlink("libx.so.60.2", from.join("lib").join(alias)).unwrap();
        }
        stage(&from, &to).unwrap();
        let shipped: Vec<String> = below(&to)
            .iter()
            .map(|f| f.strip_prefix(&to).unwrap().display().to_string())
            .collect();
        assert_eq!(
            shipped,
            [
                "COPYRIGHT",
                "bin/initdb",
                "bin/pg_basebackup",
                "bin/pg_ctl",
                "bin/pg_dump",
                "bin/pg_restore",
                "bin/postgres",
                "bin/psql",
                "lib/libx.so.60",
                "lib/libz.so.1",
                "share/postgres.bki"
            ]
        );

        fs::remove_file(from.join("bin/pg_dump")).unwrap();
        let refused = stage(&from, &to).unwrap_err().to_string();
        assert!(refused.contains("bin/pg_dump is missing"), "{refused}");
    }
}
