//! Things that a person names by their id or their name. An id comes first: a name may look like one.

use app::branches::BranchList;
use app::databases::DatabaseList;
use app::operation::Operation;
use app::projects::ProjectGet;
use app::roles::RoleList;
use app::temporary::TemporaryList;
use app::view::{BranchView, ErrorCode, ProjectView};

use crate::context_file::ContextFile;
use crate::failure::{Done, Failure};
use crate::id_or_name::{Named, matching};
use crate::noun::project_list as list;
use crate::session::Session;

/// A kind of thing that is looked for in a list.
pub struct Kind {
    noun: &'static str,
    /// Verb of the command line that shows the list.
    shown_by: &'static str,
    /// The first letters of the platform's ids, if all ids begin alike.
    prefix: Option<&'static str>,
}

pub const BRANCH: Kind = Kind {
    noun: "branch",
    shown_by: "branches list",
    prefix: Some("br-"),
};
pub const COMPUTE: Kind = Kind {
    noun: "compute",
    shown_by: "computes list",
    prefix: Some("ep-"),
};
pub const SNAPSHOT: Kind = Kind {
    noun: "snapshot",
    shown_by: "snapshots list",
    prefix: Some("snap-"),
};
pub const DATABASE: Kind = Kind {
    noun: "database",
    shown_by: "databases list",
    prefix: None,
};
pub const ROLE: Kind = Kind {
    noun: "role",
    shown_by: "roles list",
    prefix: None,
};

impl Kind {
    /// Returns the id of the thing with this id in the list, or else of the thing with this name. With `--dry-run`, which
    /// reads nothing, only an id is known.
    pub async fn id<T: Named>(
        &self,
        session: &Session,
        list: impl Operation<Reply = Vec<T>>,
        wanted: &str,
    ) -> Done<String> {
        if session.options.dry_run {
            return self.id_unread(wanted);
        }
        let found = self.get(session, list, wanted).await?;
        Ok(id_of(&found))
    }

    /// Returns the thing itself, as the list has it.
    pub async fn get<T: Named>(
        &self,
        session: &Session,
        list: impl Operation<Reply = Vec<T>>,
        wanted: &str,
    ) -> Done<T> {
        let found = self.find(session, list, wanted).await?;
        found.ok_or_else(|| self.missing(wanted))
    }

    /// Returns the id for a command that deletes: what is deleted already was not there. The platform answers a second delete
    /// like the first.
    pub async fn id_to_delete<T: Named>(
        &self,
        session: &Session,
        list: impl Operation<Reply = Vec<T>>,
        wanted: &str,
    ) -> Done<String> {
        if session.options.dry_run {
            return self.id_unread(wanted);
        }
        let found = self.find(session, list, wanted).await?;
        let found = found.filter(|found| !found.is_deleted());
        let found = found.ok_or_else(|| self.was_not_there(wanted))?;
        Ok(id_of(&found))
    }

    /// Refuses to delete something without an id that is not there.
    pub async fn must_be_there<T: Named>(
        &self,
        session: &Session,
        list: impl Operation<Reply = Vec<T>>,
        wanted: &str,
    ) -> Done {
        if session.options.dry_run {
            return Ok(());
        }
        match self.find(session, list, wanted).await? {
            Some(_) => Ok(()),
            None => Err(self.was_not_there(wanted)),
        }
    }

    /// Refuses a name that no thing of this kind has. With `--dry-run`, which reads nothing, each name may be one.
    pub async fn must_be_named<T: Named>(
        &self,
        session: &Session,
        list: impl Operation<Reply = Vec<T>>,
        wanted: &str,
    ) -> Done {
        if session.options.dry_run {
            return Ok(());
        }
        self.get(session, list, wanted).await.map(drop)
    }

    async fn find<T: Named>(
        &self,
        session: &Session,
        list: impl Operation<Reply = Vec<T>>,
        wanted: &str,
    ) -> Done<Option<T>> {
        let all = session.run(list).await?;
        let mut named = matching(&all, wanted);
        // The name of a deleted one may be another's by now.
        if named.iter().any(|one| !one.is_deleted()) {
            named.retain(|one| !one.is_deleted());
        }
        match named.len() {
            0 | 1 => Ok(named.pop().cloned()),
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

/// Returns the id of the project that was named, or that of the folder.
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

/// Returns the organization of a context file, where nobody named one.
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

/// Returns the id and the name of the temporary database with this id, or else this name. With `--dry-run`, which reads nothing, both
/// are as they were typed.
pub async fn temporary(session: &Session, wanted: &str) -> Done<(String, String)> {
    if session.options.dry_run {
        return Ok((wanted.to_owned(), wanted.to_owned()));
    }
    let list = session.run(TemporaryList {}).await?;
    let found = matching(&list.items, wanted);
    let found = found.first().ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("There is no temporary database {wanted}"),
            "`plinth temp list` shows all of them.",
        )
    })?;
    Ok((found.id.clone(), found.name.clone()))
}

/// Returns the id and the name of the branch with this id or name. With `--dry-run`, which reads nothing, the name is the id.
pub async fn branch_and_name(
    session: &Session,
    project: &str,
    wanted: &str,
) -> Done<(String, String)> {
    if session.options.dry_run {
        let id = BRANCH.id_unread(wanted)?;
        return Ok((id.clone(), id));
    }
    let found = BRANCH.get(session, branches(project), wanted).await?;
    Ok((found.id, found.name))
}

/// Returns the id of the branch that was named by its id or its name; without a name that of the context file's branch, or else
/// of the default branch.
pub async fn branch(session: &Session, project: &str, named: Option<&str>) -> Done<String> {
    if let Some(named) = named {
        return live_branch(session, project, named).await;
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
        let found = live_branch(session, project, &named).await;
        return found.map_err(|failure| failure.and(&hint));
    }
    if session.options.dry_run {
        return BRANCH.id_unread("");
    }
    let mut all = session.run(branches(project)).await?;
    all.retain(|branch| !branch.is_deleted());
    let default = all.iter().find(|branch| branch.is_default);
    let default = default.ok_or_else(|| {
        Failure::new(
            ErrorCode::NotFound,
            format!("The project {project} has no branch that is its default"),
            "`plinth branches list` shows all of them.",
        )
    })?;
    let BranchView { name, id, .. } = default;
    if all.len() > 1 {
        let sentence = format!("plinth: the branch is {name} ({id}), the project's default");
        session.add_default(sentence);
    }
    Ok(id.clone())
}

/// Returns the operation that lists the branches of a project, with the deleted ones.
pub fn branches(project: &str) -> BranchList {
    BranchList {
        project_id: project.to_owned(),
        include_deleted: true,
    }
}

/// Returns the operation that lists the databases of a branch.
pub fn databases(project: &str, branch: &str) -> DatabaseList {
    DatabaseList {
        project_id: project.to_owned(),
        branch_id: branch.to_owned(),
    }
}

/// Returns the operation that lists the roles of a branch.
pub fn roles(project: &str, branch: &str) -> RoleList {
    RoleList {
        project_id: project.to_owned(),
        branch_id: branch.to_owned(),
    }
}

/// Returns the id of a branch that is not deleted.
async fn live_branch(session: &Session, project: &str, named: &str) -> Done<String> {
    if session.options.dry_run {
        return BRANCH.id_unread(named);
    }
    let found = BRANCH.get(session, branches(project), named).await?;
    if found.is_deleted() {
        return Err(Failure::new(
            ErrorCode::NotFound,
            format!("The branch {named} was deleted"),
            "Recover it with `plinth branches recover`, or name another one: `plinth branches list` shows them.",
        ));
    }
    Ok(found.id)
}

/// Returns the id of a deleted project of the account.
pub async fn deleted_project(session: &Session, wanted: &str) -> Done<String> {
    project_id(session, wanted, true).await
}

/// Returns the id of the project with this id, or else of the only project with this name. A text in the form of an id is looked up as
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
    let project_id = id.to_owned();
    match session.run(ProjectGet { project_id }).await {
        Ok(_) => Ok(true),
        Err(failure) if failure.is_not_found() => Ok(false),
        Err(failure) => Err(failure),
    }
}

fn choose_project(all: &[ProjectView], wanted: &str) -> Done<String> {
    let named = matching(all, wanted).into_iter().map(|one| &*one.id);
    match named.collect::<Vec<_>>().as_slice() {
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

/// Returns the id of a thing of a kind that has ids.
fn id_of(found: &impl Named) -> String {
    found.id().unwrap_or_default().to_owned()
}
