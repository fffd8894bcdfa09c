//! Keys, organizations, accounts, regions and consumption: what is sent and what is read.

use api::resource::branches::SortOrder;
use api::resource::consumption::{ListConsumption, Metric};
use api::resource::identity::AuthMethod;
use api::resource::keys::CreateOrganizationKey;
use api::resource::organizations::{ListMembers, MemberRole, MemberSort};
use api::resource::regions::ListRegions;
use api::{KeyId, Next};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::exchange::{branch, organization, project, sent, span, time};
use crate::resource_literals::{
    CONSUMPTION, LISTED_KEY, MEMBER, METRICS, NEW_KEY, NEW_KEY_OF_SPEC, ORGANIZATION, REVOKED_KEY,
    REVOKED_KEY_OF_SPEC, TOKEN, USER,
};

const O: &str = "/organizations/org-misty-meadow-12345678";
const NOBODY: &str = "629982cc-de05-43db-ae16-28f2399c4910";

#[tokio::test]
async fn keys_are_created_in_both_shapes() {
    for (answer, named) in [(NEW_KEY_OF_SPEC, false), (NEW_KEY, true)] {
        let body = json!({"key_name": "ci \"1\""});
        let key = sent("POST /api_keys", body, answer, async |management| {
            management.keys().create("ci \"1\"").await
        })
        .await;
        assert_eq!(key.id, Some(KeyId(165_434)));
        assert_eq!(key.key.expose_secret(), TOKEN);
        assert_eq!(key.name.is_some(), named);
        assert!(!format!("{key:?}").contains(TOKEN));
    }
    for (scope, body) in [
        (None, json!({"key_name": "ci"})),
        (
            Some(project()),
            json!({"key_name": "ci", "project_id": "misty-meadow-12345678"}),
        ),
    ] {
        let options = CreateOrganizationKey { project_id: scope };
        let line = format!("POST {O}/api_keys");
        let key = sent(&line, body, NEW_KEY, async |management| {
            let keys = management.organization_keys(&organization());
            keys.create("ci", &options).await
        })
        .await;
        assert_eq!(key.project_id, Some(project()));
        let creator = key.created_by.unwrap();
        assert_eq!((&*creator.id, creator.name), (NOBODY, None));
    }
}

#[tokio::test]
async fn keys_are_listed_bare_or_wrapped() {
    let least = r#"{"id":7,"last_used_at":null,"last_used_from_addr":""}"#;
    for answer in [
        format!("[{LISTED_KEY},{least}]"),
        format!(r#"{{"api_keys":[{LISTED_KEY},{least}]}}"#),
    ] {
        let mine = sent("GET /api_keys", Value::Null, &answer, async |management| {
            management.keys().list().await
        })
        .await;
        let line = format!("GET {O}/api_keys");
        let theirs = sent(&line, Value::Null, &answer, async |management| {
            management.organization_keys(&organization()).list().await
        })
        .await;
        assert_eq!(mine, theirs);
        let creator = mine[0].created_by.as_ref().unwrap();
        assert_eq!(
            (&*creator.id, creator.name.as_deref()),
            (NOBODY, Some("Ada"))
        );
        assert_eq!(mine[0].last_used_at, Some(time("2026-11-21T09:40:00Z")));
        assert_eq!(mine[0].project_id, Some(project()));
        assert_eq!((mine[1].id, &*mine[1].name), (KeyId(7), ""));
        let never = (&mine[1].last_used_at, &mine[1].last_used_from_addr);
        assert_eq!(never, (&None, &None));
    }
}

#[tokio::test]
async fn keys_are_revoked_in_both_shapes() {
    for (answer, used) in [(REVOKED_KEY_OF_SPEC, true), (REVOKED_KEY, false)] {
        let line = "DELETE /api_keys/165434";
        let mine = sent(line, Value::Null, answer, async |management| {
            management.keys().revoke(KeyId(165_434)).await
        })
        .await;
        assert!(mine.revoked);
        assert_eq!(mine.key.name, "ci");
        assert_eq!(mine.key.last_used_at.is_some(), used);
        let line = format!("DELETE {O}/api_keys/165434");
        let theirs = sent(&line, Value::Null, answer, async |management| {
            let keys = management.organization_keys(&organization());
            keys.revoke(KeyId(165_434)).await
        })
        .await;
        assert_eq!(mine, theirs);
    }
}

#[tokio::test]
async fn organizations_and_their_members_are_looked_up() {
    let found = sent(
        &format!("GET {O}"),
        Value::Null,
        ORGANIZATION,
        async |management| management.organizations().get(&organization()).await,
    )
    .await;
    assert_eq!((&*found.name, found.require_mfa), ("Shops", Some(false)));
    for answer in [
        format!(r#"{{"organizations":[{ORGANIZATION}]}}"#),
        format!("[{ORGANIZATION}]"),
    ] {
        let line = "GET /users/me/organizations";
        let mine = sent(line, Value::Null, &answer, async |management| {
            management.organizations().list().await
        })
        .await;
        let same = sent(line, Value::Null, &answer, async |management| {
            management.users().my_organizations().await
        })
        .await;
        assert_eq!((&mine, mine.len()), (&same, 1));
    }
    let answer = format!(
        r#"{{"members":[{MEMBER},{{"member":{{"id":"m","user_id":"u","role":"auditor"}},"user":null}}],
            "pagination":{{"next":"bmV4dA","sort_by":"joined_at","sort_order":"desc"}}}}"#
    );
    let line = format!("GET {O}/members?sort_by=email&sort_order=desc&limit=500&cursor=c");
    let page = sent(&line, Value::Null, &answer, async |management| {
        let list = ListMembers {
            page_size: Some(500),
            cursor: Some("c".to_owned()),
            sort_by: Some(MemberSort::Email),
            sort_order: Some(SortOrder::Descending),
        };
        management
            .organizations()
            .members(&organization(), list)
            .await
    })
    .await;
    assert_eq!(page.next, Some(Next::Next("bmV4dA".to_owned())));
    assert_eq!(page.items[0].user.email, "ada@example.com");
    assert_eq!(page.items[0].member.role, Some(MemberRole::Admin));
    let odd = MemberRole::Other("auditor".to_owned());
    assert_eq!(page.items[1].member.role, Some(odd));
}

#[tokio::test]
async fn the_caller_is_known() {
    let me = sent("GET /users/me", Value::Null, USER, async |management| {
        management.users().me().await
    })
    .await;
    assert_eq!((&*me.name, &*me.last_name), ("Ada", "Example"));
    assert_eq!(me.max_autoscaling_limit, Some(2.5));
    assert_eq!(me.auth_accounts[0].provider, "github");
    let table = [
        ("api_key_user", AuthMethod::ApiKeyUser),
        ("api_key_org", AuthMethod::ApiKeyOrg),
        ("passkey", AuthMethod::Other("passkey".to_owned())),
    ];
    for (word, method) in table {
        let answer = format!(r#"{{"account_id":"org-a","auth_method":"{word}","auth_data":""}}"#);
        let identity = sent("GET /auth", Value::Null, &answer, async |management| {
            management.identity().await
        })
        .await;
        assert_eq!(identity.auth_method, method);
        assert_eq!((&*identity.account_id, identity.auth_data), ("org-a", None));
    }
}

#[tokio::test]
async fn regions_are_listed() {
    let answer = r#"{"regions":[{"region_id":"aws-us-east-2","name":"AWS US East 2 (Ohio)","default":true,
        "geo_lat":"39.96","geo_long":"-83.00"},{"region_id":"eastus2"}]}"#;
    for (org_id, line) in [
        (None, "GET /regions"),
        (
            Some(organization()),
            "GET /regions?org_id=org-misty-meadow-12345678",
        ),
    ] {
        let list = ListRegions { org_id };
        let regions = sent(line, Value::Null, answer, async |management| {
            management.regions().list(&list).await
        })
        .await;
        assert!(regions[0].default && !regions[1].default);
        assert_eq!(regions[0].geo_long.as_deref(), Some("-83.00"));
        assert_eq!(regions[1].region_id, "eastus2");
    }
}

const SPAN: &str = "from=2026-11-20T00%3A00%3A00Z&to=2026-11-21T00%3A00%3A00Z&granularity=daily";

#[tokio::test]
async fn consumption_is_read_in_both_versions() {
    let list = ListConsumption {
        page_size: Some(100),
        cursor: Some("c".to_owned()),
        project_ids: vec![project(), api::ProjectId::parse("b").unwrap()],
    };
    let ids = "project_ids=misty-meadow-12345678%2Cb";
    let answer = format!(r#"{{"projects":[{CONSUMPTION}],"pagination":{{"cursor":"b"}}}}"#);
    let line = format!(
        "GET /consumption_history/projects?{SPAN}&org_id=org-misty-meadow-12345678&{ids}&limit=100&cursor=c"
    );
    let page = sent(&line, Value::Null, &answer, async |management| {
        let consumption = management.consumption();
        consumption
            .projects(&span(), Some(&organization()), list.clone())
            .await
    })
    .await;
    let period = &page.items[0].periods[0];
    assert_eq!((&*period.period_plan, period.period_end), ("scale", None));
    let day = &period.consumption[0];
    assert_eq!(day.compute_time_seconds, Some(18346));
    assert_eq!(day.logical_size_bytes, None);

    let line = format!("GET /consumption_history/projects?{SPAN}");
    let page = sent(&line, Value::Null, "[]", async |management| {
        let all = ListConsumption::default();
        management.consumption().projects(&span(), None, all).await
    })
    .await;
    assert_eq!(page.items, []);

    let metrics = [Metric::ComputeUnitSeconds, Metric::from("moon_phases")];
    let query = format!(
        "{SPAN}&org_id=org-misty-meadow-12345678&metrics=compute_unit_seconds%2Cmoon_phases&{ids}"
    );
    let line = format!("GET /consumption_history/v2/projects?{query}&limit=100&cursor=c");
    let answer = format!(r#"{{"projects":[{METRICS}]}}"#);
    let page = sent(&line, Value::Null, &answer, async |management| {
        let consumption = management.consumption();
        consumption
            .project_metrics(&organization(), &span(), &metrics, list.clone())
            .await
    })
    .await;
    let values = &page.items[0].periods[0].consumption[0].metrics;
    assert_eq!(values[0].metric, Metric::ComputeUnitSeconds);
    assert_eq!(
        (values[1].metric.as_str(), values[1].value),
        ("moon_phases", 4.0)
    );

    let line = format!(
        "GET /consumption_history/v2/branches?{query}&branch_ids=br-cool-night-a1b2c3d4&limit=100&cursor=c"
    );
    let answer = format!(r#"{{"branches":[{METRICS}]}}"#);
    let page = sent(&line, Value::Null, &answer, async |management| {
        let consumption = management.consumption();
        consumption
            .branch_metrics(
                &organization(),
                &span(),
                &metrics,
                &[branch()],
                list.clone(),
            )
            .await
    })
    .await;
    assert_eq!(page.items[0].branch_id, branch());
}
