//! What could be wrong in a database, as the platform's advisors find it. They only read; the platform may start a
//! suspended compute for it.

use api::resource::advisors::{AdvisorIssue, ListIssues};

use crate::Error;
use crate::accounts::client;
use crate::base::link::{self, CheckedLink, Origins};
use crate::base::{check, ids};
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::{AdvisorIssueView, ErrorCode};

/// Has the advisors look at a database of a branch, and gives what they find (`GET /projects/{project_id}/advisors`), the
/// worst first.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for what cannot be asked, [`crate::view::ErrorCode::NotFound`] without the branch or
/// the database and where the platform has no advisors, and as every read of an account.
#[operation(Page, Read, advisor_list, text)]
pub async fn list(
    app: &Platform,
    account_id: &str,
    project_id: &str,
    branch_id: &str,
    database: &str,
) -> Result<Vec<AdvisorIssueView>, Error> {
    let account_client = client::of(app, account_id).await?;
    let advisors = account_client.click().advisors(&ids::project(project_id)?);
    check::identifier(database, "database")?;
    let wanted = ListIssues {
        branch_id: Some(ids::branch(branch_id)?),
        database_name: Some(database.to_owned()),
        ..ListIssues::default()
    };
    let found = account_client.send_value(advisors.issues(&wanted)).await?;
    Ok(shown(&found))
}

/// Hosts of pages that tell what to do, to which a link comes as no surprise.
const DOCUMENTATION: [&str; 4] = [
    "www.postgresql.org",
    "neon.com",
    "neon.tech",
    "supabase.com",
];

/// The page that an issue leads to, for the shell to open, and whether its host is known. A person agrees to any other.
///
/// # Errors
/// [`crate::view::ErrorCode::LinkRefused`] for what is no https link.
pub fn page_to_open(url: &str) -> Result<(CheckedLink, bool), Error> {
    let link = link::check(url, &Origins::default()).map_err(|error| {
        Error::new(ErrorCode::LinkRefused, error.to_string())
            .hint("Copy the link if you trust it, and open it in your browser.")
    })?;
    let is_known = DOCUMENTATION.contains(&link.host.ascii.as_str());
    Ok((link, is_known))
}

/// Each key once: a list of the window has no two rows of one name.
fn shown(found: &[AdvisorIssue]) -> Vec<AdvisorIssueView> {
    let mut issues: Vec<AdvisorIssueView> = Vec::with_capacity(found.len());
    for (index, issue) in found.iter().enumerate() {
        let mut view = AdvisorIssueView::of(issue, index);
        if issues.iter().any(|it| it.key == view.key) {
            view.key = format!("{} {index}", view.key);
        }
        issues.push(view);
    }
    issues.sort_by_key(|issue| issue.level);
    issues
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[AdvisorList::ENTRY];

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::view::IssueLevel;

    fn read(issues: Value) -> Vec<AdvisorIssueView> {
        let found: Vec<AdvisorIssue> = serde_json::from_value(issues).unwrap();
        shown(&found)
    }

    #[test]
    fn the_worst_come_first_and_else_the_platforms_order_stays() {
        let issues = read(json!([
            { "name": "no_primary_key", "level": "INFO", "title": "No primary key" },
            { "name": "new", "level": "NOTICE" },
            { "name": "policy", "level": "ERROR", "facing": "EXTERNAL", "categories": ["SECURITY"] },
            { "name": "index", "level": "WARN", "facing": "INTERNAL" },
            { "name": "another", "level": "INFO" },
        ]));
        let titles: Vec<&str> = issues.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(
            titles,
            ["policy", "index", "No primary key", "another", "new"]
        );
        assert_eq!(issues[0].is_external, Some(true));
        assert_eq!(issues[1].is_external, Some(false));
        assert_eq!(issues[2].is_external, None);
        assert_eq!(issues[0].categories, ["SECURITY"]);
        assert_eq!(issues[4].level, IssueLevel::Other);
    }

    #[test]
    fn only_https_pages_are_opened_and_only_those_of_documentation_unasked() {
        for (url, is_known) in [
            (
                "https://www.postgresql.org/docs/17/ddl-constraints.html",
                true,
            ),
            ("https://www.postgresql.org:8443/docs", false),
            ("https://www.postgresql.org.evil.example/docs", false),
            ("https://docs.example.com/a", false),
        ] {
            assert_eq!(page_to_open(url).unwrap().1, is_known, "{url}");
        }
        for url in [
            "http://www.postgresql.org/docs",
            "https://www.postgresql.org@evil.example/",
            "file:///etc/passwd",
            "Add a primary key",
        ] {
            let refused = page_to_open(url).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::LinkRefused, "{url}");
        }
    }

    #[test]
    fn no_two_issues_have_one_key() {
        let issues = read(json!([
            { "name": "a", "cache_key": "a_orders" },
            { "name": "a", "cache_key": "a_orders" },
            { "name": "a" },
            { "name": "a" },
        ]));
        let keys: std::collections::BTreeSet<&str> =
            issues.iter().map(|it| it.key.as_str()).collect();
        assert_eq!(keys.len(), 4, "{keys:?}");
    }
}
