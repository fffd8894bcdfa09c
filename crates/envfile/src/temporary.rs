//! Temporary files beside env files, which hold the same secrets: how they are called, and what becomes of those that a
//! process left that ended in the middle.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Letters and digits that make each name unique.
const RANDOM: usize = 6;

/// How the temporary files of one program are called.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TemporaryNames {
    program: &'static str,
    /// Beginning and end of the names that an earlier version used.
    earlier: Option<(&'static str, &'static str)>,
}

impl TemporaryNames {
    /// # Panics
    /// The program's name is empty or holds anything but ASCII letters, digits, `-` and `_`.
    pub(crate) const fn new(program: &'static str) -> Self {
        assert!(
            is_word(program),
            "a program's name is letters, digits, - and _"
        );
        Self {
            program,
            earlier: None,
        }
    }

    /// # Panics
    /// One of the two is empty: files that are somebody else's would fit.
    pub(crate) const fn and_earlier(self, start: &'static str, end: &'static str) -> Self {
        assert!(
            !start.is_empty() && !end.is_empty(),
            "an earlier name has a start and an end"
        );
        Self {
            earlier: Some((start, end)),
            ..self
        }
    }

    /// Start and end of a new name. A rule such as `.env*` that keeps env files out of a repository keeps the temporary
    /// file out as well, and rules such as `*.local` fit both files, too.
    pub(crate) fn affixes(&self, target: &Path) -> (String, OsString) {
        let mut end = OsString::new();
        if let Some(extension) = target.extension() {
            end.push(".");
            end.push(extension);
        }
        (self.start(), end)
    }

    /// Removes what was left in a folder. Nobody may be writing there.
    pub(crate) fn sweep(&self, folder: &Path) {
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        for entry in entries.flatten() {
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            let name = entry.file_name();
            if !is_file || !name.to_str().is_some_and(|name| self.is_leftover(name)) {
                continue;
            }
            let removed = fs::remove_file(entry.path());
            tracing::info!(
                removed = removed.is_ok(),
                "a temporary file of an env file was left behind"
            );
        }
    }

    fn start(&self) -> String {
        format!(".env.{}-tmp-", self.program)
    }

    fn is_leftover(&self, name: &str) -> bool {
        let earlier = self.earlier.and_then(|(start, end)| {
            let rest = name.strip_prefix(start)?;
            rest.strip_suffix(end)
        });
        let is_earlier = earlier.is_some_and(|middle| {
            middle.len() == RANDOM && middle.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        name.starts_with(&self.start()) || is_earlier
    }
}

const fn is_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphanumeric() && !matches!(bytes[at], b'-' | b'_') {
            return false;
        }
        at += 1;
    }
    !bytes.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: TemporaryNames = TemporaryNames::new("plan").and_earlier(".plan-", ".tmp");

    #[test]
    fn only_what_this_program_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let all = [
            (".env", true),
            (".env.local", true),
            (".env.plan", true),
            (".plan-notes.tmp", true),
            (".plan-activity-AbC123", true),
            (".env.other-tmp-AbC123", true),
            (".env.plan-tmp-AbC123", false),
            (".env.plan-tmp-AbC123.local", false),
            (".plan-AbC123.tmp", false),
        ];
        for (name, _) in all {
            fs::write(folder.path().join(name), "A=1").unwrap();
        }
        fs::create_dir(folder.path().join(".env.plan-tmp-folder")).unwrap();
        NAMES.sweep(folder.path());
        for (name, stays) in all {
            assert_eq!(folder.path().join(name).exists(), stays, "{name}");
        }
        assert!(folder.path().join(".env.plan-tmp-folder").exists());
    }

    #[test]
    fn a_rule_for_the_env_file_fits_the_temporary_one() {
        for (target, expected) in [
            (".env", ""),
            (".env.local", ".local"),
            ("prod.env", ".env"),
            ("settings", ""),
        ] {
            let (start, end) = NAMES.affixes(Path::new(target));
            assert_eq!(start, ".env.plan-tmp-");
            assert_eq!(end, *expected, "{target}");
        }
    }

    #[test]
    #[should_panic(expected = "a program's name")]
    fn a_name_that_leads_elsewhere_is_refused() {
        TemporaryNames::new("../x");
    }

    #[test]
    #[should_panic(expected = "a start and an end")]
    fn an_earlier_name_that_fits_every_file_is_refused() {
        let _ = NAMES.and_earlier("", "");
    }
}
