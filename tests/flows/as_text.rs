//! Every operation that asks a Management API for something can be copied as text, or has a reason why not.

use std::collections::BTreeSet;

use app::operation::Access;
use host::command::{all, find};

const OF_WINDOW: &str = include_str!("../../src-tauri/src/bindings.rs");

/// How the names of commands begin that never speak to a Management API.
const ELSEWHERE: [&str; 14] = [
    "activity_",
    "app_",
    "diagnostics_",
    "env_",
    "folder_",
    "job_",
    "keychain_",
    "last_view_",
    "network_",
    "sandbox_",
    "seed_",
    "settings_",
    "temporary_",
    "updates_",
];

/// Commands without a text of their own, with the operations whose requests they send.
const AS_TEXT: &[(&str, &[&str])] = &[
    ("account_connect", &["user_identity"]),
    ("account_edit", &["user_identity"]),
    ("account_replace_key", &["user_identity"]),
    ("account_recheck", &["user_identity"]),
    ("project_open_claimed", &["project_get"]),
    // A plan looks the projects up, and a bulk is its calls one after the other.
    (
        "bulk_plan",
        &["project_page", "key_list", "branch_list", "compute_list"],
    ),
    ("bulk_start", BULK),
    ("bulk_resume", BULK),
    ("key_save_as_account", &["user_identity"]),
    // A rotation is its calls one after the other.
    ("rotation_plan", &["key_list"]),
    (
        "rotation_start",
        &["key_create", "user_identity", "key_revoke"],
    ),
    (
        "rotation_resume",
        &["key_create", "user_identity", "key_revoke"],
    ),
    ("rotation_undo", &["key_revoke"]),
    ("role_copy_password", &["role_reveal_password"]),
    // A preview is its calls one after the other.
    (
        "branch_preview_restore",
        &[
            "branch_create",
            "database_list",
            "connection_string",
            "branch_delete",
        ],
    ),
    ("connect_forms", &["connection_string"]),
    ("connect_reveal", &["connection_string"]),
    ("connect_copy", &["connection_string"]),
    ("connect_psql", &["connection_string"]),
    ("connect_open_in", &["connection_string"]),
    ("connect_check", &["connection_string"]),
    ("operation_follow", &["operation_page"]),
    ("sql_start", &["connection_string"]),
    (
        "sql_try",
        &[
            "branch_create",
            "connection_string",
            "branch_compare_schema",
        ],
    ),
    ("table_list", &["connection_string"]),
    ("table_describe", &["connection_string"]),
];

/// What a bulk job sends, one after the other.
const BULK: &[&str] = &[
    "project_delete",
    "project_recover",
    "key_revoke",
    "branch_delete",
    "branch_recover",
    "branch_update",
    "compute_start",
    "compute_suspend",
];

/// Commands that ask no platform, and what they do instead.
const NOT_SENT: &[(&str, &str)] = &[
    ("account_list", "reads what is stored here"),
    (
        "account_remove",
        "removes what is stored here; nothing is sent",
    ),
    ("account_choose", "is about this window"),
    ("account_remember", "is about this window"),
    ("account_usual_colour", "reads what is stored here"),
    ("account_budget", "counts what was sent from here"),
    ("account_pick_ca_file", "asks the person for a file"),
    ("instant_service_list", "reads what is stored here"),
    ("project_cached", "reads what is stored here"),
    ("undo_list", "reads what is stored here"),
    ("undo_dismiss", "removes what is stored here"),
    ("bulk_list", "reads what is stored here"),
    ("bulk_pause", "sends nothing from then on"),
    ("bulk_stop", "sends nothing from then on"),
    ("bulk_dismiss", "removes what is stored here"),
    ("rotation_list", "reads what is stored here"),
    ("rotation_dismiss", "removes what is stored here"),
    ("connection_probe_list", "reads what is stored here"),
    ("connect_apps", "looks for programs on this machine"),
    ("one_time_secret_forget", "removes what is in memory"),
    ("operation_list", "reads what is stored here"),
    ("call_text", "sends nothing: it makes the text"),
    ("search_find", "reads what is stored here"),
    ("views_shown", "reports what the window shows"),
    ("deep_link_take", "reads what is stored here"),
    (
        "auth_users",
        "reads a table through a connection of its own; the connection string is a call of its own",
    ),
    (
        "compute_lag",
        "asks two servers through connections of its own; the connection strings are calls of their own",
    ),
    ("auth_transfer_open", "opens a link in the browser"),
    ("auth_jwks_open", "opens a link in the browser"),
    ("advisor_open", "opens a link in the browser"),
    ("email_probe", "asks the mail server, not the platform"),
    ("sql_wait", "waits for the database"),
    ("sql_rows", "reads what is stored here"),
    ("sql_stop", "asks the database, not the platform"),
    ("sql_close", "closes a connection to the database"),
    ("sql_tab_list", "reads what is stored here"),
    ("sql_tab_save", "stores a text here"),
    ("sql_tab_delete", "removes what is stored here"),
    ("sql_history", "reads what is stored here"),
    ("sql_history_pin", "changes what is stored here"),
    ("sql_history_clear", "removes what is stored here"),
];

#[test]
fn each_command_has_a_text_or_a_reason() {
    let without_text: BTreeSet<&str> = of_page()
        .filter(|command| !ELSEWHERE.iter().any(|begin| command.starts_with(begin)))
        .filter(|command| !has_text(command))
        .collect();
    let sends = AS_TEXT.iter().map(|(command, _)| *command);
    let listed: Vec<&str> = sends
        .chain(NOT_SENT.iter().map(|(command, _)| *command))
        .collect();
    let explained: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(explained.len(), listed.len(), "listed twice");
    assert_eq!(without_text, explained);
    assert!(NOT_SENT.iter().all(|(_, reason)| !reason.is_empty()));
    for (command, operations) in AS_TEXT {
        for operation in *operations {
            assert!(has_text(operation), "{command}: {operation} has no text");
        }
    }
}

/// True if the command can be copied as text.
fn has_text(name: &str) -> bool {
    find(name).is_some_and(host::command::Command::has_text)
}

/// The commands that the page may call: those of the window, and those of the host.
pub fn of_page() -> impl Iterator<Item = &'static str> {
    let of_window = OF_WINDOW.lines().filter_map(|line| {
        let path = line.trim().strip_prefix("command::")?;
        path.strip_suffix(',')?.rsplit("::").next()
    });
    let of_host = all().iter().map(|command| command.info());
    let of_host = of_host.filter(|info| info.access != Access::Program);
    of_window.chain(of_host.map(|info| info.name))
}
