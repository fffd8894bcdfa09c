//! Tables as the catalog describes them.

use app::sql;
use app::view::{ErrorCode, TableKind};

use super::editor::Editor;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_listed_and_described() {
    let product = ProductFixture::start().await;
    let editor = Editor::on_new(&product).await;
    let made = editor
        .run(
            "CREATE SCHEMA \"Shop\"; CREATE TABLE \"Shop\".\"Order\" (
                id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, total numeric(10,2) NOT NULL DEFAULT 0, note text);
            COMMENT ON COLUMN \"Shop\".\"Order\".note IS 'free text';
            CREATE INDEX by_total ON \"Shop\".\"Order\" (total);
            ALTER TABLE \"Shop\".\"Order\" ADD CONSTRAINT positive CHECK (total >= 0), ENABLE ROW LEVEL SECURITY;
            CREATE POLICY own ON \"Shop\".\"Order\" FOR SELECT USING (total > 1);
            CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
            CREATE TRIGGER watch BEFORE INSERT ON \"Shop\".\"Order\" EXECUTE FUNCTION nothing();
            CREATE VIEW plain AS SELECT 1 AS one; CREATE MATERIALIZED VIEW stored AS SELECT 1 AS one;
            CREATE TABLE parted (id int) PARTITION BY RANGE (id); CREATE TEMP TABLE hidden ()",
        )
        .await;
    assert!(
        made.results.iter().all(|it| it.error.is_none()),
        "{made:#?}"
    );
    let all = sql::table_list(&product.app, &editor.source).await.unwrap();
    let kinds: Vec<_> = all
        .iter()
        .map(|it| (it.schema.as_str(), it.name.as_str(), it.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            ("Shop", "Order", TableKind::Table),
            ("Shop", "Order_id_seq", TableKind::Sequence),
            ("public", "parted", TableKind::Partitioned),
            ("public", "plain", TableKind::View),
            ("public", "stored", TableKind::MaterializedView),
        ]
    );
    assert_eq!(all[0].estimated_rows, None);
    let table = sql::table_describe(&product.app, &editor.source, "Shop", "Order")
        .await
        .unwrap();
    let columns: Vec<_> = table
        .columns
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                it.type_name.as_str(),
                it.is_not_null,
                it.is_key,
                it.default.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        columns,
        [
            ("id", "integer", true, true, None),
            ("total", "numeric(10,2)", true, false, Some("0")),
            ("note", "text", false, false, None),
        ]
    );
    assert_eq!(table.columns[2].comment.as_deref(), Some("free text"));
    let names = |parts: &[app::view::TablePartView]| {
        parts.iter().map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&table.indexes), ["Order_pkey", "by_total"]);
    assert_eq!(names(&table.constraints), ["Order_pkey", "positive"]);
    assert_eq!(names(&table.triggers), ["watch"]);
    assert_eq!(
        table.policies[0].definition,
        "FOR SELECT USING ((total > (1)::numeric))"
    );
    let missing = sql::table_describe(&product.app, &editor.source, "public", "Order").await;
    assert_eq!(missing.unwrap_err().code(), ErrorCode::NotFound);
    product.stop().await;
}
