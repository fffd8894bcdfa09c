//! Whether a mutation whose reply was lost was done, decided from what is written down of it and what was found.

mod fields;
#[cfg(test)]
mod tests;
mod then;
mod things;

use api::KeyId;
use api::resource::branches::Branch;
use api::resource::computes::Endpoint;
use api::resource::keys::ApiKey;
use api::resource::operations::OperationAction;
use api::resource::projects::Project;
use chrono::{DateTime, Utc};

use super::answer::Found;
use super::compare::{Compared, covers};
use super::observe::Observation;
use super::outcome::ReconcileOutcome;
use super::record::{Mutation, Record};
use then::Then;
use things::{changed, done_if, of_branch, of_compute, of_database, of_provider};

/// Decides. `since` is when it left by the platform's clock, less what that clock may be off.
pub(super) fn decide(record: &Record, since: DateTime<Utc>, seen: Observation) -> ReconcileOutcome {
    let then = Then {
        since,
        known: &record.known,
    };
    match (&record.mutation, seen) {
        (_, Observation::Nothing) => unseeable(&record.mutation),
        (
            Mutation::DeleteProject { .. }
            | Mutation::DeleteBranch { .. }
            | Mutation::DeleteCompute { .. }
            | Mutation::DeleteDatabase { .. }
            | Mutation::DeleteRole { .. }
            | Mutation::RemoveAuth { .. }
            | Mutation::DeleteDomains { .. }
            | Mutation::DeleteOauthProvider { .. },
            Observation::Gone,
        ) => ReconcileOutcome::Done(Found::Nothing),
        (_, Observation::Gone) => ReconcileOutcome::NotDone,
        (Mutation::CreateProject { name, .. }, Observation::Projects(projects)) => {
            let named = |it: &Project| name.as_deref().unwrap_or(it.id.as_str()) == it.name;
            let made = projects.into_iter().filter(named);
            then.made(
                made,
                |it| it.id.to_string(),
                |it| it.created_at,
                |it| Found::Project(Box::new(it)),
            )
        }
        (Mutation::UpdateProject { expected, .. }, Observation::Project(project)) => changed(
            expected,
            &fields::of_project(&project),
            Found::Project(project),
        ),
        (Mutation::DeleteProject { .. }, Observation::Project(project)) => {
            if project.deleted_at.is_some() {
                ReconcileOutcome::Done(Found::Nothing)
            } else {
                ReconcileOutcome::NotDone
            }
        }
        (Mutation::RecoverProject { .. }, Observation::Project(project)) => {
            if project.deleted_at.is_some() {
                ReconcileOutcome::NotDone
            } else {
                ReconcileOutcome::Done(Found::Project(project))
            }
        }
        (Mutation::CreateBranch { name, parent, .. }, Observation::Branches(branches)) => {
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
        (mutation, Observation::Branch(branch, operations)) => {
            of_branch(&then, mutation, branch, &operations)
        }
        (Mutation::CreateCompute { kind, name, .. }, Observation::Computes(computes)) => {
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
        (mutation, Observation::Compute(compute, operations)) => {
            of_compute(&then, mutation, compute, &operations)
        }
        (mutation, Observation::Databases(databases, operations)) => {
            of_database(&then, mutation, databases, &operations)
        }
        (Mutation::CreateRole { name, .. }, Observation::Roles(roles, _)) => then.made(
            roles.into_iter().filter(|role| &role.name == name),
            |_| String::new(),
            |it| it.created_at,
            |it| Found::Role(Box::new(it)),
        ),
        (Mutation::DeleteRole { name, .. }, Observation::Roles(roles, operations)) => {
            then.removed(roles.iter().any(|role| &role.name == name), &operations)
        }
        (Mutation::ResetPassword { name, .. }, Observation::Roles(roles, operations)) => {
            let Some(role) = roles.into_iter().find(|role| &role.name == name) else {
                return ReconcileOutcome::NotDone;
            };
            if role.updated_at.is_none_or(|at| at < since) {
                return then.removed(true, &operations);
            }
            // An earlier reset may have changed it in the same moment: this one began an operation of its own.
            let mut begun = then.begun(&operations);
            if then.known.is_empty()
                || begun.any(|it| it.action == Some(OperationAction::ApplyConfig))
            {
                return ReconcileOutcome::Done(Found::Role(Box::new(role)));
            }
            ReconcileOutcome::Unclear(
                "The password may be older than this: reset it again when it does not work."
                    .to_owned(),
            )
        }
        (Mutation::CreateKey { name, project, .. }, Observation::Keys(keys)) => {
            let is_it = |it: &ApiKey| {
                let opens = it.project_id.as_ref().map(api::ProjectId::as_str);
                &it.name == name && opens == project.as_deref()
            };
            then.made(
                keys.into_iter().filter(is_it),
                |it| it.id.to_string(),
                |it| it.created_at,
                |it| Found::Key(Box::new(it)),
            )
        }
        (Mutation::RevokeKey { key, .. }, Observation::Keys(keys)) => {
            let key = KeyId(*key);
            if keys.iter().any(|it| it.id == key) {
                ReconcileOutcome::NotDone
            } else {
                ReconcileOutcome::Done(Found::Key(Box::new(revoked(key))))
            }
        }
        (Mutation::EnableAuth { provider, .. }, Observation::Integrations(found)) => then.made(
            found.into_iter().filter(|it| &it.auth_provider == provider),
            |_| String::new(),
            |it| it.created_at,
            |it| Found::Integration(Box::new(it)),
        ),
        (Mutation::RemoveAuth { provider, .. }, Observation::Integrations(found)) => {
            done_if(!found.iter().any(|it| &it.auth_provider == provider))
        }
        (Mutation::AddDomain { domain, .. }, Observation::Domains(found)) => {
            done_if(found.contains(domain))
        }
        (Mutation::DeleteDomains { domains, .. }, Observation::Domains(found)) => {
            done_if(!domains.iter().any(|domain| found.contains(domain)))
        }
        (mutation, Observation::Providers(providers)) => {
            let found = provider_of(mutation)
                .and_then(|id| providers.into_iter().find(|it| it.id.as_str() == id));
            of_provider(mutation, found)
        }
        (
            Mutation::UpdateEmailServer {
                expected,
                has_secret,
                ..
            },
            Observation::EmailServer(server),
        ) => match covers(expected, &fields::of_email_server(&server)) {
            Compared::Different => ReconcileOutcome::NotDone,
            Compared::Same if !has_secret => ReconcileOutcome::Done(Found::EmailServer(server)),
            _ => ReconcileOutcome::Unclear(
                "A password cannot be seen: send a test email, or set the password again."
                    .to_owned(),
            ),
        },
        (mutation, _) => ReconcileOutcome::Unclear(format!(
            "Look at the platform whether this was done: {} ({}).",
            mutation.action(),
            mutation.target()
        )),
    }
}

fn provider_of(mutation: &Mutation) -> Option<&str> {
    match mutation {
        Mutation::AddOauthProvider { provider, .. }
        | Mutation::UpdateOauthProvider { provider, .. }
        | Mutation::DeleteOauthProvider { provider, .. } => Some(provider),
        _ => None,
    }
}

fn unseeable(mutation: &Mutation) -> ReconcileOutcome {
    ReconcileOutcome::Unclear(match mutation {
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
