//! Replies damaged at random: an end in every case, and for a create never a wrong "nothing happened".

use api::{CreateDatabase, Database};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use crate::instant_fixture::{InstantFixture, in_time};
use crate::literals::{CLAIMED, UNCLAIMED};
use testkit::server::{Answer, chunked, reply};

#[derive(Debug, Clone)]
enum Damage {
    Flip(Index, u8),
    Drop(Index, u8),
    Insert(Index, Vec<u8>),
    Cut(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let bytes = prop::collection::vec(any::<u8>(), 1..12);
    prop_oneof![
        (any::<Index>(), 1..=255_u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        (any::<Index>(), 1..40_u8).prop_map(|(at, count)| Damage::Drop(at, count)),
        (any::<Index>(), bytes).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        any::<Index>().prop_map(Damage::Cut),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    if bytes.is_empty() {
        return;
    }
    match damage {
        Damage::Flip(at, bits) => {
            let at = at.index(bytes.len());
            bytes[at] ^= bits;
        }
        Damage::Drop(at, count) => {
            let start = at.index(bytes.len());
            let end = bytes.len().min(start + usize::from(*count));
            bytes.drain(start..end);
        }
        Damage::Insert(at, new) => {
            let at = at.index(bytes.len());
            bytes.splice(at..at, new.iter().copied());
        }
        Damage::Cut(at) => bytes.truncate(at.index(bytes.len())),
    }
}

proptest! {
    #![proptest_config(Config { cases: 5000, ..Config::default() })]
    #[test]
    fn a_damaged_record_is_read_or_refused(
        damages in prop::collection::vec(damage(), 1..5), claimed in any::<bool>()
    ) {
        let whole = if claimed { CLAIMED } else { UNCLAIMED };
        let mut bytes = whole.as_bytes().to_vec();
        for damage in &damages {
            apply(&mut bytes, damage);
        }
        if let Ok(database) = serde_json::from_slice::<Database>(&bytes) {
            prop_assert!(!database.id.expose().is_empty());
        }
    }
}

#[test]
fn a_damaged_reply_to_a_create_is_never_taken_for_nothing() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut runner = TestRunner::new(Config {
        cases: 600,
        failure_persistence: None,
        ..Config::default()
    });
    let strategy = (prop::collection::vec(damage(), 1..4), any::<bool>());
    runner
        .run(&strategy, |(damages, in_chunks)| {
            let mut bytes = if in_chunks {
                chunked("200 OK", UNCLAIMED)
            } else {
                reply("201 Created", "", UNCLAIMED)
            };
            for damage in &damages {
                apply(&mut bytes, damage);
            }
            runtime.block_on(async {
                let fixture = InstantFixture::new([Answer::End(bytes.clone())]).await;
                let result =
                    in_time(fixture.client.create("plinth", CreateDatabase::default())).await;
                let sent = fixture.server.requests().len();
                if let Err(error) = result {
                    let refused = error
                        .status()
                        .is_some_and(|status| (300..500).contains(&status));
                    prop_assert!(error.is_maybe_applied() || refused, "{error}: {bytes:?}");
                    prop_assert!(
                        sent == 1 || error.is_rate_limited() || error.is_locked(),
                        "{sent} sent: {bytes:?}"
                    );
                } else {
                    prop_assert_eq!(sent, 1);
                }
                Ok(())
            })
        })
        .unwrap();
}
