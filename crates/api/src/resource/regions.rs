//! Places where projects can run.

use serde::Deserialize;

use super::{lenient, whole};
use crate::call::Call;
use crate::{Error, Listed, Management, OrgId, Reply};

/// A region. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Region {
    /// Such as `aws-us-east-2`; platforms spell them differently.
    pub region_id: String,
    /// Such as `AWS US East 2 (Ohio)`. Empty when the reply has none.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub name: String,
    /// Whether new projects run here when nothing else is said.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub default: bool,
    /// Degrees of latitude, as text.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub geo_lat: Option<String>,
    /// Degrees of longitude, as text.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub geo_long: Option<String>,
}

impl Listed for Region {
    const FIELD: &'static str = "regions";
}

/// Which regions are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListRegions {
    /// Those that this organization may use; the caller's own when `None`.
    pub org_id: Option<OrgId>,
}

/// The regions of the platform.
#[derive(Debug, Clone)]
pub struct Regions {
    management: Management,
}

impl Management {
    /// The regions of the platform.
    #[must_use]
    pub fn regions(&self) -> Regions {
        Regions {
            management: self.clone(),
        }
    }
}

impl Regions {
    /// Those that are open for new projects (`GET /regions`). An organization's key gets an error with `is_not_found`.
    pub async fn list(&self, list: &ListRegions) -> Result<Reply<Vec<Region>>, Error> {
        let call = Call::get("list the regions", "/regions", &[])
            .query_opt("org_id", list.org_id.as_ref());
        whole(&self.management, call).await
    }
}
