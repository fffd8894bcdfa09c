//! Names and input that are made to break something.

use std::process::Stdio;

use super::{Person, text};

#[tokio::test(flavor = "multi_thread")]
async fn names_of_any_letters_stay_what_they_are_and_give_no_orders() {
    let person = Person::new().await;
    let shell = &person.shell;
    for name in ["日本の店", "a\"b'c$(id)`", "--help", "ünï\u{301}cödé 🐘"] {
        let option = format!("--name={name}");
        let made = shell.json(&["projects", "create", &option]).await;
        assert_eq!(made["project"]["name"], name);
    }
    let table = shell.ok(&["projects", "list"]).await;
    assert!(table.contains("日本の店"), "{table}");
    for args in [
        &["projects", "create", "--name", "\u{1b}[2J\u{202e}x"][..],
        &["projects", "get", "\u{1b}[31mred"],
        &["projects", "get", "../../api_keys"],
        &["projects", "get", ""],
        &["branches", "--project-id", "a/b", "list"],
        &["accounts", "use", "\u{0}".trim_matches('\u{0}')],
    ] {
        let said = shell.run(args).await;
        assert!(
            !(said.out + &said.err).contains(['\u{1b}', '\u{202e}']),
            "{args:?}"
        );
        assert_ne!(said.code, Some(101), "{args:?} panicked");
    }
    let long = "x".repeat(100_000);
    let said = shell.run(&["projects", "create", "--name", &long]).await;
    assert_eq!(said.code, Some(2), "{:?}", said.code);
    let many = vec!["y".repeat(1000); 60].join(" ");
    let said = shell.run(&["temp", "get", &many]).await;
    assert_eq!(said.code, Some(3), "{:?}", said.code);
    for input in ["", "\n", "\u{0}\u{0}\n", &"k".repeat(300_000)] {
        let args = ["accounts", "add", "--base-url", &person.platform.base_url];
        let said = shell.run_with(input, &args).await;
        assert!(matches!(said.code, Some(2 | 4)), "{said:#?}");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_who_reads_is_no_failure() {
    let person = Person::of(|config| config.seed_projects = 1_000).await;
    for args in [
        &["projects", "list"][..],
        &["projects", "list", "--json"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["projects", "list", "--help"],
    ] {
        let mut command = person.shell.command(args);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().await.unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!err.contains("panicked"), "{args:?}: {err}");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {err}");
    }
    person.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_prints_opens_nothing() {
    let person = Person::stranger(|_| {}).await;
    let shell = &person.shell;
    let version = shell.ok(&["--version"]).await;
    assert_eq!(version, format!("plinth {}\n", env!("CARGO_PKG_VERSION")));
    for (name, part) in [
        ("bash", "PLINTH_COMPLETE"),
        ("zsh", "PLINTH_COMPLETE"),
        ("fish", "PLINTH_COMPLETE"),
        ("powershell", "recoverable-only"),
        ("elvish", "recoverable-only"),
    ] {
        let completion = shell.ok(&["completions", name]).await;
        assert!(completion.contains(part), "{name}");
    }
    assert!(shell.ok(&["man"]).await.contains(".TH plinth 1"));
    let pages = shell.path().join("man");
    shell.ok(&["man", "--into", pages.to_str().unwrap()]).await;
    assert!(pages.join("plinth-projects-create.1").is_file());
    assert!(!shell.data().exists(), "a data folder was made");
    let nothing = shell.run(&[]).await;
    assert_eq!(nothing.code, Some(2));
    assert!(text(&nothing.err.into()).contains("Usage: plinth"));
    person.stop().await;
}
