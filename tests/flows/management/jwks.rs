//! Whose tokens a project takes, and which libraries its computes load.

use app::jwks::{self, AddJwks};
use app::projects::{self, PreloadSetting, ProjectSettings, UpdateProject};
use app::view::ErrorCode;

use super::fixture::ManagementFixture;

const URL: &str = "https://keys.example.com/jwks.json";

#[tokio::test(flavor = "multi_thread")]
async fn an_address_of_keys_is_added_once_for_a_branch_and_removed() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await;
    let add = |branch: Option<&str>| AddJwks {
        url: format!(" {URL} "),
        provider: "Clerk".to_owned(),
        branch_id: branch.map(str::to_owned),
        ..AddJwks::default()
    };
    let added = jwks::add(app, account, &project.id, add(None))
        .await
        .unwrap();
    assert_eq!((added.item.url.as_str(), added.operations.len()), (URL, 1));
    fixture.finished(&project.id).await;
    let again = jwks::add(app, account, &project.id, add(None)).await;
    assert_eq!(again.unwrap_err().code(), ErrorCode::Platform);
    let of_branch = add(Some(&project.branch));
    let of_branch = jwks::add(app, account, &project.id, of_branch)
        .await
        .unwrap();
    assert_eq!(of_branch.item.branch_id.as_ref(), Some(&project.branch));
    fixture.finished(&project.id).await;
    let plain = AddJwks {
        url: "http://keys.example.com".to_owned(),
        ..add(None)
    };
    let plain = jwks::add(app, account, &project.id, plain).await;
    assert_eq!(plain.unwrap_err().code(), ErrorCode::Invalid);
    let all = jwks::list(app, account, &project.id).await.unwrap();
    assert_eq!(all, [added.item.clone(), of_branch.item]);
    jwks::remove(app, account, &project.id, &added.item.id, URL)
        .await
        .unwrap();
    assert_eq!(
        jwks::list(app, account, &project.id).await.unwrap(),
        all[1..]
    );
    let gone = jwks::remove(app, account, &project.id, &added.item.id, URL).await;
    assert_eq!(gone.unwrap_err().code(), ErrorCode::NotFound);
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn libraries_are_listed_chosen_and_shown() {
    let fixture = ManagementFixture::quiet().await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let project = fixture.project("Shop").await.id;
    let all = projects::preload_libraries(app, account, &project)
        .await
        .unwrap();
    let is_usual = |name: &str| all.iter().any(|it| it.name == name && it.is_default);
    assert!(is_usual("pg_stat_statements") && !is_usual("auto_explain"));
    let choose = async |names: &[&str]| {
        let update = UpdateProject {
            settings: ProjectSettings {
                preload: Some(PreloadSetting {
                    use_defaults: false,
                    libraries: names.iter().map(ToString::to_string).collect(),
                }),
                ..ProjectSettings::default()
            },
            ..UpdateProject::default()
        };
        projects::update(app, account, &project, update).await
    };
    let changed = choose(&["auto_explain"]).await.unwrap().item;
    let details = changed.details.unwrap();
    assert_eq!(details.preload_libraries, ["auto_explain"]);
    assert_eq!(details.preload_defaults, Some(false));
    fixture.finished(&project).await;
    let unknown = choose(&["nothing"]).await.unwrap_err();
    assert!(unknown.to_string().contains("nothing"), "{unknown}");
    fixture.stop().await;
}
