//! What a person may ask of projects.

use api::resource::projects as wire;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::check::{self, LONG_NAME};
use crate::base::ids;
use crate::view::{ComputeSizeView, ConnectionRequest};

/// Which projects are asked for.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ListProjects {
    /// How many on a page, 1 to 400; 10 when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
    /// Part of a name or id.
    pub search: Option<String>,
    /// The organization, where the platform needs one.
    pub organization_id: Option<String>,
    /// Only those that are deleted and can be brought back.
    pub recoverable: bool,
}

impl ListProjects {
    pub(super) fn checked(self) -> Result<wire::ListProjects, Error> {
        let organization = self.organization_id.as_deref();
        Ok(wire::ListProjects {
            page_size: self.page_size,
            cursor: self.cursor,
            search: self.search,
            org_id: organization.map(ids::organization).transpose()?,
            recoverable: self.recoverable,
            timeout: None,
        })
    }
}

/// What a new project is to be; what is `None` is the platform's choice.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct CreateProject {
    /// Its name, 1 to 256 characters; its id when `None`.
    pub name: Option<String>,
    /// Where it runs, as the platform spells it.
    pub region_id: Option<String>,
    /// The organization it is for.
    pub organization_id: Option<String>,
    /// Major version of PostgreSQL.
    pub pg_version: Option<u32>,
    /// The name of its first branch.
    pub branch: Option<String>,
    /// The name of its first database.
    pub database: Option<String>,
    /// The name of the role that owns it.
    pub role: Option<String>,
    /// The size of its first compute.
    pub compute: ComputeSizeView,
    /// What is set on the project as a whole.
    pub settings: ProjectSettings,
    /// Whether passwords of roles can be revealed later.
    pub store_passwords: Option<bool>,
    /// Length of the restore window in seconds, 0 to 2592000.
    pub history_retention_seconds: Option<u32>,
}

/// What is set on a project as a whole; what is `None` stays, or is the platform's choice.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct ProjectSettings {
    /// Refuse connections over the public internet.
    pub block_public: Option<bool>,
    /// Refuse connections from private networks.
    pub block_vpc: Option<bool>,
    /// Keep to HIPAA.
    pub hipaa: Option<bool>,
    /// `wal_level=logical` on every compute. Cannot be taken back.
    pub logical_replication: Option<bool>,
    /// Addresses, ranges and networks that connections may come from; an empty list is everywhere.
    pub allowed_ips: Option<Vec<String>>,
    /// What PostgreSQL loads when it starts. Computes have it after their next start.
    pub preload: Option<PreloadSetting>,
}

/// Which libraries PostgreSQL loads when it starts.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreloadSetting {
    /// Whether the platform's own choice is loaded, too.
    pub use_defaults: bool,
    /// Names of further libraries.
    pub libraries: Vec<String>,
}

/// What is changed of a project; what is `None` stays.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateProject {
    /// A new name, 1 to 256 characters.
    pub name: Option<String>,
    /// What its computes get when nothing else is said.
    pub compute: ComputeSizeView,
    /// What is set on the project as a whole.
    pub settings: ProjectSettings,
    /// Length of the restore window in seconds, 0 to 2592000.
    pub history_retention_seconds: Option<u32>,
}

impl CreateProject {
    pub(super) fn checked(self) -> Result<wire::CreateProject, Error> {
        if let Some(version) = self.pg_version
            && !(14..=99).contains(&version)
        {
            return Err(Error::invalid("This is not a valid PostgreSQL version")
                .hint("Choose 14 or newer, such as 17."));
        }
        for (name, of_what) in [(&self.database, "database"), (&self.role, "role")] {
            if let Some(name) = name {
                check::identifier(name, of_what)?;
            }
        }
        check::restore_window(self.history_retention_seconds)?;
        let region = self.region_id.as_deref();
        let region_id = region
            .map(|region| check::filled(region, "region"))
            .transpose()?;
        let organization = self.organization_id.as_deref();
        let branch = wire::CreateProjectBranch {
            name: check::optional_name(self.branch.as_deref(), "branch", LONG_NAME)?,
            role_name: self.role,
            database_name: self.database,
            ..wire::CreateProjectBranch::default()
        };
        let (min_cu, max_cu) = (self.compute.min_cu, self.compute.max_cu);
        let defaults = defaults(&self.compute)?;
        Ok(wire::CreateProject {
            name: check::optional_name(self.name.as_deref(), "project", LONG_NAME)?,
            region_id,
            pg_version: self.pg_version,
            org_id: organization.map(ids::organization).transpose()?,
            branch: (branch != wire::CreateProjectBranch::default()).then_some(branch),
            settings: self.settings.checked()?,
            autoscaling_limit_min_cu: min_cu,
            autoscaling_limit_max_cu: max_cu,
            provisioner: None,
            default_endpoint_settings: defaults,
            store_passwords: self.store_passwords,
            history_retention_seconds: self.history_retention_seconds,
        })
    }
}

impl UpdateProject {
    pub(super) fn checked(self) -> Result<wire::UpdateProject, Error> {
        if self == Self::default() {
            return Err(Error::invalid("Nothing to change").hint("Change something first."));
        }
        check::restore_window(self.history_retention_seconds)?;
        Ok(wire::UpdateProject {
            name: check::optional_name(self.name.as_deref(), "project", LONG_NAME)?,
            settings: self.settings.checked()?,
            default_endpoint_settings: defaults(&self.compute)?,
            history_retention_seconds: self.history_retention_seconds,
        })
    }
}

impl ConnectionRequest {
    pub(crate) fn checked(&self) -> Result<wire::ConnectionUriOptions, Error> {
        check::identifier(&self.database, "database")?;
        check::identifier(&self.role, "role")?;
        Ok(wire::ConnectionUriOptions {
            branch_id: self.branch_id.as_deref().map(ids::branch).transpose()?,
            endpoint_id: self.compute_id.as_deref().map(ids::compute).transpose()?,
            pooled: self.pooled,
        })
    }
}

impl ProjectSettings {
    fn checked(self) -> Result<Option<wire::ProjectSettings>, Error> {
        let origins = self.allowed_ips.map(|origins| {
            let checked = origins.iter().map(|it| check::origin_of_connections(it));
            checked.collect::<Result<Vec<_>, _>>()
        });
        let preload = self.preload.map(|preload| {
            let names = preload.libraries.iter();
            let names = names.map(|it| check::segment(it, "library"));
            Ok::<_, Error>(wire::PreloadLibraries {
                use_defaults: Some(preload.use_defaults),
                enabled_libraries: Some(names.collect::<Result<_, _>>()?),
            })
        });
        let settings = wire::ProjectSettings {
            preload_libraries: preload.transpose()?,
            block_public_connections: self.block_public,
            block_vpc_connections: self.block_vpc,
            hipaa: self.hipaa,
            enable_logical_replication: self.logical_replication,
            allowed_ips: origins.transpose()?.map(|ips| wire::AllowedIps {
                ips: Some(ips),
                protected_branches_only: None,
            }),
            ..wire::ProjectSettings::default()
        };
        Ok((settings != wire::ProjectSettings::default()).then_some(settings))
    }
}

fn defaults(size: &ComputeSizeView) -> Result<Option<wire::DefaultEndpointSettings>, Error> {
    check::compute_range(size.min_cu, size.max_cu)?;
    let defaults = wire::DefaultEndpointSettings {
        autoscaling_limit_min_cu: size.min_cu,
        autoscaling_limit_max_cu: size.max_cu,
        suspend_timeout_seconds: check::suspend_timeout(size.suspend_timeout_seconds)?,
        ..wire::DefaultEndpointSettings::default()
    };
    Ok((defaults != wire::DefaultEndpointSettings::default()).then_some(defaults))
}
