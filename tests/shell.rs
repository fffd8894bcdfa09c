//! The command line as a person has it in a shell: the real program, with a bus, a keychain and folders of its own.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use testkit::bus::Bus;
use testkit::keychain::Daemon;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, Command};

/// Longer than any command that a test runs.
const PATIENCE: Duration = Duration::from_secs(120);

/// It ends with everything that it started. The keychain goes before its bus.
#[derive(Debug)]
pub struct Shell {
    keychain: Option<Daemon>,
    bus: Bus,
    variables: Vec<(String, OsString)>,
    folder: TempDir,
}

/// How a command ended and what it wrote.
#[derive(Clone, Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    /// It ended with this code, and its error has all of these words.
    pub fn says(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for words in words {
            assert!(self.err.contains(words), "{words}: {self:#?}");
        }
    }
}

impl Shell {
    pub async fn start() -> Self {
        let mut folder = tempfile::Builder::new();
        // Whoever runs the sandbox's servers must get into it.
        folder.prefix("plinth-shell-");
        folder.permissions(fs::Permissions::from_mode(0o755));
        let folder = folder.tempdir().unwrap();
        let mut variables: Vec<(String, OsString)> = Vec::new();
        for name in [
            "HOME",
            "XDG_DATA_HOME",
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "XDG_RUNTIME_DIR",
        ] {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            let mode = if name == "XDG_RUNTIME_DIR" {
                0o700
            } else {
                0o755
            };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            variables.push((name.to_owned(), path.into()));
        }
        let data = folder.path().join("plinth");
        variables.push(("PLINTH_DATA_DIR".to_owned(), data.into()));
        let bus = Bus::without_services(folder.path(), None);
        let address = OsString::from(&bus.address);
        variables.push(("DBUS_SESSION_BUS_ADDRESS".to_owned(), address));
        let keychain = Some(Daemon::unlocked(&variables).await);
        Self {
            keychain,
            bus,
            variables,
            folder,
        }
    }

    /// The address of the session's bus.
    #[must_use]
    pub fn bus(&self) -> &str {
        &self.bus.address
    }

    /// From now on there is no keychain.
    pub async fn lose_keychain(&mut self) {
        if let Some(keychain) = self.keychain.take() {
            keychain.stop().await;
        }
    }

    /// A folder that goes with it.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.path().join("plinth")
    }

    pub fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.variables.push((name.to_owned(), value.into()));
    }

    /// The program, which is not started yet, in a folder without a context file.
    #[must_use]
    pub fn command(&self, args: &[&str]) -> Command {
        self.other(program(), args)
    }

    /// Another program in the same environment.
    #[must_use]
    pub fn other(&self, program: impl AsRef<OsStr>, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        for name in ["PLINTH_API_KEY", "PLINTH_ACCOUNT", "PLINTH_API_URL"] {
            command.env_remove(name);
        }
        command
            .args(args)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .env_remove("DISPLAY")
            .env("NO_COLOR", "1")
            .current_dir(self.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    pub async fn run(&self, args: &[&str]) -> Said {
        said(self.command(args), "").await
    }

    /// With this on standard input.
    pub async fn run_with(&self, input: &str, args: &[&str]) -> Said {
        said(self.command(args), input).await
    }

    /// What a command that succeeds prints.
    pub async fn ok(&self, args: &[&str]) -> String {
        let said = self.run(args).await;
        assert_eq!(said.code, Some(0), "{args:?}: {said:#?}");
        said.out
    }

    /// The same as JSON.
    pub async fn json(&self, args: &[&str]) -> Value {
        let out = self.ok(&[args, &["--json"]].concat()).await;
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{args:?}: {error}: {out}"))
    }

    /// Connects an account by its key.
    pub async fn connect(
        &self,
        name: &str,
        base_url: &str,
        instant_url: &str,
        ca: &Path,
        key: &str,
    ) {
        let args = [
            "accounts",
            "add",
            "--name",
            name,
            "--base-url",
            base_url,
            "--instant-url",
            instant_url,
            "--ca-file",
            ca.to_str().unwrap(),
        ];
        let said = self.run_with(&format!("{key}\n"), &args).await;
        assert_eq!(said.code, Some(0), "{said:#?}");
    }
}

/// Runs a command to its end.
pub async fn said(mut command: Command, input: &str) -> Said {
    if !input.is_empty() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    if let Some(mut pipe) = child.stdin.take() {
        // It may not read it.
        pipe.write_all(input.as_bytes()).await.ok();
    }
    ended(child, PATIENCE).await
}

/// Waits for the end of a command that was started.
pub async fn ended(child: Child, within: Duration) -> Said {
    let output = tokio::time::timeout(within, child.wait_with_output());
    let output = output.await.expect("the command ends").unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The built program, which `cargo xtask test` builds and names.
#[must_use]
pub fn program() -> PathBuf {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/debug/plinth");
    let path = std::env::var_os("PLINTH_CLI").map_or_else(|| PathBuf::from(built), PathBuf::from);
    assert!(
        path.is_file(),
        "{} is not there: build it with `cargo build --bin plinth`",
        path.display()
    );
    path
}
