use app::network::NetworkList;
use app::view::ContactView;
use clap::Subcommand;

use crate::columns::{Column, column, part, plain, time};
use crate::failure::Done;
use crate::request::print_rows;
use crate::session::Session;

const COLUMNS: &[Column<ContactView>] = &[
    column("Host", |it| plain(&it.address)),
    column("Reason", |it| part("contactReasons", "word", &it.reason)),
    column("This machine", |it| plain(&it.is_local)),
    column("Requests", |it| plain(&it.count)),
    column("No answer", |it| plain(&it.unanswered)),
    column("First", |it| time(&it.first_at)),
    column("Latest", |it| time(&it.last_at)),
];

#[derive(Subcommand)]
pub enum Verb {
    /// List every host that Plinth contacted lately: why, when and how often
    List,
}

impl Verb {
    pub async fn run(self, session: &Session) -> Done {
        let Self::List = self;
        let network = session.run(NetworkList {}).await?;
        print_rows(session, &network.items, COLUMNS).await
    }
}
