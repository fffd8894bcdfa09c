use std::collections::BTreeSet;

use axum::http::StatusCode;
use chrono::{DateTime, Days, Months, NaiveTime, TimeDelta, Utc};

use crate::access::Caller;
use crate::platform_text;
use crate::reply::Failure;
use crate::route::body::{invalid, limit};
use crate::state::hour::hour_of;
use crate::state::usage::month_of;
use crate::state::{KeyScope, PlatformState, Project};

/// How many ids a question may name.
const MOST_IDS: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granularity {
    Hourly,
    Daily,
    Monthly,
}

impl Granularity {
    /// The frame that a moment is in.
    pub fn frame(self, at: DateTime<Utc>) -> (DateTime<Utc>, DateTime<Utc>) {
        match self {
            Self::Hourly => (hour_of(at), hour_of(at) + TimeDelta::hours(1)),
            Self::Daily => {
                let start = at.date_naive().and_time(NaiveTime::MIN).and_utc();
                (start, start + TimeDelta::days(1))
            }
            Self::Monthly => month_of(at),
        }
    }

    /// As far back as such frames are kept.
    fn earliest(self, now: DateTime<Utc>) -> DateTime<Utc> {
        let back = match self {
            Self::Hourly => now.checked_sub_signed(TimeDelta::hours(168)),
            Self::Daily => now.checked_sub_days(Days::new(60)),
            Self::Monthly => now.checked_sub_months(Months::new(12)),
        };
        self.frame(back.unwrap_or(now)).0
    }

    fn of(word: &str) -> Option<Self> {
        match word {
            "hourly" => Some(Self::Hourly),
            "daily" => Some(Self::Daily),
            "monthly" => Some(Self::Monthly),
            _ => None,
        }
    }
}

/// The query, in which some parameters may come several times.
#[derive(Debug)]
pub struct ConsumptionQuery(pub Vec<(String, String)>);

/// The time that is asked about, in whole frames.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    pub granularity: Granularity,
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
}

impl ConsumptionQuery {
    pub fn one(&self, name: &str) -> Option<&str> {
        let mut given = self.0.iter().filter(|(key, _)| key == name);
        given.next().map(|(_, value)| value.as_str())
    }

    /// Repeated, with commas in between, or both.
    pub fn several(&self, name: &str) -> Vec<&str> {
        let given = self.0.iter().filter(|(key, _)| key == name);
        let parts = given.flat_map(|(_, value)| value.split(','));
        parts.map(str::trim).filter(|it| !it.is_empty()).collect()
    }

    pub fn ids(&self, name: &str) -> Result<BTreeSet<&str>, Failure> {
        let ids: BTreeSet<&str> = self.several(name).into_iter().collect();
        if ids.len() > MOST_IDS {
            return Err(invalid(format!("query: {name}: at most {MOST_IDS} ids")));
        }
        Ok(ids)
    }

    pub fn limit(&self, largest: usize, usual: usize) -> Result<usize, Failure> {
        let value = self.one("limit").map(str::parse).transpose();
        limit(
            value.map_err(|_| invalid("query: limit: a number is needed"))?,
            largest,
            usual,
        )
    }

    /// Whole frames: the one that `from` is in up to the one that `to` is in.
    pub fn span(&self, now: DateTime<Utc>) -> Result<Span, Failure> {
        let granularity = self.needed("granularity")?;
        let granularity = Granularity::of(granularity)
            .ok_or_else(|| invalid("query: granularity: must be hourly, daily or monthly"))?;
        let (from, to) = (self.moment("from")?, self.moment("to")?);
        if from > to {
            return Err(invalid("query: from: must not be after to"));
        }
        let start = granularity.frame(from).0;
        if start < granularity.earliest(now) {
            return Err(Failure::new(
                StatusCode::NOT_ACCEPTABLE,
                platform_text::OUTSIDE_OF_GRANULARITY,
            ));
        }
        let (whole, next) = granularity.frame(to);
        Ok(Span {
            granularity,
            from: start,
            to: if whole == to { to } else { next },
        })
    }

    fn moment(&self, name: &str) -> Result<DateTime<Utc>, Failure> {
        let text = self.needed(name)?;
        let read = DateTime::parse_from_rfc3339(text).map(|at| at.to_utc());
        read.map_err(|_| invalid(format!("query: {name}: must be a date-time")))
    }

    fn needed(&self, name: &str) -> Result<&str, Failure> {
        self.one(name)
            .ok_or_else(|| invalid(format!("query: {name}: parameter is required")))
    }

    /// The projects that are asked about and that this key may see.
    pub fn projects<'w>(
        &self,
        state: &'w PlatformState,
        caller: &Caller,
        organization: Option<&str>,
    ) -> Result<Vec<&'w Project>, Failure> {
        let wanted = self.ids("project_ids")?;
        let mine = state.projects.values().filter(|it| {
            let there = it.deleted_at.is_none();
            let named = wanted.is_empty() || wanted.contains(it.id.as_str());
            let belongs = match organization {
                Some(id) => it.organization_id.as_deref() == Some(id),
                None => caller.owns(state, it),
            };
            there && named && belongs
        });
        Ok(mine.collect())
    }
}

/// Whose consumption: the organization that is named, or that of the key. A person may leave it
/// out where `needed` is not set, and gets all that is theirs.
pub fn organization(
    state: &PlatformState,
    caller: &Caller,
    organization_id: Option<&str>,
    needed: bool,
) -> Result<Option<String>, Failure> {
    caller.must_not_be_scoped()?;
    if let Some(id) = organization_id {
        return caller.organization(state, id).map(|it| Some(it.id.clone()));
    }
    if let KeyScope::Organization { organization_id } = &caller.scope {
        return Ok(Some(organization_id.clone()));
    }
    if needed {
        return Err(invalid("query: org_id: parameter is required"));
    }
    let mut members = state.members.values();
    match members.any(|it| it.user_id == caller.user_id) {
        true => Ok(None),
        false => Err(Failure::new(
            StatusCode::FORBIDDEN,
            "consumption history is kept for accounts with an organization only",
        )),
    }
}
