//! A session of one test: a bus and folders of its own, and the test itself run again inside, because a process finds
//! its session bus by its environment.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::process::Command;
use tokio::time::timeout;
use vault::{Deadlines, Keychain};

/// How long a test waits for a condition before it fails.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Deadlines that a busy machine does not reach: only what truly waits runs into them.
pub fn patient() -> Keychain {
    let deadlines = Deadlines {
        probe: PATIENCE / 2,
        call: PATIENCE / 2,
        unlock: UNLOCK,
    };
    Keychain::with_deadlines(SERVICE, deadlines)
}

/// How long `patient` waits for a person.
pub const UNLOCK: Duration = Duration::from_secs(2);

/// The service that tests store under.
pub const SERVICE: &str = "dev.plinth.test";

const INSIDE: &str = "PLINTH_VAULT_TEST_INSIDE";

/// What kind of bus the session has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bus {
    /// Its own, on which everything is allowed and nothing is started by itself.
    Own,
    /// Its own, whose policy lets nobody speak to the Secret Service.
    Forbidding,
    /// An address that nothing listens on.
    Dead,
    /// A text that is no address.
    Nonsense,
    /// No address at all.
    None,
}

/// Runs `body` inside a session of its own. `name` is the full name of the calling test.
pub fn inside(bus: Bus, name: &str, body: impl AsyncFnOnce()) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    if env::var_os(INSIDE).is_some() {
        return runtime
            .block_on(async { timeout(PATIENCE, body()).await.expect("an end in time") });
    }
    runtime.block_on(outside(bus, name));
}

async fn outside(bus: Bus, name: &str) {
    let home = TempDir::new().unwrap();
    let mut test = Command::new(env::current_exe().unwrap());
    test.args(["--exact", name, "--nocapture", "--test-threads=1"]);
    for folder in [
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_RUNTIME_DIR",
    ] {
        let path = home.path().join(folder);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        test.env(folder, path);
    }
    test.env("HOME", home.path())
        .env(INSIDE, "1")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let mut running = None;
    match bus {
        Bus::Own | Bus::Forbidding => {
            let forbidden = (bus == Bus::Forbidding).then_some("org.freedesktop.secrets");
            let own = testkit::bus::Bus::without_services(home.path(), forbidden);
            test.env("DBUS_SESSION_BUS_ADDRESS", &own.address);
            running = Some(own);
        }
        Bus::Dead => {
            test.env(
                "DBUS_SESSION_BUS_ADDRESS",
                format!("unix:path={}", home.path().join("gone").display()),
            );
        }
        Bus::Nonsense => {
            test.env("DBUS_SESSION_BUS_ADDRESS", "nonsense");
        }
        Bus::None => {
            test.env_remove("DBUS_SESSION_BUS_ADDRESS");
        }
    }
    let output = timeout(
        PATIENCE * 2,
        test.kill_on_drop(true).stdin(Stdio::null()).output(),
    );
    let output = output.await.expect("the test inside ends in time").unwrap();
    drop(running);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "inside:\n{text}");
    assert!(text.contains("1 passed"), "{name} is no test:\n{text}");
}

/// What `secret-tool` finds: another program's view of the same keychain.
pub async fn search(service: &str) -> String {
    let output = Command::new("secret-tool")
        .args(["search", "--all", "service", service])
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = timeout(PATIENCE, output)
        .await
        .expect("secret-tool ends in time")
        .expect("secret-tool is installed");
    [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat()
}
