//! What every place for secrets keeps to.

use secrecy::{ExposeSecret, SecretString};
use vault::{Entry, ErrorKind, LARGEST_VALUE, Vault};

pub async fn read(vault: &dyn Vault, entry: &Entry) -> Option<String> {
    vault
        .get(entry)
        .await
        .unwrap()
        .map(|secret| secret.expose_secret().to_owned())
}

pub async fn write(vault: &dyn Vault, entry: &Entry, secret: &str) {
    vault.set(entry, SecretString::from(secret)).await.unwrap();
}

pub async fn holds(vault: &dyn Vault) {
    vault.probe().await.unwrap();
    vault.unlock().await.unwrap();

    let first = Entry::new("temporary", "1");
    let second = Entry::new("temporary", "2");
    assert_eq!(first.as_str(), "temporary/1");
    assert_eq!(read(vault, &first).await, None);
    vault.delete(&first).await.unwrap();

    write(vault, &first, "one").await;
    assert_eq!(read(vault, &first).await.as_deref(), Some("one"));
    assert_eq!(read(vault, &second).await, None);
    write(vault, &second, "two").await;
    write(vault, &first, "one again").await;
    assert_eq!(read(vault, &first).await.as_deref(), Some("one again"));
    assert_eq!(read(vault, &second).await.as_deref(), Some("two"));

    let largest = "x".repeat(LARGEST_VALUE);
    for value in [
        "",
        " \t\r\n ",
        "\0",
        "ключ 🔑 \u{202e}",
        r#"{"id":"a","claim":"https://x/?y=1&z"}"#,
        &largest,
    ] {
        write(vault, &second, value).await;
        assert_eq!(read(vault, &second).await.as_deref(), Some(value));
    }
    let error = vault
        .set(&second, SecretString::from("x".repeat(LARGEST_VALUE + 1)))
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert_eq!(
        read(vault, &second).await.as_deref(),
        Some(largest.as_str()),
        "the old one stays"
    );

    for odd in ["", "ä b/c", "..", "'\"\\", "%s"] {
        let entry = Entry::new("odd", odd);
        write(vault, &entry, odd).await;
        assert_eq!(read(vault, &entry).await.as_deref(), Some(odd));
        vault.delete(&entry).await.unwrap();
        assert_eq!(read(vault, &entry).await, None);
    }

    let entries: Vec<_> = (0..20)
        .map(|number| Entry::new("many", &number.to_string()))
        .collect();
    let all = || {
        entries
            .iter()
            .map(|entry| async { write(vault, entry, entry.as_str()).await })
    };
    futures::future::join_all(all()).await;
    for entry in &entries {
        assert_eq!(read(vault, entry).await.as_deref(), Some(entry.as_str()));
        vault.delete(entry).await.unwrap();
    }

    vault.delete(&first).await.unwrap();
    vault.delete(&first).await.unwrap();
    assert_eq!(read(vault, &first).await, None);
    assert_eq!(
        read(vault, &second).await.as_deref(),
        Some(largest.as_str())
    );
    vault.delete(&second).await.unwrap();
}
