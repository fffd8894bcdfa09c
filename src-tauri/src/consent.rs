//! What a person must have agreed to outside the page before it is done.
//!
//! A page that was taken over can call every command with everything that it likes. So a path or a link that comes from it
//! counts only after it was picked in a dialog that this program opened, or after a question that this program asked and
//! worded: the page can neither answer nor hide one.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use app::disk::real_path;
use app::view::{ErrorCode, ErrorView};
use host::Reply;
use tauri::{AppHandle, Manager as _};
use tauri_plugin_dialog::{DialogExt as _, MessageDialogButtons, MessageDialogKind};
use tokio::sync::oneshot;

use crate::window;

/// Answers every question with `yes` or `no` in place of a dialog. For tests, and in no release.
const ANSWER: &str = "PLINTH_ANSWER";

/// What was agreed to. It lasts until the app quits.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum Act {
    /// The activity log, a diagnostics file or a database is written into this file, once.
    Export(PathBuf),
    /// This env file is read and written.
    Env(PathBuf),
    /// Env files of this folder are read and written.
    Folder(PathBuf),
    /// This SQL file is read.
    ReadSql(PathBuf),
    /// This SQL file runs on databases that are new.
    RunSqlOnNew(PathBuf),
    /// This SQL file runs on this database.
    RunSql(PathBuf, String),
    /// The certificates of this file are trusted for an account's servers.
    Trust(PathBuf),
    /// Links to this host are opened in the browser.
    Open(String),
    /// Secrets are sent to this host.
    Send(String),
}

/// What a person is asked, in words of this program alone.
#[derive(Debug)]
pub struct Question {
    title: &'static str,
    text: String,
    yes: &'static str,
}

/// The most characters of a value in a question. A longer one would push the words of this program out of sight.
const LONGEST: usize = 1_024;

impl Question {
    /// Puts the values of the page, such as a path or a host, in the places of `{}`. `yes` is the button that agrees.
    ///
    /// # Errors
    /// A value has a control, line-break or direction character, and so could add sentences of its own.
    pub fn about(
        title: &'static str,
        sentence: &'static str,
        values: &[&str],
        yes: &'static str,
    ) -> Reply<Self> {
        let mut parts = sentence.split("{}");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for (value, part) in values.iter().zip(parts) {
            let is_hidden = |c| c != ' ' && app::link::is_hidden(c);
            if value.contains(is_hidden) || value.chars().count() > LONGEST {
                return Err(refused(
                    "This name or path has characters that can't be shown, or is too long",
                    "Rename it, or choose another",
                ));
            }
            text.push_str(value);
            text.push_str(part);
        }
        Ok(Self { title, text, yes })
    }

    /// Adds a paragraph of this program's own words.
    pub fn and(mut self, paragraph: &'static str) -> Self {
        self.text.push_str("\n\n");
        self.text.push_str(paragraph);
        self
    }

    #[cfg(test)]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// What was agreed to so far.
#[derive(Debug, Default)]
pub struct Consents {
    given: Mutex<HashSet<Act>>,
    /// One question at a time, however many are asked for.
    asking: tokio::sync::Mutex<()>,
}

impl Consents {
    /// A person picked it themselves.
    pub fn give(&self, acts: impl IntoIterator<Item = Act>) {
        self.given().extend(acts);
    }

    pub fn has(&self, act: &Act) -> bool {
        self.given().contains(act)
    }

    /// Whether it was agreed to; it counts once.
    pub fn take(&self, act: &Act) -> bool {
        self.given().remove(act)
    }

    /// Goes on once a person has agreed.
    pub async fn need(&self, app: &AppHandle, act: Act, question: Question) -> Reply<()> {
        self.need_by(act, question, async |question| ask(app, question).await)
            .await
    }

    /// Goes on once a person has agreed, each time anew.
    pub async fn need_each_time(&self, app: &AppHandle, question: Question) -> Reply<()> {
        let _asking = self.asking.lock().await;
        match ask(app, &question).await {
            true => Ok(()),
            false => Err(declined()),
        }
    }

    async fn need_by(
        &self,
        act: Act,
        question: Question,
        ask: impl AsyncFnOnce(&Question) -> bool,
    ) -> Reply<()> {
        if self.has(&act) {
            return Ok(());
        }
        let _asking = self.asking.lock().await;
        // The one before may have been the same.
        if self.has(&act) {
            return Ok(());
        }
        if !ask(&question).await {
            return Err(declined());
        }
        self.give([act]);
        Ok(())
    }

    fn given(&self) -> MutexGuard<'_, HashSet<Act>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is refused and is no question.
pub fn refused(message: &str, hint: &str) -> ErrorView {
    ErrorView::new(ErrorCode::Invalid, message, hint)
}

/// The file that a path leads to, behind its links; of one that is not there, where it would be.
pub fn real(path: &Path) -> PathBuf {
    if let Ok(real) = real_path(path) {
        return real;
    }
    let folder = path.parent().and_then(|folder| real_path(folder).ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

async fn ask(app: &AppHandle, question: &Question) -> bool {
    if let Some(answer) = answer_of_test() {
        return answer;
    }
    let (sender, answer) = oneshot::channel();
    let mut dialog = app
        .dialog()
        .message(&question.text)
        .title(question.title)
        .kind(MessageDialogKind::Warning)
        .buttons(MessageDialogButtons::OkCancelCustom(
            question.yes.to_owned(),
            "Cancel".to_owned(),
        ));
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.parent(&window);
    }
    dialog.show(move |yes| {
        let _ = sender.send(yes);
    });
    answer.await.unwrap_or(false)
}

fn answer_of_test() -> Option<bool> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let answer = std::env::var(ANSWER).ok()?;
    Some(answer == "yes")
}

fn declined() -> ErrorView {
    ErrorView::new(
        ErrorCode::Cancelled,
        "Not confirmed, so nothing was done",
        "Try again, and confirm in the dialog that opens",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question {
            title: "Run this SQL file?",
            text: "/tmp/a.sql".to_owned(),
            yes: "Run",
        }
    }

    #[test]
    fn value_of_the_page_adds_no_words_to_a_question() {
        let about =
            |value: &str| Question::about("Run?", "Plinth runs\n\n{}\n\nnow.", &[value], "Run");
        assert_eq!(
            about("/tmp/a b.sql").unwrap().text,
            "Plinth runs\n\n/tmp/a b.sql\n\nnow."
        );
        for hidden in [
            "\n", "\r", "\t", "\u{1b}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202e}", "\u{2066}",
            "\u{200b}",
        ] {
            let error = about(&format!("/tmp/a{hidden}.sql")).unwrap_err();
            assert_eq!(error.code, ErrorCode::Invalid, "{hidden:?}");
        }
        assert!(about(&"x".repeat(LONGEST + 1)).is_err());
        let plain = Question::about("Reset?", "All of it.", &[], "Reset").unwrap();
        assert_eq!(plain.text, "All of it.");
    }

    #[tokio::test]
    async fn what_was_not_agreed_to_is_asked_and_a_no_is_final() {
        let consents = Consents::default();
        let act = || Act::RunSql("/tmp/a.sql".into(), "shop".to_owned());
        let answer = consents.need_by(act(), question(), async |_| false).await;
        assert_eq!(answer.unwrap_err().code, ErrorCode::Cancelled);
        assert!(!consents.has(&act()));
        consents
            .need_by(act(), question(), async |_| true)
            .await
            .unwrap();
        let never = async |_: &Question| panic!("asked twice");
        consents.need_by(act(), question(), never).await.unwrap();
        let other = Act::RunSql("/tmp/a.sql".into(), "other".to_owned());
        let answer = consents.need_by(other, question(), async |_| false).await;
        assert!(answer.is_err(), "another database is another question");
    }

    #[tokio::test]
    async fn who_asks_while_the_same_is_being_asked_gets_its_answer() {
        let consents = Consents::default();
        let act = || Act::RunSql("/tmp/a.sql".into(), "shop".to_owned());
        let (answer, answered) = oneshot::channel();
        let first = consents.need_by(act(), question(), async |_| answered.await.unwrap());
        let second = consents.need_by(act(), question(), async |_| panic!("asked twice"));
        let answering = async { answer.send(true).unwrap() };
        let (first, second, ()) = tokio::join!(first, second, answering);
        assert!(first.is_ok() && second.is_ok());
    }

    #[test]
    fn a_pick_that_counts_once_counts_once() {
        let consents = Consents::default();
        let act = Act::Export("/tmp/log.csv".into());
        assert!(!consents.take(&act));
        consents.give([act.clone()]);
        assert!(consents.take(&act) && !consents.take(&act));
    }

    #[cfg(unix)]
    #[test]
    fn a_path_is_what_it_leads_to() {
        let world = tempfile::tempdir().unwrap();
        let world = world.path().canonicalize().unwrap();
        std::fs::write(world.join("a.sql"), "").unwrap();
        std::os::unix::fs::symlink(world.join("a.sql"), world.join("b.sql")).unwrap();
        assert_eq!(real(&world.join("b.sql")), world.join("a.sql"));
        assert_eq!(
            real(&world.join("./x/../new.env")),
            world.join("./x/../new.env")
        );
        assert_eq!(real(&world.join("./new.env")), world.join("new.env"));
    }
}
