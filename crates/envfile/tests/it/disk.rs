use std::fs;
use std::path::Path;

use envfile::{Error, Plan, WriteStep, read};

use crate::{WHOLE, WRITER, block, env_file, names_in, planned};

#[test]
fn writing_and_undoing_a_new_file() {
    let (folder, path) = env_file(None);
    assert!(read(&path).unwrap().is_none());
    let plan = Plan::new(None, &block(), &[]).unwrap();
    let receipt = WRITER.write(&path, &plan).unwrap();
    assert_eq!(fs::read(&path).unwrap(), WHOLE.as_bytes());
    assert_eq!(names_in(folder.path()), [".env"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o7777,
            0o600
        );
    }
    assert!(receipt.created_file());
    WRITER.undo(&receipt).unwrap();
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn a_file_that_changed_since_is_left_alone() {
    let (folder, path) = env_file(Some(b"A=1\n"));
    let plan = planned(b"A=1\n", &[]);
    fs::write(&path, b"A=2\n").unwrap();
    assert!(matches!(WRITER.write(&path, &plan), Err(Error::Changed(_))));
    assert_eq!(fs::read(&path).unwrap(), b"A=2\n");
    fs::write(&path, b"A=1\n").unwrap();
    let receipt = WRITER.write(&path, &plan).unwrap();
    fs::write(&path, b"A=3\n").unwrap();
    assert!(matches!(WRITER.undo(&receipt), Err(Error::Changed(_))));
    assert_eq!(fs::read(&path).unwrap(), b"A=3\n");

    fs::remove_file(&path).unwrap();
    assert!(matches!(WRITER.write(&path, &plan), Err(Error::Changed(_))));
    let new = Plan::new(None, &block(), &[]).unwrap();
    fs::write(&path, b"").unwrap();
    assert!(matches!(WRITER.write(&path, &new), Err(Error::Changed(_))));
    assert_eq!(names_in(folder.path()), [".env"]);
}

#[test]
fn a_file_that_changes_while_it_is_written_is_left_alone() {
    const OTHERS: &[u8] = b"A=written by another program\n";
    for old in [None, Some(&b"A=1\n"[..])] {
        let (folder, path) = env_file(old);
        let plan = Plan::new(old, &block(), &[]).unwrap();
        let written = WRITER.write_in_steps(&path, &plan, |step| {
            if step == WriteStep::Flushed {
                fs::write(&path, OTHERS).unwrap();
            }
        });
        assert!(matches!(written, Err(Error::Changed(_))), "{written:?}");
        assert_eq!(fs::read(&path).unwrap(), OTHERS);
        assert_eq!(names_in(folder.path()), [".env"]);
    }
}

#[test]
fn what_is_no_env_file_is_named() {
    let (folder, path) = env_file(None);
    let inside = folder.path();
    let error = |path: &Path| read(path).unwrap_err();
    assert_eq!(error(inside), Error::IsFolder(inside.to_owned()));
    let missing = inside.join("no/.env");
    assert_eq!(error(&missing), Error::FolderMissing(inside.join("no")));
    fs::write(&path, vec![b'#'; 1024 * 1024 + 1]).unwrap();
    let bytes = 1024 * 1024 + 1;
    assert_eq!(
        error(&path),
        Error::TooLarge {
            path: path.clone(),
            bytes
        }
    );
    let below = path.join(".env");
    assert_eq!(error(&below), Error::FolderMissing(path));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_owner_and_mode_are_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    let (folder, path) = env_file(None);
    let target = folder.path().join("real/env");
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(&target, b"A=1\n").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    // Only root may give a file away; everyone else keeps their own.
    let _ = chown(&target, Some(12345), Some(23456));
    let before = fs::metadata(&target).unwrap();
    symlink("middle", &path).unwrap();
    symlink("real/env", folder.path().join("middle")).unwrap();

    let receipt = WRITER.write(&path, &planned(b"A=1\n", &[])).unwrap();
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    let after = fs::metadata(&target).unwrap();
    assert_eq!(after.mode(), before.mode());
    assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
    assert_ne!(after.len(), before.len());
    WRITER.undo(&receipt).unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"A=1\n");

    fs::remove_file(&target).unwrap();
    assert!(matches!(read(&path), Err(Error::LinkDangling { .. })));
    let turning = folder.path().join("loop");
    symlink("loop", &turning).unwrap();
    assert_eq!(read(&turning).unwrap_err(), Error::LinkLoop(turning));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_named() {
    let plan = Plan::new(None, &block(), &[]).unwrap();
    let error = WRITER.write(Path::new("/sys/.env"), &plan).unwrap_err();
    assert!(
        matches!(error, Error::NotPermitted(_) | Error::ReadOnly(_)),
        "{error:?}"
    );
    assert!(error.hint().is_some());
}
