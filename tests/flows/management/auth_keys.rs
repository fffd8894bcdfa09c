//! SDK keys: shown once, and written into a file without passing the window.

use app::auth;
use app::view::{ConnectSource, EnvArgs, ErrorCode, FormId};
use app::{connection_card, env_file, one_time_secrets};
use secrecy::ExposeSecret as _;

use super::fixture::ManagementFixture;

#[tokio::test(flavor = "multi_thread")]
async fn sdk_keys_are_shown_once_and_written_into_a_file() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("App").await;
    fixture.enable_auth(&project).await.unwrap();
    let keys = auth::create_keys(app, account, &project.id, None)
        .await
        .unwrap();
    let secret = keys.server_key.as_ref().unwrap().expose_secret().to_owned();
    let view = auth::sdk_keys(app, account, &project.id, keys);
    let shown = view.one_time_secret.clone().unwrap();
    assert!(!format!("{view:?} {app:?}").contains(&secret));
    let ids: Vec<FormId> = shown.forms.forms.iter().map(|form| form.id).collect();
    assert_eq!(ids, [FormId::ServerKey, FormId::Env]);

    let source = ConnectSource::OneTimeSecret {
        id: shown.id.clone(),
    };
    let text = async |form| {
        let text = connection_card::reveal(app, &source, form).await;
        text.map(|shown| shown.text)
    };
    assert_eq!(text(FormId::ServerKey).await.unwrap(), secret);
    assert!(
        text(FormId::Env)
            .await
            .unwrap()
            .contains(&format!("AUTH_SECRET_SERVER_KEY={secret}"))
    );
    let none = text(FormId::Pooled).await.unwrap_err();
    assert_eq!(none.code(), ErrorCode::Invalid);

    let file = fixture.product.path().join(".env");
    let before = "# mine\nPUBLIC_AUTH_PROJECT_ID=old\nAUTH_SECRET_SERVER_KEY=\nLAST='a b'\n";
    std::fs::write(&file, before).unwrap();
    let mut args = EnvArgs {
        source: source.clone(),
        path: file.display().to_string(),
        key: "DATABASE_URL".to_owned(),
        prefix: "PUBLIC_".to_owned(),
        replace: Vec::new(),
    };
    let preview = env_file::preview(app, args.clone()).await.unwrap();
    assert!(!preview.writable);
    assert_eq!(preview.present.len(), 1);
    assert_eq!(preview.present[0].variable, "PUBLIC_AUTH_PROJECT_ID");
    let refused = env_file::write(app, &preview.id).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::VariablePresent);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);

    args.replace = vec!["PUBLIC_AUTH_PROJECT_ID".to_owned()];
    let preview = env_file::preview(app, args.clone()).await.unwrap();
    assert!(preview.writable);
    assert!(!format!("{preview:?}").contains(&secret));
    let receipt = env_file::write(app, &preview.id).await.unwrap();
    assert_eq!(
        receipt.variables,
        [
            "PUBLIC_AUTH_PROJECT_ID",
            "PUBLIC_AUTH_PUBLISHABLE_CLIENT_KEY",
            "AUTH_SECRET_SERVER_KEY",
            "AUTH_JWKS_URL",
        ]
    );
    let jwks = view.jwks_url.as_deref().unwrap();
    let expected = format!(
        "# mine\nPUBLIC_AUTH_PROJECT_ID={}\nPUBLIC_AUTH_PUBLISHABLE_CLIENT_KEY={}\nAUTH_SECRET_SERVER_KEY={secret}\nAUTH_JWKS_URL={jwks}\nLAST='a b'\n",
        view.provider_project_id, view.client_key
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    env_file::undo(app, &receipt.undo_id).await.unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);

    args.prefix = "no prefix-".to_owned();
    let refused = env_file::preview(app, args.clone()).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::Invalid);
    one_time_secrets::forget(app, &shown.id);
    let gone = env_file::preview(app, args).await.unwrap_err();
    assert_eq!(gone.code(), ErrorCode::NotFound);
    fixture.stop().await;
}
