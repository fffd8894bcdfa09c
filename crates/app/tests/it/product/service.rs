//! An instant service of a few lines, written from the specification and not from the client.

use std::collections::BTreeMap;
use std::ops::Deref;

use app::Clock;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use testkit::server::{Answer, Request, Scenario, Server, reply};

use super::clock::TestClock;
use super::fault::{Fault, FaultQueue, date};

pub struct Service(Server<State>);

pub struct State {
    clock: TestClock,
    /// The clock of the service is so far ahead.
    pub offset: TimeDelta,
    databases: BTreeMap<String, Value>,
    pub faults: FaultQueue,
    /// While it is not reachable, connections end before a byte came back.
    pub reachable: bool,
    /// Its own address, as the database's record has it.
    origin: String,
    answered: usize,
    /// Bytes of the last whole reply to a create.
    length: usize,
}

impl Deref for Service {
    type Target = Server<State>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Service {
    pub async fn start(clock: TestClock) -> Self {
        let server = Server::start(State {
            clock,
            offset: TimeDelta::zero(),
            databases: BTreeMap::new(),
            faults: FaultQueue::default(),
            reachable: true,
            origin: String::new(),
            answered: 0,
            length: 0,
        })
        .await;
        server.state().origin = server.url.clone();
        Self(server)
    }

    pub fn ids(&self) -> Vec<String> {
        self.state().databases.keys().cloned().collect()
    }

    /// Bytes of the last whole reply to a create.
    pub fn reply_length(&self) -> usize {
        self.state().length
    }

    /// Changes the record of a database.
    pub fn change(&self, id: &str, change: impl FnOnce(&mut Value)) {
        change(self.state().databases.get_mut(id).unwrap());
    }

    pub fn claim(&self, id: &str) {
        self.change(id, |record| {
            record["status"] = json!("CLAIMED");
            record["connection_string"] = Value::Null;
        });
    }

    pub fn remove(&self, id: &str) {
        self.state().databases.remove(id).unwrap();
    }

    /// A database that was made elsewhere.
    pub fn add(&self) -> String {
        self.state().add()
    }

    pub fn claim_link(&self, id: &str) -> String {
        self.state().databases[id]["claim_url"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub fn connection_string(&self, id: &str) -> String {
        self.state().databases[id]["connection_string"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

impl State {
    fn now(&self) -> DateTime<Utc> {
        self.clock.now() + self.offset
    }

    fn add(&mut self) -> String {
        let number = self.databases.len() + 1;
        let id = format!("01999999-0000-7000-8000-{number:012}");
        let time = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let now = self.now();
        let record = json!({
            "id": id,
            "status": "UNCLAIMED",
            "neon_project_id": format!("misty-meadow-{number:08}"),
            "connection_string": format!(
                "postgresql://neondb_owner:npg_Secret{number:04}@ep-misty-meadow-{number:08}-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require"
            ),
            "claim_url": format!("{}/claim/{id}", self.origin),
            "expires_at": time(now + TimeDelta::hours(72)),
            "created_at": time(now),
            "updated_at": time(now),
        });
        self.databases.insert(id.clone(), record);
        id
    }

    fn found(&mut self, request: &Request) -> (u16, Value) {
        let path = request.path_below("");
        match (
            request.method.as_str(),
            path.strip_prefix("/api/v1/database"),
        ) {
            ("POST", Some("")) => {
                let id = self.add();
                (200, self.databases[&id].clone())
            }
            ("GET", Some(id)) => match self.databases.get(id.trim_start_matches('/')) {
                Some(record) => (200, record.clone()),
                None => (400, json!({ "message": "Database not found" })),
            },
            _ => (404, json!({ "message": "Not found" })),
        }
    }
}

impl Scenario for State {
    fn is_there(&self, _: &Request) -> bool {
        self.reachable
    }

    fn answer(&mut self, request: &Request) -> Answer {
        self.answered += 1;
        let fault = self.faults.take(request);
        let (status, body) = if let Some(Fault::Reply(status, body)) = fault {
            (status, body.to_owned())
        } else {
            let (status, body) = self.found(request);
            (status, body.to_string())
        };
        let id = format!("x-request-id: req-{}\r\n", self.answered);
        let mut bytes = reply(status, &(date(self.now()) + &id), body);
        if request.method == "POST" {
            self.length = bytes.len();
        }
        match fault {
            Some(Fault::Cut(length)) => {
                bytes.truncate(length);
                Answer::End(bytes)
            }
            _ => Answer::Stay(bytes),
        }
    }
}
