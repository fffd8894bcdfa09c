use app::activity::{self, Note};
use app::view::words::Action;
use app::view::{ActivityFilter, ActivityView, ErrorCode, FormId, Outcome, TemporaryOptions};
use app::{App, Error, ExposeSecret as _, connection_card, temporary};

use super::core_fixture::{CoreFixture, code, psql_parameters, source_of};

#[tokio::test]
async fn the_log_is_read_in_pages_without_gaps() {
    let core = CoreFixture::new().await;
    for number in 0..25 {
        activity::record(
            &core.app,
            Note::new(
                &core.app,
                Action::ChangeSettings,
                &number.to_string(),
                "Here",
            ),
        )
        .await;
    }
    let mut subjects = Vec::new();
    let mut before = None;
    loop {
        let page = activity::list(
            &core.app,
            app::view::ActivityFilter::default(),
            before.as_deref(),
            10,
        )
        .await
        .unwrap();
        subjects.extend(page.items.into_iter().map(|entry| entry.subject));
        // What comes in between pages does not shift them.
        activity::record(
            &core.app,
            Note::new(&core.app, Action::ReadSettings, "x", "Here"),
        )
        .await;
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    let expected: Vec<String> = (0..25).rev().map(|number| number.to_string()).collect();
    assert_eq!(subjects, expected);
    assert_eq!(
        code(
            activity::list(
                &core.app,
                app::view::ActivityFilter::default(),
                Some("soon"),
                10
            )
            .await
        ),
        ErrorCode::Invalid
    );
    assert_eq!(
        activity::list(&core.app, app::view::ActivityFilter::default(), None, 0)
            .await
            .unwrap()
            .items
            .len(),
        1
    );
}

/// Five entries: of two accounts and of none, done, failed and stopped.
async fn fill(app: &App) {
    let note = |action: Action, subject: &str| Note::new(app, action, subject, "Work");
    let refused =
        Error::new(ErrorCode::Platform, "the branch limit is reached").request(Some("req-77"));
    let stopped = Error::new(ErrorCode::Cancelled, "it was cancelled");
    for note in [
        note(Action::CreateBranch, "shop-prod / import").on("account-a", Some("quiet-hill-1")),
        note(Action::CreateBranch, "Łódź / główna")
            .on("account-a", Some("quiet-hill-2"))
            .failed(&refused),
        note(Action::DeleteProject, "Straße \"x\"").on("account-b", Some("quiet-hill-3")),
        note(Action::SeedTemporary, "=HYPERLINK(\"http://x\")").failed(&stopped),
        note(Action::ChangeSettings, "Settings").detail("two\nlines, and more"),
    ] {
        activity::record(app, note).await;
    }
}

async fn found(app: &App, filter: ActivityFilter) -> Vec<ActivityView> {
    let page = activity::list(app, filter, None, 100).await.unwrap();
    assert_eq!(page.next, None);
    page.items
}

#[tokio::test]
async fn the_log_is_filtered_by_what_it_says_in_whatever_case_and_order() {
    let core = CoreFixture::new().await;
    fill(&core.app).await;
    let text = |text: &str| ActivityFilter {
        text: Some(text.to_owned()),
        ..ActivityFilter::default()
    };
    let rows: Vec<(ActivityFilter, Vec<&str>)> = vec![
        (
            ActivityFilter {
                account_id: Some("account-a".to_owned()),
                ..ActivityFilter::default()
            },
            vec!["Łódź / główna", "shop-prod / import"],
        ),
        (
            ActivityFilter {
                account_id: Some("account-a".to_owned()),
                project_id: Some("quiet-hill-2".to_owned()),
                ..ActivityFilter::default()
            },
            vec!["Łódź / główna"],
        ),
        (
            ActivityFilter {
                account_id: Some("account-b".to_owned()),
                project_id: Some("quiet-hill-2".to_owned()),
                ..ActivityFilter::default()
            },
            vec![],
        ),
        (
            ActivityFilter {
                outcome: Some(Outcome::Cancelled),
                ..ActivityFilter::default()
            },
            vec!["=HYPERLINK(\"http://x\")"],
        ),
        (
            ActivityFilter {
                action: Some("Create branch".to_owned()),
                outcome: Some(Outcome::Done),
                ..ActivityFilter::default()
            },
            vec!["shop-prod / import"],
        ),
        (text("IMPORT create"), vec!["shop-prod / import"]),
        (text("glowna LODZ"), vec!["Łódź / główna"]),
        (text("limit req-77"), vec!["Łódź / główna"]),
        (text("QUIET-hill-3"), vec!["Straße \"x\""]),
        (text("strasse"), vec!["Straße \"x\""]),
        (text("100%"), vec![]),
        (text("_"), vec![]),
        (text("import elsewhere"), vec![]),
    ];
    for (filter, subjects) in rows {
        let words = format!("{filter:?}");
        let found = found(&core.app, filter).await;
        let found: Vec<&str> = found.iter().map(|entry| entry.subject.as_str()).collect();
        assert_eq!(found, subjects, "{words}");
    }
    assert_eq!(found(&core.app, text("  ")).await.len(), 5);
    let actions = activity::actions(&core.app).await.unwrap();
    let expected = [
        "Change settings",
        "Create branch",
        "Delete project",
        "Seed temporary database",
    ];
    assert_eq!(actions, expected);
    // Page after page keeps to the filter.
    let filter = text("work");
    let first = activity::list(&core.app, filter.clone(), None, 3)
        .await
        .unwrap();
    let rest = activity::list(&core.app, filter, first.next.as_deref(), 3).await;
    assert_eq!((first.items.len(), rest.unwrap().items.len()), (3, 2));
}

#[tokio::test]
async fn an_export_is_what_the_filter_shows_and_no_formula() {
    let core = CoreFixture::new().await;
    fill(&core.app).await;
    let path = |name: &str| core.folder.path().join(name);
    let export = async |name: &str, filter: ActivityFilter| {
        activity::export(&core.app, filter, path(name).to_str().unwrap()).await
    };
    let all = ActivityFilter::default;

    assert_eq!(export("log.CSV", all()).await.unwrap(), 5);
    let csv = std::fs::read_to_string(path("log.CSV")).unwrap();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(lines.len(), 7, "a header, five entries, and the end: {csv}");
    assert!(lines[0].starts_with("Time,Action,Subject,Where,State,Detail"));
    assert!(lines[1].contains(",Settings,Work,Done,\"two\nlines, and more\","));
    assert!(lines[2].contains(",\"'=HYPERLINK(\"\"http://x\"\")\",Work,Stopped,"));
    assert!(lines[3].contains(",\"Straße \"\"x\"\"\",Work,Done,"));
    assert!(lines[4].contains("quiet-hill-2") && lines[4].contains("req-77"));
    assert_eq!(lines[6], "");

    let of_b = ActivityFilter {
        account_id: Some("account-b".to_owned()),
        ..all()
    };
    assert_eq!(export("log.json", of_b.clone()).await.unwrap(), 1);
    let json = std::fs::read_to_string(path("log.json")).unwrap();
    let json: Vec<ActivityView> = serde_json::from_str(&json).unwrap();
    assert_eq!(json, found(&core.app, of_b).await);

    // What was there stays when it cannot be written.
    std::fs::create_dir(path("folder.csv")).unwrap();
    for name in ["folder.csv", "gone/log.csv"] {
        assert_eq!(code(export(name, all()).await), ErrorCode::File);
    }
    let relative = activity::export(&core.app, all(), "log.csv").await;
    assert_eq!(code(relative), ErrorCode::File);
    let left = std::fs::read_dir(core.folder.path()).unwrap();
    let left = left.filter(|file| {
        let name = file.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with(".plinth-activity")
    });
    assert_eq!(left.count(), 0);
}

#[tokio::test]
async fn an_export_keeps_the_link_that_it_is_written_through() {
    let core = CoreFixture::new().await;
    fill(&core.app).await;
    let (link, target) = (
        core.folder.path().join("link.csv"),
        core.folder.path().join("log.csv"),
    );
    std::fs::write(&target, "what was there before").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&target, &link).unwrap();
    #[cfg(not(unix))]
    std::fs::write(&link, "").unwrap();
    let written = activity::export(&core.app, ActivityFilter::default(), link.to_str().unwrap());
    assert_eq!(written.await.unwrap(), 5);
    #[cfg(unix)]
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&link).unwrap().starts_with("Time,"));
}

#[tokio::test]
async fn what_was_shown_or_copied_is_noted_without_its_secret() {
    let core = CoreFixture::new().await;
    core.start_platform().await;
    let made = temporary::create(&core.app, TemporaryOptions::default())
        .await
        .unwrap();
    let (app, source) = (&core.app, source_of(&made.id));
    let secret = connection_card::take(app, &source, FormId::Direct)
        .await
        .unwrap();
    connection_card::copied(app, &source, FormId::Direct).await;
    connection_card::reveal(app, &source, FormId::ClaimLink)
        .await
        .unwrap();
    // Whoever cannot copy it notes nothing.
    connection_card::take(app, &source, FormId::Pooled)
        .await
        .unwrap();
    psql_parameters(app, &source).await.unwrap();

    let log = found(app, ActivityFilter::default()).await;
    let lately: Vec<_> = log
        .iter()
        .take(3)
        .map(|entry| (entry.action.as_str(), entry.subject.as_str()))
        .collect();
    let name = made.name.as_str();
    assert_eq!(
        lately,
        [
            ("Open psql", name),
            ("Show claim link", name),
            ("Copy connection", name),
        ]
    );
    assert_eq!(log[2].temporary_id.as_deref(), Some(made.id.as_str()));
    assert_eq!(log[2].detail.as_deref(), Some("As direct"));
    let all = format!("{log:?}");
    let password = secret.expose_secret().split(['@', ':']).nth(2).unwrap();
    assert!(password.len() > 3 && !all.contains(password), "{all}");
}
