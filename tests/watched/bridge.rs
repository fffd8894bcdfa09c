//! Leads from ports of the namespace to the same ports outside, over a Unix socket.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sandbox::Running;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

/// Between two looks at which databases there are.
const POLL: Duration = Duration::from_millis(10);
const PORTS: &str = "ports\n";

/// Outside: who names a port is connected with it, and who asks for them is told each port of a database.
pub fn serve(path: &Path, running: Arc<Running>) {
    let listener = UnixListener::bind(path).unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, Arc::clone(&running)));
        }
    });
}

async fn answer(stream: UnixStream, running: Arc<Running>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let mut wanted = String::new();
    stream.read_line(&mut wanted).await.ok()?;
    if wanted == PORTS {
        let mut told = BTreeSet::new();
        loop {
            for server in running.servers() {
                if told.insert(server.port) {
                    let line = format!("{}\n", server.port);
                    stream.write_all(line.as_bytes()).await.ok()?;
                }
            }
            tokio::time::sleep(POLL).await;
        }
    }
    let port: u16 = wanted.trim().parse().ok()?;
    let mut to = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    copy_bidirectional(&mut stream, &mut to).await.ok()?;
    Some(())
}

/// Inside: listens on the ports of these addresses, and on that of each database as soon as it is there.
pub async fn lead(bridge: &Path, urls: &[&str]) {
    let mut ports = BTreeSet::new();
    for url in urls {
        let port = url::Url::parse(url).unwrap().port().unwrap();
        if ports.insert(port) {
            listen(port, bridge.to_owned()).await;
        }
    }
    let mut stream = BufReader::new(UnixStream::connect(bridge).await.unwrap());
    stream.write_all(PORTS.as_bytes()).await.unwrap();
    let bridge = bridge.to_owned();
    tokio::spawn(async move {
        let mut line = String::new();
        while stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
            listen(line.trim().parse().unwrap(), bridge.clone()).await;
            line.clear();
        }
    });
}

async fn listen(port: u16, bridge: PathBuf) {
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    tokio::spawn(async move {
        while let Ok((mut from, _)) = listener.accept().await {
            let bridge = bridge.clone();
            tokio::spawn(async move {
                let mut to = UnixStream::connect(&bridge).await.ok()?;
                to.write_all(format!("{port}\n").as_bytes()).await.ok()?;
                copy_bidirectional(&mut from, &mut to).await.ok()
            });
        }
    });
}
