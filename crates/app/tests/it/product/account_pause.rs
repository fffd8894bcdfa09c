//! A key that is refused pauses its account alone, until somebody says that it is good again.

use app::view::{AccountState, ErrorCode, ProjectScope};
use app::{Event, accounts, keys, projects};

use super::connect_account::{ME, named};
use super::core_fixture::{CoreFixture, code, event};
use super::identity_platform::{self, Holder, count_of};

async fn state(core: &CoreFixture, id: &str) -> AccountState {
    let all = accounts::list(&core.app);
    let account = all.into_iter().find(|it| it.id == id).unwrap();
    let is_problem = account.problem.is_some();
    assert_eq!(is_problem, account.state != AccountState::Ready);
    account.state
}

#[tokio::test]
async fn nothing_is_sent_for_it_and_the_others_go_on() {
    let mut core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[
        ("napi_mine", ME),
        ("napi_yours", Holder::Person("you@example.com")),
    ])
    .await;
    let mine = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Mine"))
        .await
        .unwrap()
        .id;
    let yours = accounts::connect(&core.app, named(&identity_platform, "napi_yours", "Yours"))
        .await
        .unwrap()
        .id;
    identity_platform.state().revoke("napi_mine");
    let mut events = core.app.events();
    assert_eq!(
        code(keys::list(&core.app, &mine).await),
        ErrorCode::Unauthorized
    );
    event(&mut events, |event| *event == Event::AccountsChanged).await;
    assert_eq!(state(&core, &mine).await, AccountState::Unauthorized);

    let sent = count_of(&identity_platform, "napi_mine");
    let paused = keys::create(&core.app, &mine, "ci").await.unwrap_err();
    assert_eq!(paused.code(), ErrorCode::Unauthorized);
    assert_eq!(paused.subject(), Some(mine.as_str()));
    assert!(paused.message().contains("Mine"), "{paused}");
    assert_eq!(
        code(keys::list(&core.app, &mine).await),
        ErrorCode::Unauthorized
    );
    let page = projects::page(&core.app, &mine, ProjectScope::Own, None, None).await;
    assert_eq!(code(page), ErrorCode::Unauthorized);
    accounts::budget(&core.app, &mine).await.unwrap();
    assert_eq!(count_of(&identity_platform, "napi_mine"), sent);
    keys::list(&core.app, &yours).await.unwrap();
    assert_eq!(state(&core, &yours).await, AccountState::Ready);

    // Trying it again asks once, and is believed.
    assert_eq!(
        code(accounts::recheck(&core.app, &mine).await),
        ErrorCode::Unauthorized
    );
    assert_eq!(count_of(&identity_platform, "napi_mine"), sent + 1);
    assert_eq!(state(&core, &mine).await, AccountState::Unauthorized);
    identity_platform.state().take("napi_mine", ME);
    assert_eq!(
        code(keys::list(&core.app, &mine).await),
        ErrorCode::Unauthorized,
        "nobody said so yet"
    );
    let back = accounts::recheck(&core.app, &mine).await.unwrap();
    assert_eq!((back.state, back.problem), (AccountState::Ready, None));
    keys::list(&core.app, &mine).await.unwrap();

    // Another key ends it too.
    identity_platform.state().revoke("napi_mine");
    assert_eq!(
        code(keys::list(&core.app, &mine).await),
        ErrorCode::Unauthorized
    );
    identity_platform.state().take("napi_newer", ME);
    let replaced = accounts::replace_key(&core.app, &mine, "napi_newer".into()).await;
    assert_eq!(replaced.unwrap().state, AccountState::Ready);
    keys::list(&core.app, &mine).await.unwrap();
    core.restart().await;
    keys::list(&core.app, &mine).await.unwrap();
}

#[tokio::test]
async fn many_who_try_again_at_once_ask_once() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let mine = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Mine"))
        .await
        .unwrap()
        .id;
    identity_platform.state().revoke("napi_mine");
    assert_eq!(
        code(keys::list(&core.app, &mine).await),
        ErrorCode::Unauthorized
    );
    identity_platform.state().take("napi_mine", ME);
    identity_platform.open_gate(false);
    let sent = identity_platform.request_count();
    let clicks: Vec<_> = (0..50)
        .map(|_| {
            let (app, id) = (core.app.clone(), mine.clone());
            tokio::spawn(async move { accounts::recheck(&app, &id).await })
        })
        .collect();
    identity_platform.received(sent + 1).await;
    // The others wait by now, or find it good.
    tokio::task::yield_now().await;
    identity_platform.open_gate(true);
    for click in clicks {
        assert_eq!(click.await.unwrap().unwrap().state, AccountState::Ready);
    }
    let questions = (identity_platform.request_count() - sent) / 2;
    assert_eq!(questions, 1, "each asks whose it is and who that is");
}

#[tokio::test]
async fn an_answer_from_before_does_not_end_the_pause() {
    let core = CoreFixture::new().await;
    let identity_platform = identity_platform::start(&[("napi_mine", ME)]).await;
    let mine = accounts::connect(&core.app, named(&identity_platform, "napi_mine", "Mine"))
        .await
        .unwrap()
        .id;
    identity_platform.open_gate(false);
    let sent = identity_platform.request_count();
    let begin = || {
        let (app, id) = (core.app.clone(), mine.clone());
        tokio::spawn(async move { keys::list(&app, &id).await })
    };
    let before = begin();
    identity_platform.received(sent + 1).await;
    identity_platform.state().revoke("napi_mine");
    let after = begin();
    identity_platform.received(sent + 2).await;
    identity_platform.open_gate(true);
    before.await.unwrap().unwrap();
    assert_eq!(code(after.await.unwrap()), ErrorCode::Unauthorized);
    assert_eq!(state(&core, &mine).await, AccountState::Unauthorized);
}
