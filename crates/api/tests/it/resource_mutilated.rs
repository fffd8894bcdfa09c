//! Replies damaged at random: every decoder ends with a value or an error, and no error contains a secret.

use std::error::Error as _;

use api::resource::advisors::ListIssues;
use api::resource::auth::{
    BranchAuth, CreateAuth, CreateAuthUser, TestEmailServer, UpdateEmailAndPassword,
    UpdateMagicLink, UpdateOrganizationPlugin, UpdatePhoneNumber, Webhooks,
};
use api::resource::branches::{
    CompareSchema, CreateBranch, ListBranches, RestoreBranch, SchemaPoint, UpdateBranch,
};
use api::resource::computes::{CreateEndpoint, EndpointOptions, EndpointType};
use api::resource::consumption::{ListConsumption, Metric};
use api::resource::data_api::CreateDataApi;
use api::resource::databases::UpdateDatabase;
use api::resource::email_server::EmailServerEdit;
use api::resource::invitations::Invite;
use api::resource::jwks::{AddJwks, JwksId};
use api::resource::keys::CreateOrganizationKey;
use api::resource::oauth_providers::{OauthProviderId, UpdateOauthProvider};
use api::resource::operations::ListOperations;
use api::resource::organizations::{ListMembers, MemberRole};
use api::resource::permissions::PermissionId;
use api::resource::projects::{
    ConnectionUriOptions, CreateProject, ListProjects, ListSharedProjects, UpdateProject,
};
use api::resource::regions::ListRegions;
use api::resource::roles::CreateRole;
use api::resource::snapshots::{CreateSnapshot, RestoreSnapshot, SnapshotId};
use api::{Error, KeyId, Management, OperationId};
use futures::future::BoxFuture;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use crate::exchange::{
    KEY, branch, endpoint, exchange, exchange_with, organization, project, span,
};
use crate::resource_literals::{
    BRANCH, CLIENT_SECRET, CONNECTION, CONSUMPTION, DATA_API, DATABASE, EMAIL_AND_PASSWORD,
    EMAIL_SERVER, ENDPOINT, INTEGRATION, INVITATION, ISSUE, JWKS, LISTED_KEY, MEMBER, METRICS,
    NEW_KEY, OAUTH_PROVIDER, OPERATION, ORGANIZATION, PASSWORD, PERMISSION, PROJECT, PROJECT_ITEM,
    REVOKED_KEY, ROLE, SCHEMA_TABLES, SDK_KEYS, SERVER_KEY, SMTP_PASSWORD, SNAPSHOT, TOKEN,
    TRANSFER_REQUEST, USER, VPC_ENDPOINT,
};
use testkit::server::{Answer, Server, reply};

const TRANSFER: &str = "q1w2e3r4t5y6";
const SECRETS: [&str; 7] = [
    KEY,
    PASSWORD,
    TOKEN,
    SERVER_KEY,
    CLIENT_SECRET,
    SMTP_PASSWORD,
    TRANSFER,
];

/// A call and a whole reply to it.
struct Row {
    name: &'static str,
    answer: String,
    call: fn(Management) -> BoxFuture<'static, Result<(), Error>>,
}

macro_rules! row {
    ($name:literal, $answer:expr, $management:ident => $call:expr) => {
        Row {
            name: $name,
            answer: $answer.to_string(),
            call: |$management| Box::pin(async move { $call.map(drop) }),
        }
    };
}

fn rows() -> Vec<Row> {
    let mut rows = projects_and_branches();
    rows.extend(parts());
    rows.extend(people());
    rows.extend(snapshots());
    rows.extend(auth());
    rows.extend(branch_auth());
    rows.extend(around());
    rows
}

fn projects_and_branches() -> Vec<Row> {
    let one =
        format!(r#"{{"project":{PROJECT},"operations":[{OPERATION}],"branches":[{BRANCH}]}}"#);
    let change =
        format!(r#"{{"branch":{BRANCH},"operations":[{OPERATION}],"endpoints":[{ENDPOINT}]}}"#);
    let page = format!(
        r#"{{"projects":[{PROJECT_ITEM},{PROJECT}],"pagination":{{"cursor":"a"}},"unavailable_project_ids":["b"]}}"#
    );
    let created = format!(
        r#"{{"project":{PROJECT},"connection_uris":[{CONNECTION}],"roles":[{ROLE}],"databases":[{DATABASE}],
            "operations":[{OPERATION}],"branch":{BRANCH},"endpoints":[{ENDPOINT}]}}"#
    );
    let branches = format!(r#"{{"branches":[{BRANCH}],"pagination":{{"next":"b"}}}}"#);
    let annotated = format!(r#"{{"branch":{BRANCH},"annotation":{{"value":{{"git":"1"}}}}}}"#);
    let uri = format!(r#"{{"uri":"postgresql://r:{PASSWORD}@h.example.com/d"}}"#);
    vec![
        row!("list projects", page, m => m.projects().list(ListProjects::default()).await),
        row!("shared projects", page, m => m.projects().shared(ListSharedProjects::default()).await),
        row!("create a project", created, m => m.projects().create(&CreateProject::default()).await),
        row!("get a project", one, m => m.projects().get(&project()).await),
        row!("update a project", one, m => m.projects().update(&project(), &UpdateProject::default()).await),
        row!("delete a project", one, m => m.projects().delete(&project()).await),
        row!("recover a project", one, m => m.projects().recover(&project()).await),
        row!("connection uri", uri, m => {
                    m.projects().connection_uri(&project(), "d", "r", &ConnectionUriOptions::default()).await
        }),
        row!("list branches", branches, m => m.branches(&project()).list(ListBranches::default()).await),
        row!("count branches", r#"{"count":3}"#, m => m.branches(&project()).count(None).await),
        row!("create a branch", created, m => m.branches(&project()).create(&CreateBranch::default()).await),
        row!("get a branch", annotated, m => m.branches(&project()).get(&branch()).await),
        row!("update a branch", change, m => {
                    m.branches(&project()).update(&branch(), &UpdateBranch::default()).await
        }),
        row!("delete a branch", change, m => m.branches(&project()).delete(&branch(), true).await),
        row!("recover a branch", change, m => m.branches(&project()).recover(&branch()).await),
        row!("restore a branch", change, m => {
                    m.branches(&project()).restore(&branch(), &branch(), &RestoreBranch::default()).await
        }),
        row!("default branch", change, m => m.branches(&project()).set_as_default(&branch()).await),
        row!("schema", r#"{"sql":"CREATE TABLE t ();"}"#, m => {
                    m.branches(&project()).schema(&branch(), "d", &SchemaPoint::default()).await
        }),
        row!("tables of a schema", SCHEMA_TABLES, m => {
                    m.branches(&project()).schema_tables(&branch(), "d", &SchemaPoint::default()).await
        }),
        row!("compare schemas", r#"{"diff":"--- a/d\n+++ b/d\n"}"#, m => {
                    m.branches(&project()).compare_schema(&branch(), "d", &CompareSchema::default()).await
        }),
    ]
}

fn parts() -> Vec<Row> {
    let endpoints = format!(r#"{{"endpoints":[{ENDPOINT}]}}"#);
    let compute = format!(r#"{{"endpoint":{ENDPOINT},"operations":[{OPERATION}]}}"#);
    let databases = format!(r#"{{"databases":[{DATABASE}]}}"#);
    let database = format!(r#"{{"database":{DATABASE},"operations":[{OPERATION}]}}"#);
    let roles = format!(r#"{{"roles":[{ROLE}]}}"#);
    let role = format!(r#"{{"role":{ROLE},"operations":[{OPERATION}]}}"#);
    let revealed = format!(r#"{{"password":"{PASSWORD}"}}"#);
    let operations = format!(r#"{{"operations":[{OPERATION}],"pagination":{{"cursor":"a"}}}}"#);
    let operation = format!(r#"{{"operation":{OPERATION}}}"#);
    vec![
        row!("list computes", endpoints, m => m.computes(&project()).list().await),
        row!("computes of a branch", endpoints, m => m.computes(&project()).list_of_branch(&branch()).await),
        row!("create a compute", compute, m => {
                    m.computes(&project()).create(&branch(), EndpointType::ReadWrite, &CreateEndpoint::default()).await
        }),
        row!("get a compute", compute, m => m.computes(&project()).get(&endpoint()).await),
        row!("update a compute", compute, m => {
                    m.computes(&project()).update(&endpoint(), &EndpointOptions::default()).await
        }),
        row!("delete a compute", compute, m => m.computes(&project()).delete(&endpoint()).await),
        row!("start a compute", compute, m => m.computes(&project()).start(&endpoint()).await),
        row!("suspend a compute", compute, m => m.computes(&project()).suspend(&endpoint()).await),
        row!("restart a compute", compute, m => m.computes(&project()).restart(&endpoint()).await),
        row!("list databases", databases, m => m.databases(&project(), &branch()).list().await),
        row!("create a database", database, m => m.databases(&project(), &branch()).create("d", "r").await),
        row!("get a database", database, m => m.databases(&project(), &branch()).get("d").await),
        row!("update a database", database, m => {
                    m.databases(&project(), &branch()).update("d", &UpdateDatabase::default()).await
        }),
        row!("delete a database", database, m => m.databases(&project(), &branch()).delete("d").await),
        row!("list roles", roles, m => m.roles(&project(), &branch()).list().await),
        row!("create a role", role, m => {
                    m.roles(&project(), &branch()).create("r", &CreateRole::default()).await
        }),
        row!("get a role", role, m => m.roles(&project(), &branch()).get("r").await),
        row!("delete a role", role, m => m.roles(&project(), &branch()).delete("r").await),
        row!("reset a password", role, m => m.roles(&project(), &branch()).reset_password("r").await),
        row!("reveal a password", revealed, m => m.roles(&project(), &branch()).reveal_password("r").await),
        row!("list operations", operations, m => {
                    m.operations(&project()).list(ListOperations::default()).await
        }),
        row!("get an operation", operation, m => {
                    m.operations(&project()).get(&OperationId::parse("a").unwrap()).await
        }),
    ]
}

fn snapshots() -> Vec<Row> {
    fn id() -> SnapshotId {
        SnapshotId::parse("snap-misty-meadow-a1b2c3d4").unwrap()
    }
    let all = format!(r#"{{"snapshots":[{SNAPSHOT},{SNAPSHOT}]}}"#);
    let made = format!(r#"{{"snapshot":{SNAPSHOT},"operations":[{OPERATION}]}}"#);
    let restored =
        format!(r#"{{"branch":{BRANCH},"endpoints":[{ENDPOINT}],"operations":[{OPERATION}]}}"#);
    let begun = format!(r#"{{"operations":[{OPERATION}]}}"#);
    let schedule = r#"{"schedule":[{"frequency":"daily","hour":3,"retention_seconds":86400}]}"#;
    vec![
        row!("list snapshots", all, m => m.snapshots(&project()).list().await),
        row!("take a snapshot", made, m => {
                    m.snapshots(&project()).create(&branch(), &CreateSnapshot::default()).await
        }),
        row!("rename a snapshot", made, m => m.snapshots(&project()).rename(&id(), "a").await),
        row!("delete a snapshot", begun, m => m.snapshots(&project()).delete(&id()).await),
        row!("restore a snapshot", restored, m => {
                    m.snapshots(&project()).restore(&id(), &RestoreSnapshot::default()).await
        }),
        row!("finalize a restore", begun, m => m.snapshots(&project()).finalize(&branch(), None).await),
        row!("a schedule", schedule, m => m.snapshots(&project()).schedule(&branch()).await),
    ]
}

fn people() -> Vec<Row> {
    let keys = format!("[{LISTED_KEY},{LISTED_KEY}]");
    let organizations = format!(r#"{{"organizations":[{ORGANIZATION}]}}"#);
    let members = format!(r#"{{"members":[{MEMBER}],"pagination":{{"next":"b"}}}}"#);
    let identity = r#"{"account_id":"a","auth_method":"api_key_org","auth_data":"b"}"#;
    let permissions = format!(r#"{{"project_permissions":[{PERMISSION}]}}"#);
    let regions = r#"{"regions":[{"region_id":"aws-us-east-2","name":"Ohio","default":true,"geo_lat":"39.96"}]}"#;
    let used = format!(r#"{{"projects":[{CONSUMPTION}],"pagination":{{"cursor":"a"}}}}"#);
    let metrics = format!(r#"{{"projects":[{METRICS}],"branches":[{METRICS}]}}"#);
    vec![
        row!("list keys", keys, m => m.keys().list().await),
        row!("create a key", NEW_KEY, m => m.keys().create("ci").await),
        row!("revoke a key", REVOKED_KEY, m => m.keys().revoke(KeyId(1)).await),
        row!("list an organization's keys", keys, m => m.organization_keys(&organization()).list().await),
        row!("create an organization's key", NEW_KEY, m => {
                    m.organization_keys(&organization()).create("ci", &CreateOrganizationKey::default()).await
        }),
        row!("revoke an organization's key", REVOKED_KEY, m => {
                    m.organization_keys(&organization()).revoke(KeyId(1)).await
        }),
        row!("get an organization", ORGANIZATION, m => m.organizations().get(&organization()).await),
        row!("list members", members, m => {
                    m.organizations().members(&organization(), ListMembers::default()).await
        }),
        row!("my organizations", organizations, m => m.users().my_organizations().await),
        row!("list permissions", permissions, m => m.permissions(&project()).list().await),
        row!("grant a permission", PERMISSION, m => m.permissions(&project()).grant("a@example.com").await),
        row!("revoke a permission", PERMISSION, m => {
                    m.permissions(&project()).revoke(&PermissionId::parse("a").unwrap()).await
        }),
        row!("the account", USER, m => m.users().me().await),
        row!("the kind of key", identity, m => m.identity().await),
        row!("list regions", regions, m => m.regions().list(&ListRegions::default()).await),
        row!("consumption", used, m => {
                    m.consumption().projects(&span(), None, ListConsumption::default()).await
        }),
        row!("metrics of projects", metrics, m => {
                    let metrics = [Metric::ComputeUnitSeconds];
                    m.consumption().project_metrics(&organization(), &span(), &metrics, ListConsumption::default()).await
        }),
        row!("metrics of branches", metrics, m => {
                    let metrics = [Metric::ComputeUnitSeconds];
                    m.consumption().branch_metrics(&organization(), &span(), &metrics, &[], of_one()).await
        }),
    ]
}

fn auth() -> Vec<Row> {
    let integrations = format!(r#"{{"data":[{INTEGRATION}]}}"#);
    let domains =
        r#"{"domains":[{"domain":"https://a.example.com","auth_provider":"provider_one"}]}"#;
    let transfer = format!(r#"{{"url":"https://a.example.com/?code={TRANSFER}"}}"#);
    let sent = r#"{"success":false,"error_message":"no such host"}"#;
    let providers = format!(r#"{{"providers":[{OAUTH_PROVIDER}]}}"#);
    vec![
        row!("set auth up", SDK_KEYS, m => {
                    m.auth(&project()).create("a", &branch(), &CreateAuth::default()).await
        }),
        row!("list integrations", integrations, m => m.auth(&project()).integrations().await),
        row!("SDK keys", SDK_KEYS, m => m.auth(&project()).keys("a").await),
        row!("create a user", r#"{"id":"u"}"#, m => {
                    m.auth(&project()).create_user("a", "b@example.com", &CreateAuthUser::default()).await
        }),
        row!("transfer", transfer, m => m.auth(&project()).transfer_ownership("a").await),
        row!("remove", "{}", m => m.auth(&project()).remove("a", true).await),
        row!("list domains", domains, m => m.auth(&project()).domains().await),
        row!("send a test email", sent, m => {
                    m.auth(&project()).send_test_email(&branch(), &test_server(), "a@example.com").await
        }),
        row!("list providers", providers, m => m.oauth_providers(&project()).list().await),
        row!("add a provider", OAUTH_PROVIDER, m => {
                    m.oauth_providers(&project()).add(&OauthProviderId::Google, None).await
        }),
        row!("update a provider", OAUTH_PROVIDER, m => {
                    m.oauth_providers(&project()).update(&OauthProviderId::Google, &UpdateOauthProvider::default()).await
        }),
        row!("get the email server", EMAIL_SERVER, m => m.email_server(&project()).get().await),
        row!("update the email server", EMAIL_SERVER, m => m.email_server(&project()).update(&shared()).await),
    ]
}

fn branch_auth() -> Vec<Row> {
    let domains = r#"{"domains":[{"domain":"https://a.example.com","auth_provider":"a"}]}"#;
    let plugins = format!(
        r#"{{"organization":{{"enabled":true,"organization_limit":10}},"magic_link":{{"expires_in":5}},
            "phone_number":{{"otp_expires_in":300}},"email_provider":{EMAIL_SERVER},
            "email_and_password":{EMAIL_AND_PASSWORD},"oauth_providers":[{OAUTH_PROVIDER}],"allow_localhost":true}}"#
    );
    let providers = format!(r#"{{"providers":[{OAUTH_PROVIDER}]}}"#);
    let webhooks =
        r#"{"enabled":true,"webhook_url":"https://a.example.com","enabled_events":["send.otp"]}"#;
    vec![
        row!("auth of a branch", INTEGRATION, m => on_branch(&m).get().await),
        row!("enable auth", SDK_KEYS, m => on_branch(&m).enable("a", None).await),
        row!("create a branch's user", r#"{"id":"u"}"#, m => {
                    on_branch(&m).create_user("b@example.com", &CreateAuthUser::default()).await
        }),
        row!("set a user's roles", r#"{"id":"u"}"#, m => on_branch(&m).set_user_roles("u", &["admin"]).await),
        row!("list a branch's domains", domains, m => on_branch(&m).domains().await),
        row!("rename the app", r#"{"name":"a"}"#, m => on_branch(&m).rename("a").await),
        row!("localhost", r#"{"allow_localhost":true}"#, m => on_branch(&m).allows_localhost().await),
        row!("allow localhost", r#"{"allow_localhost":true}"#, m => on_branch(&m).allow_localhost(true).await),
        row!("sign-in with a password", EMAIL_AND_PASSWORD, m => on_branch(&m).email_and_password().await),
        row!("update the sign-in", EMAIL_AND_PASSWORD, m => {
                    on_branch(&m).update_email_and_password(&UpdateEmailAndPassword::default()).await
        }),
        row!("plugins", plugins, m => on_branch(&m).plugins().await),
        row!("organization plugin", r#"{"enabled":true,"membership_limit":9}"#, m => {
                    on_branch(&m).update_organization(&UpdateOrganizationPlugin::default()).await
        }),
        row!("magic link plugin", r#"{"enabled":true,"expires_in":9}"#, m => {
                    on_branch(&m).update_magic_link(&UpdateMagicLink::default()).await
        }),
        row!("phone number plugin", r#"{"enabled":true}"#, m => on_branch(&m).phone_number().await),
        row!("update the phone number plugin", r#"{"enabled":true}"#, m => {
                    on_branch(&m).update_phone_number(&UpdatePhoneNumber::default()).await
        }),
        row!("webhooks", webhooks, m => on_branch(&m).webhooks().await),
        row!("set webhooks", webhooks, m => on_branch(&m).set_webhooks(&Webhooks::default()).await),
        row!("list a branch's providers", providers, m => {
                    m.oauth_providers(&project()).of_branch(&branch()).list().await
        }),
        row!("get a branch's email server", EMAIL_SERVER, m => {
                    m.email_server(&project()).of_branch(&branch()).get().await
        }),
    ]
}

fn around() -> Vec<Row> {
    let libraries =
        r#"{"libraries":[{"library_name":"pg_prewarm","is_default":false,"version":"1.2"}]}"#;
    let issues = format!(r#"{{"issues":[{ISSUE}]}}"#);
    let keys = format!(r#"{{"jwks":[{JWKS}]}}"#);
    let added = format!(r#"{{"jwks":{JWKS},"operations":[{OPERATION}]}}"#);
    let invitations = format!(r#"{{"invitations":[{INVITATION}]}}"#);
    let member = r#"{"id":"m-1","user_id":"u-1","org_id":"o-1","role":"admin"}"#;
    let limit = r#"{"spending_limit_cents":5000}"#;
    let endpoints = format!(r#"{{"endpoints":[{VPC_ENDPOINT}]}}"#);
    vec![
        row!("preload libraries", libraries, m => m.projects().preload_libraries(&project()).await),
        row!("advisors", issues, m => m.advisors(&project()).issues(&ListIssues::default()).await),
        row!("list keys of tokens", keys, m => m.jwks(&project()).list().await),
        row!("add keys of tokens", added, m => m.jwks(&project()).add(&AddJwks::default()).await),
        row!("delete keys of tokens", JWKS, m => {
                    m.jwks(&project()).delete(&JwksId::parse("a").unwrap()).await
        }),
        row!("transfer request", TRANSFER_REQUEST, m => m.transfer_requests(&project()).create(None).await),
        row!("list invitations", invitations, m => m.invitations(&organization()).list().await),
        row!("invite", invitations, m => {
                    let role = MemberRole::Member;
                    m.invitations(&organization()).create(&[Invite { email: "a".to_owned(), role }]).await
        }),
        row!("get a member", member, m => m.organizations().member(&organization(), "a").await),
        row!("update a member", member, m => {
                    m.organizations().update_member(&organization(), "a", &MemberRole::Admin).await
        }),
        row!("spending limit", limit, m => m.spending_limit(&organization()).get().await),
        row!("the Data API", DATA_API, m => m.data_api(&project(), &branch(), "d").get().await),
        row!("create the Data API", DATA_API, m => {
                    m.data_api(&project(), &branch(), "d").create(&CreateDataApi::default()).await
        }),
        row!("VPC endpoints", endpoints, m => m.vpc_endpoints(&project()).list().await),
        row!("a VPC endpoint", VPC_ENDPOINT, m => {
                    m.organization_vpc_endpoints(&organization()).get("r", "a").await
        }),
        row!("set the spending limit", limit, m => m.spending_limit(&organization()).set(5_000).await),
    ]
}

fn on_branch(management: &Management) -> BranchAuth {
    management.auth(&project()).of_branch(&branch())
}

fn of_one() -> ListConsumption {
    ListConsumption {
        project_ids: vec![project()],
        ..ListConsumption::default()
    }
}

fn test_server() -> TestEmailServer {
    TestEmailServer {
        host: "h".to_owned(),
        port: 25,
        username: "u".to_owned(),
        password: SMTP_PASSWORD.into(),
        sender_email: "e".to_owned(),
        sender_name: "n".to_owned(),
    }
}

fn shared() -> EmailServerEdit {
    EmailServerEdit::Shared {
        sender_email: None,
        sender_name: None,
    }
}

#[derive(Debug, Clone)]
enum Damage {
    /// Another type at some place of the tree.
    Swap(Index, Value),
    /// One field or entry less.
    Take(Index),
    Cut(Index),
    Flip(Index, u8),
    Drop(Index, u8),
    Insert(Index, Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let other = prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5e300),
        json!(u64::MAX),
        json!(""),
        json!("../..?#"),
        json!("0001-01-01T00:00:00Z"),
        json!(PASSWORD),
        json!([]),
        json!([null]),
        json!([PASSWORD]),
        json!({}),
        json!({ "password": PASSWORD }),
    ]);
    let bytes = prop::collection::vec(any::<u8>(), 1..12);
    prop_oneof![
        6 => (any::<Index>(), other).prop_map(|(at, other)| Damage::Swap(at, other)),
        3 => any::<Index>().prop_map(Damage::Take),
        1 => any::<Index>().prop_map(Damage::Cut),
        1 => (any::<Index>(), 1..=255_u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        2 => (any::<Index>(), 1..40_u8).prop_map(|(at, count)| Damage::Drop(at, count)),
        1 => (any::<Index>(), bytes).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
    ]
}

/// Damage to the tree first, then to its bytes.
fn damaged(answer: &str, damages: &[Damage]) -> Vec<u8> {
    let mut tree: Value = serde_json::from_str(answer).unwrap();
    for damage in damages {
        let (Damage::Swap(at, _) | Damage::Take(at)) = damage else {
            continue;
        };
        let places = places(&tree);
        let place = &places[at.index(places.len())];
        match damage {
            Damage::Swap(_, other) => *tree.pointer_mut(place).unwrap() = other.clone(),
            _ => take(&mut tree, place),
        }
    }
    let mut bytes = tree.to_string().into_bytes();
    for damage in damages {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match damage {
            Damage::Swap(..) | Damage::Take(_) => {}
            Damage::Cut(at) => bytes.truncate(at.index(length)),
            Damage::Flip(at, bits) => bytes[at.index(length)] ^= bits,
            Damage::Drop(at, count) => {
                let start = at.index(length);
                drop(bytes.drain(start..length.min(start + usize::from(*count))));
            }
            Damage::Insert(at, new) => {
                let at = at.index(length);
                drop(bytes.splice(at..at, new.iter().copied()));
            }
        }
    }
    bytes
}

/// Pointers to everything in a tree, the root first.
fn places(tree: &Value) -> Vec<String> {
    let mut places = vec![String::new()];
    let mut next = 0;
    while let Some(place) = places.get(next).cloned() {
        match tree.pointer(&place) {
            Some(Value::Object(fields)) => {
                places.extend(fields.keys().map(|field| format!("{place}/{field}")));
            }
            Some(Value::Array(entries)) => {
                places.extend((0..entries.len()).map(|entry| format!("{place}/{entry}")));
            }
            _ => {}
        }
        next += 1;
    }
    places.retain(|place| tree.pointer(place).is_some());
    places
}

fn take(tree: &mut Value, place: &str) {
    let Some((parent, name)) = place.rsplit_once('/') else {
        *tree = Value::Null;
        return;
    };
    match tree.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.remove(name)),
        Value::Array(entries) => drop(entries.remove(name.parse().unwrap())),
        _ => unreachable!("only objects and lists have places in them"),
    }
}

/// Every text that an error can show.
fn all_of(error: &Error) -> String {
    let mut all = format!("{error} {error:?} {:?}", error.hint());
    let mut source = error.source();
    while let Some(error) = source {
        all += &format!(" {error} {error:?}");
        source = error.source();
    }
    all
}

/// Eight characters in a row of a secret are in it.
fn contains_a_secret(text: &str) -> bool {
    SECRETS.iter().any(|secret| {
        secret
            .as_bytes()
            .windows(8)
            .any(|part| text.contains(std::str::from_utf8(part).unwrap()))
    })
}

#[test]
fn every_decoder_reads_the_whole_reply_and_none_panics_at_a_damaged_one() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let server = runtime.block_on(Server::in_turn([]));
    for row in rows() {
        let ask = |body: &[u8]| {
            server.play([Answer::End(reply_of(body))]);
            let call = exchange_with(&server, async |m| (row.call)(m).await);
            runtime.block_on(call).0
        };
        if let Err(error) = ask(row.answer.as_bytes()) {
            panic!("{}: {error}", row.name);
        }
        let mut runner = TestRunner::new(Config {
            cases: 120,
            failure_persistence: None,
            ..Config::default()
        });
        let name = row.name;
        runner
            .run(&prop::collection::vec(damage(), 1..5), |damages| {
                let body = damaged(&row.answer, &damages);
                if let Err(error) = ask(&body) {
                    let text = all_of(&error);
                    let body = String::from_utf8_lossy(&body);
                    prop_assert!(!contains_a_secret(&text), "{}: {}: {}", name, text, body);
                    prop_assert!(!error.is_offline(), "{}: {}", name, text);
                }
                Ok(())
            })
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

fn reply_of(body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

#[tokio::test]
async fn a_reply_that_nests_without_end_is_refused() {
    let bomb = format!("{{\"x\":{}", "[".repeat(200_000));
    for row in rows().into_iter().filter(|row| row.name != "remove") {
        let act = Answer::End(reply("200 OK", "", &bomb));
        let (result, _) = exchange(act, async |m| (row.call)(m).await).await;
        let error = result.unwrap_err();
        assert!(error.is_decode(), "{}: {error}", row.name);
    }
}

#[tokio::test]
async fn a_secret_in_the_place_of_a_field_name_is_not_reported() {
    for row in rows().into_iter().filter(|row| row.name != "remove") {
        for body in [
            format!(r#"{{"{PASSWORD}" 1}}"#),
            format!(r#"{{"{PASSWORD}":{{"a":[nul]}}}}"#),
            format!(r#"{{"{PASSWORD}":"#),
            format!(r#"[{{"{PASSWORD}":{{"{TOKEN}":tru}}}}]"#),
        ] {
            let act = Answer::End(reply("200 OK", "", &body));
            let (result, _) = exchange(act, async |m| (row.call)(m).await).await;
            let text = all_of(&result.unwrap_err());
            assert!(!contains_a_secret(&text), "{}: {text}", row.name);
        }
    }
}
