//! Snapshots, their restores and schedules: what is sent and what is read.

use api::BranchId;
use api::resource::snapshots::{
    BackupSchedule, CreateSnapshot, Frequency, RestoreSnapshot, ScheduleItem, SnapshotId,
};
use serde_json::{Value, json};

use crate::exchange::{branch, project, sent, time};
use crate::resource_literals::{BRANCH, ENDPOINT, OPERATION, SNAPSHOT};

const P: &str = "/projects/misty-meadow-12345678";
const ID: &str = "snap-misty-meadow-a1b2c3d4";

fn id() -> SnapshotId {
    SnapshotId::parse(ID).unwrap()
}

#[tokio::test]
async fn snapshots_are_listed_with_whatever_is_known_of_them() {
    let line = format!("GET {P}/snapshots");
    let least = r#"{"id":"snap-2","name":"","expires_at":"","created_at":"0001-01-01T00:00:00Z"}"#;
    let answer = format!(r#"{{"snapshots":[{SNAPSHOT},{least}]}}"#);
    let all = sent(&line, Value::Null, &answer, async |management| {
        management.snapshots(&project()).list().await
    })
    .await;
    assert_eq!((all[0].id.as_str(), &*all[0].name), (ID, "before"));
    assert_eq!(all[0].source_branch_id, Some(branch()));
    assert_eq!(all[0].created_at, Some(time("2026-11-21T09:30:00Z")));
    assert_eq!(
        (all[0].manual, all[0].full_size),
        (Some(true), Some(31_000_000))
    );
    assert_eq!((all[1].created_at, all[1].expires_at), (None, None));
    assert_eq!((all[1].manual, &all[1].source_branch_id), (None, &None));
}

#[tokio::test]
async fn one_is_taken_by_a_query_and_renamed_and_deleted_by_its_id() {
    let line = format!(
        "POST {P}/branches/{}/snapshot?timestamp=2026-11-21T09%3A30%3A00.250Z&name=a+%26+b&expires_at=2026-11-22T09%3A30%3A00Z",
        branch().as_str()
    );
    let answer = format!(r#"{{"snapshot":{SNAPSHOT},"operations":[{OPERATION}]}}"#);
    let create = CreateSnapshot {
        name: Some("a & b".to_owned()),
        lsn: None,
        timestamp: Some(time("2026-11-21T09:30:00.250Z")),
        expires_at: Some(time("2026-11-22T09:30:00.900Z")),
    };
    let made = sent(&line, Value::Null, &answer, async |management| {
        management
            .snapshots(&project())
            .create(&branch(), &create)
            .await
    })
    .await;
    assert_eq!((made.snapshot.id, made.operations.len()), (id(), 1));

    let line = format!("PATCH {P}/snapshots/{ID}");
    let body = json!({"snapshot": {"name": "other"}});
    let answer = format!(r#"{{"snapshot":{SNAPSHOT}}}"#);
    let renamed = sent(&line, body, &answer, async |management| {
        management
            .snapshots(&project())
            .rename(&id(), "other")
            .await
    })
    .await;
    assert_eq!(renamed.id, id());

    let line = format!("DELETE {P}/snapshots/{ID}");
    let answer = format!(r#"{{"operations":[{OPERATION}]}}"#);
    let begun = sent(&line, Value::Null, &answer, async |management| {
        management.snapshots(&project()).delete(&id()).await
    })
    .await;
    assert_eq!(begun.len(), 1);
}

#[tokio::test]
async fn a_branch_is_made_of_one_and_replaces_another() {
    let line = format!("POST {P}/snapshots/{ID}/restore");
    let body = json!({"target_branch_id": branch().as_str(), "finalize_restore": true});
    let answer =
        format!(r#"{{"branch":{BRANCH},"endpoints":[{ENDPOINT}],"operations":[{OPERATION}]}}"#);
    let restore = RestoreSnapshot {
        target_branch_id: Some(branch()),
        finalize_restore: true,
        ..RestoreSnapshot::default()
    };
    let restored = sent(&line, body, &answer, async |management| {
        management
            .snapshots(&project())
            .restore(&id(), &restore)
            .await
    })
    .await;
    assert_eq!(
        (restored.endpoints.len(), restored.operations.len()),
        (1, 1)
    );

    let other = BranchId::parse("br-look-1").unwrap();
    let line = format!("POST {P}/branches/br-look-1/finalize_restore");
    for (name, body) in [(None, json!({})), (Some("old"), json!({"name": "old"}))] {
        let begun = sent(&line, body, "{}", async |management| {
            management
                .snapshots(&project())
                .finalize(&other, name)
                .await
        })
        .await;
        assert!(begun.is_empty());
    }
}

#[tokio::test]
async fn a_schedule_is_sent_as_it_is_read() {
    let path = format!("{P}/branches/{}/backup_schedule", branch().as_str());
    let answer = r#"{"schedule":[{"frequency":"weekly","day":1,"hour":3,"retention_seconds":86400},{"frequency":"fortnightly"}]}"#;
    let line = format!("GET {path}");
    let read = sent(&line, Value::Null, answer, async |management| {
        management.snapshots(&project()).schedule(&branch()).await
    })
    .await;
    let weekly = ScheduleItem {
        frequency: Frequency::Weekly,
        hour: Some(3),
        day: Some(1),
        month: None,
        retention_seconds: Some(86_400),
    };
    assert_eq!(read.schedule[0], weekly);
    assert_eq!(read.schedule[1].frequency.as_str(), "fortnightly");

    let line = format!("PUT {path}");
    let body = json!({"schedule": [{"frequency": "weekly", "day": 1, "hour": 3, "retention_seconds": 86_400}]});
    let wanted = BackupSchedule {
        schedule: vec![weekly],
    };
    sent(&line, body, "{}", async |management| {
        let snapshots = management.snapshots(&project());
        snapshots.set_schedule(&branch(), &wanted).await
    })
    .await;
}
