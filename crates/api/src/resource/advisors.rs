//! What could be wrong in a database, as the platform finds it.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{lenient, whole};
use crate::call::Call;
use crate::{BranchId, Error, Listed, Management, ProjectId, Reply};

/// One case of something that is looked for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AdvisorIssue {
    /// What is looked for, such as `no_primary_key`.
    pub name: String,
    /// The same for people.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub title: String,
    /// How bad it is.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub level: Option<AdvisorLevel>,
    /// Whether others can reach it (`EXTERNAL`) or not (`INTERNAL`).
    #[serde(default, deserialize_with = "lenient::filled")]
    pub facing: Option<String>,
    /// What it is about.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub categories: Vec<AdvisorCategory>,
    /// What is looked for, in a sentence.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub description: Option<String>,
    /// Where it was found, in a sentence.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub detail: Option<String>,
    /// The address of a page that tells what to do.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub remediation: Option<String>,
    /// What else is known of the case.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub metadata: Map<String, Value>,
    /// The same for the same case.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub cache_key: Option<String>,
}

open_enum! {
    /// How bad an issue is.
    pub enum AdvisorLevel {
        /// It may be meant so.
        Info = "INFO",
        /// It should be looked at.
        Warn = "WARN",
        /// It is wrong.
        Error = "ERROR",
    }
}

open_enum! {
    /// What an issue is about.
    pub enum AdvisorCategory {
        /// Who can read and write what.
        Security = "SECURITY",
        /// How long something takes.
        Performance = "PERFORMANCE",
    }
}

impl Listed for AdvisorIssue {
    const FIELD: &'static str = "issues";
}

/// Which issues are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListIssues {
    /// Of this branch; of the default one when `None`.
    pub branch_id: Option<BranchId>,
    /// In this database. A branch with several databases wants it.
    pub database_name: Option<String>,
    /// About this alone.
    pub category: Option<AdvisorCategory>,
    /// This bad or worse.
    pub min_severity: Option<AdvisorLevel>,
}

/// The advisors of one project.
#[derive(Debug, Clone)]
pub struct Advisors {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The advisors of a project.
    #[must_use]
    pub fn advisors(&self, project: &ProjectId) -> Advisors {
        Advisors {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl Advisors {
    /// What they find (`GET /projects/{project_id}/advisors`). The database is woken for it.
    pub async fn issues(&self, list: &ListIssues) -> Result<Reply<Vec<AdvisorIssue>>, Error> {
        let call = Call::get(
            "check the database",
            "/projects/{project_id}/advisors",
            &[self.project.as_str()],
        )
        .in_project(&self.project)
        .query_opt("branch_id", list.branch_id.as_ref())
        .query_opt("database_name", list.database_name.as_ref())
        .query_opt("category", list.category.as_ref())
        .query_opt("min_severity", list.min_severity.as_ref());
        whole(&self.management, call).await
    }
}
