use app::organizations::OrganizationList;
use app::projects::{ProjectCached, ProjectCachedOrganizations, ProjectPage};
use app::view::{AccountView, ErrorCode, KeyKind, ProjectScope, ProjectView};
use clap::Args;
use serde::Serialize;

use crate::ask;
use crate::columns::{Column, column, plain, rows, time};
use crate::failure::{Done, Failure};
use crate::request::{Request, print};
use crate::session::Session;

const COLUMNS: &[Column<ProjectView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Region", |it| plain(&it.region_id)),
    column("Postgres", |it| plain(&it.pg_version)),
    column("Created", |it| time(&it.created_at)),
];
const DELETED: &[Column<ProjectView>] = &[
    column("ID", |it| plain(&it.id)),
    column("Name", |it| plain(&it.name)),
    column("Deleted", |it| time(&it.deleted_at)),
    column("Recoverable until", |it| time(&it.recoverable_until)),
];

#[derive(Args)]
pub struct List {
    /// The projects of this organization
    #[arg(long, value_name = "ID")]
    org_id: Option<String>,
    /// Deleted projects that can be recovered
    #[arg(long)]
    recoverable_only: bool,
    /// As they were when they were last read whole: asks no platform
    #[arg(long)]
    cached: bool,
}

impl List {
    pub async fn run(self, session: &Session) -> Done {
        let organization = match self.org_id.clone() {
            Some(id) => Some(id),
            None => session.context()?.organization(),
        };
        let scope = self.scope();
        if session.options.dry_run {
            let page = ProjectPage {
                scope,
                organization_id: organization,
                cursor: None,
            };
            return Request::new(page).hidden().run(session).await;
        }
        let organization = match organization {
            Some(id) => Some(id),
            None if self.cached => kept_organization(session, scope).await?,
            None => needed_organization(session).await?,
        };
        let projects = self.all(session, scope, organization.as_deref()).await?;
        let shared = match organization.is_none() && !self.recoverable_only {
            true => Some(self.all(session, ProjectScope::Shared, None).await?),
            false => None,
        };
        let columns = match self.recoverable_only {
            true => DELETED,
            false => COLUMNS,
        };
        let text = |listed: &Listed| {
            let projects = rows(columns, &listed.projects);
            match listed.shared.as_deref() {
                None | Some([]) => projects,
                Some(shared) => format!("{projects}\nShared with you\n{}", rows(columns, shared)),
            }
        };
        print(session, &Listed { projects, shared }, text, "").await
    }

    fn scope(&self) -> ProjectScope {
        match self.recoverable_only {
            true => ProjectScope::Deleted,
            false => ProjectScope::Own,
        }
    }

    /// Returns the projects of all pages.
    async fn all(
        &self,
        session: &Session,
        scope: ProjectScope,
        organization: Option<&str>,
    ) -> Done<Vec<ProjectView>> {
        let (mut all, mut next) = (Vec::new(), None);
        loop {
            let (projects, after) = self.page(session, scope, organization, next).await?;
            all.extend(projects);
            next = after;
            if next.is_none() {
                return Ok(all);
            }
        }
    }

    /// Returns the projects of a page, and where the next page begins.
    async fn page(
        &self,
        session: &Session,
        scope: ProjectScope,
        organization: Option<&str>,
        from: Option<String>,
    ) -> Done<(Vec<ProjectView>, Option<String>)> {
        let organization_id = organization.map(str::to_owned);
        if !self.cached {
            let page = ProjectPage {
                scope,
                organization_id,
                cursor: from,
            };
            let page = session.run(page).await?;
            return Ok((page.items, page.next));
        }
        let page = ProjectCached {
            scope,
            organization_id,
            after: from,
        };
        match session.run(page).await? {
            Some(page) => Ok((page.projects(), page.next)),
            None if scope == ProjectScope::Shared => Ok((Vec::new(), None)),
            None => Err(Failure::new(
                ErrorCode::NotFound,
                "No list of these projects is kept yet",
                "Leave --cached out once: the list is kept when it was read whole.",
            )),
        }
    }
}

/// The projects of an account or an organization, and those that others share with the account where they are listed.
#[derive(Serialize)]
struct Listed {
    projects: Vec<ProjectView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared: Option<Vec<ProjectView>>,
}

/// Returns the projects of the account in all its organizations, and those that others share with it; or its deleted projects.
pub async fn all_of_account(session: &Session, deleted: bool) -> Done<Vec<ProjectView>> {
    let list = List {
        org_id: None,
        recoverable_only: deleted,
        cached: false,
    };
    let scope = list.scope();
    let account = session.account().await?;
    let mut found = Vec::new();
    if needs_organization(account) {
        for organization in session.run(OrganizationList {}).await? {
            found.extend(list.all(session, scope, Some(&organization.id)).await?);
        }
    } else {
        found.extend(list.all(session, scope, None).await?);
    }
    if !deleted && account.key_kind != Some(KeyKind::Organization) {
        found.extend(list.all(session, ProjectScope::Shared, None).await?);
    }
    Ok(found)
}

/// Returns the organization whose kept list is meant, where the platform wants one: the one that was read last. Asks no
/// platform.
async fn kept_organization(session: &Session, scope: ProjectScope) -> Done<Option<String>> {
    if !needs_organization(session.account().await?) {
        return Ok(None);
    }
    let organizations = session.run(ProjectCachedOrganizations { scope }).await?;
    Ok(organizations.into_iter().next())
}

fn needs_organization(account: &AccountView) -> bool {
    account.profile.needs_organization && account.key_kind != Some(KeyKind::Organization)
}

/// Returns the organization whose projects are meant, where the platform wants one. Asks where there are several.
async fn needed_organization(session: &Session) -> Done<Option<String>> {
    if !needs_organization(session.account().await?) {
        return Ok(None);
    }
    let mut all = session.run(OrganizationList {}).await?;
    match all.len() {
        0 | 1 => Ok(all.pop().map(|one| one.id)),
        _ if ask::is_possible() => {
            let named = all.iter().map(|one| format!("{} ({})", one.name, one.id));
            let at = ask::choose("Which organization?", &named.collect::<Vec<_>>()).await?;
            Ok(Some(all.swap_remove(at).id))
        }
        _ => Err(Failure::usage(
            "This account has several organizations",
            "Name one with --org-id: `plinth accounts organizations` shows them.",
        )),
    }
}
