//! Branches in tables.

use app::view::BranchView;

use crate::columns::{Column, bytes, column, detail, plain, time, word};

pub const COLUMNS: &[Column<BranchView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Parent", |it| plain(&it.parent_id)),
    column("State", state),
    column("Default", |it| plain(&it.is_default)),
    column("Protected", |it| plain(&it.is_protected)),
    detail("Schema only", |it| plain(&it.is_schema_only)),
    detail("Size", |it| bytes(&it.logical_size)),
    column("Created", |it| time(&it.created_at)),
    column("Expires", |it| time(&it.expires_at)),
    detail("Deleted", |it| time(&it.deleted_at)),
    detail("Recoverable until", |it| time(&it.recoverable_until)),
];

/// Returns the word for the state of a branch. The platform keeps the state that a deleted branch had before.
fn state(branch: &BranchView) -> String {
    match branch.deleted_at {
        Some(_) => "Deleted".to_owned(),
        None => word("branchStates", &branch.state),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn deleted_branch_is_shown_as_deleted_whatever_its_state() {
        let state_of = |deleted: Value| {
            let branch = json!({
                "id": "br-1", "name": "main", "state": "ready", "isDefault": false, "isProtected": false,
                "isSchemaOnly": false, "restrictions": [], "deletedAt": deleted,
            });
            state(&serde_json::from_value(branch).unwrap())
        };
        assert_eq!(state_of(Value::Null), "Ready");
        assert_eq!(state_of(json!("2026-11-25T19:06:00Z")), "Deleted");
    }
}
