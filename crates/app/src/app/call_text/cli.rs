//! A call as a command of the platform's command-line client.

use crate::accounts::client::AccountClient;
use crate::core::names;
use crate::core::operation::{Args, Info, Operation as _};
use crate::features::Features;
use crate::model::profile::Profile;
use crate::resources::projects::{
    CreateProject, ProjectCreate, ProjectDelete, ProjectGet, ProjectPage, ProjectRecover,
    ProjectSettings, ProjectUpdate, UpdateProject,
};
use crate::tools::command_text as shell;
use crate::view::{ComputeSizeView, ProjectScope};

/// The version of PostgreSQL that the client makes projects with.
const PG_VERSION: u32 = 17;

/// The command, where the client has one that does the same. What it cannot say is not left out of a command: there is
/// none then.
pub(super) async fn command(
    app: &Features,
    account_client: &AccountClient,
    operation: Info,
    args: Args,
    psql: Option<&[String]>,
) -> Option<String> {
    let words = match operation.name {
        name if name == ProjectPage::INFO.name => {
            let page: ProjectPage = args.read().ok()?;
            list(page.scope, page.organization_id.as_deref())
        }
        name if name == ProjectCreate::INFO.name => {
            let ProjectCreate { create } = args.read().ok()?;
            created(&create)?
        }
        name if name == ProjectUpdate::INFO.name => {
            let ProjectUpdate { project_id, update } = args.read().ok()?;
            // The client wants the name in any case.
            let known = names::project_name(app, &account_client.account.id, &project_id).await;
            let name = update.name.clone().or(known)?;
            updated(&project_id, &update, &name)?
        }
        name => {
            let (_, subcommand) = ABOUT.iter().find(|(about, _)| about.name == name)?;
            let project_id: String = args.get("project_id").ok()?;
            Words::about(subcommand, &project_id)
        }
    };
    Some(
        words
            .at(account_client.profile, account_client.base())
            .with_psql(psql)
            .0,
    )
}

/// The operations that the client's subcommands do with a project alone.
const ABOUT: [(Info, &str); 3] = [
    (ProjectGet::INFO, "get"),
    (ProjectDelete::INFO, "delete"),
    (ProjectRecover::INFO, "recover"),
];

fn list(scope: ProjectScope, organization: Option<&str>) -> Words {
    // The client lists shared projects together with one's own.
    Words::new("list")
        .option("--org-id", organization)
        .flag("--recoverable-only", scope == ProjectScope::Deleted)
}

fn created(create: &CreateProject) -> Option<Words> {
    // All by name, so that nothing that is new is left out unnoticed.
    let CreateProject {
        name,
        region_id,
        organization_id,
        pg_version,
        branch: None,
        database,
        role,
        compute,
        settings,
        store_passwords: None,
        history_retention_seconds: None,
    } = create
    else {
        return None;
    };
    if pg_version.is_some_and(|version| version != PG_VERSION) {
        return None;
    }
    Words::new("create")
        .option("--name", name.as_deref().map(str::trim))
        .option("--region-id", region_id.as_deref().map(str::trim))
        .option("--org-id", organization_id.as_deref())
        .option("--database", database.as_deref())
        .option("--role", role.as_deref())
        .option("--cu", size(compute)?.as_deref())
        .settings(settings)
}

fn updated(project_id: &str, update: &UpdateProject, name: &str) -> Option<Words> {
    let UpdateProject {
        name: _,
        compute,
        settings,
        history_retention_seconds: None,
    } = update
    else {
        return None;
    };
    Words::about("update", project_id)
        .option("--name", Some(name))
        .option("--cu", size(compute)?.as_deref())
        .settings(settings)
}

/// A fixed size such as `2`, or a range such as `0.5-3`. `None` for what is neither, `Some(None)` for no size.
#[expect(
    clippy::option_option,
    reason = "no size is another thing than one that cannot be said"
)]
fn size(size: &ComputeSizeView) -> Option<Option<String>> {
    match (size.min_cu, size.max_cu, size.suspend_timeout_seconds) {
        (None, None, None) => Some(None),
        (Some(min), Some(max), None) if min.to_bits() == max.to_bits() => {
            Some(Some(min.to_string()))
        }
        (Some(min), Some(max), None) => Some(Some(format!("{min}-{max}"))),
        _ => None,
    }
}

/// A command so far.
struct Words(String);

impl Words {
    fn new(subcommand: &str) -> Self {
        Self(format!("neonctl projects {subcommand}"))
    }

    fn about(subcommand: &str, project_id: &str) -> Self {
        let words = Self::new(subcommand);
        words.raw(&shell::word(project_id))
    }

    fn raw(mut self, word: &str) -> Self {
        self.0.push(' ');
        self.0.push_str(word);
        self
    }

    fn option(self, name: &str, value: Option<&str>) -> Self {
        match value {
            None => self,
            // Behind a blank it would be taken for an option.
            Some(value) if value.starts_with('-') => {
                self.raw(&format!("{name}={}", shell::quoted(value)))
            }
            Some(value) => self.raw(name).raw(&shell::word(value)),
        }
    }

    fn flag(self, name: &str, is_set: bool) -> Self {
        if is_set { self.raw(name) } else { self }
    }

    fn choice(self, name: &str, value: Option<bool>) -> Self {
        match value {
            None => self,
            Some(true) => self.raw(name),
            Some(false) => self.raw(&format!("{name}=false")),
        }
    }

    fn settings(self, settings: &ProjectSettings) -> Option<Self> {
        let ProjectSettings {
            block_public,
            block_vpc,
            hipaa,
            logical_replication: None,
            allowed_ips: None,
            preload: None,
        } = settings
        else {
            return None;
        };
        let words = self
            .choice("--block-public-connections", *block_public)
            .choice("--block-vpc-connections", *block_vpc)
            .choice("--hipaa", *hipaa);
        Some(words)
    }

    /// Adds the address unless the client goes there by itself. It reads the key from the variable of the environment,
    /// as everybody on the machine could read one among its arguments.
    fn at(self, profile: &Profile, base: &str) -> Self {
        if profile.base_url == Some(base) {
            return self;
        }
        self.raw("--api-host").raw(&shell::quoted(base))
    }

    /// Everything behind `--` is for psql, so this comes last.
    fn with_psql(self, more: Option<&[String]>) -> Self {
        let Some(more) = more else { return self };
        let words = self.raw("--psql");
        if more.is_empty() {
            return words;
        }
        let more = more.iter().map(|word| shell::word(word));
        more.fold(words.raw("--"), |words, word| words.raw(&word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::profile::{CUSTOM, NEON};

    #[test]
    fn the_address_is_said_where_it_is_not_the_clients_own() {
        let own = Words::new("list").at(&NEON, "https://console.neon.tech/api/v2");
        assert_eq!(own.0, "neonctl projects list");
        for profile in [&NEON, &CUSTOM] {
            let other = Words::new("list").at(profile, "https://db.example.com/it's/api/v2");
            let expected =
                r"neonctl projects list --api-host 'https://db.example.com/it'\''s/api/v2'";
            assert_eq!(other.0, expected);
        }
    }
}
