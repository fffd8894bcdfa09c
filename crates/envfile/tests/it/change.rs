use std::fs;

use envfile::{
    Block, BlockError, EnvFile, Error, ExposeSecret, Fingerprint, Line, LineKind, MASK, Plan,
    SecretString, is_variable_name,
};

use crate::{WHOLE, WRITER, block, block_of, planned};

#[test]
fn a_new_file_holds_the_block_in_its_order() {
    let plan = Plan::new(None, &block(), &[]).unwrap();
    assert_eq!(str::from_utf8(plan.new_bytes()).unwrap(), WHOLE);
    assert_eq!(*plan.fingerprint(), Fingerprint::Absent);
    assert!(plan.is_writable() && plan.changes_file() && plan.existing().is_empty());
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
    let found = &plan.existing()[0];
    assert_eq!((found.variable.as_str(), found.line), ("DATABASE_URL", 2));
    assert!(found.is_conflict());
    assert!(plan.existing()[1].empty && !plan.existing()[1].is_conflict());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(".env");
    fs::write(&path, old).unwrap();
    let refused = WRITER.write(&path, &plan).unwrap_err();
    let variables = vec!["DATABASE_URL".to_owned()];
    assert_eq!(refused, Error::Conflict { variables });
    assert_eq!(fs::read(&path).unwrap(), old);
}

#[test]
fn what_is_there_already_is_not_written_twice() {
    let plan = planned(WHOLE.as_bytes(), &[]);
    assert!(plan.is_writable() && !plan.changes_file());
    assert!(
        plan.existing()
            .iter()
            .all(|found| found.same && !found.is_conflict())
    );
}

#[test]
fn values_are_replaced_in_place() {
    const COMMENTS: &str =
        "# Test database, removed at 2026-11-24T05:21:00Z\n# Keep it here: https://c/1\n";
    const P: &str = "\"postgresql://p?a=1&b=2\"";
    let check = |old: &str, expected: String| assert_eq!(after(old), expected, "{old:?}");
    // The quotes, the export, the indentation, the comment and the line ending stay.
    check(
        "A=1\n  export DB = 'old'  # mine\r\nDB_DIRECT=old\nP_KEEP_URL=`old`\nZ=1",
        format!(
            "A=1\n{}  export DB = 'postgresql://p?a=1&b=2'  # mine\r\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\nZ=1",
            COMMENTS.replace('\n', "\r\n")
        ),
    );
    // An empty one is filled, and what is missing comes beside it.
    check(
        "DB=\nZ=1\n",
        format!("{COMMENTS}DB={P}\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\nZ=1\n"),
    );
    check(
        "DB=# x\nDB: # note",
        format!(
            "{COMMENTS}DB=# x\nDB: {P} # note\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\n"
        )
        .replace(
            &format!("{COMMENTS}DB=# x\n"),
            &format!("DB=# x\n{COMMENTS}"),
        ),
    );
    // The last duplicate counts.
    check(
        "DB=1\nDB=2\nDB_DIRECT=1\nP_KEEP_URL=1\n",
        format!("DB=1\n{COMMENTS}DB={P}\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\n"),
    );
    // A bare value that the shell could not read says that the file is not sourced; an export says it is.
    check(
        "DB=postgresql://old?a=1&b=2\nDB_DIRECT=x\nP_KEEP_URL=x\n",
        format!(
            "{COMMENTS}DB=postgresql://p?a=1&b=2\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\n"
        ),
    );
    check(
        "export DB=postgresql://old?a=1&b=2\nDB_DIRECT=x\nP_KEEP_URL=x\n",
        format!("{COMMENTS}export DB={P}\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\n"),
    );
    // A byte order mark stays the start of the file, and multi-line values are replaced as a whole.
    check(
        "\u{feff}DB=\"one\ntwo\" # keep\n",
        format!(
            "\u{feff}{COMMENTS}DB={P} # keep\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\n"
        ),
    );
}

#[test]
fn the_comments_of_an_earlier_block_are_updated() {
    assert_eq!(
        after(
            "# mine\n# Test database, removed at 2020-01-01T00:00:00Z\n# Keep it here: https://old\nDB=x\nDB_DIRECT=x\nP_KEEP_URL=x\n"
        ),
        "# mine\n# Test database, removed at 2026-11-24T05:21:00Z\n# Keep it here: https://c/1\nDB=\"postgresql://p?a=1&b=2\"\nDB_DIRECT=postgresql://d\nP_KEEP_URL=https://c/1\n"
    );
    // The layout of another tool.
    assert_eq!(
        after(
            "DB=x\nDB_DIRECT=x\n# Database expires at: Sun, 05 Oct 2025 23:11:33 GMT\n# Keep it with your account using the link below:\nP_KEEP_URL=x\n"
        ),
        "DB=\"postgresql://p?a=1&b=2\"\nDB_DIRECT=postgresql://d\n# Test database, removed at 2026-11-24T05:21:00Z\n# Keep it here: https://c/1\nP_KEEP_URL=https://c/1\n"
    );
}

#[test]
fn no_value_is_shown_before_it_is_asked_for() {
    let old = b"A=top-secret-1 # see https://x/top-secret-2\n# B=top-secret-3\ntop-secret-4 !\nK=\"top-secret-5\ntop-secret-6\"\nDATABASE_URL=top-secret-7\n";
    let plan = planned(old, &["DATABASE_URL"]);
    let lines: Vec<_> = plan.hunks().iter().flat_map(|hunk| &hunk.lines).collect();
    let masked: Vec<_> = lines.iter().map(|line| line.masked.as_str()).collect();
    assert_eq!(
        masked,
        [
            MASK,
            "K=••••",
            MASK,
            "DATABASE_URL=••••",
            "# Test database, removed at 2026-11-24T05:21:00Z",
            "# Keep it here: ••••",
            "DATABASE_URL=••••",
            "DATABASE_URL_DIRECT=••••",
            "PUBLIC_KEEP_URL=••••",
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
    let texts: String = head.hunks()[0]
        .lines
        .iter()
        .map(|line| line.masked.as_str())
        .collect();
    assert!(!texts.contains("top-secret"), "{texts}");
}

#[test]
fn a_utf_16_file_is_refused() {
    let error = Plan::new(Some(b"\xff\xfeA\0=\0"), &block(), &[]).unwrap_err();
    assert_eq!(error, Error::Utf16);
}

#[test]
fn a_line_without_a_text_is_only_looked_for() {
    let value = |text: &str| SecretString::from(text);
    let block = Block::new([
        Line::comment(None, &["# Test database, removed at"]),
        Line::variable("A", None),
        Line::variable("B", value("2")),
        Line::comment(value("# same"), &[]),
        Line::variable("C", None),
    ])
    .unwrap();
    assert_eq!(block.variables(), ["B"]);
    let check = |old: &str, expected: &str| {
        let plan = Plan::new(Some(old.as_bytes()), &block, &["B".to_owned()]).unwrap();
        let new = str::from_utf8(plan.new_bytes()).unwrap();
        assert_eq!(new, expected, "{old:?}");
    };
    check("X=1\nA=9\nY=1\n", "X=1\nA=9\nB=2\n# same\nY=1\n");
    check("X=1\nC=9\nY=1\n", "X=1\nB=2\n# same\nC=9\nY=1\n");
    // A comment that is equal is the same one, behind any indentation.
    check("  # same\nB=1\nC=\n", "  # same\nB=2\nC=\n");
    check("", "B=2\n# same\n");
    // No variable is missing or has another value, so the comment alone is no reason to write.
    check("B=2\n", "B=2\n");
}

#[test]
fn what_makes_no_block_is_refused() {
    let value = |text: &str| SecretString::from(text);
    for name in ["", "2A", "A-B", "A B", "Ä", "A=B", "A\n"] {
        assert!(!is_variable_name(name), "{name}");
        let error = Block::new([Line::variable(name, None)]).unwrap_err();
        assert_eq!(error, BlockError::Name(name.to_owned()));
    }
    assert!(is_variable_name("_url2"));
    let twice = [
        Line::variable("A", value("1")),
        Line::variable("A", value("2")),
    ];
    let error = Block::new(twice).unwrap_err();
    assert_eq!(error, BlockError::Duplicate("A".to_owned()));
    for comment in ["", "A=1", " # A", "# A\nB=1", "# A\rB=1"] {
        let error = Block::new([Line::comment(value(comment), &[])]).unwrap_err();
        assert_eq!(error, BlockError::Comment, "{comment:?}");
    }
}

/// The file after the block with short values was written, all three names replaced if present.
fn after(old: &str) -> String {
    let block = block_of(
        ["DB", "DB_DIRECT", "P_KEEP_URL"],
        ["postgresql://p?a=1&b=2", "postgresql://d", "https://c/1"],
    );
    let plan = Plan::new(Some(old.as_bytes()), &block, &block.variables()).unwrap();
    String::from_utf8(plan.new_bytes().to_vec()).unwrap()
}
