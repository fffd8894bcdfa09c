use app::view::{
    Appearance, ComputeSizeView, Density, ErrorCode, InstantServiceChoice, NewProjectOptions,
    Outcome, SandboxOptions, SettingsView, TemporaryOptions,
};
use app::{Event, activity, settings};

use super::core_fixture::{CoreFixture, code, event, files_in};

fn sized(largest: f64, suspend_timeout_seconds: i32) -> ComputeSizeView {
    ComputeSizeView {
        min_cu: Some(0.25),
        max_cu: Some(largest),
        suspend_timeout_seconds: Some(suspend_timeout_seconds),
    }
}

#[tokio::test]
async fn settings_are_saved_whole_and_published() {
    let mut core = CoreFixture::new().await;
    assert_eq!(settings::get(&core.app), SettingsView::default());
    let mut events = core.app.events();
    let wanted = SettingsView {
        appearance: Appearance::Dark,
        sandbox_idle_minutes: 30,
        sandbox_max_unclaimed: 7,
        sandbox_max_disk_gb: Some(20),
        sandbox_purge_deleted_when_full: true,
        density: Density::Compact,
        clipboard_seconds: 0,
        sandbox_options: SandboxOptions {
            database: "_shop9".to_owned(),
            region: "aws-us-east-1".to_owned(),
            requests_per_minute: None,
            operation_pace_ms: 600_000,
            branches_limit: Some(1),
            ..SandboxOptions::default()
        },
        new_project: NewProjectOptions {
            region_id: Some("aws-eu-central-1".to_owned()),
            pg_version: Some(17),
            compute: sized(0.5, -1),
        },
        ..SettingsView::default()
    };
    assert_eq!(
        settings::set(&core.app, wanted.clone()).await.unwrap(),
        wanted
    );
    event(&mut events, |event| *event == Event::SettingsChanged).await;
    core.restart().await;
    assert_eq!(settings::get(&core.app), wanted);
    let leftovers = files_in(core.folder.path());
    assert!(
        !leftovers
            .iter()
            .any(|path| path.to_string_lossy().contains(".settings-")),
        "{leftovers:?}"
    );
}

#[tokio::test]
async fn a_value_that_cannot_be_used_changes_nothing() {
    let core = CoreFixture::new().await;
    let good = SettingsView::default();
    let with = |temporary: TemporaryOptions| SettingsView {
        temporary,
        ..good.clone()
    };
    let projects_of = |compute: ComputeSizeView| SettingsView {
        new_project: NewProjectOptions {
            compute,
            ..NewProjectOptions::default()
        },
        ..good.clone()
    };
    let sandboxed = |change: fn(&mut SandboxOptions)| {
        let mut settings = good.clone();
        change(&mut settings.sandbox_options);
        settings
    };
    let named = |name: &str| {
        let mut settings = good.clone();
        name.clone_into(&mut settings.sandbox_options.database);
        settings
    };
    let bad = [
        SettingsView {
            clipboard_seconds: 601,
            ..good.clone()
        },
        projects_of(sized(0.3, 0)),
        projects_of(sized(1.0, 59)),
        SettingsView {
            sandbox_idle_minutes: 0,
            ..good.clone()
        },
        SettingsView {
            sandbox_idle_minutes: 1441,
            ..good.clone()
        },
        SettingsView {
            sandbox_max_unclaimed: 0,
            ..good.clone()
        },
        SettingsView {
            sandbox_max_unclaimed: 10_001,
            ..good.clone()
        },
        SettingsView {
            sandbox_max_disk_gb: Some(0),
            ..good.clone()
        },
        SettingsView {
            sandbox_max_disk_gb: Some(100_001),
            ..good.clone()
        },
        named(""),
        named("Shop"),
        named("9lives"),
        named("bücher"),
        named("pg_mine"),
        named("public"),
        named(&"a".repeat(64)),
        sandboxed(|it| it.role = "none".to_owned()),
        sandboxed(|it| it.auth_schema = "public".to_owned()),
        sandboxed(|it| it.auth_provider = "a/b".to_owned()),
        sandboxed(|it| it.region.clear()),
        sandboxed(|it| it.region = "Mars 1".to_owned()),
        sandboxed(|it| it.requests_per_minute = Some(0)),
        sandboxed(|it| it.requests_per_minute = Some(1_000_001)),
        sandboxed(|it| it.branches_limit = Some(0)),
        sandboxed(|it| it.branches_limit = Some(u32::MAX)),
        sandboxed(|it| it.operation_pace_ms = 600_001),
        with(TemporaryOptions {
            reference: " ".to_owned(),
            ..TemporaryOptions::default()
        }),
        with(TemporaryOptions {
            env_key: "9".to_owned(),
            ..TemporaryOptions::default()
        }),
        with(TemporaryOptions {
            service: Some(InstantServiceChoice::Custom {
                address: "http://example.com".to_owned(),
            }),
            ..TemporaryOptions::default()
        }),
    ];
    for settings in bad {
        assert_eq!(
            code(settings::set(&core.app, settings.clone()).await),
            ErrorCode::Invalid,
            "{settings:?}"
        );
    }
    assert_eq!(settings::get(&core.app), good);
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_kept_aside() {
    for broken in ["", "{", "[]", "{\"appearance\": 7}"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.json"), broken).unwrap();
        let core = CoreFixture::in_folder(folder).await.unwrap();
        assert_eq!(settings::get(&core.app), SettingsView::default());
        let files = files_in(core.folder.path());
        let kept = files
            .iter()
            .find(|path| path.to_string_lossy().contains("settings.json.unreadable-"))
            .unwrap();
        assert_eq!(std::fs::read_to_string(kept).unwrap(), broken);
        let log = activity::list(&core.app, app::view::ActivityFilter::default(), None, 5)
            .await
            .unwrap()
            .items;
        assert_eq!(
            (log[0].action.as_str(), log[0].outcome),
            ("Read settings", Outcome::Failed)
        );
    }
}

#[tokio::test]
async fn a_file_of_another_version_keeps_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{ "appearance": "light", "somethingNew": true, "temporary": { "reference": "me" },
        "sandboxOptions": { "database": "shop", "colour": "red" } }"#;
    std::fs::write(folder.path().join("settings.json"), text).unwrap();
    let core = CoreFixture::in_folder(folder).await.unwrap();
    let settings = settings::get(&core.app);
    assert_eq!(settings.appearance, Appearance::Light);
    assert_eq!(settings.temporary.reference, "me");
    assert_eq!(settings.temporary.env_key, "DATABASE_URL");
    let of_now = (settings.density, settings.clipboard_seconds);
    assert_eq!(of_now, (Density::Comfortable, 45));
    assert_eq!(settings.new_project, NewProjectOptions::default());
    let options = SandboxOptions {
        database: "shop".to_owned(),
        ..SandboxOptions::default()
    };
    assert_eq!(settings.sandbox_options, options);
}

#[tokio::test]
async fn who_had_switched_notifications_off_is_notified_of_no_operation_either() {
    for (text, expected) in [
        (r#"{"notifications":false}"#, (false, false)),
        (r#"{"notifications":true}"#, (true, true)),
        (r#"{}"#, (true, true)),
        (
            r#"{"notifications":false,"operationNotifications":true}"#,
            (false, true),
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("settings.json"), text).unwrap();
        let core = CoreFixture::in_folder(folder).await.unwrap();
        let now = settings::get(&core.app);
        let both = (now.notifications, now.operation_notifications);
        assert_eq!(both, expected, "{text}");
        // Each is its own from now on.
        let wanted = app::view::SettingsView {
            notifications: !now.notifications,
            ..now.clone()
        };
        settings::set(&core.app, wanted.clone()).await.unwrap();
        let kept = std::fs::read(core.folder.path().join("settings.json")).unwrap();
        let kept: serde_json::Value = serde_json::from_slice(&kept).unwrap();
        assert_eq!(kept["notifications"], !expected.0);
        assert_eq!(kept["operationNotifications"], expected.1);
    }
}
