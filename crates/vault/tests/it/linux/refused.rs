//! A keychain that is there and does not serve.

use std::time::{Duration, Instant};

use secrecy::SecretString;
use testkit::keychain::Daemon;
use vault::{Deadlines, Entry, ErrorKind, Keychain, Vault};

use super::fake::{self, Behaviour};
use super::session::{Bus, PATIENCE, SERVICE, UNLOCK, inside, patient};

const SHORT: Duration = Duration::from_millis(300);

fn impatient() -> Keychain {
    Keychain::with_deadlines(
        SERVICE,
        Deadlines {
            probe: SHORT,
            call: SHORT,
            unlock: SHORT,
        },
    )
}

#[test]
fn a_policy_that_forbids_it_is_a_denial() {
    inside(
        Bus::Forbidding,
        "linux::refused::a_policy_that_forbids_it_is_a_denial",
        async || {
            let _daemon = Daemon::unlocked(&[]).await;
            let keychain = patient();
            let entry = Entry::new("temporary", "7");
            let kinds = [
                keychain.probe().await.unwrap_err().kind(),
                keychain.get(&entry).await.unwrap_err().kind(),
                keychain
                    .set(&entry, SecretString::from("hush"))
                    .await
                    .unwrap_err()
                    .kind(),
                keychain.delete(&entry).await.unwrap_err().kind(),
                keychain.unlock().await.unwrap_err().kind(),
            ];
            assert_eq!(kinds, [ErrorKind::Denied; 5]);
        },
    );
}

#[test]
fn a_window_that_was_closed_is_a_denial() {
    inside(
        Bus::Own,
        "linux::refused::a_window_that_was_closed_is_a_denial",
        async || {
            let _fake = fake::start(Behaviour::Dismissing).await;
            let keychain = patient();
            assert_eq!(
                keychain.probe().await.unwrap_err().kind(),
                ErrorKind::Locked
            );
            let error = keychain.unlock().await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Denied, "{error:?}");
            assert_eq!(error.to_string(), "access to the keychain was refused");
        },
    );
}

#[test]
fn a_window_that_nobody_answers_leaves_it_locked() {
    inside(
        Bus::Own,
        "linux::refused::a_window_that_nobody_answers_leaves_it_locked",
        async || {
            let _fake = fake::start(Behaviour::Ignored).await;
            let keychain = patient();
            let start = Instant::now();
            let (unlocked, probed) = tokio::join!(keychain.unlock(), async {
                let probed = keychain.probe().await;
                assert!(start.elapsed() < UNLOCK, "the window holds up nothing else");
                probed
            });
            assert!(start.elapsed() >= UNLOCK);
            assert_eq!(unlocked.unwrap_err().kind(), ErrorKind::Locked);
            assert_eq!(probed.unwrap_err().kind(), ErrorKind::Locked);
        },
    );
}

#[test]
fn silence_ends_with_the_deadline_however_often() {
    inside(
        Bus::Own,
        "linux::refused::silence_ends_with_the_deadline_however_often",
        async || {
            let fake = fake::start(Behaviour::Hanging).await;
            let keychain = impatient();
            for _ in 0..8 {
                let start = Instant::now();
                assert_eq!(
                    keychain.probe().await.unwrap_err().kind(),
                    ErrorKind::TimedOut
                );
                assert!(start.elapsed() < SHORT * 20, "{:?}", start.elapsed());
            }
            // Its end frees what hangs in it, and the real one is found.
            fake.close().await.unwrap();
            let _daemon = Daemon::unlocked(&[]).await;
            let start = Instant::now();
            while let Err(error) = keychain.probe().await {
                assert!(start.elapsed() < PATIENCE, "{error:?}");
            }
        },
    );
}

#[test]
fn an_error_of_its_own_is_a_failure() {
    inside(
        Bus::Own,
        "linux::refused::an_error_of_its_own_is_a_failure",
        async || {
            let _fake = fake::start(Behaviour::Failing).await;
            assert_eq!(
                patient().probe().await.unwrap_err().kind(),
                ErrorKind::Failed
            );
        },
    );
}
