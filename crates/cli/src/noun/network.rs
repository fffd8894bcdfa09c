use clap::Subcommand;
use serde_json::{Value, json};

use crate::failure::Done;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, part, text, time};
use crate::task;

const COLUMNS: &[Column] = &[
    text("Host", "address"),
    part("Reason", "reason", "contactReasons", "word"),
    text("This machine", "isLocal"),
    text("Requests", "count"),
    text("No answer", "unanswered"),
    time("First", "firstAt"),
    time("Latest", "lastAt"),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List every host that Plinth contacted lately: why, when and how often
    List,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let Self::List = self;
        let mut network = session.call("network_list", json!({})).await?;
        let items: Value = network["items"].take();
        task::print(session, items, Show::Rows("", COLUMNS), "").await
    }
}
