use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::super::PATIENCE;
use super::super::process::ChildGuard;
use super::{Desktop, Keychain};

impl Desktop {
    /// The keychain as it is before somebody has logged in: what was stored is there, and closed.
    pub fn lock_keychain(&mut self) {
        self.keychain = None;
        let locked = ChildGuard::start(
            self.command("gnome-keyring-daemon")
                .args(["--foreground", "--components=secrets"]),
        );
        self.keychain = Some(locked);
        self.wait_for_secret_service();
    }

    /// Opens it with the person's password.
    pub fn unlock_keychain(&mut self) {
        self.keychain = None;
        self.keychain = Some(self.unlocked_keychain());
    }

    /// Everything that the app keeps in the keychain, with its secrets.
    pub fn keychain_of_app(&self) -> String {
        let found = self
            .command("secret-tool")
            .args([
                "search",
                "--all",
                "--unlock",
                "service",
                &service(&self.data()),
            ])
            .stdout(Stdio::piped())
            .output()
            .unwrap();
        String::from_utf8_lossy(&found.stdout).into_owned()
    }

    pub(super) fn start_keychain(&mut self, keychain: Keychain) {
        let daemon = self.unlocked_keychain();
        self.keychain = Some(daemon);
        if keychain == Keychain::Locked {
            self.lock_keychain();
        }
    }

    fn unlocked_keychain(&self) -> ChildGuard {
        let mut daemon = ChildGuard::start(
            self.command("gnome-keyring-daemon")
                .args(["--foreground", "--unlock", "--components=secrets"])
                .stdin(Stdio::piped()),
        );
        // No newline: it would become part of the password, and an empty one opens a prompt.
        let mut input = daemon.child().stdin.take().unwrap();
        input.write_all(b"testpw").unwrap();
        drop(input);
        self.wait_for_secret_service();
        // The keychain exists only once something was stored in it.
        let mut store = self.command("secret-tool");
        store
            .args(["store", "--label=first", "plinth-test", "first"])
            .stdin(Stdio::piped());
        let mut store = ChildGuard::start(&mut store);
        store.child().stdin.take().unwrap().write_all(b"x").unwrap();
        let end = Instant::now() + PATIENCE;
        while store.child().try_wait().unwrap().is_none() {
            assert!(
                Instant::now() < end,
                "the keychain did not store its first secret"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        daemon
    }

    fn wait_for_secret_service(&self) {
        let end = Instant::now() + PATIENCE;
        loop {
            let answered = self
                .command("dbus-send")
                .args([
                    "--session",
                    "--print-reply",
                    "--dest=org.freedesktop.DBus",
                    "/org/freedesktop/DBus",
                    "org.freedesktop.DBus.GetNameOwner",
                    "string:org.freedesktop.secrets",
                ])
                .status()
                .is_ok_and(|status| status.success());
            if answered {
                return;
            }
            assert!(
                Instant::now() < end,
                "no keychain came up on the test's bus"
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

/// The name under which the app keeps the secrets of a data folder that was named to it: it must stay the
/// same for ever, or people lose what they kept.
fn service(data: &std::path::Path) -> String {
    let hash = data
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("dev.plinth.app.p{hash:016x}")
}
