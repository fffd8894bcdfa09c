//! The one list of commands and events, from which `ui/src/ipc/generated.ts` is made, beside it the words of the core, and by
//! the build script what the page may call. The script reads it line by line: `command::MODULE::NAME,`.

use std::fs;
use std::path::Path;

use tauri_specta::{Builder, collect_commands, collect_events};

use crate::command;
use crate::core_event::CoreEvent;
use crate::first_page::FirstView;
use crate::word_bindings;

/// The file with the words, beside the other.
const WORDS: &str = "words.ts";

pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .disable_serde_phases()
        .commands(collect_commands![
            command::accounts::account_list,
            command::accounts::account_connect,
            command::accounts::account_pick_ca_file,
            command::accounts::account_edit,
            command::accounts::account_replace_key,
            command::accounts::account_recheck,
            command::accounts::account_remove,
            command::accounts::account_choose,
            command::accounts::account_remember,
            command::accounts::account_budget,
            command::accounts::organization_list,
            command::accounts::region_list,
            command::accounts::user_me,
            command::accounts::instant_service_list,
            command::permissions::permission_list,
            command::permissions::permission_grant,
            command::permissions::permission_revoke,
            command::projects::project_page,
            command::projects::project_cached,
            command::projects::project_get,
            command::projects::project_open_claimed,
            command::projects::project_create,
            command::projects::project_update,
            command::projects::project_delete,
            command::projects::project_recover,
            command::projects::project_consumption,
            command::projects::undo_list,
            command::projects::undo_dismiss,
            command::projects::bulk_plan,
            command::projects::bulk_start,
            command::projects::bulk_list,
            command::projects::bulk_pause,
            command::projects::bulk_resume,
            command::projects::bulk_stop,
            command::projects::bulk_dismiss,
            command::branches::branch_list,
            command::branches::branch_get,
            command::branches::branch_create,
            command::branches::branch_update,
            command::branches::branch_delete,
            command::branches::branch_recover,
            command::branches::branch_restore,
            command::branches::branch_set_default,
            command::computes::compute_list,
            command::computes::compute_create,
            command::computes::compute_update,
            command::computes::compute_delete,
            command::computes::compute_start,
            command::computes::compute_suspend,
            command::computes::compute_restart,
            command::computes::connection_probe_list,
            command::databases::database_list,
            command::databases::database_create,
            command::databases::database_update,
            command::databases::database_delete,
            command::roles::role_list,
            command::roles::role_create,
            command::roles::role_delete,
            command::roles::role_reset_password,
            command::roles::role_reveal_password,
            command::roles::role_copy_password,
            command::connect::connect_forms,
            command::connect::connect_reveal,
            command::connect::connect_copy,
            command::connect::connect_psql,
            command::connect::connect_apps,
            command::connect::connect_open_in,
            command::connect::connect_check,
            command::connect::one_time_secret_forget,
            command::auth::auth_integrations,
            command::auth::auth_enable,
            command::auth::auth_create_keys,
            command::auth::auth_create_user,
            command::auth::auth_users,
            command::auth::auth_transfer,
            command::auth::auth_transfer_open,
            command::auth::auth_jwks_open,
            command::auth::auth_remove,
            command::auth::auth_domains,
            command::auth::auth_add_domain,
            command::auth::auth_delete_domains,
            command::oauth_providers::oauth_list,
            command::oauth_providers::oauth_add,
            command::oauth_providers::oauth_update,
            command::oauth_providers::oauth_delete,
            command::email_server::email_get,
            command::email_server::email_update,
            command::email_server::email_probe,
            command::email_server::email_test,
            command::keys::key_list,
            command::keys::key_create,
            command::keys::key_save_as_account,
            command::keys::key_revoke,
            command::keys::rotation_plan,
            command::keys::rotation_start,
            command::keys::rotation_list,
            command::keys::rotation_resume,
            command::keys::rotation_undo,
            command::keys::rotation_dismiss,
            command::operations::operation_list,
            command::operations::operation_page,
            command::operations::operation_get,
            command::operations::operation_follow,
            command::operations::call_text,
            command::operations::search_find,
            command::jobs::activity_actions,
            command::jobs::activity_pick_file,
            command::jobs::activity_export,
            command::keychain::keychain_state,
            command::keychain::keychain_retry,
            command::keychain::keychain_use_memory,
            command::settings::settings_get,
            command::settings::settings_set,
            command::temporary::temporary_list,
            command::temporary::temporary_get,
            command::temporary::temporary_create,
            command::temporary::temporary_rename,
            command::temporary::temporary_refresh,
            command::temporary::temporary_refresh_all,
            command::temporary::temporary_forget,
            command::temporary::temporary_import_link,
            command::temporary::temporary_import_scan,
            command::temporary::temporary_import_env,
            command::temporary::temporary_claim_target,
            command::temporary::temporary_claim_open,
            command::env_file::env_pick_folder,
            command::env_file::env_pick_file,
            command::env_file::env_preview,
            command::env_file::env_write,
            command::env_file::env_undo,
            command::seed::seed_pick,
            command::seed::seed_inspect,
            command::seed::seed_start,
            command::jobs::job_list,
            command::jobs::job_cancel,
            command::jobs::activity_list,
            command::sandbox::sandbox_state,
            command::sandbox::sandbox_start,
            command::sandbox::sandbox_stop,
            command::sandbox::sandbox_reset,
            command::sandbox::sandbox_lost_after,
            command::sandbox::sandbox_advance,
            command::sandbox::sandbox_fault_order,
            command::sandbox::sandbox_fault_clear,
            command::sandbox::sandbox_server_wake,
            command::sandbox::sandbox_server_sleep,
            command::sandbox::sandbox_requests,
            command::sandbox::sandbox_quarantine,
            command::sandbox::sandbox_quarantine_put_back,
            command::sandbox::sandbox_quarantine_delete,
            command::window::app_info,
            command::window::app_welcomed,
            command::window::app_painted,
            command::window::last_view_keep,
            command::window::app_zoom,
            command::window::app_secrets_untaken,
            command::window::app_quit_plan,
            command::window::app_quit,
        ])
        .typ::<FirstView>()
        .events(collect_events![CoreEvent])
}

/// Writes the TypeScript side.
pub fn export(path: &Path) -> Result<(), String> {
    builder()
        .export(specta_typescript::Typescript::default(), path)
        .map_err(|error| error.to_string())?;
    fs::write(path.with_file_name(WORDS), word_bindings::typescript())
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// What the build script made of the list, and what the window's side was made of.
    const PERMISSIONS: &str = include_str!(concat!(env!("OUT_DIR"), "/permissions/window.toml"));
    const GENERATED: &str = include_str!("../../ui/src/ipc/generated.ts");
    const CAPABILITY: &str = include_str!("../capabilities/main.json");
    const CONFIG: &str = include_str!("../tauri.conf.json");

    #[test]
    fn the_window_may_call_what_the_list_names_and_nothing_else() {
        let invoked = GENERATED.split("__TAURI_INVOKE(\"").skip(1);
        let named: BTreeSet<&str> = invoked.filter_map(|rest| rest.split('"').next()).collect();
        let allowed: BTreeSet<&str> = PERMISSIONS
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
            .collect();
        assert!(named.len() > 40);
        assert_eq!(named, allowed);
    }

    #[test]
    fn the_capability_is_the_least_that_works() {
        let capability: serde_json::Value = serde_json::from_str(CAPABILITY).unwrap();
        assert_eq!(capability["windows"], serde_json::json!(["main"]));
        assert!(capability.get("remote").is_none());
        assert_eq!(
            capability["permissions"],
            serde_json::json!([
                "core:event:allow-listen",
                "core:event:allow-unlisten",
                "window-commands"
            ])
        );
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere() {
        let config: serde_json::Value = serde_json::from_str(CONFIG).unwrap();
        let csp = config["app"]["security"]["csp"].as_str().unwrap();
        assert!(csp.starts_with("default-src 'self';"));
        let elsewhere = csp
            .split([';', ' '])
            .filter(|word| word.contains("://") || word.contains('*') || word.contains("unsafe"))
            .collect::<Vec<_>>();
        assert_eq!(
            elsewhere,
            ["http://ipc.localhost"],
            "only the bridge to this program"
        );
        assert!(config["app"].get("withGlobalTauri").is_none());
    }
}
