use app::accounts::EditAccount;
use app::view::{ConnectSource, ConnectView, ConnectionRequest, EnvArgs, ErrorCode, FormId};
use app::{accounts, connection_card, env_file};
use secrecy::ExposeSecret as _;

use super::core_fixture::{CoreFixture, code, local, psql_parameters};
use super::platform::{self, Platform};

const DIRECT: &str =
    "postgresql://me:s%2Fe%40cr%3At@ep-1.local.example/app?sslmode=require&channel_binding=require";
const POOLED: &str = "postgresql://me:s%2Fe%40cr%3At@ep-1-pooler.local.example/app?sslmode=require&channel_binding=require";

struct Scene {
    core: CoreFixture,
    platform: Platform,
    account: String,
}

impl Scene {
    async fn new() -> Self {
        let core = CoreFixture::new().await;
        let platform = platform::start(core.clock.clone()).await;
        let local = local(&platform.url, &core.service.url, "napi_secret");
        let account = accounts::set_local(&core.app, local).await.unwrap().id;
        Self {
            core,
            platform,
            account,
        }
    }

    fn source(&self, pooled: Option<bool>) -> ConnectSource {
        ConnectSource::Project {
            account_id: self.account.clone(),
            project_id: "p-1".to_owned(),
            request: ConnectionRequest {
                database: "app".to_owned(),
                role: "me".to_owned(),
                branch_id: Some("br-main".to_owned()),
                compute_id: None,
                pooled,
            },
        }
    }

    async fn card(&self, pooled: Option<bool>) -> ConnectView {
        let source = self.source(pooled);
        let card = connection_card::forms(&self.core.app, &source).await;
        card.unwrap()
    }

    async fn text(&self, pooled: Option<bool>, form: FormId) -> String {
        let source = self.source(pooled);
        let text = connection_card::reveal(&self.core.app, &source, form).await;
        text.unwrap().text
    }
}

#[tokio::test]
async fn a_card_is_about_the_string_that_was_asked_for() {
    let scene = Scene::new().await;
    scene.platform.state().set_uri(POOLED);
    for pooled in [Some(true), None] {
        let card = scene.card(pooled).await;
        assert_eq!(card.forms[0].id, FormId::Pooled);
        assert!(!card.pooled_equals_direct && card.pooled_note.is_none());
        assert_eq!(scene.text(pooled, FormId::Pooled).await, POOLED);
    }
    scene.platform.state().set_uri(DIRECT);
    for pooled in [Some(false), None] {
        let card = scene.card(pooled).await;
        assert_eq!(card.forms[0].id, FormId::Direct);
        assert!(card.pooled_equals_direct, "the profile says so");
        assert_eq!(scene.text(pooled, FormId::Direct).await, DIRECT);
    }
    // Asked for a pooled one and given the direct one: there is no pooler.
    let card = scene.card(Some(true)).await;
    assert!(card.pooled_equals_direct && card.pooled_note.is_some());
    let shown = format!("{card:?}");
    assert!(
        !shown.contains("s%2Fe") && !shown.contains("s/e@cr:t"),
        "{shown}"
    );
}

#[tokio::test]
async fn each_look_asks_anew_so_a_password_is_never_an_old_one() {
    let scene = Scene::new().await;
    scene.platform.state().set_uri(DIRECT);
    let sent = scene.platform.request_count();
    assert_eq!(scene.text(None, FormId::Direct).await, DIRECT);
    assert_eq!(scene.platform.request_count(), sent + 1);
    let newer = DIRECT.replace("cr", "newer");
    scene.platform.state().set_uri(&newer);
    assert_eq!(scene.text(None, FormId::Direct).await, newer);
    let parameters = psql_parameters(&scene.core.app, &scene.source(None)).await;
    let parameters = parameters.unwrap();
    assert_eq!(parameters.password.unwrap().expose_secret(), "s/e@newer:t");
    assert_eq!(scene.platform.count("POST"), 0, "looking changes nothing");
}

#[tokio::test]
async fn without_stored_passwords_the_card_comes_from_the_computes() {
    let scene = Scene::new().await;
    scene.platform.state().forget_passwords();
    for (pooled, host) in [
        (Some(true), "ep-1-pooler.local.example"),
        (Some(false), "ep-1.local.example"),
        (None, "ep-1.local.example"),
    ] {
        let card = scene.card(pooled).await;
        assert_eq!(
            card.forms[0].masked,
            format!("postgresql://me@{host}/app?sslmode=require&channel_binding=require")
        );
        assert!(card.note.unwrap().contains("stores no passwords"));
    }
    let app = &scene.core.app;
    let source = scene.source(None);
    let parameters = psql_parameters(app, &source).await.unwrap();
    assert!(parameters.password.is_none());
    let checked = connection_card::check(app, &source).await;
    assert_eq!(code(checked), ErrorCode::SecretMissing);
    let env_form = connection_card::reveal(app, &source, FormId::Env).await;
    assert_eq!(code(env_form), ErrorCode::Invalid);
}

#[tokio::test]
async fn an_env_file_gets_the_string_that_was_asked_for() {
    let scene = Scene::new().await;
    let app = &scene.core.app;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("app.env");
    let write = async |uri: &str, pooled| {
        scene.platform.state().set_uri(uri);
        let args = EnvArgs {
            source: scene.source(pooled),
            path: file.display().to_string(),
            key: "URL".to_owned(),
            prefix: "PUBLIC_".to_owned(),
            replace: vec!["URL".to_owned()],
        };
        let shown = env_file::preview(app, args).await.unwrap();
        assert!(!format!("{shown:?}").contains("s%2Fe"));
        env_file::write(app, &shown.id).await.unwrap()
    };
    let direct = write(DIRECT, Some(false)).await;
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, format!("URL=\"{DIRECT}\"\n"));
    assert_eq!(direct.variables, ["URL"]);
    let pooled = write(POOLED, Some(true)).await;
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, format!("URL=\"{POOLED}\"\nURL_DIRECT=\"{DIRECT}\"\n"));
    env_file::undo(app, &pooled.undo_id).await.unwrap();
    env_file::undo(app, &direct.undo_id).await.unwrap();
    assert!(!file.exists());
    let again = env_file::undo(app, &direct.undo_id).await;
    assert_eq!(code(again), ErrorCode::NotFound);
}

#[tokio::test]
async fn what_the_platform_refuses_is_said_as_it_is() {
    let scene = Scene::new().await;
    let app = &scene.core.app;
    let gone = connection_card::forms(app, &scene.source(None)).await;
    assert_eq!(code(gone), ErrorCode::NotFound);
    scene
        .platform
        .state()
        .set_uri("mysql://me:hunter2@host/app");
    let odd = connection_card::forms(app, &scene.source(None))
        .await
        .unwrap_err();
    assert_eq!(odd.code(), ErrorCode::Platform);
    assert!(!format!("{odd:?}").contains("hunter2"));
    let mut source = scene.source(None);
    if let ConnectSource::Project { request, .. } = &mut source {
        request.role = String::new();
    }
    let sent = scene.platform.request_count();
    let empty = connection_card::forms(app, &source).await;
    assert_eq!(code(empty), ErrorCode::Invalid);
    assert_eq!(scene.platform.request_count(), sent);
}

#[tokio::test]
async fn a_locked_account_is_looked_at_and_opens_no_session() {
    let scene = Scene::new().await;
    let app = &scene.core.app;
    scene.platform.state().set_uri(DIRECT);
    let lock = EditAccount {
        is_read_only: Some(true),
        ..EditAccount::default()
    };
    accounts::edit(app, &scene.account, lock).await.unwrap();
    let source = scene.source(None);
    assert_eq!(scene.text(None, FormId::Direct).await, DIRECT);
    let checked = connection_card::check(app, &source).await;
    assert_eq!(code(checked), ErrorCode::ReadOnly);
    let psql = psql_parameters(app, &source).await;
    assert_eq!(code(psql), ErrorCode::ReadOnly);
}
