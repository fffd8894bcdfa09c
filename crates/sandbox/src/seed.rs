//! Fills a sandbox with projects that nobody made, without starting a server for any of them.

use chrono::{DateTime, TimeDelta, Utc};

use crate::operation::Draft;
use crate::provision::Parts;
use crate::random::Random;
use crate::shared::Shared;
use crate::state::{
    Action, Branch, BranchState, ChangeError, Endpoint, EndpointState, PlatformState, Project,
    Record, Status, StoreError, Task,
};

/// How many projects are written in one transaction.
const BATCH: usize = 2_000;
/// They were made one after the other within this time, the last one just now.
const SPREAD_OVER: TimeDelta = TimeDelta::days(28);

/// Sees to it that so many projects are there. The same number gives the same ids and names, so
/// that a second time adds nothing.
pub fn fill(shared: &Shared, count: usize) -> Result<(), StoreError> {
    let now = shared.now();
    let numbers: Vec<u32> = (1..).take(count).collect();
    for numbers in numbers.chunks(BATCH) {
        let filled = shared.store.change_now(|state| {
            let ids = state.next_database_id()..;
            let missing = numbers.iter().map(|number| SeededProject::new(*number));
            let missing = missing.filter(|it| !state.projects.contains_key(&it.project_id));
            let records = missing
                .zip(ids)
                .flat_map(|(it, id)| it.records(shared, state, id, made_at(it.number, count, now)));
            Ok::<_, std::convert::Infallible>((records.collect(), ()))
        });
        match filled {
            Err(ChangeError::Store(error)) => return Err(error),
            _ => tracing::debug!(last = numbers.last(), "projects were seeded"),
        }
    }
    Ok(())
}

/// Spread evenly, the highest number last.
fn made_at(number: u32, count: usize, now: DateTime<Utc>) -> DateTime<Utc> {
    let count = i32::try_from(count).unwrap_or(i32::MAX).max(1);
    let left = count - i32::try_from(number).unwrap_or(count);
    now - SPREAD_OVER / count * left
}

/// One of them: everything but its password follows from its number.
struct SeededProject {
    number: u32,
    project_id: String,
    random: Random,
}

impl SeededProject {
    fn new(number: u32) -> Self {
        let random = Random::seeded(u64::from(number));
        Self {
            number,
            project_id: random.project_id(),
            random,
        }
    }

    fn records(
        &self,
        shared: &Shared,
        state: &PlatformState,
        id: i64,
        at: DateTime<Utc>,
    ) -> Vec<Record> {
        let names = &shared.config.names;
        let project = self.project(shared, state, at);
        let mut parts = Parts::new(shared, &project, &names.database, &names.role, at);
        parts.database.id = id;
        let (branch_id, endpoint_id) = (self.random.branch_id(), self.random.endpoint_id());
        parts.role.branch_id.clone_from(&branch_id);
        parts.database.branch_id.clone_from(&branch_id);
        let suspended_at = at + TimeDelta::minutes(5);
        let endpoint = Endpoint {
            id: endpoint_id.clone(),
            branch_id: branch_id.clone(),
            state: EndpointState::Idle,
            started_at: Some(at),
            last_active: Some(at),
            suspended_at: Some(suspended_at),
            ..parts.endpoint
        };
        let branch = Branch {
            id: branch_id,
            state: BranchState::Ready,
            unmade: true,
            ..parts.branch
        };
        let mut records = vec![
            Record::Project(project),
            Record::Branch(branch.clone()),
            Record::Endpoint(endpoint),
            Record::Role(parts.role),
            Record::Database(parts.database),
        ];
        let begun = [
            (Action::CreateTimeline, at, 200),
            (Action::StartCompute, at + TimeDelta::microseconds(1), 500),
            (Action::SuspendCompute, suspended_at, 100),
        ];
        records.extend(begun.into_iter().map(|(action, begun, lasted)| {
            let on = (action != Action::CreateTimeline).then(|| endpoint_id.clone());
            let draft = Draft {
                endpoint_id: on,
                ..Draft::on_branch(action, &branch.id, Task::RecordOnly)
            };
            let (id, batch_id) = (self.random.uuid(), self.random.uuid());
            let running = draft.into_running(id, &self.project_id, &batch_id, begun);
            let ended_at = begun + TimeDelta::milliseconds(lasted);
            Record::Operation(running.ended(Status::Finished, None, ended_at))
        }));
        records
    }

    fn project(&self, shared: &Shared, state: &PlatformState, at: DateTime<Utc>) -> Project {
        let region = shared.config.names.region.clone();
        Project {
            name: format!("Project {:05}", self.number),
            organization_id: state.first_organization().map(|it| it.id.clone()),
            creator_id: state.first_user().map(|it| it.id.clone()),
            ..Project::new(self.project_id.clone(), region, at)
        }
    }
}
