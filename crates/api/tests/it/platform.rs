//! A platform of one test: a server that hears requests and answers by the test's own rule, and a client of it.

use std::fmt::Display;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::resource::branches::CreateBranch;
use api::{
    Budget, CallOptions, Environment, Management, ManagementUrl, Options, Priority, ProjectId,
};
use testkit::server::{Answer, InTurn, Request, Scenario, Server};

use crate::environment::Manual;
use crate::instant_fixture::{in_time, options};

pub const KEY: &str = "napi_b5q1x0w8u3t6r9e2k7";

pub fn json(status: &str, body: impl Display) -> Answer {
    Answer::of(status, "", body)
}

type Rule = Box<dyn FnMut(&Request) -> Answer + Send>;

pub struct Platform(Server<Rule>);

impl Deref for Platform {
    type Target = Server<Rule>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// A platform that says these in turn, the last one again and again.
pub async fn saying(replies: Vec<Answer>) -> Platform {
    let mut in_turn = InTurn::new(replies);
    Platform::start(move |request| in_turn.answer(request)).await
}

impl Platform {
    pub async fn start(rule: impl FnMut(&Request) -> Answer + Send + 'static) -> Self {
        let rule: Rule = Box::new(rule);
        Self(Server::start(rule).await)
    }

    pub fn client(&self, clock: &Arc<Manual>) -> Management {
        self.client_with(options(clock))
    }

    pub fn client_with(&self, options: Options) -> Management {
        let budget = Budget::new(Arc::clone(&options.environment));
        Management::new(self.base(), KEY.into(), budget, options).unwrap()
    }

    pub fn base(&self) -> ManagementUrl {
        ManagementUrl::parse(&format!("{}/api/v2", self.url)).unwrap()
    }
}

pub fn project(id: &str) -> ProjectId {
    ProjectId::parse(id).unwrap()
}

/// The same client for calls that nobody waits for.
pub fn in_background(client: &Management) -> Management {
    client.with(CallOptions {
        priority: Priority::Background,
        ..CallOptions::default()
    })
}

/// Creates a branch in the one project of these tests.
pub async fn create_branch(client: &Management) -> Result<(), api::Error> {
    let branches = client.branches(&project("quiet-hill-12345678"));
    in_time(branches.create(&CreateBranch::default()))
        .await
        .map(drop)
}

/// The machine's clock, so many times as fast.
#[derive(Debug)]
pub struct Fast {
    start: std::time::Instant,
    times: u32,
    seed: Mutex<u64>,
}

impl Fast {
    pub fn new(times: u32) -> Arc<Self> {
        Arc::new(Self {
            start: std::time::Instant::now(),
            times,
            seed: Mutex::new(0x9e37_79b9_7f4a_7c15),
        })
    }
}

impl Environment for Fast {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        Manual::start() + chrono::TimeDelta::from_std(self.elapsed()).unwrap()
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed() * self.times
    }

    fn sleep(&self, duration: Duration) -> futures::future::BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration / self.times))
    }

    fn random(&self) -> u64 {
        let mut seed = self.seed.lock().unwrap();
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }
}
