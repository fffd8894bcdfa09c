//! The commands, one small function each, and the one list of them, which gives the window its types and the build script
//! of the window what its page may call. The script reads it line by line: `ACCESS EFFECT MODULE::NAME(…),`.

pub mod accounts;
pub mod advisors;
pub mod args;
pub mod auth;
pub mod branches;
pub mod computes;
pub mod connect;
pub mod databases;
pub mod diagnostics;
pub mod email_server;
pub mod env_file;
pub mod folders;
pub mod host;
pub mod invitations;
pub mod jobs;
pub mod jwks;
pub mod keychain;
pub mod keys;
pub mod members;
pub mod network;
pub mod oauth_providers;
pub mod operations;
pub mod permissions;
pub mod projects;
pub mod roles;
pub mod sandbox;
pub mod seed;
pub mod settings;
pub mod sign_in;
pub mod snapshots;
pub mod spending_limit;
pub mod temporary;
pub mod transfer_requests;
pub mod views;

use std::pin::Pin;

use app::view::{ErrorCode, ErrorView};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::host::Host;
use crate::opening::Core;
use crate::reply::Reply;

pub use args::Args;

/// What can be asked of a host.
#[derive(Debug)]
pub struct Command {
    pub name: &'static str,
    pub access: Access,
    pub effect: Effect,
    pub(crate) run: Run,
    #[cfg(test)]
    args: &'static [&'static str],
}

/// Who may call a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The page, as it is.
    Page,
    /// The page, once the window has checked what the arguments name.
    Guarded,
    /// Programs alone: it hands out a secret, or is a part of what the page may call.
    Program,
}

/// Whether it is safe to run a command a second time when its reply was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only reads, or reads again.
    Read,
    /// It changes something here or on a platform.
    Change,
}

pub(crate) type Running<'a> = Pin<Box<dyn Future<Output = Reply<Box<RawValue>>> + Send + 'a>>;

/// What a command works on: most on the core alone.
#[derive(Debug)]
pub(crate) enum Run {
    Core(for<'a> fn(&'a Core, &mut Args) -> Reply<Running<'a>>),
    Host(for<'a> fn(&'a Host, &mut Args) -> Reply<Running<'a>>),
}

pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// All commands, in the order of the list.
pub fn all() -> &'static [Command] {
    COMMANDS
}

pub(crate) fn unknown(name: &str) -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        format!("Plinth's core has no command {name}"),
        "Restart Plinth, and update it if this happens again",
    )
}

fn running<'a, T: Serialize>(command: impl Future<Output = Reply<T>> + Send + 'a) -> Running<'a> {
    Box::pin(async move { to_raw_value(&command.await?).map_err(|_| unwritable()) })
}

fn unwritable() -> ErrorView {
    ErrorView::new(
        ErrorCode::Internal,
        "Plinth's core can't write its answer",
        "Restart Plinth, and update it if this happens again",
    )
}

macro_rules! run {
    ($of:ident, $type:ident, $path:path $(, $arg:ident)*) => {
        Run::$of(|on: &$type, args: &mut Args| {
            let _ = &args;
            Ok(running($path(on $(, args.take(stringify!($arg))?)*)))
        })
    };
    (core, $($rest:tt)*) => { run!(Core, Core, $($rest)*) };
    (host, $($rest:tt)*) => { run!(Host, Host, $($rest)*) };
}

macro_rules! commands {
    ($($access:ident $effect:ident $module:ident::$name:ident($on:ident $(, $arg:ident)*),)*) => {
        const COMMANDS: &[Command] = &[$(Command {
            name: stringify!($name),
            access: Access::$access,
            effect: Effect::$effect,
            run: run!($on, $module::$name $(, $arg)*),
            #[cfg(test)]
            args: &[$(stringify!($arg)),*],
        }),*];

        /// The types of what the page may call, in the order of the list.
        #[cfg(debug_assertions)]
        pub fn types(types: &mut specta::Types) -> Vec<specta::datatype::Function> {
            let mut all = Vec::new();
            $(of_page!($access, $module::$name, types, all);)*
            all
        }
    };
}

#[cfg(debug_assertions)]
macro_rules! of_page {
    (Program, $path:path, $types:ident, $all:ident) => {};
    ($access:ident, $module:ident::$name:ident, $types:ident, $all:ident) => {
        $all.extend(specta::function::collect_functions![$module::$name]($types));
    };
}

commands! {
    Page Read accounts::account_list(core),
    Guarded Change accounts::account_connect(core, request),
    Guarded Change accounts::account_edit(core, id, edit, key),
    Page Change accounts::account_replace_key(core, id, key),
    Page Read accounts::account_recheck(core, id),
    Program Change accounts::account_remove(core, id),
    Page Change accounts::account_choose(core, id),
    Page Change accounts::account_remember(core, id, organization_id, project_id),
    Page Read accounts::account_usual_colour(core, is_production),
    Page Read accounts::account_budget(core, id),
    Page Read accounts::organization_list(core, account_id),
    Page Read accounts::region_list(core, account_id, organization_id),
    Page Read accounts::user_me(core, account_id),
    Page Read accounts::instant_service_list(core),
    Page Read permissions::permission_list(core, account_id, project_id),
    Guarded Change permissions::permission_grant(core, account_id, project_id, email),
    Page Change permissions::permission_revoke(core, account_id, project_id, permission_id, email),
    Page Read members::member_list(core, account_id, organization_id, page_size, cursor),
    Page Change members::member_change_role(core, account_id, organization_id, member_id, role, email),
    Page Change members::member_remove(core, account_id, organization_id, member_id, email),
    Page Read invitations::invitation_list(core, account_id, organization_id),
    Guarded Change invitations::invitation_create(core, account_id, organization_id, email, role),
    Page Read spending_limit::spending_limit_get(core, account_id, organization_id),
    Page Change spending_limit::spending_limit_set(core, account_id, organization_id, cents),
    Page Change spending_limit::spending_limit_remove(core, account_id, organization_id),
    Page Read jwks::jwks_list(core, account_id, project_id),
    Guarded Change jwks::jwks_add(core, account_id, project_id, add),
    Page Change jwks::jwks_remove(core, account_id, project_id, jwks_id, url),
    Page Change transfer_requests::transfer_request_create(core, account_id, project_id, valid_seconds),
    Page Change transfer_requests::transfer_request_accept(core, account_id, code, organization_id),
    Page Change transfer_requests::project_move(core, account_id, project_id, from_id, to_id),
    Page Read projects::project_preload_libraries(core, account_id, project_id),
    Page Read projects::project_page(core, account_id, scope, organization_id, cursor),
    Page Read projects::project_cached(core, account_id, scope, organization_id, after),
    Page Read projects::project_get(core, account_id, project_id),
    Page Change projects::project_create(core, account_id, create),
    Page Change projects::project_update(core, account_id, project_id, update),
    Guarded Change projects::project_delete(core, account_id, project_id),
    Page Change projects::project_recover(core, account_id, project_id),
    Page Read projects::project_consumption(core, account_id, request),
    Page Read projects::undo_list(core),
    Page Change projects::undo_dismiss(core, ids),
    Page Read projects::bulk_plan(core, request),
    Guarded Change projects::bulk_start(core, request),
    Page Read projects::bulk_list(core),
    Page Change projects::bulk_pause(core, id),
    Page Change projects::bulk_resume(core, id),
    Page Change projects::bulk_stop(core, id),
    Page Change projects::bulk_dismiss(core, id),
    Page Read branches::branch_list(core, account_id, project_id, include_deleted),
    Page Read branches::branch_get(core, account_id, project_id, branch_id),
    Page Read branches::branch_schema(core, account_id, project_id, branch_id, read),
    Page Read branches::branch_compare_schema(core, account_id, project_id, branch_id, compare),
    Page Read advisors::advisor_list(core, account_id, project_id, branch_id, database),
    Page Change branches::branch_create(core, account_id, project_id, create),
    Page Change branches::branch_update(core, account_id, project_id, branch_id, update),
    Page Change branches::branch_delete(core, account_id, project_id, branch_id),
    Page Change branches::branch_recover(core, account_id, project_id, branch_id),
    Page Change branches::branch_restore(core, account_id, project_id, branch_id, restore),
    Page Change branches::branch_preview_restore(core, account_id, project_id, branch_id, at),
    Page Change branches::branch_set_default(core, account_id, project_id, branch_id),
    Page Read snapshots::snapshot_list(core, account_id, project_id),
    Page Change snapshots::snapshot_create(core, account_id, project_id, branch_id, create),
    Page Change snapshots::snapshot_update(core, account_id, project_id, snapshot_id, name),
    Guarded Change snapshots::snapshot_delete(core, account_id, project_id, snapshot_id, name),
    Page Change snapshots::snapshot_restore(core, account_id, project_id, snapshot_id, restore),
    Page Change snapshots::restore_finalize(core, account_id, project_id, branch_id, former_name),
    Page Read snapshots::snapshot_schedule_get(core, account_id, project_id, branch_id),
    Page Change snapshots::snapshot_schedule_set(core, account_id, project_id, branch_id, schedule),
    Page Read computes::compute_list(core, account_id, project_id),
    Page Change computes::compute_create(core, account_id, project_id, create),
    Page Change computes::compute_update(core, account_id, project_id, compute_id, update),
    Page Change computes::compute_delete(core, account_id, project_id, compute_id),
    Page Change computes::compute_start(core, account_id, project_id, compute_id),
    Page Change computes::compute_suspend(core, account_id, project_id, compute_id),
    Page Change computes::compute_restart(core, account_id, project_id, compute_id),
    Page Read computes::compute_lag(core, account_id, project_id, branch_id, compute_id),
    Page Read computes::connection_probe_list(core),
    Page Read databases::database_list(core, account_id, project_id, branch_id),
    Page Change databases::database_create(core, account_id, project_id, branch_id, name, owner),
    Page Change databases::database_update(core, account_id, project_id, branch_id, name, update),
    Guarded Change databases::database_delete(core, account_id, project_id, branch_id, name),
    Page Read roles::role_list(core, account_id, project_id, branch_id),
    Page Change roles::role_create(core, account_id, project_id, branch_id, name, no_login),
    Page Change roles::role_delete(core, account_id, project_id, branch_id, name),
    Page Change roles::role_reset_password(core, account_id, project_id, branch_id, name),
    Page Read roles::role_reveal_password(core, account_id, project_id, branch_id, name),
    Page Read connect::connect_forms(core, source),
    Page Read connect::connect_reveal(core, source, form),
    Page Read connect::connect_check(core, source),
    Page Change connect::one_time_secret_forget(core, id),
    Page Read auth::auth_integrations(core, account_id, project_id, branch_id),
    Page Change auth::auth_enable(core, account_id, project_id, enable, branch_id),
    Page Change auth::auth_create_keys(core, account_id, project_id, provider, branch_id),
    Page Change auth::auth_create_user(core, account_id, project_id, provider, email, name, branch_id),
    Page Change auth::auth_set_user_roles(core, account_id, project_id, branch_id, user_id, roles),
    Page Read auth::auth_users(core, account_id, project_id, request),
    Page Change auth::auth_transfer(core, account_id, project_id, provider, branch_id),
    Guarded Change auth::auth_remove(core, account_id, project_id, provider, delete_data, branch_id),
    Page Read auth::auth_domains(core, account_id, project_id, branch_id),
    Guarded Change auth::auth_add_domain(core, account_id, project_id, provider, domain, branch_id),
    Page Change auth::auth_delete_domains(core, account_id, project_id, provider, domains, branch_id),
    Page Read oauth_providers::oauth_list(core, account_id, project_id, branch_id),
    Page Change oauth_providers::oauth_add(core, account_id, project_id, request, branch_id),
    Page Change oauth_providers::oauth_update(core, account_id, project_id, provider, request, branch_id),
    Page Change oauth_providers::oauth_delete(core, account_id, project_id, provider, branch_id),
    Page Read email_server::email_get(core, account_id, project_id, branch_id),
    Guarded Change email_server::email_update(core, account_id, project_id, edit, branch_id),
    Guarded Read email_server::email_probe(core, request),
    Guarded Change email_server::email_test(core, account_id, project_id, test),
    Page Read sign_in::sign_in_get(core, account_id, project_id, branch_id),
    Page Change sign_in::sign_in_update(core, account_id, project_id, branch_id, edit),
    Page Change sign_in::sign_in_allow_localhost(core, account_id, project_id, branch_id, allow),
    Page Change sign_in::sign_in_update_plugin(core, account_id, project_id, branch_id, edit),
    Page Read sign_in::auth_webhooks(core, account_id, project_id, branch_id),
    Guarded Change sign_in::auth_set_webhooks(core, account_id, project_id, branch_id, wanted),
    Page Read keys::key_list(core, account_id, organization_id),
    Page Change keys::key_create(core, account_id, request),
    Page Change keys::key_save_as_account(core, secret_id, request),
    Guarded Change keys::key_revoke(core, account_id, organization_id, key_id),
    Page Read keys::rotation_plan(core, account_id),
    Page Change keys::rotation_start(core, account_id, request),
    Page Read keys::rotation_list(core),
    Page Change keys::rotation_resume(core, id),
    Page Change keys::rotation_undo(core, id),
    Page Change keys::rotation_dismiss(core, id),
    Page Read operations::operation_list(core),
    Page Read operations::operation_page(core, account_id, project_id, cursor),
    Page Read operations::operation_get(core, account_id, project_id, operation_id),
    Page Read operations::operation_follow(core, account_id, project_id),
    Page Read operations::call_text(core, account_id, call),
    Page Read operations::search_find(core, text),
    Page Read jobs::activity_actions(core),
    Guarded Change jobs::activity_export(core, filter, path),
    Page Read keychain::keychain_state(core),
    Page Read keychain::keychain_retry(core),
    Page Change keychain::keychain_use_memory(core),
    Page Read network::network_list(core),
    Guarded Change diagnostics::diagnostics_save(core, id, sections, path),
    Page Read settings::settings_get(core),
    Guarded Change settings::settings_set(host, settings),
    Page Read temporary::temporary_list(core),
    Page Read temporary::temporary_get(core, id),
    Guarded Change temporary::temporary_create(core, options),
    Page Change temporary::temporary_rename(core, id, name),
    Page Read temporary::temporary_refresh(core, id),
    Page Read temporary::temporary_refresh_all(core),
    Guarded Change temporary::temporary_forget(core, id),
    Guarded Change temporary::temporary_delete(core, id),
    Guarded Change temporary::temporary_save(host, id, path, format),
    Page Read temporary::temporary_copy_roles(core, id, into),
    Page Change temporary::temporary_copy(host, id, into, roles),
    Page Change temporary::temporary_import_link(core, link),
    Guarded Read temporary::temporary_import_scan(core, path),
    Guarded Change temporary::temporary_import_env(core, path, variable),
    Page Read temporary::temporary_claim_target(core, id),
    Guarded Read env_file::env_preview(core, args),
    Guarded Change env_file::env_write(core, preview_id),
    Page Change env_file::env_undo(core, undo_id),
    Page Read folders::folder_list(core),
    Page Read folders::folder_get(core, id),
    Guarded Change folders::folder_add(core, path, settings),
    Guarded Change folders::folder_change(core, id, settings),
    Page Change folders::folder_remove(core, id),
    Page Read folders::folder_plan(core, id, ensure),
    Page Change folders::folder_ensure(core, id, plan_id, ensure),
    Page Read folders::folder_stale(core),
    Page Change folders::folder_write_all(core, plan_ids),
    Guarded Read folders::folder_scan(core, paths),
    Guarded Change folders::folder_import(core, picks),
    Guarded Read seed::seed_inspect(core, path),
    Guarded Change seed::seed_start(core, id, path),
    Page Read views::views_shown(core, window, number, views, anew),
    Page Read jobs::job_list(core),
    Page Change jobs::job_cancel(core, id),
    Page Read jobs::activity_list(core, filter, before, limit),
    Page Read sandbox::sandbox_state(host),
    Page Change sandbox::sandbox_start(host),
    Page Change sandbox::sandbox_stop(host),
    Guarded Change sandbox::sandbox_reset(host),
    Page Read sandbox::sandbox_lost_after(host, seconds),
    Guarded Change sandbox::sandbox_advance(host, seconds),
    Page Change sandbox::sandbox_fault_order(host, kind, target, times),
    Page Change sandbox::sandbox_fault_clear(host),
    Page Change sandbox::sandbox_server_wake(host, endpoint_id),
    Page Change sandbox::sandbox_server_sleep(host, endpoint_id),
    Page Read sandbox::sandbox_deleted_projects(host),
    Guarded Change sandbox::sandbox_purge(host, project_ids),
    Page Read sandbox::sandbox_requests(host),
    Page Read sandbox::sandbox_quarantine(host),
    Page Change sandbox::sandbox_quarantine_put_back(host, id),
    Guarded Change sandbox::sandbox_quarantine_delete(host, id),
    Program Read accounts::account_knows_host(core, host),
    Program Read projects::project_cached_part(core, account_id, scope, organization_id, after, limit),
    Program Read projects::project_cached_organizations(core, account_id, scope),
    Program Read projects::project_of_claimed(core, temporary_id),
    Program Read roles::role_take_password(core, account_id, project_id, branch_id, name),
    Program Read connect::connect_take(core, source, form),
    Program Read connect::connect_session(core, source),
    Program Change temporary::temporary_create_once(core, options),
    Program Change connect::connect_opened(core, source, program),
    Program Change connect::connect_copied(core, source, form),
    Program Change roles::role_password_copied(core, account_id, project_id, branch_id, name),
    Program Read auth::auth_transfer_link(core, secret_id, host),
    Program Change auth::auth_transfer_opened(core, account_id, project_id),
    Program Read advisors::advisor_page(core, url),
    Program Read auth::auth_jwks_link(core, account_id, project_id, provider, host, branch_id),
    Program Read operations::operation_click_result(core, event),
    Program Read operations::deep_link_find(core, link),
    Program Read temporary::temporary_claim_link(core, id, host),
    Program Change temporary::temporary_claim_opened(core, id),
    Program Change network::network_contacted(core, reason, host, port, unanswered),
    Program Read diagnostics::diagnostics_preview(host, shows_names, program),
    Program Read env_file::env_target_of(core, preview_id),
    Program Read folders::folder_seed_file(core, path, settings),
    Program Read folders::folder_around(core, path, exact),
    Program Change folders::folder_run(core, path, production, may_be_committed),
    Program Read seed::seed_must_be_possible(core, id),
    Program Read host::quit_plan(host),
    Program Change host::notice_take(host, what),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_list_names_the_arguments_as_the_functions_do() {
        let functions = types(&mut specta::Types::default());
        let of_page: Vec<_> = COMMANDS
            .iter()
            .filter(|command| command.access != Access::Program)
            .collect();
        assert_eq!(functions.len(), of_page.len());
        for (function, command) in functions.iter().zip(of_page) {
            assert_eq!(function.name(), command.name);
            // The first is what the command works on.
            let args: Vec<_> = function
                .args()
                .iter()
                .map(|(name, _)| name.as_ref())
                .collect();
            assert_eq!(args, command.args, "{}", command.name);
        }
    }

    #[test]
    fn each_name_stands_for_one_command() {
        let names: BTreeSet<_> = COMMANDS.iter().map(|command| command.name).collect();
        assert_eq!(names.len(), COMMANDS.len());
    }
}
