//! Where projects can be.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

use super::body::QueryParams;
use crate::access::Caller;
use crate::reply::Failure;
use crate::shared::Shared;
use crate::state::KeyScope;

pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/api/v2/regions", get(list))
}

/// One region of one of the two clouds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// `aws` or `azure`.
    pub platform: &'static str,
    plain: &'static str,
    name: &'static str,
    latitude: &'static str,
    longitude: &'static str,
}

const REGIONS: [Region; 11] = [
    region("aws", "us-east-2", "Ohio", "39.96", "-83"),
    region("azure", "eastus2", "Virginia", "36.67", "-78.38"),
    region("aws", "us-east-1", "N. Virginia", "38.13", "-78.45"),
    region("aws", "us-west-2", "Oregon", "46.15", "-123.88"),
    region("aws", "eu-central-1", "Frankfurt", "50", "8"),
    region("aws", "eu-west-2", "London", "51.51", "-0.13"),
    region("aws", "ap-southeast-1", "Singapore", "1.37", "103.8"),
    region("aws", "ap-southeast-2", "Sydney", "-33.86", "151.2"),
    region("aws", "sa-east-1", "São Paulo", "-23.55", "-46.63"),
    region("azure", "westus3", "Arizona", "33.45", "-112.07"),
    region("azure", "gwc", "Germany West Central", "50.11", "8.68"),
];

const fn region(
    platform: &'static str,
    plain: &'static str,
    name: &'static str,
    latitude: &'static str,
    longitude: &'static str,
) -> Region {
    Region {
        platform,
        plain,
        name,
        latitude,
        longitude,
    }
}

impl Region {
    /// As this sandbox spells regions: with the cloud in front, or without, like its usual one.
    pub fn id(&self, usual: &str) -> String {
        let in_front = REGIONS.iter().any(|it| it.long() == usual);
        match in_front {
            true => self.long(),
            false => self.plain.to_owned(),
        }
    }

    fn long(&self) -> String {
        format!("{}-{}", self.platform, self.plain)
    }
}

/// All ids of regions: as the older API spells them, then with the cloud in front.
pub fn ids() -> Vec<String> {
    let plain = REGIONS.iter().map(|it| it.plain.to_owned());
    plain.chain(REGIONS.iter().map(Region::long)).collect()
}

/// The region of that id in either spelling.
pub fn find(id: &str) -> Option<&'static Region> {
    REGIONS.iter().find(|it| it.plain == id || it.long() == id)
}

#[derive(Debug, Deserialize)]
struct ListRegionsQuery {
    org_id: Option<String>,
}

#[derive(Debug, Serialize)]
struct ListRegionsResponse {
    regions: Vec<RegionBody>,
}

#[derive(Debug, Serialize)]
struct RegionBody {
    region_id: String,
    name: &'static str,
    default: bool,
    geo_lat: &'static str,
    geo_long: &'static str,
}

/// An organization's key has no use for it, as on the platform.
async fn list(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    QueryParams(query): QueryParams<ListRegionsQuery>,
) -> Result<Json<ListRegionsResponse>, Failure> {
    if matches!(caller.scope, KeyScope::Organization { .. }) {
        caller.must_be_personal()?;
    }
    if let Some(id) = query.org_id {
        let seen = |state: &_| caller.organization(state, &id).map(drop);
        shared.store.read(seen)?;
    }
    let usual = &shared.config.names.region;
    let regions = REGIONS.iter().map(|it| {
        let region_id = it.id(usual);
        RegionBody {
            default: region_id == *usual,
            region_id,
            name: it.name,
            geo_lat: it.latitude,
            geo_long: it.longitude,
        }
    });
    Ok(Json(ListRegionsResponse {
        regions: regions.collect(),
    }))
}
