//! Every command that asks a Management API for something has a call that can be copied as text, or a reason why not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const OF_WINDOW: &str = include_str!("../../src-tauri/src/bindings.rs");
const OF_HOST: &str = include_str!("../../crates/host/src/command/mod.rs");
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/app/src");

/// Modules whose commands never speak to a Management API.
const ELSEWHERE: [&str; 12] = [
    "diagnostics",
    "env_file",
    "folders",
    "keychain",
    "network",
    "sandbox",
    "seed",
    "settings",
    "temporary",
    "updates",
    "window",
    "jobs",
];

/// Commands that make other calls than the one of their name.
const AS_TEXT: &[(&str, &[&str])] = &[
    ("account_connect", &["Identity"]),
    ("account_edit", &["Identity"]),
    ("account_replace_key", &["Identity"]),
    ("account_recheck", &["Identity"]),
    ("user_me", &["Me"]),
    ("project_page", &["ListProjects"]),
    ("project_open_claimed", &["GetProject"]),
    ("project_consumption", &["Consumption"]),
    ("project_preload_libraries", &["ListPreloadLibraries"]),
    // A plan looks the projects up, and a bulk is its calls one after the other.
    (
        "bulk_plan",
        &["ListProjects", "ListKeys", "ListBranches", "ListComputes"],
    ),
    ("bulk_start", BULK),
    ("bulk_resume", BULK),
    ("key_save_as_account", &["Identity"]),
    // A rotation is its calls one after the other.
    ("rotation_plan", &["ListKeys"]),
    ("rotation_start", &["CreateKey", "Identity", "RevokeKey"]),
    ("rotation_resume", &["CreateKey", "Identity", "RevokeKey"]),
    ("rotation_undo", &["RevokeKey"]),
    ("role_copy_password", &["RevealRolePassword"]),
    // A preview is its calls one after the other.
    (
        "branch_preview_restore",
        &[
            "CreateBranch",
            "ListDatabases",
            "ConnectionString",
            "DeleteBranch",
        ],
    ),
    ("connect_forms", &["ConnectionString"]),
    ("connect_reveal", &["ConnectionString"]),
    ("connect_copy", &["ConnectionString"]),
    ("connect_psql", &["ConnectionString"]),
    ("connect_open_in", &["ConnectionString"]),
    ("connect_check", &["ConnectionString"]),
    ("operation_page", &["ListOperations"]),
    ("operation_follow", &["ListOperations"]),
    ("auth_integrations", &["ListAuthIntegrations"]),
    ("auth_domains", &["ListAuthDomains"]),
    ("sign_in_get", &["GetSignIn"]),
    ("auth_webhooks", &["GetAuthWebhooks"]),
    ("sign_in_allow_localhost", &["AllowLocalhost"]),
    (
        "oauth_delete",
        &["DeleteOauthProvider", "ListOauthProviders"],
    ),
    ("email_test", &["SendTestEmail"]),
];

/// What a bulk job sends, one after the other.
const BULK: &[&str] = &[
    "DeleteProject",
    "RecoverProject",
    "RevokeKey",
    "DeleteBranch",
    "RecoverBranch",
    "UpdateBranch",
    "StartCompute",
    "SuspendCompute",
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
];

#[test]
fn each_command_is_a_call_or_has_a_reason() {
    let made: BTreeSet<String> = commands_of_calls().into_keys().collect();
    assert_eq!(made, declared());
}

/// The commands that make each call.
pub fn commands_of_calls() -> BTreeMap<String, BTreeSet<&'static str>> {
    let (commands, declared) = (commands(), declared());
    let mut listed: Vec<&str> = NOT_SENT.iter().map(|(command, _)| *command).collect();
    listed.extend(AS_TEXT.iter().map(|(command, _)| command));
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(known.len(), listed.len(), "listed twice");
    assert!(NOT_SENT.iter().all(|(_, reason)| !reason.is_empty()));
    for command in &known {
        assert!(commands.contains_key(command), "{command} is no command");
    }
    let mut made: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (command, calls) in AS_TEXT {
        for call in *calls {
            made.entry((*call).to_owned()).or_default().insert(command);
        }
    }
    for (command, module) in commands {
        if known.contains(command) {
            continue;
        }
        let call = declared.iter().find(|call| is_named(call, module, command));
        let call = call.unwrap_or_else(|| panic!("{command} has no call and no reason"));
        made.entry(call.clone()).or_default().insert(command);
    }
    made
}

/// The module of each command.
fn commands() -> BTreeMap<&'static str, &'static str> {
    let all = of_page().filter(|(module, _)| !ELSEWHERE.contains(module));
    all.map(|(module, command)| (command, module)).collect()
}

/// What the page may call: the module and the name of each command, as the two lists have them.
pub fn of_page() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_window = OF_WINDOW
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command::")?.strip_suffix(','));
    let of_host = OF_HOST.lines().filter_map(|line| {
        let (access, rest) = line.trim().split_once(' ')?;
        let (_, command) = rest.split_once(' ')?;
        let is_of_page = ["Page", "Guarded"].contains(&access);
        is_of_page.then_some(command.split_once('(')?.0)
    });
    of_window
        .chain(of_host)
        .filter_map(|path| path.split_once("::"))
}

/// Every call in a `calls!` of the core. Two of one name could not be told apart.
fn declared() -> BTreeSet<String> {
    let mut calls = Vec::new();
    collect(Path::new(SOURCES), &mut calls);
    let declared: BTreeSet<String> = calls.iter().cloned().collect();
    assert_eq!(declared.len(), calls.len(), "{calls:?}");
    assert!(declared.len() > 40);
    declared
}

fn collect(path: &Path, calls: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), calls);
        }
        return;
    }
    let source = fs::read_to_string(path).unwrap();
    for block in source.split("\ncalls! {\n").skip(1) {
        let lines = block.split("\n}\n").next().unwrap().lines();
        let names = lines.filter_map(|line| line.strip_prefix("        ")?.split(' ').next());
        let names = names.filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
        calls.extend(names.map(ToOwned::to_owned));
    }
}

/// Whether a call has the words of a command, such as `ListBranches` those of `branch_list`, and `GetEmailServer` those of
/// `email_get` in the module `email_server`.
fn is_named(call: &str, module: &str, command: &str) -> bool {
    let call: String = call
        .chars()
        .flat_map(|c| {
            if c.is_ascii_uppercase() {
                vec!['_', c.to_ascii_lowercase()]
            } else {
                vec![c]
            }
        })
        .collect();
    let (_, verb) = command.split_once('_').unwrap();
    let call = words(&call);
    call == words(command) || call == words(&format!("{module}_{verb}"))
}

/// The words of a name in the singular, in any order.
fn words(name: &str) -> BTreeSet<&str> {
    name.split('_')
        .filter(|word| !word.is_empty())
        .map(|word| match word.strip_suffix("es") {
            Some(stem) if stem.ends_with("ch") => stem,
            _ => word.strip_suffix('s').unwrap_or(word),
        })
        .collect()
}
