use app::activity::ActivityList;
use app::view::{ActivityFilter, ActivityView};
use clap::Subcommand;

use crate::columns::{Column, column, plain, time, word};
use crate::failure::Done;
use crate::request::print_rows;
use crate::session::Session;

const COLUMNS: &[Column<ActivityView>] = &[
    column("Time", |it| time(&it.at)),
    column("Action", |it| plain(&it.action)),
    column("Subject", |it| plain(&it.subject)),
    column("State", |it| word("outcomes", &it.outcome)),
    column("Detail", |it| plain(&it.detail)),
];
const PAGE: u32 = 100;

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
        let (mut all, mut before) = (Vec::new(), None);
        while all.len() < limit {
            let left = u32::try_from(limit - all.len()).unwrap_or(u32::MAX);
            let list = ActivityList {
                filter: ActivityFilter {
                    text: text.clone(),
                    ..ActivityFilter::default()
                },
                before,
                limit: left.min(PAGE),
            };
            let page = session.run(list).await?;
            all.extend(page.items);
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        print_rows(session, &all, COLUMNS).await
    }
}
