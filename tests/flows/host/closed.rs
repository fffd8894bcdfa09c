use super::{Folder, set_clipboard_seconds, settings};

/// A host that closes answers what it began, and what it did not begin is done by the next one.
#[tokio::test(flavor = "multi_thread")]
async fn no_change_fails_because_the_host_closes() {
    let folder = Folder::new();
    for round in 0..5 {
        let host = folder.open().await;
        let client = folder.open().await;
        assert!(host.is_host() && !client.is_host());
        let changing = async {
            for seconds in 0..40 {
                set_clipboard_seconds(&client, round * 100 + seconds).await?;
            }
            Ok::<_, app::view::ErrorView>(())
        };
        let closing = async {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            host.close().await;
        };
        let (changed, ()) = tokio::join!(changing, closing);
        changed.unwrap();
        assert!(client.is_host());
        assert_eq!(settings(&client).await.clipboard_seconds, round * 100 + 39);
        client.close().await;
    }
}
