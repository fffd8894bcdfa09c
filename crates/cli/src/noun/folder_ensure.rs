use app::view::ErrorCode;
use serde_json::{Value, json};

use crate::ask;
use crate::failure::{Done, Failure};
use crate::print::{self, Show};
use crate::session::Session;
use crate::table::{self, Column, part, text, time, word};
use crate::task;

pub const ONE: &[Column] = &[
    text("ID", "id"),
    text("Folder", "path"),
    word("State", "state", "folderStates"),
    part("Next", "state", "folderStates", "next"),
    text("Problem", "problem.message"),
    text("Env file", "settings.envFile"),
    text("Variable", "settings.variable"),
    text("Set in", "setIn"),
    text("Line", "line"),
    text("Public prefix", "settings.publicPrefix"),
    text("Referrer", "settings.referrer"),
    text("SQL file", "settings.seed.path"),
    text("Database from", "sourceLabel"),
    text("Database", "database"),
    time("Expires", "expiresAt"),
    text("Written unasked", "settings.writeWithoutAsking"),
];
const STALE: &[Column] = &[
    text("Folder", "folder.path"),
    text("Database from", "folder.sourceLabel"),
    text("Problem", "error.message"),
];
const WRITTEN: &[Column] = &[text("Folder", "folder"), text("Problem", "error.message")];

/// Shows the change of the env file, asks, and carries it out.
pub async fn ensure(session: &Session, folder: &Value, replace: bool) -> Done {
    let options = &session.options;
    let id = &folder["id"];
    let how = json!({ "replace": replace, "production": false });
    let plan = session
        .call("folder_plan", json!({ "id": id, "ensure": how }))
        .await?;
    if options.dry_run {
        if options.is_json() {
            return print::json(&plan);
        }
        return print::out(&planned(&plan));
    }
    if plan["step"] == "nothing" && folder["state"] == "expired" {
        return Err(Failure::new(
            ErrorCode::VariablePresent,
            "The database of this folder has expired, and its connection string is still in the env file",
            "Add --replace: it makes another database and writes that one.",
        ));
    }
    if plan["step"] == "nothing" {
        return task::print(
            session,
            folder.clone(),
            Show::One("", ONE),
            "Nothing to do.",
        )
        .await;
    }
    // A database that another takes the place of is asked about whatever the folder says.
    let is_tracked = plan["env"]["git"] == "tracked";
    let is_unasked = folder["settings"]["writeWithoutAsking"] == true && !replace && !is_tracked;
    let is_asked = plan["env"].is_object() && !is_unasked;
    if is_asked {
        print::note_lines(&planned(&plan));
        ask::confirm("Write this?", options.yes).await?;
    } else if let Some(warning) = git_warning(&plan["env"]) {
        print::note(&warning);
    }
    let args = json!({ "id": id, "planId": plan["id"], "ensure": how });
    let done = session.call("folder_ensure", args).await?;
    task::print(session, done, Show::One("folder", ONE), "").await
}

/// What is about to be done: the step, the env file line by line, the SQL file.
fn planned(plan: &Value) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(&table::printable(text));
        out.push('\n');
    };
    let code = plan["step"].as_str().unwrap_or_default();
    let step = table::word_of("folderSteps", code).unwrap_or_else(|| code.to_owned());
    line(&step);
    let env = &plan["env"];
    if let Some(path) = env["path"].as_str() {
        line(path);
        for shown in env["lines"].as_array().into_iter().flatten() {
            let sign = match shown["kind"].as_str() {
                Some("added") => "+",
                Some("removed") => "-",
                Some("gap") => "…",
                _ => " ",
            };
            line(&format!(
                "{sign} {}",
                shown["text"].as_str().unwrap_or_default()
            ));
        }
        for warning in env["warnings"].as_array().into_iter().flatten() {
            line(warning.as_str().unwrap_or_default());
        }
        if let Some(warning) = git_warning(env) {
            line(&warning);
        }
    }
    if let Some(seed) = plan["seed"]["path"].as_str() {
        line(&format!("Then it runs {seed}."));
    }
    out
}

/// The reason that git may take the password of an env file into a commit.
fn git_warning(env: &Value) -> Option<String> {
    table::word_of("gitStates", env["git"].as_str()?)
}

pub async fn write_all(session: &Session) -> Done {
    let stale = session.call("folder_stale", json!({})).await?;
    let rows = stale.as_array().cloned().unwrap_or_default();
    if session.options.dry_run || rows.is_empty() {
        return task::print(session, stale, Show::Rows("", STALE), "").await;
    }
    let planned: Vec<&Value> = rows.iter().filter(|row| row["env"].is_object()).collect();
    for row in &planned {
        print::note_lines(&self::planned(
            &json!({ "step": "write", "env": row["env"] }),
        ));
    }
    if !planned.is_empty() {
        ask::confirm("Write these?", session.options.yes).await?;
    }
    let ids: Vec<&Value> = planned.iter().map(|row| &row["env"]["id"]).collect();
    let written = session
        .call("folder_write_all", json!({ "planIds": ids }))
        .await?;
    let mut done = Vec::new();
    let unread = rows.iter().filter(|row| !row["env"].is_object());
    for row in unread {
        done.push(json!({ "folder": row["folder"]["path"], "error": row["error"] }));
    }
    for mut row in written.as_array().cloned().unwrap_or_default() {
        let of = planned.iter().find(|it| it["env"]["id"] == row["planId"]);
        row["folder"] = of.map_or(Value::Null, |it| it["folder"]["path"].clone());
        done.push(row);
    }
    let failed = done.iter().filter(|row| !row["error"].is_null()).count();
    task::print(session, json!(done), Show::Rows("", WRITTEN), "").await?;
    each_done(failed)
}

/// Also where the others were done, a script has to hear of those that were not.
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
