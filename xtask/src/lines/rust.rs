//! Lines of a Rust file, with the items that are compiled for tests alone counted as tests.

use std::ops::RangeInclusive;

use crate::architecture::source::{is_word, lines_of};

#[derive(Debug, Default)]
pub struct RustFile {
    pub code: usize,
    pub tests: usize,
    /// The names of modules that are declared for tests alone and have files of their own.
    pub test_modules: Vec<String>,
}

pub fn read(text: &str) -> RustFile {
    let lines = lines_of(text);
    let code: Vec<&str> = lines.iter().map(|line| line.code.as_str()).collect();
    let (spans, test_modules) = test_items(&code.join("\n"));
    let mut file = RustFile {
        test_modules,
        ..RustFile::default()
    };
    for (at, line) in lines.iter().enumerate() {
        let is_blank = line.code.trim().is_empty() && line.texts.trim().is_empty();
        let is_test = spans.iter().any(|span| span.contains(&at));
        match is_test {
            _ if is_blank => {}
            true => file.tests += 1,
            false => file.code += 1,
        }
    }
    file
}

/// Returns the lines of each item behind a `#[cfg(test)]`, and the names of modules among them.
fn test_items(code: &str) -> (Vec<RangeInclusive<usize>>, Vec<String>) {
    const ATTRIBUTE: &str = "#[cfg(";
    let (mut spans, mut modules) = (Vec::new(), Vec::new());
    let line_at = |at: usize| code[..at].matches('\n').count();
    let mut from = 0;
    while let Some(start) = code[from..].find(ATTRIBUTE).map(|at| from + at) {
        let predicate = start + ATTRIBUTE.len();
        let Some(length) = code[predicate..].find(")]") else {
            break;
        };
        from = predicate + length;
        if is_for_tests(&code[predicate..from]) {
            let item = &code[from + 2..];
            let item = &item[..end_of_item(item)];
            modules.extend(module_of(item));
            from += 2 + item.len();
            spans.push(line_at(start)..=line_at(from));
        }
    }
    (spans, modules)
}

/// True for `test` and for `all(test, …)`.
fn is_for_tests(predicate: &str) -> bool {
    let all = predicate.strip_prefix("all(").unwrap_or(predicate);
    let mut conditions = all.split([',', ')']).map(str::trim);
    !all.contains("any(") && conditions.any(|it| it == "test")
}

/// The length of an item that a text begins with.
fn end_of_item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            // The list or block around the item ends.
            ')' | ']' | '}' if depth == 0 => return at,
            ')' | ']' | '}' => depth -= 1,
            // A comma ends a field, and stands between the parameters of a generic item.
            ',' if depth == 0 && !text[..at].contains('<') => return at + 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
        if sign == '}' && depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// The name of a module that an item declares: `power` of `pub(crate) mod power;`.
fn module_of(item: &str) -> Option<String> {
    let words: Vec<&str> = item.strip_suffix(';')?.split_whitespace().collect();
    match words[..] {
        [.., "mod", name] if name.chars().all(is_word) => Some(name.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> (usize, usize) {
        let file = read(text);
        (file.code, file.tests)
    }

    #[test]
    fn blank_line_and_comment_do_not_count() {
        let text = "//! Docs.\n\n/// More.\nfn a() {\n    // Why.\n    b(); // c\n   \n}\n/* one\n/* two\n*/ still */\n/* before */ c();\n";
        assert_eq!(count(text), (4, 0));
    }

    #[test]
    fn mark_of_a_comment_counts_in_a_string() {
        assert_eq!(count("let a = \"// b\";\nlet c = \"/*\";\nd();\n"), (3, 0));
        assert_eq!(
            count("let a = r#\"\n// \"quoted\"\n\n/* b\n\"#;\nc();\n"),
            (5, 0)
        );
        assert_eq!(
            count("a(\n    \"\\\n    b\n    \",\n    r\"\n\"\n)\n"),
            (7, 0)
        );
        assert_eq!(count("let a = br#\"\" /* \"#;\nb();\n"), (2, 0));
        assert_eq!(
            count("let a = '\"'; // b\n// \"\nlet c = '\\'';\n// d\n"),
            (2, 0)
        );
        assert_eq!(
            count("match a {\n    _ => {\n        'b'\n    }\n}\n"),
            (5, 0)
        );
    }

    #[test]
    fn module_of_tests_counts_as_tests() {
        let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn b() {\n        // Why.\n        assert_eq!(a('{'), \"}\");\n    }\n}\nfn c() {}\n";
        assert_eq!(count(text), (2, 8));
        let unix = text.replace("cfg(test)", "cfg(all(unix, test))");
        assert_eq!(count(&unix), (2, 8));
        for product in ["any(unix, test)", "not(test)", "all(not(test), unix)"] {
            let text = text.replace("cfg(test)", &format!("cfg({product})"));
            assert_eq!(count(&text), (10, 0), "{product}");
        }
    }

    #[test]
    fn item_for_tests_ends_where_its_syntax_does() {
        for (item, lines) in [
            ("#[cfg(test)]\n#[path = \"a_tests.rs\"]\nmod tests;\n", 3),
            (
                "#[cfg(test)]\nfn a<B, C>() -> [u8; 2] {\n    [1, 2]\n}\n",
                4,
            ),
            ("#[cfg(test)]\nuse a::{b, c};\n", 2),
            ("#[cfg(test)]\na(|b| {\n    c;\n});\n", 4),
        ] {
            assert_eq!(count(&format!("{item}let z = 1;\n")), (1, lines), "{item}");
        }
        let field = "struct A {\n    #[cfg(test)]\n    b: u8,\n    c: u8,\n}\n";
        assert_eq!(count(field), (3, 2));
    }
}
