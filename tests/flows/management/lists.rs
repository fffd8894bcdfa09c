//! Ten thousand projects: read page by page, kept for the next start, and searched.

use std::collections::BTreeSet;
use std::sync::Arc;

use app::view::{FoundKind, ProjectPageView, ProjectScope};
use app::{App, projects, search};
use vault::{Memory, Vault};

use super::fixture::{ManagementFixture, account};
use crate::product::{ProductFixture, open};

const SEEDED: usize = 10_000;
const OWN: ProjectScope = ProjectScope::Own;

async fn page(app: &App, account: &str, cursor: Option<String>) -> ProjectPageView {
    projects::page(app, account, OWN, None, cursor)
        .await
        .unwrap()
}

/// Every id, and how many pages they came on.
async fn read(app: &App, account: &str) -> (BTreeSet<String>, usize) {
    let mut ids = BTreeSet::new();
    let (mut cursor, mut pages) = (None, 0);
    loop {
        let page = page(app, account, cursor).await;
        pages += 1;
        let more = page.items.len();
        let before = ids.len();
        ids.extend(page.items.into_iter().map(|it| it.id));
        assert_eq!(ids.len(), before + more, "a project came twice");
        cursor = page.next;
        if cursor.is_none() {
            return (ids, pages);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_projects_are_read_once_kept_and_found() {
    let product = ProductFixture::of(
        false,
        |sandbox| {
            sandbox.rate_limits = None;
            sandbox.seed_projects = SEEDED;
        },
        |_| {},
    )
    .await;
    let fixture = ManagementFixture::of(product).await;
    let first = page(fixture.app(), &fixture.account, None).await;
    assert_eq!(first.items.len(), 100, "the first rows wait for no others");
    let kept = projects::cached(fixture.app(), &fixture.account, OWN, None).await;
    assert!(kept.unwrap().is_none(), "a part was kept as the whole");
    let (ids, pages) = read(fixture.app(), &fixture.account).await;
    // A hundred, twenty-four times four hundred, and the rest.
    assert_eq!((ids.len(), pages), (SEEDED, 26));
    let last = first.items.last().unwrap();
    let found = search::find(fixture.app(), &last.id).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].kind, &found[0].name),
        (FoundKind::Project, &last.name)
    );
    fixture.product.app.close().await;

    // At the next start the list is there before anybody was asked, though the sandbox is not.
    let vault: Arc<dyn Vault> = Arc::new(Memory::default());
    let data_dir = fixture.product.app.data_dir().to_owned();
    let sent = fixture.product.sandbox.requests().len();
    let again = App::open(app::Config::new(data_dir.clone(), Arc::clone(&vault)))
        .await
        .unwrap();
    let id = account(&again).await;
    let kept = projects::cached(&again, &id, OWN, None)
        .await
        .unwrap()
        .unwrap();
    let kept: BTreeSet<_> = kept.projects().into_iter().map(|it| it.id).collect();
    assert_eq!(kept, ids);
    assert_eq!(search::find(&again, &last.id).await.unwrap(), found);
    assert_eq!(fixture.product.sandbox.requests().len(), sent);
    again.close().await;
    drop(again);

    // What is deleted leaves the kept list at once, and its name with it.
    let back = open(&data_dir, &vault, &fixture.product.sandbox).await;
    projects::delete(&back, &id, &last.id).await.unwrap();
    let kept = projects::cached(&back, &id, OWN, None)
        .await
        .unwrap()
        .unwrap();
    let kept = kept.projects();
    assert_eq!(kept.len(), SEEDED - 1);
    assert!(kept.iter().all(|it| it.id != last.id));
    assert_eq!(search::find(&back, &last.id).await.unwrap(), []);
    back.close().await;
    fixture.product.sandbox.stop().await;
}
