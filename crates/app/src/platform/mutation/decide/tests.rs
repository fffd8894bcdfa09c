//! One table a kind of mutation: what was asked, what was found, how it ended.

use api::{Listed, Page};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::decide;
use crate::platform::mutation::observe::Observation;
use crate::platform::mutation::outcome::ReconcileOutcome;
use crate::platform::mutation::record::{Mutation, Record};

const BEFORE: &str = "2026-11-21T09:59:00Z";
const LEFT: &str = "2026-11-21T10:00:00Z";
const AFTER: &str = "2026-11-21T10:00:01Z";

fn one<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn all<T: Listed>(values: Value) -> Vec<T> {
    one::<Page<T>>(values).items
}

fn verdict(mutation: Mutation, known: &[&str], seen: Observation) -> String {
    let record = Record {
        account: "account".to_owned(),
        mutation,
        known: known.iter().map(ToString::to_string).collect(),
        offset_ms: None,
    };
    let since: DateTime<Utc> = LEFT.parse().unwrap();
    match decide(&record, since, seen) {
        ReconcileOutcome::Done(found) => found
            .id()
            .map_or_else(|| "done".to_owned(), |id| format!("done {id}")),
        ReconcileOutcome::NotDone => "not done".to_owned(),
        ReconcileOutcome::Later => "later".to_owned(),
        ReconcileOutcome::Unclear(_) => "unclear".to_owned(),
    }
}

fn branch(id: &str, name: &str, parent: &str, at: Option<&str>) -> Value {
    json!({ "id": id, "name": name, "parent_id": parent, "created_at": at })
}

fn operation(id: &str, action: &str, status: &str, at: &str) -> Value {
    json!({
        "id": id, "project_id": "p", "branch_id": "br-1", "endpoint_id": "ep-1",
        "action": action, "status": status, "created_at": at,
    })
}

#[test]
fn made_things_are_known_by_name_time_and_parent() {
    let named = |name: Option<&str>| Mutation::CreateBranch {
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
        let seen = Observation::Branches(all(found));
        assert_eq!(verdict(named(name), known, seen), expected, "{case}");
    }
    let undated = Observation::Branches(all(json!([branch("br-1", "x", "br-main", None)])));
    assert_eq!(verdict(named(Some("x")), &[], undated), "unclear");
    assert_eq!(
        verdict(named(Some("x")), &[], Observation::Gone),
        "not done"
    );
}

#[test]
fn unnamed_projects_are_named_by_their_id() {
    let mutation = Mutation::CreateProject {
        name: None,
        organization: None,
    };
    let projects = json!([
        { "id": "old-one", "name": "old-one", "created_at": BEFORE },
        { "id": "misty-meadow-1", "name": "misty-meadow-1", "created_at": AFTER },
        { "id": "named-2", "name": "shop", "created_at": AFTER },
    ]);
    let seen = Observation::Projects(all(projects));
    assert_eq!(verdict(mutation, &[], seen), "done misty-meadow-1");
}

#[test]
fn changes_are_known_by_their_fields() {
    let update = |expected: Value| Mutation::UpdateBranch {
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
        let seen = Observation::Branch(Box::new(one(found.clone())), Vec::new());
        assert_eq!(
            verdict(update(expected.clone()), &[], seen),
            end,
            "{expected}"
        );
    }
    let compute = |expected: Value| Mutation::UpdateCompute {
        project: "p".to_owned(),
        compute: "ep-1".to_owned(),
        expected,
    };
    let found = json!({ "id": "ep-1", "branch_id": "br-1", "autoscaling_limit_min_cu": 1, "suspend_timeout_seconds": -1 });
    for (expected, end) in [
        (json!({ "autoscaling_limit_min_cu": 1.0 }), "done ep-1"),
        (json!({ "autoscaling_limit_min_cu": 0.5 }), "not done"),
        (
            json!({ "suspend_timeout_seconds": -1, "name": "x" }),
            "not done",
        ),
        (
            json!({ "suspend_timeout_seconds": -1, "pooler_mode": "session" }),
            "unclear",
        ),
    ] {
        let seen = Observation::Compute(Box::new(one(found.clone())), Vec::new());
        assert_eq!(
            verdict(compute(expected.clone()), &[], seen),
            end,
            "{expected}"
        );
    }
    let project = Mutation::UpdateProject {
        project: "p".to_owned(),
        expected: json!({ "settings": { "hipaa": true } }),
    };
    for (found, end) in [
        (
            json!({ "id": "p", "settings": { "hipaa": true, "block_public_connections": false } }),
            "done p",
        ),
        (
            json!({ "id": "p", "settings": { "hipaa": false } }),
            "not done",
        ),
        (json!({ "id": "p" }), "unclear"),
    ] {
        let seen = Observation::Project(Box::new(one(found)));
        assert_eq!(verdict(project.clone(), &[], seen), end);
    }
}

#[test]
fn renamed_databases_are_looked_for_by_their_new_name() {
    let rename = Mutation::UpdateDatabase {
        project: "p".to_owned(),
        branch: "br-1".to_owned(),
        name: "old".to_owned(),
        expected: json!({ "name": "new", "owner_name": "me" }),
    };
    for (found, end) in [
        (json!([{ "name": "new", "owner_name": "me" }]), "done"),
        (
            json!([{ "name": "new", "owner_name": "other" }]),
            "not done",
        ),
        (json!([{ "name": "old", "owner_name": "me" }]), "not done"),
    ] {
        let seen = Observation::Databases(all(found), Vec::new());
        assert_eq!(verdict(rename.clone(), &[], seen), end);
    }
}

#[test]
fn removed_roles_stay_until_their_operation_has_ended() {
    let delete = Mutation::DeleteRole {
        project: "p".to_owned(),
        branch: "br-1".to_owned(),
        name: "r".to_owned(),
    };
    let there = json!([{ "name": "r" }]);
    let apply = |status: &str, at: &str| json!([operation("op-1", "apply_config", status, at)]);
    for (roles, operations, known, end) in [
        (json!([]), json!([]), vec![], "done"),
        (there.clone(), json!([]), vec![], "not done"),
        (there.clone(), apply("running", AFTER), vec![], "later"),
        (there.clone(), apply("failed", AFTER), vec![], "later"),
        (there.clone(), apply("finished", AFTER), vec![], "not done"),
        (there.clone(), apply("running", BEFORE), vec![], "not done"),
        (there, apply("running", AFTER), vec!["op-1"], "not done"),
    ] {
        let seen = Observation::Roles(all(roles), all(operations));
        assert_eq!(verdict(delete.clone(), &known, seen), end);
    }
    assert_eq!(verdict(delete, &[], Observation::Gone), "done");
}

#[test]
fn passwords_are_known_by_the_role_that_changed() {
    let reset = Mutation::ResetPassword {
        project: "p".to_owned(),
        branch: "br-1".to_owned(),
        name: "r".to_owned(),
    };
    let role = |at: &str| json!([{ "name": "r", "updated_at": at }]);
    let running = json!([operation("op-1", "apply_config", "running", AFTER)]);
    let earlier = &["op-1"][..];
    for (roles, operations, known, end) in [
        (role(AFTER), json!([]), &[][..], "done"),
        (role(BEFORE), json!([]), &[], "not done"),
        (role(BEFORE), running.clone(), &[], "later"),
        (json!([]), json!([]), &[], "not done"),
        // What an earlier reset did is not taken for what this one did.
        (role(AFTER), running.clone(), earlier, "unclear"),
        (role(AFTER), running, &["op-0"], "done"),
    ] {
        let seen = Observation::Roles(all(roles), all(operations));
        assert_eq!(verdict(reset.clone(), known, seen), end);
    }
}

#[test]
fn orders_to_computes_are_known_by_their_operations() {
    let on =
        |verb: &str| one::<Mutation>(json!({ "verb": verb, "project": "p", "compute": "ep-1" }));
    let start = operation("op-1", "start_compute", "running", AFTER);
    let stop = operation("op-2", "suspend_compute", "running", AFTER);
    let earlier = operation("op-1", "start_compute", "finished", BEFORE);
    for (verb, state, operations, known, end) in [
        ("startCompute", "idle", json!([start]), vec![], "done ep-1"),
        ("startCompute", "active", json!([]), vec![], "done ep-1"),
        ("startCompute", "idle", json!([earlier]), vec![], "not done"),
        (
            "startCompute",
            "idle",
            json!([start]),
            vec!["op-1"],
            "not done",
        ),
        (
            "suspendCompute",
            "active",
            json!([stop]),
            vec![],
            "done ep-1",
        ),
        ("suspendCompute", "idle", json!([]), vec![], "done ep-1"),
        ("suspendCompute", "active", json!([]), vec![], "not done"),
        (
            "restartCompute",
            "active",
            json!([stop, start]),
            vec![],
            "done ep-1",
        ),
        ("restartCompute", "active", json!([]), vec![], "not done"),
        ("deleteCompute", "active", json!([stop]), vec![], "later"),
        ("deleteCompute", "active", json!([]), vec![], "not done"),
    ] {
        let found = json!({ "id": "ep-1", "branch_id": "br-1", "current_state": state });
        let seen = Observation::Compute(Box::new(one(found)), all(operations));
        assert_eq!(verdict(on(verb), &known, seen), end, "{verb} {state}");
    }
}

#[test]
fn branches_are_known_by_their_state() {
    let on =
        |verb: &str| one::<Mutation>(json!({ "verb": verb, "project": "p", "branch": "br-1" }));
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
        let seen = Observation::Branch(Box::new(one(found)), all(operations));
        assert_eq!(verdict(on(verb), &[], seen), end, "{verb}");
    }
    assert_eq!(verdict(on("deleteBranch"), &[], Observation::Gone), "done");
    assert_eq!(
        verdict(on("restoreBranch"), &[], Observation::Gone),
        "not done"
    );
}

#[test]
fn keys_are_known_by_name_place_and_time() {
    let create = |project: Option<&str>| Mutation::CreateKey {
        organization: None,
        name: "ci".to_owned(),
        project: project.map(ToOwned::to_owned),
    };
    let keys = json!([
        { "id": 1, "name": "ci", "created_at": BEFORE },
        { "id": 2, "name": "ci", "created_at": AFTER },
        { "id": 3, "name": "ci", "created_at": AFTER, "project_id": "p" },
    ]);
    let seen = || Observation::Keys(all(keys.clone()));
    assert_eq!(verdict(create(None), &[], seen()), "done 2");
    assert_eq!(verdict(create(None), &["2"], seen()), "not done");
    assert_eq!(verdict(create(Some("p")), &[], seen()), "done 3");
    let revoke = |key: i64| Mutation::RevokeKey {
        organization: None,
        key,
    };
    assert_eq!(verdict(revoke(2), &[], seen()), "not done");
    assert_eq!(verdict(revoke(4), &[], seen()), "done 4");
}

#[test]
fn auth_is_known_by_its_lists() {
    let on = |mutation: Value| one::<Mutation>(mutation);
    let add = |own: bool| {
        on(
            json!({ "verb": "addOauthProvider", "project": "p", "provider": "google", "ownClient": own }),
        )
    };
    let update = |expected: Value, secret: bool| {
        on(
            json!({ "verb": "updateOauthProvider", "project": "p", "provider": "google", "expected": expected, "hasSecret": secret }),
        )
    };
    let delete =
        || on(json!({ "verb": "deleteOauthProvider", "project": "p", "provider": "google" }));
    let listed =
        |kind: &str| Observation::Providers(all(json!([{ "id": "google", "type": kind }])));
    let none = || Observation::Providers(Vec::new());
    for (mutation, seen, end) in [
        (add(false), listed("shared"), "done"),
        (add(true), listed("standard"), "done"),
        (add(true), listed("shared"), "not done"),
        (add(true), none(), "not done"),
        (update(json!({}), true), listed("standard"), "unclear"),
        (
            update(json!({ "client_id": "a" }), false),
            listed("standard"),
            "unclear",
        ),
        (update(json!({}), true), none(), "not done"),
        (delete(), none(), "done"),
        (delete(), listed("shared"), "not done"),
    ] {
        assert_eq!(verdict(mutation.clone(), &[], seen), end, "{mutation:?}");
    }
    let server = json!({ "type": "standard", "host": "a.example", "port": 25 });
    let edit = |host: &str, secret: bool| {
        on(
            json!({ "verb": "updateEmailServer", "project": "p", "expected": { "type": "standard", "host": host }, "hasSecret": secret }),
        )
    };
    for (mutation, end) in [
        (edit("a.example", false), "done"),
        (edit("a.example", true), "unclear"),
        (edit("b.example", true), "not done"),
    ] {
        let seen = Observation::EmailServer(Box::new(one(server.clone())));
        assert_eq!(verdict(mutation, &[], seen), end);
    }
    let domains =
        |found: &[&str]| Observation::Domains(found.iter().map(ToString::to_string).collect());
    let add = || on(json!({ "verb": "addDomain", "project": "p", "domain": "https://a.example" }));
    assert_eq!(verdict(add(), &[], domains(&["https://a.example"])), "done");
    assert_eq!(verdict(add(), &[], domains(&[])), "not done");
    let enable = || {
        on(
            json!({ "verb": "enableAuth", "project": "p", "branch": "br-1", "provider": "provider_one" }),
        )
    };
    let integration = |at: &str| {
        Observation::Integrations(all(
            json!([{ "auth_provider": "provider_one", "created_at": at }]),
        ))
    };
    assert_eq!(verdict(enable(), &[], integration(AFTER)), "done");
    assert_eq!(verdict(enable(), &[], integration(BEFORE)), "not done");
}

#[test]
fn what_nobody_can_look_at_is_unclear() {
    for mutation in [
        json!({ "verb": "createSdkKeys", "project": "p" }),
        json!({ "verb": "transferAuth", "project": "p" }),
        json!({ "verb": "sendTestEmail", "project": "p", "recipient": "a@b.example" }),
        json!({ "verb": "createAuthUser", "project": "p", "email": "a@b.example", "schema": "svc_auth" }),
    ] {
        assert_eq!(verdict(one(mutation), &[], Observation::Nothing), "unclear");
    }
}
