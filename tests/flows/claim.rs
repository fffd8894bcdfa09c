//! The claim, through the page that a person sees in the browser.

use app::temporary;
use app::view::{ErrorCode, FormId, TemporaryState};
use secrecy::ExposeSecret as _;
use testkit::page::Page;
use testkit::sql;

use crate::product::ProductFixture;

/// Opens the claim link in the browser and begins the claim. Returns the page that confirms it.
async fn begin_claim(product: &ProductFixture, id: &str) -> Page {
    let target = temporary::claim_target(&product.app, id).await.unwrap();
    let link = temporary::claim_link(&product.app, id, &target.host).await;
    Page::open(link.unwrap().url.expose_secret())
        .await
        .press("Claim this database")
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_followed_to_its_end_and_the_last_string_is_kept() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let before = product.text(&made.id, FormId::Direct).await;
    let client = product.connect(&made.id).await;
    sql::run(
        &client,
        "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7);",
    )
    .await;

    let host = temporary::claim_target(&product.app, &made.id)
        .await
        .unwrap();
    assert!(
        !host.known,
        "the host counts as known before it was ever shown"
    );
    let link = temporary::claim_link(&product.app, &made.id, &host.host)
        .await
        .unwrap();
    assert!(
        temporary::claim_opened(&product.app, &made.id)
            .await
            .unwrap()
            .known
    );
    let welcome = Page::open(link.url.expose_secret()).await;
    assert_eq!(
        product.state(&made.id).await,
        TemporaryState::Unclaimed,
        "looking at the page began a claim"
    );
    let choose = welcome.press("Claim this database").await;
    product.until(&made.id, TemporaryState::Claiming).await;
    assert!(
        choose.html.contains("Personal"),
        "no organization to pick:\n{}",
        choose.html
    );
    let done = choose.press("Confirm").await;
    product.until(&made.id, TemporaryState::Claimed).await;
    assert!(done.html.contains("laimed"), "{}", done.html);

    let row = temporary::get(&product.app, &made.id).await.unwrap();
    assert!(row.before_claim && row.expires_at.is_none());
    assert_eq!(
        product.text(&made.id, FormId::Direct).await,
        before,
        "null replaced the last known string"
    );
    let client = product.connect(&made.id).await;
    assert_eq!(sql::column(&client, "SELECT n FROM kept").await, ["7"]);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_claimed_is_among_the_projects_that_were_read_before() {
    let product = ProductFixture::start().await;
    let accounts = app::accounts::list(&product.app);
    let before = app::projects::page(
        &product.app,
        &accounts[0].id,
        app::view::ProjectScope::Own,
        None,
        None,
    )
    .await
    .unwrap();
    let made = product.create().await;
    let project = made.project_id.clone().unwrap();
    assert!(before.items.iter().all(|it| it.id != project));
    let mut events = product.app.events();
    begin_claim(&product, &made.id).await.press("Confirm").await;
    temporary::refresh(&product.app, &made.id).await.unwrap();
    let reported = async {
        while !matches!(
            events.recv().await.unwrap(),
            app::Event::ProjectsChanged { .. }
        ) {}
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), reported)
        .await
        .expect("the list of projects was not told of the claim");
    let kept = app::projects::cached(
        &product.app,
        &accounts[0].id,
        app::view::ProjectScope::Own,
        None,
    )
    .await
    .unwrap()
    .unwrap();
    assert!(kept.items.iter().any(|it| it.get().contains(&project)));
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_database_leads_to_the_account_that_has_its_project() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let early = temporary::project_of(&product.app, &made.id).await;
    assert_eq!(early.unwrap_err().code(), ErrorCode::Invalid);
    begin_claim(&product, &made.id).await.press("Confirm").await;
    temporary::refresh(&product.app, &made.id).await.unwrap();
    let found = temporary::project_of(&product.app, &made.id).await.unwrap();
    let temporary::ClaimedProject::Here {
        account_id,
        project_id,
    } = found
    else {
        panic!("it leads to a console: {found:?}");
    };
    assert_eq!(
        (Some(account_id), Some(project_id)),
        (made.account_id, made.project_id)
    );
    app::accounts::clear_local(&product.app);
    let stopped = temporary::project_of(&product.app, &made.id).await;
    assert_eq!(stopped.unwrap_err().code(), ErrorCode::SandboxStopped);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_claim_goes_back_after_a_quarter_of_an_hour() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    begin_claim(&product, &made.id).await;
    assert_eq!(
        temporary::refresh(&product.app, &made.id)
            .await
            .unwrap()
            .state,
        TemporaryState::Claiming
    );
    product
        .sandbox
        .advance(std::time::Duration::from_secs(15 * 60 + 1))
        .await
        .unwrap();
    assert_eq!(
        temporary::refresh(&product.app, &made.id)
            .await
            .unwrap()
            .state,
        TemporaryState::Unclaimed
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_opened_only_to_the_host_that_was_shown() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    assert!(
        temporary::claim_link(&product.app, &made.id, "elsewhere.example")
            .await
            .is_err()
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_database_comes_back_by_its_claim_link() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let link = product.text(&made.id, FormId::ClaimLink).await;
    temporary::forget(&product.app, &made.id).await.unwrap();
    assert!(
        temporary::list(&product.app)
            .await
            .unwrap()
            .items
            .is_empty()
    );
    let back = temporary::import_link(&product.app, &link).await.unwrap();
    assert_eq!(
        (back.state, back.project_id),
        (TemporaryState::Unclaimed, made.project_id)
    );
    assert_eq!(
        sql::column(&product.connect(&back.id).await, "SELECT 1").await,
        ["1"]
    );
    product.stop().await;
}
