use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;

use super::{Certain, Holder, ListOwner, conclude};
use crate::view::{KeyKind, KeyView};

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + seconds, 0).unwrap()
}

fn key(id: &str, project: Option<&str>, used: Option<i64>) -> KeyView {
    KeyView {
        id: id.to_owned(),
        name: format!("key {id}"),
        created_at: Some(at(-1000)),
        created_by: None,
        project_id: project.map(ToOwned::to_owned),
        last_used_at: used.map(at),
        last_used_from: None,
    }
}

fn holder(id: &str, owner: &str, kind: KeyKind) -> Holder {
    Holder {
        account_id: id.to_owned(),
        name: id.to_owned(),
        owner_id: Some(owner.to_owned()),
        kind: Some(kind),
        project_id: None,
        key_id: None,
        key_generation: 3,
        taken_at: Some(at(0)),
        is_asker: false,
    }
}

fn me() -> ListOwner {
    ListOwner::Person(Some("me".to_owned()))
}

fn users(used: &super::Used, key: &str) -> Vec<(String, bool)> {
    let users = used.by(key).into_iter();
    users.map(|it| (it.account_id, it.is_sure)).collect()
}

#[test]
fn the_number_of_a_key_that_this_app_made_is_sure() {
    let keys = [key("1", None, Some(0)), key("2", None, None)];
    let mut mine = holder("mine", "me", KeyKind::Personal);
    mine.key_id = Some("2".to_owned());
    let used = conclude(&me(), &keys, &[mine]);
    assert_eq!(users(&used, "2"), [("mine".to_owned(), true)]);
    assert!(users(&used, "1").is_empty() && used.unclear.is_empty() && used.found.is_empty());
}

#[test]
fn the_only_key_is_sure_once_the_account_was_heard() {
    let keys = [key("7", None, None)];
    let mut mine = holder("mine", "me", KeyKind::Personal);
    let used = conclude(&me(), &keys, std::slice::from_ref(&mine));
    assert_eq!(users(&used, "7"), [("mine".to_owned(), true)]);
    let of_the_key_it_had = Certain {
        account_id: "mine".to_owned(),
        key_id: "7".to_owned(),
        key_generation: 3,
    };
    assert_eq!(used.found, [of_the_key_it_had]);
    mine.taken_at = None;
    let used = conclude(&me(), &keys, &[mine]);
    assert_eq!(users(&used, "7"), [("mine".to_owned(), false)]);
    assert!(used.found.is_empty() && used.unclear.contains("mine"));
}

#[test]
fn among_many_the_one_that_was_used_in_the_same_minute_is_likely() {
    let keys = [
        key("1", None, Some(-3600)),
        key("2", None, Some(-30)),
        key("3", None, None),
    ];
    let mine = holder("mine", "me", KeyKind::Personal);
    let used = conclude(&me(), &keys, &[mine]);
    assert_eq!(users(&used, "2"), [("mine".to_owned(), false)]);
    assert!(users(&used, "1").is_empty() && users(&used, "3").is_empty());
}

#[test]
fn a_key_that_one_account_surely_has_is_no_other_ones() {
    let keys = [key("1", None, Some(0)), key("2", None, Some(0))];
    let mut first = holder("first", "me", KeyKind::Personal);
    first.key_id = Some("1".to_owned());
    let second = holder("second", "me", KeyKind::Personal);
    let used = conclude(&me(), &keys, &[second, first]);
    assert_eq!(users(&used, "1"), [("first".to_owned(), true)]);
    assert_eq!(users(&used, "2"), [("second".to_owned(), true)]);
}

#[test]
fn keys_of_an_organization_and_of_its_projects_are_distinguished() {
    let org = ListOwner::Organization("org".to_owned());
    let keys = [
        key("1", None, Some(0)),
        key("2", Some("p"), Some(0)),
        key("3", Some("q"), Some(0)),
    ];
    let all = holder("all", "org", KeyKind::Organization);
    let mut one = holder("one", "org", KeyKind::Project);
    one.project_id = Some("q".to_owned());
    let admin = holder("admin", "me", KeyKind::Personal);
    let used = conclude(&org, &keys, &[all, one, admin]);
    assert_eq!(users(&used, "1"), [("all".to_owned(), true)]);
    assert!(users(&used, "2").is_empty());
    assert_eq!(users(&used, "3"), [("one".to_owned(), true)]);
}

fn any_kind() -> impl Strategy<Value = Option<KeyKind>> {
    prop_oneof![
        Just(None),
        Just(Some(KeyKind::Personal)),
        Just(Some(KeyKind::Organization)),
        Just(Some(KeyKind::Project)),
    ]
}

fn any_owner() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(prop_oneof!["me", "you", "org", "other"])
}

prop_compose! {
    fn any_holder()(
        owner_id in any_owner(),
        kind in any_kind(),
        project_id in proptest::option::of("[pq]"),
        key_id in proptest::option::of("[1-6]"),
        taken in proptest::option::of(-200_i64..200),
        is_asker in proptest::bool::weighted(0.2),
    ) -> Holder {
        Holder {
            account_id: String::new(),
            name: String::new(),
            owner_id,
            kind,
            project_id,
            key_id,
            key_generation: 0,
            taken_at: taken.map(at),
            is_asker,
        }
    }
}

prop_compose! {
    fn any_keys()(
        keys in proptest::collection::vec(
            (proptest::option::of("[pq]"), proptest::option::of(-400_i64..400)), 0..6,
        ),
    ) -> Vec<KeyView> {
        let numbered = (1..).zip(keys);
        numbered.map(|(id, (project, used)): (u32, _)| {
            key(&id.to_string(), project.as_deref(), used)
        }).collect()
    }
}

proptest! {
    #[test]
    fn no_account_is_said_to_use_a_key_of_somebody_else(
        owner in prop_oneof![
            any_owner().prop_map(ListOwner::Person),
            Just(ListOwner::Organization("org".to_owned())),
        ],
        keys in any_keys(),
        mut holders in proptest::collection::vec(any_holder(), 0..6),
    ) {
        for (number, holder) in (0..).zip(&mut holders) {
            let number: i32 = number;
            holder.account_id = number.to_string();
        }
        let used = conclude(&owner, &keys, &holders);
        for key in &keys {
            for user in used.by(&key.id) {
                let holder = holders.iter().find(|it| it.account_id == user.account_id).unwrap();
                match &owner {
                    ListOwner::Person(person) => {
                        prop_assert!(holder.is_asker || (person.is_some() && *person == holder.owner_id));
                        let is_other = matches!(holder.kind, Some(KeyKind::Organization | KeyKind::Project));
                        prop_assert!(!is_other);
                    }
                    ListOwner::Organization(organization) => {
                        prop_assert_eq!(holder.owner_id.as_ref(), Some(organization));
                        let scoped = holder.kind == Some(KeyKind::Project);
                        prop_assert!(holder.key_id.is_some() || scoped == key.project_id.is_some());
                    }
                }
                if user.is_sure {
                    prop_assert!(holder.key_id.as_ref() == Some(&key.id) || holder.taken_at.is_some());
                } else {
                    prop_assert!(holder.key_id.is_none());
                    let near = key.last_used_at.zip(holder.taken_at)
                        .is_some_and(|(a, b)| (a - b).abs() <= TimeDelta::seconds(60));
                    prop_assert!(near || holder.taken_at.is_none());
                }
            }
        }
        for found in &used.found {
            let by = used.by(&found.key_id);
            let is_said = by.iter().any(|it| it.account_id == found.account_id && it.is_sure);
            prop_assert!(is_said);
        }
    }
}
