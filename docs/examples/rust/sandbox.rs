use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, Weak};

use serde_json::Value;
use tempfile::TempDir;

/// A platform with a data folder of its own.
#[derive(Debug)]
pub struct Sandbox {
    child: Child,
    ready: Value,
    _data: TempDir,
}

impl Sandbox {
    /// The one of this run: the first test starts it, and it stops when no test uses it.
    pub fn shared() -> Arc<Self> {
        static RUNNING: Mutex<Weak<Sandbox>> = Mutex::new(Weak::new());
        let mut running = RUNNING.lock().unwrap();
        running.upgrade().unwrap_or_else(|| {
            let started = Arc::new(Self::start());
            *running = Arc::downgrade(&started);
            started
        })
    }

    fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let program = std::env::var_os("PLINTH_SANDBOX").unwrap_or("plinth-sandbox".into());
        let mut child = Command::new(program)
            .arg("--data")
            .arg(data.path())
            .args(["--max-unclaimed", "1000", "--end-with-stdin"])
            .env("RUST_LOG", "warn")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        Self {
            child,
            ready: serde_json::from_str(&line).unwrap(),
            _data: data,
        }
    }

    /// The connection string of a new, empty database.
    pub fn database(&self) -> String {
        let host = self.ready["instant_url"].as_str().unwrap();
        let host = host.strip_prefix("http://").unwrap();
        let body = r#"{"ref":"tests"}"#;
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "POST /api/v1/database HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (_, record) = reply.split_once("\r\n\r\n").unwrap();
        let record: Value = serde_json::from_str(record).unwrap();
        record["connection_string"].as_str().unwrap().to_owned()
    }

    /// The file with the certificate that clients trust.
    pub fn ca_file(&self) -> &str {
        self.ready["ca_file"].as_str().unwrap()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        self.child.wait().unwrap();
    }
}
