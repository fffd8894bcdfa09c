//! One command of the core, with how it is shown as a request and how its answer is.

use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::Column;
use crate::{ask, secrets, wait};

#[derive(Debug)]
pub struct Task {
    /// The core's name of it.
    command: &'static str,
    args: Value,
    /// What a click on it would send, as the core's drafting takes it.
    call: Option<Value>,
    show: Show,
    said: String,
    question: Option<String>,
    /// What makes a secret that nobody can read a second time.
    shown_once: Option<&'static str>,
    is_of_account: bool,
}

impl Task {
    /// Of the chosen account.
    pub fn new(command: &'static str, args: Value) -> Self {
        Self {
            command,
            args,
            call: None,
            show: Show::Said,
            said: String::new(),
            question: None,
            shown_once: None,
            is_of_account: true,
        }
    }

    /// Of no account.
    pub fn here(command: &'static str, args: Value) -> Self {
        Self {
            is_of_account: false,
            ..Self::new(command, args)
        }
    }

    /// The request takes the same arguments.
    pub fn call(self, kind: &'static str) -> Self {
        let mut call = self.args.clone();
        call["kind"] = json!(kind);
        self.call_as(call)
    }

    pub fn call_as(mut self, call: Value) -> Self {
        self.call = Some(call);
        self
    }

    pub fn rows(self, columns: &'static [Column]) -> Self {
        self.show(Show::Rows("", columns))
    }

    pub fn one(self, columns: &'static [Column]) -> Self {
        self.show(Show::One("", columns))
    }

    pub fn show(mut self, show: Show) -> Self {
        self.show = show;
        self
    }

    /// What people are told when it is done.
    pub fn said(mut self, said: impl Into<String>) -> Self {
        self.said = said.into();
        self
    }

    /// What is asked before.
    pub fn asks(mut self, question: impl Into<String>) -> Self {
        self.question = Some(question.into());
        self
    }

    /// It makes this, which nobody can read a second time: it is not begun without `--reveal`.
    pub fn shown_once(mut self, what: &'static str) -> Self {
        self.shown_once = Some(what);
        self
    }

    /// What it made is printed before its end is waited for: a wait that fails loses nothing.
    pub async fn run(self, session: &Session) -> Done {
        let show = self.show;
        let said = self.said.clone();
        let project = self.project();
        let Some(answer) = self.begin(session).await? else {
            return Ok(());
        };
        let begun = Begun::of(project, &answer);
        print(session, answer, show, &said).await?;
        begun.wait(session).await
    }

    /// What the core answers, with its one-time secrets still by their ids; nothing after `--dry-run`.
    pub async fn answer(self, session: &Session) -> Done<Option<Value>> {
        let project = self.project();
        let answer = self.begin(session).await?;
        if let Some(answer) = &answer {
            Begun::of(project, answer).wait(session).await?;
        }
        Ok(answer)
    }

    fn project(&self) -> Option<String> {
        self.args["projectId"].as_str().map(str::to_owned)
    }

    /// The same, without waiting.
    pub async fn begin(self, session: &Session) -> Done<Option<Value>> {
        let options = &session.options;
        if options.dry_run {
            draft(session, self.call).await?;
            return Ok(None);
        }
        if let Some(what) = self.shown_once.filter(|_| !options.reveal) {
            return Err(Failure::usage(
                format!("{what} is shown once and was not asked for"),
                "Add --reveal to print it: nothing can show it later.",
            ));
        }
        if let Some(question) = &self.question {
            if self.is_of_account {
                session.account().await?;
            }
            session.name_defaults(self.command);
            ask::confirm(question, options.yes).await?;
        }
        let mut args = self.args;
        if self.is_of_account {
            args["accountId"] = json!(session.account_id().await?);
        }
        Ok(Some(session.call(self.command, args).await?))
    }
}

/// What an answer says of what goes on at the platform.
pub struct Begun {
    project: Option<String>,
    operations: Value,
}

impl Begun {
    /// In the project that was made, or in this one.
    pub fn of(project: Option<String>, answer: &Value) -> Self {
        let made = answer["project"]["id"].as_str().map(str::to_owned);
        Self {
            project: made.or(project),
            operations: answer["operations"].clone(),
        }
    }

    /// Until it has ended, with `--wait`.
    pub async fn wait(&self, session: &Session) -> Done {
        match &self.project {
            Some(project) if session.options.wait => {
                wait::until_usable(session, project, &self.operations).await?;
                if !session.options.is_json() {
                    print::note("plinth: it has ended, and can be used");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Shows an answer with its secrets masked or, where they are asked for, as they are.
pub async fn print(session: &Session, mut answer: Value, show: Show, said: &str) -> Done {
    let options = &session.options;
    let secrets = secrets::uncover(session, &mut answer).await?;
    let way = way_to_secrets(&answer);
    if options.is_json() {
        // What answers nothing was done.
        let done = json!({ "done": true });
        return print::json(if answer.is_null() { &done } else { &answer });
    }
    print::answer(&answer, show, said, false)?;
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
    let project = answer["project"]["id"].as_str();
    match (project, answer["role"]["name"].as_str()) {
        (Some(_), _) if answer["project"]["storesPasswords"] == false => {
            "the project stores no passwords, and `plinth roles reset-password --reveal` prints a new one".to_owned()
        }
        (Some(id), _) => format!("`plinth connect --project-id {id} --reveal` prints them"),
        (None, Some(role)) => format!("`plinth roles password {role} --reveal` prints it"),
        (None, None) => "--reveal prints them".to_owned(),
    }
}

/// Prints what would be sent.
async fn draft(session: &Session, call: Option<Value>) -> Done {
    let Some(call) = call else {
        return Err(Failure::no_request());
    };
    let args = json!({ "accountId": session.account_id().await?, "call": call });
    let text = session.call("call_text", args).await?;
    if session.options.is_json() {
        return print::json(&text);
    }
    let curl = text["curl"].as_str().unwrap_or_default();
    print::out(&format!("{}\n", curl.trim_end()))
}
