//! What the page may call: the commands of this list, and the operations of the host. From both is made
//! `ui/src/ipc/generated.ts`, from which the build script makes what the page may call, and beside it the words of the core.

use app::operation::{Access, Info};
use host::command as of_host;
use host::{Args, Connection};
use tauri::ipc::{Invoke, InvokeBody, InvokeError, InvokeResponseBody};
use tauri::{AppHandle, Manager as _, Wry};

use crate::{answer, command, guard};

/// Gives the commands of the window to a macro.
macro_rules! of_window {
    ($($collect:ident)::*) => {
        $($collect)::*![
            command::accounts::account_pick_ca_file,
            command::accounts::account_remove,
            command::projects::project_open_claimed,
            command::roles::role_copy_password,
            command::connect::connect_copy,
            command::connect::connect_psql,
            command::connect::connect_apps,
            command::connect::connect_open_in,
            command::advisors::advisor_open,
            command::auth::auth_transfer_open,
            command::auth::auth_jwks_open,
            command::jobs::activity_pick_file,
            command::diagnostics::diagnostics_preview,
            command::diagnostics::diagnostics_pick_file,
            command::temporary::temporary_claim_open,
            command::temporary::temporary_pick_file,
            command::temporary::temporary_show_saved,
            command::env_file::env_pick_folder,
            command::env_file::env_pick_file,
            command::folders::folder_pick,
            command::seed::seed_pick,
            command::deep_links::deep_link_take,
            command::updates::updates_state,
            command::updates::updates_check,
            command::updates::updates_install,
            command::updates::updates_cancel,
            command::updates::updates_restart,
            command::window::app_info,
            command::window::app_welcomed,
            command::window::app_painted,
            command::window::last_view_keep,
            command::window::app_zoom,
            command::window::app_secrets_untaken,
            command::window::app_quit_plan,
            command::window::app_quit,
        ]
    };
}

/// Runs what the page calls.
pub fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    let of_window: Box<dyn Fn(Invoke<Wry>) -> bool + Send + Sync> =
        Box::new(of_window!(tauri::generate_handler));
    move |invoke| match of_host::find(invoke.message.command()) {
        Some(command) if command.info().access != Access::Program => {
            run(command, invoke);
            true
        }
        _ => of_window(invoke),
    }
}

fn run(command: of_host::Command, invoke: Invoke<Wry>) {
    let app = invoke.message.webview_ref().app_handle().clone();
    let args = match invoke.message.payload() {
        InvokeBody::Json(args) => args.clone(),
        InvokeBody::Raw(_) => serde_json::Value::Null,
    };
    invoke.resolver.respond_async_serialized(async move {
        let answer = answered(&app, command.info(), args.into()).await;
        answer.map_err(InvokeError::from)
    });
}

async fn answered(app: &AppHandle, command: Info, args: Args) -> host::Reply<InvokeResponseBody> {
    if command.access == Access::Guarded {
        guard::check(app, command.name, &args).await?;
    }
    let core = app.state::<Connection>();
    let answer = core.answer(command.name, args).await?;
    Ok(answer::to_page(answer))
}

/// Writes the TypeScript side.
#[cfg(debug_assertions)]
pub fn export(path: &std::path::Path) -> Result<(), String> {
    use tauri_specta::{Builder, Commands, collect_commands, collect_events};

    let mut types = specta::Types::default();
    let mut functions = of_host::types(&mut types);
    let Commands(_, of_window) = of_window!(collect_commands);
    functions.extend(of_window(&mut types).functions);
    functions.sort_by(|a, b| a.name().cmp(b.name()));
    let operations = crate::operation_bindings::typescript(&functions, &types);
    Builder::<Wry>::new()
        .disable_serde_phases()
        .types(&types)
        .typ::<crate::first_page::FirstView>()
        .events(collect_events![
            crate::core_event::CoreEvent,
            crate::file_drop::FileDrop
        ])
        .export(specta_typescript::Typescript::default(), path)
        .map_err(|error| error.to_string())?;
    let operations = operations.map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())? + &operations;
    std::fs::write(path, text).map_err(|error| error.to_string())?;
    let words = crate::word_bindings::typescript();
    std::fs::write(path.with_file_name("words.ts"), words).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use app::operation::Access;

    /// The names of commands.
    macro_rules! names {
        ($(command::$module:ident::$name:ident),* $(,)?) => {
            [$(stringify!($name)),*]
        };
    }

    /// What the build script made of `generated.ts`.
    const PERMISSIONS: &str = include_str!(concat!(env!("OUT_DIR"), "/permissions/window.toml"));
    const CAPABILITY: &str = include_str!("../capabilities/main.json");
    const CONFIG: &str = include_str!("../tauri.conf.json");

    #[test]
    fn the_window_may_call_what_the_list_names_and_nothing_else() {
        let of_host = host::command::all().iter().map(|command| command.info());
        let of_page = of_host.filter(|info| info.access != Access::Program);
        let of_window = of_window!(names).iter().copied();
        let named: BTreeSet<&str> = of_page.map(|info| info.name).chain(of_window).collect();
        let allowed: BTreeSet<&str> = PERMISSIONS
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
            .collect();
        assert!(named.len() > 40);
        assert_eq!(named, allowed, "run `cargo xtask codegen`");
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
