//! Which settings a change is about, by the names that the window shows.

use crate::view::SettingsView;

/// The labels of the settings that differ, in the order of the window.
pub(super) fn labels(before: &SettingsView, after: &SettingsView) -> Vec<&'static str> {
    // A new setting does not compile until it has its label.
    let SettingsView {
        appearance,
        density,
        clipboard_seconds,
        notifications,
        operation_notifications,
        start_sandbox,
        sandbox_idle_minutes,
        sandbox_old_postgres,
        sandbox_max_unclaimed,
        sandbox_max_disk_gb,
        sandbox_purge_deleted_when_full,
        sandbox_options,
        background,
        start_at_login,
        check_for_updates,
        explain_quit,
        unused_key_days,
        single_key_shortcuts,
        last_env_path,
        temporary,
        new_project,
    } = after;
    let all = [
        ("Appearance", before.appearance != *appearance),
        ("Density", before.density != *density),
        (
            "Single-key shortcuts",
            before.single_key_shortcuts != *single_key_shortcuts,
        ),
        (
            "Clear copied secrets",
            before.clipboard_seconds != *clipboard_seconds,
        ),
        ("Expiry warnings", before.notifications != *notifications),
        (
            "Operation notifications",
            before.operation_notifications != *operation_notifications,
        ),
        ("New projects", before.new_project != *new_project),
        ("New temporary databases", before.temporary != *temporary),
        ("Last env file", before.last_env_path != *last_env_path),
        ("Start the sandbox", before.start_sandbox != *start_sandbox),
        (
            "Suspend idle servers",
            before.sandbox_idle_minutes != *sandbox_idle_minutes,
        ),
        (
            "Older PostgreSQL",
            before.sandbox_old_postgres != *sandbox_old_postgres,
        ),
        (
            "Limit of unclaimed databases",
            before.sandbox_max_unclaimed != *sandbox_max_unclaimed,
        ),
        (
            "Disk limit of the sandbox",
            before.sandbox_max_disk_gb != *sandbox_max_disk_gb,
        ),
        (
            "Purge deleted projects and branches when the disk limit is reached",
            before.sandbox_purge_deleted_when_full != *sandbox_purge_deleted_when_full,
        ),
        (
            "Options of the sandbox",
            before.sandbox_options != *sandbox_options,
        ),
        (
            "Mark unused keys",
            before.unused_key_days != *unused_key_days,
        ),
        (
            "Keep running in the background",
            before.background != *background,
        ),
        ("Start at login", before.start_at_login != *start_at_login),
        (
            "Confirm before quitting",
            before.explain_quit != *explain_quit,
        ),
        (
            "Check for updates",
            before.check_for_updates != *check_for_updates,
        ),
    ];
    all.into_iter()
        .filter_map(|(label, differs)| differs.then_some(label))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::labels;
    use crate::view::{Density, SettingsView};

    #[test]
    fn labels_names_the_settings_that_differ_and_no_other() {
        let before = SettingsView::default();
        let after = SettingsView {
            density: Density::Compact,
            unused_key_days: before.unused_key_days + 1,
            ..before.clone()
        };
        assert_eq!(labels(&before, &after), ["Density", "Mark unused keys"]);
        assert!(labels(&before, &before).is_empty());
    }
}
