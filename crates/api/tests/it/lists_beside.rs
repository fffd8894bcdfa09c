//! What lists and records say besides what has always been read of them, and what is not sent because it lacks something.

use std::collections::BTreeMap;

use api::resource::branches::ListBranches;
use api::resource::computes::EndpointState;
use api::resource::consumption::{Granularity, ListConsumption, Metric, Span};
use api::resource::projects::ListProjects;
use api::resource::users::BillingState;
use api::{Error, Management};
use serde_json::{Value, json};

use crate::exchange::{endpoint, exchange, management_at, organization, project, sent, time};
use crate::resource_literals::{ENDPOINT, USER};
use testkit::server::{Answer, Server, reply};

async fn said<T>(
    body: &Value,
    call: impl AsyncFnOnce(Management) -> Result<api::Reply<T>, Error>,
) -> T {
    let act = Answer::End(reply("200 OK", "", body));
    exchange(act, call).await.0.unwrap().value
}

#[tokio::test]
async fn projects_come_with_their_applications_and_integrations() {
    let body = json!({
        "applications": { "a": ["vercel", 7], "c": ["github"] },
        "projects": [{ "id": "a" }, { "id": "b" }],
        "integrations": { "a": ["datadog"], "b": "odd" },
    });
    let list = ListProjects::default();
    let page = said(&body, async |m| m.projects().list(list).await).await;
    assert_eq!(page.items[0].applications, ["vercel"]);
    assert_eq!(page.items[0].integrations, ["datadog"]);
    assert!(page.items[1].applications.is_empty() && page.items[1].integrations.is_empty());
    let odd = json!({ "projects": [{ "id": "a" }], "applications": 7, "integrations": null });
    let list = ListProjects::default();
    let page = said(&odd, async |m| m.projects().list(list).await).await;
    assert_eq!(page.items[0].id.as_str(), "a");
}

#[tokio::test]
async fn branches_come_with_what_is_noted_on_them() {
    let noted = json!({
        "object": { "type": "console/branch", "id": "br-1" },
        "value": { "git-ref": "main", "count": 7 },
    });
    let body = json!({
        "branches": [{ "id": "br-1" }, { "id": "br-2" }],
        "annotations": { "br-1": noted },
    });
    let list = ListBranches::default();
    let page = said(&body, async |m| m.branches(&project()).list(list).await).await;
    let expected = BTreeMap::from([("git-ref".to_owned(), "main".to_owned())]);
    assert_eq!(page.items[0].annotations, expected);
    assert!(page.items[1].annotations.is_empty());
}

#[tokio::test]
async fn an_older_reply_calls_the_default_branch_primary() {
    let body = json!({ "branches": [
        { "id": "br-1", "primary": true },
        { "id": "br-2", "primary": true, "default": false },
        { "id": "br-3", "primary": false, "default": true },
        { "id": "br-4", "primary": true, "default": null },
        { "id": "br-5" },
    ]});
    let list = ListBranches::default();
    let page = said(&body, async |m| m.branches(&project()).list(list).await).await;
    let defaults: Vec<_> = page
        .items
        .iter()
        .map(api::resource::branches::Branch::is_default)
        .collect();
    assert_eq!(defaults, [true, false, true, true, false]);
}

#[tokio::test]
async fn a_compute_reports_the_servers_behind_it_and_the_account_who_pays() {
    let line = "GET /projects/misty-meadow-12345678/endpoints/ep-cool-night-a1b2c3d4";
    let body = format!(r#"{{"endpoint":{ENDPOINT}}}"#);
    let found = sent(line, Value::Null, &body, async |m| {
        m.computes(&project()).get(&endpoint()).await
    })
    .await;
    let group = found.group.unwrap();
    let size = group.size.unwrap();
    assert_eq!((size.min, size.max), (Some(1), Some(1)));
    assert_eq!(group.computes[0].binding_id, "compute-1");
    assert_eq!(group.computes[0].current_state, Some(EndpointState::Idle));

    let user = sent("GET /users/me", Value::Null, USER, async |m| {
        m.users().me().await
    })
    .await;
    assert_eq!(user.login.as_deref(), Some("ada"));
    let billing = user.billing_account.unwrap();
    assert_eq!(billing.state, Some(BillingState::Active));
    assert_eq!(billing.spending_limit_cents, None);
    let limited = json!({ "id": "u", "billing_account": {
        "state": "suspended", "subscription_type": "launch_v3", "spending_limit_cents": 5000,
        "quota_reset_at_last": "2026-11-01T00:00:00Z",
    }});
    let user = said(&limited, async |m| m.users().me().await).await;
    let billing = user.billing_account.unwrap();
    assert_eq!(billing.state, Some(BillingState::Suspended));
    assert_eq!(billing.spending_limit_cents, Some(5000));
}

#[tokio::test]
async fn an_empty_list_that_the_service_wants_is_refused_before_anything_is_sent() {
    let server = Server::in_turn([Answer::End(reply("200 OK", "", "{}"))]).await;
    let consumption = management_at(&server).consumption();
    let span = Span {
        from: time("2026-11-20T00:00:00Z"),
        to: time("2026-11-21T00:00:00Z"),
        granularity: Granularity::Daily,
    };
    let (organization, none) = (organization(), ListConsumption::default);
    let some = || ListConsumption {
        project_ids: vec![project()],
        ..none()
    };
    let metric = [Metric::ComputeUnitSeconds];
    let ends = [
        consumption
            .project_metrics(&organization, &span, &[], none())
            .await
            .err(),
        consumption
            .branch_metrics(&organization, &span, &[], &[], some())
            .await
            .err(),
        consumption
            .branch_metrics(&organization, &span, &metric, &[], none())
            .await
            .err(),
        management_at(&server)
            .auth(&project())
            .delete_domains("a", &[])
            .await
            .err(),
    ];
    let named = ["metric", "metric", "project", "domain"];
    for (error, what) in ends.into_iter().zip(named) {
        let error = error.unwrap();
        assert!(error.is_invalid() && error.attempts() == 0, "{error}");
        assert!(
            error.to_string().ends_with(&format!("{what} is missing")),
            "{error}"
        );
        assert_eq!(error.hint(), Some("Choose at least one."));
    }
    assert_eq!(server.lines(), [""; 0]);
}
