//! Branches of a project.

pub(super) mod record;
pub(super) mod request;
mod schema;

use futures::Stream;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub use record::{
    AnnotatedBranch, Branch, BranchCreator, BranchRecovery, BranchState, DeletionMethod,
    InitSource, RestoreWindow, RestrictedAction,
};
pub use request::{
    BranchSort, CreateBranch, CreateBranchEndpoint, Expiry, ListBranches, RestoreBranch, SortOrder,
    UpdateBranch,
};
pub use schema::{
    CompareSchema, ReferencedTable, SchemaColumn, SchemaConstraint, SchemaConstraintKind,
    SchemaPoint, SchemaTable,
};

use super::computes::record::Endpoint;
use super::connection_details::ConnectionDetails;
use super::databases::Database;
use super::operations::Operation;
use super::roles::Role;
use super::{Begin, lenient};
use crate::call::Call;
use crate::{BranchId, Error, Management, Page, ProjectId, Reply};
use request::CreateBody;

/// A new branch, what is on it and the operations that make it.
#[derive(Debug, Clone, Deserialize)]
pub struct CreatedBranch {
    /// The branch, which is not ready yet.
    pub branch: Branch,
    /// Computes made with it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub endpoints: Vec<Endpoint>,
    /// What makes it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
    /// Roles it has from its parent.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub roles: Vec<Role>,
    /// Databases it has from its parent.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub databases: Vec<Database>,
    /// How to connect; the platform leaves it out without a compute, and may when there are several databases.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub connection_uris: Vec<ConnectionDetails>,
}

/// A branch and the operations that a change of it began.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BranchChange {
    /// The branch as it is now.
    pub branch: Branch,
    /// What still goes on; empty when nothing does.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub operations: Vec<Operation>,
}

/// A branch brought back, without its expiry.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RecoveredBranch {
    /// The branch as it is now.
    pub branch: Branch,
    /// Its computes, which sleep.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub endpoints: Vec<Endpoint>,
}

/// The branches of one project.
#[derive(Debug, Clone)]
pub struct Branches {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The branches of a project.
    #[must_use]
    pub fn branches(&self, project: &ProjectId) -> Branches {
        Branches {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl Branches {
    /// One page of them (`GET /projects/{project_id}/branches`).
    pub async fn list(&self, list: ListBranches) -> Result<Reply<Page<Branch>>, Error> {
        let call = self.list_call(&list);
        self.management
            .page(call, list.page_size, list.cursor)
            .await
    }

    /// Page after page of them (`GET /projects/{project_id}/branches`).
    pub fn pages(
        &self,
        list: ListBranches,
    ) -> impl Stream<Item = Result<Page<Branch>, Error>> + Send + use<> {
        let call = self.list_call(&list);
        self.management.pages(call, list.page_size, list.cursor)
    }

    /// How many there are, of all or of those that `search` finds (`GET /projects/{project_id}/branches/count`).
    pub async fn count(&self, search: Option<&str>) -> Result<Reply<u64>, Error> {
        #[derive(Deserialize)]
        struct Counted {
            count: u64,
        }
        let route = "/projects/{project_id}/branches/count";
        let call = self
            .call(Call::get, "count the branches", route)
            .query_opt("search", search);
        let reply = self.management.fetch::<Counted>(call).await?;
        Ok(reply.map(|counted| counted.count))
    }

    /// Makes one (`POST /projects/{project_id}/branches`). Without endpoints it gets no compute.
    pub async fn create(&self, create: &CreateBranch) -> Result<Reply<CreatedBranch>, Error> {
        let body = CreateBody {
            branch: create,
            endpoints: &create.endpoints,
            annotation_value: &create.annotations,
        };
        let route = "/projects/{project_id}/branches";
        let call = self
            .call(Call::post, "create the branch", route)
            .json(&body)
            .if_lost("the branch may have been created");
        self.management.fetch(call).await
    }

    /// One of them with what is noted on it (`GET /projects/{project_id}/branches/{branch_id}`).
    pub async fn get(&self, branch: &BranchId) -> Result<Reply<AnnotatedBranch>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}";
        let call = self.call_one(Call::get, "look up the branch", route, branch);
        self.management.fetch(call).await
    }

    /// Changes name, protection or expiry (`PATCH /projects/{project_id}/branches/{branch_id}`).
    pub async fn update(
        &self,
        branch: &BranchId,
        update: &UpdateBranch,
    ) -> Result<Reply<BranchChange>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}";
        let call = self
            .call_one(Call::patch, "change the branch", route, branch)
            .json(&json!({ "branch": update }))
            .if_lost("the branch may have been changed");
        self.management.fetch(call).await
    }

    /// Deletes it (`DELETE /projects/{project_id}/branches/{branch_id}`). It can be brought back for 7 days unless
    /// `hard_delete`. Never one with children, a root or the default branch. `None` when it was gone already.
    pub async fn delete(
        &self,
        branch: &BranchId,
        hard_delete: bool,
    ) -> Result<Reply<Option<BranchChange>>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}";
        let call = self
            .call_one(Call::delete, "delete the branch", route, branch)
            .query_opt("hard_delete", hard_delete.then_some(true))
            .if_lost("the branch may have been deleted");
        self.management.fetch_optional(call).await
    }

    /// Brings a deleted one back (`POST /projects/{project_id}/branches/{branch_id}/recover`).
    pub async fn recover(&self, branch: &BranchId) -> Result<Reply<RecoveredBranch>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}/recover";
        let call = self
            .call_one(Call::post, "recover the branch", route, branch)
            .if_lost("the branch may have been recovered");
        self.management.fetch(call).await
    }

    /// Sets its data to that of a source (`POST /projects/{project_id}/branches/{branch_id}/restore`): its parent to
    /// reset it, itself at an earlier point, or any other branch.
    pub async fn restore(
        &self,
        branch: &BranchId,
        source: &BranchId,
        options: &RestoreBranch,
    ) -> Result<Reply<BranchChange>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            source_branch_id: &'a BranchId,
            #[serde(flatten)]
            options: &'a RestoreBranch,
        }
        let body = Body {
            source_branch_id: source,
            options,
        };
        let route = "/projects/{project_id}/branches/{branch_id}/restore";
        let call = self
            .call_one(Call::post, "restore the branch", route, branch)
            .json(&body)
            .if_lost("the branch may have been restored");
        self.management.fetch(call).await
    }

    /// Makes it the project's default branch (`POST /projects/{project_id}/branches/{branch_id}/set_as_default`).
    pub async fn set_as_default(&self, branch: &BranchId) -> Result<Reply<BranchChange>, Error> {
        let route = "/projects/{project_id}/branches/{branch_id}/set_as_default";
        let call = self
            .call_one(Call::post, "make the branch the default", route, branch)
            .if_lost("the branch may be the default now");
        self.management.fetch(call).await
    }

    fn list_call(&self, list: &ListBranches) -> Call {
        let route = "/projects/{project_id}/branches";
        self.call(Call::get, "list the branches", route)
            .query_opt("search", list.search.as_ref())
            .query_opt("sort_by", list.sort_by.as_ref())
            .query_opt("sort_order", list.sort_order.as_ref())
            .query_opt("include_deleted", list.include_deleted.then_some(true))
    }

    fn call(&self, begin: Begin, purpose: &'static str, route: &'static str) -> Call {
        begin(purpose, route, &[self.project.as_str()]).in_project(&self.project)
    }

    fn call_one(
        &self,
        begin: Begin,
        purpose: &'static str,
        route: &'static str,
        branch: &BranchId,
    ) -> Call {
        begin(purpose, route, &[self.project.as_str(), branch.as_str()]).in_project(&self.project)
    }
}
