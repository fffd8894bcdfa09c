//! Files that commands are given by path: which a person picked, which are asked about, and which are refused.

use std::path::{Path, PathBuf};

use app::view::{EnvTarget, FolderListView};
use host::{Connection, Reply};
use serde_json::json;
use tauri::AppHandle;

use crate::consent::{Act, Consents, Question, real, refused};

/// A person picked this folder or file for credentials.
pub fn picked_env(consents: &Consents, path: Option<&str>) {
    if let Some(file) = path.and_then(|path| app::env_file::file_of(path).ok()) {
        consents.give([Act::Env(real(&file))]);
    }
}

/// What the dialog asks for: it says on which database the file will run.
pub fn title_of_sql(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("SQL file to run on {}", shown(name)),
        None => "SQL file to run on new databases".to_owned(),
    }
}

/// A person picked this SQL file, for the database with this id or for new ones, or dropped it on the window.
pub fn picked_sql(consents: &Consents, path: Option<&str>, id: Option<&str>) {
    let Some(file) = path.map(|path| real(Path::new(path))) else {
        return;
    };
    let run = match id {
        Some(id) => Act::RunSql(file.clone(), id.to_owned()),
        None => Act::RunSqlOnNew(file.clone()),
    };
    consents.give([Act::ReadSql(file), run]);
}

/// A person picked these folders, or dropped them on the window.
pub fn picked_folders(consents: &Consents, paths: &[String]) {
    consents.give(paths.iter().map(|path| Act::Folder(real(Path::new(path)))));
}

/// Env files of a folder are read or written. One that is in the list was agreed to when it was added.
pub async fn must_use_folder(
    app: &AppHandle,
    consents: &Consents,
    core: &Connection,
    path: &str,
) -> Reply<()> {
    let folder = real(&app::disk::expand(path)?);
    if is_agreed(consents, core, &folder).await? {
        return Ok(());
    }
    let question = Question::about(
        "Use this folder?",
        "Plinth will read and write env files in\n\n{}\n\nIt was not picked in a dialog, so confirm it here.",
        &[&folder.to_string_lossy()],
        "Use folder",
    )?;
    consents.need(app, Act::Folder(folder), question).await
}

/// Returns true for a folder that a person picked or agreed to, in this run or when it was added to the list.
async fn is_agreed(consents: &Consents, core: &Connection, folder: &Path) -> Reply<bool> {
    if consents.has(&Act::Folder(folder.to_owned())) {
        return Ok(true);
    }
    let list: FolderListView = core.call("folder_list", json!({})).await?;
    let mut folders = list.items.iter();
    Ok(folders.any(|each| Path::new(&each.path) == folder))
}

/// A person picked these certificates.
pub fn picked_ca(consents: &Consents, path: Option<&str>) {
    if let Some(path) = path {
        consents.give([Act::Trust(real(Path::new(path)))]);
    }
}

/// A person picked the file for the activity log, for diagnostics or for a database.
pub fn picked_export(consents: &Consents, path: Option<&str>) {
    if let Some(path) = path {
        consents.give([Act::Export(real(Path::new(path)))]);
    }
}

/// The activity log goes into a file that was just picked, and into no other.
pub fn must_export_into(consents: &Consents, path: &str) -> Reply<()> {
    must_be_picked(
        consents,
        path,
        "Your actions can only be exported to a file that you choose",
        "Export it again and choose the file",
    )
}

/// A diagnostics file goes into a file that was just picked, and into no other.
pub fn must_save_into(consents: &Consents, path: &str) -> Reply<()> {
    must_be_picked(
        consents,
        path,
        "Diagnostics can only be saved to a file that you choose",
        "Save them again and choose the file",
    )
}

/// A database goes into a file that was just picked, and into no other.
pub fn must_dump_into(consents: &Consents, path: &str) -> Reply<()> {
    must_be_picked(
        consents,
        path,
        "A database can only be saved to a file that you choose",
        "Save it again and choose the file",
    )
}

fn must_be_picked(consents: &Consents, path: &str, message: &str, hint: &str) -> Reply<()> {
    match consents.take(&Act::Export(real(Path::new(path)))) {
        true => Ok(()),
        false => Err(refused(message, hint)),
    }
}

/// A file that is read while its path is being typed: one that is named like an env file, or was picked.
pub fn must_read_env(consents: &Consents, path: &str) -> Reply<()> {
    let file = app::env_file::file_of(path)?;
    if is_env_name(&file) || consents.has(&Act::Env(real(&file))) {
        return Ok(());
    }
    Err(refused(
        "This file name does not look like an env file",
        "Choose it with Browse: a file chosen there can have any name",
    ))
}

/// Credentials are written as a preview showed it. A page can preview whatever it likes, so that it showed one is no consent.
pub async fn must_write_env(
    app: &AppHandle,
    consents: &Consents,
    core: &Connection,
    target: &EnvTarget,
) -> Reply<()> {
    let file = real(&target.path);
    if let Some(folder) = unasked_in(&file, target)
        && is_agreed(consents, core, folder).await?
    {
        return Ok(());
    }
    let question = question_of(&file, target)?;
    consents.need(app, Act::Env(file), question).await
}

/// The folder in which this is written unasked, if a person agreed to it: setting up its database writes env files there too, and
/// replaces nobody's value either.
fn unasked_in<'a>(file: &'a Path, target: &EnvTarget) -> Option<&'a Path> {
    let is_plain = is_env_name(file) && target.replaced.is_empty();
    file.parent().filter(|_| is_plain)
}

/// Says what the core knows of the change: the page may have shown another one.
fn question_of(file: &Path, target: &EnvTarget) -> Reply<Question> {
    let title = "Write to this file?";
    let file = file.to_string_lossy();
    let variables = target.variables.join(", ");
    let replaced = target.replaced.join(", ");
    if !target.replaced.is_empty() {
        let sentence = "Plinth will replace the value of {} in\n\n{}\n\nThis file was not picked in a file dialog, so confirm it here.";
        return Question::about(title, sentence, &[&replaced, &file], "Replace");
    }
    let sentence = if target.creates {
        "Plinth will create a file with {} at\n\n{}\n\nIt was not picked in a file dialog, so confirm it here."
    } else {
        "Plinth will add {} to\n\n{}\n\nThis file was not picked in a file dialog, so confirm it here."
    };
    Question::about(title, sentence, &[&variables, &file], "Write")
}

/// Credentials are written into this file of a folder. One that is named like an env file is part of the folder.
pub async fn must_use_env_file(app: &AppHandle, consents: &Consents, file: PathBuf) -> Reply<()> {
    if is_env_name(&file) {
        return Ok(());
    }
    let file = real(&file);
    let question = Question::about(
        "Write to this file?",
        "Plinth will write database credentials to\n\n{}\n\nIt was not picked in a file dialog, so confirm it here.",
        &[&file.to_string_lossy()],
        "Write",
    )?;
    consents.need(app, Act::Env(file), question).await
}

/// Whether a file is named like an SQL file.
pub fn is_sql(file: &Path) -> bool {
    let ending = file.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("sql"))
}

/// An SQL file that is read while its path is being typed.
pub fn must_read_sql(consents: &Consents, path: &str) -> Reply<()> {
    let file = app::disk::expand(path)?;
    if is_sql(&file) || consents.has(&Act::ReadSql(real(&file))) {
        return Ok(());
    }
    Err(refused(
        "This file name does not end in .sql",
        "Choose it with Browse: a file chosen there can have any name",
    ))
}

/// An SQL file runs on a database that is there. One that was picked for it runs unasked.
pub async fn must_run_sql(
    app: &AppHandle,
    consents: &Consents,
    path: &str,
    id: &str,
    name: &str,
) -> Reply<()> {
    let file = real(&app::disk::expand(path)?);
    let act = Act::RunSql(file.clone(), id.to_owned());
    let question = Question::about(
        "Run this SQL file?",
        "Plinth will run\n\n{}\n\non the database {}.",
        &[&file.to_string_lossy(), &shown(name)],
        "Run",
    )?;
    consents.need(app, act, question).await
}

/// An SQL file runs on a database that is made for it.
pub async fn must_run_sql_on_new(app: &AppHandle, consents: &Consents, path: &str) -> Reply<()> {
    let file = real(&app::disk::expand(path)?);
    let question = Question::about(
        "Run this SQL file?",
        "Plinth will run\n\n{}\n\non the new database.",
        &[&file.to_string_lossy()],
        "Run",
    )?;
    consents.need(app, Act::RunSqlOnNew(file), question).await
}

/// The certificates of a file are trusted for an account's servers.
pub async fn must_trust(app: &AppHandle, consents: &Consents, path: Option<&str>) -> Reply<()> {
    let Some(path) = path.filter(|path| !path.trim().is_empty()) else {
        return Ok(());
    };
    let file = real(&app::disk::expand(path)?);
    let question = Question::about(
        "Trust these certificates?",
        "Plinth will trust the certificates in\n\n{}\n\nfor the account's servers.",
        &[&file.to_string_lossy()],
        "Trust",
    )?;
    consents.need(app, Act::Trust(file), question).await
}

/// A link leaves for the browser. Hosts of the accounts and of the hosted platform are known.
pub async fn must_open(
    app: &AppHandle,
    consents: &Consents,
    core: &Connection,
    host: &str,
) -> Reply<()> {
    let args = json!({ "wanted": host });
    if core.call("account_knows_host", args).await? {
        return Ok(());
    }
    let question = Question::about(
        "Open this address?",
        "Plinth will open a page on\n\n“{}”\n\nin your browser.",
        &[host],
        "Open",
    )?;
    consents
        .need(app, Act::Open(host.to_owned()), question)
        .await
}

/// Secrets are sent to a host. Those of the accounts and of the hosted platform are known.
pub async fn must_send(
    app: &AppHandle,
    consents: &Consents,
    core: &Connection,
    sentence: &'static str,
    host: &str,
) -> Reply<()> {
    let args = json!({ "wanted": host });
    if core.call("account_knows_host", args).await? {
        return Ok(());
    }
    let question = Question::about("Send secrets to this host?", sentence, &[host], "Send")?;
    let act = Act::Send(host.to_owned());
    consents.need(app, act, question).await
}

/// A name in a question: on one line and short, without what hides or turns its letters.
pub fn shown(text: &str) -> String {
    let visible = text
        .chars()
        .filter(|c| *c == ' ' || !app::link::is_hidden(*c));
    let plain: String = visible.take(64).collect();
    format!("“{plain}”")
}

fn is_env_name(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| {
        name == ".env"
            || name == ".envrc"
            || name.starts_with(".env.")
            || (name.ends_with(".env") && name.len() > 4)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_named_like_one_are_read_as_env_files_unpicked() {
        let world = tempfile::tempdir().unwrap();
        let world = world.path().canonicalize().unwrap();
        let consents = Consents::default();
        let of = |name: &str| world.join(name).display().to_string();
        for name in [".env", ".env.local", "prod.env", ".envrc", ""] {
            must_read_env(&consents, &of(name)).unwrap();
        }
        for name in [
            ".ssh/id_ed25519",
            ".bashrc",
            "env",
            ".environment",
            "a.envelope",
        ] {
            assert!(must_read_env(&consents, &of(name)).is_err(), "{name}");
        }
        assert!(must_read_env(&consents, "relative/.env").is_err());
        std::fs::write(world.join("settings"), "").unwrap();
        picked_env(&consents, Some(&of("settings")));
        must_read_env(&consents, &of("settings")).unwrap();
        assert!(must_read_env(&consents, &of("other")).is_err());
    }

    #[test]
    fn question_about_an_env_file_says_what_is_written_and_replaced() {
        let of = |creates, replaced: &[&str]| {
            let target = EnvTarget {
                path: "/shop/.env".into(),
                variables: vec!["DATABASE_URL".to_owned(), "DIRECT_URL".to_owned()],
                replaced: replaced.iter().map(ToString::to_string).collect(),
                creates,
            };
            let question = question_of(&target.path, &target).unwrap();
            let is_unasked = unasked_in(&target.path, &target).is_some();
            let first = question.text().lines().next().unwrap().to_owned();
            (first, is_unasked)
        };
        let both = "DATABASE_URL, DIRECT_URL";
        assert_eq!(
            of(true, &[]),
            (format!("Plinth will create a file with {both} at"), true)
        );
        assert_eq!(of(false, &[]), (format!("Plinth will add {both} to"), true));
        let replacing = "Plinth will replace the value of DATABASE_URL in".to_owned();
        assert_eq!(of(false, &["DATABASE_URL"]), (replacing, false));
    }

    #[test]
    fn file_of_another_name_is_never_written_unasked() {
        let target = EnvTarget {
            path: "/shop/settings".into(),
            variables: vec!["DATABASE_URL".to_owned()],
            replaced: Vec::new(),
            creates: false,
        };
        assert_eq!(unasked_in(&target.path, &target), None);
        assert_eq!(
            unasked_in(Path::new("/shop/.env.local"), &target),
            Some(Path::new("/shop"))
        );
    }

    #[test]
    fn only_sql_files_are_read_unpicked() {
        let consents = Consents::default();
        must_read_sql(&consents, "/tmp/seed.SQL").unwrap();
        for path in ["/etc/passwd", "/tmp/sql", "seed.sql"] {
            assert!(must_read_sql(&consents, path).is_err(), "{path}");
        }
        picked_sql(&consents, Some("/etc/passwd"), None);
        must_read_sql(&consents, "/etc/passwd").unwrap();
    }

    #[test]
    fn a_file_that_was_picked_runs_where_the_dialog_said_and_nowhere_else() {
        let file = real(Path::new("/tmp/schema.sql"));
        let on = |id: &str| Act::RunSql(file.clone(), id.to_owned());
        let on_new = Act::RunSqlOnNew(file.clone());
        for (id, may) in [
            (None, [true, false, false]),
            (Some("one"), [false, true, false]),
        ] {
            let consents = Consents::default();
            picked_sql(&consents, Some("/tmp/schema.sql"), id);
            let has = [on_new.clone(), on("one"), on("two")].map(|act| consents.has(&act));
            assert_eq!(has, may, "{id:?}");
        }
        assert_eq!(
            title_of_sql(Some("shop\ndb")),
            "SQL file to run on “shopdb”"
        );
    }

    #[test]
    fn the_log_goes_into_the_picked_file_once() {
        let consents = Consents::default();
        assert!(must_export_into(&consents, "/tmp/log.csv").is_err());
        picked_export(&consents, Some("/tmp/log.csv"));
        assert!(must_export_into(&consents, "/tmp/other.csv").is_err());
        must_export_into(&consents, "/tmp/log.csv").unwrap();
        assert!(must_export_into(&consents, "/tmp/log.csv").is_err());
    }

    #[test]
    fn a_name_adds_no_lines_to_a_question() {
        assert_eq!(shown("a\nb\u{1b}[0m\u{2028}\u{202e} c"), "“ab[0m c”");
        assert!(shown(&"x".repeat(1000)).len() < 100);
    }
}
