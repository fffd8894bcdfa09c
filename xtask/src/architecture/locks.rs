//! What comes from outside is pinned by its content: every entry of a lock has a hash, every action
//! of a workflow its commit. And npm's locks work on every platform: npm leaves optional packages of
//! other platforms out when it cannot see them, and then refuses its own lock.

use serde_json::Value;

use super::{File, Violation};

pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files {
        let name = file.parts().last().copied().unwrap_or_default();
        let is_workflow = file.path.starts_with(".github/workflows");
        let problems = match name {
            "package-lock.json" => npm(&file.text),
            "Cargo.lock" => cargo(&file.text),
            "requirements.txt" => pip(&file.text),
            _ if is_workflow => actions(&file.text),
            _ => continue,
        };
        found.extend(
            problems
                .into_iter()
                .map(|(line, what)| Violation::new(&file.path, line, what)),
        );
    }
    found
}

type Problems = Vec<(usize, String)>;

fn npm(text: &str) -> Problems {
    let Ok(lock) = serde_json::from_str(text) else {
        return vec![(0, "this is no lock file".to_owned())];
    };
    let left_out = left_out(&lock).into_iter().map(|name| {
        format!(
            "the optional package `{name}` is left out: give it an entry with version, os and cpu"
        )
    });
    let without = without_hash(&lock)
        .into_iter()
        .map(|at| format!("`{at}` has no integrity: anything could be installed for it"));
    left_out.chain(without).map(|what| (0, what)).collect()
}

fn without_hash(lock: &Value) -> Vec<&str> {
    let packages = lock["packages"].as_object();
    packages
        .into_iter()
        .flatten()
        // The first entry is the project itself; a link is a folder of it.
        .filter(|(at, package)| !at.is_empty() && package["link"] != Value::Bool(true))
        .filter(|(_, package)| !package["integrity"].is_string())
        .map(|(at, _)| at.as_str())
        .collect()
}

fn cargo(text: &str) -> Problems {
    text.split("[[package]]")
        .skip(1)
        .filter(|package| package.contains("\nsource = ") && !package.contains("\nchecksum = "))
        .map(|package| {
            let name = package.lines().find(|line| line.starts_with("name = "));
            (0, format!("{} has no checksum", name.unwrap_or_default()))
        })
        .collect()
}

/// A pin goes over the lines that end with a backslash.
fn pip(text: &str) -> Problems {
    let whole = text.replace("\\\n", " ");
    whole
        .lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty())
        .filter(|line| !(line.contains("==") && line.contains("--hash=sha256:")))
        .map(|line| (0, format!("`{}` is not pinned by a hash", line.trim())))
        .collect()
}

fn actions(text: &str) -> Problems {
    let uses = text.lines().zip(1..).filter_map(|(line, number)| {
        let named = line.trim_start().trim_start_matches("- ");
        Some((named.strip_prefix("uses:")?.trim(), number))
    });
    uses.filter(|(named, _)| !named.starts_with("./"))
        .filter(|(named, _)| {
            let commit = named.split_once('@').map(|(_, rest)| rest);
            let commit = commit.and_then(|rest| rest.split_whitespace().next());
            !commit.is_some_and(|it| it.len() == 40 && it.chars().all(|c| c.is_ascii_hexdigit()))
        })
        .map(|(named, number)| (number, format!("`{named}` is not pinned by its commit")))
        .collect()
}

fn left_out(lock: &Value) -> Vec<&str> {
    let Some(packages) = lock["packages"].as_object() else {
        return Vec::new();
    };
    let mut missing: Vec<&str> = packages
        .iter()
        .flat_map(|(at, package)| {
            let names = package["optionalDependencies"].as_object();
            names
                .into_iter()
                .flat_map(|names| names.keys())
                .map(move |name| (at, name.as_str()))
        })
        .filter(|(at, name)| {
            let beside = format!("node_modules/{name}");
            !packages.contains_key(&beside) && !packages.contains_key(&format!("{at}/{beside}"))
        })
        .map(|(_, name)| name)
        .collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_package_that_is_left_out_is_found() {
        let lock = r#"{"packages": {
            "": {"name": "x"},
            "node_modules/a": {"integrity": "sha512-", "optionalDependencies": {"a-linux": "1", "a-win": "1", "a-mac": "1"}},
            "node_modules/a-linux": {"integrity": "sha512-"},
            "node_modules/a/node_modules/a-mac": {"integrity": "sha512-"}
        }}"#;
        let found = check(&[File::made_up("ui/package-lock.json", lock)]);
        assert_eq!(found.len(), 1);
        assert!(found[0].what.contains("`a-win`"), "{found:?}");
    }

    #[test]
    fn what_is_not_pinned_by_its_content_is_found() {
        let wrong = [
            (
                "ui/package-lock.json",
                r#"{"packages": {"": {}, "node_modules/a": {"version": "1"}}}"#,
            ),
            (
                "Cargo.lock",
                "[[package]]\nname = \"own\"\n\n[[package]]\nname = \"a\"\nsource = \"registry\"\n",
            ),
            (
                "xtask/postgres/requirements.txt",
                "# words\na==1 \\\n    --no-deps\n",
            ),
            (
                ".github/workflows/ci.yml",
                "steps:\n  - uses: actions/checkout@v4\n",
            ),
        ];
        for (path, text) in wrong {
            let found = check(&[File::made_up(path, text)]);
            assert_eq!(found.len(), 1, "{path}: {found:?}");
        }
        let good = [
            (
                "Cargo.lock",
                "[[package]]\nname = \"a\"\nsource = \"registry\"\nchecksum = \"00\"\n",
            ),
            (
                "xtask/postgres/requirements.txt",
                "a==1 \\\n    --hash=sha256:00\n",
            ),
            (
                ".github/workflows/ci.yml",
                "      - uses: a/b@11d5960a326750d5838078e36cf38b85af677262 # v4\n      - uses: ./own\n",
            ),
        ];
        for (path, text) in good {
            assert_eq!(check(&[File::made_up(path, text)]), [], "{path}");
        }
    }
}
