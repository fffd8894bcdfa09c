//! Advisors, keys of tokens, transfers and what admins change of an organization: what is sent and what is read.

use std::time::Duration;

use api::resource::advisors::{AdvisorCategory, AdvisorLevel, ListIssues};
use api::resource::invitations::Invite;
use api::resource::jwks::{AddJwks, JwksId};
use api::resource::organizations::MemberRole;
use api::resource::transfer_requests::TransferRequestId;
use api::{OrgId, ProjectId};
use serde_json::{Value, json};

use crate::exchange::{branch, exchange, management_at, organization, project, sent};
use crate::instant_fixture::say;
use crate::resource_literals::{
    INVITATION, ISSUE, JWKS, OPERATION, TRANSFER_REQUEST, TRANSFER_REQUEST_ID,
};

const P: &str = "/projects/misty-meadow-12345678";
const O: &str = "/organizations/org-misty-meadow-12345678";

#[tokio::test]
async fn libraries_and_issues_are_listed() {
    let line = format!("GET {P}/available_preload_libraries");
    let answer = r#"{"libraries":[{"library_name":"pg_prewarm","description":"Loads tables","is_default":true,
        "is_experimental":true,"version":"1.2"},{"library_name":"other"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        management.projects().preload_libraries(&project()).await
    })
    .await;
    assert_eq!(all[0].library_name, "pg_prewarm");
    assert!(all[0].is_default && all[0].is_experimental);
    assert_eq!(all[1].version, None);
    let none = sent(&line, Value::Null, "{}", async |management| {
        management.projects().preload_libraries(&project()).await
    })
    .await;
    assert!(none.is_empty(), "the list may be missing");

    let answer = format!(r#"{{"issues":[{ISSUE},{{"name":"odd","level":"FATAL"}}]}}"#);
    let all = sent(
        &format!("GET {P}/advisors"),
        Value::Null,
        &answer,
        async |management| {
            let advisors = management.advisors(&project());
            advisors.issues(&ListIssues::default()).await
        },
    )
    .await;
    assert_eq!(all[0].level, Some(AdvisorLevel::Info));
    assert_eq!(all[0].categories, [AdvisorCategory::Performance]);
    assert_eq!(all[0].metadata["schema"], "public");
    assert_eq!(all[1].level.as_ref().unwrap().as_str(), "FATAL");
    let line = format!(
        "GET {P}/advisors?branch_id=br-cool-night-a1b2c3d4&database_name=a+b&category=SECURITY&min_severity=WARN"
    );
    sent(&line, Value::Null, r#"{"issues":[]}"#, async |management| {
        let list = ListIssues {
            branch_id: Some(branch()),
            database_name: Some("a b".to_owned()),
            category: Some(AdvisorCategory::Security),
            min_severity: Some(AdvisorLevel::Warn),
        };
        management.advisors(&project()).issues(&list).await
    })
    .await;
}

#[tokio::test]
async fn keys_of_tokens_are_listed_added_and_deleted() {
    let answer = format!(r#"{{"jwks":[{JWKS},{{"id":"least"}}]}}"#);
    let line = format!("GET {P}/jwks");
    let all = sent(&line, Value::Null, &answer, async |management| {
        management.jwks(&project()).list().await
    })
    .await;
    assert_eq!(all[0].branch_id, Some(branch()));
    assert_eq!(all[0].role_names, ["authenticated"]);
    assert_eq!(
        (all[1].jwks_url.as_str(), &all[1].jwt_audience),
        ("", &None)
    );

    let line = format!("POST {P}/jwks");
    let answer = format!(r#"{{"jwks":{JWKS},"operations":[{OPERATION}]}}"#);
    let least = AddJwks {
        jwks_url: "https://keys.example.com".to_owned(),
        provider_name: "Clerk".to_owned(),
        ..AddJwks::default()
    };
    let full = AddJwks {
        branch_id: Some(branch()),
        jwt_audience: Some("shop".to_owned()),
        role_names: Some(vec!["authenticated".to_owned()]),
        skip_role_creation: Some(true),
        ..least.clone()
    };
    for (add, body) in [
        (
            least,
            json!({"jwks_url": "https://keys.example.com", "provider_name": "Clerk"}),
        ),
        (
            full,
            json!({"jwks_url": "https://keys.example.com", "provider_name": "Clerk",
                "branch_id": "br-cool-night-a1b2c3d4", "jwt_audience": "shop", "role_names": ["authenticated"],
                "skip_role_creation": true}),
        ),
    ] {
        let added = sent(&line, body, &answer, async |management| {
            management.jwks(&project()).add(&add).await
        })
        .await;
        assert_eq!(
            (added.operations.len(), added.jwks.provider_name.as_str()),
            (1, "Clerk")
        );
    }
    let line = format!("DELETE {P}/jwks/k-1");
    for answer in [JWKS, "{}"] {
        let gone = sent(&line, Value::Null, answer, async |management| {
            let id = JwksId::parse("k-1").unwrap();
            management.jwks(&project()).delete(&id).await
        })
        .await;
        assert!(!gone.id.as_str().is_empty());
    }
}

#[tokio::test]
async fn a_project_is_offered_and_taken_over() {
    let line = format!("POST {P}/transfer_requests");
    for (valid_for, body) in [
        (None, Value::Null),
        (Some(Duration::from_secs(60)), json!({"ttl_seconds": 60})),
    ] {
        let request = sent(&line, body, TRANSFER_REQUEST, async |management| {
            management
                .transfer_requests(&project())
                .create(valid_for)
                .await
        })
        .await;
        assert_eq!(request.id.expose(), TRANSFER_REQUEST_ID);
        assert!(request.expires_at > request.created_at);
        assert!(!format!("{request:?}").contains(TRANSFER_REQUEST_ID));
    }
    let id = TransferRequestId::parse(TRANSFER_REQUEST_ID).unwrap();
    let line = format!("PUT {P}/transfer_requests/{TRANSFER_REQUEST_ID}");
    for (to, body) in [
        (None, Value::Null),
        (
            Some(organization()),
            json!({"org_id": "org-misty-meadow-12345678"}),
        ),
    ] {
        sent(&line, body, "", async |management| {
            let requests = management.transfer_requests(&project());
            requests.accept(&id, to.as_ref()).await
        })
        .await;
    }
    let refusal = format!(r#"{{"code":"","message":"no request {TRANSFER_REQUEST_ID}"}}"#);
    let (refused, _) = exchange(say("404 Not Found", "", &refusal), async |management| {
        let requests = management.transfer_requests(&project());
        requests.accept(&id, None).await
    })
    .await;
    let error = refused.unwrap_err();
    assert!(error.is_not_found());
    assert!(
        !format!("{error} {error:?}").contains(TRANSFER_REQUEST_ID),
        "{error:?}"
    );
}

#[tokio::test]
async fn projects_are_moved_to_an_organization() {
    let to = OrgId::parse("org-2").unwrap();
    let projects = [project(), ProjectId::parse("other").unwrap()];
    let body =
        json!({"destination_org_id": "org-2", "project_ids": ["misty-meadow-12345678", "other"]});
    let line = format!("POST {O}/projects/transfer");
    sent(&line, body.clone(), "{}", async |management| {
        let organizations = management.organizations();
        organizations
            .transfer_projects(&organization(), &to, &projects)
            .await
    })
    .await;
    let line = "POST /users/me/projects/transfer";
    sent(line, body, "{}", async |management| {
        management.users().transfer_projects(&to, &projects).await
    })
    .await;
}

#[tokio::test]
async fn members_are_looked_up_changed_and_removed() {
    let answer =
        r#"{"id":"m-1","user_id":"u-1","role":"editor","joined_at":"2026-11-21T09:30:00Z"}"#;
    let line = format!("GET {O}/members/m-1");
    let member = sent(&line, Value::Null, answer, async |management| {
        let organizations = management.organizations();
        organizations.member(&organization(), "m-1").await
    })
    .await;
    assert_eq!(member.role, Some(MemberRole::Editor));
    let line = format!("PATCH {O}/members/m-1");
    let body = json!({"role": "admin"});
    sent(&line, body, answer, async |management| {
        let organizations = management.organizations();
        let role = MemberRole::Admin;
        organizations
            .update_member(&organization(), "m-1", &role)
            .await
    })
    .await;
    let line = format!("DELETE {O}/members/m-1");
    sent(&line, Value::Null, "{}", async |management| {
        let organizations = management.organizations();
        organizations.remove_member(&organization(), "m-1").await
    })
    .await;
}

#[tokio::test]
async fn people_are_invited_and_a_limit_is_set() {
    let answer = format!(r#"{{"invitations":[{INVITATION}]}}"#);
    let line = format!("GET {O}/invitations");
    let all = sent(&line, Value::Null, &answer, async |management| {
        management.invitations(&organization()).list().await
    })
    .await;
    assert_eq!(all[0].email, "ada@example.com");
    assert_eq!(all[0].role, Some(MemberRole::Member));
    let line = format!("POST {O}/invitations");
    let body = json!({"invitations": [{"email": "ada@example.com", "role": "member"}]});
    sent(&line, body, &answer, async |management| {
        let invite = Invite {
            email: "ada@example.com".to_owned(),
            role: MemberRole::Member,
        };
        management
            .invitations(&organization())
            .create(&[invite])
            .await
    })
    .await;

    let path = format!("{O}/billing/spending_limit");
    for (answer, cents) in [
        (r#"{"spending_limit_cents":5000}"#, Some(5_000)),
        (r#"{"spending_limit_cents":null}"#, None),
    ] {
        let line = format!("GET {path}");
        let found = sent(&line, Value::Null, answer, async |management| {
            management.spending_limit(&organization()).get().await
        })
        .await;
        assert_eq!(found, cents);
    }
    let body = json!({"spending_limit_cents": 7});
    let answer = r#"{"spending_limit_cents":7}"#;
    let line = format!("PUT {path}");
    let now = sent(&line, body, answer, async |management| {
        management.spending_limit(&organization()).set(7).await
    })
    .await;
    assert_eq!(now, Some(7));
    let line = format!("DELETE {path}");
    sent(&line, Value::Null, "{}", async |management| {
        management.spending_limit(&organization()).delete().await
    })
    .await;
}

#[tokio::test]
async fn what_lacks_a_required_part_is_not_sent() {
    let answer = say("200 OK", "", "{}");
    let server = testkit::server::Server::in_turn([answer]).await;
    let management = management_at(&server);
    let nobody = management.invitations(&organization()).create(&[]).await;
    assert!(nobody.unwrap_err().is_invalid());
    let nothing = management
        .users()
        .transfer_projects(&organization(), &[])
        .await;
    assert!(nothing.unwrap_err().is_invalid());
    let to = organization();
    let organizations = management.organizations();
    let nothing = organizations
        .transfer_projects(&organization(), &to, &[])
        .await;
    assert!(nothing.unwrap_err().is_invalid());
    assert!(server.requests().is_empty());
}
