//! Every command that asks a Management API for something has a call that can be copied as text, or a reason why not.

use std::collections::{BTreeMap, BTreeSet};

const COMMANDS: &str = include_str!("../bindings.rs");
const CALLS: &str = include_str!("../../../crates/app/src/features/calls/call.rs");

/// Calls that a noun has a list of its own for.
const OF_NOUNS: [(&str, &str, &str); 2] = [
    (
        "Auth",
        include_str!("../../../crates/app/src/features/calls/auth.rs"),
        "pub enum AuthCall {",
    ),
    (
        "Permissions",
        include_str!("../../../crates/app/src/resources/permissions.rs"),
        "pub enum PermissionCall {",
    ),
];

/// Modules whose commands never speak to a Management API.
const ELSEWHERE: [&str; 8] = [
    "env_file",
    "keychain",
    "sandbox",
    "seed",
    "settings",
    "temporary",
    "window",
    "work",
];

/// Commands that make other calls than the one of their name.
const AS_TEXT: &[(&str, &[&str])] = &[
    ("account_connect", &["Identity"]),
    ("account_edit", &["Identity"]),
    ("account_replace_key", &["Identity"]),
    ("account_recheck", &["Identity"]),
    ("organization_list", &["ListOrganizations"]),
    ("region_list", &["ListRegions"]),
    ("user_me", &["Me"]),
    ("project_page", &["ListProjects"]),
    ("project_consumption", &["Consumption"]),
    // A plan looks the projects up, and a bulk is its calls one after the other.
    ("bulk_plan", &["ListProjects", "ListKeys"]),
    (
        "bulk_start",
        &["DeleteProject", "RecoverProject", "RevokeKey"],
    ),
    (
        "bulk_resume",
        &["DeleteProject", "RecoverProject", "RevokeKey"],
    ),
    ("key_save_as_account", &["Identity"]),
    // A rotation is its calls one after the other.
    ("rotation_plan", &["ListKeys"]),
    ("rotation_start", &["CreateKey", "Identity", "RevokeKey"]),
    ("rotation_resume", &["CreateKey", "Identity", "RevokeKey"]),
    ("rotation_undo", &["RevokeKey"]),
    ("role_reset_password", &["ResetPassword"]),
    ("role_reveal_password", &["RevealPassword"]),
    ("role_copy_password", &["RevealPassword"]),
    ("connect_forms", &["ConnectionString"]),
    ("connect_reveal", &["ConnectionString"]),
    ("connect_copy", &["ConnectionString"]),
    ("connect_psql", &["ConnectionString"]),
    ("connect_check", &["ConnectionString"]),
    ("operation_page", &["ListOperations"]),
    ("operation_follow", &["ListOperations"]),
    ("auth_integrations", &["Auth::ListIntegrations"]),
    ("auth_domains", &["Auth::ListDomains"]),
    ("oauth_list", &["Auth::ListProviders"]),
    ("oauth_add", &["Auth::AddProvider"]),
    ("oauth_update", &["Auth::UpdateProvider"]),
    (
        "oauth_delete",
        &["Auth::DeleteProvider", "Auth::ListProviders"],
    ),
    ("email_get", &["Auth::GetEmailServer"]),
    ("email_update", &["Auth::UpdateEmailServer"]),
    ("email_test", &["Auth::SendTestEmail"]),
];

/// Commands that ask no platform, and what they do instead.
const NOT_SENT: &[(&str, &str)] = &[
    ("account_list", "reads what is kept here"),
    (
        "account_remove",
        "forgets what is kept here; the platform is not told",
    ),
    ("account_choose", "is about this window"),
    ("account_remember", "is about this window"),
    ("account_budget", "counts what was sent from here"),
    ("account_pick_ca_file", "asks the person for a file"),
    ("place_list", "reads what is kept here"),
    ("project_cached", "reads what is kept here"),
    ("undo_list", "reads what is kept here"),
    ("undo_dismiss", "forgets what is kept here"),
    ("bulk_list", "reads what is kept here"),
    ("bulk_pause", "sends nothing from then on"),
    ("bulk_stop", "sends nothing from then on"),
    ("bulk_dismiss", "forgets what is kept here"),
    ("rotation_list", "reads what is kept here"),
    ("rotation_dismiss", "forgets what is kept here"),
    ("usable_list", "reads what is kept here"),
    ("held_forget", "forgets what is held here"),
    ("operation_list", "reads what is kept here"),
    ("call_text", "sends nothing: it makes the text"),
    ("search_find", "reads what is kept here"),
    (
        "auth_users",
        "reads a table through a connection of its own; the connection string is a call of its own",
    ),
    ("auth_transfer_open", "opens a link in the browser"),
    ("auth_jwks_open", "opens a link in the browser"),
    ("email_probe", "asks the mail server, not the platform"),
];

#[test]
fn each_command_is_a_call_or_has_a_reason() {
    let (commands, declared) = (commands(), declared());
    let mut listed: Vec<&str> = NOT_SENT.iter().map(|(command, _)| *command).collect();
    listed.extend(AS_TEXT.iter().map(|(command, _)| command));
    let known: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(known.len(), listed.len(), "listed twice");
    assert!(NOT_SENT.iter().all(|(_, reason)| !reason.is_empty()));
    for command in &known {
        assert!(commands.contains_key(command), "{command} is no command");
    }
    let mut made = BTreeSet::new();
    for (command, module) in commands {
        if known.contains(command) {
            continue;
        }
        let found = by_name(module, command).find(|call| declared.contains(call));
        made.insert(found.unwrap_or_else(|| panic!("{command} has no call and no reason")));
    }
    let listed = AS_TEXT.iter().flat_map(|(_, calls)| calls.iter().copied());
    made.extend(listed.map(ToOwned::to_owned));
    assert_eq!(made, declared);
}

/// The command of a module, by name.
fn commands() -> BTreeMap<&'static str, &'static str> {
    COMMANDS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command::")?.strip_suffix(','))
        .filter_map(|path| path.split_once("::"))
        .filter(|(module, _)| !ELSEWHERE.contains(module))
        .map(|(module, command)| (command, module))
        .collect()
}

/// Every call, those of one noun as `Auth::Enable`.
fn declared() -> BTreeSet<String> {
    let mut declared = variants(CALLS, "pub enum Call {");
    for (noun, source, head) in OF_NOUNS {
        assert!(declared.remove(noun));
        let calls = variants(source, head).into_iter();
        declared.extend(calls.map(|call| format!("{noun}::{call}")));
    }
    declared
}

/// What the call of `branch_create` may be called: `CreateBranch`, `CreateBranches` or `Branches::Create`.
fn by_name(module: &str, command: &str) -> impl Iterator<Item = String> {
    let (noun, verb) = command.split_once('_').unwrap();
    let (noun, verb, module) = (camel(noun), camel(verb), camel(module));
    [
        format!("{verb}{noun}"),
        format!("{verb}{module}"),
        format!("{module}::{verb}"),
    ]
    .into_iter()
}

fn camel(words: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').map(capital).collect()
}

fn variants(source: &str, head: &str) -> BTreeSet<String> {
    let declared = source.split(head).nth(1).unwrap();
    let declared = declared.split("\n}").next().unwrap();
    declared
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()))
        .map(|line| line.trim_end_matches([',', ' ', '{']).to_owned())
        .collect()
}
