//! `plinth sql --try`: the report of a script that ran on a branch.

use app::sql::SqlTry;
use app::view::{
    ConnectSource, ErrorCode, SqlPart, SqlTrialLockView, SqlTrialStatementView, SqlTrialTableView,
    SqlTrialView,
};

use crate::columns::{self, Column, column, plain};
use crate::failure::{Done, Failure};
use crate::request;
use crate::session::Session;

const STATEMENTS: &[Column<SqlTrialStatementView>] = &[
    column("Statement", |it| it.tag.clone()),
    column("Milliseconds", |it| duration(it.milliseconds)),
];
const TABLES: &[Column<SqlTrialTableView>] = &[
    column("Table", |it| format!("{}.{}", it.schema, it.name)),
    column("Inserted", |it| plain(&it.inserted)),
    column("Updated", |it| plain(&it.updated)),
    column("Deleted", |it| plain(&it.deleted)),
];
const LOCKS: &[Column<SqlTrialLockView>] = &[
    column("Locked table", |it| format!("{}.{}", it.schema, it.name)),
    column("Lock", |it| it.mode.clone()),
    column("At least (ms)", |it| duration(it.milliseconds)),
    column("Statement", |it| (it.statement + 1).to_string()),
    column("Sampled", |it| plain(&it.is_sampled)),
];

/// Runs the statements on a branch and prints the report. A refused statement is the failure of the command.
pub async fn run(session: &Session, source: ConnectSource, text: String) -> Done {
    let part = SqlPart::All;
    let report = session.run(SqlTry { source, text, part }).await?;
    let name = &report.branch_name;
    let sentence = format!(
        "The branch {name} stays for an hour. Sequences, dblink and HTTP calls are not rolled back."
    );
    request::print(session, &report, shown, &sentence).await?;
    let Some(error) = report.error else {
        return Ok(());
    };
    let number = report.statements.len() + 1;
    let parts = [error.detail, error.hint];
    let hint: Vec<_> = parts.into_iter().flatten().collect();
    let message = format!("Statement {number}: {}", error.message);
    Err(Failure::new(ErrorCode::Database, message, hint.join(" ")))
}

fn shown(report: &SqlTrialView) -> String {
    let mut parts = vec![columns::rows(STATEMENTS, &report.statements)];
    if !report.tables.is_empty() {
        parts.push(columns::rows(TABLES, &report.tables));
    }
    if !report.locks.is_empty() {
        parts.push(columns::rows(LOCKS, &report.locks));
    }
    parts.push(match report.schema_diff.as_str() {
        "" => "The schema stays as it is.\n".to_owned(),
        diff => crate::print::text(diff),
    });
    let sentences = report.switched_off.iter().map(|it| format!("{it}\n"));
    parts.push(sentences.collect());
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn duration(milliseconds: f64) -> String {
    format!("{milliseconds:.1}")
}
