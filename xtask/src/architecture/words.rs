//! Committed text speaks of the project alone: no path of the machine it was written on.

use super::{File, Violation};

/// Beginnings of paths that hold only on one machine, each split so that this file has none.
const PLACES: [(&str, &str); 5] = [
    ("/ho", "me/"),
    ("/Us", "ers/"),
    ("/ro", "ot/"),
    ("/wo", "rk/"),
    ("C:\\Us", "ers\\"),
];

/// People of examples.
const ANYONE: [&str; 6] = ["you", "me", "user", "ada", "someone", "…"];

pub fn check(files: &[File]) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| !is_foreign(file)) {
        for (at, line) in file.text.lines().enumerate() {
            for (first, second) in PLACES {
                let place = format!("{first}{second}");
                if line
                    .match_indices(&place)
                    .any(|(start, _)| is_path(&line[..start], &line[start + place.len()..]))
                {
                    found.push(Violation::new(
                        &file.path,
                        at + 1,
                        format!("a path of one machine: {place}…"),
                    ));
                }
            }
        }
    }
    found
}

/// A lock file and a drawing are written by programs.
fn is_foreign(file: &File) -> bool {
    matches!(file.extension(), "lock" | "svg") || file.path.ends_with("package-lock.json")
}

fn is_path(before: &str, after: &str) -> bool {
    let starts = !before
        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '}' | '>' | '/'));
    let next = after
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '…')))
        .next()
        .unwrap_or_default();
    starts && !next.is_empty() && !ANYONE.contains(&next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        check(&[File::made_up("docs/a.md", text)]).len()
    }

    #[test]
    fn a_path_of_one_machine_is_found() {
        for (first, second) in PLACES {
            assert_eq!(
                count(&format!("see `{first}{second}builder7/x`")),
                1,
                "{first}{second}"
            );
        }
        assert_eq!(count(&format!("A={}{}q/.env\nB=ok\n", "/ho", "me/")), 1);
    }

    #[test]
    fn made_up_people_and_parts_of_other_paths_are_not() {
        for text in [
            "/home/you/shop/.env",
            "https://example.com/home/page",
            "../root/x",
            "under root's home",
            "$DIR/work/x",
            "/home/",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
