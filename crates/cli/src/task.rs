//! Tasks: operations of the core with the ways in which requests and answers are shown.

use app::call_text::{CallText, NamedOperation};
use app::operation::{Args, Info};
use app::view::{OperationView, ProjectView, RoleView};
use host::command::{Command, find};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::print;
use crate::session::Session;
use crate::{ask, secrets, wait};

/// Makes the text of an answer for people.
pub type Shown = Box<dyn Fn(&Value) -> Done<String> + Send + Sync>;

pub struct Task {
    info: Info,
    args: Args,
    /// More arguments of psql, for the operation as text.
    psql: Option<Vec<String>>,
    show: Shown,
    sentence: String,
    question: Option<String>,
    /// The secret that the operation makes and that nobody can read a second time.
    shown_once: Option<&'static str>,
}

impl Task {
    /// An operation with its arguments, but for the account that runs it.
    pub fn of_operation(info: Info, args: impl Into<Args>, show: Shown) -> Self {
        Self {
            info,
            args: args.into(),
            psql: None,
            show,
            sentence: String::new(),
            question: None,
            shown_once: None,
        }
    }

    /// Adds arguments of psql, where psql is opened right after.
    pub fn psql(mut self, psql: Option<Vec<String>>) -> Self {
        self.psql = psql;
        self
    }

    /// Adds a sentence for people below the answer.
    pub fn sentence(mut self, sentence: impl Into<String>) -> Self {
        self.sentence = sentence.into();
        self
    }

    /// Asks before the operation begins.
    pub fn asks(mut self, question: impl Into<String>) -> Self {
        self.question = Some(question.into());
        self
    }

    /// Refuses to begin without `--reveal`: the operation makes a secret that nobody can read a second time.
    pub fn shown_once(mut self, what: &'static str) -> Self {
        self.shown_once = Some(what);
        self
    }

    /// Runs the operation and prints its answer before the end is waited for: a wait that fails loses nothing.
    pub async fn run(self, session: &Session) -> Done {
        let Some(answer) = self.begin(session).await? else {
            return Ok(());
        };
        let changed = Changed::of(&answer);
        let text = (self.show)(&answer)?;
        print_text(session, answer, &text, &self.sentence).await?;
        changed.wait(session, self.project()).await
    }

    /// Returns the core's answer, with its one-time secrets still by their ids; nothing after `--dry-run`.
    pub async fn answer(self, session: &Session) -> Done<Option<Value>> {
        let answer = self.begin(session).await?;
        if let Some(answer) = &answer {
            Changed::of(answer).wait(session, self.project()).await?;
        }
        Ok(answer)
    }

    /// Prints the request of the operation.
    async fn draft(&self, session: &Session) -> Done {
        if !find(self.info.name).is_some_and(Command::has_text) {
            return Err(Failure::no_request());
        }
        let account = session.account_id().await?;
        let call = NamedOperation::of(self.info, account, self.args.clone());
        let psql = self.psql.clone();
        let text = session.run(CallText { call, psql }).await?;
        if session.options.is_json() {
            return print::json(&json!(text));
        }
        print::out(&format!("{}\n", text.curl.trim_end()))
    }

    /// Returns the project that the operation is about.
    fn project(&self) -> Option<String> {
        self.args.get("project_id").ok().flatten()
    }

    /// Returns the core's answer without waiting for the end.
    pub async fn begin(&self, session: &Session) -> Done<Option<Value>> {
        let options = &session.options;
        if options.dry_run {
            self.draft(session).await?;
            return Ok(None);
        }
        if let Some(what) = self.shown_once.filter(|_| !options.reveal) {
            return Err(Failure::usage(
                format!("{what} is shown once and was not asked for"),
                "Add --reveal to print it: nothing can show it later.",
            ));
        }
        if let Some(question) = &self.question {
            if self.info.is_of_account {
                session.account().await?;
            }
            session.name_defaults(self.info);
            ask::confirm(question, options.yes).await?;
        }
        let mut args = self.args.clone();
        if self.info.is_of_account {
            args = args.with_account(session.account_id().await?);
        }
        Ok(Some(session.call(self.info, args).await?))
    }
}

/// The parts of an answer that say what was changed, whatever the operation.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Changed {
    project: Option<ProjectView>,
    role: Option<RoleView>,
    operations: Vec<OperationView>,
}

impl Changed {
    fn of(answer: &Value) -> Self {
        // A list would be read as the fields in their order.
        match answer {
            Value::Object(_) => Self::deserialize(answer).unwrap_or_default(),
            _ => Self::default(),
        }
    }

    /// Waits with `--wait` until the operations have ended, in the project that was made or else in this project.
    async fn wait(self, session: &Session, project: Option<String>) -> Done {
        let made = self.project.map(|project| project.id);
        match made.or(project) {
            Some(project) => wait::if_asked(session, &project, &self.operations).await,
            None => Ok(()),
        }
    }
}

/// Shows an answer as this text, with its secrets masked or, where they are asked for, as they are.
pub async fn print_text(session: &Session, mut answer: Value, text: &str, sentence: &str) -> Done {
    let options = &session.options;
    let secrets = secrets::uncover(session, &mut answer).await?;
    let way = way_to_secrets(&answer);
    if options.is_json() {
        // An operation without an answer was carried out.
        let done = json!({ "done": true });
        return print::json(if answer.is_null() { &done } else { &answer });
    }
    print::with_sentence(text, sentence)?;
    if secrets.is_empty() {
        return Ok(());
    }
    print::out(&secrets::text(&secrets))?;
    if !options.reveal {
        print::note(&format!("Secrets are masked: {way}."));
    }
    Ok(())
}

/// Names the command that prints the secrets of an answer. The command that made something would make it a second time.
fn way_to_secrets(answer: &Value) -> String {
    let Changed { project, role, .. } = Changed::of(answer);
    match (project, role) {
        (Some(project), _) if project.stores_passwords == Some(false) => {
            "the project stores no passwords, and `plinth roles reset-password --reveal` prints a new one".to_owned()
        }
        (Some(ProjectView { id, .. }), _) => {
            format!("`plinth connect --project-id {id} --reveal` prints them")
        }
        (None, Some(role)) => format!("`plinth roles password {} --reveal` prints it", role.name),
        (None, None) => "--reveal prints them".to_owned(),
    }
}
