//! Whether a mutation whose reply was lost was done, decided from what is written down of it and what was found.

use api::resource::branches::{Branch, BranchState};
use api::resource::computes::{Endpoint, EndpointState};
use api::resource::keys::ApiKey;
use api::resource::oauth_providers::OauthProviderType;
use api::resource::operations::{Operation, OperationAction, OperationStatus};
use api::resource::projects::Project;
use api::{KeyId, resource::databases::Database};
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::answer::Found;
use super::compare::{Compared, covers};
use super::record::{Mutation, Record};
use super::seen::Seen;

/// How a mutation ended, as far as a look can say.
#[derive(Clone, Debug)]
pub(super) enum Look {
    /// It was done.
    Done(Found),
    /// It was not done.
    NotDone,
    /// Something that may be it is still under way: another look will say.
    Later,
    /// No look can say. What to check, as a whole sentence.
    Unclear(String),
}

/// Decides. `since` is when it left by the platform's clock, less what that clock may be off.
pub(super) fn decide(record: &Record, since: DateTime<Utc>, seen: Seen) -> Look {
    let then = Then {
        since,
        known: &record.known,
    };
    match (&record.mutation, seen) {
        (_, Seen::Nothing) => unseeable(&record.mutation),
        (
            Mutation::DeleteProject { .. }
            | Mutation::DeleteBranch { .. }
            | Mutation::DeleteCompute { .. }
            | Mutation::DeleteDatabase { .. }
            | Mutation::DeleteRole { .. }
            | Mutation::RemoveAuth { .. }
            | Mutation::DeleteDomains { .. }
            | Mutation::DeleteOauthProvider { .. },
            Seen::Gone,
        ) => Look::Done(Found::Nothing),
        (_, Seen::Gone) => Look::NotDone,
        (Mutation::CreateProject { name, .. }, Seen::Projects(projects)) => {
            let named = |it: &Project| name.as_deref().unwrap_or(it.id.as_str()) == it.name;
            let made = projects.into_iter().filter(named);
            then.made(
                made,
                |it| it.id.to_string(),
                |it| it.created_at,
                |it| Found::Project(Box::new(it)),
            )
        }
        (Mutation::UpdateProject { expected, .. }, Seen::Project(project)) => {
            changed(expected, &project_fields(&project), Found::Project(project))
        }
        (Mutation::DeleteProject { .. }, Seen::Project(project)) => {
            if project.deleted_at.is_some() {
                Look::Done(Found::Nothing)
            } else {
                Look::NotDone
            }
        }
        (Mutation::RecoverProject { .. }, Seen::Project(project)) => {
            if project.deleted_at.is_some() {
                Look::NotDone
            } else {
                Look::Done(Found::Project(project))
            }
        }
        (Mutation::CreateBranch { name, parent, .. }, Seen::Branches(branches)) => {
            let is_it = |it: &Branch| {
                let parent_fits = match (parent, &it.parent_id) {
                    (Some(wanted), Some(found)) => wanted == found.as_str(),
                    _ => true,
                };
                name.as_ref().is_none_or(|name| name == &it.name) && parent_fits
            };
            let made = branches.into_iter().filter(is_it);
            then.made(
                made,
                |it| it.id.to_string(),
                |it| it.created_at,
                |it| Found::Branch(Box::new(it)),
            )
        }
        (mutation, Seen::Branch(branch, operations)) => {
            of_branch(&then, mutation, branch, &operations)
        }
        (Mutation::CreateCompute { kind, name, .. }, Seen::Computes(computes)) => {
            let is_it = |it: &Endpoint| {
                let kind_fits = it.kind.as_ref().is_none_or(|found| found.as_str() == kind);
                kind_fits && (name.is_none() || name == &it.name)
            };
            let made = computes.into_iter().filter(is_it);
            then.made(
                made,
                |it| it.id.to_string(),
                |it| it.created_at,
                |it| Found::Compute(Box::new(it)),
            )
        }
        (mutation, Seen::Compute(compute, operations)) => {
            of_compute(&then, mutation, compute, &operations)
        }
        (mutation, Seen::Databases(databases, operations)) => {
            of_database(&then, mutation, databases, &operations)
        }
        (Mutation::CreateRole { name, .. }, Seen::Roles(roles, _)) => then.made(
            roles.into_iter().filter(|role| &role.name == name),
            |_| String::new(),
            |it| it.created_at,
            Found::Role,
        ),
        (Mutation::DeleteRole { name, .. }, Seen::Roles(roles, operations)) => {
            then.removed(roles.iter().any(|role| &role.name == name), &operations)
        }
        (Mutation::ResetPassword { name, .. }, Seen::Roles(roles, operations)) => {
            let Some(role) = roles.into_iter().find(|role| &role.name == name) else {
                return Look::NotDone;
            };
            if role.updated_at.is_some_and(|at| at >= since) {
                return Look::Done(Found::Role(role));
            }
            then.removed(true, &operations)
        }
        (Mutation::CreateKey { name, project, .. }, Seen::Keys(keys)) => {
            let is_it = |it: &ApiKey| {
                let opens = it.project_id.as_ref().map(api::ProjectId::as_str);
                &it.name == name && opens == project.as_deref()
            };
            then.made(
                keys.into_iter().filter(is_it),
                |it| it.id.to_string(),
                |it| it.created_at,
                Found::Key,
            )
        }
        (Mutation::RevokeKey { key, .. }, Seen::Keys(keys)) => {
            let key = KeyId(*key);
            if keys.iter().any(|it| it.id == key) {
                Look::NotDone
            } else {
                Look::Done(Found::Key(revoked(key)))
            }
        }
        (Mutation::EnableAuth { provider, .. }, Seen::Integrations(found)) => then.made(
            found.into_iter().filter(|it| &it.auth_provider == provider),
            |_| String::new(),
            |it| it.created_at,
            Found::Integration,
        ),
        (Mutation::RemoveAuth { provider, .. }, Seen::Integrations(found)) => {
            done_if(!found.iter().any(|it| &it.auth_provider == provider))
        }
        (Mutation::AddDomain { domain, .. }, Seen::Domains(found)) => {
            done_if(found.contains(domain))
        }
        (Mutation::DeleteDomains { domains, .. }, Seen::Domains(found)) => {
            done_if(!domains.iter().any(|domain| found.contains(domain)))
        }
        (mutation, Seen::Providers(providers)) => {
            let found = mutation_provider(mutation)
                .and_then(|id| providers.into_iter().find(|it| it.id.as_str() == id));
            of_provider(mutation, found)
        }
        (
            Mutation::UpdateEmailServer {
                expected,
                has_secret,
                ..
            },
            Seen::EmailServer(server),
        ) => {
            let fields = present(json!({
                "type": server.kind,
                "host": server.host,
                "port": server.port,
                "username": server.username,
                "sender_email": server.sender_email,
                "sender_name": server.sender_name,
            }));
            match covers(expected, &fields) {
                Compared::Different => Look::NotDone,
                Compared::Same if !has_secret => Look::Done(Found::EmailServer(server)),
                _ => Look::Unclear(
                    "A password cannot be seen: send a test email, or set the password again."
                        .to_owned(),
                ),
            }
        }
        (mutation, _) => Look::Unclear(format!(
            "Look at the platform whether this was done: {} ({}).",
            mutation.action(),
            mutation.target()
        )),
    }
}

/// When it left, and what it cannot have made.
struct Then<'a> {
    since: DateTime<Utc>,
    known: &'a [String],
}

impl Then<'_> {
    /// The one of these that was made since then and by nobody else of this app.
    fn made<T>(
        &self,
        like_it: impl Iterator<Item = T>,
        id: impl Fn(&T) -> String,
        at: impl Fn(&T) -> Option<DateTime<Utc>>,
        found: impl Fn(T) -> Found,
    ) -> Look {
        let mut made: Vec<T> = like_it
            .filter(|it| at(it).is_none_or(|at| at >= self.since))
            .filter(|it| !self.known.contains(&id(it)))
            .collect();
        let undated = made.iter().any(|it| at(it).is_none());
        match (made.pop(), made.is_empty()) {
            (None, _) => Look::NotDone,
            (Some(it), true) if !undated => Look::Done(found(it)),
            (Some(it), _) => {
                made.push(it);
                let ids: Vec<_> = made.iter().map(id).filter(|id| !id.is_empty()).collect();
                Look::Unclear(format!(
                    "More than one may be it: look which of them you know ({}).",
                    ids.join(", ")
                ))
            }
        }
    }

    /// The operations that this one may have begun.
    fn begun<'o>(&self, operations: &'o [Operation]) -> impl Iterator<Item = &'o Operation> {
        let (since, known) = (self.since, self.known.to_vec());
        operations.iter().filter(move |it| {
            it.created_at.is_none_or(|at| at >= since) && !known.contains(&it.id.to_string())
        })
    }

    /// A removal that shows only when its operation has ended.
    fn removed(&self, is_there: bool, operations: &[Operation]) -> Look {
        let applying = self
            .begun(operations)
            .any(|it| it.action == Some(OperationAction::ApplyConfig) && is_open(&it.status));
        match (is_there, applying) {
            (false, _) => Look::Done(Found::Nothing),
            (true, true) => Look::Later,
            (true, false) => Look::NotDone,
        }
    }
}

fn of_branch(
    then: &Then<'_>,
    mutation: &Mutation,
    branch: Box<Branch>,
    operations: &[Operation],
) -> Look {
    let is_going = branch.recovery.is_some()
        || branch
            .pending_state
            .iter()
            .chain(&branch.current_state)
            .any(|state| state == &BranchState::StorageDeleted);
    let ordered = |action: &OperationAction| {
        then.begun(operations).any(|it| {
            it.action.as_ref() == Some(action) && it.branch_id.as_ref() == Some(&branch.id)
        })
    };
    match mutation {
        Mutation::UpdateBranch { expected, .. } => {
            changed(expected, &branch_fields(&branch), Found::Branch(branch))
        }
        Mutation::DeleteBranch { .. } => {
            done_if(is_going || ordered(&OperationAction::DeleteTimeline))
        }
        Mutation::RecoverBranch { .. } if is_going => Look::NotDone,
        Mutation::RecoverBranch { .. } => Look::Done(Found::Branch(branch)),
        Mutation::SetDefaultBranch { .. } if branch.default => Look::Done(Found::Branch(branch)),
        Mutation::RestoreBranch { .. }
            if branch.last_reset_at.is_some_and(|at| at >= then.since)
                || ordered(&OperationAction::CreateBranch) =>
        {
            Look::Done(Found::Branch(branch))
        }
        _ => Look::NotDone,
    }
}

fn of_compute(
    then: &Then<'_>,
    mutation: &Mutation,
    compute: Box<Endpoint>,
    operations: &[Operation],
) -> Look {
    let ordered = |action: &OperationAction| {
        then.begun(operations).any(|it| {
            it.action.as_ref() == Some(action) && it.endpoint_id.as_ref() == Some(&compute.id)
        })
    };
    let is = |state: &EndpointState| {
        compute.current_state.as_ref() == Some(state) && compute.pending_state.is_none()
    };
    let done = match mutation {
        Mutation::UpdateCompute { expected, .. } => {
            return changed(expected, &compute_fields(&compute), Found::Compute(compute));
        }
        Mutation::StartCompute { .. } => {
            ordered(&OperationAction::StartCompute) || is(&EndpointState::Active)
        }
        Mutation::SuspendCompute { .. } => {
            ordered(&OperationAction::SuspendCompute) || is(&EndpointState::Idle)
        }
        Mutation::RestartCompute { .. } => {
            ordered(&OperationAction::SuspendCompute) || ordered(&OperationAction::StartCompute)
        }
        _ => false,
    };
    if done {
        Look::Done(Found::Compute(compute))
    } else {
        Look::NotDone
    }
}

fn of_database(
    then: &Then<'_>,
    mutation: &Mutation,
    databases: Vec<Database>,
    operations: &[Operation],
) -> Look {
    match mutation {
        Mutation::CreateDatabase { name, owner, .. } => {
            let is_it = |it: &Database| &it.name == name && &it.owner_name == owner;
            let made = databases.into_iter().filter(is_it);
            then.made(made, |_| String::new(), |it| it.created_at, Found::Database)
        }
        Mutation::DeleteDatabase { name, .. } => {
            then.removed(databases.iter().any(|it| &it.name == name), operations)
        }
        Mutation::UpdateDatabase { name, expected, .. } => {
            let now = expected["name"].as_str().unwrap_or(name);
            let Some(database) = databases.into_iter().find(|it| it.name == now) else {
                return Look::NotDone;
            };
            let fields = json!({ "name": database.name, "owner_name": database.owner_name });
            changed(expected, &fields, Found::Database(database))
        }
        _ => Look::NotDone,
    }
}

fn mutation_provider(mutation: &Mutation) -> Option<&str> {
    match mutation {
        Mutation::AddOauthProvider { provider, .. }
        | Mutation::UpdateOauthProvider { provider, .. }
        | Mutation::DeleteOauthProvider { provider, .. } => Some(provider),
        _ => None,
    }
}

fn of_provider(
    mutation: &Mutation,
    found: Option<api::resource::oauth_providers::OauthProvider>,
) -> Look {
    match (mutation, found) {
        (Mutation::DeleteOauthProvider { .. }, found) => done_if(found.is_none()),
        (_, None) => Look::NotDone,
        (Mutation::AddOauthProvider { own_client, .. }, Some(found)) => {
            let is_own = found
                .kind
                .as_ref()
                .map(|kind| kind == &OauthProviderType::Standard);
            match is_own {
                Some(is_own) if is_own != *own_client => Look::NotDone,
                Some(_) => Look::Done(Found::Provider(found)),
                None => Look::Unclear("The provider is there, and whose client it uses cannot be seen: set the client again.".to_owned()),
            }
        }
        (
            Mutation::UpdateOauthProvider {
                expected,
                has_secret,
                ..
            },
            Some(found),
        ) => {
            let fields = present(json!({
                "client_id": found.client_id,
                "microsoft_tenant_id": found.microsoft_tenant_id,
            }));
            match covers(expected, &fields) {
                Compared::Different => Look::NotDone,
                Compared::Same if !has_secret => Look::Done(Found::Provider(found)),
                _ => Look::Unclear(
                    "A provider's client and secret cannot be seen: set them again.".to_owned(),
                ),
            }
        }
        _ => Look::NotDone,
    }
}

fn unseeable(mutation: &Mutation) -> Look {
    Look::Unclear(match mutation {
        Mutation::CreateSdkKeys { .. } => {
            "Keys that nobody can see again do no harm: create SDK keys once more.".to_owned()
        }
        Mutation::CreateAuthUser { email, schema, .. } => {
            format!("Look for {email} in the table {schema}.users_sync before you try again.")
        }
        Mutation::TransferAuth { .. } => {
            "Nothing is transferred until the link is opened: ask for a new one.".to_owned()
        }
        Mutation::SendTestEmail { recipient, .. } => {
            format!("Look into the mailbox of {recipient} before you send another one.")
        }
        _ => "Look at the platform whether it was done.".to_owned(),
    })
}

fn changed(expected: &Value, fields: &Value, found: Found) -> Look {
    match covers(expected, fields) {
        Compared::Same => Look::Done(found),
        Compared::Different => Look::NotDone,
        Compared::Unseen => {
            Look::Unclear("Not all of the change can be seen: look at the settings.".to_owned())
        }
    }
}

fn done_if(done: bool) -> Look {
    if done {
        Look::Done(Found::Nothing)
    } else {
        Look::NotDone
    }
}

fn is_open(status: &OperationStatus) -> bool {
    !status.is_terminal()
}

fn project_fields(project: &Project) -> Value {
    present(json!({
        "name": project.name,
        "history_retention_seconds": project.history_retention_seconds,
        "settings": project.settings,
        "default_endpoint_settings": project.default_endpoint_settings,
    }))
}

fn branch_fields(branch: &Branch) -> Value {
    let expires_at = branch
        .expires_at
        .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true));
    json!({ "name": branch.name, "protected": branch.protected, "expires_at": expires_at })
}

fn compute_fields(compute: &Endpoint) -> Value {
    present(json!({
        "name": compute.name,
        "settings": compute.settings,
        "autoscaling_limit_min_cu": compute.autoscaling_limit_min_cu,
        "autoscaling_limit_max_cu": compute.autoscaling_limit_max_cu,
        "provisioner": compute.provisioner,
        "pooler_enabled": compute.pooler_enabled,
        "pooler_mode": compute.pooler_mode,
        "disabled": compute.disabled,
        "passwordless_access": compute.passwordless_access,
        "suspend_timeout_seconds": compute.suspend_timeout_seconds,
    }))
}

/// Without the fields that the platform did not show.
fn present(mut fields: Value) -> Value {
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    fields
}

fn revoked(id: KeyId) -> ApiKey {
    ApiKey {
        id,
        name: String::new(),
        created_at: None,
        created_by: None,
        project_id: None,
        last_used_at: None,
        last_used_from_addr: None,
    }
}
