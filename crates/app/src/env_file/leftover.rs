//! Temporary files beside env files, which hold the same secrets: how they are called, and what becomes of those that a
//! process left that ended in the middle.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// How each begins. A rule such as `.env*` that keeps env files out of a repository keeps these out as well.
const PREFIX: &str = ".env.plinth-tmp-";

/// How they were called before, so that no rule fitted them.
const FORMER: (&str, &str) = (".plinth-", ".tmp");

/// Beginning and end of a temporary file's name: rules such as `*.local` fit both files, too.
pub(super) fn affixes(target: &Path) -> (&'static str, OsString) {
    let mut end = OsString::new();
    if let Some(ending) = target.extension() {
        end.push(".");
        end.push(ending);
    }
    (PREFIX, end)
}

/// Removes what was left in a folder. Nobody may be writing there.
pub(crate) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let name = entry.file_name();
        if !is_file || !name.to_str().is_some_and(is_leftover) {
            continue;
        }
        let removed = fs::remove_file(entry.path());
        tracing::info!(
            removed = removed.is_ok(),
            "a temporary file of an env file was left behind"
        );
    }
}

fn is_leftover(name: &str) -> bool {
    let (begin, end) = FORMER;
    let former = name
        .strip_prefix(begin)
        .and_then(|rest| rest.strip_suffix(end));
    let is_former = former.is_some_and(|middle| {
        middle.len() == 6 && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    name.starts_with(PREFIX) || is_former
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_this_program_left_is_removed() {
        let world = tempfile::tempdir().unwrap();
        let all = [
            (".env", true),
            (".env.local", true),
            (".env.plinth", true),
            (".plinth-notes.tmp", true),
            (".plinth-activity-AbC123", true),
            (".env.plinth-tmp-AbC123", false),
            (".env.plinth-tmp-AbC123.local", false),
            (".plinth-AbC123.tmp", false),
        ];
        for (name, _) in all {
            fs::write(world.path().join(name), "A=1").unwrap();
        }
        fs::create_dir(world.path().join(".env.plinth-tmp-folder")).unwrap();
        sweep(world.path());
        for (name, stays) in all {
            assert_eq!(world.path().join(name).exists(), stays, "{name}");
        }
        assert!(world.path().join(".env.plinth-tmp-folder").exists());
    }

    #[test]
    fn a_rule_for_the_env_file_fits_the_temporary_one() {
        for (target, expected) in [
            (".env", ""),
            (".env.local", ".local"),
            ("prod.env", ".env"),
            ("settings", ""),
        ] {
            let (begin, end) = affixes(Path::new(target));
            assert!(begin.starts_with(".env."));
            assert_eq!(end, *expected, "{target}");
        }
    }
}
