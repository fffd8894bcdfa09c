use app::temporary;
use app::view::ErrorCode;

use super::core_fixture::{CoreFixture, code};

#[tokio::test]
async fn names_are_checked_and_unique() {
    let core = CoreFixture::new().await;
    let (first, second) = (core.create().await, core.create().await);
    let long = "ä".repeat(64);
    for name in ["Größe 东京 🐘", long.as_str(), "x"] {
        let row = temporary::rename(&core.app, &first.id, name).await;
        assert_eq!(row.unwrap().name, name);
    }
    let too_long = "a".repeat(65);
    for bad in [
        "",
        "   ",
        " Größe",
        "Größe ",
        "a\nb",
        "a\u{0}b",
        too_long.as_str(),
        second.name.as_str(),
    ] {
        assert_eq!(
            code(temporary::rename(&core.app, &first.id, bad).await),
            ErrorCode::Invalid,
            "{bad:?}"
        );
    }
    assert_eq!(core.get(&first.id).await.name, "x");
    assert_eq!(
        code(temporary::rename(&core.app, "nobody", "y").await),
        ErrorCode::NotFound
    );
    let same = temporary::rename(&core.app, &second.id, &second.name)
        .await
        .unwrap();
    assert_eq!(same.name, second.name);
}

#[tokio::test]
async fn names_made_here_are_two_words() {
    let core = CoreFixture::new().await;
    let name = core.create().await.name;
    let words: Vec<&str> = name.split('-').collect();
    assert_eq!(words.len(), 2, "{name}");
    assert!(
        words
            .iter()
            .all(|word| word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase())),
        "{name}"
    );
}

#[tokio::test]
async fn the_newest_comes_first() {
    let core = CoreFixture::new().await;
    let first = core.create().await;
    core.clock.advance(chrono::TimeDelta::seconds(5));
    let second = core.create().await;
    let ids: Vec<String> = core.list().await.into_iter().map(|row| row.id).collect();
    assert_eq!(ids, [second.id, first.id]);
}
