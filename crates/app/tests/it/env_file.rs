//! Env files: what is read, what is written and above all what is left alone.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use app::env::git::{self, GitState};
use app::env_file::parse::{EntryKind, EnvFile};
use app::env_file::{
    Block, Claim, EnvFileError, Fingerprint, LineKind, MASK, NameError, Names, Plan, WriteStep,
    find_claim_links, plan, read, undo, write, write_in_steps,
};
use proptest::prelude::*;
use secrecy::ExposeSecret;

const POOLED: &str = "postgresql://neondb_owner:npg_x@ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";
const DIRECT: &str = "postgresql://neondb_owner:npg_x@ep-cool-name-12345678.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require";
const CLAIM: &str = "https://neon.new/claim/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e";

const WHOLE: &str = "# Temporary database, expires at 2026-11-24T05:21:00Z
# Claim it to keep it: https://neon.new/claim/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e
DATABASE_URL=\"postgresql://neondb_owner:npg_x@ep-cool-name-12345678-pooler.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require\"
DATABASE_URL_DIRECT=\"postgresql://neondb_owner:npg_x@ep-cool-name-12345678.c-2.us-east-2.aws.neon.tech/neondb?channel_binding=require&sslmode=require\"
PUBLIC_POSTGRES_CLAIM_URL=https://neon.new/claim/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e
";

fn block() -> Block {
    Block {
        claim: Some(Claim {
            expires_at: "2026-11-24T05:21:00.123Z".parse().unwrap(),
            url: CLAIM.into(),
        }),
        pooled: POOLED.into(),
        direct: Some(DIRECT.into()),
    }
}

fn planned(old: &[u8], replace: &[&str]) -> Plan {
    let replace: Vec<String> = replace.iter().map(ToString::to_string).collect();
    plan(Some(old), &block(), &Names::default(), &replace).unwrap()
}

/// The file after the block with short values was written, all three names replaced if present.
fn after(old: &str) -> String {
    let block = Block {
        claim: Some(Claim {
            expires_at: "2026-11-24T05:21:00Z".parse().unwrap(),
            url: "https://c/1".into(),
        }),
        pooled: "postgresql://p?a=1&b=2".into(),
        direct: Some("postgresql://d".into()),
    };
    let names = Names::new("DB", "P_").unwrap();
    let plan = plan(Some(old.as_bytes()), &block, &names, &names.variables()).unwrap();
    String::from_utf8(plan.new_bytes().to_vec()).unwrap()
}

fn values(text: &str) -> Vec<(String, String)> {
    let file = EnvFile::parse(text.as_bytes());
    let mut found = Vec::new();
    for entry in file.entries() {
        if let EntryKind::Assignment(assignment) = &entry.kind {
            let text = |range| String::from_utf8_lossy(file.slice(&range)).into_owned();
            found.push((text(assignment.name.clone()), text(assignment.content())));
        }
    }
    found
}

#[test]
fn a_claimed_database_is_written_without_end_and_claim_link() {
    let claimed = Block {
        claim: None,
        ..block()
    };
    let names = Names::default();
    let fresh = plan(Some(b"A=1\n"), &claimed, &names, &[]).unwrap();
    let text = str::from_utf8(fresh.new_bytes()).unwrap();
    assert_eq!(
        text,
        format!("A=1\n\nDATABASE_URL=\"{POOLED}\"\nDATABASE_URL_DIRECT=\"{DIRECT}\"\n")
    );
    let again = plan(Some(text.as_bytes()), &claimed, &names, &[]).unwrap();
    assert!(!again.changes_file());

    // The claim link of a former block is none of its lines and stays as it is.
    let former = plan(Some(b""), &block(), &names, &[]).unwrap();
    let kept = plan(Some(former.new_bytes()), &claimed, &names, &[]).unwrap();
    assert!(kept.is_writable() && !kept.changes_file());
}

#[test]
fn reads_what_dotenv_reads() {
    let check = |text: &str, expected: &[(&str, &str)]| {
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        assert_eq!(values(text), expected, "{text:?}");
        assert_eq!(EnvFile::parse(text.as_bytes()).print(), text.as_bytes());
    };
    check("A=1\nB=2", &[("A", "1"), ("B", "2")]);
    check("A=1\r\nB=2\r\n", &[("A", "1"), ("B", "2")]);
    check("\u{feff}A=1\n", &[("A", "1")]);
    check("  export A = 1  # note\n", &[("A", "1")]);
    check("export=1\nexport B\n", &[("export", "1")]);
    check(
        "A=\nB= # note\nC=\"\"\n",
        &[("A", ""), ("B", ""), ("C", "")],
    );
    check("A='x # y' # note\n", &[("A", "x # y")]);
    check(
        "A=\"one\ntwo\"\nB=`a 'b' \"c\"`\n",
        &[("A", "one\ntwo"), ("B", "a 'b' \"c\"")],
    );
    check("A=\"say \\\"hi\\\"\"\n", &[("A", "say \\\"hi\\\"")]);
    check("A='C:\\dir\\'\nB='x'\n", &[("A", "C:\\dir\\"), ("B", "x")]);
    check("A=\"open\nB=2\n", &[("A", "\"open"), ("B", "2")]);
    check("A=\"x\" y\n", &[("A", "\"x\" y")]);
    check("A: 1\nB:2\nC.d-e=3\n", &[("A", "1"), ("C.d-e", "3")]);
    check("A=a#b\nA=2\n", &[("A", "a#b"), ("A", "2")]);
    check("# A=1\nwhat is this\n=x\n", &[]);
    check("A=1\rB=2", &[("A", "1"), ("B", "2")]);
}

#[test]
fn a_new_file_holds_the_block_in_the_order_of_the_specification() {
    let plan = plan(None, &block(), &Names::default(), &[]).unwrap();
    assert_eq!(str::from_utf8(plan.new_bytes()).unwrap(), WHOLE);
    assert_eq!(plan.fingerprint, Fingerprint::Absent);
    assert!(plan.is_writable() && plan.changes_file() && plan.present.is_empty());
}

#[test]
fn the_block_is_appended_without_touching_what_is_there() {
    let check = |old: &str, expected: &str| {
        let plan = planned(old.as_bytes(), &[]);
        assert_eq!(
            str::from_utf8(plan.new_bytes()).unwrap(),
            expected,
            "{old:?}"
        );
    };
    check("A=1\n", &format!("A=1\n\n{WHOLE}"));
    check("A=1", &format!("A=1\n\n{WHOLE}"));
    check("A=1\n\n", &format!("A=1\n\n{WHOLE}"));
    check("", WHOLE);
    check("\u{feff}", &format!("\u{feff}{WHOLE}"));
    let crlf = WHOLE.replace('\n', "\r\n");
    check("A=1\r\nB=2", &format!("A=1\r\nB=2\r\n\r\n{crlf}"));
    check(
        "A=1\r\nB=2\nC=3\r\n",
        &format!("A=1\r\nB=2\nC=3\r\n\r\n{crlf}"),
    );
    check(
        "A=\"\nDATABASE_URL=x\n\"\n",
        &format!("A=\"\nDATABASE_URL=x\n\"\n\n{WHOLE}"),
    );
}

#[test]
fn a_variable_that_is_present_is_never_replaced_unasked() {
    let old = b"X=1\nDATABASE_URL=mine\nDATABASE_URL_DIRECT=\n";
    let plan = planned(old, &[]);
    assert!(!plan.is_writable() && !plan.changes_file());
    assert_eq!(plan.new_bytes(), old);
    let present = &plan.present[0];
    assert_eq!(
        (present.variable.as_str(), present.line),
        ("DATABASE_URL", 2)
    );
    assert!(present.is_conflict());
    assert!(plan.present[1].empty && !plan.present[1].is_conflict());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".env");
    fs::write(&path, old).unwrap();
    let refused = write(&path, &plan).unwrap_err();
    let variables = vec!["DATABASE_URL".to_owned()];
    assert_eq!(refused, EnvFileError::Present { variables });
    assert_eq!(fs::read(&path).unwrap(), old);
}

#[test]
fn what_is_there_already_is_not_written_twice() {
    let plan = planned(WHOLE.as_bytes(), &[]);
    assert!(plan.is_writable() && !plan.changes_file());
    assert!(
        plan.present
            .iter()
            .all(|found| found.same && !found.is_conflict())
    );
}

#[test]
fn values_are_replaced_in_place() {
    const COMMENTS: &str = "# Temporary database, expires at 2026-11-24T05:21:00Z\n# Claim it to keep it: https://c/1\n";
    const P: &str = "\"postgresql://p?a=1&b=2\"";
    let check = |old: &str, expected: String| assert_eq!(after(old), expected, "{old:?}");
    // The quotes, the export, the indentation, the comment and the line ending stay.
    check(
        "A=1\n  export DB = 'old'  # mine\r\nDB_DIRECT=old\nP_POSTGRES_CLAIM_URL=`old`\nZ=1",
        format!(
            "A=1\n{}  export DB = 'postgresql://p?a=1&b=2'  # mine\r\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\nZ=1",
            COMMENTS.replace('\n', "\r\n")
        ),
    );
    // An empty one is filled, and what is missing comes beside it.
    check(
        "DB=\nZ=1\n",
        format!(
            "{COMMENTS}DB={P}\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\nZ=1\n"
        ),
    );
    check(
        "DB=# x\nDB: # note",
        format!("{COMMENTS}DB=# x\nDB: {P} # note\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\n")
            .replace(&format!("{COMMENTS}DB=# x\n"), &format!("DB=# x\n{COMMENTS}")),
    );
    // The last duplicate counts.
    check(
        "DB=1\nDB=2\nDB_DIRECT=1\nP_POSTGRES_CLAIM_URL=1\n",
        format!(
            "DB=1\n{COMMENTS}DB={P}\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\n"
        ),
    );
    // A bare value that the shell could not read says that the file is not sourced; an export says it is.
    check(
        "DB=postgresql://old?a=1&b=2\nDB_DIRECT=x\nP_POSTGRES_CLAIM_URL=x\n",
        format!(
            "{COMMENTS}DB=postgresql://p?a=1&b=2\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\n"
        ),
    );
    check(
        "export DB=postgresql://old?a=1&b=2\nDB_DIRECT=x\nP_POSTGRES_CLAIM_URL=x\n",
        format!(
            "{COMMENTS}export DB={P}\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\n"
        ),
    );
    // A byte order mark stays the start of the file, and multi-line values are replaced as a whole.
    check(
        "\u{feff}DB=\"one\ntwo\" # keep\n",
        format!(
            "\u{feff}{COMMENTS}DB={P} # keep\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\n"
        ),
    );
}

#[test]
fn the_comments_of_a_former_block_are_updated() {
    assert_eq!(
        after(
            "# mine\n# Temporary database, expires at 2020-01-01T00:00:00Z\n# Claim it to keep it: https://old\nDB=x\nDB_DIRECT=x\nP_POSTGRES_CLAIM_URL=x\n"
        ),
        "# mine\n# Temporary database, expires at 2026-11-24T05:21:00Z\n# Claim it to keep it: https://c/1\nDB=\"postgresql://p?a=1&b=2\"\nDB_DIRECT=postgresql://d\nP_POSTGRES_CLAIM_URL=https://c/1\n"
    );
    // The layout of the platform's own tool.
    assert_eq!(
        after(
            "DB=x\nDB_DIRECT=x\n# Claimable DB expires at: Sun, 05 Oct 2025 23:11:33 GMT\n# Claim it now to your account using the link below:\nP_POSTGRES_CLAIM_URL=x\n"
        ),
        "DB=\"postgresql://p?a=1&b=2\"\nDB_DIRECT=postgresql://d\n# Temporary database, expires at 2026-11-24T05:21:00Z\n# Claim it to keep it: https://c/1\nP_POSTGRES_CLAIM_URL=https://c/1\n"
    );
}

#[test]
fn the_shell_and_node_read_back_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".env");
    let odd = "postgresql://r:%24a'b!c$d@h/db?a=1&b=`x`";
    for (pooled, expected) in [(POOLED, true), (odd, false)] {
        let block = Block {
            pooled: pooled.into(),
            ..block()
        };
        let plan = plan(None, &block, &Names::default(), &[]);
        assert_eq!(plan.is_ok(), expected, "{pooled}");
        if let Ok(plan) = plan {
            fs::write(&path, plan.new_bytes()).unwrap();
            let output = Command::new("sh")
                .args([
                    "-c",
                    ". ./.env; printf '%s %s' \"$DATABASE_URL\" \"$PUBLIC_POSTGRES_CLAIM_URL\"",
                ])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(text, format!("{POOLED} {CLAIM}"));
        }
    }
}

#[test]
fn no_value_is_shown_before_it_is_asked_for() {
    let old = b"A=top-secret-1 # see https://x/top-secret-2\n# B=top-secret-3\ntop-secret-4 !\nK=\"top-secret-5\ntop-secret-6\"\nDATABASE_URL=top-secret-7\n";
    let plan = planned(old, &["DATABASE_URL"]);
    let lines: Vec<_> = plan.hunks.iter().flat_map(|hunk| &hunk.lines).collect();
    let masked: Vec<_> = lines.iter().map(|line| line.masked.as_str()).collect();
    assert_eq!(
        masked,
        [
            MASK,
            "K=••••",
            MASK,
            "DATABASE_URL=••••",
            "# Temporary database, expires at 2026-11-24T05:21:00Z",
            "# Claim it to keep it: ••••",
            "DATABASE_URL=••••",
            "DATABASE_URL_DIRECT=••••",
            "PUBLIC_POSTGRES_CLAIM_URL=••••",
        ]
    );
    assert_eq!(lines[0].revealed.expose_secret(), "top-secret-4 !");
    let shape: Vec<_> = lines
        .iter()
        .map(|l| (l.kind, l.old_line, l.new_line))
        .collect();
    assert_eq!(shape[2], (LineKind::Context, Some(5), Some(5)));
    assert_eq!(shape[3], (LineKind::Removed, Some(6), None));
    assert_eq!(shape[8], (LineKind::Added, None, Some(10)));
    for text in [
        format!("{plan:?}"),
        format!("{:?}", block()),
        format!("{:?}", EnvFile::parse(old)),
    ] {
        assert!(
            !text.contains("top-secret") && !text.contains("npg_x") && !text.contains("0198f3a0"),
            "{text}"
        );
    }
    let head = planned(&old[..80], &[]);
    let texts: String = head.hunks[0]
        .lines
        .iter()
        .map(|line| line.masked.as_str())
        .collect();
    assert!(!texts.contains("top-secret"), "{texts}");
}

#[test]
fn names_are_checked() {
    assert!(Names::new("_url2", "").is_ok());
    let key = |name: &str| Names::new(name, "PUBLIC_").unwrap_err();
    for name in ["", "2A", "A-B", "A B", "Ä", "A=B", "A\n"] {
        assert_eq!(key(name), NameError::Key(name.to_owned()));
    }
    let prefix = Names::new("A", "X-").unwrap_err();
    assert_eq!(prefix, NameError::Prefix("X-".to_owned()));
    let collision = Names::new("POSTGRES_CLAIM_URL", "").unwrap_err();
    assert_eq!(
        collision,
        NameError::Collide("POSTGRES_CLAIM_URL".to_owned())
    );
}

#[test]
fn a_utf_16_file_is_refused() {
    let error = plan(Some(b"\xff\xfeA\0=\0"), &block(), &Names::default(), &[]).unwrap_err();
    assert_eq!(error, EnvFileError::Utf16);
}

#[test]
fn a_fingerprint_survives_its_text() {
    for bytes in [None, Some(b"".as_slice()), Some(b"A=1".as_slice())] {
        let fingerprint = Fingerprint::of(bytes);
        assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
    }
    assert!("12-zz".parse::<Fingerprint>().is_err());
}

fn world(old: Option<&[u8]>) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".env");
    if let Some(old) = old {
        fs::write(&path, old).unwrap();
    }
    (folder, path)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn writing_and_undoing_a_new_file() {
    let (folder, path) = world(None);
    assert!(read(&path).unwrap().is_none());
    let plan = plan(None, &block(), &Names::default(), &[]).unwrap();
    let receipt = write(&path, &plan).unwrap();
    assert_eq!(fs::read(&path).unwrap(), WHOLE.as_bytes());
    assert_eq!(names_in(folder.path()), [".env"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o7777,
            0o600
        );
    }
    assert!(receipt.created_file());
    undo(&receipt).unwrap();
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn a_file_that_changed_since_is_left_alone() {
    let (folder, path) = world(Some(b"A=1\n"));
    let plan = planned(b"A=1\n", &[]);
    fs::write(&path, b"A=2\n").unwrap();
    assert!(matches!(write(&path, &plan), Err(EnvFileError::Changed(_))));
    assert_eq!(fs::read(&path).unwrap(), b"A=2\n");
    fs::write(&path, b"A=1\n").unwrap();
    let receipt = write(&path, &plan).unwrap();
    fs::write(&path, b"A=3\n").unwrap();
    assert!(matches!(undo(&receipt), Err(EnvFileError::Changed(_))));
    assert_eq!(fs::read(&path).unwrap(), b"A=3\n");

    fs::remove_file(&path).unwrap();
    assert!(matches!(write(&path, &plan), Err(EnvFileError::Changed(_))));
    let new = app::env_file::plan(None, &block(), &Names::default(), &[]).unwrap();
    fs::write(&path, b"").unwrap();
    assert!(matches!(write(&path, &new), Err(EnvFileError::Changed(_))));
    assert_eq!(names_in(folder.path()), [".env"]);
}

#[test]
fn a_file_that_changes_while_it_is_written_is_left_alone() {
    const OTHERS: &[u8] = b"A=written by another program\n";
    for old in [None, Some(&b"A=1\n"[..])] {
        let (folder, path) = world(old);
        let plan = plan(old, &block(), &Names::default(), &[]).unwrap();
        let written = write_in_steps(&path, &plan, |step| {
            if step == WriteStep::Flushed {
                fs::write(&path, OTHERS).unwrap();
            }
        });
        assert!(
            matches!(written, Err(EnvFileError::Changed(_))),
            "{written:?}"
        );
        assert_eq!(fs::read(&path).unwrap(), OTHERS);
        assert_eq!(names_in(folder.path()), [".env"]);
    }
}

#[test]
fn what_is_no_env_file_is_named() {
    let (folder, path) = world(None);
    let inside = folder.path();
    let error = |path: &Path| read(path).unwrap_err();
    assert_eq!(error(inside), EnvFileError::IsFolder(inside.to_owned()));
    let missing = inside.join("no/.env");
    assert_eq!(
        error(&missing),
        EnvFileError::FolderMissing(inside.join("no"))
    );
    fs::write(&path, vec![b'#'; 1024 * 1024 + 1]).unwrap();
    let bytes = 1024 * 1024 + 1;
    assert_eq!(
        error(&path),
        EnvFileError::TooLarge {
            path: path.clone(),
            bytes
        }
    );
    let below = path.join(".env");
    assert_eq!(error(&below), EnvFileError::FolderMissing(path));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_owner_and_mode_are_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    let (folder, path) = world(None);
    let target = folder.path().join("real/env");
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(&target, b"A=1\n").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    // Only root may give a file away; everyone else keeps their own.
    let _ = chown(&target, Some(12345), Some(23456));
    let before = fs::metadata(&target).unwrap();
    symlink("middle", &path).unwrap();
    symlink("real/env", folder.path().join("middle")).unwrap();

    let receipt = write(&path, &planned(b"A=1\n", &[])).unwrap();
    assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    let after = fs::metadata(&target).unwrap();
    assert_eq!(after.mode(), before.mode());
    assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
    assert_ne!(after.len(), before.len());
    undo(&receipt).unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"A=1\n");

    fs::remove_file(&target).unwrap();
    assert!(matches!(
        read(&path),
        Err(EnvFileError::LinkDangling { .. })
    ));
    let turning = folder.path().join("loop");
    symlink("loop", &turning).unwrap();
    assert_eq!(read(&turning).unwrap_err(), EnvFileError::LinkLoop(turning));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_file_is_named() {
    let plan = plan(None, &block(), &Names::default(), &[]).unwrap();
    let error = write(Path::new("/sys/.env"), &plan).unwrap_err();
    assert!(
        matches!(
            error,
            EnvFileError::NotPermitted(_) | EnvFileError::ReadOnly(_)
        ),
        "{error:?}"
    );
    assert!(error.hint().is_some());
}

#[tokio::test]
async fn git_says_whether_the_file_would_be_committed() {
    let (folder, path) = world(Some(b"A=1\n"));
    let inspect = || git::inspect(&path, Duration::from_secs(20));
    assert_eq!(inspect().await, GitState::Outside);
    let run = |arguments: &[&str]| {
        let status = Command::new("git")
            .arg("-C")
            .arg(folder.path())
            .args(arguments)
            .status();
        assert!(status.unwrap().success());
    };
    run(&["init", "--quiet"]);
    let state = inspect().await;
    assert_eq!(
        state,
        GitState::Inside {
            tracked: false,
            ignored: false
        }
    );
    assert!(state.exposes_file());
    fs::write(folder.path().join(".gitignore"), ".env\n").unwrap();
    let state = inspect().await;
    assert_eq!(
        state,
        GitState::Inside {
            tracked: false,
            ignored: true
        }
    );
    assert!(!state.exposes_file());
    run(&["add", "--force", ".env"]);
    assert_eq!(
        inspect().await,
        GitState::Inside {
            tracked: true,
            ignored: false
        }
    );
    let slow = git::inspect(&path, Duration::ZERO).await;
    assert_eq!(slow, GitState::Unknown);
}

#[test]
fn claim_links_are_found_with_their_connection_strings() {
    let found = find_claim_links(WHOLE.as_bytes());
    assert_eq!(found.len(), 1);
    let claim = &found[0];
    assert_eq!(
        (claim.variable.as_str(), claim.line),
        ("PUBLIC_POSTGRES_CLAIM_URL", 5)
    );
    assert_eq!(claim.url.expose_secret(), CLAIM);
    let value = |value: &Option<app::env_file::EnvValue>| {
        let value = value.as_ref().unwrap();
        (
            value.variable.clone(),
            value.value.expose_secret().to_owned(),
        )
    };
    assert_eq!(
        value(&claim.connection),
        ("DATABASE_URL".into(), POOLED.into())
    );
    assert_eq!(
        value(&claim.direct),
        ("DATABASE_URL_DIRECT".into(), DIRECT.into())
    );

    let old = format!(
        "URL={DIRECT}\nURL_POOLER={POOLED}\nPUBLIC_NEON_LAUNCHPAD_CLAIM_URL={}\n\nPUBLIC_INSTAGRES_CLAIM_URL=https://neon.new/pricing\nVITE_POSTGRES_CLAIM_URL=\n",
        CLAIM.replace("claim", "database")
    );
    let found = find_claim_links(old.as_bytes());
    assert_eq!(found.len(), 1);
    assert_eq!(
        value(&found[0].connection),
        ("URL_POOLER".into(), POOLED.into())
    );
    assert_eq!(value(&found[0].direct), ("URL".into(), DIRECT.into()));
    assert!(!format!("{found:?}").contains("npg_x"));
}

#[test]
fn a_connection_string_that_is_not_of_the_links_block_is_left_alone() {
    const PRODUCTION: &str = "postgresql://owner:npg_real@db.example.com/shop?sslmode=require";
    let link = format!("PUBLIC_POSTGRES_CLAIM_URL={CLAIM}\n");
    let comments =
        "# Temporary database, expires at 2026-11-24T05:21:00Z\n# Claim it to keep it: x\n";
    let pair = format!("DATABASE_URL={POOLED}\nDATABASE_URL_DIRECT={DIRECT}\n");
    for text in [
        format!("DATABASE_URL={PRODUCTION}\n{link}"),
        format!("{link}DATABASE_URL={PRODUCTION}\n"),
        format!("DATABASE_URL={PRODUCTION}\n\nA=1\n{link}"),
        format!("DATABASE_URL={POOLED}\nDATABASE_URL_DIRECT={PRODUCTION}\n{link}"),
        format!("DATABASE_URL={POOLED}\nPROD_URL_DIRECT={PRODUCTION}\n{link}"),
        format!("{pair}PROD_URL={PRODUCTION}\n{link}"),
        format!("{pair}\n{link}"),
        format!("{pair}A=1\n{link}"),
        format!("{pair}OTHER_POSTGRES_CLAIM_URL=http://gone\n{link}"),
        format!("{comments}A=1\nDATABASE_URL={PRODUCTION}\n{link}"),
        format!("{comments}{link}\nDATABASE_URL={PRODUCTION}\n"),
    ] {
        let found = find_claim_links(text.as_bytes());
        assert_eq!(found.len(), 1, "{text}");
        assert!(
            found[0].connection.is_none() && found[0].direct.is_none(),
            "{text}"
        );
    }
    // What the block is known by: its siblings on either side, or its comments.
    for (text, variable) in [
        (format!("{pair}{link}"), "DATABASE_URL"),
        (format!("{link}{pair}"), "DATABASE_URL"),
        (
            format!("{comments}DATABASE_URL={POOLED}\n{link}"),
            "DATABASE_URL",
        ),
        (format!("{comments}MY_DIRECT={DIRECT}\n{link}"), "MY_DIRECT"),
        (
            format!("DATABASE_URL={PRODUCTION}\n{comments}PG={POOLED}\n{link}"),
            "PG",
        ),
    ] {
        let found = find_claim_links(text.as_bytes());
        let connection = found[0].connection.as_ref();
        assert_eq!(
            connection.map(|it| it.variable.as_str()),
            Some(variable),
            "{text}"
        );
    }
}

/// Files as people have them, and now and then bytes that no person wrote.
fn env_bytes() -> impl Strategy<Value = Vec<u8>> {
    let ending = prop_oneof![Just("\n"), Just("\r\n"), Just("\n\n"), Just("\r")];
    let name = prop_oneof![
        Just("DATABASE_URL".to_owned()),
        Just("DATABASE_URL_DIRECT".to_owned()),
        Just("PUBLIC_POSTGRES_CLAIM_URL".to_owned()),
        "[A-Za-z_][A-Za-z0-9_.]{0,6}",
    ];
    let value = prop_oneof![
        Just(String::new()),
        "[ -~]{0,12}",
        "\"[a-z \n#\\\\\"]{0,10}\"",
        "'[a-z \r\n#]{0,10}'",
        "`[a-z\n]{0,5}`",
    ];
    let text = (name, value, "[ \t]{0,2}(export )?", " ?= ?| ?# ?")
        .prop_map(|(name, value, before, equals)| format!("{before}{name}{equals}{value}"));
    let line = prop_oneof![
        6 => text.prop_map(String::into_bytes),
        1 => "# [ -~]{0,20}".prop_map(String::into_bytes),
        1 => Just(b"# Claim it to keep it: https://neon.new/claim/1".to_vec()),
        2 => proptest::collection::vec(any::<u8>(), 0..12),
    ];
    let lines = proptest::collection::vec((line, ending), 0..8);
    (lines, any::<bool>(), any::<bool>()).prop_map(|(lines, mark, whole)| {
        let mut bytes = if mark {
            b"\xef\xbb\xbf".to_vec()
        } else {
            Vec::new()
        };
        let count = lines.len();
        for (index, (line, ending)) in lines.into_iter().enumerate() {
            bytes.extend(line);
            if whole || index + 1 < count {
                bytes.extend(ending.as_bytes());
            }
        }
        bytes
    })
}

/// The entries that are none of the block's own lines, as bytes without their line endings.
fn foreign(bytes: &[u8]) -> Vec<Vec<u8>> {
    let file = EnvFile::parse(bytes);
    let ours = Names::default()
        .variables()
        .map(|name| file.last(&name).map(|found| found.0));
    let mut kept = Vec::new();
    for (index, entry) in file.entries().iter().enumerate() {
        let text = file.slice(&(entry.span.start..entry.span.end - entry.ending));
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let comment = text.trim_ascii_start();
        let own = ours.contains(&Some(index))
            || comment.starts_with(b"# Temporary database, expires at")
            || comment.starts_with(b"# Claim it to keep it:");
        if !own && !text.is_empty() {
            kept.push(text.to_vec());
        }
    }
    kept
}

proptest! {
    #[test]
    fn printing_what_was_parsed_is_the_identity(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        prop_assert_eq!(EnvFile::parse(&bytes).print(), bytes);
    }

    #[test]
    fn entries_lie_side_by_side(bytes in env_bytes()) {
        let file = EnvFile::parse(&bytes);
        prop_assert_eq!(file.print(), bytes.clone());
        let mut at = 0;
        for entry in file.entries() {
            prop_assert_eq!(entry.span.start, at);
            prop_assert!(entry.span.end > at);
            at = entry.span.end;
        }
        prop_assert_eq!(at, bytes.len());
    }

    #[test]
    fn foreign_bytes_stay_and_our_values_count(bytes in env_bytes()) {
        prop_assume!(!bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff"));
        let names = Names::default();
        let plan = plan(Some(&bytes), &block(), &names, &names.variables()).unwrap();
        let new = EnvFile::parse(plan.new_bytes());
        for (name, value) in names.variables().iter().zip([POOLED, DIRECT, CLAIM]) {
            let (_, found) = new.last(name).unwrap();
            prop_assert_eq!(new.slice(&found.content()), value.as_bytes());
        }
        prop_assert_eq!(foreign(plan.new_bytes()), foreign(&bytes));
        prop_assert_eq!(plan.new_bytes().starts_with(b"\xef\xbb\xbf"), bytes.starts_with(b"\xef\xbb\xbf"));
    }

    #[test]
    fn without_a_conflict_every_old_byte_is_still_there_in_order(bytes in env_bytes()) {
        prop_assume!(!bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff"));
        let plan = planned(&bytes, &[]);
        let mut rest = plan.new_bytes().iter();
        // Empty backticks are the one thing that is replaced: the shell would run what is in them.
        let mut old = bytes.iter().filter(|byte| **byte != b'`');
        prop_assert!(old.all(|byte| rest.any(|new| new == byte)));
        if !plan.is_writable() {
            prop_assert_eq!(plan.new_bytes(), &bytes[..]);
        }
    }
}

proptest! {
    // Each case waits for the disk several times.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn writing_and_undoing_is_the_identity(bytes in proptest::option::of(env_bytes())) {
        prop_assume!(!bytes.as_ref().is_some_and(|b| b.starts_with(b"\xff\xfe") || b.starts_with(b"\xfe\xff")));
        let (folder, path) = world(bytes.as_deref());
        let names = Names::default();
        let plan = plan(bytes.as_deref(), &block(), &names, &names.variables()).unwrap();
        let receipt = write(&path, &plan).unwrap();
        let written = fs::read(&path).unwrap();
        prop_assert_eq!(&written[..], plan.new_bytes());
        undo(&receipt).unwrap();
        prop_assert_eq!(fs::read(&path).ok(), bytes);
        prop_assert!(names_in(folder.path()).iter().all(|name| name == ".env"));
    }
}
