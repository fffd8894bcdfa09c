use app::view::{
    AccountState, ErrorCode, PlaceChoice, PlaceKind, TemporaryOptions, TemporaryState,
};
use app::{Event, accounts, connection_card, temporary};

use super::world::{World, code, event, local, psql_parameters, source_of};

#[tokio::test]
async fn a_platform_on_this_machine_is_an_account_that_stays() {
    let mut world = World::new().await;
    assert_eq!(accounts::list(&world.app), vec![]);
    let mut events = world.app.events();
    let account = world.start_platform().await;
    event(&mut events, |event| *event == Event::AccountsChanged).await;
    assert_eq!(account.state, AccountState::Ready);
    assert_eq!(
        account.host.as_deref(),
        world.service.url.strip_prefix("http://")
    );

    let places = accounts::places(&world.app).await.unwrap();
    assert_eq!(places[0].kind, PlaceKind::ThisMachine);
    assert!(places[0].available);
    assert_eq!(places[1].choice, PlaceChoice::Neon);

    // Without a place, it is this machine.
    let made = temporary::create(&world.app, TemporaryOptions::default())
        .await
        .unwrap();
    assert_eq!(
        (made.account_id.as_deref(), made.place_kind),
        (Some(account.id.as_str()), PlaceKind::ThisMachine)
    );

    accounts::clear_local(&world.app);
    let stopped = accounts::list(&world.app).remove(0);
    assert_eq!(
        (stopped.id.as_str(), stopped.state, stopped.host),
        (account.id.as_str(), AccountState::Unavailable, None)
    );
    assert!(!accounts::places(&world.app).await.unwrap()[0].available);
    let chosen = PlaceChoice::Account {
        account_id: account.id.clone(),
    };
    let options = TemporaryOptions {
        place: Some(chosen),
        ..TemporaryOptions::default()
    };
    assert_eq!(
        code(temporary::create(&world.app, options).await),
        ErrorCode::SandboxStopped
    );
    assert_eq!(
        code(temporary::refresh(&world.app, &made.id).await),
        ErrorCode::SandboxStopped
    );
    // No session is tried either, whose words would be about a network.
    assert_eq!(
        (
            code(connection_card::check(&world.app, &source_of(&made.id)).await),
            code(psql_parameters(&world.app, &source_of(&made.id)).await)
        ),
        (ErrorCode::SandboxStopped, ErrorCode::SandboxStopped)
    );
    let row = world.get(&made.id).await;
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert_eq!(row.check_error.unwrap().code, ErrorCode::SandboxStopped);

    world.restart().await;
    assert_eq!(world.start_platform().await.id, account.id);
    // What waited for the platform is read when it is back.
    world.until(&made.id, |row| row.check_error.is_none()).await;
}

#[tokio::test]
async fn an_address_that_is_not_of_this_machine_is_refused() {
    let world = World::new().await;
    let platform = local("http://example.com", "http://example.com", "k");
    assert_eq!(
        code(accounts::set_local(&world.app, platform).await),
        ErrorCode::Invalid
    );
}

#[tokio::test]
async fn without_a_place_nothing_is_sent_to_a_service_that_was_not_chosen() {
    let world = World::new().await;
    // Nothing could leave even if a place were found: the secrets could not be kept.
    world.vault.fail(Some(vault::ErrorKind::Absent));
    let options = TemporaryOptions::default();
    assert_eq!(options.place, None);
    assert_eq!(
        code(temporary::create(&world.app, options.clone()).await),
        ErrorCode::SandboxStopped,
        "before there was a platform"
    );
    world.start_platform().await;
    accounts::clear_local(&world.app);
    assert_eq!(
        code(temporary::create(&world.app, options).await),
        ErrorCode::SandboxStopped,
        "while it is stopped"
    );
    assert_eq!(world.list().await, vec![], "nothing was begun");
}
