//! What projects and branches have used.

use api::resource::consumption as wire;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::accounts::client;
use crate::base::ids;
use crate::core::operation::{Entry, operation};
use crate::platform::Platform;
use crate::view::{ConsumptionPageView, ConsumptionView, page};

/// Which time and whose consumption is asked for.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConsumptionQuery {
    /// Its first moment.
    pub from: DateTime<Utc>,
    /// The moment after its last.
    pub to: DateTime<Utc>,
    /// How long one entry is: `hourly`, `daily` or `monthly`.
    pub granularity: String,
    /// The organization, where the platform needs one.
    pub organization_id: Option<String>,
    /// Metrics by the platform's words; all when empty. Not for [`projects`].
    #[serde(default)]
    pub metrics: Vec<String>,
    /// Only these projects, 100 at most; all when empty.
    #[serde(default)]
    pub project_ids: Vec<String>,
    /// Only these branches of theirs, 100 at most; all when empty. For [`branch_metrics`] only.
    #[serde(default)]
    pub branch_ids: Vec<String>,
    /// How many on a page; the platform's choice when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
}

/// Most projects or branches that can be named.
const MOST_NAMED: usize = 100;

/// One page of what projects used (`GET /consumption_history/projects`).
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] for a time that ends before it begins; what the platform says while the account has
/// no address; [`crate::view::ErrorCode::Platform`] when the plan has no history or the time does not fit.
#[operation(Page, Read, project_consumption, text)]
pub async fn projects(
    app: &Platform,
    account_id: &str,
    request: ConsumptionQuery,
) -> Result<ConsumptionPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let (span, list) = request.checked()?;
    let organization = request.organization_id.as_deref();
    let organization = organization.map(ids::organization).transpose()?;
    let consumption = account_client.click().consumption();
    let call = consumption.projects(&span, organization.as_ref(), list);
    let found = account_client.send_value(call).await?;
    Ok(shown(&found, request.page_size))
}

/// One page of what projects used, metric by metric (`GET /consumption_history/v2/projects`).
///
/// # Errors
/// As [`projects`], and [`crate::view::ErrorCode::Invalid`] without an organization.
pub async fn project_metrics(
    app: &Platform,
    account_id: &str,
    request: ConsumptionQuery,
) -> Result<ConsumptionPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let (span, list) = request.checked()?;
    let (organization, metrics) = (request.organization()?, request.metrics());
    let consumption = account_client.click().consumption();
    let call = consumption.project_metrics(&organization, &span, &metrics, list);
    let found = account_client.send_value(call).await?;
    Ok(shown(&found, request.page_size))
}

/// One page of what branches used, metric by metric (`GET /consumption_history/v2/branches`). The projects must be named.
///
/// # Errors
/// As [`project_metrics`], and [`crate::view::ErrorCode::Invalid`] without a project.
pub async fn branch_metrics(
    app: &Platform,
    account_id: &str,
    request: ConsumptionQuery,
) -> Result<ConsumptionPageView, Error> {
    let account_client = client::of(app, account_id).await?;
    let (span, list) = request.checked()?;
    if request.project_ids.is_empty() {
        return Err(
            Error::invalid("No project selected").hint("Select the projects of the branches.")
        );
    }
    let (organization, metrics) = (request.organization()?, request.metrics());
    let branches = request.branch_ids.iter().map(|id| ids::branch(id));
    let branches = branches.collect::<Result<Vec<_>, _>>()?;
    let consumption = account_client.click().consumption();
    let call = consumption.branch_metrics(&organization, &span, &metrics, &branches, list);
    let found = account_client.send_value(call).await?;
    Ok(shown(&found, request.page_size))
}

impl ConsumptionQuery {
    fn checked(&self) -> Result<(wire::Span, wire::ListConsumption), Error> {
        if self.from >= self.to {
            return Err(Error::invalid("The end is before the start")
                .hint("Choose an end after the start."));
        }
        if self.project_ids.len() > MOST_NAMED || self.branch_ids.len() > MOST_NAMED {
            return Err(Error::invalid("Too many projects or branches are selected")
                .hint("Select at most 100, or none for all."));
        }
        let granularity = wire::Granularity::from(self.granularity.as_str());
        if matches!(granularity, wire::Granularity::Other(_)) {
            return Err(Error::invalid("The granularity is not valid")
                .hint("Choose hourly, daily or monthly."));
        }
        let projects = self.project_ids.iter().map(|id| ids::project(id));
        let span = wire::Span {
            from: self.from,
            to: self.to,
            granularity,
        };
        let list = wire::ListConsumption {
            page_size: self.page_size,
            cursor: self.cursor.clone(),
            project_ids: projects.collect::<Result<_, _>>()?,
        };
        Ok((span, list))
    }

    fn organization(&self) -> Result<api::OrgId, Error> {
        let id = self.organization_id.as_deref();
        let id = id.ok_or_else(|| {
            Error::invalid("The organization is missing").hint("Choose an organization.")
        })?;
        ids::organization(id)
    }

    fn metrics(&self) -> Vec<wire::Metric> {
        let metrics = self.metrics.iter().map(String::as_str);
        metrics.map(wire::Metric::from).collect()
    }
}

fn shown<T>(found: &api::Page<T>, page_size: Option<u32>) -> ConsumptionPageView
where
    for<'a> ConsumptionView: From<&'a T>,
{
    ConsumptionPageView {
        next: page::next(found.next.clone(), found.items.len(), page_size),
        items: found.items.iter().map(ConsumptionView::from).collect(),
    }
}

pub(crate) const OPERATIONS: &[Entry<Platform>] = &[ProjectConsumption::ENTRY];
