//! A keychain that nobody has opened.

use std::time::Instant;

use secrecy::SecretString;
use testkit::keychain::Daemon;
use vault::{Entry, ErrorKind, Keychain, Vault};

use super::session::{Bus, PATIENCE, inside, patient};
use crate::contract::{read, write};

/// Each call says so before its deadline, because none opens a window.
async fn says_locked(keychain: &Keychain) {
    let entry = Entry::new("temporary", "7");
    let kinds = [
        keychain.probe().await.unwrap_err().kind(),
        keychain.get(&entry).await.unwrap_err().kind(),
        keychain
            .set(&entry, SecretString::from("new"))
            .await
            .unwrap_err()
            .kind(),
        keychain.delete(&entry).await.unwrap_err().kind(),
    ];
    assert_eq!(kinds, [ErrorKind::Locked; 4]);
}

#[test]
fn a_locked_one_says_so_and_loses_nothing() {
    inside(
        Bus::Own,
        "linux::locked::a_locked_one_says_so_and_loses_nothing",
        async || {
            let entry = Entry::new("temporary", "7");
            let daemon = Daemon::unlocked(&[]).await;
            write(&patient(), &entry, "kept").await;
            daemon.stop().await;

            let daemon = Daemon::locked(&[]).await;
            let keychain = patient();
            says_locked(&keychain).await;
            let start = Instant::now();
            let error = keychain.unlock().await.unwrap_err();
            assert!(
                matches!(error.kind(), ErrorKind::Locked | ErrorKind::Denied),
                "{error:?}"
            );
            assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
            says_locked(&keychain).await;
            daemon.stop().await;

            let _daemon = Daemon::unlocked(&[]).await;
            assert_eq!(read(&keychain, &entry).await.as_deref(), Some("kept"));
        },
    );
}

#[test]
fn a_keychain_that_was_never_set_up_says_that_and_not_that_it_is_locked() {
    inside(
        Bus::Own,
        "linux::locked::a_keychain_that_was_never_set_up_says_that_and_not_that_it_is_locked",
        async || {
            let _daemon = Daemon::locked(&[]).await;
            let keychain = patient();
            for error in [
                keychain.probe().await.unwrap_err(),
                keychain.unlock().await.unwrap_err(),
            ] {
                assert_eq!(error.kind(), ErrorKind::NotSetUp, "{error:?}");
                let said = "the keychain has no default collection";
                assert_eq!(error.to_string(), said);
                assert!(error.hint().contains("default keyring"), "{}", error.hint());
            }
        },
    );
}
