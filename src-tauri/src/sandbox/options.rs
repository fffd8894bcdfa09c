//! What the person chose of the sandbox, as the sandbox takes it.

use std::path::PathBuf;
use std::time::Duration;

use app::view::SettingsView;
use sandbox::Config;

const GIGABYTE: u64 = 1_000_000_000;

pub fn chosen(settings: &SettingsView, data_dir: PathBuf) -> Config {
    let usual = Config::new(data_dir);
    Config {
        allow_old_postgres: settings.sandbox_old_postgres,
        idle_after: Duration::from_secs(u64::from(settings.sandbox_idle_minutes) * 60),
        max_unclaimed: usize::try_from(settings.sandbox_max_unclaimed)
            .unwrap_or(usual.max_unclaimed),
        max_disk: settings
            .sandbox_max_disk_gb
            .map(|gigabytes| u64::from(gigabytes) * GIGABYTE),
        ..usual
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
            ..SettingsView::default()
        };
        let config = chosen(&settings, PathBuf::from("data"));
        assert!(config.allow_old_postgres);
        assert_eq!(config.idle_after, Duration::from_secs(420));
        assert_eq!(config.max_unclaimed, 3);
        assert_eq!(config.max_disk, Some(20_000_000_000));
    }

    /// The sandbox's own defaults are those of the settings.
    #[test]
    fn whoever_chooses_nothing_gets_what_the_sandbox_does_by_itself() {
        let usual = Config::new("data");
        let config = chosen(&SettingsView::default(), PathBuf::from("data"));
        assert_eq!(
            (config.max_unclaimed, config.max_disk, config.idle_after),
            (usual.max_unclaimed, usual.max_disk, usual.idle_after)
        );
    }
}
