//! Whether a change of a branch was done whose reply was lost.

use serde_json::{Value, json};

use super::{BranchMutation, change_of};
use crate::platform::mutation::Observed;
use crate::platform::mutation::testing::{
    AFTER, BEFORE, LEFT, all, one, operation, verdict, verdict_gone,
};
use crate::view::words::Action;

fn branch(id: &str, name: &str, parent: &str, at: Option<&str>) -> Value {
    json!({ "id": id, "name": name, "parent_id": parent, "created_at": at })
}

#[test]
fn made_things_are_known_by_name_time_and_parent() {
    let named = |name: Option<&str>| BranchMutation::Create {
        project: "p".to_owned(),
        name: name.map(ToOwned::to_owned),
        parent: Some("br-main".to_owned()),
    };
    type Row<'a> = (&'a str, Option<&'a str>, &'a [&'a str], Value, &'a str);
    let table: [Row<'_>; 9] = [
        (
            "it is there",
            Some("x"),
            &[],
            json!([branch("br-1", "x", "br-main", Some(AFTER))]),
            "done br-1",
        ),
        (
            "in the same second",
            Some("x"),
            &[],
            json!([branch("br-1", "x", "br-main", Some(LEFT))]),
            "done br-1",
        ),
        (
            "there before",
            Some("x"),
            &[],
            json!([branch("br-1", "x", "br-main", Some(BEFORE))]),
            "not done",
        ),
        ("nothing is there", Some("x"), &[], json!([]), "not done"),
        (
            "another name",
            Some("x"),
            &[],
            json!([branch("br-1", "xy", "br-main", Some(AFTER))]),
            "not done",
        ),
        (
            "another parent",
            Some("x"),
            &[],
            json!([branch("br-1", "x", "br-other", Some(AFTER))]),
            "not done",
        ),
        (
            "made by another click",
            None,
            &["br-1"],
            json!([branch("br-1", "made-up", "br-main", Some(AFTER))]),
            "not done",
        ),
        (
            "without a name, one is new",
            None,
            &["br-1"],
            json!([
                branch("br-1", "a", "br-main", Some(AFTER)),
                branch("br-2", "b", "br-main", Some(AFTER))
            ]),
            "done br-2",
        ),
        (
            "two may be it",
            None,
            &[],
            json!([
                branch("br-1", "a", "br-main", Some(AFTER)),
                branch("br-2", "b", "br-main", Some(AFTER))
            ]),
            "unclear",
        ),
    ];
    for (case, name, known, found, expected) in table {
        assert_eq!(verdict(named(name), known, all(found)), expected, "{case}");
    }
    let undated = all(json!([branch("br-1", "x", "br-main", None)]));
    assert_eq!(verdict(named(Some("x")), &[], undated), "unclear");
    assert_eq!(verdict_gone(named(Some("x"))), "not done");
}

#[test]
fn a_change_is_called_by_its_one_field() {
    let table = [
        (json!({ "protected": true }), Action::ProtectBranch),
        (json!({ "protected": false }), Action::UnprotectBranch),
        (json!({ "expires_at": null }), Action::ExpireBranch),
        (json!({ "name": "new" }), Action::ChangeBranch),
        (
            json!({ "name": "new", "protected": true }),
            Action::ChangeBranch,
        ),
    ];
    for (expected, action) in table {
        assert_eq!(change_of(&expected), action, "{expected}");
    }
}

#[test]
fn changes_are_known_by_their_fields() {
    let update = |expected: Value| BranchMutation::Update {
        project: "p".to_owned(),
        branch: "br-1".to_owned(),
        expected,
    };
    let table = [
        (json!({ "name": "new" }), "done br-1"),
        (json!({ "name": "other" }), "not done"),
        (json!({ "name": "new", "protected": true }), "not done"),
        (
            json!({ "protected": false, "expires_at": null }),
            "not done",
        ),
        (json!({ "expires_at": "2026-12-01T00:00:00Z" }), "done br-1"),
        (json!({ "unheard_of": 1 }), "unclear"),
    ];
    let found = json!({ "id": "br-1", "name": "new", "protected": false, "expires_at": "2026-12-01T00:00:00Z" });
    for (expected, end) in table {
        let seen = vec![one(found.clone())];
        assert_eq!(
            verdict(update(expected.clone()), &[], seen),
            end,
            "{expected}"
        );
    }
}

#[test]
fn branches_are_known_by_their_state() {
    let on = |verb: &str| {
        one::<BranchMutation>(json!({ "verb": verb, "project": "p", "branch": "br-1" }))
    };
    let plain = json!({ "id": "br-1" });
    for (verb, found, operations, end) in [
        ("deleteBranch", plain.clone(), json!([]), "not done"),
        (
            "deleteBranch",
            json!({ "id": "br-1", "pending_state": "storage_deleted" }),
            json!([]),
            "done",
        ),
        (
            "deleteBranch",
            json!({ "id": "br-1", "recovery": { "deleted_at": AFTER } }),
            json!([]),
            "done",
        ),
        (
            "deleteBranch",
            plain.clone(),
            json!([operation("op-1", "delete_timeline", "running", AFTER)]),
            "done",
        ),
        ("recoverBranch", plain.clone(), json!([]), "done br-1"),
        (
            "recoverBranch",
            json!({ "id": "br-1", "recovery": {} }),
            json!([]),
            "not done",
        ),
        (
            "setDefaultBranch",
            json!({ "id": "br-1", "default": true }),
            json!([]),
            "done br-1",
        ),
        ("setDefaultBranch", plain.clone(), json!([]), "not done"),
        (
            "restoreBranch",
            json!({ "id": "br-1", "last_reset_at": AFTER }),
            json!([]),
            "done br-1",
        ),
        (
            "restoreBranch",
            json!({ "id": "br-1", "last_reset_at": BEFORE }),
            json!([]),
            "not done",
        ),
        (
            "restoreBranch",
            plain.clone(),
            json!([operation("op-1", "create_branch", "running", AFTER)]),
            "done br-1",
        ),
    ] {
        let seen = Observed {
            items: vec![one(found)],
            operations: all(operations),
        };
        assert_eq!(verdict(on(verb), &[], seen), end, "{verb}");
    }
    assert_eq!(verdict_gone(on("deleteBranch")), "done");
    assert_eq!(verdict_gone(on("restoreBranch")), "not done");
}
