//! The cluster that every new database is copied from: made once per version and set of names.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::binaries::PostgresVersion;
use super::cluster_program::{ClusterError, run};
use super::own_roles::ADMIN;
use super::process::program;
use super::{bare_cluster, blocking, shared_memory, single, sql, tree};
use crate::config::Names;
use crate::disk;
use crate::owner::{Owner, give, set_mode, write_private};
use crate::state::Secret;

/// Counts up with every change to what a template holds.
const REVISION: u32 = 2;

#[derive(Debug, Clone)]
pub struct TemplatePlan {
    pub pg: PostgresVersion,
    pub owner: Option<Owner>,
    /// The folder that holds templates, open to the servers' user.
    pub templates_dir: PathBuf,
    pub names: Names,
    pub admin_password: Secret,
}

impl TemplatePlan {
    fn path(&self) -> PathBuf {
        let Self { pg, names, .. } = self;
        self.templates_dir.join(format!(
            "{}-{REVISION}-{}-{}-{:016x}",
            pg.version,
            names.role,
            names.database,
            mark(&self.admin_password)
        ))
    }
}

/// Tells templates with another password apart, such as those that outlived their store. The
/// same for the same password, for ever (FNV-1a).
fn mark(password: &Secret) -> u64 {
    let bytes = password.reveal().bytes();
    bytes.fold(0xcbf2_9ce4_8422_2325, |mark, byte| {
        (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The template's folder, if it was made.
pub fn find(plan: &TemplatePlan) -> Option<PathBuf> {
    let done = plan.path();
    done.join("PG_VERSION").is_file().then_some(done)
}

/// Makes a cluster that a template may become, and a database as well; nothing of it is brought to the
/// disk yet. Its name is not a template's, so a crash leaves nothing that could be taken for one.
pub async fn make(plan: &TemplatePlan) -> Result<PathBuf, ClusterError> {
    let done = plan.path();
    // A name of this process's own: an `initdb` that outlived a killed one may still write into its folder.
    let making = disk::with_ending(&done, &format!("{}.making", std::process::id()));
    let templates_dir = plan.templates_dir.clone();
    blocking(move || remove_others(&templates_dir, &done)).await?;
    disk::make_folders(&plan.templates_dir)?;
    set_mode(&plan.templates_dir, 0o711)?;
    bare_cluster::put(&plan.pg, plan.owner, &making).await?;
    configure(plan, &making)?;
    fill(plan, &making).await?;
    super::opening_note::note_made(&plan.pg, plan.owner, &making)?;
    blocking(move || {
        bare_cluster::remove_unneeded(&making)?;
        Ok(making)
    })
    .await
    .map_err(ClusterError::from)
}

/// Makes it the template. Only what is on the disk may get the name that says it is whole.
pub async fn keep(plan: &TemplatePlan, made: PathBuf) -> Result<PathBuf, ClusterError> {
    let done = plan.path();
    blocking(move || {
        disk::sync_tree(&made)?;
        disk::rename(&made, &done)?;
        Ok(done)
    })
    .await
    .map_err(ClusterError::from)
}

/// Templates of other versions, names and passwords, and what a crash left of this one: whichever
/// is wanted again is made again.
fn remove_others(templates_dir: &Path, done: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(templates_dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        if path != done
            && path != spare_of(done)
            && let Err(error) = tree::remove(&path)
        {
            tracing::warn!(%error, path = %path.display(), "a former template was not removed");
        }
    }
    Ok(())
}

/// Where one cluster is copied ahead.
pub fn spare_of(template: &Path) -> PathBuf {
    disk::with_ending(template, "ahead")
}

fn configure(plan: &TemplatePlan, cluster: &Path) -> io::Result<()> {
    let access = super::cluster::access_rules();
    for (name, text) in [
        ("postgresql.conf", super::cluster::base_configuration()),
        ("pg_hba.conf", access.as_str()),
    ] {
        let path = cluster.join(name);
        write_private(&path, text)?;
        give(&path, plan.owner)?;
    }
    Ok(())
}

/// Makes the role and the database in single-user mode, without waiting for the disk: the whole
/// tree is brought there at once when it is done.
async fn fill(plan: &TemplatePlan, cluster: &Path) -> Result<(), ClusterError> {
    let mut command = program(&plan.pg, "postgres", plan.owner);
    command.args(["--single", "-F", "-D"]).arg(cluster);
    command.args(shared_memory::arguments()).args([
        "-c",
        "ssl=off",
        "-c",
        "exit_on_error=on",
        "postgres",
    ]);
    run(
        "postgres",
        command,
        &sql::template_script(&plan.names, &plan.admin_password),
    )
    .await
}

/// Gives the sandbox's superuser its present password in data that has another one. In single-user
/// mode nobody is asked for one, and nothing of the data's owner runs.
pub async fn set_admin_password(plan: &TemplatePlan, cluster: &Path) -> Result<(), ClusterError> {
    let mut command = program(&plan.pg, "postgres", plan.owner);
    command.args(["--single", "-D"]).arg(cluster);
    command.args(shared_memory::arguments());
    command.args(single::NO_USER_CODE).args([
        "-c",
        "ssl=off",
        "-c",
        "exit_on_error=on",
        "postgres",
    ]);
    let (admin, password) = (
        sql::identifier(ADMIN),
        sql::literal(plan.admin_password.reveal()),
    );
    let script = format!("SET scram_iterations = 1;\nALTER ROLE {admin} PASSWORD {password};\n");
    run("postgres", command, &script).await
}
