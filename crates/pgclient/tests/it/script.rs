//! Reading SQL scripts: what is one statement, what is refused, and how it would run.

use pgclient::{Mode, Position, Script, ScriptError};
use proptest::prelude::*;

fn texts(sql: &str) -> Vec<String> {
    let script = Script::parse(sql.to_owned()).unwrap();
    script.statements().map(str::to_owned).collect()
}

fn refused(sql: &str) -> ScriptError {
    Script::parse(sql.to_owned()).unwrap_err()
}

const fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

#[test]
fn statements_end_where_postgresql_ends_them() {
    let check = |sql: &str, expected: &[&str]| assert_eq!(texts(sql), expected, "{sql:?}");
    check("SELECT 1; SELECT 2", &["SELECT 1", "SELECT 2"]);
    check(
        "\u{feff}SELECT 1;\r\nSELECT 2;\r\n",
        &["SELECT 1", "SELECT 2"],
    );
    check(";;\n;SELECT 1;;", &["SELECT 1"]);
    check(
        "-- a;b\nSELECT 1 -- c;d\n;/* e; /* f; */ g; */SELECT 2",
        &["SELECT 1", "SELECT 2"],
    );
    check(
        "SELECT ';', 'it''s;', \"a;\"\"b\"; SELECT 2",
        &["SELECT ';', 'it''s;', \"a;\"\"b\"", "SELECT 2"],
    );
    check(r"SELECT '\'; SELECT 2", &[r"SELECT '\'", "SELECT 2"]);
    check(
        r"SELECT E'\'; \\'; SELECT e'x'",
        &[r"SELECT E'\'; \\'", "SELECT e'x'"],
    );
    check(
        "SELECT E'a' -- it goes on\n  '\\'; b'; SELECT 2",
        &["SELECT E'a' -- it goes on\n  '\\'; b'", "SELECT 2"],
    );
    check(
        "SELECT E'a' '\\'; SELECT 'a'\n'\\'; SELECT E'a'\n, '\\'; SELECT 2",
        &[
            "SELECT E'a' '\\'",
            "SELECT 'a'\n'\\'",
            "SELECT E'a'\n, '\\'",
            "SELECT 2",
        ],
    );
    check(
        r"SELECT U&'\0061;', U&';'; SELECT U&';' UESCAPE '!'",
        &[r"SELECT U&'\0061;', U&';'", "SELECT U&';' UESCAPE '!'"],
    );
    check(
        r"SELECT B'1', X'f', N';', name'\'; SELECT 2",
        &[r"SELECT B'1', X'f', N';', name'\'", "SELECT 2"],
    );
    check(
        "DO $$ BEGIN; END $$; SELECT $1;",
        &["DO $$ BEGIN; END $$", "SELECT $1"],
    );
    check(
        "SELECT $a$ ; $b$ ; $$ ; $a$; SELECT a$b$c; SELECT 1",
        &["SELECT $a$ ; $b$ ; $$ ; $a$", "SELECT a$b$c", "SELECT 1"],
    );
    check("SELECT $é$;$é$; SELECT 2", &["SELECT $é$;$é$", "SELECT 2"]);
    check(
        "CREATE RULE r AS ON INSERT TO t DO ALSO (DELETE FROM a; DELETE FROM b); SELECT 2",
        &[
            "CREATE RULE r AS ON INSERT TO t DO ALSO (DELETE FROM a; DELETE FROM b)",
            "SELECT 2",
        ],
    );
    check("SELECT 1 -- end", &["SELECT 1"]);
    check(
        "SELECT a[1:2], b::text, :x; SELECT 2",
        &["SELECT a[1:2], b::text, :x", "SELECT 2"],
    );
    check(
        "SET standard_conforming_strings = off; SELECT 'a\\';'; SET standard_conforming_strings TO 'on'; SELECT '\\'; SELECT 2",
        &[
            "SET standard_conforming_strings = off",
            "SELECT 'a\\';'",
            "SET standard_conforming_strings TO 'on'",
            "SELECT '\\'",
            "SELECT 2",
        ],
    );
}

#[test]
fn bodies_of_routines_are_not_split() {
    let body = "CREATE OR REPLACE FUNCTION f(a int) RETURNS int LANGUAGE sql BEGIN ATOMIC\n SELECT CASE WHEN a > 1 THEN 2 ELSE 3 END; SELECT 4; END";
    assert_eq!(texts(&format!("{body}; SELECT 2")), [body, "SELECT 2"]);
    let procedure = "create procedure p() begin atomic insert into t values (1); end";
    assert_eq!(
        texts(&format!("{procedure};BEGIN;COMMIT;")),
        [procedure, "BEGIN", "COMMIT"]
    );
    let dollars = "CREATE FUNCTION f() RETURNS trigger AS $body$\nBEGIN\n  RETURN NEW;\nEND;\n$body$ LANGUAGE plpgsql";
    assert_eq!(
        texts(&format!("{dollars};\nSELECT 1;")),
        [dollars, "SELECT 1"]
    );
    // Only a routine has such a body.
    assert_eq!(texts("BEGIN; SELECT 1; END; SELECT 2").len(), 4);
}

#[test]
fn copy_takes_its_data_and_pg_dump_s_own_lines_are_skipped() {
    let dump = "\\restrict abcDEF123\n\nSET client_encoding = 'UTF8';\nCOPY public.t (a, \"b\") FROM stdin;\n1\tone; 'x\n2\t\\N\n\\.\n\n\nCOPY u FROM STDIN WITH (FORMAT csv); -- rows\r\n\\.\r\nSELECT 1;\n\\unrestrict abcDEF123\n";
    assert_eq!(
        texts(dump),
        [
            "SET client_encoding = 'UTF8'",
            "COPY public.t (a, \"b\") FROM stdin",
            "COPY u FROM STDIN WITH (FORMAT csv)",
            "SELECT 1"
        ]
    );
    assert_eq!(Script::parse(dump).unwrap().mode(), Mode::Whole);
    assert_eq!(texts("COPY t FROM stdin;\n1\n\\."), ["COPY t FROM stdin"]);
    // Data can only come from the file itself where the file says so.
    assert_eq!(texts("COPY t FROM '/tmp/x'; SELECT 1").len(), 2);
}

#[test]
fn what_cannot_run_is_refused_with_its_place() {
    let check = |sql: &str, expected: ScriptError| assert_eq!(refused(sql), expected, "{sql:?}");
    let meta = |command: &str, at| ScriptError::MetaCommand {
        command: command.to_owned(),
        at,
    };
    check("SELECT 1;\n\\connect other\n", meta("\\connect", at(2, 1)));
    check("SELECT 1;\n  \\i x.sql\n", meta("\\i", at(2, 3)));
    check("SELECT 1 \\gx\n", meta("\\gx", at(1, 10)));
    check("SELECT 1\n\\restrict x\n", meta("\\restrict", at(2, 1)));
    check("SELECT 1;\n\\.\n", meta("\\.", at(2, 1)));
    check("\\copy t from 'x'", meta("\\copy", at(1, 1)));
    let open = |what, at| ScriptError::Unterminated { what, at };
    check("SELECT 1;\nSELECT 'é', 'abc\n;", open("string", at(2, 13)));
    check("\u{feff}SELECT E'\\'", open("string", at(1, 8)));
    check("SELECT \"a", open("quoted name", at(1, 8)));
    check("\r\n/* /* */", open("comment", at(2, 1)));
    check("DO $a$ $$", open("dollar-quoted text", at(1, 4)));
    check(
        "COPY t FROM stdin;\n1\n2\n",
        ScriptError::CopyWithoutEnd { at: at(1, 1) },
    );
    check(
        "SELECT 1;\nCOPY t FROM stdin",
        ScriptError::CopyWithoutEnd { at: at(2, 1) },
    );
    check(
        "COPY t FROM stdin; SELECT 1;\n\\.\n",
        ScriptError::CopyFollowed { at: at(1, 20) },
    );
    check(
        " COPY (SELECT 1) TO STDOUT;",
        ScriptError::CopyOut { at: at(1, 2) },
    );
    for empty in ["", " \n", "-- x", "/* x */;;", "\u{feff}", "\\restrict x\n"] {
        check(empty, ScriptError::Empty);
    }
    check("SELECT 1;\nSELECT '\0'", ScriptError::Nul { at: at(2, 9) });
}

#[test]
fn other_encodings_are_refused_with_their_place() {
    let refused = |bytes: &'static [u8]| Script::parse(bytes).unwrap_err();
    assert_eq!(refused(b"\xff\xfeS\0"), ScriptError::Utf16);
    assert_eq!(refused(b"\xfe\xff\0S"), ScriptError::Utf16);
    let at = at(2, 10);
    assert_eq!(
        refused(b"SELECT 1;\nSELECT '\xc3\xa9\xe9'"),
        ScriptError::NotUtf8 {
            at: Position { column: 10, ..at },
            byte: 20
        }
    );
}

#[test]
fn the_way_it_runs_is_known_before() {
    let check = |sql: &str, expected| {
        assert_eq!(
            Script::parse(sql.to_owned()).unwrap().mode(),
            expected,
            "{sql:?}"
        );
    };
    for whole in [
        "CREATE TABLE t (a int); CREATE INDEX i ON t (a); ANALYZE; REINDEX TABLE t; REINDEX (VERBOSE) TABLE t; SAVEPOINT s; ROLLBACK TO SAVEPOINT s",
        "CLUSTER t; CLUSTER \"t\"; DROP INDEX i; ALTER DATABASE d SET work_mem = '1MB'",
        "CREATE FUNCTION f() RETURNS void AS 'COMMIT; VACUUM' LANGUAGE sql; SELECT 'VACUUM'",
    ] {
        check(whole, Mode::Whole);
    }
    check(
        "SELECT 1;\nBEGIN;SELECT 2;COMMIT",
        Mode::AsWritten { line: 2 },
    );
    check(
        "start transaction read only; abort",
        Mode::AsWritten { line: 1 },
    );
    check("VACUUM;\n\nEND", Mode::AsWritten { line: 3 });
    for (sql, statement) in [
        ("create database d", "CREATE DATABASE"),
        ("DROP DATABASE IF EXISTS d", "DROP DATABASE"),
        (
            "ALTER DATABASE d SET TABLESPACE s",
            "ALTER DATABASE SET TABLESPACE",
        ),
        ("CREATE TABLESPACE s LOCATION '/x'", "CREATE TABLESPACE"),
        (
            "CREATE UNIQUE INDEX /* now */ CONCURRENTLY i ON t (a)",
            "CREATE INDEX CONCURRENTLY",
        ),
        ("DROP INDEX CONCURRENTLY i", "DROP INDEX CONCURRENTLY"),
        (
            "REINDEX (VERBOSE, CONCURRENTLY) TABLE t",
            "REINDEX CONCURRENTLY",
        ),
        ("REINDEX SCHEMA public", "REINDEX SCHEMA"),
        ("REINDEX (VERBOSE) DATABASE d", "REINDEX DATABASE"),
        ("REINDEX (TABLESPACE s, VERBOSE) SYSTEM d", "REINDEX SYSTEM"),
        ("VACUUM (ANALYZE) t", "VACUUM"),
        ("ALTER SYSTEM SET work_mem = '1MB'", "ALTER SYSTEM"),
        (
            "ALTER TABLE ONLY a.t DETACH PARTITION \"a\".p CONCURRENTLY",
            "ALTER TABLE DETACH PARTITION CONCURRENTLY",
        ),
        (
            "CREATE SUBSCRIPTION s CONNECTION '' PUBLICATION p",
            "CREATE SUBSCRIPTION",
        ),
        ("CLUSTER", "CLUSTER"),
        ("CLUSTER VERBOSE", "CLUSTER"),
        ("DISCARD ALL", "DISCARD ALL"),
    ] {
        check(
            &format!("SELECT 1;\n{sql};"),
            Mode::Separate { line: 2, statement },
        );
    }
}

#[test]
fn a_script_says_how_large_it_is_and_hides_its_text() {
    let script = Script::parse("SELECT 'top-secret'; SELECT 2;").unwrap();
    assert_eq!((script.statements().len(), script.size()), (2, 30));
    assert!(!format!("{script:?}").contains("secret"));
    let folder = tempfile::tempdir().unwrap();
    let missing = Script::read(&folder.path().join("x.sql")).unwrap_err();
    assert!(matches!(
        missing,
        ScriptError::Unreadable {
            kind: std::io::ErrorKind::NotFound,
            ..
        }
    ));
    let directory = Script::read(folder.path()).unwrap_err();
    assert!(matches!(
        directory,
        ScriptError::Unreadable {
            kind: std::io::ErrorKind::IsADirectory,
            ..
        }
    ));
}

#[test]
fn what_does_not_run_as_one_says_why() {
    let note = |sql: &'static str| Script::parse(sql).unwrap().mode().note();
    assert_eq!(note("SELECT 1"), None);
    let vacuum =
        "VACUUM on line 2 can't run in a transaction, so what ran before an error is kept.";
    assert_eq!(note("SELECT 1;\nVACUUM").as_deref(), Some(vacuum));
    assert!(note("BEGIN; COMMIT").unwrap().contains("line 1"));
}

/// Statements that hold a semicolon in every way they can.
fn sql_statement() -> impl Strategy<Value = String> {
    prop_oneof![
        "SELECT '[a-z;$\"\\-]{0,6}'",
        "SELECT \"[a-z;'$]{1,6}\"",
        "DO \\$x\\$[a-z;'\" ]{0,8}\\$x\\$",
        "INSERT INTO t VALUES \\([0-9]{1,3}, ';'\\)",
        "SELECT 1 /\\*[a-z;']{0,6}\\*/ \\+ 2",
    ]
}

proptest! {
    #[test]
    fn joined_statements_come_apart_again(statements in proptest::collection::vec(sql_statement(), 1..12), crlf in any::<bool>()) {
        let glue = if crlf { ";\r\n" } else { "; -- it's\n" };
        prop_assert_eq!(texts(&statements.join(glue)), statements);
    }

    #[test]
    fn any_text_is_either_split_or_refused(text in "[ -~\n]{0,80}") {
        if let Ok(script) = Script::parse(text.clone()) {
            prop_assert!(script.statements().len() > 0);
            let mut rest = text.as_str();
            for part in script.statements() {
                let found = rest.find(part);
                prop_assert!(found.is_some());
                rest = &rest[found.unwrap_or(0) + part.len()..];
            }
        }
    }
}

#[test]
fn statement_that_sweeps_a_table_is_known() {
    for (sql, sweep) in [
        ("DELETE FROM t", Some("DELETE without WHERE")),
        ("delete from t using u where t.a = u.a", None),
        ("DELETE FROM t WHERE a IN (SELECT 1)", None),
        (
            "DELETE FROM t USING (SELECT 1 WHERE true) u",
            Some("DELETE without WHERE"),
        ),
        (
            "UPDATE t SET a = (SELECT 1 WHERE true)",
            Some("UPDATE without WHERE"),
        ),
        ("UPDATE t SET a = 1 WHERE b", None),
        (
            "WITH a AS (SELECT 1) DELETE FROM t",
            Some("DELETE without WHERE"),
        ),
        ("WITH a AS (SELECT 1) SELECT * FROM a FOR UPDATE", None),
        (
            "EXPLAIN ANALYZE UPDATE t SET a = 1",
            Some("UPDATE without WHERE"),
        ),
        (
            "INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 1",
            None,
        ),
        ("SELECT a FROM t FOR NO KEY UPDATE", None),
        ("/* DROP */ TRUNCATE t", Some("TRUNCATE")),
        ("DROP TABLE t", Some("DROP")),
        (
            "CREATE TRIGGER x AFTER DELETE ON t EXECUTE FUNCTION f()",
            None,
        ),
    ] {
        let script = Script::parse(sql).unwrap();
        let found: Vec<_> = script.parts().map(|part| part.sweep).collect();
        assert_eq!(found, [sweep], "{sql}");
    }
}
