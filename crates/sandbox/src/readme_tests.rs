//! The limits of the sandbox that README names.

use chrono::DateTime;

use crate::config::Config;
use crate::history::HistoryConfig;
use crate::postgres::server_settings::{ON_MACOS, max_connections};
use crate::state::project::RECOVERY;
use crate::state::temporary::LIFETIME;
use crate::state::{KeyScope, Project};

const README: &str = include_str!("../../../README.md");

#[test]
fn readme_names_the_limits_of_the_sandbox() {
    let history = HistoryConfig::default();
    let begins = (history.check_every + history.begins_after).as_secs();
    let idle = Config::new(std::path::PathBuf::new()).idle_after.as_secs();
    assert_eq!((begins, idle), (7, 5 * 60));
    let project = Project::new(String::new(), String::new(), DateTime::UNIX_EPOCH);
    assert_eq!(project.history_retention_seconds, 24 * 60 * 60);
    assert_eq!(RECOVERY.num_days(), 7);
    // A fourth type does not compile here.
    let _number = |scope: KeyScope| match scope {
        KeyScope::Personal => 1,
        KeyScope::Organization { .. } => 2,
        KeyScope::Project { .. } => 3,
    };
    let readme: Vec<&str> = README.split_whitespace().collect();
    let readme = readme.join(" ");
    for sentence in [
        format!("It lasts {} hours, or permanently", LIFETIME.num_hours()),
        format!(
            "A compute takes {} to {} connections, by its size ({ON_MACOS} on macOS)",
            max_connections(0.25),
            max_connections(f64::MAX)
        ),
        format!("{ON_MACOS} connections a compute"),
        format!(
            "`--max-history` ({} GB a project)",
            history.most_bytes / 1_000_000_000
        ),
        "The past begins up to seven seconds after a branch is created".to_owned(),
        "restore window (a day, `history_retention_seconds`; 0 for none)".to_owned(),
        "keeps its disk space for the seven days in which it can be recovered".to_owned(),
        "keys of three types".to_owned(),
        "**API keys** of all three types".to_owned(),
        "It is suspended five minutes after the last traffic".to_owned(),
    ] {
        assert!(
            readme.contains(&sentence),
            "README does not say: {sentence}"
        );
    }
}
