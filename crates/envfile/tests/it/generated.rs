//! What holds for every file, on files that are made up.

use std::fs;

use envfile::{EnvFile, Plan};
use proptest::prelude::*;

use crate::{DIRECT, LINK, POOLED, WRITER, block, env_file, names_in, planned};

/// Files as people have them, and now and then bytes that no person wrote.
fn env_bytes() -> impl Strategy<Value = Vec<u8>> {
    let ending = prop_oneof![Just("\n"), Just("\r\n"), Just("\n\n"), Just("\r")];
    let name = prop_oneof![
        Just("DATABASE_URL".to_owned()),
        Just("DATABASE_URL_DIRECT".to_owned()),
        Just("PUBLIC_KEEP_URL".to_owned()),
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
        1 => Just(b"# Keep it here: https://example.org/keep/1".to_vec()),
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
    let ours: Vec<_> = block()
        .variables()
        .iter()
        .map(|name| file.last(name).map(|found| found.0))
        .collect();
    let mut kept = Vec::new();
    for (index, entry) in file.entries().iter().enumerate() {
        let text = file.slice(&(entry.span.start..entry.span.end - entry.ending));
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let comment = text.trim_ascii_start();
        let own = ours.contains(&Some(index))
            || comment.starts_with(b"# Test database, removed at")
            || comment.starts_with(b"# Keep it here:");
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
        let names = block().variables();
        let plan = Plan::new(Some(&bytes), &block(), &names).unwrap();
        let new = EnvFile::parse(plan.new_bytes());
        for (name, value) in names.iter().zip([POOLED, DIRECT, LINK]) {
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
        let (folder, path) = env_file(bytes.as_deref());
        let names = block().variables();
        let plan = Plan::new(bytes.as_deref(), &block(), &names).unwrap();
        let receipt = WRITER.write(&path, &plan).unwrap();
        let written = fs::read(&path).unwrap();
        prop_assert_eq!(&written[..], plan.new_bytes());
        WRITER.undo(&receipt).unwrap();
        prop_assert_eq!(fs::read(&path).ok(), bytes);
        prop_assert!(names_in(folder.path()).iter().all(|name| name == ".env"));
    }
}
