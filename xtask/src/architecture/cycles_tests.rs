use super::*;

fn found(files: &[(&str, &str)]) -> Vec<String> {
    let files: Vec<File> = files
        .iter()
        .map(|(path, text)| File::made_up(path, text))
        .collect();
    check(&files).iter().map(ToString::to_string).collect()
}

const A: &str = "crates/x/src/a.rs";
const B: &str = "crates/x/src/b/mod.rs";
const C: &str = "crates/x/src/b/c.rs";

#[test]
fn a_circle_is_found_however_it_is_written() {
    let root = ("crates/x/src/lib.rs", "mod a;\nmod b;\npub use a::A;\n");
    for (a, b, c) in [
        ("use crate::b::B;", "use crate::a::A;", ""),
        (
            "use crate::{b::{self, B as Other}, C};",
            "use super::a::{A, more::Of};",
            "",
        ),
        (
            "fn f() -> crate::b::c::C {}",
            "",
            "fn g(it: super::super::a::A) {}",
        ),
        ("use crate::b::c::*;", "use crate::a;", "use super::B;"),
    ] {
        let found = found(&[root, (A, a), (B, b), (C, c)]);
        assert!(found.len() >= 2, "{a} {b} {c}: {found:?}");
        assert!(
            found[0].starts_with(&format!("{A}: imports itself: {A} → ")),
            "{found:?}"
        );
    }
}

#[test]
fn what_is_passed_on_is_where_it_is_from() {
    let root = ("crates/x/src/lib.rs", "mod a;\nmod b;\npub use a::App;\n");
    let files = [
        root,
        (A, "use crate::b::{Of, C};"),
        (B, "mod c;\npub(crate) use c::{C, Of};\n"),
        (C, "use crate::App;"),
    ];
    let found = found(&files);
    assert_eq!(found[0], format!("{A}: imports itself: {A} → {C} → {A}"));
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn no_circle_is_made_of_words_tests_or_what_is_passed_on() {
    let root = ("crates/x/src/lib.rs", "use crate::a::A;");
    let a = "use crate::b::B;\n// use crate::a::A;\nconst S: &str = \"crate::a::A\";\n";
    let b = "pub mod c;\npub use c::C;\nuse other::super_thing::a;\n#[cfg(all(test, unix))]\nmod tests {\n    use super::*;\n}\n";
    let c = "use super::B;\nuse std::{a, b};\n";
    assert_eq!(found(&[root, (A, a), (B, b), (C, c)]), Vec::<String>::new());
    // What a module in a file takes from around it is the file's.
    let inline =
        "pub mod c;\nmod rows {\n    use super::a;\n    fn f() { g() }\n}\nuse crate::a::A;\n";
    let files = [root, (A, "use std::a;"), (B, inline), (C, "use super::B;")];
    assert_eq!(found(&files), Vec::<String>::new());
    // Another crate's file of the same name is another file.
    let other = ("crates/y/src/a.rs", "use crate::b;");
    let files = [root, (A, a), (B, b), ("crates/y/src/lib.rs", ""), other];
    assert_eq!(found(&files), Vec::<String>::new());
}

#[test]
fn a_level_imports_those_below_it_alone() {
    let (low, high, other) = (
        "crates/app/src/base/mod.rs",
        "crates/app/src/features/mod.rs",
        "crates/app/src/other.rs",
    );
    let of = |texts: [&str; 3]| {
        let root = (
            "crates/app/src/lib.rs",
            "mod base;\nmod features;\nmod other;\n",
        );
        found(&[root, (low, texts[0]), (high, texts[1]), (other, texts[2])])
    };
    assert_eq!(
        of(["", "use crate::base::Clock;", ""]),
        Vec::<String>::new()
    );
    assert_eq!(
        of(["use crate::features::Drafts;", "", ""]),
        [format!("{low}: imports upwards: {high}")]
    );
    // A file that is on no level may import none of them.
    assert_eq!(
        of(["", "", "use crate::base::Clock;"]),
        [format!("{other}: imports upwards: {low}")]
    );
}

#[test]
fn what_runs_in_the_sandbox_knows_no_http() {
    let root = ("crates/sandbox/src/lib.rs", "mod guard;\nmod sweep;\n");
    let (guard, sweep) = ("crates/sandbox/src/guard.rs", "crates/sandbox/src/sweep.rs");
    let upward = "use crate::{guard::same, other};";
    assert_eq!(
        found(&[root, (guard, ""), (sweep, upward)]),
        [format!("{sweep}: imports upwards: {guard}")]
    );
    let downward = [root, (guard, "use crate::sweep::Due;"), (sweep, "")];
    assert_eq!(found(&downward), Vec::<String>::new());
}
