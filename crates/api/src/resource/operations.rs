//! Operations: the platform's records of work that goes on after a reply.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use futures::Stream;

use super::lenient;
use crate::call::Call;
use crate::{BranchId, EndpointId, Error, Listed, Management, OperationId, Page, ProjectId, Reply};

/// One piece of work on a project. Id, project and status are always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Operation {
    /// A UUID.
    pub id: OperationId,
    /// The project it works on.
    pub project_id: ProjectId,
    /// The branch it works on, if on one.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub branch_id: Option<BranchId>,
    /// The compute it works on, if on one.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub endpoint_id: Option<EndpointId>,
    /// What it does.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub action: Option<OperationAction>,
    /// How far it is.
    pub status: OperationStatus,
    /// Why it failed, in the platform's words.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub error: Option<String>,
    /// How often it has failed so far.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub failures_count: i64,
    /// When a failed one is tried again.
    #[serde(default, deserialize_with = "lenient::time")]
    pub retry_at: Option<DateTime<Utc>>,
    /// When it was ordered.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// When its record last changed.
    #[serde(default, deserialize_with = "lenient::time")]
    pub updated_at: Option<DateTime<Utc>>,
    /// How long it took, in milliseconds; 0 until it has ended.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub total_duration_ms: i64,
}

open_enum! {
    /// How far an operation is.
    pub enum OperationStatus {
        /// It waits for its turn.
        Scheduling = "scheduling",
        /// It is at work.
        Running = "running",
        /// It is done.
        Finished = "finished",
        /// It failed and may be tried again: this is not its end.
        Failed = "failed",
        /// It failed for good.
        Error = "error",
        /// It is being called off.
        Cancelling = "cancelling",
        /// It was called off.
        Cancelled = "cancelled",
        /// There was nothing to do.
        Skipped = "skipped",
    }
}

impl OperationStatus {
    /// True when it never changes again: finished, cancelled, skipped or error. `failed` is not among them, because a
    /// failed operation can still be tried again; nor is a word that is not known.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        matches!(
            self,
            Self::Finished | Self::Cancelled | Self::Skipped | Self::Error
        )
    }
}

open_enum! {
    /// What an operation does.
    pub enum OperationAction {
        /// Makes a compute.
        CreateCompute = "create_compute",
        /// Sets up storage and the default branch of a new project.
        CreateTimeline = "create_timeline",
        /// Starts a compute, ordered or because somebody connects.
        StartCompute = "start_compute",
        /// Suspends a compute, ordered or because it is idle.
        SuspendCompute = "suspend_compute",
        /// Brings new settings, roles or databases to a compute.
        ApplyConfig = "apply_config",
        /// Brings new settings, such as the restore window, to storage.
        ApplyStorageConfig = "apply_storage_config",
        /// Looks whether a branch's data is there and a compute can start.
        CheckAvailability = "check_availability",
        /// Deletes a branch's data.
        DeleteTimeline = "delete_timeline",
        /// Makes a branch.
        CreateBranch = "create_branch",
        /// Deletes the data of a deleted project.
        DeleteTenant = "delete_tenant",
        /// Brings data in.
        ImportData = "import_data",
        /// Leaves a project out of storage's upkeep.
        TenantIgnore = "tenant_ignore",
        /// Attaches a project to storage.
        TenantAttach = "tenant_attach",
        /// Detaches an idle project from storage.
        TenantDetach = "tenant_detach",
        /// Attaches a detached project again, because it is asked for.
        TenantReattach = "tenant_reattach",
        /// Exchanges a keeper of the write-ahead log.
        ReplaceSafekeeper = "replace_safekeeper",
        /// Ends a project's maintenance.
        DisableMaintenance = "disable_maintenance",
        /// Prepares a second storage server.
        PrepareSecondaryPageserver = "prepare_secondary_pageserver",
        /// Moves a project to another storage server.
        SwitchPageserver = "switch_pageserver",
        /// Makes a branch independent of its parent.
        DetachParentBranch = "detach_parent_branch",
        /// Archives a branch.
        TimelineArchive = "timeline_archive",
        /// Brings an archived branch back.
        TimelineUnarchive = "timeline_unarchive",
        /// Starts a compute out of a reserve.
        StartReservedCompute = "start_reserved_compute",
        /// Reads databases and roles back from a compute.
        SyncDbsAndRolesFromCompute = "sync_dbs_and_roles_from_compute",
        /// Takes a schema over from another branch.
        ApplySchemaFromBranch = "apply_schema_from_branch",
        /// Hides a branch from storage.
        TimelineMarkInvisible = "timeline_mark_invisible",
        /// Brings a branch's protection to storage.
        TimelineUpdateProtectedConfig = "timeline_update_protected_config",
        /// Warms a replica up.
        PrewarmReplica = "prewarm_replica",
        /// Makes a replica the one that is written to.
        PromoteReplica = "promote_replica",
        /// Marks storage as clean.
        SetStorageNonDirty = "set_storage_non_dirty",
        /// Exchanges what stands behind a compute.
        SwapBindingId = "swap_binding_id",
        /// Ends a migration.
        FinalizeMigration = "finalize_migration",
        /// Marks a migration as prepared.
        MarkMigrationPrepared = "mark_migration_prepared",
        /// Updates a compute's catalogue.
        UpdateCatalog = "update_catalog",
        /// Detaches the keepers of the write-ahead log.
        TenantDetachSafekeepers = "tenant_detach_safekeepers",
        /// Attaches the keepers of the write-ahead log.
        TenantAttachSafekeepers = "tenant_attach_safekeepers",
        /// Brings settings of the extension proxy up to date.
        EpcSync = "epc_sync",
    }
}

impl Listed for Operation {
    const FIELD: &'static str = "operations";
}

/// Which part of the operations is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListOperations {
    /// How many on a page, 1 to 1000; the platform's choice when `None`.
    pub page_size: Option<u32>,
    /// Where the page begins: `next` of the page before it.
    pub cursor: Option<String>,
}

/// The operations of one project.
#[derive(Debug, Clone)]
pub struct Operations {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The operations of a project.
    #[must_use]
    pub fn operations(&self, project: &ProjectId) -> Operations {
        Operations {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl Operations {
    /// One page of them, the newest first (`GET /projects/{project_id}/operations`).
    pub async fn list(&self, list: ListOperations) -> Result<Reply<Page<Operation>>, Error> {
        self.management
            .page(self.call(), list.page_size, list.cursor)
            .await
    }

    /// Page after page of them, the newest first (`GET /projects/{project_id}/operations`).
    pub fn pages(
        &self,
        list: ListOperations,
    ) -> impl Stream<Item = Result<Page<Operation>, Error>> + Send + use<> {
        self.management
            .pages(self.call(), list.page_size, list.cursor)
    }

    /// One of them (`GET /projects/{project_id}/operations/{operation_id}`).
    pub async fn get(&self, operation: &OperationId) -> Result<Reply<Operation>, Error> {
        #[derive(Deserialize)]
        struct Wrapped {
            operation: Operation,
        }
        let call = Call::get(
            "look up the operation",
            "/projects/{project_id}/operations/{operation_id}",
            &[self.project.as_str(), operation.as_str()],
        )
        .in_project(&self.project);
        let reply = self.management.fetch::<Wrapped>(call).await?;
        Ok(reply.map(|wrapped| wrapped.operation))
    }

    fn call(&self) -> Call {
        Call::get(
            "list the operations",
            "/projects/{project_id}/operations",
            &[self.project.as_str()],
        )
        .in_project(&self.project)
    }
}
