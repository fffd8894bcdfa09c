//! A bare Debian of its own, or one of its kin: what each system of the suite has, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::suite::Suite;
use crate::error::{Context, Result};
use crate::program::Program;
use crate::project::Project;
use crate::setup::system::{as_root, user};
use crate::steps::Outcome;

/// Where the root is for programs that run with it. The mounts are of a namespace of their own and go with it, as do its
/// processes: whatever fails, nothing stays mounted and nothing runs on.
pub const MOUNTED: &str = "/mnt";
/// Of the person.
pub const HOME: &str = "/home/you";
/// The number of the person where root runs this; else it is that of who does.
const PERSON: u32 = 1000;
const WITHIN: Duration = Duration::from_secs(15 * 60);

/// Runs a program beside the root `$0`, with `/tmp` in common. Fails where something that was started in the root still runs.
const BESIDE: &str = r#"
mount --bind "$0" /mnt
mount -t proc proc /mnt/proc
mount --rbind /dev /mnt/dev
mount --bind /mnt/tmp /tmp
"$@"
left=$(find /proc -mindepth 2 -maxdepth 2 -name root -lname /mnt -printf '%h/cmdline ')
test -z "$left" || { echo "still runs: $(cat $left | tr '\0' ' ')"; exit 1; }
"#;

/// Makes it from packages, without services that start, and with a person.
const BOOTSTRAP: &str = r#"
rm -rf --one-file-system "$1"
debootstrap --variant=minbase --components="$3" "$4" "$1" "$5"
printf '%s\n' "$6" >"$1/etc/apt/sources.list"
printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
chmod 755 "$1/usr/sbin/policy-rc.d"
chroot "$1" useradd --uid "$7" --create-home you
rm -f "$1"/var/cache/apt/archives/*.deb
tar -C "$1" --numeric-owner -cf "$2.part" .
mv "$2.part" "$2"
rm -rf --one-file-system "$1"
"#;

/// Removed when it is dropped.
#[derive(Debug)]
pub struct Root {
    folder: PathBuf,
    person: u32,
}

impl Drop for Root {
    fn drop(&mut self) {
        // The next one is unpacked over nothing.
        let _ = remove(&self.folder);
    }
}

/// Brings the packages of a bare one, once for a suite: what is unpacked is an archive in `.plinth`.
pub fn bootstrap(project: &Project, suite: &Suite) -> Result<Outcome> {
    let archive = archive(project, suite);
    if archive.is_file() {
        return Ok(Outcome::There(suite.name.clone()));
    }
    fs::create_dir_all(project.kept().join("bundle")).context("cannot create .plinth/bundle")?;
    let made = Program::new("debootstrap")
        .arg(folder(project))
        .arg(&archive)
        .args([&suite.components, &suite.name, &suite.mirror])
        .arg(&suite.sources)
        .arg(person()?.to_string())
        .under(&["sh", "-euc", BOOTSTRAP]);
    as_root(made)?
        .within(WITHIN)
        .log(project.log("debootstrap")?)
        .quiet()?;
    Ok(Outcome::Done(suite.name.clone()))
}

impl Root {
    /// Unpacks what [`bootstrap`] made.
    pub fn unpack(project: &Project, suite: &Suite) -> Result<Self> {
        let root = Self {
            folder: folder(project),
            person: person()?,
        };
        remove(&root.folder)?;
        fs::create_dir_all(&root.folder).context("cannot create the root's folder")?;
        let tar = Program::new("tar")
            .args(["--numeric-owner", "-xpf"])
            .arg(archive(project, suite))
            .arg("-C")
            .arg(&root.folder);
        as_root(tar)?.within(WITHIN).quiet()?;
        Ok(root)
    }

    /// Puts a program or a package there.
    pub fn copy(&self, from: &Path, to: &str) -> Result<()> {
        let to = self.folder.join(to.trim_start_matches('/'));
        let install = Program::new("install").args(["-m", "755"]);
        as_root(install.arg(from).arg(to))?.quiet().map(|_| ())
    }

    pub fn remove(&self, file: &str) -> Result<()> {
        remove(&self.folder.join(file.trim_start_matches('/')))
    }

    /// A program of this machine, with root's rights, beside the mounted root.
    pub fn beside(&self, program: &[&str]) -> Result<Program> {
        let folder = self.folder.to_string_lossy();
        let namespace = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
        let start = [
            &["unshare"][..],
            &namespace,
            &["sh", "-euc", BESIDE, &folder],
        ]
        .concat();
        let program = Program::new(program[0]).args(&program[1..]);
        Ok(as_root(program.under(&start))?.within(WITHIN))
    }

    /// A program of the root, with root's rights.
    pub fn program(&self, program: &[&str]) -> Result<Program> {
        let environment = ["LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"];
        let start = ["chroot", MOUNTED, "env"];
        self.beside(&[&start[..], &environment, program].concat())
    }

    /// A program of the root as the person runs it in a shell, without a desktop.
    pub fn of_person(&self, program: &[&str]) -> Result<Program> {
        let id = self.person();
        let user = format!("--userspec={id}:{id}");
        let path = "PATH=/usr/local/bin:/usr/bin:/bin";
        let home = format!("HOME={HOME}");
        let start = ["chroot", &user, MOUNTED, "env", "-i", path, &home];
        self.beside(&[&start, program].concat())
    }

    pub fn apt(&self, arguments: &[&str]) -> Result<Program> {
        self.program(&[&["apt-get", "-y"], arguments].concat())
    }

    pub fn person(&self) -> String {
        self.person.to_string()
    }

    /// Every file and folder of it but those of the kernel.
    pub fn files(&self) -> Result<BTreeSet<String>> {
        let find = Program::new("find").arg(&self.folder);
        let find = find.args(["-mindepth", "1", "-printf", "/%P\\n"]);
        let said = as_root(find)?.quiet()?;
        let of_kernel = |path: &&str| {
            ["/dev/", "/proc/", "/sys/"]
                .iter()
                .any(|it| path.starts_with(it))
        };
        Ok(said
            .lines()
            .filter(|path| !of_kernel(path))
            .map(str::to_owned)
            .collect())
    }
}

fn folder(project: &Project) -> PathBuf {
    project.kept().join("bundle/root")
}

fn archive(project: &Project, suite: &Suite) -> PathBuf {
    project
        .kept()
        .join(format!("bundle/bare-{}.tar", suite.name))
}

fn person() -> Result<u32> {
    Ok(match user()? {
        0 => PERSON,
        own => own,
    })
}

fn remove(path: &Path) -> Result<()> {
    let rm = Program::new("rm").args(["-rf", "--one-file-system"]);
    as_root(rm.arg(path))?.quiet().map(|_| ())
}
