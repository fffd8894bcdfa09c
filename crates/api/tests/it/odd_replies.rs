//! Replies to creates with something odd in them: the secrets and the id in them are read whatever else is wrong.

use api::resource::auth::{CreateAuth, SdkKeys};
use api::resource::branches::CreateBranch;
use api::resource::computes::{CreateEndpoint, EndpointType};
use api::resource::keys::{CreateOrganizationKey, NewApiKey};
use api::resource::oauth_providers::OauthProviderId;
use api::resource::projects::{ConnectionDetails, CreateProject};
use api::resource::roles::{CreateRole, Role};
use api::{CreateDatabase, Error, Instant, InstantUrl, Management, Options, Reply};
use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use crate::exchange::{branch, exchange, organization, project};
use crate::instant_fixture::in_time;
use crate::literals::{CLAIM, ID, POOLED, UNCLAIMED};
use crate::resource_literals::{
    BRANCH, CLIENT_SECRET, CONNECTION, DATABASE, ENDPOINT, NEW_KEY, OAUTH_PROVIDER, OPERATION,
    PASSWORD, PERMISSION, PROJECT, ROLE, SDK_KEYS, SERVER_KEY, TOKEN,
};
use testkit::server::{Answer, Server, reply};

/// What was read of a reply: texts that must not be lost, and the paths of what could not be read.
struct Parsed {
    texts: Vec<String>,
    unread: Vec<String>,
}

struct Create {
    name: &'static str,
    reply: String,
    /// Where the id is, and what it is; nothing for a reply without one.
    id: Option<(&'static str, &'static str)>,
    /// Where each secret is, and what it is.
    secrets: Vec<(&'static str, &'static str)>,
    call: fn(Services) -> BoxFuture<'static, Result<Parsed, Error>>,
}

/// The two services; a call uses one of them.
struct Services {
    management: Option<Management>,
    instant: Option<Instant>,
}

impl Services {
    fn management(self) -> Management {
        self.management.unwrap()
    }
}

fn parsed<T>(reply: Reply<T>, texts: impl FnOnce(T) -> Vec<Option<String>>) -> Parsed {
    Parsed {
        texts: texts(reply.value).into_iter().flatten().collect(),
        unread: reply.unread,
    }
}

fn exposed(secret: Option<&SecretString>) -> Option<String> {
    secret.map(|it| it.expose_secret().to_owned())
}

fn roles(roles: &[Role]) -> Vec<Option<String>> {
    roles
        .iter()
        .map(|it| exposed(it.password.as_ref()))
        .collect()
}

fn connections(all: &[ConnectionDetails]) -> Vec<Option<String>> {
    let of = |it: &ConnectionDetails| {
        let parts = it.connection_parameters.as_ref();
        let uri = it.connection_uri.as_ref();
        [
            uri.map(|uri| uri.expose().to_owned()),
            parts.and_then(|parts| exposed(parts.password.as_ref())),
        ]
    };
    all.iter().flat_map(of).collect()
}

fn key(NewApiKey { id, key, .. }: NewApiKey) -> Vec<Option<String>> {
    let id = id.map(|id| id.to_string());
    vec![id, exposed(Some(&key))]
}

fn sdk_keys(keys: SdkKeys) -> Vec<Option<String>> {
    let id = Some(keys.auth_provider_project_id);
    vec![id, exposed(keys.secret_server_key.as_ref())]
}

const URI: &str = "postgresql://neondb_owner:npg_Zk3vQ9sLxW2t@ep-cool-night-a1b2c3d4.c-2.us-east-2.aws.neon.tech/neondb?sslmode=require";
const IN_PARTS: [(&str, &str); 3] = [
    ("/connection_uris/0/connection_uri", URI),
    (
        "/connection_uris/0/connection_parameters/password",
        PASSWORD,
    ),
    ("/roles/0/password", PASSWORD),
];
const TRANSFER: &str = "https://a.example.com/?code=q1w2e3r4t5y6";

fn creates() -> Vec<Create> {
    let project_reply = format!(
        r#"{{"project":{PROJECT},"connection_uris":[{CONNECTION}],"roles":[{ROLE}],"databases":[{DATABASE}],
            "operations":[{OPERATION}],"branch":{BRANCH},"endpoints":[{ENDPOINT}]}}"#
    );
    let role = format!(r#"{{"role":{ROLE},"operations":[{OPERATION}]}}"#);
    let mut all = vec![
        Create {
            name: "project",
            reply: project_reply.clone(),
            id: Some(("/project/id", "misty-meadow-12345678")),
            secrets: IN_PARTS.to_vec(),
            call: |services| {
                Box::pin(async move {
                    let projects = services.management().projects();
                    Ok(parsed(
                        projects.create(&CreateProject::default()).await?,
                        |it| {
                            let id = Some(it.project.id.to_string());
                            [vec![id], connections(&it.connection_uris), roles(&it.roles)].concat()
                        },
                    ))
                })
            },
        },
        Create {
            name: "branch",
            reply: project_reply,
            id: Some(("/branch/id", "br-cool-night-a1b2c3d4")),
            secrets: IN_PARTS.to_vec(),
            call: |services| {
                Box::pin(async move {
                    let branches = services.management().branches(&project());
                    Ok(parsed(
                        branches.create(&CreateBranch::default()).await?,
                        |it| {
                            let id = Some(it.branch.id.to_string());
                            [vec![id], connections(&it.connection_uris), roles(&it.roles)].concat()
                        },
                    ))
                })
            },
        },
        Create {
            name: "role",
            reply: role.clone(),
            id: None,
            secrets: vec![("/role/password", PASSWORD)],
            call: |services| {
                Box::pin(async move {
                    let roles = services.management().roles(&project(), &branch());
                    let made = roles.create("neondb_owner", &CreateRole::default()).await?;
                    assert!(!made.value.role.name.is_empty());
                    Ok(parsed(made, |it| vec![exposed(it.role.password.as_ref())]))
                })
            },
        },
        Create {
            name: "new password",
            reply: role,
            id: None,
            secrets: vec![("/role/password", PASSWORD)],
            call: |services| {
                Box::pin(async move {
                    let roles = services.management().roles(&project(), &branch());
                    let made = roles.reset_password("neondb_owner").await?;
                    assert!(!made.value.role.name.is_empty());
                    Ok(parsed(made, |it| vec![exposed(it.role.password.as_ref())]))
                })
            },
        },
        Create {
            name: "compute",
            reply: format!(r#"{{"endpoint":{ENDPOINT},"operations":[{OPERATION}]}}"#),
            id: Some(("/endpoint/id", "ep-cool-night-a1b2c3d4")),
            secrets: vec![],
            call: |services| {
                Box::pin(async move {
                    let computes = services.management().computes(&project());
                    let (kind, options) = (EndpointType::ReadWrite, CreateEndpoint::default());
                    let made = computes.create(&branch(), kind, &options).await?;
                    Ok(parsed(made, |it| vec![Some(it.endpoint.id.to_string())]))
                })
            },
        },
        Create {
            name: "database",
            reply: format!(r#"{{"database":{DATABASE},"operations":[{OPERATION}]}}"#),
            id: Some(("/database/name", "neondb")),
            secrets: vec![],
            call: |services| {
                Box::pin(async move {
                    let databases = services.management().databases(&project(), &branch());
                    let made = databases.create("neondb", "neondb_owner").await?;
                    Ok(parsed(made, |it| vec![Some(it.database.name)]))
                })
            },
        },
    ];
    all.extend(people());
    all
}

fn people() -> Vec<Create> {
    let key_secrets = vec![("/key", TOKEN)];
    let auth_id = Some(("/auth_provider_project_id", "0e1d5b8c"));
    vec![
        Create {
            name: "API key",
            reply: NEW_KEY.to_owned(),
            id: Some(("/id", "165434")),
            secrets: key_secrets.clone(),
            call: |services| {
                Box::pin(async move {
                    Ok(parsed(
                        services.management().keys().create("ci").await?,
                        key,
                    ))
                })
            },
        },
        Create {
            name: "organization's API key",
            reply: NEW_KEY.to_owned(),
            id: Some(("/id", "165434")),
            secrets: key_secrets,
            call: |services| {
                Box::pin(async move {
                    let keys = services.management().organization_keys(&organization());
                    let made = keys.create("ci", &CreateOrganizationKey::default()).await?;
                    Ok(parsed(made, key))
                })
            },
        },
        Create {
            name: "auth integration",
            reply: SDK_KEYS.to_owned(),
            id: auth_id,
            secrets: vec![("/secret_server_key", SERVER_KEY)],
            call: |services| {
                Box::pin(async move {
                    let auth = services.management().auth(&project());
                    let made = auth.create("a", &branch(), &CreateAuth::default()).await?;
                    Ok(parsed(made, sdk_keys))
                })
            },
        },
        Create {
            name: "auth integration of a branch",
            reply: SDK_KEYS.to_owned(),
            id: auth_id,
            secrets: vec![("/secret_server_key", SERVER_KEY)],
            call: |services| {
                Box::pin(async move {
                    let auth = services.management().auth(&project());
                    let made = auth.of_branch(&branch()).enable("a", None).await?;
                    Ok(parsed(made, sdk_keys))
                })
            },
        },
        Create {
            name: "SDK keys",
            reply: SDK_KEYS.to_owned(),
            id: auth_id,
            secrets: vec![("/secret_server_key", SERVER_KEY)],
            call: |services| {
                Box::pin(async move {
                    let auth = services.management().auth(&project());
                    Ok(parsed(auth.keys("a").await?, sdk_keys))
                })
            },
        },
        Create {
            name: "OAuth provider",
            reply: OAUTH_PROVIDER.to_owned(),
            id: Some(("/id", "google")),
            secrets: vec![("/client_secret", CLIENT_SECRET)],
            call: |services| {
                Box::pin(async move {
                    let providers = services.management().oauth_providers(&project());
                    Ok(parsed(
                        providers.add(&OauthProviderId::Google, None).await?,
                        |it| {
                            let id = Some(it.id.as_str().to_owned());
                            vec![id, exposed(it.client_secret.as_ref())]
                        },
                    ))
                })
            },
        },
        Create {
            name: "permission",
            reply: PERMISSION.to_owned(),
            id: Some(("/id", "3f0c1a52-8d7e-4b55-9a0f-5b6c7d8e9f01")),
            secrets: vec![],
            call: |services| {
                Box::pin(async move {
                    let permissions = services.management().permissions(&project());
                    let made = permissions.grant("ada@example.com").await?;
                    Ok(parsed(made, |it| vec![Some(it.id.to_string())]))
                })
            },
        },
        Create {
            name: "transfer link",
            reply: json!({ "url": TRANSFER, "expires_at": "2026-11-22T09:30:00Z" }).to_string(),
            id: None,
            secrets: vec![("/url", TRANSFER)],
            call: |services| {
                Box::pin(async move {
                    let auth = services.management().auth(&project());
                    Ok(parsed(auth.transfer_ownership("a").await?, |url| {
                        vec![exposed(Some(&url))]
                    }))
                })
            },
        },
        Create {
            name: "temporary database",
            reply: UNCLAIMED.to_owned(),
            id: Some(("/id", ID)),
            secrets: vec![("/connection_string", POOLED), ("/claim_url", CLAIM)],
            call: |services| {
                Box::pin(async move {
                    let instant = services.instant.unwrap();
                    let made = instant.create("plinth", CreateDatabase::default()).await?;
                    Ok(parsed(made, |it| {
                        let id = Some(it.id.expose().to_owned());
                        let claim = it.claim_url.map(|url| url.expose().to_owned());
                        vec![
                            id,
                            it.connection_string.map(|it| it.expose().to_owned()),
                            claim,
                        ]
                    }))
                })
            },
        },
    ]
}

async fn ask(create: &Create, body: &str) -> Result<Parsed, Error> {
    let said = Answer::End(reply("200 OK", "", body));
    if create.name != "temporary database" {
        let call = async |management| {
            let services = Services {
                management: Some(management),
                instant: None,
            };
            (create.call)(services).await
        };
        return exchange(said, call).await.0;
    }
    let server = Server::in_turn([said]).await;
    let url = InstantUrl::parse(&server.url).unwrap();
    let services = Services {
        management: None,
        instant: Some(Instant::new(url, Options::default()).unwrap()),
    };
    in_time((create.call)(services)).await
}

/// Pointers to everything below the root.
fn places(tree: &Value, here: &str, all: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match tree {
        Value::Object(fields) => fields.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(at, it)| (at.to_string(), it))
            .collect(),
        _ => Vec::new(),
    };
    for (name, value) in below {
        let place = format!("{here}/{name}");
        places(value, &place, all);
        all.push(place);
    }
}

/// The tree with something else at this place; `None` stands for nothing at all.
fn with(tree: &Value, place: &str, other: Option<Value>) -> Value {
    let mut tree = tree.clone();
    if let Some(other) = other {
        *tree.pointer_mut(place).unwrap() = other;
        return tree;
    }
    let (parent, name) = place.rsplit_once('/').unwrap();
    match tree.pointer_mut(parent).unwrap() {
        Value::Object(fields) => drop(fields.remove(name)),
        Value::Array(items) => drop(items.remove(name.parse().unwrap())),
        _ => unreachable!("only these have places in them"),
    }
    tree
}

#[tokio::test]
async fn secrets_and_the_id_of_a_create_survive_whatever_else_is_odd() {
    for create in creates() {
        let whole: Value = serde_json::from_str(&create.reply).unwrap();
        let read = ask(&create, &create.reply).await.unwrap();
        assert_eq!(read.unread, [""; 0], "{}", create.name);
        let mut all = Vec::new();
        places(&whole, "", &mut all);
        let others = [
            None,
            Some(Value::Null),
            Some(json!(7.5)),
            Some(json!("../..?#")),
            Some(json!([{ "a": 1 }])),
            Some(json!({ "a": [1] })),
        ];
        for place in &all {
            let holds = |at: &str| at == place || at.starts_with(&format!("{place}/"));
            if create.id.is_some_and(|(at, _)| holds(at)) {
                continue;
            }
            let expected = create.secrets.iter().filter(|(at, _)| !holds(at));
            let expected: Vec<&str> = expected.chain(&create.id).map(|(_, text)| *text).collect();
            if expected.is_empty() && create.secrets.iter().any(|(at, _)| holds(at)) {
                continue;
            }
            for other in &others {
                let body = with(&whole, place, other.clone()).to_string();
                let what = format!("{}: {place} is {other:?}", create.name);
                let read = ask(&create, &body).await;
                let read = read.unwrap_or_else(|error| panic!("{what}: {error}"));
                for text in &expected {
                    let wanted = expected.iter().filter(|it| *it == text).count();
                    let found = read.texts.iter().filter(|it| it == text).count();
                    assert!(found >= wanted, "{what}: {text} is lost");
                }
                for path in &read.unread {
                    let known_secrets = [PASSWORD, TOKEN, SERVER_KEY, CLIENT_SECRET, ID];
                    assert!(
                        !known_secrets.iter().any(|it| path.contains(it)),
                        "{what}: {path}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn what_could_not_be_read_is_named_and_the_rest_is_there() {
    let body = format!(
        r#"{{"project":{PROJECT},"connection_uris":[{CONNECTION}],"databases":[{DATABASE}],"operations":[{OPERATION}],
            "roles":[{ROLE},{ROLE},{{"name":"third","password":"{PASSWORD}","branch_id":7,"protected":"no"}}]}}"#
    );
    let said = Answer::End(reply("201 Created", "", &body));
    let (made, _) = exchange(said, async |management| {
        management
            .projects()
            .create(&CreateProject::default())
            .await
    })
    .await;
    let made = made.unwrap();
    assert_eq!(made.unread, ["roles[2].branch_id", "roles[2].protected"]);
    let third = &made.value.roles[2];
    assert_eq!(
        (third.name.as_str(), third.branch_id.as_ref()),
        ("third", None)
    );
    assert_eq!(third.password.as_ref().unwrap().expose_secret(), PASSWORD);
    assert_eq!(made.value.databases[0].name, "neondb");
    assert_eq!(made.value.operations.len(), 1);
}

#[tokio::test]
async fn a_token_without_its_id_and_an_id_without_its_token_are_kept() {
    let services = |body: Value| async move {
        let said = Answer::End(reply("200 OK", "", body));
        let (made, _) = exchange(said, async |management| {
            management.keys().create("ci").await
        })
        .await;
        let made = made.unwrap();
        (
            made.value.id.map(|id| id.0),
            made.value.key.expose_secret().to_owned(),
            made.unread,
        )
    };
    let odd = services(json!({ "id": "165434", "key": TOKEN })).await;
    assert_eq!(odd, (None, TOKEN.to_owned(), vec!["id".to_owned()]));
    let odd = services(json!({ "id": 165_434, "key": 7 })).await;
    assert_eq!(odd, (Some(165_434), String::new(), vec!["key".to_owned()]));
}

#[tokio::test]
async fn a_look_with_something_odd_is_refused_whole() {
    let body = format!(r#"{{"branch":{BRANCH}}}"#).replace("30859264", "\"many\"");
    let said = Answer::End(reply("200 OK", "", &body));
    let (found, _) = exchange(said, async |management| {
        management.branches(&project()).get(&branch()).await
    })
    .await;
    let error = found.unwrap_err();
    assert_eq!(error.json_path(), Some("branch.logical_size"));
    assert!(error.is_decode() && !error.is_maybe_applied());
}

#[tokio::test]
async fn a_reply_without_its_id_is_no_create() {
    let whole: Value =
        serde_json::from_str(&format!(r#"{{"project":{PROJECT},"roles":[{ROLE}]}}"#)).unwrap();
    for other in [None, Some(Value::Null), Some(json!(7))] {
        let body = with(&whole, "/project/id", other).to_string();
        let said = Answer::End(reply("200 OK", "", &body));
        let (made, _) = exchange(said, async |management| {
            management
                .projects()
                .create(&CreateProject::default())
                .await
        })
        .await;
        let error = made.unwrap_err();
        assert!(error.is_decode() && error.is_maybe_applied(), "{error}");
    }
}
