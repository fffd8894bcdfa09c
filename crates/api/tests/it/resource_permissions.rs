//! Who a project is shared with: what is sent and what is read.

use api::resource::permissions::PermissionId;
use serde_json::{Value, json};

use crate::exchange::{exchange, project, sent, time};
use crate::resource_literals::PERMISSION;
use testkit::server::Answer;

const P: &str = "/projects/misty-meadow-12345678/permissions";
const ID: &str = "3f0c1a52-8d7e-4b55-9a0f-5b6c7d8e9f01";

#[tokio::test]
async fn permissions_are_listed_wrapped_or_bare() {
    let least = r#"{"id":"p-2","granted_at":"","revoked_at":null}"#;
    for answer in [
        format!(r#"{{"project_permissions":[{PERMISSION},{least}]}}"#),
        format!("[{PERMISSION},{least}]"),
    ] {
        let line = format!("GET {P}");
        let all = sent(&line, Value::Null, &answer, async |management| {
            management.permissions(&project()).list().await
        })
        .await;
        assert_eq!(all[0].id.as_str(), ID);
        assert_eq!(all[0].granted_to_email, "ada@example.com");
        assert_eq!(all[0].granted_at, Some(time("2026-11-21T09:30:00Z")));
        assert_eq!(all[0].revoked_at, None);
        assert_eq!((all[1].id.as_str(), &*all[1].granted_to_email), ("p-2", ""));
        assert_eq!((all[1].granted_at, all[1].revoked_at), (None, None));
    }
}

#[tokio::test]
async fn a_permission_is_granted_to_an_address_and_revoked_by_its_id() {
    let line = format!("POST {P}");
    let body = json!({"email": "ada@example.com"});
    let granted = sent(&line, body, PERMISSION, async |management| {
        let permissions = management.permissions(&project());
        permissions.grant("ada@example.com").await
    })
    .await;
    assert_eq!(granted.revoked_at, None);

    let line = format!("DELETE {P}/{ID}");
    let ended = PERMISSION.replace('}', r#", "revoked_at": "2026-11-22T09:30:00Z"}"#);
    let revoked = sent(&line, Value::Null, &ended, async |management| {
        management.permissions(&project()).revoke(&granted.id).await
    })
    .await;
    assert_eq!(revoked.id, granted.id);
    assert_eq!(revoked.revoked_at, Some(time("2026-11-22T09:30:00Z")));

    let nothing = sent(&line, Value::Null, "{}", async |management| {
        management.permissions(&project()).revoke(&granted.id).await
    })
    .await;
    assert_eq!((nothing.id, nothing.revoked_at), (granted.id, None));
}

#[tokio::test]
async fn a_change_whose_reply_is_lost_says_what_may_have_happened() {
    let (granted, _) = exchange(Answer::LOST, async |management| {
        let permissions = management.permissions(&project());
        permissions.grant("ada@example.com").await
    })
    .await;
    let (revoked, _) = exchange(Answer::LOST, async |management| {
        let id = PermissionId::parse(ID).unwrap();
        management.permissions(&project()).revoke(&id).await
    })
    .await;
    for (error, words) in [
        (granted.unwrap_err(), "the project may have been shared"),
        (revoked.unwrap_err(), "the project may no longer be shared"),
    ] {
        assert!(error.is_maybe_applied(), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}
