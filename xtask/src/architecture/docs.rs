//! The documents: links that lead somewhere, a map that stays short, decisions in their form.

use std::path::Path;

use super::{File, Violation};

const MAP_LINES: usize = 150;
const DECISION_LINES: usize = 40;
const DECISION_PARTS: [&str; 3] = ["Choice", "Why", "Trade-off"];

pub fn check(root: &Path, files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut numbers = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "md") {
        for (line, target) in links(&file.text) {
            let from = root.join(&file.path);
            if !from.parent().unwrap_or(root).join(target).exists() {
                found.push(Violation::new(
                    &file.path,
                    line,
                    format!("the link to `{target}` is broken"),
                ));
            }
        }
        let lines = file.text.lines().count();
        if file.path == Path::new("ARCHITECTURE.md") && lines > MAP_LINES {
            found.push(Violation::new(
                &file.path,
                0,
                format!("{lines} lines; the limit is {MAP_LINES}"),
            ));
        }
        if file.path.starts_with("docs/decisions") {
            found.extend(decision(file, lines, &mut numbers));
        }
    }
    found
}

fn decision(file: &File, lines: usize, numbers: &mut Vec<String>) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut say = |what: String| found.push(Violation::new(&file.path, 0, what));
    let name = file.parts().last().copied().unwrap_or_default();
    let number = name.split('-').next().unwrap_or_default();
    if number.len() != 4 || !number.bytes().all(|b| b.is_ascii_digit()) {
        say("a decision is named NNNN-title.md".into());
    } else if numbers.iter().any(|n| n == number) {
        say(format!("the number {number} is taken"));
    } else {
        numbers.push(number.to_owned());
    }
    if lines > DECISION_LINES {
        say(format!("{lines} lines; the limit is {DECISION_LINES}"));
    }
    for part in DECISION_PARTS {
        if !file.text.contains(part) {
            say(format!("a decision says its {part}"));
        }
    }
    found
}

/// Links to files of the project, without their anchors; code is left out.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        for (start, _) in line.match_indices("](") {
            let rest = &line[start + 2..];
            let Some(target) = rest.find(')').map(|end| &rest[..end]) else {
                continue;
            };
            let target = target.split(['#', ' ']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") {
                found.push((at + 1, target));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_and_misshapen_decisions_are_found() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("there.md"), "").unwrap();
        let good = "# T\n\nChoice: a\n\nWhy: b\n\nTrade-off: c\n";
        let files = [
            File::made_up(
                "README.md",
                "[a](there.md#top) [b](gone.md) [c](https://example.com)\n```\n[d](x)\n```\n",
            ),
            File::made_up("ARCHITECTURE.md", &"x\n".repeat(151)),
            File::made_up("docs/decisions/0001-a.md", good),
            File::made_up("docs/decisions/0001-b.md", good),
            File::made_up("docs/decisions/c.md", &good.replace("Why", "Because")),
            File::made_up(
                "docs/decisions/0002-d.md",
                &format!("{good}{}", "x\n".repeat(40)),
            ),
        ];
        let found: Vec<String> = check(dir.path(), &files)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            found,
            [
                "README.md:1: the link to `gone.md` is broken",
                "ARCHITECTURE.md: 151 lines; the limit is 150",
                "docs/decisions/0001-b.md: the number 0001 is taken",
                "docs/decisions/c.md: a decision is named NNNN-title.md",
                "docs/decisions/c.md: a decision says its Why",
                "docs/decisions/0002-d.md: 47 lines; the limit is 40",
            ]
        );
    }
}
