use secrecy::SecretString;
use vault::{Entry, Kind, Memory, Vault};

use crate::contract;

#[tokio::test]
async fn memory_keeps_the_contract() {
    let vault = Memory::new();
    assert_eq!(vault.kind(), Kind::Memory);
    contract::holds(&vault).await;
}

#[tokio::test]
async fn memory_prints_no_secret() {
    let vault = Memory::new();
    vault
        .set(&Entry::new("key", "1"), SecretString::from("hush"))
        .await
        .unwrap();
    let printed = format!("{vault:?} {vault:#?}");
    assert!(printed.contains("key/1"), "{printed}");
    assert!(!printed.contains("hush"), "{printed}");
}
