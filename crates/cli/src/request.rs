//! Requests: operations of the core, before it is known how their answers are shown.

use app::operation::Operation;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::columns::{self, Column};
use crate::failure::Done;
use crate::print;
use crate::session::{self, Session};
use crate::task::{Shown, Task, print_text};

/// An operation of the chosen account, if an account runs it.
#[derive(Debug)]
pub struct Request<O> {
    operation: O,
    /// The secret that the operation makes and that nobody can read a second time.
    shown_once: Option<&'static str>,
}

impl<O> Request<O>
where
    O: Operation,
    O::Reply: DeserializeOwned,
{
    pub fn new(operation: O) -> Self {
        let shown_once = None;
        Self {
            operation,
            shown_once,
        }
    }

    /// Refuses to begin without `--reveal`: the operation makes a secret that nobody can read a second time.
    pub fn shown_once(self, what: &'static str) -> Self {
        let shown_once = Some(what);
        Self { shown_once, ..self }
    }

    /// Shows a list as rows.
    pub fn rows<T>(self, columns: &'static [Column<T>]) -> Task
    where
        O: Operation<Reply = Vec<T>>,
    {
        self.shown(move |rows| columns::rows(columns, rows))
    }

    /// Shows a list in the answer as rows.
    pub fn rows_in<T>(self, list: fn(&O::Reply) -> &[T], columns: &'static [Column<T>]) -> Task {
        self.shown(move |reply| columns::rows(columns, list(reply)))
    }

    /// Shows the answer as one thing.
    pub fn one(self, columns: &'static [Column<O::Reply>]) -> Task {
        self.shown(move |reply| columns::record(columns, reply))
    }

    /// Shows a part of the answer as one thing.
    pub fn one_in<T>(self, part: fn(&O::Reply) -> &T, columns: &'static [Column<T>]) -> Task {
        self.shown(move |reply| columns::record(columns, part(reply)))
    }

    /// Shows a text of the answer, as it is where no terminal shows it.
    pub fn text(self, text: fn(&O::Reply) -> &str) -> Task {
        self.shown(move |reply| print::text(text(reply)))
    }

    /// Shows nothing of the answer.
    pub fn hidden(self) -> Task {
        self.task(Box::new(|_| Ok(String::new())))
    }

    /// Shows this sentence and nothing of the answer.
    pub fn sentence(self, sentence: impl Into<String>) -> Task {
        self.hidden().sentence(sentence)
    }

    /// Shows the answer in a way of its own.
    pub fn shown(self, show: impl Fn(&O::Reply) -> String + Send + Sync + 'static) -> Task {
        self.task(Box::new(move |answer| {
            let reply = session::read(O::INFO, answer.clone())?;
            Ok(show(&reply))
        }))
    }

    /// Returns the answer, with its one-time secrets still by their ids; nothing after `--dry-run`.
    pub async fn answer(self, session: &Session) -> Done<Option<O::Reply>> {
        let answer = self.hidden().answer(session).await?;
        let read = answer.map(|answer| session::read(O::INFO, answer));
        read.transpose()
    }

    /// Returns the answer without waiting for the end, as [`Request::answer`] does. The request that `--dry-run` prints has
    /// these arguments of psql.
    pub async fn begin(
        self,
        session: &Session,
        psql: Option<Vec<String>>,
    ) -> Done<Option<O::Reply>> {
        let answer = self.hidden().psql(psql).begin(session).await?;
        let read = answer.map(|answer| session::read(O::INFO, answer));
        read.transpose()
    }

    fn task(self, show: Shown) -> Task {
        let task = Task::of_operation(O::INFO, json!(self.operation), show);
        match self.shown_once {
            Some(what) => task.shown_once(what),
            None => task,
        }
    }
}

/// Shows an answer that was read already.
pub async fn print<T>(
    session: &Session,
    answer: &T,
    show: impl FnOnce(&T) -> String,
    sentence: &str,
) -> Done
where
    T: serde::Serialize,
{
    print_text(session, json!(answer), &show(answer), sentence).await
}

/// Shows a list that was read already.
pub async fn print_rows<T>(session: &Session, list: &[T], columns: &[Column<T>]) -> Done
where
    T: serde::Serialize,
{
    let text = columns::rows(columns, list);
    print_text(session, json!(list), &text, "").await
}

/// Shows one thing that was read already, and below it a sentence.
pub async fn print_one<T>(session: &Session, one: &T, columns: &[Column<T>], sentence: &str) -> Done
where
    T: serde::Serialize,
{
    let text = columns::record(columns, one);
    print_text(session, json!(one), &text, sentence).await
}
