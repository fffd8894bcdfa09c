//! Other people's programs connect with what the connect card says.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use app::connection_card;
use app::view::{ConnectSource, ConnectionRequest, FormId};

use crate::management::fixture::ManagementFixture;
use crate::product::ProductFixture;

#[tokio::test(flavor = "multi_thread")]
async fn psql_connects_with_the_line_of_the_card() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let line = product.text(&made.id, FormId::Psql).await;
    assert!(
        line.contains("sslmode=require&channel_binding=require"),
        "the line asks for less than it should"
    );
    let output = shell(&format!("{line} -At -c 'SELECT 40 + 2'"));
    assert_eq!(
        text(&output),
        "42",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    product.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn node_postgres_connects_with_the_code_of_the_card() {
    let product = ProductFixture::start().await;
    let made = product.create().await;
    let code = product.text(&made.id, FormId::Node).await;
    let folder = product.path().join("node");
    std::fs::create_dir_all(&folder).unwrap();
    link_modules(&folder);
    std::fs::write(folder.join("app.mjs"), &code).unwrap();
    let url = product.text(&made.id, FormId::Pooled).await;
    let run = format!(
        "cd '{}' && DATABASE_URL='{url}' node app.mjs",
        folder.display()
    );
    let output = shell(&run);
    assert!(
        output.status.success() && text(&output).contains("17."),
        "said `{}` and {}",
        text(&output),
        String::from_utf8_lossy(&output.stderr)
    );
    let (without, _) = url.split_once("&sslrootcert=").unwrap();
    let refused = shell(&format!(
        "cd '{}' && DATABASE_URL='{without}' node app.mjs",
        folder.display()
    ));
    assert!(
        !refused.status.success(),
        "the authority's file is not needed, so the string need not name it"
    );
    product.stop().await;
}

/// A project's own forms, of either string.
struct Card {
    fixture: ManagementFixture,
    source: ConnectSource,
}

impl Card {
    async fn of(name: &str, pooled: bool) -> Self {
        let fixture = ManagementFixture::start().await;
        let project = fixture.project(name).await;
        let source = ConnectSource::Project {
            account_id: fixture.account.clone(),
            project_id: project.id,
            request: ConnectionRequest {
                database: "svcdb".to_owned(),
                role: "svcdb_owner".to_owned(),
                branch_id: Some(project.branch),
                compute_id: None,
                pooled: Some(pooled),
            },
        };
        Self { fixture, source }
    }

    async fn text(&self, form: FormId) -> String {
        let text = connection_card::reveal(self.fixture.app(), &self.source, form).await;
        text.unwrap().text
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn psql_connects_to_a_project_by_its_line_and_by_its_parameters() {
    let card = Card::of("psql", false).await;
    let line = card.text(FormId::Psql).await;
    let output = shell(&format!("{line} -At -c 'SELECT 40 + 2'"));
    assert_eq!(text(&output), "42", "{}", said(&output));

    // With the server's name checked too.
    let strict = format!(
        "{} -At -c 'SELECT 40 + 3'",
        line.replace("sslmode=require", "sslmode=verify-full")
    );
    let output = shell(&strict);
    assert_eq!(text(&output), "43", "{}", said(&output));

    // What the parameters say one by one is enough, and they are all that libpq asks for.
    let parameters = card.text(FormId::Parameters).await;
    let settings: Vec<String> = parameters
        .lines()
        .map(|line| line.replacen("database=", "dbname=", 1))
        .collect();
    let output = Command::new("psql")
        .args(["-At", "-c", "SELECT 40 + 4", &settings.join(" ")])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(text(&output), "44", "{}", said(&output));
    card.fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn node_postgres_connects_to_a_project_through_its_env_lines() {
    let card = Card::of("node", true).await;
    let folder = card.fixture.product.path().join("node");
    std::fs::create_dir_all(&folder).unwrap();
    link_modules(&folder);
    let code = card.text(FormId::Node).await;
    assert!(!code.contains("npg_"));
    std::fs::write(folder.join("query.mjs"), code).unwrap();
    std::fs::write(folder.join(".env"), card.text(FormId::Env).await).unwrap();
    let run = format!(
        "cd '{}' && node --env-file=.env query.mjs",
        folder.display()
    );
    let output = shell(&run);
    assert!(
        output.status.success() && text(&output).contains("17."),
        "said `{}` and {}",
        text(&output),
        said(&output)
    );
    card.fixture.stop().await;
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What the interface is built with has the drivers too.
fn link_modules(folder: &Path) {
    let modules = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/node_modules");
    let link = folder.join("node_modules");
    #[cfg(unix)]
    std::os::unix::fs::symlink(modules, link).unwrap();
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(modules, link).unwrap();
}

fn shell(line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .stdin(Stdio::null())
        .env_remove("PGPASSWORD")
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
