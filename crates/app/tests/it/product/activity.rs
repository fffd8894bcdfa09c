use app::activity::{self, Note};
use app::view::ErrorCode;

use super::world::{World, code};

#[tokio::test]
async fn the_log_is_read_in_pages_without_gaps() {
    let world = World::new().await;
    for number in 0..25 {
        activity::record(
            &world.app,
            Note::new(&world.app, "Count", &number.to_string(), "Here"),
        )
        .await;
    }
    let mut subjects = Vec::new();
    let mut before = None;
    loop {
        let page = activity::list(
            &world.app,
            app::view::ActivityFilter::default(),
            before.as_deref(),
            10,
        )
        .await
        .unwrap();
        subjects.extend(page.items.into_iter().map(|entry| entry.subject));
        // What comes in between pages does not shift them.
        activity::record(
            &world.app,
            Note::new(&world.app, "Come between", "x", "Here"),
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
                &world.app,
                app::view::ActivityFilter::default(),
                Some("soon"),
                10
            )
            .await
        ),
        ErrorCode::Invalid
    );
    assert_eq!(
        activity::list(&world.app, app::view::ActivityFilter::default(), None, 0)
            .await
            .unwrap()
            .items
            .len(),
        1
    );
}
