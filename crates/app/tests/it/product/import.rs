use app::view::{ErrorCode, FormId, TemporaryState};
use app::{connection_card, temporary};

use super::core_fixture::{CoreFixture, code, source_of};

#[tokio::test]
async fn a_link_to_this_services_own_loopback_is_only_opened_for_its_place() {
    let core = CoreFixture::new().await;
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    // No account says that this loopback address is its own.
    assert_eq!(
        code(temporary::import_link(&core.app, &link).await),
        ErrorCode::LinkRefused
    );
    for bad in [
        "",
        "neon.new/claim/x",
        "https://neon.new/",
        "https://neon.new/claim/not-an-id",
        "ftp://neon.new/claim/x",
    ] {
        assert_eq!(
            code(temporary::import_link(&core.app, bad).await),
            ErrorCode::LinkRefused,
            "{bad}"
        );
    }
    assert_eq!(core.service.request_count(), 0);
}

#[tokio::test]
async fn a_database_comes_by_its_claim_link() {
    let mut core = CoreFixture::new().await;
    core.start_platform().await;
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    let row = temporary::import_link(&core.app, &format!("  {link}\n"))
        .await
        .unwrap();
    assert_eq!(row.state, TemporaryState::Unclaimed);
    assert!(row.account_id.is_some());
    assert_eq!(row.service_label, "This machine");
    assert!(row.expires_at.is_some());
    let text = core.reveal(&row.id).await;
    assert_eq!(text, core.service.connection_string(&id));

    // The same link again, also in its other form, is the same row.
    let other = link.replace("/claim/", "/database/");
    assert_eq!(
        temporary::import_link(&core.app, &other).await.unwrap().id,
        row.id
    );
    assert_eq!(core.list().await.len(), 1);
    core.restart().await;
    core.start_platform().await;
    assert_eq!(
        temporary::import_link(&core.app, &link).await.unwrap().id,
        row.id
    );
}

#[tokio::test]
async fn one_that_the_service_does_not_know_is_not_found() {
    let core = CoreFixture::new().await;
    core.start_platform().await;
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    core.service.remove(&id);
    assert_eq!(
        code(temporary::import_link(&core.app, &link).await),
        ErrorCode::NotFound
    );
    assert_eq!(core.list().await, vec![]);
}

#[tokio::test]
async fn an_import_whose_secrets_cannot_be_kept_leaves_nothing() {
    let core = CoreFixture::new().await;
    core.start_platform().await;
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    core.vault.fail_behind_probe(Some(vault::ErrorKind::Denied));
    assert_eq!(
        code(temporary::import_link(&core.app, &link).await),
        ErrorCode::KeychainDenied
    );
    core.vault.fail(Some(vault::ErrorKind::Absent));
    assert_eq!(
        code(temporary::import_link(&core.app, &link).await),
        ErrorCode::KeychainAbsent
    );
    assert_eq!(core.list().await, vec![]);
}

#[tokio::test]
async fn lost_credentials_come_back_with_the_link() {
    let mut core = CoreFixture::new().await;
    core.start_platform().await;
    core.vault.fail(Some(vault::ErrorKind::Absent));
    app::keychain::use_memory(&core.app).await.unwrap();
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    let row = temporary::import_link(&core.app, &link).await.unwrap();
    core.vault.fail(None);
    core.restart().await;
    core.start_platform().await;
    assert!(core.get(&row.id).await.secrets_missing.is_some());
    let again = temporary::import_link(&core.app, &link).await.unwrap();
    assert_eq!(again.id, row.id);
    assert!(again.secrets_missing.is_none());
    assert!(core.vault.holds(&row.id).await);
}

#[tokio::test]
async fn an_env_file_holds_links_and_strings() {
    let core = CoreFixture::new().await;
    core.start_platform().await;
    let id = core.service.add();
    let (link, string) = (
        core.service.claim_link(&id),
        core.service.connection_string(&id),
    );
    let direct = string.replace("-pooler", "");
    let project = tempfile::tempdir().unwrap();
    let path = project.path().join(".env");
    let text = format!(
        "OTHER=1\nDATABASE_URL=\"{string}\"\nDATABASE_URL_DIRECT=\"{direct}\"\nPUBLIC_POSTGRES_CLAIM_URL={link}\nBAD_POSTGRES_CLAIM_URL=http://example.com/claim/{id}\n"
    );
    std::fs::write(&path, text).unwrap();
    let folder = project.path().display().to_string();
    let found = temporary::import_scan(&core.app, &folder).await.unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].variable.as_str(), found[0].line),
        ("PUBLIC_POSTGRES_CLAIM_URL", 4)
    );
    assert!(found[0].has_connection && found[0].refused.is_none() && found[0].known_as.is_none());
    assert!(found[1].refused.is_some());

    // It was claimed since: the service says no string any more, so that of the file counts.
    core.service.claim(&id);
    let row = temporary::import_env(&core.app, &folder, "PUBLIC_POSTGRES_CLAIM_URL")
        .await
        .unwrap();
    assert_eq!(row.state, TemporaryState::Claimed);
    assert!(row.before_claim);
    let text = connection_card::reveal(&core.app, &source_of(&row.id), FormId::Pooled)
        .await
        .unwrap();
    assert_eq!(text.text, string);
    let found = temporary::import_scan(&core.app, &folder).await.unwrap();
    assert_eq!(found[0].known_as.as_deref(), Some(row.name.as_str()));

    assert_eq!(
        code(temporary::import_env(&core.app, &folder, "NOPE").await),
        ErrorCode::NotFound
    );
    assert_eq!(
        code(temporary::import_scan(&core.app, "relative/.env").await),
        ErrorCode::Invalid
    );
    let missing = project.path().join("none.env").display().to_string();
    assert_eq!(
        code(temporary::import_scan(&core.app, &missing).await),
        ErrorCode::File
    );
}

#[tokio::test]
async fn a_claimed_database_never_gets_the_string_of_another_one() {
    let core = CoreFixture::new().await;
    core.start_platform().await;
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    core.service.claim(&id);
    let project = tempfile::tempdir().unwrap();
    let text = format!(
        "DATABASE_URL=postgresql://owner:npg_real@db.example.com/shop\nPUBLIC_POSTGRES_CLAIM_URL={link}\n"
    );
    std::fs::write(project.path().join(".env"), text).unwrap();
    let folder = project.path().display().to_string();
    let found = temporary::import_scan(&core.app, &folder).await.unwrap();
    assert!(!found[0].has_connection);
    let row = temporary::import_env(&core.app, &folder, "PUBLIC_POSTGRES_CLAIM_URL")
        .await
        .unwrap();
    assert_eq!(row.state, TemporaryState::Claimed);
    assert!(
        connection_card::reveal(&core.app, &source_of(&row.id), FormId::Pooled)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn an_import_that_was_cut_short_leaves_no_secret_behind() {
    let mut core = CoreFixture::new().await;
    core.start_platform().await;
    let link = core.service.claim_link(&core.service.add());
    core.crash_at(app::Checkpoint::ImportSecretsSaved);
    let (app, text) = (core.app.clone(), link.clone());
    assert!(
        tokio::spawn(async move { temporary::import_link(&app, &text).await })
            .await
            .is_err()
    );
    core.restart().await;
    core.until_empty().await;
    core.start_platform().await;
    temporary::import_link(&core.app, &link).await.unwrap();
    assert_eq!(core.list().await.len(), 1);
}

#[tokio::test]
async fn an_import_in_memory_takes_nothing_out_of_the_keychain() {
    let mut core = CoreFixture::new().await;
    core.start_platform().await;
    let id = core.service.add();
    let link = core.service.claim_link(&id);
    let row = temporary::import_link(&core.app, &link).await.unwrap();
    app::keychain::use_memory(&core.app).await.unwrap();
    let again = temporary::import_link(&core.app, &link).await.unwrap();
    assert_eq!(again.id, row.id);
    core.restart().await;
    let text = core.reveal(&row.id).await;
    assert_eq!(text, core.service.connection_string(&id));
}

#[tokio::test]
async fn secrets_that_the_keychain_takes_too_late_are_erased() {
    let core = CoreFixture::new().await;
    core.start_platform().await;
    let link = core.service.claim_link(&core.service.add());
    core.vault.store_late(true);
    let refused = code(temporary::import_link(&core.app, &link).await);
    assert_eq!(refused, ErrorCode::KeychainLocked);
    assert_eq!(core.list().await, vec![]);
    core.until_empty().await;
}
