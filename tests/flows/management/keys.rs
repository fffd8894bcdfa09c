//! API keys of the three kinds, each used by a core of its own.

use app::view::ErrorCode;
use app::{keys, organizations, projects, users};

use super::fixture::{Holder, ManagementFixture};
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_key_opens_what_it_should_until_it_is_revoked() {
    let fixture = ManagementFixture::of(ProductFixture::without_servers().await).await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let (own, other) = (fixture.project("Own").await, fixture.project("Other").await);
    let organization = organizations::list(app, account).await.unwrap()[0]
        .id
        .clone();

    let personal = keys::create(app, account, "laptop").await.unwrap();
    let of_all = keys::create_for_organization(app, account, &organization, "builds", None)
        .await
        .unwrap();
    let of_one = keys::create_for_organization(app, account, &organization, "one", Some(&own.id))
        .await
        .unwrap();
    assert_eq!(of_one.key.project_id.as_deref(), Some(&*own.id));

    let me = fixture.holder("personal", &personal.token).await;
    assert!(users::me(&me.app, &me.account).await.is_ok());
    assert!(
        !users::identity(&me.app, &me.account)
            .await
            .unwrap()
            .is_of_organization
    );

    let builds = fixture.holder("organization", &of_all.token).await;
    let identity = users::identity(&builds.app, &builds.account).await.unwrap();
    assert!(identity.is_of_organization);
    assert_eq!(identity.owner_id, organization);
    assert!(
        projects::get(&builds.app, &builds.account, &other.id)
            .await
            .is_ok()
    );
    let nobody = users::me(&builds.app, &builds.account).await;
    assert_eq!(nobody.unwrap_err().code(), ErrorCode::NotFound);

    let one = fixture.holder("scoped", &of_one.token).await;
    assert!(projects::get(&one.app, &one.account, &own.id).await.is_ok());
    for refused in [
        projects::get(&one.app, &one.account, &other.id)
            .await
            .map(drop),
        projects::delete(&one.app, &one.account, &own.id).await,
        projects::create(&one.app, &one.account, projects::CreateProject::default())
            .await
            .map(drop),
        keys::create(&one.app, &one.account, "more").await.map(drop),
        organizations::get(&one.app, &one.account, &organization)
            .await
            .map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code(), ErrorCode::NotFound);
    }

    keys::revoke(app, account, &personal.key.id).await.unwrap();
    refused_at_once(&me, &own.id).await;
    assert!(
        projects::get(&builds.app, &builds.account, &own.id)
            .await
            .is_ok()
    );
    let revoked = keys::revoke_of_organization(app, account, &organization, &of_all.key.id).await;
    assert!(revoked.unwrap().revoked);
    refused_at_once(&builds, &own.id).await;
    // An administrator's own route reaches an organization's key, too.
    let revoked = keys::revoke(app, account, &of_one.key.id).await.unwrap();
    assert!(revoked.revoked && revoked.key.last_used_from.is_some());
    refused_at_once(&one, &own.id).await;
    let left = keys::list_of_organization(app, account, &organization).await;
    assert!(left.unwrap().is_empty());
    assert!(projects::get(app, account, &own.id).await.is_ok());
    fixture.stop().await;
}

async fn refused_at_once(holder: &Holder, project: &str) {
    let refused = projects::get(&holder.app, &holder.account, project).await;
    assert_eq!(refused.unwrap_err().code(), ErrorCode::Unauthorized);
    let again = projects::delete(&holder.app, &holder.account, project).await;
    assert_eq!(again.unwrap_err().code(), ErrorCode::Unauthorized);
}
