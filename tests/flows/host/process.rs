//! A process with no window, for the tests of processes in one data folder.

#![expect(clippy::unwrap_used, reason = "a part of tests fails by panicking")]

use std::env::args;
use std::sync::Arc;
use std::time::Duration;

use host::{Args, Config, Connection, Data};
use serde_json::{Value, json};

#[tokio::main]
async fn main() {
    let args: Vec<String> = args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        // Ends by itself once nobody needed it for so many milliseconds.
        ["agent", idle] => {
            let idle = Duration::from_millis(idle.parse().unwrap());
            host::agent::run(config(), Some(idle), |_| std::future::pending())
                .await
                .unwrap();
        }
        ["agent"] => {
            host::agent::run(config(), None, |_| std::future::pending())
                .await
                .unwrap();
        }
        ["call", name, args] => call(name, serde_json::from_str(args).unwrap()).await,
        #[cfg(unix)]
        ["read", socket] => read(socket),
        _ => panic!("{args:?} is nothing to do"),
    }
}

/// Prints what a call gave.
async fn call(name: &str, args: Value) {
    let answer = async {
        let plinth = Connection::open(config()).await?;
        let answer = plinth.call::<Value>(name, Args::from(args)).await;
        plinth.close().await;
        answer
    };
    match answer.await {
        Ok(answer) => println!("{}", json!({ "ok": answer })),
        Err(error) => println!("{}", json!({ "err": error })),
    }
}

/// Prints how many bytes the other side of a socket says.
#[cfg(unix)]
fn read(socket: &str) {
    use std::io::Read as _;
    let mut stream = std::os::unix::net::UnixStream::connect(socket).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).ok();
    println!("{}", said.len());
}

/// The keychain is that of the session, unless a test has none.
fn config() -> Config {
    let mut config = Config::new(Data::of_this_user().unwrap(), Vec::new());
    if std::env::var_os("HOST_IN_MEMORY").is_some() {
        config.core.vault = Arc::new(vault::Memory::default());
    }
    config
}
