//! Where fresh clusters come from.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use tokio::time::timeout;

use super::test_pool::{ADMIN_PASSWORD, TestPool, all, connect, names_in, try_connect, until};
use crate::postgres::own_roles::ADMIN;
use crate::postgres::server_settings;
use crate::postgres::stock::Durability;

fn number(folder: &Path) -> u64 {
    std::fs::metadata(folder).unwrap().ino()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_cluster_that_is_made_is_taken_and_the_next_is_the_template() {
    let test = TestPool::start().await;
    let templates = test.path("templates");
    let first = test.stock.take(&test.path("first")).await.unwrap();
    assert_eq!(first, Durability::InMemory);
    assert_eq!(names_in(&templates), Vec::<String>::new());
    let second = test.stock.take(&test.path("second")).await.unwrap();
    assert_eq!(second, Durability::InMemory);
    let kept = names_in(&templates);
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(!kept[0].contains("making"), "{kept:?}");
    for name in ["first", "second"] {
        let compute = test.add_compute(name).await;
        let port = compute.wake().await.unwrap();
        let client = try_connect(port, ADMIN, ADMIN_PASSWORD, "svcdb")
            .await
            .unwrap();
        assert_eq!(all(&client, "SELECT current_database()").await, "svcdb");
    }
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_needs_a_cluster_gets_the_one_in_the_making_and_it_becomes_one_only() {
    let test = TestPool::start().await;
    let paths = ["one", "two", "three"].map(|name| test.path(name));
    let keeping = test.stock.keep_stocked();
    let working = async {
        let taken = paths.iter().map(|path| test.stock.take(path));
        for taken in futures::future::join_all(taken).await {
            taken.unwrap();
        }
        let mut numbers: Vec<u64> = paths.iter().map(|path| number(path)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 3);
        let templates = test.path("templates");
        let spare = || {
            let mut names = names_in(&templates).into_iter();
            names.find(|name| name.ends_with(".ahead"))
        };
        until("one is copied ahead", async || spare().is_some()).await;
        let ahead = number(&templates.join(spare().unwrap()));
        // Two at once: the copy on the disk is one's, and nobody waits for another copy ahead.
        let (four, five) = (test.path("four"), test.path("five"));
        let (one, other) = tokio::join!(test.stock.take(&four), test.stock.take(&five));
        let taken = [one.unwrap(), other.unwrap()];
        assert!(taken.contains(&Durability::OnDisk), "{taken:?}");
        assert!(taken.contains(&Durability::InMemory), "{taken:?}");
        let numbers = [number(&four), number(&five)];
        assert_eq!(numbers.iter().filter(|it| **it == ahead).count(), 1);
        // The next one is made without anybody's doing.
        until("another is copied ahead", async || spare().is_some()).await;
    };
    let both = async {
        tokio::select! {
            () = keeping => panic!("it keeps on until the sandbox stops"),
            () = working => {}
        }
    };
    timeout(Duration::from_secs(60), both).await.unwrap();
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_syncs_all_its_files_at_once_before_a_recovery() {
    let test = TestPool::start().await;
    let (_compute, port) = test.running("main").await;
    let client = connect(port, "svcdb").await;
    let shown = all(&client, "SHOW recovery_init_sync_method").await;
    let expected = match server_settings::recovery(&test.pool.pg.settings) {
        "" => "fsync",
        _ => "syncfs",
    };
    assert_eq!(shown, expected);
    drop(client);
    test.stop().await;
}
