//! A server of releases, with a key of its own.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use testkit::server::{Answer, InTurn, Request, Scenario, Server};

/// The command line tool that signs releases.
const SIGNER: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../ui/node_modules/@tauri-apps/cli/tauri.js"
);
const ANNOUNCED: &str = "/plinth.json";
const PACKAGE: &str = "/Plinth.AppImage";

/// What comes back for the announcement, and for the package.
pub struct Answers {
    pub announcements: InTurn,
    pub package: Answer,
}

impl Scenario for Answers {
    fn answer(&mut self, request: &Request) -> Answer {
        match &*request.target {
            ANNOUNCED => self.announcements.answer(request),
            PACKAGE => self.package.clone(),
            _ => Answer::of("404 Not Found", "", ""),
        }
    }
}

pub struct Releases {
    pub server: Server<Answers>,
    pub key: Key,
}

impl Releases {
    /// One that has nothing to announce yet.
    pub async fn start(folder: &Path) -> Self {
        let answers = Answers {
            announcements: InTurn::new([Answer::of("204 No Content", "", "")]),
            package: Answer::of("404 Not Found", "", ""),
        };
        let server = Server::start(answers).await;
        let key = Key::make(&folder.join("release-key"));
        Self { server, key }
    }

    pub fn address(&self) -> String {
        format!("{}{ANNOUNCED}", self.server.url)
    }

    /// From now on this package is announced as `version`, with the signature that it has under `signed_as`.
    pub fn announce(&self, version: &str, package: &Path, signed_as: &str) {
        let signature = self.key.sign(package, signed_as);
        self.announce_value(&self.announcement(version, &signature));
        self.hand_out(whole(&std::fs::read(package).unwrap()));
    }

    pub fn announcement(&self, version: &str, signature: &str) -> Value {
        let system = format!("linux-{}", std::env::consts::ARCH);
        json!({
            "version": version,
            "notes": "Branches open faster.\n\nThe tray shows what expires next.",
            "pub_date": "2026-11-20T10:00:00Z",
            "platforms": {
                system: { "url": format!("{}{PACKAGE}", self.server.url), "signature": signature }
            }
        })
    }

    pub fn announce_value(&self, announcement: &Value) {
        self.announce_in_turn(&[announcement.to_string().into_bytes()]);
    }

    pub fn announce_with(&self, answer: Answer) {
        self.server.state().announcements = InTurn::new([answer]);
    }

    /// One after the other; the last stays.
    pub fn announce_in_turn(&self, texts: &[Vec<u8>]) {
        let answers = texts.iter().map(|it| Answer::Stay(whole(it)));
        self.server.state().announcements = InTurn::new(answers);
    }

    pub fn hand_out(&self, reply: Vec<u8>) {
        self.server.state().package = Answer::Stay(reply);
    }

    pub fn downloads(&self) -> usize {
        self.server.count(&format!("GET {PACKAGE}"))
    }
}

/// A reply with these bytes.
pub fn whole(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
    [head.as_bytes(), bytes].concat()
}

/// A pair of keys, as those that releases are signed with.
pub struct Key {
    private: std::path::PathBuf,
    pub public: String,
}

impl Key {
    pub fn make(private: &Path) -> Self {
        let mut generate = signer("generate");
        generate.args(["--ci", "--force", "--password", "", "--write-keys"]);
        run(generate.arg(private));
        let public = std::fs::read_to_string(private.with_extension("pub")).unwrap();
        Self {
            private: private.to_owned(),
            public: public.trim().to_owned(),
        }
    }

    /// The signature of this file as that of a version.
    pub fn sign(&self, file: &Path, version: &str) -> String {
        let mut sign = signer("sign");
        sign.arg("--private-key-path").arg(&self.private);
        sign.args(["--password", "", "--app-version", version]);
        run(sign.arg(file));
        let mut signature = file.as_os_str().to_owned();
        signature.push(".sig");
        std::fs::read_to_string(signature)
            .unwrap()
            .trim()
            .to_owned()
    }
}

fn signer(verb: &str) -> Command {
    let mut command = Command::new("node");
    command.args([SIGNER, "signer", verb]);
    // It takes these two values only, and would end with `CI=1`.
    command.env("CI", "true").stdin(Stdio::null());
    command
}

fn run(command: &mut Command) {
    let ended = command.output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{command:?}: {said}");
}
