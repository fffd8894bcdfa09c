use app::folders::{FolderEnsure, FolderPlan, FolderStale, FolderWriteAll};
use app::view::{
    DiffKind, EnvPreviewView, ErrorCode, ErrorView, FolderEnsureOptions, FolderSeed, FolderState,
    FolderStep, FolderView, FolderWrittenView, GitState, SeedPlanView, StaleFolderView,
};
use serde::Serialize;
use serde_json::json;

use crate::ask;
use crate::columns::{Column, column, known_word, part, plain, record, time, word};
use crate::failure::{Done, Failure};
use crate::print;
use crate::request::{self, print_one, print_rows};
use crate::session::Session;
use crate::table;

pub const ONE: &[Column<FolderView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Folder", |it| plain(&it.path)),
    column("State", |it| word("folderStates", &it.state)),
    column("Next", |it| part("folderStates", "next", &it.state)),
    column("Problem", |it| {
        plain(&it.problem.as_ref().map(|it| &it.message))
    }),
    column("Env file", |it| plain(&it.settings.env_file)),
    column("Variable", |it| plain(&it.settings.variable)),
    column("Set in", |it| plain(&it.set_in)),
    column("Line", |it| plain(&it.line)),
    column("Public prefix", |it| plain(&it.settings.public_prefix)),
    column("Referrer", |it| plain(&it.settings.referrer)),
    column("SQL file", |it| plain(&seed_path(it))),
    column("Database from", |it| plain(&it.source_label)),
    column("Database", |it| plain(&it.database)),
    column("Expires", |it| time(&it.expires_at)),
    column("Written unasked", |it| {
        plain(&it.settings.write_without_asking)
    }),
];
const STALE: &[Column<StaleFolderView>] = &[
    column("Folder", |it| plain(&it.folder.path)),
    column("Database from", |it| plain(&it.folder.source_label)),
    column("Problem", |it| {
        plain(&it.error.as_ref().map(|it| &it.message))
    }),
];
const WRITTEN: &[Column<Written>] = &[
    column("Folder", |it| plain(&it.folder())),
    column("Problem", |it| plain(&it.error().map(|it| &it.message))),
];

/// Returns the path of the SQL file that fills a new database.
fn seed_path(folder: &FolderView) -> Option<&str> {
    let FolderSeed::SqlScript { path } = folder.settings.seed.as_ref()?;
    Some(path)
}

/// Shows the change of the env file, asks, and carries it out.
pub async fn ensure(session: &Session, folder: &FolderView, replace: bool) -> Done {
    let options = &session.options;
    let ensure = FolderEnsureOptions {
        replace,
        production: false,
    };
    let plan = FolderPlan {
        id: folder.id.clone(),
        ensure,
    };
    let plan = session.run(plan).await?;
    let env = plan.env.as_ref();
    let shown = || planned(plan.step, env, plan.seed.as_ref());
    if options.dry_run {
        if options.is_json() {
            return print::json(&json!(plan));
        }
        return print::out(&shown());
    }
    if plan.step == FolderStep::Nothing && folder.state == FolderState::Expired {
        return Err(Failure::new(
            ErrorCode::VariablePresent,
            "The database of this folder has expired, and its connection string is still in the env file",
            "Add --replace: it makes another database and writes that one.",
        ));
    }
    if plan.step == FolderStep::Nothing {
        return print_one(session, folder, ONE, "Nothing to do.").await;
    }
    // A database that another takes the place of is asked about whatever the folder says.
    let is_tracked = env.is_some_and(|env| env.git == GitState::Tracked);
    let is_unasked = folder.settings.write_without_asking && !replace && !is_tracked;
    if env.is_some() && !is_unasked {
        print::note_lines(&shown());
        ask::confirm("Write this?", options.yes).await?;
    } else if let Some(warning) = env.and_then(git_warning) {
        print::note(&warning);
    }
    let ensure = FolderEnsure {
        id: folder.id.clone(),
        plan_id: Some(plan.id),
        ensure,
    };
    let done = session.run(ensure).await?;
    request::print(session, &done, |done| record(ONE, &done.folder), "").await
}

/// Returns the text of what is about to be done: the step, the env file line by line, the SQL file.
fn planned(step: FolderStep, env: Option<&EnvPreviewView>, seed: Option<&SeedPlanView>) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(&table::printable(text));
        out.push('\n');
    };
    line(&word("folderSteps", &step));
    if let Some(env) = env {
        line(&env.path);
        for shown in &env.lines {
            let sign = match shown.kind {
                DiffKind::Added => "+",
                DiffKind::Removed => "-",
                DiffKind::Gap => "…",
                DiffKind::Context => " ",
            };
            line(&format!("{sign} {}", shown.text));
        }
        for warning in &env.warnings {
            line(warning);
        }
        if let Some(warning) = git_warning(env) {
            line(&warning);
        }
    }
    if let Some(seed) = seed {
        line(&format!("Then it runs {}.", seed.path));
    }
    out
}

/// Returns the reason that git may take the password of an env file into a commit.
fn git_warning(env: &EnvPreviewView) -> Option<String> {
    known_word("gitStates", &env.git)
}

/// The end of writing to a folder.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    /// The env file could not be read.
    Unread {
        folder: String,
        error: Option<ErrorView>,
    },
    Tried {
        folder: Option<String>,
        #[serde(flatten)]
        result: FolderWrittenView,
    },
}

impl Written {
    fn folder(&self) -> Option<&str> {
        match self {
            Self::Unread { folder, .. } => Some(folder),
            Self::Tried { folder, .. } => folder.as_deref(),
        }
    }

    fn error(&self) -> Option<&ErrorView> {
        match self {
            Self::Unread { error, .. } => error.as_ref(),
            Self::Tried { result, .. } => result.error.as_ref(),
        }
    }
}

pub async fn write_all(session: &Session) -> Done {
    let rows = session.run(FolderStale {}).await?;
    if session.options.dry_run || rows.is_empty() {
        return print_rows(session, &rows, STALE).await;
    }
    let mut done = Vec::new();
    let mut plans = Vec::new();
    for StaleFolderView { folder, env, error } in rows {
        let folder = folder.path;
        match env {
            Some(env) => {
                print::note_lines(&planned(FolderStep::Write, Some(&env), None));
                plans.push((env.id, folder));
            }
            None => done.push(Written::Unread { folder, error }),
        }
    }
    if !plans.is_empty() {
        ask::confirm("Write these?", session.options.yes).await?;
    }
    let plan_ids = plans.iter().map(|(id, _)| id.clone()).collect();
    for result in session.run(FolderWriteAll { plan_ids }).await? {
        let of = plans.iter().find(|(id, _)| *id == result.plan_id);
        let folder = of.map(|(_, folder)| folder.clone());
        done.push(Written::Tried { folder, result });
    }
    let failed = done.iter().filter(|row| row.error().is_some()).count();
    print_rows(session, &done, WRITTEN).await?;
    each_done(failed)
}

/// Fails for folders that were left as they were: a script has to hear of these also where the others were written.
fn each_done(failed: usize) -> Done {
    match failed {
        0 => Ok(()),
        1 => Err(Failure::new(
            ErrorCode::File,
            "One folder was left as it was",
            "The list says why.",
        )),
        many => Err(Failure::new(
            ErrorCode::File,
            format!("{many} folders were left as they were"),
            "The list says why.",
        )),
    }
}
