#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use host::psql::{pass_file, service_file};
use testkit::until_is;

use super::*;

/// Stands in for psql: prints what it was given and what its files hold.
const RECORDER: &str = r#"#!/bin/sh
printf 'args:%s\n' "$*"
printf 'as:%s\n' "$PGSERVICE"
printf 'service:%s\n' "$(cat "$PGSERVICEFILE")"
printf 'pass:%s\n' "$(cat "$PGPASSFILE")"
printf 'roots:%s\n' "$(cat "$PGSSLROOTCERT")"
printf 'auth:%s\n' "$PGREQUIREAUTH"
printf 'elsewhere:%s\n' "$PGHOSTADDR$PGSSLMODE"
env | grep -c 'hunter2' | sed 's/^/env:/'
"#;

fn parameters(password: &str) -> Parameters {
    Parameters {
        settings: vec![
            ("host", "localhost".to_owned()),
            ("dbname", "a'b\"$(touch x)`%PATH%".to_owned()),
        ],
        password: Some(password.to_owned().into()),
        more: Vec::new(),
        roots: "the roots\n".to_owned(),
        title: "it's / main\u{1b}]2;\n".to_owned(),
    }
}

fn recorder(dir: &Path, name: &str) -> PathBuf {
    let path = dir.join(name);
    write(&path, 0o755, RECORDER).unwrap();
    path
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn psql_gets_everything_from_files_and_they_go_with_it() {
    let world = tempfile::tempdir().unwrap();
    let psql = recorder(world.path(), "p'sql $(touch y); \"x\"");
    let run = world.path().join("it's $HOME \"run\"");
    let session = Session::prepare(&run, &psql, &parameters(r"hunter2:\x")).unwrap();
    let dir = session.dir.clone();

    let output = Command::new(session.script())
        .current_dir(world.path())
        .env("PGHOSTADDR", "192.0.2.1")
        .env("PGSSLMODE", "disable")
        .output()
        .unwrap();

    let text = String::from_utf8(output.stdout).unwrap();
    let expected = "\u{1b}]0;it's / main]2;\u{7}args:-w\n\
        as:plinth\n\
        service:[plinth]\nhost=localhost\ndbname=a'b\"$(touch x)`%PATH%\n\
        pass:localhost:*:*:*:hunter2\\:\\\\x\n\
        roots:the roots\n\
        auth:scram-sha-256\n\
        elsewhere:\n\
        env:0\n";
    assert_eq!(
        text,
        expected,
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(session.started());
    session.hand_over();
    assert!(!dir.exists(), "the script removes its folder");
    assert!(!world.path().join("x").exists() && !world.path().join("y").exists());
}

#[test]
fn each_argument_reaches_psql_as_one_and_as_it_is() {
    let world = tempfile::tempdir().unwrap();
    let psql = world.path().join("psql");
    let recorder = "#!/bin/sh\nfor word; do printf '<%s>\\n' \"$word\"; done\n";
    write(&psql, 0o755, recorder).unwrap();
    let run = world.path().join("run");
    let more = [
        "-c",
        "SELECT 'it''s', \"x\"; $(touch z) `touch z` \\\\ %PATH% é",
        "",
        "-v",
        "a=b c",
        "--",
        "-",
    ];
    let parameters = parameters("hunter2").with(more.map(str::to_owned).to_vec());
    let session = Session::prepare(&run, &psql, &parameters).unwrap();
    let output = Command::new(session.script())
        .current_dir(world.path())
        .output()
        .unwrap();
    let words: String = more.iter().map(|word| format!("<{word}>\n")).collect();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("\u{1b}]0;it's / main]2;\u{7}<-w>\n{words}")
    );
    session.hand_over();
    assert!(!world.path().join("z").exists());
}

#[test]
fn an_argument_with_a_line_break_or_an_order_for_the_terminal_is_refused() {
    for word in ["a\nb", "a\rb", "a\0b", "a\u{1b}b", "a\u{9b}b", "a\u{202e}b"] {
        let world = tempfile::tempdir().unwrap();
        let parameters = parameters("hunter2").with(vec![word.to_owned()]);
        let refused = Session::prepare(world.path(), Path::new("/usr/bin/psql"), &parameters);
        assert!(matches!(refused, Err(SessionError::Argument)), "{word:?}");
        assert_eq!(fs::read_dir(world.path()).unwrap().count(), 0);
    }
}

#[test]
fn psql_is_not_started_without_certificates_to_check_a_server_with() {
    let world = tempfile::tempdir().unwrap();
    let parameters = Parameters {
        roots: String::new(),
        ..parameters("hunter2")
    };
    let refused = Session::prepare(world.path(), Path::new("/usr/bin/psql"), &parameters);
    assert!(matches!(refused, Err(SessionError::Roots)));
    assert_eq!(fs::read_dir(world.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn the_password_goes_when_the_terminal_never_starts() {
    let world = tempfile::tempdir().unwrap();
    let psql = recorder(world.path(), "psql");
    let prepare = || Session::prepare(world.path(), &psql, &parameters("hunter2")).unwrap();
    let never = prepare();
    let dir = never.dir.clone();
    never.hand_over_until(Duration::from_millis(20));
    until_is("the files are there", false, || dir.exists()).await;

    let slow = prepare();
    let (dir, script) = (slow.dir.clone(), slow.script());
    slow.hand_over_until(Duration::from_secs(60));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(dir.join("pass").exists(), "a slow terminal finds its files");
    let output = Command::new(script).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("hunter2"));
    assert!(!dir.exists());
}

#[test]
fn psql_asks_for_a_password_that_is_not_known() {
    let world = tempfile::tempdir().unwrap();
    let psql = recorder(world.path(), "psql");
    let run = world.path().join("run");
    let parameters = Parameters {
        password: None,
        ..parameters("")
    };
    let session = Session::prepare(&run, &psql, &parameters).unwrap();
    assert!(!session.dir.join("pass").exists());
    let output = Command::new(session.script()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\u{7}args:\nas:plinth\n"), "{said}");
    session.hand_over();
}

#[test]
fn only_this_user_reads_the_files() {
    let world = tempfile::tempdir().unwrap();
    let run = world.path().join("run");
    let session =
        Session::prepare(&run, Path::new("/usr/bin/psql"), &parameters("hunter2")).unwrap();
    assert_eq!(mode(&run), 0o700);
    assert_eq!(mode(&session.dir), 0o700);
    assert_eq!(mode(&session.dir.join("pass")), 0o600);
    assert_eq!(mode(&session.dir.join("service")), 0o600);
    let script = fs::read_to_string(session.script()).unwrap();
    assert!(!script.contains("hunter2") && !script.contains("localhost"));
    assert!(!session.started());
    let dir = session.dir.clone();
    drop(session);
    assert!(!dir.exists(), "a session that never started leaves nothing");
}

#[test]
fn what_the_files_cannot_carry_is_refused() {
    for (keyword, value) in [
        ("dbname", "a\nhost=evil"),
        ("user", "a\0"),
        ("dbname", "a "),
    ] {
        let settings = [(keyword, value.to_owned())];
        assert!(
            matches!(service_file(&settings), Err(SessionError::Unwritable)),
            "{value:?}"
        );
    }
    assert!(matches!(
        pass_file(&[], "a\nb"),
        Err(SessionError::Unwritable)
    ));
    let settings = [
        ("host", "::1".to_owned()),
        ("port", "5432".to_owned()),
        ("dbname", "shop".to_owned()),
        ("user", "an:a".to_owned()),
    ];
    assert_eq!(
        pass_file(&settings, "pässwörd\t1").unwrap(),
        "\\:\\:1:5432:*:an\\:a:pässwörd\t1\n"
    );
}

#[test]
fn the_shell_reads_a_quoted_word_as_it_is() {
    for word in [
        "plain", "a b", "it's", "$(id)", "`id`", "\"", "\\", "-n", "a\nb", "'", "",
    ] {
        let command = format!("printf '%s' {}", quoted(word));
        let output = Command::new("sh").arg("-c").arg(command).output().unwrap();
        assert_eq!(output.stdout, word.as_bytes(), "{word:?}");
    }
}
