//! Finds the files that another user of this machine can open.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const NOBODY: u32 = 65_534;

/// Returns everything in a folder, with the folder itself, that another user can read or write to. A file that can be opened can be locked.
/// `None` where this process is not root, which alone becomes another user.
///
/// # Panics
/// The folder's own folder is closed to others, so that nothing would be proved; or no shell starts.
#[must_use]
pub fn opens(folder: &Path) -> Option<Vec<PathBuf>> {
    if std::fs::metadata("/proc/self")
        .is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) != 0)
    {
        println!("SKIPPED: only root becomes another user");
        return None;
    }
    let above = folder.parent().unwrap();
    let control = above.join(format!("control-{}", std::process::id()));
    std::fs::write(&control, "").unwrap();
    std::fs::set_permissions(
        &control,
        std::os::unix::fs::PermissionsExt::from_mode(0o644),
    )
    .unwrap();
    let mut paths = vec![control.clone()];
    list(folder, &mut paths);
    let output = Command::new("sh")
        .args([
            "-c",
            r#"for it; do if [ -r "$it" ] || [ -w "$it" ]; then printf '%s\n' "$it"; fi; done"#,
            "sh",
        ])
        .args(&paths)
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .unwrap();
    let opened = String::from_utf8(output.stdout).unwrap();
    let mut opened: Vec<PathBuf> = opened.lines().map(PathBuf::from).collect();
    let at = opened.iter().position(|it| *it == control);
    opened.remove(at.expect("the folder above is open to others"));
    std::fs::remove_file(control).unwrap();
    Some(opened)
}

fn list(path: &Path, paths: &mut Vec<PathBuf>) {
    paths.push(path.to_owned());
    let is_folder = std::fs::symlink_metadata(path).is_ok_and(|it| it.is_dir());
    // A file that vanishes meanwhile can be opened by nobody.
    for entry in std::fs::read_dir(path)
        .ok()
        .filter(|_| is_folder)
        .into_iter()
        .flatten()
        .flatten()
    {
        list(&entry.path(), paths);
    }
}

/// Opens all below a folder to everybody, as a version before or a careless copy may have left it.
///
/// # Panics
/// The folder is not there.
pub fn open_to_all(folder: &Path) {
    let mut paths = Vec::new();
    list(folder, &mut paths);
    for path in paths {
        let found = std::fs::symlink_metadata(&path).unwrap();
        if found.is_symlink() {
            continue;
        }
        let mode = if found.is_dir() { 0o755 } else { 0o644 };
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    }
}
