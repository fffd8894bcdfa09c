//! Other people's programs connect with what the connect card says.

use std::process::{Command, Output, Stdio};

use app::view::FormId;

use crate::world::World;

#[tokio::test(flavor = "multi_thread")]
async fn psql_connects_with_the_line_of_the_card() {
    let world = World::start().await;
    let made = world.create().await;
    let line = world.text(&made.id, FormId::Psql).await;
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
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn node_postgres_connects_with_the_code_of_the_card() {
    let world = World::start().await;
    let made = world.create().await;
    let code = world.text(&made.id, FormId::Node).await;
    let authority = world.text(&made.id, FormId::Ca).await;
    let folder = world.path().join("node");
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(modules(), folder.join("node_modules")).unwrap();
    std::fs::write(folder.join("app.mjs"), &code).unwrap();
    let url = world.text(&made.id, FormId::Pooled).await;
    let run = format!(
        "cd '{}' && {authority} DATABASE_URL='{url}' node app.mjs",
        folder.display()
    );
    let output = shell(&run);
    assert!(
        output.status.success() && text(&output).contains("17."),
        "said `{}` and {}",
        text(&output),
        String::from_utf8_lossy(&output.stderr)
    );
    let without = shell(&format!(
        "cd '{}' && DATABASE_URL='{url}' node app.mjs",
        folder.display()
    ));
    assert!(
        !without.status.success(),
        "the authority's file is not needed, so the card need not name it"
    );
    world.stop().await;
}

fn modules() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/node_modules")
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
