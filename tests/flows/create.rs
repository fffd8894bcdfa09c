//! Create, connect, write, read.

use std::collections::BTreeSet;

use app::view::{FormId, TemporaryOptions, TemporaryState};
use app::{activity, connection_card, temporary};
use futures::StreamExt as _;
use testkit::sql;

use crate::product::{ProductFixture, source_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_click_makes_a_database_that_keeps_what_is_written() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    assert_eq!(made.state, TemporaryState::Unclaimed);
    assert_eq!(made.reference, "plinth");
    let left = made.expires_at.unwrap() - made.created_at;
    assert_eq!(left.num_hours(), 72);
    let endpoint = made.endpoint.clone().unwrap();
    assert_eq!(
        (endpoint.database.as_str(), endpoint.role.as_str()),
        ("svcdb", "svcdb_owner")
    );

    let pooled = product.text(&made.id, FormId::Pooled).await;
    assert!(
        pooled.contains("?sslmode=require&channel_binding=require&sslrootcert=/"),
        "the string asks for less than the spec"
    );
    let first = product.connect(&made.id).await;
    sql::run(
        &first,
        "CREATE TABLE note (body text); INSERT INTO note VALUES ('kept ü');",
    )
    .await;
    drop(first);
    let second = product.connect(&made.id).await;
    assert_eq!(
        sql::column(&second, "SELECT body FROM note").await,
        ["kept ü"]
    );
    assert_eq!(
        sql::column(&second, "SHOW server_version").await[0]
            .split('.')
            .next(),
        Some("17")
    );
    assert_eq!(
        sql::column(&second, "SELECT current_user || '@' || current_database()").await,
        ["svcdb_owner@svcdb"]
    );

    let check = connection_card::check(&product.app, &source_of(&made.id))
        .await
        .unwrap();
    assert!(check.channel_binding && check.server_version.starts_with("17."));
    let log = activity::list(&product.app, app::view::ActivityFilter::default(), None, 10)
        .await
        .unwrap();
    assert!(
        log.items
            .iter()
            .any(|entry| entry.temporary_id.as_deref() == Some(&made.id))
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_one_host_has_equal_strings_and_says_why() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let card = connection_card::forms(&product.app, &source_of(&made.id))
        .await
        .unwrap();
    assert!(card.pooled_equals_direct);
    let note = card.pooled_note.as_deref().unwrap();
    let client = product.connect(&made.id).await;
    let most = sql::one(&client, "SHOW max_connections").await;
    assert!(
        note.contains(&format!("up to {most} connections")),
        "{note}"
    );
    assert_eq!(
        product.text(&made.id, FormId::Pooled).await,
        product.text(&made.id, FormId::Direct).await
    );
    let password = product.text(&made.id, FormId::Direct).await;
    let password = password.split([':', '@']).nth(2).unwrap();
    assert!(password.len() > 10);
    let shown = format!("{card:?} {made:?}");
    assert!(
        !shown.contains(password),
        "the card shows the password unasked"
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logical_replication_is_there_when_asked_for() {
    let product = ProductFixture::start().await;
    let options = TemporaryOptions {
        logical_replication: true,
        ..TemporaryOptions::default()
    };
    let with = temporary::create(&product.app, options).await.unwrap();
    let without = product.create().await;
    assert!(with.logical_replication && !without.logical_replication);
    let client = product.connect(&with.id).await;
    assert_eq!(sql::column(&client, "SHOW wal_level").await, ["logical"]);
    let slot = "SELECT slot_name FROM pg_create_logical_replication_slot('feed', 'pgoutput')";
    assert_eq!(sql::column(&client, slot).await, ["feed"]);
    let client = product.connect(&without.id).await;
    assert_ne!(sql::column(&client, "SHOW wal_level").await, ["logical"]);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forty_clicks_eight_at_a_time_make_forty_databases() {
    let product = ProductFixture::start().await;
    let made: Vec<_> = futures::stream::iter(0..40)
        .map(|_| temporary::create(&product.app, TemporaryOptions::default()))
        .buffer_unordered(8)
        .collect()
        .await;
    let mut names = BTreeSet::new();
    for made in made {
        let made = made.unwrap();
        names.insert(made.name.clone());
        let client = product.connect(&made.id).await;
        let table = format!(
            "CREATE TABLE mine (id text); INSERT INTO mine VALUES ('{}')",
            made.id
        );
        sql::run(&client, &table).await;
    }
    assert_eq!(names.len(), 40, "two rows of the list have one name");
    assert_eq!(product.sandbox.servers().len(), 40);
    let rows = temporary::list(&product.app).await.unwrap().items;
    for row in &rows {
        let client = product.connect(&row.id).await;
        assert_eq!(
            sql::column(&client, "SELECT id FROM mine").await,
            std::slice::from_ref(&row.id)
        );
    }
    assert_eq!(rows.len(), 40);
    product.stop().await;
}
