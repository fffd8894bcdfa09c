use std::time::Duration;

use super::registry::ShownViews;
use crate::view::{ShownPart, ShownView};

const NOW: Duration = Duration::from_secs(1000);

fn views() -> Vec<ShownView> {
    vec![ShownView {
        account_id: "account".to_owned(),
        project_id: None,
        part: ShownPart::Projects,
        requests: 1,
        age_ms: None,
    }]
}

fn accounts(shown: &ShownViews) -> usize {
    shown.schedule().accounts().len()
}

#[test]
fn a_report_is_ignored_when_a_later_one_arrived_before() {
    let shown = ShownViews::default();
    assert!(shown.show("w".to_owned(), 2, vec![], false, NOW).is_none());
    assert!(shown.show("w".to_owned(), 1, views(), false, NOW).is_none());
    assert_eq!(accounts(&shown), 0, "the window is hidden");

    let held = shown.show("w".to_owned(), 4, views(), false, NOW);
    assert!(shown.show("w".to_owned(), 3, vec![], false, NOW).is_none());
    assert_eq!(accounts(&shown), 1, "the window shows something");
    drop(held);
    assert_eq!(accounts(&shown), 0);
}

#[test]
fn a_report_leaves_alone_what_other_windows_show() {
    let shown = ShownViews::default();
    let _held = shown.show("w".to_owned(), 7, views(), false, NOW);
    let other = shown.show("x".to_owned(), 1, views(), false, NOW);
    assert!(other.is_some());
    drop(other);
    assert_eq!(accounts(&shown), 1);
}
