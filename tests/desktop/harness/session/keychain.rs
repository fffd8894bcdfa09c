use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use testkit::keychain::Daemon;
use testkit::process::ChildGuard;

use super::super::PATIENCE;
use super::{Desktop, Keychain};

impl Desktop {
    /// The keychain as it is before somebody has logged in: what was stored is there, and locked.
    pub async fn lock_keychain(&mut self) {
        self.keychain = None;
        self.keychain = Some(Daemon::locked(&self.environment).await);
    }

    /// Opens it with the person's password.
    pub async fn unlock_keychain(&mut self) {
        self.keychain = None;
        self.keychain = Some(Daemon::unlocked(&self.environment).await);
        self.store_first_secret();
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

    pub(super) async fn start_keychain(&mut self, keychain: Keychain) {
        self.unlock_keychain().await;
        if keychain == Keychain::Locked {
            self.lock_keychain().await;
        }
    }

    /// The keychain exists only once something was stored in it.
    fn store_first_secret(&self) {
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
