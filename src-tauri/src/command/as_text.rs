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

/// A command and the calls that it makes.
const AS_TEXT: &[(&str, &[&str])] = &[
    ("account_connect", &["Identity"]),
    ("account_edit", &["Identity"]),
    ("account_replace_key", &["Identity"]),
    ("account_recheck", &["Identity"]),
    ("organization_list", &["ListOrganizations"]),
    ("region_list", &["ListRegions"]),
    ("user_me", &["Me"]),
    ("project_page", &["ListProjects"]),
    ("project_get", &["GetProject"]),
    ("project_create", &["CreateProject"]),
    ("project_update", &["UpdateProject"]),
    ("project_delete", &["DeleteProject"]),
    ("project_recover", &["RecoverProject"]),
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
    ("key_list", &["ListKeys"]),
    ("key_create", &["CreateKey"]),
    ("key_save_as_account", &["Identity"]),
    ("key_revoke", &["RevokeKey"]),
    // A rotation is its calls one after the other.
    ("rotation_plan", &["ListKeys"]),
    ("rotation_start", &["CreateKey", "Identity", "RevokeKey"]),
    ("rotation_resume", &["CreateKey", "Identity", "RevokeKey"]),
    ("rotation_undo", &["RevokeKey"]),
    ("branch_list", &["ListBranches"]),
    ("branch_get", &["GetBranch"]),
    ("branch_create", &["CreateBranch"]),
    ("branch_update", &["UpdateBranch"]),
    ("branch_delete", &["DeleteBranch"]),
    ("branch_recover", &["RecoverBranch"]),
    ("branch_restore", &["RestoreBranch"]),
    ("branch_set_default", &["SetDefaultBranch"]),
    ("compute_list", &["ListComputes"]),
    ("compute_create", &["CreateCompute"]),
    ("compute_update", &["UpdateCompute"]),
    ("compute_delete", &["DeleteCompute"]),
    ("compute_start", &["StartCompute"]),
    ("compute_suspend", &["SuspendCompute"]),
    ("compute_restart", &["RestartCompute"]),
    ("database_list", &["ListDatabases"]),
    ("database_create", &["CreateDatabase"]),
    ("database_update", &["UpdateDatabase"]),
    ("database_delete", &["DeleteDatabase"]),
    ("role_list", &["ListRoles"]),
    ("role_create", &["CreateRole"]),
    ("role_delete", &["DeleteRole"]),
    ("role_reset_password", &["ResetPassword"]),
    ("role_reveal_password", &["RevealPassword"]),
    ("role_copy_password", &["RevealPassword"]),
    ("connect_forms", &["ConnectionString"]),
    ("connect_reveal", &["ConnectionString"]),
    ("connect_copy", &["ConnectionString"]),
    ("connect_psql", &["ConnectionString"]),
    ("connect_open_in", &["ConnectionString"]),
    ("connect_check", &["ConnectionString"]),
    ("permission_list", &["Permissions::List"]),
    ("permission_grant", &["Permissions::Grant"]),
    ("permission_revoke", &["Permissions::Revoke"]),
    ("operation_page", &["ListOperations"]),
    ("operation_get", &["GetOperation"]),
    ("operation_follow", &["ListOperations"]),
    ("auth_integrations", &["Auth::ListIntegrations"]),
    ("auth_enable", &["Auth::Enable"]),
    ("auth_create_keys", &["Auth::CreateKeys"]),
    ("auth_create_user", &["Auth::CreateUser"]),
    ("auth_transfer", &["Auth::Transfer"]),
    ("auth_remove", &["Auth::Remove"]),
    ("auth_domains", &["Auth::ListDomains"]),
    ("auth_add_domain", &["Auth::AddDomain"]),
    ("auth_delete_domains", &["Auth::DeleteDomains"]),
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
    ("connection_probe_list", "reads what is kept here"),
    ("connect_apps", "looks for programs on this machine"),
    ("one_time_secret_forget", "forgets what is held here"),
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
    let commands: BTreeSet<&str> = COMMANDS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("command::")?.strip_suffix(','))
        .filter_map(|path| path.split_once("::"))
        .filter(|(module, _)| !ELSEWHERE.contains(module))
        .map(|(_, command)| command)
        .collect();
    let mut known = BTreeMap::new();
    for (command, _) in AS_TEXT {
        *known.entry(*command).or_insert(0) += 1;
    }
    for (command, reason) in NOT_SENT {
        assert!(!reason.is_empty());
        *known.entry(*command).or_insert(0) += 1;
    }
    assert_eq!(known.keys().copied().collect::<BTreeSet<_>>(), commands);
    assert!(known.values().all(|times| *times == 1), "{known:?}");
}

#[test]
fn each_call_is_made_by_a_command() {
    let mut declared: BTreeSet<String> = variants(CALLS, "pub enum Call {");
    for (noun, source, head) in OF_NOUNS {
        assert!(declared.remove(noun));
        let calls = variants(source, head).into_iter();
        declared.extend(calls.map(|call| format!("{noun}::{call}")));
    }
    let made = AS_TEXT.iter().flat_map(|(_, calls)| calls.iter().copied());
    let made: BTreeSet<String> = made.map(ToOwned::to_owned).collect();
    assert_eq!(made, declared);
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
