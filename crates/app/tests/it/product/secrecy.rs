use app::view::EnvArgs;
use app::{env, temporary};

use super::fault::Fault;
use super::world::{World, files_in};

/// Does everything that touches a secret, then looks for the secrets in every file and in what is printed.
#[tokio::test]
async fn no_secret_is_in_the_folder_or_in_debug() {
    let mut world = World::new().await;
    let first = world.create().await;
    let second = world.create().await;
    world
        .service
        .state()
        .faults
        .push_for("POST", Fault::Cut(400));
    drop(temporary::create(&world.app, world.options()).await);
    temporary::claim_opened(&world.app, &first.id)
        .await
        .unwrap();
    let ids = world.service.ids();
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
    let shown = env::preview(&world.app, args).await.unwrap();
    env::write(&world.app, &shown.id).await.unwrap();
    let card = temporary::connect(&world.app, &first.id).await.unwrap();
    let revealed = temporary::reveal(&world.app, &first.id, app::view::FormId::Pooled)
        .await
        .unwrap();
    world.service.claim(&ids[0]);
    temporary::refresh(&world.app, &first.id).await.unwrap();
    world.service.remove(&ids[1]);
    temporary::refresh(&world.app, &second.id).await.unwrap();
    world.restart().await;
    let rows = world.list().await;
    let log = app::activity::list(&world.app, app::view::ActivityFilter::default(), None, 200)
        .await
        .unwrap();
    let link = temporary::claim_link(
        &world.app,
        &first.id,
        world.service.url.strip_prefix("http://").unwrap(),
    )
    .await;
    let printed = format!(
        "{rows:?} {log:?} {card:?} {shown:?} {revealed:?} {link:?} {:?}",
        world.app
    );

    let secrets = ["npg_Secret", "01999999-0000-7000", "/claim/0"];
    for secret in secrets {
        assert!(!printed.contains(secret), "{secret} is printed: {printed}");
    }
    let files = files_in(world.folder.path());
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
