use app::roles::RolePassword;
use app::view::{ConnectSource, EnvArgs, ErrorCode, FormId, OneTimeSecretView, RoleView};
use app::{connection_card, created, env, one_time_secrets};
use secrecy::ExposeSecret as _;

use super::core_fixture::{CoreFixture, code};

const SECRET: &str = "hunter2: ünusual \"secret\"";

fn hold(core: &CoreFixture, account: &str, secret: Option<&str>) -> Option<OneTimeSecretView> {
    let made = RolePassword {
        role: RoleView {
            name: "writer".to_owned(),
            is_protected: false,
            authentication_method: None,
            created_at: None,
            updated_at: None,
        },
        password: secret.map(Into::into),
        operations: Vec::new(),
    };
    created::password(&core.app, account, made).password
}

fn source(held: &OneTimeSecretView) -> ConnectSource {
    ConnectSource::Held {
        id: held.id.clone(),
    }
}

#[tokio::test]
async fn a_password_that_was_shown_once_is_shown_until_it_is_put_away() {
    let core = CoreFixture::new().await;
    let (app, account) = (&core.app, core.start_platform().await.id);
    assert!(
        hold(&core, &account, None).is_none(),
        "a role without login"
    );
    let shown = hold(&core, &account, Some(SECRET)).unwrap();
    assert_eq!(shown.label, "writer");
    let [form] = shown.forms.forms.as_slice() else {
        panic!("{shown:?}");
    };
    assert_eq!((form.id, form.masked.as_str()), (FormId::Password, "••••"));
    assert!(!format!("{shown:?} {app:?}").contains("hunter2"));

    let of = source(&shown);
    let text = connection_card::secret_text(app, &of, FormId::Password).await;
    assert_eq!(text.unwrap().expose_secret(), SECRET);
    let revealed = connection_card::reveal(app, &of, FormId::Password)
        .await
        .unwrap();
    assert_eq!(revealed.text, SECRET);
    assert!(!format!("{revealed:?}").contains("hunter2"));
    assert_eq!(connection_card::forms(app, &of).await.unwrap(), shown.forms);

    // A password alone leads nowhere.
    let other = connection_card::secret_text(app, &of, FormId::Direct).await;
    assert_eq!(code(other), ErrorCode::Invalid);
    assert_eq!(
        code(connection_card::check(app, &of).await),
        ErrorCode::Invalid
    );
    assert_eq!(
        code(connection_card::psql_parameters(app, &of).await),
        ErrorCode::Invalid
    );
    let args = EnvArgs {
        source: of.clone(),
        path: "/tmp".to_owned(),
        key: "DATABASE_URL".to_owned(),
        prefix: String::new(),
        replace: Vec::new(),
    };
    assert_eq!(code(env::preview(app, args).await), ErrorCode::Invalid);

    one_time_secrets::forget(app, &shown.id).await.unwrap();
    one_time_secrets::forget(app, &shown.id).await.unwrap();
    assert_eq!(
        code(connection_card::forms(app, &of).await),
        ErrorCode::NotFound
    );
    let text = connection_card::secret_text(app, &of, FormId::Password).await;
    assert_eq!(code(text), ErrorCode::NotFound);
}

#[tokio::test]
async fn as_many_are_kept_as_anybody_looks_at_and_none_after_the_end() {
    let core = CoreFixture::new().await;
    let (app, account) = (&core.app, core.start_platform().await.id);
    let first = hold(&core, &account, Some(SECRET)).unwrap();
    let mut last = hold(&core, &account, Some(SECRET)).unwrap();
    for _ in 0..99 {
        last = hold(&core, &account, Some(SECRET)).unwrap();
    }
    let forms = connection_card::forms(app, &source(&first)).await;
    assert_eq!(code(forms), ErrorCode::NotFound);
    connection_card::forms(app, &source(&last)).await.unwrap();
    app.close().await;
    let forms = connection_card::forms(app, &source(&last)).await;
    assert_eq!(code(forms), ErrorCode::NotFound);
}
