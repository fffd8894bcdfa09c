use api::resource::advisors::{AdvisorIssue, AdvisorLevel};
use serde::{Deserialize, Serialize};
use specta::Type;

/// How bad an issue is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum IssueLevel {
    /// It is wrong.
    Error,
    /// It should be looked at.
    Warning,
    /// It may be meant so.
    Info,
    /// The platform's word for it is not known.
    Other,
}

/// One case of something that advisors look for.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AdvisorIssueView {
    /// The same for the same case.
    pub key: String,
    /// What is looked for, in a few words; the platform's name of it when there are none.
    pub title: String,
    /// How bad it is.
    pub level: IssueLevel,
    /// What it is about, in the platform's words, such as `SECURITY`.
    pub categories: Vec<String>,
    /// Whether others than the owner can reach it; `None` when the platform does not say.
    pub is_external: Option<bool>,
    /// What is looked for, in a sentence.
    pub description: Option<String>,
    /// Where it was found, in a sentence.
    pub detail: Option<String>,
    /// The address of a page that tells what to do, or what to do in words.
    pub remediation: Option<String>,
}

impl AdvisorIssueView {
    /// `index`: where it is in the list, for one that has no key of its own.
    pub(crate) fn of(issue: &AdvisorIssue, index: usize) -> Self {
        let key = issue.cache_key.clone();
        let title = [&issue.title, &issue.name];
        Self {
            key: key.unwrap_or_else(|| format!("{} {index}", issue.name)),
            title: title
                .into_iter()
                .find(|it| !it.is_empty())
                .cloned()
                .unwrap_or_default(),
            level: match &issue.level {
                Some(AdvisorLevel::Error) => IssueLevel::Error,
                Some(AdvisorLevel::Warn) => IssueLevel::Warning,
                Some(AdvisorLevel::Info) => IssueLevel::Info,
                _ => IssueLevel::Other,
            },
            categories: issue.categories.iter().map(ToString::to_string).collect(),
            is_external: issue.facing.as_deref().map(|facing| facing == "EXTERNAL"),
            description: issue.description.clone(),
            detail: issue.detail.clone(),
            remediation: issue.remediation.clone(),
        }
    }
}
