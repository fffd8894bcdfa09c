//! How many of the platform's published operations the sandbox has, and what it only records: README says both.

use testkit::http;

use crate::product::ProductFixture;

const PUBLISHED: &str = include_str!("published.md");
const README: &str = include_str!("../../README.md");

/// What the sandbox has nothing of, and how its paths are known.
const MISSING: [(&str, &[&str]); 5] = [
    ("anonymized branches", &["anonymi", "masking_rules"]),
    ("object storage", &["/buckets", "/storage"]),
    ("functions", &["/functions"]),
    ("credentials", &["/credentials"]),
    ("the AI gateway", &["/ai_gateway"]),
];

/// What stands for a part of a path.
const PART: &str = "some-part-12345678";

#[tokio::test(flavor = "multi_thread")]
async fn the_readme_counts_the_operations_of_the_sandbox() {
    let product = ProductFixture::without_servers().await;
    let sandbox = &product.sandbox;
    let key = format!("Bearer {}", sandbox.key);
    let headers = [("authorization", key.as_str())];
    let rows: Vec<(&str, String)> = PUBLISHED.lines().filter_map(row).collect();
    let (mut served, mut missing_paths) = (0, Vec::new());
    for (method, below) in &rows {
        let path = format!("/api/v2{below}");
        let reply = http::send(&sandbox.instant_url, method, &path, &headers, "").await;
        let missing = reply.status == 404 && reply.json()["message"] == "this route does not exist";
        served += usize::from(!missing);
        missing_paths.extend(missing.then_some(below));
    }
    let says = format!(
        "{served} of the platform's {} published operations",
        rows.len()
    );
    let readme = README.replace('\n', " ");
    assert!(readme.contains(&says), "README does not say: {says}");
    for (what, parts) in MISSING {
        let is_of = |path: &&&String| parts.iter().any(|part| path.contains(part));
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

/// Method and path of a row, with something in each place of the path.
fn row(line: &str) -> Option<(&str, String)> {
    let (method, path) = line.strip_prefix("| ")?.split_once(" | `")?;
    let parts = path.trim_end_matches("` |").split('/');
    let filled = parts.map(|part| match part.starts_with('{') {
        true => PART,
        false => part,
    });
    Some((method, filled.collect::<Vec<_>>().join("/")))
}
