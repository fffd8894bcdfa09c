use app::view::{DiffKind, EnvArgs, EnvPreviewView, ErrorCode, GitState};
use app::{env_file, settings};

use super::core_fixture::{CoreFixture, PATIENCE, code};

fn args(id: &str, path: &std::path::Path) -> EnvArgs {
    EnvArgs {
        source: app::view::ConnectSource::Temporary { id: id.to_owned() },
        path: path.display().to_string(),
        key: "DATABASE_URL".to_owned(),
        prefix: "PUBLIC_".to_owned(),
        replace: Vec::new(),
    }
}

/// A preview that git had time for: on a busy machine its deadline may pass.
async fn seen_by_git(core: &CoreFixture, args: EnvArgs) -> EnvPreviewView {
    let seen = async {
        loop {
            let shown = env_file::preview(&core.app, args.clone()).await.unwrap();
            if shown.git != GitState::Unknown {
                return shown;
            }
        }
    };
    let waited = tokio::time::timeout(PATIENCE, seen).await;
    waited.expect("git never said how it sees the file")
}

#[tokio::test]
async fn credentials_are_shown_written_and_taken_back() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let file = project.path().join(".env");
    let before = b"# mine\r\nPORT=3000".to_vec();
    std::fs::write(&file, &before).unwrap();

    let shown = seen_by_git(&core, args(&made.id, project.path())).await;
    assert!(shown.writable && !shown.creates);
    assert_eq!(shown.git, GitState::Outside);
    assert_eq!(
        shown
            .lines
            .iter()
            .filter(|line| line.kind == DiffKind::Added)
            .count(),
        6
    );
    assert!(
        shown
            .lines
            .iter()
            .all(|line| !line.text.contains("npg_") && !line.text.contains("3000"))
    );
    assert_eq!(
        std::fs::read(&file).unwrap(),
        before,
        "nothing is written by looking"
    );

    let receipt = env_file::write(&core.app, &shown.id).await.unwrap();
    assert_eq!(
        receipt.variables,
        [
            "DATABASE_URL",
            "DATABASE_URL_DIRECT",
            "PUBLIC_POSTGRES_CLAIM_URL"
        ]
    );
    let text = std::fs::read_to_string(&file).unwrap();
    let string = core.service.connection_string(&core.service.ids()[0]);
    assert!(text.starts_with("# mine\r\nPORT=3000\r\n"), "{text}");
    let wanted = [
        string.clone(),
        string.replace("-pooler", ""),
        core.service.claim_link(&core.service.ids()[0]),
    ];
    let places: Vec<usize> = wanted
        .iter()
        .map(|value| text.rfind(value.as_str()).unwrap())
        .collect();
    assert!(places.is_sorted(), "{text}");
    let note = core.get(&made.id).await.env.unwrap();
    assert_eq!(
        (note.path, note.key.as_str()),
        (file.display().to_string(), "DATABASE_URL")
    );
    let settings = settings::get(&core.app);
    assert_eq!(
        settings.last_env_path,
        Some(project.path().display().to_string())
    );
    // Nobody chose that the next database is offered an env file.
    assert_eq!(settings.temporary.env_path, None);

    env_file::undo(&core.app, &receipt.undo_id).await.unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert!(core.get(&made.id).await.env.is_none());
    assert_eq!(
        code(env_file::undo(&core.app, &receipt.undo_id).await),
        ErrorCode::NotFound
    );
}

#[tokio::test]
async fn a_written_file_is_reported_and_undone_also_when_its_row_cannot_be_changed() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let file = project.path().join(".env");
    std::fs::write(&file, "PORT=3000\n").unwrap();
    let shown = env_file::preview(&core.app, args(&made.id, &file))
        .await
        .unwrap();
    core.refuse_row_changes(true);
    let receipt = env_file::write(&core.app, &shown.id).await.unwrap();
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .contains("DATABASE_URL=")
    );
    assert!(core.get(&made.id).await.env.is_none());
    env_file::undo(&core.app, &receipt.undo_id).await.unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "PORT=3000\n");
}

#[tokio::test]
async fn undoing_an_older_write_keeps_the_note_of_the_newer_one() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let mut undo_ids = Vec::new();
    for name in ["older.env", "newer.env"] {
        let file = project.path().join(name);
        let shown = env_file::preview(&core.app, args(&made.id, &file))
            .await
            .unwrap();
        undo_ids.push(env_file::write(&core.app, &shown.id).await.unwrap().undo_id);
    }
    env_file::undo(&core.app, &undo_ids[0]).await.unwrap();
    assert!(
        core.get(&made.id)
            .await
            .env
            .unwrap()
            .path
            .ends_with("newer.env")
    );
    env_file::undo(&core.app, &undo_ids[1]).await.unwrap();
    assert!(project.path().read_dir().unwrap().next().is_none());
}

#[tokio::test]
async fn what_git_would_do_is_said_once() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        let ended = command.args(arguments).current_dir(project.path()).status();
        assert!(ended.unwrap().success(), "{arguments:?}");
    };
    git(&["init", "--quiet"]);
    let shown = seen_by_git(&core, args(&made.id, project.path())).await;
    assert_eq!(shown.git, GitState::Untracked);
    assert_eq!(shown.warnings, Vec::<String>::new());
    std::fs::write(project.path().join(".gitignore"), ".env\n").unwrap();
    let ignored = seen_by_git(&core, args(&made.id, project.path())).await;
    assert_eq!(ignored.git, GitState::Ignored);
    std::fs::write(project.path().join(".env"), "PORT=3000\n").unwrap();
    git(&["add", "--force", ".env"]);
    let tracked = seen_by_git(&core, args(&made.id, project.path())).await;
    assert_eq!(tracked.git, GitState::Tracked);
}

#[tokio::test]
async fn a_file_that_changed_since_is_left_alone() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let file = project.path().join(".env");
    let shown = env_file::preview(&core.app, args(&made.id, &file))
        .await
        .unwrap();
    assert!(shown.creates);
    std::fs::write(&file, "A=1\n").unwrap();
    assert_eq!(
        code(env_file::write(&core.app, &shown.id).await),
        ErrorCode::FileChanged
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "A=1\n");

    let shown = env_file::preview(&core.app, args(&made.id, &file))
        .await
        .unwrap();
    let receipt = env_file::write(&core.app, &shown.id).await.unwrap();
    std::fs::write(&file, "A=2\n").unwrap();
    assert_eq!(
        code(env_file::undo(&core.app, &receipt.undo_id).await),
        ErrorCode::FileChanged
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "A=2\n");
}

#[tokio::test]
async fn a_variable_that_is_there_is_replaced_only_when_chosen() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let file = project.path().join(".env");
    std::fs::write(&file, "DATABASE_URL=postgresql://mine\n").unwrap();
    let shown = env_file::preview(&core.app, args(&made.id, &file))
        .await
        .unwrap();
    assert!(!shown.writable);
    assert_eq!(
        (shown.present[0].variable.as_str(), shown.present[0].line),
        ("DATABASE_URL", 1)
    );
    assert_eq!(
        code(env_file::write(&core.app, &shown.id).await),
        ErrorCode::VariablePresent
    );

    let chosen = EnvArgs {
        replace: vec!["DATABASE_URL".to_owned()],
        ..args(&made.id, &file)
    };
    let shown = env_file::preview(&core.app, chosen).await.unwrap();
    env_file::write(&core.app, &shown.id).await.unwrap();
    assert!(
        !std::fs::read_to_string(&file)
            .unwrap()
            .contains("postgresql://mine")
    );
}

#[tokio::test]
async fn names_and_paths_are_checked() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let project = tempfile::tempdir().unwrap();
    let good = args(&made.id, project.path());
    let key = EnvArgs {
        key: "NOT A KEY".to_owned(),
        ..good.clone()
    };
    assert_eq!(
        code(env_file::preview(&core.app, key).await),
        ErrorCode::Invalid
    );
    let relative = EnvArgs {
        path: "some/.env".to_owned(),
        ..good.clone()
    };
    assert_eq!(
        code(env_file::preview(&core.app, relative).await),
        ErrorCode::Invalid
    );
    let nowhere = EnvArgs {
        path: "/nowhere/at/all/.env".to_owned(),
        ..good
    };
    assert_eq!(
        code(env_file::preview(&core.app, nowhere).await),
        ErrorCode::File
    );
    assert_eq!(
        code(env_file::write(&core.app, "nothing").await),
        ErrorCode::NotFound
    );
}

#[tokio::test]
async fn a_claimed_database_can_still_be_written_with_a_warning() {
    let core = CoreFixture::new().await;
    let made = core.create().await;
    let id = core.service.ids()[0].clone();
    let string = core.service.connection_string(&id);
    core.service.claim(&id);
    app::temporary::refresh(&core.app, &made.id).await.unwrap();
    let project = tempfile::tempdir().unwrap();
    let shown = env_file::preview(&core.app, args(&made.id, project.path()))
        .await
        .unwrap();
    assert!(
        shown
            .warnings
            .iter()
            .any(|warning| warning.contains("before the claim")),
        "{shown:?}"
    );
    let receipt = env_file::write(&core.app, &shown.id).await.unwrap();
    assert_eq!(receipt.variables, ["DATABASE_URL", "DATABASE_URL_DIRECT"]);
    let text = std::fs::read_to_string(project.path().join(".env")).unwrap();
    assert!(text.contains(&string) && !text.contains("CLAIM"), "{text}");
}
