use app::view::{
    AccountState, ErrorCode, InstantServiceChoice, InstantServiceKind, TemporaryOptions,
    TemporaryState,
};
use app::{Event, accounts, connection_card, temporary};

use super::core_fixture::{CoreFixture, code, event, local, psql_parameters, source_of};

#[tokio::test]
async fn a_platform_on_this_machine_is_an_account_that_stays() {
    let mut core = CoreFixture::new().await;
    assert_eq!(accounts::list(&core.app), vec![]);
    let mut events = core.app.events();
    let account = core.start_platform().await;
    event(&mut events, |event| *event == Event::AccountsChanged).await;
    assert_eq!(account.state, AccountState::Ready);
    assert_eq!(
        account.host.as_deref(),
        core.service.url.strip_prefix("http://")
    );

    let instant_services = accounts::instant_services(&core.app).await.unwrap();
    assert_eq!(instant_services[0].kind, InstantServiceKind::ThisMachine);
    assert!(instant_services[0].available);
    assert_eq!(instant_services[1].choice, InstantServiceChoice::Neon);

    // Without a place, it is this machine.
    let made = temporary::create(&core.app, TemporaryOptions::default())
        .await
        .unwrap();
    assert_eq!(
        (made.account_id.as_deref(), made.service_kind),
        (Some(account.id.as_str()), InstantServiceKind::ThisMachine)
    );

    accounts::clear_local(&core.app);
    let stopped = accounts::list(&core.app).remove(0);
    assert_eq!(
        (stopped.id.as_str(), stopped.state, stopped.host),
        (account.id.as_str(), AccountState::Unavailable, None)
    );
    assert!(!accounts::instant_services(&core.app).await.unwrap()[0].available);
    let chosen = InstantServiceChoice::Account {
        account_id: account.id.clone(),
    };
    let options = TemporaryOptions {
        service: Some(chosen),
        ..TemporaryOptions::default()
    };
    assert_eq!(
        code(temporary::create(&core.app, options).await),
        ErrorCode::SandboxStopped
    );
    assert_eq!(
        code(temporary::refresh(&core.app, &made.id).await),
        ErrorCode::SandboxStopped
    );
    // No session is tried either, whose words would be about a network.
    assert_eq!(
        (
            code(connection_card::check(&core.app, &source_of(&made.id)).await),
            code(psql_parameters(&core.app, &source_of(&made.id)).await)
        ),
        (ErrorCode::SandboxStopped, ErrorCode::SandboxStopped)
    );
    let row = core.get(&made.id).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.check_error.unwrap().code, ErrorCode::SandboxStopped);

    core.restart().await;
    assert_eq!(core.start_platform().await.id, account.id);
    // What waited for the platform is read when it is back.
    core.until(&made.id, |row| row.check_error.is_none()).await;
}

#[tokio::test]
async fn an_address_that_is_not_of_this_machine_is_refused() {
    let core = CoreFixture::new().await;
    let platform = local("http://example.com", "http://example.com", "k");
    assert_eq!(
        code(accounts::set_local(&core.app, platform).await),
        ErrorCode::Invalid
    );
}

#[tokio::test]
async fn without_a_place_nothing_is_sent_to_a_service_that_was_not_chosen() {
    let core = CoreFixture::new().await;
    // Nothing could leave even if a place were found: the secrets could not be kept.
    core.vault.fail(Some(vault::ErrorKind::Absent));
    let options = TemporaryOptions::default();
    assert_eq!(options.service, None);
    assert_eq!(
        code(temporary::create(&core.app, options.clone()).await),
        ErrorCode::SandboxStopped,
        "before there was a platform"
    );
    core.start_platform().await;
    accounts::clear_local(&core.app);
    assert_eq!(
        code(temporary::create(&core.app, options).await),
        ErrorCode::SandboxStopped,
        "while it is stopped"
    );
    assert_eq!(core.list().await, vec![], "nothing was begun");
}
