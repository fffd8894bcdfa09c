use app::auth::{self, SdkKeys};
use app::view::{ConnectSource, EnvArgs, ErrorCode, FormId, OneTimeSecretView};
use app::{accounts, connection_card, env_file, one_time_secrets, roles};
use serde_json::json;
use testkit::server::{Answer, Request, Scenario, Server};

use super::core_fixture::{CoreFixture, code, local, psql_parameters};

const SECRET: &str = "hunter2: ünusual \"secret\"";

/// A platform that gives the role `writer` a new password, and `reader`, which cannot log in, none.
struct Passwords;

impl Scenario for Passwords {
    fn answer(&mut self, request: &Request) -> Answer {
        let password = request.target.contains("/writer/").then_some(SECRET);
        let role = json!({ "name": "writer", "password": password });
        Answer::of(200, "", json!({ "role": role, "operations": [] }))
    }
}

fn hold(core: &CoreFixture, account: &str) -> OneTimeSecretView {
    let keys = SdkKeys {
        provider: "stack".to_owned(),
        provider_project_id: "one".to_owned(),
        client_key: "public".to_owned(),
        server_key: Some(SECRET.into()),
        jwks_url: None,
        schema: String::new(),
        table: String::new(),
    };
    let view = auth::sdk_keys(&core.app, account, "p-1", keys);
    view.one_time_secret.unwrap()
}

fn source(one_time_secret: &OneTimeSecretView) -> ConnectSource {
    ConnectSource::OneTimeSecret {
        id: one_time_secret.id.clone(),
    }
}

#[tokio::test]
async fn a_password_that_was_shown_once_is_shown_until_it_is_put_away() {
    let core = CoreFixture::new().await;
    let app = &core.app;
    let platform = Server::start(Passwords).await;
    let local = local(&platform.url, &core.service.url, "napi_secret");
    let account = accounts::set_local(app, local).await.unwrap().id;
    let reset = async |role| {
        let made = roles::reset_password(app, &account, "p-1", "br-1", role).await;
        made.unwrap().password
    };
    assert!(reset("reader").await.is_none(), "a role without login");
    let shown = reset("writer").await.unwrap();
    assert_eq!(shown.label, "writer");
    let [form] = shown.forms.forms.as_slice() else {
        panic!("{shown:?}");
    };
    assert_eq!((form.id, form.masked.as_str()), (FormId::Password, "••••"));
    assert!(!format!("{shown:?} {app:?}").contains("hunter2"));

    let of = source(&shown);
    let text = connection_card::reveal(app, &of, FormId::Password).await;
    assert_eq!(text.unwrap().text, SECRET);
    let revealed = connection_card::reveal(app, &of, FormId::Password)
        .await
        .unwrap();
    assert_eq!(revealed.text, SECRET);
    assert!(!format!("{revealed:?}").contains("hunter2"));
    assert_eq!(connection_card::forms(app, &of).await.unwrap(), shown.forms);

    // A password alone leads nowhere.
    let other = connection_card::reveal(app, &of, FormId::Direct).await;
    assert_eq!(code(other), ErrorCode::Invalid);
    assert_eq!(
        code(connection_card::check(app, &of).await),
        ErrorCode::Invalid
    );
    assert_eq!(code(psql_parameters(app, &of).await), ErrorCode::Invalid);
    let args = EnvArgs {
        source: of.clone(),
        path: "/tmp".to_owned(),
        key: "DATABASE_URL".to_owned(),
        prefix: String::new(),
        replace: Vec::new(),
    };
    assert_eq!(code(env_file::preview(app, args).await), ErrorCode::Invalid);

    one_time_secrets::forget(app, &shown.id);
    one_time_secrets::forget(app, &shown.id);
    assert_eq!(
        code(connection_card::forms(app, &of).await),
        ErrorCode::NotFound
    );
    let text = connection_card::reveal(app, &of, FormId::Password).await;
    assert_eq!(code(text), ErrorCode::NotFound);
}

#[tokio::test]
async fn as_many_are_kept_as_anybody_looks_at_and_none_after_the_end() {
    let core = CoreFixture::new().await;
    let (app, account) = (&core.app, core.start_platform().await.id);
    let first = hold(&core, &account);
    let mut last = hold(&core, &account);
    for _ in 0..99 {
        last = hold(&core, &account);
    }
    let forms = connection_card::forms(app, &source(&first)).await;
    assert_eq!(code(forms), ErrorCode::NotFound);
    connection_card::forms(app, &source(&last)).await.unwrap();
    app.close().await;
    let forms = connection_card::forms(app, &source(&last)).await;
    assert_eq!(code(forms), ErrorCode::NotFound);
}
