use clap::Subcommand;
use serde_json::{Value, json};

use crate::failure::Done;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time, word};
use crate::task;

const COLUMNS: &[Column] = &[
    time("Time", "at"),
    text("Action", "action"),
    text("Subject", "subject"),
    word("State", "outcome", "outcomes"),
    text("Detail", "detail"),
];
const PAGE: usize = 100;

#[derive(Subcommand)]
pub enum Verb {
    /// List what was done here, the newest first
    List {
        /// With this text
        #[arg(long)]
        text: Option<String>,
        /// At most so many
        #[arg(long, default_value_t = 50)]
        limit: usize,
    },
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let Self::List { text, limit } = self;
        let (mut all, mut before) = (Vec::new(), Value::Null);
        while all.len() < limit {
            let page = (limit - all.len()).min(PAGE);
            let args = json!({ "filter": { "text": text }, "before": before, "limit": page });
            let mut page = session.call("activity_list", args).await?;
            if let Value::Array(items) = page["items"].take() {
                all.extend(items);
            }
            before = page["next"].take();
            if before.is_null() {
                break;
            }
        }
        task::print(session, json!(all), Show::Rows("", COLUMNS), "").await
    }
}
