//! How things stand, as the icon's menu tells it.

use app::temporary::TemporaryList;
use app::text::one_line;
use app::view::{DeepLink, EventView, TemporaryState, TemporaryView};
use chrono::{DateTime, TimeDelta, Utc};
use host::Connection;
use host::command::sandbox::SandboxState;
use host::sandbox::view::SandboxStatus;

use super::core::send;

/// The number of strings that the menu offers.
const RECENT: usize = 5;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    sandbox: Option<SandboxStatus>,
    /// How many temporary databases there are.
    databases: usize,
    /// The one that expires first.
    next: Option<Expiring>,
    /// The databases whose strings are known, the newest first.
    pub recent: Vec<Database>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Expiring {
    id: String,
    name: String,
    /// The time by this machine's clock.
    at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    pub id: String,
    pub name: String,
}

impl State {
    /// Reads the state. A part that cannot be read is left out: the menu stays.
    pub async fn read(core: &Connection) -> Self {
        let sandbox = send(core, SandboxState {}).await;
        let list = send(core, TemporaryList {}).await;
        let rows = list.map(|list| list.items).unwrap_or_default();
        Self::of(sandbox.ok().map(|sandbox| sandbox.status), rows)
    }

    pub fn is_changed_by(event: &EventView) -> bool {
        matches!(
            event,
            EventView::MuchChanged
                | EventView::TemporaryChanged { .. }
                | EventView::TemporaryForgotten { .. }
                | EventView::SandboxChanged
                | EventView::KeychainChanged
        )
    }

    fn of(sandbox: Option<SandboxStatus>, mut rows: Vec<TemporaryView>) -> Self {
        use TemporaryState::{Claimed, Claiming, Unclaimed};
        rows.retain(|row| matches!(row.state, Unclaimed | Claiming | Claimed));
        let next = rows.iter().filter(|row| row.state != Claimed);
        let next = next.filter_map(expiring).min_by_key(|next| next.at);
        let databases = rows.len();
        rows.retain(|row| row.endpoint.is_some());
        rows.sort_by_key(|row| std::cmp::Reverse(row.created_at));
        let recent = rows.into_iter().take(RECENT).map(|row| Database {
            id: row.id,
            name: one_line(&row.name),
        });
        Self {
            sandbox,
            databases,
            next,
            recent: recent.collect(),
        }
    }

    /// How the sandbox is, and how many databases there are.
    pub fn words(&self) -> String {
        let sandbox = match self.sandbox {
            Some(SandboxStatus::Running) => "Sandbox running",
            Some(SandboxStatus::Starting) => "Sandbox starting",
            Some(SandboxStatus::Stopping) => "Sandbox stopping",
            Some(SandboxStatus::Failed) => "Sandbox failed",
            Some(SandboxStatus::Stopped) | None => "Sandbox stopped",
        };
        match self.databases {
            0 => format!("{sandbox} · no temporary databases"),
            1 => format!("{sandbox} · 1 temporary database"),
            many => format!("{sandbox} · {many} temporary databases"),
        }
    }

    /// Returns a link to the database that expires first.
    pub fn next_link(&self) -> Option<DeepLink> {
        let id = self.next.as_ref()?.id.clone();
        Some(DeepLink::Temporary { id })
    }

    /// Returns the name of the database that expires first, with the time that is left.
    pub fn next_words(&self, now: DateTime<Utc>) -> Option<String> {
        let next = self.next.as_ref()?;
        Some(format!("{} {}", next.name, ends(next.at - now)))
    }
}

fn expiring(row: &TemporaryView) -> Option<Expiring> {
    #[expect(clippy::cast_possible_truncation, reason = "a clock is off by less")]
    let offset = TimeDelta::try_milliseconds(row.clock_offset_ms as i64)?;
    Some(Expiring {
        id: row.id.clone(),
        name: one_line(&row.name),
        at: row.expires_at? - offset,
    })
}

fn ends(left: TimeDelta) -> String {
    match (left.num_minutes(), left.num_hours(), left.num_days()) {
        (minutes, ..) if minutes < 1 => "expires now".to_owned(),
        (minutes, 0, _) => format!("expires in {minutes} min"),
        (_, hours, _) if hours < 48 => format!("expires in {hours} h"),
        (_, _, days) => format!("expires in {days} days"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_expires_first_is_told_in_the_largest_unit() {
        let now = DateTime::UNIX_EPOCH;
        for (minutes, words) in [
            (-5, "shop expires now"),
            (0, "shop expires now"),
            (1, "shop expires in 1 min"),
            (59, "shop expires in 59 min"),
            (60, "shop expires in 1 h"),
            (47 * 60 + 59, "shop expires in 47 h"),
            (72 * 60, "shop expires in 3 days"),
        ] {
            let state = State {
                next: Some(Expiring {
                    id: "row-1".to_owned(),
                    name: "shop".to_owned(),
                    at: now + TimeDelta::minutes(minutes),
                }),
                ..State::default()
            };
            assert_eq!(state.next_words(now).as_deref(), Some(words));
        }
        assert_eq!(State::default().next_words(now), None);
    }

    #[test]
    fn databases_are_counted() {
        let state = |databases, sandbox| State {
            databases,
            sandbox,
            ..State::default()
        };
        assert_eq!(
            state(0, None).words(),
            "Sandbox stopped · no temporary databases"
        );
        assert_eq!(
            state(2, Some(SandboxStatus::Running)).words(),
            "Sandbox running · 2 temporary databases"
        );
    }
}
