use super::*;

fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::hours(hours)
}

#[test]
fn a_database_is_soon_gone_in_its_last_day_and_then_gone() {
    let of = |row, end: Option<i64>| life(row, end.map(at), at(0));
    let unclaimed = Some(TemporaryState::Unclaimed);
    assert_eq!(of(unclaimed, Some(72)), FolderState::Filled);
    assert_eq!(of(unclaimed, Some(24)), FolderState::Expiring);
    assert_eq!(of(unclaimed, Some(0)), FolderState::Expired);
    assert_eq!(
        of(Some(TemporaryState::Gone), Some(72)),
        FolderState::Expired
    );
    assert_eq!(
        of(Some(TemporaryState::Claimed), Some(0)),
        FolderState::Claimed
    );
    // A branch, and a row that has left the list.
    assert_eq!(of(None, None), FolderState::Filled);
    assert_eq!(of(None, Some(-1)), FolderState::Expired);
}
