//! A client and the server it speaks to.

use std::sync::Arc;

use api::{DatabaseId, Instant, InstantUrl, Options};
use tokio::net::TcpSocket;

use crate::environment::Manual;
use crate::literals::ID;
use testkit::server::{Answer, Server, reply};

pub struct InstantFixture {
    pub server: Server,
    pub clock: Arc<Manual>,
    pub client: Instant,
}

impl InstantFixture {
    pub async fn new(acts: impl IntoIterator<Item = Answer>) -> Self {
        Self::with(acts, |_| {}).await
    }

    pub async fn with(
        acts: impl IntoIterator<Item = Answer>,
        change: impl FnOnce(&mut Options),
    ) -> Self {
        let server = Server::in_turn(acts).await;
        let clock = Manual::new();
        let mut options = options(&clock);
        change(&mut options);
        let client = Instant::new(InstantUrl::parse(&server.url).unwrap(), options).unwrap();
        Self {
            server,
            clock,
            client,
        }
    }
}

pub fn options(clock: &Arc<Manual>) -> Options {
    Options {
        environment: Arc::clone(clock) as Arc<_>,
        ..Options::default()
    }
}

pub fn id() -> DatabaseId {
    DatabaseId::parse(ID).unwrap()
}

/// A reply that ends its connection.
pub fn say(status: &str, headers: &str, body: &str) -> Answer {
    Answer::End(reply(status, headers, body))
}

/// Fails instead of hanging.
pub async fn in_time<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(crate::environment::PATIENCE, future)
        .await
        .expect("an end in time")
}

/// A port that is taken and on which nobody listens, until the test lets it.
pub fn silent_port() -> (TcpSocket, InstantUrl) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let base = format!("http://{}", socket.local_addr().unwrap());
    (socket, InstantUrl::parse(&base).unwrap())
}
