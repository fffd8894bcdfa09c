//! Operations of the platform.

/// What an operation's status is called: ended as an action of one's own ends, since both stand in one column.
pub(super) const STATES: &[(&str, &str)] = &[
    ("scheduling", "Scheduling"),
    ("running", "In progress"),
    ("cancelling", "Canceling"),
    ("finished", "Done"),
    ("skipped", "Skipped"),
    ("cancelled", "Canceled"),
    ("failed", "Failed"),
    ("error", "Failed"),
    ("vanished", "No longer available"),
];

/// What an operation's action is called.
const ACTIONS: &[(&str, &str)] = &[
    ("apply_config", "Apply configuration"),
    ("apply_schema_from_branch", "Apply schema from branch"),
    ("apply_storage_config", "Apply storage configuration"),
    ("check_availability", "Check availability"),
    ("create_branch", "Create branch"),
    ("create_compute", "Create compute"),
    ("create_timeline", "Set up storage"),
    ("delete_tenant", "Delete stored data"),
    ("delete_timeline", "Delete branch data"),
    ("detach_parent_branch", "Detach from parent branch"),
    ("import_data", "Import data"),
    ("prewarm_replica", "Prepare replica"),
    ("promote_replica", "Promote replica"),
    (START_COMPUTE, "Start compute"),
    ("start_reserved_compute", "Start reserved compute"),
    ("suspend_compute", "Suspend compute"),
    ("tenant_attach", "Attach project"),
    ("tenant_detach", "Detach idle project"),
    ("tenant_reattach", "Reattach project"),
    ("timeline_archive", "Archive branch"),
    ("timeline_unarchive", "Unarchive branch"),
    (
        "timeline_update_protected_config",
        "Update branch protection",
    ),
];

/// The action that gets a compute going.
const START_COMPUTE: &str = "start_compute";

/// Whether an operation gets a compute going.
#[must_use]
pub fn starts_compute(action: Option<&str>) -> bool {
    action == Some(START_COMPUTE)
}

/// What the status of an operation is called on every platform; one that is not known is its own word.
#[must_use]
pub fn status_word(status: &str) -> &str {
    let known = STATES.iter().find(|(word, _)| *word == status);
    known.map_or(status, |(_, shown)| shown)
}

/// What an operation does, in a person's words; an action that is not known is its own word.
#[must_use]
pub fn action_word(action: Option<&str>) -> String {
    let known = ACTIONS.iter().find(|(word, _)| Some(*word) == action);
    match (known, action) {
        (Some((_, shown)), _) => (*shown).to_owned(),
        (None, Some(action)) => action.to_owned(),
        (None, None) => "Operation".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_and_status_of_the_specification_has_words() {
        let actions = [
            "apply_config",
            "apply_storage_config",
            "check_availability",
            "create_branch",
            "create_timeline",
            "delete_tenant",
            "start_compute",
            "suspend_compute",
            "tenant_attach",
            "tenant_detach",
            "tenant_reattach",
            "timeline_archive",
            "timeline_unarchive",
        ];
        for action in actions {
            let word = action_word(Some(action));
            assert!(!word.contains('_') && word != action, "{action}: {word}");
        }
        for (status, word) in [
            ("scheduling", "Scheduling"),
            ("running", "In progress"),
            ("finished", "Done"),
            ("failed", "Failed"),
            ("cancelling", "Canceling"),
            ("cancelled", "Canceled"),
            ("skipped", "Skipped"),
        ] {
            assert_eq!(status_word(status), word);
        }
        assert_eq!(action_word(Some("swap_binding_id")), "swap_binding_id");
        assert_eq!(action_word(None), "Operation");
        assert_eq!(status_word("dreaming"), "dreaming");
    }
}
