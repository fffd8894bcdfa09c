//! The sandbox's texts that imitate the platform stand in `platform_text.rs`, so that no rule of style changes them.

use super::{File, Violation};

/// Forms of the platform's messages.
const FORMS: [&str; 4] = [
    " already exists",
    " not found",
    "limit exceeded",
    "issing referrer",
];

/// Pages for a browser, with words of the sandbox's own.
const PAGES: [&str; 3] = ["page.rs", "claim_page.rs", "transfer_page.rs"];

pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| is_of_routes(file)) {
        let product = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, line) in product.lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            let form = FORMS.iter().find(|form| line.contains(**form));
            if let Some(form) = form.filter(|_| !is_comment && line.contains('"')) {
                let what = format!("a text as “…{form}” belongs in platform_text.rs");
                found.push(Violation::new(&file.path, at + 1, what));
            }
        }
    }
    found
}

fn is_of_routes(file: &File) -> bool {
    let parts = file.parts();
    let name = parts.last().copied().unwrap_or_default();
    parts.starts_with(&["crates", "sandbox", "src", "route"])
        && name.ends_with(".rs")
        && !name.ends_with("tests.rs")
        && !PAGES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        check(&[File::made_up(path, text)]).len()
    }

    #[test]
    fn text_of_the_platform_is_found_where_it_is_sent() {
        let text = "// One that is not found.\nfail(\"domain already exists\")\n";
        assert_eq!(count("crates/sandbox/src/route/domains.rs", text), 1);
        assert_eq!(count("crates/sandbox/src/platform_text.rs", text), 0);
        assert_eq!(count("crates/sandbox/src/route/claim_page.rs", text), 0);
    }
}
