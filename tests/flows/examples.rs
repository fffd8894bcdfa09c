//! The examples of the page on tests run as they are shown there. Rust's are compiled into this program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use tokio::process::Command;

#[path = "../../docs/examples/rust/app.rs"]
mod rust;

const DEADLINE: Duration = Duration::from_secs(200);

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap()
}

/// A copy of the examples of one language, since they look for packages beside themselves.
fn copied(language: &str, to: &Path) {
    for example in fs::read_dir(root().join("docs/examples").join(language)).unwrap() {
        let example = example.unwrap();
        if example.path().is_file() {
            fs::copy(example.path(), to.join(example.file_name())).unwrap();
        }
    }
}

async fn run(command: &mut Command) -> Output {
    let output = command.kill_on_drop(true).output();
    tokio::time::timeout(DEADLINE, output)
        .await
        .expect("it ends in time")
        .unwrap()
}

fn said(output: &Output) -> String {
    let (out, errors) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(errors)
}

#[test]
fn the_page_shows_every_example_as_it_is() {
    let page = fs::read_to_string(root().join("docs/use-in-tests.md")).unwrap();
    let mut count = 0;
    for language in ["node", "python", "rust"] {
        let folder = root().join("docs/examples").join(language);
        for example in fs::read_dir(folder).unwrap() {
            let path = example.unwrap().path();
            if path.is_file() {
                let text = fs::read_to_string(&path).unwrap();
                let fenced = format!("\n{text}```\n");
                assert!(page.contains(&fenced), "{}", path.display());
                count += 1;
            }
        }
    }
    assert_eq!(count, 6);
    assert_eq!(
        page.matches("```").count(),
        2 * count,
        "nothing else is shown"
    );
}

#[tokio::test]
async fn the_node_example_runs() {
    let folder = tempfile::tempdir().unwrap();
    copied("node", folder.path());
    let modules = root().join("ui/node_modules");
    let link = folder.path().join("node_modules");
    #[cfg(unix)]
    std::os::unix::fs::symlink(modules, link).unwrap();
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(modules, link).unwrap();
    let mut command = Command::new("node");
    let output = run(command.arg("--test").current_dir(folder.path())).await;
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("pass 2"), "{said}");
}

/// Its client is fetched from PyPI, so a usual run only makes a database with what Python brings.
#[tokio::test]
async fn the_python_example_runs() {
    let folder = tempfile::tempdir().unwrap();
    copied("python", folder.path());
    if std::env::var_os("PLINTH_THOROUGH").is_none() {
        let program =
            "from sandbox import Sandbox; it = Sandbox(); print(it.database()); it.stop()";
        let mut command = Command::new("python3");
        let output = run(command.args(["-c", program]).current_dir(folder.path())).await;
        assert!(output.status.success(), "{}", said(&output));
        assert!(output.stdout.starts_with(b"postgresql://"));
        return;
    }
    let packages = folder.path().join("packages");
    let mut install = Command::new("python3");
    install
        .args(["-m", "pip", "install", "--quiet", "--target"])
        .arg(&packages)
        .args(["--only-binary", ":all:", "psycopg[binary]==3.3.9"]);
    let installed = run(&mut install).await;
    assert!(installed.status.success(), "{}", said(&installed));
    let mut command = Command::new("python3");
    command
        .args(["-m", "unittest"])
        .env("PYTHONPATH", &packages)
        .current_dir(folder.path());
    let output = run(&mut command).await;
    let said = said(&output);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("Ran 2 tests"), "{said}");
}
