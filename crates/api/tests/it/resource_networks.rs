//! The Data API and private networks: what is sent and what is read.

use api::resource::data_api::{CreateDataApi, DataApiSettings};
use serde_json::{Value, json};

use crate::exchange::{branch, organization, project, sent};
use crate::resource_literals::{DATA_API, VPC_ENDPOINT};

const P: &str = "/projects/misty-meadow-12345678";
const O: &str = "/organizations/org-misty-meadow-12345678/vpc";

#[tokio::test]
async fn a_data_api_is_looked_up_made_changed_and_deleted() {
    let path = format!("{P}/branches/br-cool-night-a1b2c3d4/data-api/my%20db");
    let line = format!("GET {path}");
    let found = sent(&line, Value::Null, DATA_API, async |management| {
        let data_api = management.data_api(&project(), &branch(), "my db");
        data_api.get().await
    })
    .await;
    assert_eq!(found.url, "https://data.example.com/rest/v1");
    assert_eq!(found.settings.unwrap().db_max_rows, Some(100));
    assert_eq!(found.available_schemas, ["public"]);
    let least = r#"{"url":"https://data.example.com","settings":null,"available_schemas":null}"#;
    let found = sent(&line, Value::Null, least, async |management| {
        let data_api = management.data_api(&project(), &branch(), "my db");
        data_api.get().await
    })
    .await;
    assert!(found.settings.is_none() && found.available_schemas.is_empty());

    let line = format!("POST {path}");
    let settings = DataApiSettings {
        db_schemas: Some(vec!["public".to_owned()]),
        ..DataApiSettings::default()
    };
    let full = CreateDataApi {
        auth_provider: Some("external".to_owned()),
        jwks_url: Some("https://keys.example.com".to_owned()),
        add_default_grants: Some(true),
        settings: Some(settings.clone()),
        ..CreateDataApi::default()
    };
    for (create, body) in [
        (CreateDataApi::default(), json!({})),
        (
            full,
            json!({"auth_provider": "external", "jwks_url": "https://keys.example.com",
                "add_default_grants": true, "settings": {"db_schemas": ["public"]}}),
        ),
    ] {
        let url = sent(&line, body, DATA_API, async |management| {
            let data_api = management.data_api(&project(), &branch(), "my db");
            data_api.create(&create).await
        })
        .await;
        assert_eq!(url, "https://data.example.com/rest/v1");
    }
    let line = format!("PATCH {path}");
    let body = json!({"settings": {"db_schemas": ["public"]}});
    sent(&line, body, "{}", async |management| {
        let data_api = management.data_api(&project(), &branch(), "my db");
        data_api.update(&settings).await
    })
    .await;
    let line = format!("DELETE {path}");
    sent(&line, Value::Null, "{}", async |management| {
        let data_api = management.data_api(&project(), &branch(), "my db");
        data_api.delete().await
    })
    .await;
}

#[tokio::test]
async fn vpc_endpoints_of_a_project_are_listed_assigned_and_removed() {
    let line = format!("GET {P}/vpc_endpoints");
    let answer = r#"{"endpoints":[{"vpc_endpoint_id":"vpce-1","label":"office"},{"vpc_endpoint_id":"vpce-2"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        management.vpc_endpoints(&project()).list().await
    })
    .await;
    assert_eq!(
        (all[0].label.as_str(), all[1].label.as_str()),
        ("office", "")
    );
    let line = format!("POST {P}/vpc_endpoints/vpce-1");
    let body = json!({"label": "office"});
    sent(&line, body, "", async |management| {
        let endpoints = management.vpc_endpoints(&project());
        endpoints.assign("vpce-1", "office").await
    })
    .await;
    let line = format!("DELETE {P}/vpc_endpoints/vpce-1");
    sent(&line, Value::Null, "", async |management| {
        management.vpc_endpoints(&project()).delete("vpce-1").await
    })
    .await;
}

#[tokio::test]
async fn vpc_endpoints_of_an_organization_are_listed_looked_up_assigned_and_deleted() {
    let line = format!("GET {O}/vpc_endpoints");
    let answer = r#"{"endpoints":[{"vpc_endpoint_id":"vpce-1","label":"office","region_id":"aws-us-east-2"}]}"#;
    let all = sent(&line, Value::Null, answer, async |management| {
        management
            .organization_vpc_endpoints(&organization())
            .list()
            .await
    })
    .await;
    assert_eq!(all[0].region_id.as_deref(), Some("aws-us-east-2"));
    let region = format!("{O}/region/aws-us-east-2/vpc_endpoints");
    let line = format!("GET {region}");
    sent(&line, Value::Null, answer, async |management| {
        let endpoints = management.organization_vpc_endpoints(&organization());
        endpoints.list_of_region("aws-us-east-2").await
    })
    .await;
    let line = format!("GET {region}/vpce-1");
    let one = sent(&line, Value::Null, VPC_ENDPOINT, async |management| {
        let endpoints = management.organization_vpc_endpoints(&organization());
        endpoints.get("aws-us-east-2", "vpce-1").await
    })
    .await;
    assert_eq!(one.num_restricted_projects, Some(1));
    assert_eq!(one.example_restricted_projects, ["misty-meadow-12345678"]);
    let line = format!("POST {region}/vpce-1");
    let body = json!({"label": "office"});
    sent(&line, body, "", async |management| {
        let endpoints = management.organization_vpc_endpoints(&organization());
        endpoints.assign("aws-us-east-2", "vpce-1", "office").await
    })
    .await;
    let line = format!("DELETE {region}/vpce-1");
    sent(&line, Value::Null, "", async |management| {
        let endpoints = management.organization_vpc_endpoints(&organization());
        endpoints.delete("aws-us-east-2", "vpce-1").await
    })
    .await;
}
