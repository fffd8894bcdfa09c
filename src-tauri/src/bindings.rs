//! The one list of commands and events, from which `ui/src/ipc/generated.ts` is made.

use std::path::Path;

use app::view::FactView;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::{Builder, Event, collect_commands, collect_events};

use crate::command;

/// Something happened; the window decides what to look at again.
#[derive(Clone, Debug, Deserialize, Serialize, Type, Event)]
pub struct FactEvent(pub FactView);

pub fn builder() -> Builder<tauri::Wry> {
    Builder::new()
        .disable_serde_phases()
        .commands(collect_commands![
            command::accounts::account_list,
            command::accounts::place_list,
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
            command::temporary::temporary_connect,
            command::temporary::temporary_reveal,
            command::temporary::temporary_copy,
            command::temporary::temporary_check,
            command::temporary::temporary_claim_target,
            command::temporary::temporary_claim_open,
            command::temporary::temporary_psql,
            command::env_file::env_pick_folder,
            command::env_file::env_pick_file,
            command::env_file::env_preview,
            command::env_file::env_write,
            command::env_file::env_undo,
            command::seed::seed_pick,
            command::seed::seed_inspect,
            command::seed::seed_start,
            command::work::work_list,
            command::work::work_cancel,
            command::work::activity_list,
            command::sandbox::sandbox_state,
            command::sandbox::sandbox_start,
            command::sandbox::sandbox_stop,
            command::sandbox::sandbox_reset,
            command::sandbox::sandbox_advance,
            command::sandbox::sandbox_fault_order,
            command::sandbox::sandbox_fault_clear,
            command::sandbox::sandbox_server_wake,
            command::sandbox::sandbox_server_sleep,
            command::sandbox::sandbox_requests,
            command::window::app_info,
            command::window::app_welcomed,
            command::window::app_painted,
            command::window::app_quit_plan,
            command::window::app_quit,
        ])
        .events(collect_events![FactEvent])
}

/// Writes the TypeScript side.
pub fn export(path: &Path) -> Result<(), String> {
    builder()
        .export(specta_typescript::Typescript::default(), path)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    const LIST: &str = include_str!("bindings.rs");
    const PERMISSIONS: &str = include_str!("../permissions/window.toml");
    const CAPABILITY: &str = include_str!("../capabilities/main.json");
    const CONFIG: &str = include_str!("../tauri.conf.json");

    #[test]
    fn the_window_may_call_what_the_list_names_and_nothing_else() {
        let named: BTreeSet<&str> = LIST
            .lines()
            .filter_map(|line| line.trim().strip_prefix("command::")?.strip_suffix(','))
            .filter_map(|path| path.rsplit("::").next())
            .collect();
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
