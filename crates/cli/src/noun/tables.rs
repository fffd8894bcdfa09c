use app::sql::{TableDescribe, TableList};
use app::view::{TableColumnView, TableDetailsView, TablePartView, TableView};
use clap::{Args, Subcommand};

use super::sql_target::SqlTarget;
use crate::columns::{self, Column, bytes, column, plain};
use crate::failure::Done;
use crate::request::Request;
use crate::session::Session;

const TABLES: &[Column<TableView>] = &[
    column("Schema", |it| plain(&it.schema)),
    column("Name", |it| plain(&it.name)),
    column("Kind", |it| plain(&it.kind)),
    column("Rows", |it| plain(&it.estimated_rows)),
    column("Size", |it| bytes(&it.bytes)),
    column("Comment", |it| plain(&it.comment)),
];
const COLUMNS: &[Column<TableColumnView>] = &[
    column("Column", |it| plain(&it.name)),
    column("Type", |it| plain(&it.type_name)),
    column("Not null", |it| plain(&it.is_not_null)),
    column("Default", |it| plain(&it.default)),
    column("Primary key", |it| plain(&it.is_key)),
    column("Comment", |it| plain(&it.comment)),
];
const INDEXES: &[Column<TablePartView>] = &part("Index");
const CONSTRAINTS: &[Column<TablePartView>] = &part("Constraint");
const TRIGGERS: &[Column<TablePartView>] = &part("Trigger");
const POLICIES: &[Column<TablePartView>] = &part("Policy");

const fn part(title: &'static str) -> [Column<TablePartView>; 2] {
    [
        column(title, |it| plain(&it.name)),
        column("Definition", |it| plain(&it.definition)),
    ]
}

#[derive(Args)]
pub struct Tables {
    #[command(flatten)]
    target: SqlTarget,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// List tables, views and sequences. Rows are the server's estimate
    List,
    /// Show the columns, indexes, constraints, triggers and policies of a table
    Describe {
        /// The name of the table, such as `orders` or `shop.orders`
        #[arg(value_name = "TABLE")]
        table: String,
    },
}

impl Tables {
    /// Returns true if an account reads the tables.
    pub fn is_of_account(&self) -> bool {
        self.target.is_of_account()
    }

    pub async fn run(self, session: &Session) -> Done {
        let source = self.target.source(session).await?;
        let task = match self.verb {
            Verb::List => Request::new(TableList { source }).rows(TABLES),
            Verb::Describe { table } => {
                let (schema, name) = table.split_once('.').unwrap_or(("public", &table));
                let describe = TableDescribe {
                    source,
                    schema: schema.to_owned(),
                    name: name.to_owned(),
                };
                Request::new(describe).shown(shown)
            }
        };
        task.run(session).await
    }
}

fn shown(details: &TableDetailsView) -> String {
    let mut text = columns::rows(COLUMNS, &details.columns);
    for (columns, parts) in [
        (INDEXES, &details.indexes),
        (CONSTRAINTS, &details.constraints),
        (TRIGGERS, &details.triggers),
        (POLICIES, &details.policies),
    ] {
        if !parts.is_empty() {
            text.push('\n');
            text.push_str(&columns::rows(columns, parts));
        }
    }
    text
}
