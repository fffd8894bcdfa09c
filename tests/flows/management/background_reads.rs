use std::sync::Arc;
use std::time::Duration;

use app::{Clock, Config};
use sandbox::Fault;
use serde_json::Value;
use testkit::http;

use super::fast_clock::FastClock;
use super::fixture::ManagementFixture;
use crate::product::{PATIENCE, ProductFixture};

/// How many times as fast as the machine's the core's clock for waits runs.
pub const SPEED: u32 = 20;

impl ManagementFixture {
    /// No servers, no limits, and a core that waits no longer than it must.
    pub async fn quiet() -> Self {
        let product =
            ProductFixture::of(false, |sandbox| sandbox.rate_limits = None, sped_up).await;
        Self::of(product).await
    }

    /// What the sandbox itself has there, past the core and its client; null when it is not there.
    pub async fn seen(&self, path: &str) -> Value {
        let key = format!("Bearer {}", self.product.sandbox.key);
        let headers = [("Authorization", key.as_str())];
        let origin = &self.product.sandbox.instant_url;
        let reply = http::send(origin, "GET", &format!("/api/v2{path}"), &headers, "").await;
        match reply.status {
            200 => reply.json(),
            404 => Value::Null,
            _ => panic!("{path} answered {}: {}", reply.status, reply.body),
        }
    }

    /// A request past the core and its client.
    pub async fn raw(&self, method: &str, path: &str, body: &str) -> http::Reply {
        let key = format!("Bearer {}", self.product.sandbox.key);
        let headers = [
            ("Authorization", key.as_str()),
            ("Content-Type", "application/json"),
        ];
        let (origin, path) = (&self.product.sandbox.instant_url, format!("/api/v2{path}"));
        http::send(origin, method, &path, &headers, body).await
    }

    /// Waits until no operation is open anywhere.
    pub async fn settled(&self) {
        assert!(
            self.product.sandbox.settled(PATIENCE).await,
            "never settled"
        );
    }

    pub fn order(&self, fault: Fault) {
        self.product.sandbox.inject_fault(fault).unwrap();
    }

    /// Begins to count anew what the sandbox is asked for. It remembers the last 5000 requests.
    pub async fn forget_requests(&self) {
        let key = format!("Bearer {}", self.product.sandbox.admin_key);
        let headers = [("Authorization", key.as_str())];
        let origin = &self.product.sandbox.instant_url;
        let reply = http::send(origin, "DELETE", "/sandbox/requests", &headers, "").await;
        assert_eq!(reply.status, 204, "{}", reply.body);
    }

    /// How often the sandbox was asked for this, whatever it answered.
    pub fn request_count(&self, method: &str, path: &str) -> usize {
        let log = self.product.sandbox.requests();
        let path = format!("/api/v2{path}");
        log.iter()
            .filter(|it| it.method == method && it.path == path)
            .count()
    }
}

pub fn sped_up(core: &mut Config) {
    let clock: Arc<dyn Clock> = Arc::new(FastClock::by(SPEED));
    core.clock = Arc::clone(&clock);
    core.network.environment = clock;
    // By the hurried clock: a machine that is busy must not be taken for a platform that is slow.
    core.network.attempt_timeout = Duration::from_secs(120);
    core.network.deadline = Duration::from_secs(600);
}
