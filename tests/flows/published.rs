//! How many of the platform's published operations the sandbox has, and what it only records: README says both.

use testkit::http;

use crate::product::ProductFixture;

const PUBLISHED: &str = include_str!("published.md");
const README: &str = include_str!("../../README.md");

/// Operations that the sandbox has no route for: how README calls them, and parts of their paths.
const MISSING: [(&str, &[&str]); 4] = [
    ("anonymized branches", &["anonymi", "masking_rules"]),
    ("object storage", &["/buckets"]),
    ("functions", &["/functions"]),
    ("credentials", &["/credentials"]),
];

/// Operations that the sandbox has a route for and always refuses.
const REFUSED: [(&str, &str); 4] = [
    ("VPC endpoints", "/vpc"),
    ("the Data API", "/data-api"),
    ("the state of the storage", "/storage"),
    ("the state of the AI gateway", "/ai_gateway"),
];

/// What stands for a part of a path.
const PART: &str = "some-part-12345678";

#[tokio::test(flavor = "multi_thread")]
async fn the_readme_counts_the_operations_of_the_sandbox() {
    let product = ProductFixture::without_servers().await;
    let sandbox = &product.sandbox;
    let key = format!("Bearer {}", sandbox.key);
    let headers = [("authorization", key.as_str())];
    let send = async |method: &str, below: &str, body: &str| {
        let path = format!("/api/v2{below}");
        http::send(&sandbox.instant_url, method, &path, &headers, body).await
    };
    let organizations = send("GET", "/users/me/organizations", "").await.json();
    let made = send("POST", "/projects", r#"{"project":{}}"#).await.json();
    let ids = [
        ("{org_id}", &organizations["organizations"][0]["id"]),
        ("{project_id}", &made["project"]["id"]),
        ("{branch_id}", &made["branch"]["id"]),
    ];
    let rows: Vec<(&str, &str)> = PUBLISHED.lines().filter_map(row).collect();
    let (mut served, mut missing_paths) = (0, Vec::new());
    let mut refused = [0; REFUSED.len()];
    for (method, path) in &rows {
        let group = REFUSED.iter().position(|(_, part)| path.contains(part));
        // Only what is refused is asked about a project that is there.
        let mut below = (*path).to_owned();
        for (name, id) in ids.iter().filter(|_| group.is_some()) {
            below = below.replace(name, id.as_str().unwrap());
        }
        let reply = send(method, &filled(&below), "{}").await;
        let is_refused = reply.status >= 400
            && reply.json()["message"]
                .as_str()
                .is_some_and(|text| text.starts_with("the sandbox has no "));
        let missing = reply.status == 404 && reply.json()["message"] == "this route does not exist";
        match group.filter(|_| is_refused) {
            Some(group) => refused[group] += 1,
            None => served += usize::from(!missing),
        }
        missing_paths.extend(missing.then_some(path));
    }
    let says = format!(
        "{served} of the platform's {} published operations",
        rows.len()
    );
    let readme = README.replace('\n', " ");
    assert!(readme.contains(&says), "README does not say: {says}");
    for ((what, _), count) in REFUSED.iter().zip(refused) {
        let says = format!("{what} ({count}");
        assert!(readme.contains(&says), "README does not say: {says}");
    }
    for (what, parts) in MISSING {
        let is_of = |path: &&&&str| parts.iter().any(|part| path.contains(part));
        let says = format!("{what} ({}", missing_paths.iter().filter(is_of).count());
        assert!(readme.contains(&says), "README does not say: {says}");
        missing_paths.retain(|path| !parts.iter().any(|part| path.contains(part)));
    }
    assert!(
        missing_paths.is_empty(),
        "README says nothing of {missing_paths:?}"
    );
    product.stop().await;
}

#[test]
fn the_readme_names_what_is_only_recorded() {
    for recorded in sandbox::RECORDED {
        let line = format!("| `{}` | {} |", recorded.field, recorded.instead);
        assert!(README.contains(&line), "README does not have: {line}");
    }
}

/// The places of README that have a number outside of code, each with what holds it.
const NUMBERS: [(&str, &str); 29] = [
    ("PostgreSQL 17 database", "the version that is installed"),
    (
        "It downloads PostgreSQL 17 and",
        "the version that is installed",
    ),
    ("PostgreSQL 17.11 or a newer 17 and", "tests of xtask"),
    (
        "**Node** 20.19 or newer, or 22.12 or newer",
        "tests of xtask",
    ),
    ("**Python** 3 with", "no figure"),
    ("It lasts 72 hours", "tests of the sandbox"),
    ("200 connections a compute", "tests of the sandbox"),
    ("131 of the platform's 163 published", "the test above"),
    ("VPC endpoints (5 operations", "the test above"),
    ("the Data API (4)", "the test above"),
    ("the state of the storage (1)", "the test above"),
    ("the state of the AI gateway (1)", "the test above"),
    ("anonymized branches (5 operations)", "the test above"),
    ("object storage (8)", "the test above"),
    ("functions (5) and credentials (3)", "the test above"),
    ("0 for none", "no figure"),
    ("2 GB a project", "tests of the sandbox"),
    (
        "450 to 901 connections, by its size (200 on macOS)",
        "tests of the sandbox",
    ),
    ("cut with 57P01", "no figure"),
    ("Three ways in", "no figure"),
    ("change thirty at once", "no figure"),
    ("**API keys** of all three types", "tests of the sandbox"),
    ("completion for five shells", "tests of plinth"),
    ("Two commands Each", "no figure"),
    ("keys of three types", "tests of the sandbox"),
    ("for the seven days in which", "tests of the sandbox"),
    ("restore window (a day", "tests of the sandbox"),
    ("begins up to seven seconds", "tests of the sandbox"),
    ("suspended five minutes after", "tests of the sandbox"),
];

/// Numbers as words. `one` is an article or a pronoun nearly everywhere.
const NUMBER_WORDS: [&str; 18] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "thirty", "forty", "fifty", "sixty", "hundred", "thousand",
];

/// Spans of time that `a` or `an` counts.
const SPANS: [&str; 6] = ["second", "minute", "hour", "day", "week", "month"];

/// The words of a text that say a number, with the word after each.
fn numbers_of(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let pairs = words.iter().zip(words.iter().skip(1).chain([&""]));
    let found = pairs.filter(|(word, next)| {
        let plain = |word: &str| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        };
        let (word, next) = (plain(word), plain(next));
        NUMBER_WORDS.contains(&&*word) || (matches!(&*word, "a" | "an") && SPANS.contains(&&*next))
    });
    found.map(|(word, next)| format!("{word} {next}")).collect()
}

#[test]
fn every_number_of_the_readme_is_held_by_a_test() {
    let mut text = String::new();
    for (at, part) in README.split("```").enumerate() {
        // What stands between backquotes is code, and what an address holds is no text.
        let outside = part.split('`').step_by(2).filter(|_| at % 2 == 0);
        outside.for_each(|outside| text.push_str(outside));
    }
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (place, _) in NUMBERS {
        assert!(text.contains(place), "README no longer has: {place}");
        text = text.replace(place, "");
    }
    let left: Vec<&str> = text
        .split(' ')
        .filter(|word| word.contains(|letter: char| letter.is_ascii_digit()))
        .filter(|word| !word.contains("](") && *word != "4xx.")
        .collect();
    assert!(left.is_empty(), "no test holds these numbers: {left:?}");
    let left = numbers_of(&text);
    assert!(left.is_empty(), "no test holds these numbers: {left:?}");
}

/// Method and path of a row.
fn row(line: &str) -> Option<(&str, &str)> {
    let (method, path) = line.strip_prefix("| ")?.split_once(" | `")?;
    Some((method, path.trim_end_matches("` |")))
}

/// The path with something in each place that has nothing yet.
fn filled(path: &str) -> String {
    let parts = path.split('/').map(|part| match part.starts_with('{') {
        true => PART,
        false => part,
    });
    parts.collect::<Vec<_>>().join("/")
}
