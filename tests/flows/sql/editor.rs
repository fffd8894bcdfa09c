use app::sql::Page;
use app::view::{ConnectSource, SqlOptions, SqlPart, SqlRunState, SqlRunView};
use app::{App, Error, sql};
use testkit::until_that;

use crate::product::{ProductFixture, source_of};

/// A tab of a window, on a database.
pub struct Editor<'a> {
    pub app: &'a App,
    pub source: ConnectSource,
    pub id: &'static str,
    pub options: SqlOptions,
}

/// The cells of a row as text.
pub type Cells = Vec<Option<String>>;

impl<'a> Editor<'a> {
    /// A tab on a new temporary database.
    pub async fn on_new(product: &'a ProductFixture) -> Self {
        let made = product.create().await;
        Self::on(product, &made.id)
    }

    pub fn on(product: &'a ProductFixture, temporary: &str) -> Self {
        Self {
            app: &product.app,
            source: source_of(temporary),
            id: "tab",
            options: SqlOptions::default(),
        }
    }

    /// Returns a second tab on the same database.
    pub fn other(&self, id: &'static str) -> Self {
        Self {
            id,
            source: self.source.clone(),
            options: self.options.clone(),
            ..*self
        }
    }

    pub fn read_only(mut self) -> Self {
        self.options.is_read_only = true;
        self
    }

    pub async fn start_part(&self, text: &str, part: SqlPart) -> Result<SqlRunView, Error> {
        let options = self.options.clone();
        let text = text.to_owned();
        sql::start(self.app, &self.source, self.id, text, part, options).await
    }

    pub async fn start(&self, text: &str) -> SqlRunView {
        self.start_part(text, SqlPart::All).await.unwrap()
    }

    pub async fn refused(&self, text: &str) -> Error {
        self.start_part(text, SqlPart::All).await.unwrap_err()
    }

    /// Runs until nothing more happens by itself.
    pub async fn run(&self, text: &str) -> SqlRunView {
        let run = self.start(text).await;
        self.until_quiet(run).await
    }

    /// Waits until a run has ended, or has its first rows.
    pub async fn until_quiet(&self, mut run: SqlRunView) -> SqlRunView {
        while !matches!(run.state, SqlRunState::Paused | SqlRunState::Ended) {
            run = sql::wait(self.app, &run.id, run.version).await.unwrap();
        }
        run
    }

    /// Waits until a run is in this state.
    pub async fn until(&self, mut run: SqlRunView, state: SqlRunState) -> SqlRunView {
        while run.state != state {
            assert_ne!(run.state, SqlRunState::Ended, "{run:#?}");
            run = sql::wait(self.app, &run.id, run.version).await.unwrap();
        }
        run
    }

    /// The rows that were read already.
    pub async fn page(&self, run: &SqlRunView, result: u32, first: u32, count: u32) -> Vec<Cells> {
        let bytes = sql::rows(self.app, &run.id, result, first, count).await;
        rows_of(&bytes.unwrap().0)
    }

    /// Waits until so many rows are there.
    pub async fn rows(&self, run: &SqlRunView, result: u32, first: u32, count: u32) -> Vec<Cells> {
        let look = async || self.page(run, result, first, count).await;
        until_that("the rows are there", look, |rows| {
            rows.len() == count as usize
        })
        .await
    }

    /// Runs a statement and returns its only cell.
    pub async fn cell(&self, statement: &str) -> Option<String> {
        let run = self.run(statement).await;
        assert_eq!(run.error, None, "{run:#?}");
        let mut rows = self.page(&run, 0, 0, 1).await;
        assert_eq!(rows.len(), 1, "{run:#?}");
        rows.remove(0).remove(0)
    }
}

pub fn rows_of(bytes: &[u8]) -> Vec<Cells> {
    let page = Page::new(bytes).unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let cells = page.cells().map(|cell| cell.map(|cell| text(cell.bytes)));
    let cells: Vec<_> = cells.collect();
    cells
        .chunks(page.columns.max(1) as usize)
        .map(<[_]>::to_vec)
        .collect()
}
