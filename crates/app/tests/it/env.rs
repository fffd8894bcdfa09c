//! What the product writes into env files, finds in them, and asks git about them.

use std::fs;
use std::process::Command;
use std::time::Duration;

use app::connect::{EnvBlock, EnvClaim, EnvNameError, EnvNames, EnvVariable, find_claim_links};
use app::env_file::git::{self, GitState};
use envfile::{Fingerprint, Plan};
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

fn block() -> EnvBlock {
    EnvBlock {
        claim: Some(EnvClaim {
            expires_at: "2026-11-24T05:21:00.123Z".parse().unwrap(),
            url: CLAIM.into(),
        }),
        pooled: POOLED.into(),
        direct: Some(DIRECT.into()),
    }
}

/// The file after the block with short values was written, all three names replaced if present.
fn after(old: &str) -> String {
    let block = EnvBlock {
        claim: Some(EnvClaim {
            expires_at: "2026-11-24T05:21:00Z".parse().unwrap(),
            url: "https://c/1".into(),
        }),
        pooled: "postgresql://p?a=1&b=2".into(),
        direct: Some("postgresql://d".into()),
    };
    let names = EnvNames::new("DB", "P_").unwrap();
    let plan = Plan::new(
        Some(old.as_bytes()),
        &block.lines(&names).unwrap(),
        &names.variables(),
    )
    .unwrap();
    String::from_utf8(plan.new_bytes().to_vec()).unwrap()
}

#[test]
fn a_claimed_database_is_written_without_end_and_claim_link() {
    let claimed = EnvBlock {
        claim: None,
        ..block()
    };
    let names = EnvNames::default();
    let fresh = Plan::new(Some(b"A=1\n"), &claimed.lines(&names).unwrap(), &[]).unwrap();
    let text = str::from_utf8(fresh.new_bytes()).unwrap();
    assert_eq!(
        text,
        format!("A=1\n\nDATABASE_URL=\"{POOLED}\"\nDATABASE_URL_DIRECT=\"{DIRECT}\"\n")
    );
    let again = Plan::new(Some(text.as_bytes()), &claimed.lines(&names).unwrap(), &[]).unwrap();
    assert!(!again.changes_file());

    // The claim link of a earlier block is none of its lines and stays as it is.
    let earlier = Plan::new(Some(b""), &block().lines(&names).unwrap(), &[]).unwrap();
    let kept = Plan::new(
        Some(earlier.new_bytes()),
        &claimed.lines(&names).unwrap(),
        &[],
    )
    .unwrap();
    assert!(kept.is_writable() && !kept.changes_file());
}

#[test]
fn a_new_file_holds_the_block_in_the_order_of_the_specification() {
    let plan = Plan::new(None, &block().lines(&EnvNames::default()).unwrap(), &[]).unwrap();
    assert_eq!(str::from_utf8(plan.new_bytes()).unwrap(), WHOLE);
    assert_eq!(*plan.fingerprint(), Fingerprint::Absent);
    assert!(plan.is_writable() && plan.changes_file() && plan.existing().is_empty());
    for text in [format!("{plan:?}"), format!("{:?}", block())] {
        assert!(
            !text.contains("npg_x") && !text.contains("0198f3a0"),
            "{text}"
        );
    }
}

#[test]
fn the_comments_of_an_earlier_block_are_updated() {
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
fn names_are_checked() {
    assert!(EnvNames::new("_url2", "").is_ok());
    let key = |name: &str| EnvNames::new(name, "PUBLIC_").unwrap_err();
    for name in ["", "2A", "A-B", "A B", "Ä", "A=B", "A\n"] {
        assert_eq!(key(name), EnvNameError::Key(name.to_owned()));
    }
    let prefix = EnvNames::new("A", "X-").unwrap_err();
    assert_eq!(prefix, EnvNameError::Prefix("X-".to_owned()));
    let collision = EnvNames::new("POSTGRES_CLAIM_URL", "").unwrap_err();
    assert_eq!(
        collision,
        EnvNameError::Collide("POSTGRES_CLAIM_URL".to_owned())
    );
}

fn env_file(old: Option<&[u8]>) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".env");
    if let Some(old) = old {
        fs::write(&path, old).unwrap();
    }
    (folder, path)
}

#[tokio::test]
async fn git_says_whether_the_file_would_be_committed() {
    let (folder, path) = env_file(Some(b"A=1\n"));
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
    fs::write(folder.path().join(".gitignore"), ".env\n").unwrap();
    let state = inspect().await;
    assert_eq!(
        state,
        GitState::Inside {
            tracked: false,
            ignored: true
        }
    );
    run(&["add", "--force", ".env"]);
    assert_eq!(
        inspect().await,
        GitState::Inside {
            tracked: true,
            ignored: false
        }
    );
    // A named pipe that nobody writes to: git waits for its settings for as long as it is let.
    let settings = folder.path().join(".git/config");
    fs::remove_file(&settings).unwrap();
    let made = Command::new("mkfifo").arg(&settings).status();
    assert!(made.unwrap().success());
    let slow = git::inspect(&path, Duration::from_millis(100)).await;
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
    let value = |value: &Option<EnvVariable>| {
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
