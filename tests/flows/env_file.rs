//! Credentials on their way into a person's env file and back out.

use app::view::{EnvArgs, ErrorCode, FormId};
use app::{env_file, temporary};

use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn credentials_arrive_in_the_order_of_the_spec_and_undo_restores_every_byte() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let file = product.path().join(".env");
    let foreign = b"# mine\r\nSECRET='a b'\r\nLAST=1".to_vec();
    std::fs::write(&file, &foreign).unwrap();

    let preview = env_file::preview(&product.app, args(&made.id, &file))
        .await
        .unwrap();
    assert!(preview.writable && !preview.creates);
    assert_eq!(std::fs::read(&file).unwrap(), foreign, "the preview wrote");
    let shown = format!("{:?}", preview.lines);
    assert!(
        !shown.contains("a b") && !shown.contains("postgresql://svc"),
        "the preview shows values"
    );
    let receipt = env_file::write(&product.app, &preview.id).await.unwrap();
    assert_eq!(
        receipt.variables,
        [
            "DATABASE_URL",
            "DATABASE_URL_DIRECT",
            "PUBLIC_POSTGRES_CLAIM_URL"
        ]
    );

    let written = std::fs::read_to_string(&file).unwrap();
    let added = written
        .strip_prefix("# mine\r\nSECRET='a b'\r\nLAST=1\r\n")
        .expect("a foreign byte changed");
    let lines: Vec<&str> = added.trim_start_matches("\r\n").lines().collect();
    let (pooled, direct) = (
        product.text(&made.id, FormId::Pooled).await,
        product.text(&made.id, FormId::Direct).await,
    );
    let claim = product.text(&made.id, FormId::ClaimLink).await;
    let values: Vec<&str> = lines
        .iter()
        .filter(|line| !line.starts_with('#'))
        .copied()
        .collect();
    assert_eq!(
        lines
            .iter()
            .take_while(|line| line.starts_with('#'))
            .count(),
        2,
        "two comment lines come first: {lines:?}"
    );
    assert_eq!(unquoted(values[0]), ("DATABASE_URL".to_owned(), pooled));
    assert_eq!(
        unquoted(values[1]),
        ("DATABASE_URL_DIRECT".to_owned(), direct)
    );
    assert_eq!(
        unquoted(values[2]),
        ("PUBLIC_POSTGRES_CLAIM_URL".to_owned(), claim)
    );
    assert_eq!(
        temporary::get(&product.app, &made.id)
            .await
            .unwrap()
            .env
            .unwrap()
            .key,
        "DATABASE_URL"
    );

    env_file::undo(&product.app, &receipt.undo_id)
        .await
        .unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), foreign);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_variable_that_is_there_is_kept_until_replacing_it_is_chosen() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let file = product.path().join(".env");
    std::fs::write(&file, "DATABASE_URL=postgres://old\n").unwrap();
    let kept = env_file::preview(&product.app, args(&made.id, &file))
        .await
        .unwrap();
    assert!(!kept.writable);
    assert_eq!(kept.present[0].variable, "DATABASE_URL");
    assert_eq!(
        env_file::write(&product.app, &kept.id)
            .await
            .unwrap_err()
            .code(),
        ErrorCode::VariablePresent
    );
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "DATABASE_URL=postgres://old\n"
    );

    let chosen = EnvArgs {
        replace: vec!["DATABASE_URL".to_owned()],
        ..args(&made.id, &file)
    };
    let preview = env_file::preview(&product.app, chosen).await.unwrap();
    env_file::write(&product.app, &preview.id).await.unwrap();
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(!written.contains("postgres://old"));
    assert_eq!(written.matches("DATABASE_URL=").count(), 1);
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_changed_since_the_preview_is_not_overwritten() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let file = product.path().join(".env");
    let preview = env_file::preview(&product.app, args(&made.id, &file))
        .await
        .unwrap();
    assert!(preview.creates);
    std::fs::write(&file, "MINE=1\n").unwrap();
    assert_eq!(
        env_file::write(&product.app, &preview.id)
            .await
            .unwrap_err()
            .code(),
        ErrorCode::FileChanged
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "MINE=1\n");
    product.stop().await;
}

fn args(id: &str, file: &std::path::Path) -> EnvArgs {
    EnvArgs {
        source: app::view::ConnectSource::Temporary { id: id.to_owned() },
        path: file.to_str().unwrap().to_owned(),
        key: "DATABASE_URL".to_owned(),
        prefix: "PUBLIC_".to_owned(),
        replace: Vec::new(),
    }
}

fn unquoted(line: &str) -> (String, String) {
    let (name, value) = line.split_once('=').unwrap();
    (name.to_owned(), value.trim_matches(['"', '\'']).to_owned())
}
