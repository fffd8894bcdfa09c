use app::view::EnvArgs;
use app::{connection_card, env_file, temporary};

use super::core_fixture::{CoreFixture, files_in, source_of};
use super::fault::Fault;

/// Does everything that touches a secret, then looks for the secrets in every file and in what is printed.
#[tokio::test]
async fn no_secret_is_in_the_folder_or_in_debug() {
    let mut core = CoreFixture::new().await;
    let first = core.create().await;
    let second = core.create().await;
    core.service
        .state()
        .faults
        .push_for("POST", Fault::Cut(400));
    drop(temporary::create(&core.app, core.options()).await);
    temporary::claim_opened(&core.app, &first.id).await.unwrap();
    let ids = core.service.ids();
    let project = tempfile::tempdir().unwrap();
    let args = EnvArgs {
        source: app::view::ConnectSource::Temporary {
            id: first.id.clone(),
        },
        path: project.path().display().to_string(),
        key: "DATABASE_URL".to_owned(),
        prefix: String::new(),
        replace: Vec::new(),
    };
    let shown = env_file::preview(&core.app, args).await.unwrap();
    env_file::write(&core.app, &shown.id).await.unwrap();
    let card = connection_card::forms(&core.app, &source_of(&first.id))
        .await
        .unwrap();
    let revealed =
        connection_card::reveal(&core.app, &source_of(&first.id), app::view::FormId::Pooled)
            .await
            .unwrap();
    core.service.claim(&ids[0]);
    temporary::refresh(&core.app, &first.id).await.unwrap();
    core.service.remove(&ids[1]);
    temporary::refresh(&core.app, &second.id).await.unwrap();
    core.restart().await;
    let rows = core.list().await;
    let log = app::activity::list(&core.app, app::view::ActivityFilter::default(), None, 200)
        .await
        .unwrap();
    let link = temporary::claim_link(
        &core.app,
        &first.id,
        core.service.url.strip_prefix("http://").unwrap(),
    )
    .await;
    let printed = format!(
        "{rows:?} {log:?} {card:?} {shown:?} {revealed:?} {link:?} {:?}",
        core.app
    );

    let secrets = ["npg_Secret", "01999999-0000-7000", "/claim/0"];
    for secret in secrets {
        assert!(!printed.contains(secret), "{secret} is printed: {printed}");
    }
    let files = files_in(core.folder.path());
    assert!(
        files.iter().any(|path| path.ends_with("plinth.db")),
        "{files:?}"
    );
    assert!(
        files.iter().any(|path| path.ends_with("settings.json")),
        "{files:?}"
    );
    for file in files {
        let bytes = std::fs::read(&file).unwrap();
        for secret in secrets {
            let found = bytes
                .windows(secret.len())
                .any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} is in {}", file.display());
        }
    }
}
