//! Keys of accounts, made into accounts and changed for new ones, with a keychain and a process that fail in between.

use app::accounts::SaveKey;
use app::accounts::{self, ConnectAccount};
use app::keys::{self, CreateKey};
use app::rotation::{self, RotateKey};
use app::view::{
    AccountColour, AccountView, ConnectSource, ErrorCode, FormId, KeyKind, PlatformKind,
    RotationStep, RotationView,
};
use app::{Checkpoint, connection_card, keychain};
use proptest::prelude::*;
use vault::ErrorKind;

use super::core_fixture::{CoreFixture, PATIENCE, code};
use super::fault::Fault;
use super::key_platform::{self, Key, KeyPlatform};

pub const NEW: &str = "laptop (new)";

pub struct RotationFixture {
    pub core: CoreFixture,
    pub platform: KeyPlatform,
    pub account: AccountView,
    pub old: Key,
}

impl RotationFixture {
    pub async fn of(kind: KeyKind) -> Self {
        let core = CoreFixture::new().await;
        let platform = key_platform::start(core.clock.clone()).await;
        let of_organization = kind == KeyKind::Organization;
        let old = platform.state().make("laptop", of_organization);
        if of_organization {
            let personal = platform.state().make("personal", false);
            connect(&core, &platform, "Administrator", &personal.token).await;
        }
        let account = connect(&core, &platform, "Mine", &old.token).await;
        assert_eq!(account.key_kind, Some(kind));
        Self {
            core,
            platform,
            account,
            old,
        }
    }

    pub fn request(&self) -> RotateKey {
        RotateKey {
            old_key_id: self.old.id.to_string(),
            name: NEW.to_owned(),
        }
    }

    pub async fn start(&self) -> RotationView {
        let begun = rotation::start(&self.core.app, &self.account.id, self.request()).await;
        begun.unwrap();
        self.stopped().await
    }

    /// The one there is, once nothing works on it.
    pub async fn stopped(&self) -> RotationView {
        let wait = async {
            loop {
                let all = rotation::list(&self.core.app).await.unwrap();
                assert_eq!(all.len(), 1);
                if !all[0].is_running {
                    return all[0].clone();
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        waited.expect("it goes on and on")
    }

    /// The one there is, once it says why it stopped.
    pub async fn halted(&self) -> RotationView {
        let wait = async {
            loop {
                let now = self.stopped().await;
                if now.problem.is_some() {
                    return now;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        waited.expect("it does not stop")
    }

    /// The key that the vault has for the account.
    pub async fn kept(&self) -> String {
        let kept = self.core.vault.key_of(&self.account.id).await;
        kept.expect("the account has no key")
    }

    /// A key in the vault works, whatever happened until now.
    pub async fn has_a_key(&self, what: &str) {
        let kept = self.kept().await;
        assert!(
            self.platform.state().is_good(&kept),
            "{what}: {kept} opens nothing"
        );
    }

    /// The account has the new key, and nothing is left over but a key of somebody else that is called the same.
    async fn has_one_besides(&self, foreign: &Key, what: &str) {
        let good = self.platform.state().good().into_iter();
        let good = good.filter(|it| it.name != "personal").map(|it| it.token);
        let good: Vec<_> = good.collect();
        assert_eq!(good, [foreign.token.clone(), self.kept().await], "{what}");
        keys_or_projects(self).await;
    }

    /// The account has the new key, and nothing is left over.
    async fn is_whole(&self, what: &str) {
        let kept = self.kept().await;
        let made = self
            .platform
            .state()
            .good()
            .into_iter()
            .filter(|it| it.name == NEW);
        let made: Vec<_> = made.map(|it| it.token).collect();
        assert_eq!(made, [kept], "{what}");
        assert!(!self.platform.state().is_good(&self.old.token), "{what}");
        assert!(!self.core.vault.holds_any("rotation"), "{what}");
        keys_or_projects(self).await;
    }
}

/// The account is used like any other.
pub async fn keys_or_projects(fixture: &RotationFixture) {
    let identity = app::users::identity(&fixture.core.app, &fixture.account.id).await;
    identity.unwrap();
}

async fn connect(core: &CoreFixture, platform: &KeyPlatform, name: &str, key: &str) -> AccountView {
    let request = ConnectAccount {
        name: name.to_owned(),
        platform: PlatformKind::Custom,
        base_url: Some(platform.url.clone()),
        instant_url: None,
        ca_file: None,
        key: key.into(),
        colour: Some(AccountColour::Blue),
        is_production: false,
        is_read_only: false,
    };
    accounts::connect(&core.app, request).await.unwrap()
}

#[tokio::test]
async fn a_keychain_that_is_locked_at_the_swap_keeps_the_former_key_until_it_is_open() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    fixture
        .core
        .vault
        .refuse_key(&fixture.account.id, Some(ErrorKind::Locked));
    let halted = fixture.start().await;
    assert_eq!(halted.step, RotationStep::Swap);
    assert_eq!(halted.problem.unwrap().code, ErrorCode::KeychainLocked);
    assert_eq!(fixture.kept().await, fixture.old.token);
    fixture.has_a_key("locked at the swap").await;
    keys_or_projects(&fixture).await;
    fixture.core.vault.refuse_key(&fixture.account.id, None);
    // The keychain answers again, and it goes on by itself or by the click, whichever comes first.
    app::retry_keychain(&fixture.core.app).await.unwrap();
    drop(rotation::resume(&fixture.core.app, &halted.id).await);
    let done = fixture.stopped().await;
    assert_eq!((done.step, done.problem), (RotationStep::Done, None));
    fixture.is_whole("unlocked").await;
}

#[tokio::test]
async fn a_platform_that_refuses_the_former_key_a_little_later_is_waited_for() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    fixture.platform.state().late = 3;
    let ended = fixture.start().await;
    assert_eq!((ended.step, ended.problem), (RotationStep::Done, None));
    assert_eq!(fixture.platform.state().late, 0);
    fixture.is_whole("refused a little later").await;
}

#[tokio::test]
async fn without_a_keychain_no_key_is_made() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    fixture.core.vault.fail(Some(ErrorKind::Locked));
    let plan = rotation::plan(&fixture.core.app, &fixture.account.id)
        .await
        .unwrap();
    assert_eq!(plan.problem.unwrap().code, ErrorCode::KeychainLocked);
    let refused = rotation::start(&fixture.core.app, &fixture.account.id, fixture.request()).await;
    assert_eq!(code(refused), ErrorCode::KeychainLocked);
    keychain::use_memory(&fixture.core.app).await.unwrap();
    let refused = rotation::start(&fixture.core.app, &fixture.account.id, fixture.request()).await;
    assert_eq!(code(refused), ErrorCode::KeychainAbsent);
    assert_eq!(fixture.platform.state().changes, 0);
}

#[tokio::test]
async fn one_who_is_no_administrator_is_shown_what_to_connect() {
    let fixture = RotationFixture::of(KeyKind::Organization).await;
    fixture.platform.state().is_member = true;
    let plan = rotation::plan(&fixture.core.app, &fixture.account.id)
        .await
        .unwrap();
    assert_eq!(plan.by_account_id, None);
    let problem = plan.problem.unwrap();
    assert_eq!(problem.code, ErrorCode::Invalid);
    assert_eq!(
        problem.hint.as_deref(),
        Some("Connect an account with a personal key of an administrator of Shop.")
    );
    assert_eq!(fixture.platform.state().changes, 0);
}

#[tokio::test]
async fn a_key_is_saved_as_an_account_once_the_keychain_takes_it() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    let app = &fixture.core.app;
    let request = CreateKey {
        name: "second".to_owned(),
        organization_id: None,
        project_id: None,
    };
    let made = keys::make(app, &fixture.account.id, request.clone())
        .await
        .unwrap();
    let one_time_secret = made.one_time_secret.unwrap();
    let save = || SaveKey {
        name: "Second".to_owned(),
        colour: Some(AccountColour::Green),
        is_production: true,
        is_read_only: true,
    };
    fixture.core.vault.fail(Some(ErrorKind::Locked));
    let locked = keys::save_as_account(app, &one_time_secret.id, save()).await;
    assert_eq!(code(locked), ErrorCode::KeychainLocked);
    fixture.core.vault.fail(None);
    assert_eq!(accounts::list(app).len(), 1, "nothing half-saved");
    let saved = keys::save_as_account(app, &one_time_secret.id, save())
        .await
        .unwrap();
    assert!(saved.is_production && saved.is_read_only);
    assert_eq!(
        saved.base_url.as_deref(),
        Some(fixture.platform.url.as_str())
    );
    assert!(fixture.core.vault.holds_key(&saved.id).await);
    // A reply without the token: the key is named, and can be revoked.
    fixture.platform.state().faults.push(Fault::WithoutToken);
    let lost = keys::make(app, &fixture.account.id, request)
        .await
        .unwrap_err();
    assert_eq!(lost.code(), ErrorCode::SecretLost);
    let id = lost.subject().unwrap();
    keys::revoke(app, &fixture.account.id, id).await.unwrap();
    assert!(
        fixture
            .platform
            .state()
            .good()
            .iter()
            .all(|it| it.id.to_string() != id)
    );
}

/// What the platform says of a key that it made, without the number.
const UNNUMBERED: Fault = Fault::Without(&["id"]);

#[tokio::test]
async fn a_key_whose_id_is_not_said_is_kept_and_none_is_revoked_in_its_place() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    let (app, platform) = (&fixture.core.app, &fixture.platform);
    let request = || CreateKey {
        name: "second".to_owned(),
        organization_id: None,
        project_id: None,
    };
    let make = async |fault| {
        platform.state().faults.push(fault);
        let made = keys::make(app, &fixture.account.id, request())
            .await
            .unwrap();
        let source = ConnectSource::OneTimeSecret {
            id: made.one_time_secret.unwrap().id,
        };
        let shown = connection_card::reveal(app, &source, FormId::ApiKey).await;
        let newest = platform.state().good().pop().unwrap();
        assert_eq!(shown.unwrap().text, newest.token, "{fault:?}");
        (made.key.id, newest.id.to_string())
    };
    // Its own list has but one of the name, which was made just then.
    let (said, is) = make(UNNUMBERED).await;
    assert_eq!(said, is);
    // No list has it yet, only the one that was there before.
    assert_eq!(make(Fault::Unlisted).await.0, "");
    // Two were made just then.
    assert_eq!(make(UNNUMBERED).await.0, "");
    let changes = platform.state().changes;
    let revoked = keys::revoke(app, &fixture.account.id, "").await;
    assert_eq!(code(revoked), ErrorCode::Invalid);
    assert_eq!(platform.state().changes, changes, "nothing was sent");
    assert_eq!(platform.state().good().len(), 4);
    // One of which nobody knows anything: the error is about none that could be revoked for it.
    platform.state().faults.push(Fault::Without(&["id", "key"]));
    let lost = keys::make(app, &fixture.account.id, request())
        .await
        .unwrap_err();
    assert_eq!((lost.code(), lost.subject()), (ErrorCode::SecretLost, None));
}

#[tokio::test]
async fn a_rotation_takes_no_key_whose_id_is_not_said_and_makes_another() {
    for kind in [KeyKind::Personal, KeyKind::Organization] {
        for fault in [UNNUMBERED, Fault::Without(&["id", "key"])] {
            let fixture = RotationFixture::of(kind).await;
            let of_organization = kind == KeyKind::Organization;
            let foreign = fixture.platform.state().make(NEW, of_organization);
            fixture.platform.state().faults.push(fault);
            let ended = fixture.start().await;
            let what = format!("{kind:?} {fault:?}");
            assert_eq!(
                (ended.step, ended.problem),
                (RotationStep::Done, None),
                "{what}"
            );
            fixture.has_one_besides(&foreign, &what).await;
            // That key was revoked, another one made, and the former one revoked.
            assert_eq!(fixture.platform.state().changes, 4, "{what}");
        }
    }
}

#[tokio::test]
async fn a_rotation_on_a_platform_that_says_no_ids_stops_with_the_former_key_in_use() {
    let fixture = RotationFixture::of(KeyKind::Personal).await;
    let foreign = fixture.platform.state().make(NEW, false);
    // Each further try revokes what the one before it made.
    for fault in [UNNUMBERED, Fault::Nothing].repeat(3) {
        fixture.platform.state().faults.push(fault);
    }
    let begun = rotation::start(&fixture.core.app, &fixture.account.id, fixture.request()).await;
    begun.unwrap();
    let halted = fixture.halted().await;
    let problem = halted.problem.unwrap();
    assert_eq!(halted.step, RotationStep::Create);
    assert_eq!(
        problem.message,
        "The platform created a key but did not return its ID"
    );
    assert_eq!(
        problem.hint.as_deref(),
        Some("Resume the rotation: it creates another key and revokes that one.")
    );
    assert_eq!(fixture.kept().await, fixture.old.token);
    fixture.has_a_key("the former one").await;
    fixture.platform.state().faults.clear();
    let resumed = rotation::resume(&fixture.core.app, &halted.id).await;
    resumed.unwrap();
    assert_eq!(fixture.stopped().await.step, RotationStep::Done);
    fixture.has_one_besides(&foreign, "once it says them").await;
}

/// Something that goes wrong in one life of the app.
#[derive(Clone, Copy, Debug)]
enum Failure {
    Crash(Checkpoint),
    Reply(Fault),
    Keychain,
}

fn any_failure() -> impl Strategy<Value = Failure> {
    use Checkpoint as C;
    let crashes = vec![
        C::RotationIntended,
        C::MutationIntended,
        C::MutationAnswered,
        C::RotationMade,
        C::RotationNewKeySaved,
        C::RotationNoted,
        C::RotationVerified,
        C::RotationOldKeySaved,
        C::RotationSwapSaved,
        C::RotationRowWritten,
        C::RotationSwapped,
        C::RotationRevoked,
        C::RotationProven,
        C::RotationErased,
    ];
    prop_oneof![
        6 => proptest::sample::select(crashes).prop_map(Failure::Crash),
        1 => Just(Failure::Reply(Fault::LostReply)),
        1 => Just(Failure::Reply(Fault::WithoutToken)),
        1 => Just(Failure::Reply(UNNUMBERED)),
        1 => Just(Failure::Reply(Fault::Without(&["id", "created_at"]))),
        1 => Just(Failure::Reply(Fault::Refused(422))),
        1 => Just(Failure::Keychain),
    ]
}

async fn live_through(kind: KeyKind, failures: &[Failure]) {
    let mut fixture = RotationFixture::of(kind).await;
    for (life, failure) in failures.iter().enumerate() {
        match *failure {
            Failure::Crash(checkpoint) => fixture.core.crash_at(checkpoint),
            Failure::Reply(fault) => fixture.platform.state().faults.push(fault),
            Failure::Keychain => {
                fixture
                    .core
                    .vault
                    .refuse_key(&fixture.account.id, Some(ErrorKind::Locked));
            }
        }
        if life == 0 {
            let begun =
                rotation::start(&fixture.core.app, &fixture.account.id, fixture.request()).await;
            begun.unwrap();
        } else {
            fixture.core.restart().await;
            let all = rotation::list(&fixture.core.app).await.unwrap();
            drop(rotation::resume(&fixture.core.app, &all[0].id).await);
        }
        fixture.stopped().await;
        fixture.core.vault.refuse_key(&fixture.account.id, None);
        fixture
            .has_a_key(&format!("{kind:?} {failures:?} in life {life}"))
            .await;
    }
    fixture.core.do_not_crash();
    fixture.platform.state().faults.clear();
    fixture.core.restart().await;
    for _ in 0..5 {
        let ended = fixture.stopped().await;
        if ended.step == RotationStep::Done {
            break;
        }
        drop(rotation::resume(&fixture.core.app, &ended.id).await);
    }
    let ended = fixture.stopped().await;
    assert_eq!(
        (ended.step, ended.problem),
        (RotationStep::Done, None),
        "{failures:?}"
    );
    fixture.is_whole(&format!("{kind:?} {failures:?}")).await;
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn whatever_goes_wrong_in_whatever_order_one_key_works_and_none_is_left_over(
        is_personal in any::<bool>(),
        failures in proptest::collection::vec(any_failure(), 1..5),
    ) {
        let kind = if is_personal { KeyKind::Personal } else { KeyKind::Organization };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.unwrap().block_on(live_through(kind, &failures));
    }
}
