//! Eight people who move money between accounts while something is copied.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinHandle;
use tokio_postgres::Client;

use super::sql;

pub const ACCOUNTS: &str =
    "CREATE TABLE accounts AS SELECT n AS id, 100 AS money FROM generate_series(1, 40) n";
pub const SUM: &str = "SELECT sum(money) FROM accounts";
pub const WHOLE_SUM: &str = "4000";

pub struct Movers {
    over: Arc<AtomicBool>,
    people: Vec<JoinHandle<u32>>,
}

impl Movers {
    /// Each with a connection of their own.
    pub async fn begin(connect: impl AsyncFn() -> Client) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let mut people = Vec::new();
        for person in 0..8 {
            people.push(tokio::spawn(moves(
                connect().await,
                person,
                Arc::clone(&over),
            )));
        }
        Self { over, people }
    }

    /// Fails where one of them could not move any.
    pub async fn end(self) {
        self.over.store(true, Ordering::SeqCst);
        for person in self.people {
            assert!(person.await.unwrap() > 0, "nobody was cut off");
        }
    }
}

async fn moves(client: Client, person: u32, over: Arc<AtomicBool>) -> u32 {
    let (from, to) = (person * 5 + 1, person * 5 + 2);
    let statement = format!(
        "UPDATE accounts SET money = money - 1 WHERE id = {from};
         UPDATE accounts SET money = money + 1 WHERE id = {to}"
    );
    let mut moves = 0;
    while !over.load(Ordering::SeqCst) {
        sql::run(&client, &statement).await;
        moves += 1;
    }
    moves
}
