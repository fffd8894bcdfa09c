//! No keychain at all: said at once, and found when it comes.

use secrecy::SecretString;
use testkit::keychain::Daemon;
use vault::{Entry, ErrorKind, Keychain, Vault};

use super::session::{Bus, inside, patient};
use crate::contract::{read, write};

async fn says_absent(keychain: &Keychain) {
    let entry = Entry::new("temporary", "7");
    let errors = [
        keychain.probe().await.unwrap_err(),
        keychain.get(&entry).await.unwrap_err(),
        keychain
            .set(&entry, SecretString::from("hush"))
            .await
            .unwrap_err(),
        keychain.delete(&entry).await.unwrap_err(),
        keychain.unlock().await.unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Absent, "{error:?}");
        assert_eq!(error.to_string(), "this computer has no keychain");
        assert!(error.hint().contains("in memory"), "{}", error.hint());
    }
}

#[test]
fn with_no_address_of_a_bus() {
    inside(
        Bus::None,
        "linux::absent::with_no_address_of_a_bus",
        async || {
            says_absent(&patient()).await;
        },
    );
}

#[test]
fn with_a_bus_that_is_gone() {
    inside(
        Bus::Dead,
        "linux::absent::with_a_bus_that_is_gone",
        async || {
            says_absent(&patient()).await;
        },
    );
}

#[test]
fn with_an_address_that_is_none() {
    inside(
        Bus::Nonsense,
        "linux::absent::with_an_address_that_is_none",
        async || {
            says_absent(&patient()).await;
        },
    );
}

#[test]
fn with_a_bus_on_which_nothing_keeps_secrets() {
    inside(
        Bus::Own,
        "linux::absent::with_a_bus_on_which_nothing_keeps_secrets",
        async || {
            let keychain = patient();
            says_absent(&keychain).await;
            let _daemon = Daemon::unlocked(&[]).await;
            let entry = Entry::new("temporary", "7");
            write(&keychain, &entry, "hush").await;
            assert_eq!(read(&keychain, &entry).await.as_deref(), Some("hush"));
        },
    );
}
