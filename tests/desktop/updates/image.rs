//! What stands for an AppImage: the app in a folder as where an AppImage is mounted, and a file beside it that is the AppImage.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use plinth_tests::shell;

use crate::harness::Desktop;

/// As the bundler finds it in the program, and what it writes there instead.
const UNKNOWN: &[u8] = b"__TAURI_BUNDLE_TYPE_VAR_UNK";

/// How the program was packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    AppImage,
    Deb,
    Rpm,
    /// It was not.
    Built,
}

pub struct Image {
    /// The one file that a person has.
    pub file: PathBuf,
    folder: PathBuf,
}

impl Image {
    /// Has this desktop start the app out of it.
    pub fn install(desktop: &mut Desktop, packed: Packed) -> Self {
        let folder = desktop.path().join("apps");
        let mount = desktop.path().join("mount");
        let program = mount.join("usr/bin/plinth-desktop");
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        std::fs::create_dir_all(&folder).unwrap();
        pack(&desktop.program, &program, packed);
        symlink(shell::program(), program.with_file_name("plinth")).unwrap();
        let file = folder.join("Plinth.AppImage");
        std::fs::copy("/usr/bin/true", &file).unwrap();
        set_mode(&file, 0o755);
        desktop.program.clone_from(&program);
        desktop.set("APPIMAGE", &file);
        desktop.set("APPDIR", &mount);
        Self { file, folder }
    }

    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.file).unwrap()
    }

    /// What lies in its folder.
    pub fn beside(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).unwrap();
        let mut names: Vec<_> = entries
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// A program that says how it was packed, as the bundler makes it. Without what a debugger reads: it is sent and signed.
fn pack(from: &Path, to: &Path, packed: Packed) {
    let mut strip = Command::new("strip");
    assert!(
        strip
            .arg("-o")
            .arg(to)
            .arg(from)
            .status()
            .unwrap()
            .success()
    );
    let kind = match packed {
        Packed::AppImage => b"APP",
        Packed::Deb => b"DEB",
        Packed::Rpm => b"RPM",
        Packed::Built => return,
    };
    let mut bytes = std::fs::read(to).unwrap();
    let mut places = bytes.windows(UNKNOWN.len()).enumerate();
    let place = places.find(|(_, part)| *part == UNKNOWN).unwrap().0;
    let end = place + UNKNOWN.len();
    bytes[end - kind.len()..end].copy_from_slice(kind);
    std::fs::write(to, bytes).unwrap();
}

fn set_mode(file: &Path, mode: u32) {
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
}
