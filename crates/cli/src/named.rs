//! Things that a person names by their id or their name. An id comes first: a name may look like one.

use app::view::ErrorCode;
use serde_json::{Value, json};

use crate::context_file::ContextFile;
use crate::failure::{Done, Failure};
use crate::id_or_name::matching;
use crate::noun::project_list as list;
use crate::session::Session;

/// A kind of thing, with the list in which it is looked for.
pub struct Kind {
    noun: &'static str,
    /// The core's command that lists things of this kind.
    list: &'static str,
    /// Verb of the command line that shows the list.
    shown_by: &'static str,
    /// How the platform's ids begin, if they all begin alike.
    prefix: Option<&'static str>,
}

pub const BRANCH: Kind = Kind {
    noun: "branch",
    list: "branch_list",
    shown_by: "branches list",
    prefix: Some("br-"),
};
pub const COMPUTE: Kind = Kind {
    noun: "compute",
    list: "compute_list",
    shown_by: "computes list",
    prefix: Some("ep-"),
};
pub const SNAPSHOT: Kind = Kind {
    noun: "snapshot",
    list: "snapshot_list",
    shown_by: "snapshots list",
    prefix: Some("snap-"),
};
pub const DATABASE: Kind = Kind {
    noun: "database",
    list: "database_list",
    shown_by: "databases list",
    prefix: None,
};
pub const ROLE: Kind = Kind {
    noun: "role",
    list: "role_list",
    shown_by: "roles list",
    prefix: None,
};

impl Kind {
    /// The id of the thing with this id, or else of the one with this name. `place` has the arguments of the list, apart
    /// from the account. With `--dry-run`, which reads nothing, only an id is known.
    pub async fn id(&self, session: &Session, place: Value, wanted: &str) -> Done<String> {
        if session.options.dry_run {
            return self.id_unread(wanted);
        }
        let found = self.get(session, place, wanted).await?;
        Ok(found["id"].as_str().unwrap_or_default().to_owned())
    }

    /// The thing itself, as the list has it.
    pub async fn get(&self, session: &Session, place: Value, wanted: &str) -> Done<Value> {
        let found = self.find(session, place, wanted).await?;
        found.ok_or_else(|| self.missing(wanted))
    }

    /// The same for a command that deletes: what is gone already was not there. The platform answers such a delete as if
    /// it had been done.
    pub async fn id_to_delete(
        &self,
        session: &Session,
        place: Value,
        wanted: &str,
    ) -> Done<String> {
        if session.options.dry_run {
            return self.id_unread(wanted);
        }
        let found = self.find(session, place, wanted).await?;
        let found = found.filter(|found| found["deletedAt"].is_null());
        let found = found.ok_or_else(|| self.was_not_there(wanted))?;
        Ok(found["id"].as_str().unwrap_or_default().to_owned())
    }

    /// Refuses to delete something without an id that is not there.
    pub async fn must_be_there(&self, session: &Session, place: Value, wanted: &str) -> Done {
        if session.options.dry_run {
            return Ok(());
        }
        match self.find(session, place, wanted).await? {
            Some(_) => Ok(()),
            None => Err(self.was_not_there(wanted)),
        }
    }

    /// Refuses a name that no thing of this kind has. With `--dry-run`, which reads nothing, each name may be one.
    pub async fn must_be_named(&self, session: &Session, place: Value, wanted: &str) -> Done {
        if session.options.dry_run {
            return Ok(());
        }
        self.get(session, place, wanted).await.map(drop)
    }

    /// All things of this kind in a place.
    async fn all(&self, session: &Session, mut place: Value) -> Done<Vec<Value>> {
        place["accountId"] = json!(session.account_id().await?);
        let all = session.call(self.list, place).await?;
        Ok(all.as_array().cloned().unwrap_or_default())
    }

    async fn find(&self, session: &Session, place: Value, wanted: &str) -> Done<Option<Value>> {
        let all = self.all(session, place).await?;
        let mut named = matching(&all, wanted);
        // The name of a deleted one may be another's by now.
        if named.iter().any(|one| one["deletedAt"].is_null()) {
            named.retain(|one| one["deletedAt"].is_null());
        }
        match named.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some((*one).clone())),
            _ => Err(Failure::usage(
                format!("Several of these have the name {wanted}"),
                format!(
                    "Name the {} by its id: `plinth {}` shows them.",
                    self.noun, self.shown_by
                ),
            )),
        }
    }

    fn id_unread(&self, wanted: &str) -> Done<String> {
        let noun = self.noun;
        match self.prefix {
            Some(prefix) if !wanted.starts_with(prefix) => Err(Failure::usage(
                format!("With --dry-run nothing is read either, and the {noun}'s id is not known"),
                format!("Name the {noun} by its id, such as {prefix}…."),
            )),
            _ => Ok(wanted.to_owned()),
        }
    }

    fn missing(&self, wanted: &str) -> Failure {
        self.not_found(format!("There is no {} {wanted}", self.noun))
    }

    fn was_not_there(&self, wanted: &str) -> Failure {
        self.not_found(format!("The {} {wanted} was not there", self.noun))
    }

    fn not_found(&self, message: String) -> Failure {
        let hint = format!("`plinth {}` shows all of them.", self.shown_by);
        Failure::new(ErrorCode::NotFound, message, hint)
    }
}

/// The project that was named, or that of the folder.
pub async fn project(session: &Session, named: Option<&str>) -> Done<String> {
    if let Some(named) = named {
        return project_id(session, named, false).await;
    }
    let context = session.context()?;
    let project = context.project().ok_or_else(|| {
        Failure::usage(
            "No project was named",
            "Name one with --project-id, or write it into the folder's .neon with `plinth set-context --project-id ID`.",
        )
    })?;
    add_default_of_file(session, &context, "project", &project);
    session.project_is_of(context.path().to_owned());
    Ok(project)
}

/// The organization of a context file, where nobody named one.
pub fn organization(session: &Session, context: &ContextFile) -> Option<String> {
    let found = context.organization()?;
    add_default_of_file(session, context, "organization", &found);
    Some(found)
}

/// Keeps the sentence about a target of a context file that is further up and that nobody named.
fn add_default_of_file(session: &Session, context: &ContextFile, noun: &str, target: &str) {
    if session.options.context_file.is_none() && !context.is_here() {
        let file = context.path().display();
        session.add_default(format!("plinth: the {noun} is {target}, as {file} says"));
    }
}

/// The temporary database with this id, or else this name, by its id and its name. With `--dry-run`, which reads nothing, both
/// are as they were typed.
pub async fn temporary(session: &Session, wanted: &str) -> Done<(String, String)> {
    if session.options.dry_run {
        return Ok((wanted.to_owned(), wanted.to_owned()));
    }
    let list = session.call("temporary_list", json!({})).await?;
    let all = list["items"].as_array().map(Vec::as_slice);
    let found = matching(all.unwrap_or_default(), wanted);
    let found = found.first().ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("There is no temporary database {wanted}"),
            "`plinth temp list` shows all of them.",
        )
    })?;
    let text = |field: &str| found[field].as_str().unwrap_or_default().to_owned();
    Ok((text("id"), text("name")))
}

/// The branch with this id or name, by its id and its name. With `--dry-run`, which reads nothing, the name is the id.
pub async fn branch_and_name(
    session: &Session,
    project: &str,
    wanted: &str,
) -> Done<(String, String)> {
    if session.options.dry_run {
        let id = BRANCH.id_unread(wanted)?;
        return Ok((id.clone(), id));
    }
    let place = json!({ "projectId": project, "includeDeleted": true });
    let found = BRANCH.get(session, place, wanted).await?;
    let part = |name: &str| found[name].as_str().unwrap_or_default().to_owned();
    Ok((part("id"), part("name")))
}

/// The id of the branch that was named by its id or its name; of the folder's or else the default one where none was.
pub async fn branch(session: &Session, project: &str, named: Option<&str>) -> Done<String> {
    let place = || json!({ "projectId": project, "includeDeleted": true });
    if let Some(named) = named {
        return live_branch(session, place(), named).await;
    }
    let context = session.context()?;
    let of_context = match context.project().as_deref() {
        Some(of_context) if of_context == project => context.branch(),
        _ => None,
    };
    if let Some(named) = of_context {
        add_default_of_file(session, &context, "branch", &named);
        let hint = format!(
            "It is named in {}: `plinth set-context` names another one.",
            context.path().display()
        );
        let found = live_branch(session, place(), &named).await;
        return found.map_err(|failure| failure.and(&hint));
    }
    if session.options.dry_run {
        return BRANCH.id_unread("");
    }
    let mut all = BRANCH.all(session, place()).await?;
    all.retain(|branch| branch["deletedAt"].is_null());
    let default = all.iter().find(|branch| branch["isDefault"] == true);
    let default = default.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("The project {project} has no branch that is its default"),
            "`plinth branches list` shows all of them.",
        )
    })?;
    let text = |name: &str| default[name].as_str().unwrap_or_default();
    let (name, id) = (text("name"), text("id"));
    if all.len() > 1 {
        let sentence = format!("plinth: the branch is {name} ({id}), the project's default");
        session.add_default(sentence);
    }
    Ok(id.to_owned())
}

/// The id of a branch that is not deleted.
async fn live_branch(session: &Session, place: Value, named: &str) -> Done<String> {
    if session.options.dry_run {
        return BRANCH.id_unread(named);
    }
    let found = BRANCH.get(session, place, named).await?;
    if !found["deletedAt"].is_null() {
        return Err(Failure::new(
            ErrorCode::NotFound,
            format!("The branch {named} was deleted"),
            "Recover it with `plinth branches recover`, or name another one: `plinth branches list` shows them.",
        ));
    }
    Ok(found["id"].as_str().unwrap_or_default().to_owned())
}

/// The id of a deleted project of the account.
pub async fn deleted_project(session: &Session, wanted: &str) -> Done<String> {
    project_id(session, wanted, true).await
}

/// The id of the project with this id, or else of the only one with this name. A text in the form of an id is looked up as
/// one first, as the lists may be long; one that names nothing is left to the platform to refuse.
async fn project_id(session: &Session, wanted: &str, deleted: bool) -> Done<String> {
    let is_id = session.options.dry_run
        || (!deleted && is_project_id(wanted) && is_there(session, wanted).await?);
    if is_id {
        return Ok(wanted.to_owned());
    }
    let all = list::all_of_account(session, deleted).await?;
    choose_project(&all, wanted)
}

/// Returns true if the account has a project with this id.
async fn is_there(session: &Session, id: &str) -> Done<bool> {
    let args = json!({ "accountId": session.account_id().await?, "projectId": id });
    match session.call("project_get", args).await {
        Ok(_) => Ok(true),
        Err(failure) if failure.is_not_found() => Ok(false),
        Err(failure) => Err(failure),
    }
}

fn choose_project(all: &[Value], wanted: &str) -> Done<String> {
    let named: Vec<_> = matching(all, wanted)
        .into_iter()
        .filter_map(|one| one["id"].as_str())
        .collect();
    match named.as_slice() {
        [] if may_be_id(wanted) => Ok(wanted.to_owned()),
        [] => Err(Failure::new(
            ErrorCode::NotFound,
            format!("There is no project {wanted}"),
            "`plinth projects list` shows all of them.",
        )),
        [one] => Ok((*one).to_owned()),
        several => Err(Failure::usage(
            format!(
                "Several projects have the name {wanted}: {}",
                several.join(", ")
            ),
            "Name one by its id.",
        )),
    }
}

/// Other platforms may have other ids. The platform says whether there is such a project.
fn may_be_id(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Project ids are words and a number, such as `quiet-sea-12345678`.
fn is_project_id(text: &str) -> bool {
    let Some((words, number)) = text.rsplit_once('-') else {
        return false;
    };
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
    number.len() >= 6
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && words.contains('-')
        && words.bytes().all(is_word)
}
