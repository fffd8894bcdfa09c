//! The crate from outside: what is read, what is written and above all what is left alone.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cases;
mod change;
mod disk;
mod generated;
mod readers;
mod reading;
#[cfg(unix)]
mod shell;

use std::fs;
use std::path::Path;

use envfile::{Block, Line, Plan, SecretString, Writer};

const WRITER: Writer = Writer::new("test");

const POOLED: &str =
    "postgresql://owner:npg_x@db-1-pooler.example.org/shop?channel_binding=require&sslmode=require";
const DIRECT: &str =
    "postgresql://owner:npg_x@db-1.example.org/shop?channel_binding=require&sslmode=require";
const LINK: &str = "https://example.org/keep/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e";

const WHOLE: &str = "# Test database, removed at 2026-11-24T05:21:00Z
# Keep it here: https://example.org/keep/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e
DATABASE_URL=\"postgresql://owner:npg_x@db-1-pooler.example.org/shop?channel_binding=require&sslmode=require\"
DATABASE_URL_DIRECT=\"postgresql://owner:npg_x@db-1.example.org/shop?channel_binding=require&sslmode=require\"
PUBLIC_KEEP_URL=https://example.org/keep/0198f3a0-7c1e-7000-8000-3f5a9c2b1d4e
";

fn block() -> Block {
    block_of(
        ["DATABASE_URL", "DATABASE_URL_DIRECT", "PUBLIC_KEEP_URL"],
        [POOLED, DIRECT, LINK],
    )
}

/// Two comments and three variables, as a tool would write them for a database that goes by itself.
fn block_of(variables: [&str; 3], [pooled, direct, link]: [&str; 3]) -> Block {
    let text = |text: &str| SecretString::from(text);
    let [key, key_direct, key_link] = variables;
    Block::new([
        Line::comment(
            text("# Test database, removed at 2026-11-24T05:21:00Z"),
            &["# Test database, removed at", "# Database expires at:"],
        ),
        Line::comment(
            text(&format!("# Keep it here: {link}")),
            &["# Keep it here:", "# Keep it with your account"],
        ),
        Line::variable(key, text(pooled)),
        Line::variable(key_direct, text(direct)),
        Line::variable(key_link, text(link)),
    ])
    .unwrap()
}

fn planned(old: &[u8], replace: &[&str]) -> Plan {
    let replace: Vec<String> = replace.iter().map(ToString::to_string).collect();
    Plan::new(Some(old), &block(), &replace).unwrap()
}

fn env_file(old: Option<&[u8]>) -> (tempfile::TempDir, std::path::PathBuf) {
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
