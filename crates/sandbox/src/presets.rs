//! Sets of options, each in one place.

use std::time::Duration;

use crate::config::{Config, Names};
use crate::limits::RateLimits;

/// A project's branches on the live platform's free plan.
const LIVE_BRANCHES: usize = 10;
/// About what an operation takes there.
const LIVE_PACE: Duration = Duration::from_secs(1);

impl Config {
    /// Sets the names and limits of the live platform. What the specification leaves to the platform is
    /// left as it is.
    pub fn set_live(&mut self) {
        self.names = Names {
            database: "neondb".into(),
            role: "neondb_owner".into(),
            auth_provider: "stack".into(),
            auth_schema: "neon_auth".into(),
            region: "aws-us-east-1".into(),
            organization: self.names.organization.clone(),
        };
        self.compute_by_default = false;
        self.rate_limits = Some(RateLimits::LIVE);
        self.operation_pace = LIVE_PACE;
        self.branches_limit = Some(LIVE_BRANCHES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_live_platform_s_names_are_fit_and_the_rest_stays() {
        let mut config = Config::new("data");
        config.names.organization = "Acme".into();
        config.max_running = Some(7);
        config.set_live();
        assert_eq!(config.names.first_unfit(), None);
        assert!(crate::route::regions::find(&config.names.region).is_some());
        assert_eq!(config.names.organization, "Acme");
        assert_eq!(config.max_running, Some(7));
        assert!(!config.compute_by_default);
    }
}
