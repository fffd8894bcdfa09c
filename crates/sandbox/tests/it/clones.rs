//! Branches on file systems that share blocks, in a thorough run as root: on a disk in a file.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{sql, until};

const SIZE: u64 = 1024 * 1024 * 1024;

/// A mounted file system, as long as it lives.
struct Disk {
    folder: tempfile::TempDir,
}

impl Disk {
    fn of(make: &str, options: &[&str]) -> Self {
        let folder = tempfile::Builder::new().prefix("disk-").tempdir().unwrap();
        // The servers run as somebody else.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o711)).unwrap();
        let disk = Self { folder };
        let image = disk.folder.path().join("image");
        std::fs::File::create(&image)
            .unwrap()
            .set_len(SIZE)
            .unwrap();
        std::fs::create_dir(disk.path()).unwrap();
        run(Command::new(make).args(options).arg(&image));
        run(Command::new("mount")
            .args(["-o", "loop"])
            .arg(&image)
            .arg(disk.path()));
        disk
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    fn used(&self) -> u64 {
        run(Command::new("sync").arg("-f").arg(self.path()));
        let stats = rustix::fs::statvfs(self.path()).unwrap();
        (stats.f_blocks - stats.f_bfree) * stats.f_frsize
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

fn run(command: &mut Command) {
    let ended = command.output().unwrap();
    assert!(
        ended.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&ended.stderr)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_takes_room_for_what_changes_alone() {
    let is_root = rustix::process::geteuid().is_root();
    if std::env::var_os("PLINTH_THOROUGH").is_none() || !is_root {
        return;
    }
    for (make, options) in [
        ("mkfs.btrfs", &["-q"][..]),
        ("mkfs.xfs", &["-q", "-m", "reflink=1"]),
    ] {
        let disk = Disk::of(make, options);
        shares(&disk, make).await;
    }
}

async fn shares(disk: &Disk, name: &str) {
    let no_history = json!({"history_retention_seconds": 0});
    let fixture = TestProject::within(&disk.path(), |_| {}, &no_history).await;
    let clones = async || {
        let status = fixture.sandbox.admin("GET", "/sandbox/status", "").await;
        status.json()["disk"]["clones"] == true
    };
    until("the disk was looked at", clones).await;
    let ca: &Path = &fixture.sandbox.running.ca_file;
    let main = sql::connect(
        ca,
        text(&fixture.made["connection_uris"][0], "connection_uri"),
    )
    .await;
    let fill = "CREATE TABLE bulk AS SELECT n, repeat(md5(n::text), 30) AS filler FROM generate_series(1, 100000) n";
    sql::run(&main, fill).await;
    // Whoever reads rows first notes in them that they are committed, which would write every page anew.
    sql::run(&main, "VACUUM (FREEZE) bulk").await;
    sql::run(&main, "CHECKPOINT").await;
    let before = disk.used();
    let made = fixture.branch("child").await;
    let child = sql::connect(ca, text(&made["connection_uris"][0], "connection_uri")).await;
    const ROWS: &str = "SELECT count(*) || ' ' || sum(hashtext(filler)::bigint) FROM bulk";
    let rows = sql::one(&main, ROWS).await;
    assert_eq!(sql::one(&child, ROWS).await, rows);
    let taken = disk.used().saturating_sub(before);
    assert!(
        taken < 40_000_000,
        "{name}: a branch of 100 MB took {taken}"
    );
    // What is written to one is not in the other.
    sql::run(&child, "UPDATE bulk SET filler = 'other' WHERE n <= 1000").await;
    sql::run(&main, "DELETE FROM bulk WHERE n > 99000").await;
    assert_eq!(
        sql::one(&child, "SELECT count(*) FROM bulk").await,
        "100000"
    );
    assert_eq!(
        sql::one(&main, "SELECT count(*) FROM bulk WHERE filler = 'other'").await,
        "0"
    );
    drop((main, child));
    // Together they seem to be more than the disk has.
    for n in 0..8 {
        fixture.branch(&format!("child-{n}")).await;
    }
    fixture.sandbox.stop().await;
}
