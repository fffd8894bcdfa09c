//! Which extensions an owner of a database may create, read from PostgreSQL's control files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Those that the PostgreSQL in that folder has and that need no superuser.
pub fn of(bin_dir: &Path) -> BTreeSet<String> {
    let folders = folders(bin_dir);
    let entries = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let files = entries.flatten().flatten().map(|entry| entry.path());
    files.filter_map(|file| named_by(&file)).collect()
}

/// Beside the programs; for Debian's `/usr/lib/postgresql/17/bin`, in `/usr/share/postgresql/17`.
fn folders(bin_dir: &Path) -> [PathBuf; 3] {
    let root = bin_dir.parent().unwrap_or(bin_dir);
    let of_debian = Path::new("../../../share/postgresql")
        .join(root.file_name().unwrap_or_default())
        .join("extension");
    [
        root.join("share/extension"),
        root.join("share/postgresql/extension"),
        root.join(of_debian),
    ]
}

fn named_by(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?.strip_suffix(".control")?;
    // `NAME--VERSION.control` only adds to the file of the extension.
    let is_extension = !name.contains("--");
    let may_be_created = || fs::read_to_string(file).is_ok_and(|text| needs_no_superuser(&text));
    (is_extension && may_be_created()).then(|| name.to_owned())
}

/// PostgreSQL's defaults are `superuser = true` and `trusted = false`.
fn needs_no_superuser(control: &str) -> bool {
    setting(control, "trusted") == Some(true) || setting(control, "superuser") == Some(false)
}

/// The last line that sets it stands, as in PostgreSQL.
fn setting(control: &str, name: &str) -> Option<bool> {
    let mut pairs = control.lines().filter_map(|line| line.split_once('='));
    let value = pairs.rfind(|(it, _)| it.trim() == name)?.1;
    let value = value.split('#').next().unwrap_or_default();
    match value
        .trim()
        .trim_matches('\'')
        .to_ascii_lowercase()
        .as_str()
    {
        "true" | "on" | "yes" | "1" => Some(true),
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_no_superuser_is_listed_from_each_folder_that_postgresql_has() {
        for share in [
            "pg/share/extension",
            "pg/share/postgresql/extension",
            "share/postgresql/17/extension",
        ] {
            let base = tempfile::tempdir().unwrap();
            let at = match share.starts_with("pg") {
                true => "pg/bin",
                // As Debian has its programs.
                false => "lib/postgresql/17/bin",
            };
            let (bin_dir, folder) = (base.path().join(at), base.path().join(share));
            fs::create_dir_all(&bin_dir).unwrap();
            fs::create_dir_all(&folder).unwrap();
            for (file, text) in [
                (
                    "trusted.control",
                    "comment = 'superuser = false'\ntrusted = true\n",
                ),
                ("spaced.control", "  trusted='ON'   # as set up"),
                ("anyone.control", "superuser = false"),
                ("turned-on.control", "trusted = false\ntrusted = true"),
                ("usual.control", "relocatable = true\n"),
                (
                    "no.control",
                    "trusted = false\n#trusted = true\nsuperuser = true",
                ),
                ("trusted--2.0.control", "trusted = true"),
                ("trusted--1.0.sql", "trusted = true"),
                ("empty.control", ""),
            ] {
                fs::write(folder.join(file), text).unwrap();
            }
            fs::write(folder.join("bytes.control"), b"trusted = true\xff").unwrap();
            fs::create_dir(folder.join("folder.control")).unwrap();
            let expected = ["anyone", "spaced", "trusted", "turned-on"];
            assert_eq!(of(&bin_dir), expected.map(str::to_owned).into(), "{share}");
        }
        assert_eq!(of(Path::new("/none/bin")), BTreeSet::new());
    }
}
