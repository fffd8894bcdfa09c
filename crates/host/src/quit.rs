//! What ends with the host.

use app::view::{JobVerb, KeychainKind};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::host::Host;
use crate::operation::operation;

/// What closing the app would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QuitView {
    /// Sandbox databases that would sleep until the app opens again.
    pub sandbox_databases: u32,
    /// Connections that would be cut.
    pub open_connections: u32,
    /// Work that would be stopped.
    pub running_jobs: u32,
    /// True when secrets are in memory only and would be lost.
    pub secrets_in_memory: bool,
}

/// Returns what closing would end now.
#[operation(Program, Read, quit_plan)]
pub async fn plan(host: &Host) -> QuitView {
    let (sandbox_databases, open_connections) = host.sandbox.occupancy();
    let mut plan = QuitView {
        sandbox_databases,
        open_connections,
        ..QuitView::default()
    };
    if let Some(core) = host.core.now() {
        let jobs = app::jobs::list(&core);
        // A key that is being rotated is gone on with at the next start.
        let lost = |verb| {
            !matches!(
                verb,
                JobVerb::StartSandbox | JobVerb::StopSandbox | JobVerb::RotateKey
            )
        };
        plan.running_jobs = count(jobs.iter().filter(|job| lost(job.verb)).count());
        let in_memory = app::keychain::state(&core).kind == KeychainKind::Memory;
        let databases = app::temporary::list(&core)
            .await
            .map(|list| list.items)
            .unwrap_or_default();
        plan.secrets_in_memory = databases
            .iter()
            .any(|row| row.secrets_unsaved.is_some() || (in_memory && row.endpoint.is_some()))
            || app::accounts::has_key_in_memory(&core);
    }
    plan
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
