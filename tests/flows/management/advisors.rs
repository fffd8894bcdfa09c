//! What advisors find in a database, through the core over real servers.

use app::advisors;
use app::view::{ErrorCode, IssueLevel};
use testkit::sql;

use super::fixture::ManagementFixture;

#[tokio::test(flavor = "multi_thread")]
async fn advisors_find_what_is_wrong_in_a_database_and_nothing_once_it_is_mended() {
    let fixture = ManagementFixture::start().await;
    let project = fixture.project("Shop").await;
    let (app, account) = (fixture.app(), fixture.account.as_str());
    let find = async || advisors::list(app, account, &project.id, &project.branch, "svcdb").await;
    assert_eq!(find().await.unwrap(), []);

    let client = fixture.connect(&project.id, None).await;
    let statements = "
        CREATE TABLE notes (note text);
        CREATE TABLE orders (id int PRIMARY KEY);
        CREATE POLICY own ON orders USING (true)";
    sql::run(&client, statements).await;
    let found = find().await.unwrap();
    let levels: Vec<IssueLevel> = found.iter().map(|it| it.level).collect();
    assert_eq!(levels, [IssueLevel::Error, IssueLevel::Info]);
    let policy = &found[0];
    assert_eq!(policy.title, "Policies without row-level security");
    assert_eq!(policy.categories, ["SECURITY"]);
    assert_eq!(policy.is_external, Some(false));
    assert!(
        policy
            .detail
            .as_deref()
            .unwrap()
            .contains("`public.orders`")
    );
    let mend = policy.remediation.as_deref().unwrap();
    assert!(
        mend.starts_with("https://www.postgresql.org/docs/"),
        "{mend}"
    );

    let mended = "
        ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
        ALTER TABLE notes ADD COLUMN id serial PRIMARY KEY";
    sql::run(&client, mended).await;
    assert_eq!(find().await.unwrap(), []);

    let missing = advisors::list(app, account, &project.id, &project.branch, "nowhere").await;
    assert_eq!(missing.unwrap_err().code(), ErrorCode::NotFound);
    let nameless = advisors::list(app, account, &project.id, &project.branch, "").await;
    assert_eq!(nameless.unwrap_err().code(), ErrorCode::Invalid);
    fixture.stop().await;
}
