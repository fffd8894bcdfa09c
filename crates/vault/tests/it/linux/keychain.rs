//! The keychain when all is well.

use secrecy::SecretString;
use testkit::keychain::Daemon;
use vault::{Entry, Keychain, Kind, Vault};

use super::session::{Bus, SERVICE, inside, patient, search};
use crate::contract::{self, read, write};

#[test]
fn it_keeps_the_contract() {
    inside(
        Bus::Own,
        "linux::keychain::it_keeps_the_contract",
        async || {
            let _daemon = Daemon::unlocked(&[]).await;
            let keychain = patient();
            assert_eq!(keychain.kind(), Kind::Keychain);
            contract::holds(&keychain).await;
            assert_eq!(search(SERVICE).await, "", "nothing is left behind");
        },
    );
}

#[test]
fn secrets_outlive_the_process_and_are_apart_by_service() {
    inside(
        Bus::Own,
        "linux::keychain::secrets_outlive_the_process_and_are_apart_by_service",
        async || {
            let _daemon = Daemon::unlocked(&[]).await;
            let entry = Entry::new("temporary", "7");
            write(&patient(), &entry, "hush").await;
            assert_eq!(read(&patient(), &entry).await.as_deref(), Some("hush"));
            let other = Keychain::new("dev.plinth.other");
            assert_eq!(read(&other, &entry).await, None);
            write(&other, &entry, "other").await;
            other.delete(&entry).await.unwrap();

            let found = search(SERVICE).await;
            assert!(found.contains("label = Plinth: temporary/7"), "{found}");
            assert!(found.contains("secret = hush"), "{found}");
            assert!(
                found.contains("attribute.username = temporary/7"),
                "{found}"
            );
            let printed = format!("{:?}", patient());
            assert!(
                printed.contains(SERVICE) && !printed.contains("hush"),
                "{printed}"
            );
        },
    );
}

#[test]
fn a_keychain_that_was_restarted_is_found_again() {
    inside(
        Bus::Own,
        "linux::keychain::a_keychain_that_was_restarted_is_found_again",
        async || {
            let entry = Entry::new("temporary", "7");
            let keychain = patient();
            let daemon = Daemon::unlocked(&[]).await;
            write(&keychain, &entry, "before").await;
            daemon.stop().await;
            let error = keychain.get(&entry).await.unwrap_err();
            assert_eq!(error.kind(), vault::ErrorKind::Absent, "{error:?}");
            let daemon = Daemon::unlocked(&[]).await;
            assert_eq!(read(&keychain, &entry).await.as_deref(), Some("before"));
            daemon.stop().await;
            let _daemon = Daemon::unlocked(&[]).await;
            keychain
                .set(&entry, SecretString::from("after"))
                .await
                .unwrap();
            assert_eq!(read(&keychain, &entry).await.as_deref(), Some("after"));
        },
    );
}
