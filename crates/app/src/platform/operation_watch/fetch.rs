//! Finds a project's operations: page by page in the list, and one by one those too far down in it or not in it.

use std::time::Duration;

use api::resource::operations::{ListOperations, Operation};
use api::{Error, Management, ProjectId};

use super::state::state_of;
use super::tracker::PollHints;
use crate::accounts::client::AccountClient;
use crate::base::ids;
use crate::store::{OperationState, Tracked};

/// How many pages a read asks for at most.
const PAGES: u32 = 5;
/// How many operations a read fetches one by one at most.
const SINGLY: usize = 10;
/// The smallest and the largest page.
const PAGE: (usize, usize) = (20, 1000);
/// How much longer each page is than the one before.
const GROWTH: usize = 4;
/// The deadline of one request, its wait in the budget's queue included.
const DEADLINE: Duration = Duration::from_secs(20);

/// What a read found.
#[derive(Debug, Default)]
pub(crate) struct PollResult {
    /// By id; `None` for one that the platform does not have any more.
    pub(crate) states: Vec<(String, Option<OperationState>)>,
    /// What ended the read early. What was found before that counts.
    pub(crate) error: Option<Error>,
    /// What it found out for the next one.
    pub(crate) hints: PollHints,
}

/// Reads these operations of a project.
pub(crate) async fn fetch(
    account_client: &AccountClient,
    project: &str,
    wanted: &[Tracked],
    hints: PollHints,
) -> PollResult {
    let mut result = PollResult {
        hints: PollHints {
            requests: 0,
            depth: 0,
            ..hints
        },
        ..PollResult::default()
    };
    let Ok(project) = ids::project(project) else {
        // No project of the platform can have this id.
        result.states = wanted.iter().map(|row| (row.id.clone(), None)).collect();
        return result;
    };
    let client = account_client.background_within(Some(DEADLINE));
    let mut missing: Vec<&Tracked> = wanted.iter().collect();
    let size = first_page(wanted.len(), hints.depth);
    if let Err(error) = by_pages(
        account_client,
        &client,
        &project,
        size,
        &mut missing,
        &mut result,
    )
    .await
    {
        if error.is_not_found() {
            // The project is gone, and its operations with it.
            let gone = missing.iter().map(|row| (row.id.clone(), None));
            result.states.extend(gone);
        } else {
            result.error = Some(error);
        }
        return result;
    }
    if !missing.is_empty() {
        // Each read begins with others, so that all get their turn where there are too many.
        let turn = hints.singly % missing.len();
        missing.rotate_left(turn);
        missing.truncate(SINGLY);
        result.error = singly(account_client, &client, &project, &missing, &mut result)
            .await
            .err();
    }
    result
}

async fn by_pages(
    account_client: &AccountClient,
    client: &Management,
    project: &ProjectId,
    mut size: usize,
    missing: &mut Vec<&Tracked>,
    result: &mut PollResult,
) -> Result<(), Error> {
    let operations = client.operations(project);
    let (mut cursor, mut above) = (None, 0);
    for _ in 0..PAGES {
        result.hints.requests += 1;
        let list = ListOperations {
            page_size: u32::try_from(size).ok(),
            cursor: cursor.take(),
        };
        let page = account_client.send(operations.list(list)).await?.value;
        for (place, operation) in (above + 1..).zip(&page.items) {
            let id = operation.id.as_str();
            if let Some(index) = missing.iter().position(|row| row.id == id) {
                missing.swap_remove(index);
                result
                    .states
                    .push((id.to_owned(), Some(state_of(operation))));
                result.hints.depth = place;
            }
        }
        let is_last = page.items.len() < size;
        if missing.is_empty() || is_last || are_above(missing, page.items.last()) {
            break;
        }
        let Some(next) = page.next else { break };
        cursor = Some(next.as_str().to_owned());
        above += page.items.len();
        size = (size * GROWTH).min(PAGE.1);
    }
    Ok(())
}

async fn singly(
    account_client: &AccountClient,
    client: &Management,
    project: &ProjectId,
    missing: &[&Tracked],
    result: &mut PollResult,
) -> Result<(), Error> {
    let operations = client.operations(project);
    for row in missing {
        result.hints.singly = result.hints.singly.wrapping_add(1);
        let Ok(id) = ids::operation(&row.id) else {
            result.states.push((row.id.clone(), None));
            continue;
        };
        result.hints.requests += 1;
        match account_client.send(operations.get(&id)).await {
            Ok(reply) => {
                let state = state_of(&reply.value);
                result.states.push((row.id.clone(), Some(state)));
            }
            Err(error) if error.is_not_found() => result.states.push((row.id.clone(), None)),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A first page that most likely has all followed operations: it reaches as deep as the last one had to, and a quarter
/// further for operations that came on top of the list since.
fn first_page(watched: usize, depth: usize) -> usize {
    let expected = (watched * 2).max(depth + depth / 4) + 10;
    expected.clamp(PAGE.0, PAGE.1)
}

/// Whether further pages are in vain. The list begins with the newest, so operations younger than the last one of a page
/// would have been on that page or before.
fn are_above(missing: &[&Tracked], last: Option<&Operation>) -> bool {
    let last = last.and_then(|operation| operation.created_at);
    last.is_some_and(|last| {
        let mut times = missing.iter().map(|row| row.state.created_at);
        times.all(|time| time.is_some_and(|time| time > last))
    })
}
