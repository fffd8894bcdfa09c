use std::time::Duration;

use similar::TextDiff;

use crate::postgres::schema_dump::LARGEST;
use crate::reply::Failure;
use crate::route::branches::rules::unprocessable;

/// Two texts with little in common are compared less finely from then on.
const FINE_FOR: Duration = Duration::from_secs(3);
/// What a client reads of one reply, less what JSON adds.
const LONGEST: usize = 2 * LARGEST;

/// In the form of `diff -u`, with the database's name on both sides as the platform has it. Empty where nothing differs.
pub async fn unified(database: &str, base: String, branch: String) -> Result<String, Failure> {
    let headers = (format!("a/{database}"), format!("b/{database}"));
    let written = tokio::task::spawn_blocking(move || write(&base, &branch, &headers)).await;
    match written {
        Ok(diff) if diff.len() <= LONGEST => Ok(diff),
        _ => Err(
            unprocessable("the schemas are too different to be compared")
                .hint("Read both schemas and compare them with a program of your own."),
        ),
    }
}

/// Lines end at a line feed alone, so that a carriage return within a function is no end of one.
fn write(base: &str, branch: &str, (old, new): &(String, String)) -> String {
    let (base, branch): (Vec<&str>, Vec<&str>) = (lines(base), lines(branch));
    TextDiff::configure()
        .timeout(FINE_FOR)
        .newline_terminated(true)
        .diff_slices(&base, &branch)
        .unified_diff()
        .context_radius(3)
        .header(old, new)
        .to_string()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_difference_has_three_lines_around_it_and_equal_texts_have_none() {
        let base: String = (1..=12).map(|n| format!("line {n}\n")).collect();
        let branch = base.replace("line 6\n", "line six\r\n-- more\n");
        let diff = unified("main", base.clone(), branch).await.unwrap();
        assert_eq!(
            diff,
            "--- a/main\n+++ b/main\n@@ -3,7 +3,8 @@\n line 3\n line 4\n line 5\n-line 6\n+line six\r\n+-- more\n line 7\n line 8\n line 9\n"
        );
        assert_eq!(unified("main", base.clone(), base).await.unwrap(), "");
    }

    #[tokio::test]
    async fn texts_with_nothing_in_common_are_compared_in_time() {
        let text = |word: &str| {
            (0..60_000)
                .map(|n| format!("{word} {n}\n"))
                .collect::<String>()
        };
        let begun = std::time::Instant::now();
        let diff = unified("main", text("a"), text("b")).await.unwrap();
        assert!(
            begun.elapsed() < Duration::from_secs(15),
            "{:?}",
            begun.elapsed()
        );
        assert!(diff.starts_with("--- a/main\n+++ b/main\n@@ -1,60000 +1,60000 @@\n-a 0\n"));
    }
}
