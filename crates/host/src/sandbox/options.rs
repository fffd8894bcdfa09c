//! What the person chose of the sandbox, as the sandbox takes it.

use std::path::PathBuf;
use std::time::Duration;

use app::accounts::LocalNames;
use app::view::{SandboxOptions, SettingsView};
use sandbox::{Config, Names, RateLimits};

const GIGABYTE: u64 = 1_000_000_000;

pub fn chosen(settings: &SettingsView, data_dir: PathBuf) -> Config {
    let usual = Config::new(data_dir);
    let options = &settings.sandbox_options;
    Config {
        allow_old_postgres: settings.sandbox_old_postgres,
        idle_after: Duration::from_secs(u64::from(settings.sandbox_idle_minutes) * 60),
        max_unclaimed: usize::try_from(settings.sandbox_max_unclaimed)
            .unwrap_or(usual.max_unclaimed),
        max_disk: settings
            .sandbox_max_disk_gb
            .map(|gigabytes| u64::from(gigabytes) * GIGABYTE),
        purge_deleted_when_full: settings.sandbox_purge_deleted_when_full,
        names: Names {
            database: options.database.clone(),
            role: options.role.clone(),
            auth_provider: options.auth_provider.clone(),
            auth_schema: options.auth_schema.clone(),
            // Another version may have known others.
            region: match sandbox::regions().contains(&options.region) {
                true => options.region.clone(),
                false => usual.names.region.clone(),
            },
            organization: usual.names.organization.clone(),
        },
        compute_by_default: options.compute_by_default,
        rate_limits: options.requests_per_minute.map(RateLimits::of_a_minute),
        operation_pace: Duration::from_millis(u64::from(options.operation_pace_ms)),
        branches_limit: options
            .branches_limit
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        ..usual
    }
}

/// The sandbox's own defaults.
pub fn usual() -> SandboxOptions {
    of(&Config::new(PathBuf::new()))
}

pub fn live() -> SandboxOptions {
    let mut config = Config::new(PathBuf::new());
    config.set_live();
    of(&config)
}

/// Whether a sandbox that starts now would be another one than that.
pub fn differ(settings: &SettingsView, running: &Config) -> bool {
    let next = chosen(settings, running.data_dir.clone());
    let read = |it: &Config| {
        (
            it.allow_old_postgres,
            it.idle_after,
            it.max_unclaimed,
            it.max_disk,
            it.purge_deleted_when_full,
        )
    };
    of(&next) != of(running) || read(&next) != read(running)
}

/// What the core has to know of them.
pub fn names(running: &Config) -> LocalNames {
    let names = &running.names;
    LocalNames {
        database: names.database.clone(),
        role: names.role.clone(),
        auth_provider: names.auth_provider.clone(),
        users_schema: names.auth_schema.clone(),
        region: names.region.clone(),
    }
}

fn of(config: &Config) -> SandboxOptions {
    let names = &config.names;
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    SandboxOptions {
        database: names.database.clone(),
        role: names.role.clone(),
        auth_provider: names.auth_provider.clone(),
        auth_schema: names.auth_schema.clone(),
        region: names.region.clone(),
        compute_by_default: config.compute_by_default,
        requests_per_minute: config.rate_limits.map(|it| number(it.per_minute)),
        operation_pace_ms: u32::try_from(config.operation_pace.as_millis()).unwrap_or(u32::MAX),
        branches_limit: config.branches_limit.map(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_reaches_the_sandbox() {
        let settings = SettingsView {
            sandbox_old_postgres: true,
            sandbox_idle_minutes: 7,
            sandbox_max_unclaimed: 3,
            sandbox_max_disk_gb: Some(20),
            sandbox_purge_deleted_when_full: true,
            sandbox_options: SandboxOptions {
                database: "shop".to_owned(),
                role: "keeper".to_owned(),
                auth_provider: "theirs".to_owned(),
                auth_schema: "people".to_owned(),
                region: "azure-gwc".to_owned(),
                compute_by_default: false,
                requests_per_minute: None,
                operation_pace_ms: 250,
                branches_limit: Some(4),
            },
            ..SettingsView::default()
        };
        let config = chosen(&settings, PathBuf::from("data"));
        assert!(config.allow_old_postgres);
        assert_eq!(config.idle_after, Duration::from_secs(420));
        assert_eq!(config.max_unclaimed, 3);
        assert_eq!(config.max_disk, Some(20_000_000_000));
        assert!(config.purge_deleted_when_full);
        assert_eq!(of(&config), settings.sandbox_options);
        assert_eq!(config.operation_pace, Duration::from_millis(250));
        assert_eq!(names(&config).users_schema, "people");
    }

    /// The sandbox's own defaults are those of the settings.
    #[test]
    fn whoever_chooses_nothing_gets_what_the_sandbox_does_by_itself() {
        let usual = Config::new("data");
        let settings = SettingsView::default();
        let config = chosen(&settings, PathBuf::from("data"));
        assert_eq!(
            (config.max_unclaimed, config.max_disk, config.idle_after),
            (usual.max_unclaimed, usual.max_disk, usual.idle_after)
        );
        assert!(
            !config.purge_deleted_when_full,
            "deleted projects can be recovered"
        );
        assert_eq!(config.rate_limits, usual.rate_limits);
        assert_eq!(settings.sandbox_options, self::usual());
        assert_eq!(names(&usual), LocalNames::default());
        assert!(!differ(&settings, &usual));
    }

    #[test]
    fn the_live_platform_is_one_set_of_them() {
        let settings = SettingsView {
            sandbox_options: live(),
            ..SettingsView::default()
        };
        let mut config = Config::new("data");
        assert!(differ(&settings, &config));
        config.set_live();
        assert!(!differ(&settings, &config));
    }

    #[test]
    fn a_region_that_is_not_known_here_is_the_usual_one() {
        let mut settings = SettingsView::default();
        settings.sandbox_options.region = "mars-1".to_owned();
        let config = chosen(&settings, PathBuf::from("data"));
        assert_eq!(config.names.region, Config::new("data").names.region);
    }
}
