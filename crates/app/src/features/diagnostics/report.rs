//! The text of a diagnostics file, section by section. Words that others chose go through the mask; everything else is
//! numbers and words of this program.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use url::Url;

use super::facts::Facts;
use super::mask::Mask;
use crate::model::profile::{NEON, Profile};
use crate::store::activity::FailedAction;
use crate::store::counts::Counts;
use crate::store::{Account, Tracked};
use crate::view::words::{Action, Worded as _};
use crate::view::{
    ContactView, DiagnosticsSection, DiagnosticsSectionView, DiagnosticsView, KeychainKind,
    KeychainView, NetworkView, SandboxOptions, SettingsView, action_word, status_word,
};

pub(super) struct Report<'a> {
    pub(super) mask: &'a Mask,
    pub(super) shows_names: bool,
    pub(super) at: DateTime<Utc>,
    pub(super) facts: &'a Facts,
    pub(super) keychain: &'a KeychainView,
    pub(super) settings: &'a SettingsView,
    pub(super) accounts: &'a [Account],
    pub(super) counts: &'a Counts,
    pub(super) failed: &'a [FailedAction],
    pub(super) ended: &'a [Tracked],
    pub(super) network: &'a NetworkView,
}

/// Statuses of operations that did not end well, in the platform's words.
const NOT_WELL: &[&str] = &["failed", "error", "cancelled"];
const MOST_OPERATIONS: usize = 20;

impl Report<'_> {
    pub(super) fn view(&self, id: String) -> DiagnosticsView {
        let sections = DiagnosticsSection::ALL.iter().map(|section| {
            let body = self.body(*section);
            let text = format!("\n## {}\n\n{}\n", section.word(), body.trim_end());
            DiagnosticsSectionView {
                section: *section,
                text: self.mask.without_known(&text),
            }
        });
        let names = match self.shows_names {
            true => "Names, IDs and hosts are included.",
            false => "Names, IDs and hosts are replaced by numbers.",
        };
        let at = time(self.at);
        DiagnosticsView {
            id,
            at: self.at,
            head: format!("# Plinth diagnostics\n\nMade at {at}. {names}\n"),
            sections: sections.collect(),
        }
    }

    fn body(&self, section: DiagnosticsSection) -> String {
        match section {
            DiagnosticsSection::Versions => self.versions(),
            DiagnosticsSection::Settings => settings(self.settings),
            DiagnosticsSection::Counts => self.counts(),
            DiagnosticsSection::Sandbox => self.facts(&self.facts.sandbox),
            DiagnosticsSection::Failures => self.failures(),
            DiagnosticsSection::Network => self.network(),
            DiagnosticsSection::Log => self.log(),
        }
    }

    fn versions(&self) -> String {
        let keychain = match self.keychain.kind {
            KeychainKind::Keychain => self.keychain.status.word(),
            KeychainKind::Memory => "none, secrets are in memory",
        };
        self.facts(&self.facts.versions) + &fact("Secrets", keychain)
    }

    fn facts(&self, facts: &[(String, String)]) -> String {
        let facts = facts
            .iter()
            .map(|(name, value)| fact(name, &self.mask.line(value)));
        facts.collect()
    }

    fn counts(&self) -> String {
        let mut text = String::new();
        let projects: HashMap<&str, u32> = self
            .counts
            .projects
            .iter()
            .map(|(account, count)| (account.as_str(), *count))
            .collect();
        for (number, account) in (1..).zip(self.accounts) {
            let name = match self.shows_names {
                true => format!("Account {number} ({})", self.mask.line(&account.name)),
                false => format!("Account {number}"),
            };
            let listed = projects.get(account.id.as_str()).unwrap_or(&0);
            text += &fact(&name, &format!("{}, {listed} projects listed", of(account)));
        }
        for (state, count) in &self.counts.temporary {
            let state = state.map_or("Of a newer version", |it| it.word());
            text += &fact(&format!("Temporary databases: {state}"), &count.to_string());
        }
        for (name, count) in &self.counts.others {
            text += &fact(name, &count.to_string());
        }
        text
    }

    fn failures(&self) -> String {
        let mut text = String::from("Actions:\n");
        for failed in self.failed {
            let known = Action::ALL.iter().map(|it| it.order());
            let action = known
                .into_iter()
                .find(|it| *it == failed.action)
                .unwrap_or_else(|| "Another action".to_owned());
            let code = failed.code.map_or("code unknown", |code| code.word());
            let outcome = failed.outcome.word();
            text += &format!("- {} {action}: {outcome}, {code}\n", time(failed.at));
        }
        text += if self.failed.is_empty() {
            "- none\n"
        } else {
            ""
        };
        text += "\nOperations:\n";
        let not_well: Vec<_> = self
            .ended
            .iter()
            .filter(|it| NOT_WELL.contains(&it.state.status.as_str()))
            .take(MOST_OPERATIONS)
            .collect();
        for row in &not_well {
            let action = self.mask.line(&action_word(row.state.action.as_deref()));
            let at = row.ended_at.unwrap_or(row.tracked_at);
            let status = status_word(&row.state.status);
            let failures = row.state.failures;
            text += &format!("- {} {action}: {status}, {failures} failures\n", time(at));
        }
        text += if not_well.is_empty() { "- none\n" } else { "" };
        text
    }

    fn network(&self) -> String {
        if self.network.items.is_empty() {
            return "No host was contacted.\n".to_owned();
        }
        let mut numbers = Numbers::default();
        let lines = self.network.items.iter().map(|contact| {
            format!(
                "- {} · {} · {} times, {} without an answer · {} to {}\n",
                self.host(contact, &mut numbers),
                contact.reason.word(),
                contact.count,
                contact.unanswered,
                time(contact.first_at),
                time(contact.last_at),
            )
        });
        lines.collect()
    }

    /// This computer and the hosted platform say nothing of a person.
    fn host(&self, contact: &ContactView, numbers: &mut Numbers) -> String {
        let is_public = [NEON.base_url, NEON.instant_url]
            .into_iter()
            .flatten()
            .filter_map(|url| Url::parse(url).ok())
            .any(|url| url.host_str() == Some(contact.host.as_str()));
        if contact.is_local || is_public {
            return contact.address.clone();
        }
        match self.shows_names {
            true => self.mask.line(&contact.address),
            false => format!("[host {}]:{}", numbers.of(&contact.host), contact.port),
        }
    }

    fn log(&self) -> String {
        if self.facts.log.is_empty() {
            return "The log is empty.\n".to_owned();
        }
        let lines = self.facts.log.iter().map(|line| {
            // A line must not end the block that it stands in.
            self.mask.line(line).replace("```", "'''")
        });
        format!("```\n{}\n```\n", lines.collect::<Vec<_>>().join("\n"))
    }
}

/// A number for each host, in the order in which they come.
#[derive(Default)]
struct Numbers(Vec<String>);

impl Numbers {
    fn of(&mut self, host: &str) -> usize {
        let known = self.0.iter().position(|it| it == host);
        known.map_or_else(
            || {
                self.0.push(host.to_owned());
                self.0.len()
            },
            |at| at + 1,
        )
    }
}

fn of(account: &Account) -> String {
    let mut parts = vec![match account.base_url {
        Some(_) => "Custom platform".to_owned(),
        None => Profile::of_platform(account.platform).label.to_owned(),
    }];
    parts.extend(account.key_kind.map(|kind| kind.word().to_owned()));
    let is = [
        (account.is_current, "current"),
        (account.is_production, "production"),
        (account.is_read_only, "read-only"),
        (account.ca.is_some(), "with a CA of its own"),
    ];
    parts.extend(is.iter().filter(|it| it.0).map(|it| it.1.to_owned()));
    parts.join(", ")
}

/// Switches and numbers. What a person typed is said to be there, not what it is.
fn settings(settings: &SettingsView) -> String {
    let yes = |on: bool| if on { "yes" } else { "no" };
    let set = |text: &Option<String>| if text.is_some() { "set" } else { "not set" };
    let usual = SandboxOptions::default();
    let options = &settings.sandbox_options;
    let all = [
        ("Appearance", format!("{:?}", settings.appearance)),
        ("Density", format!("{:?}", settings.density)),
        (
            "Clear copied secrets after",
            format!("{} s", settings.clipboard_seconds),
        ),
        ("Expiry warnings", yes(settings.notifications).to_owned()),
        (
            "Notifications of operations",
            yes(settings.operation_notifications).to_owned(),
        ),
        (
            "Start the sandbox with Plinth",
            yes(settings.start_sandbox).to_owned(),
        ),
        (
            "Suspend idle servers after",
            format!("{} min", settings.sandbox_idle_minutes),
        ),
        (
            "PostgreSQL with known holes allowed",
            yes(settings.sandbox_old_postgres).to_owned(),
        ),
        (
            "Most unclaimed databases",
            settings.sandbox_max_unclaimed.to_string(),
        ),
        (
            "Disk limit of the sandbox",
            settings
                .sandbox_max_disk_gb
                .map_or_else(|| "by free space".to_owned(), |it| format!("{it} GB")),
        ),
        (
            "Purge deleted projects and branches of the sandbox when full",
            yes(settings.sandbox_purge_deleted_when_full).to_owned(),
        ),
        (
            "Sandbox options as usual",
            yes(*options == usual).to_owned(),
        ),
        (
            "Requests per minute of the sandbox",
            options
                .requests_per_minute
                .map_or_else(|| "any number".to_owned(), |it| it.to_string()),
        ),
        (
            "Shortest operation of the sandbox",
            format!("{} ms", options.operation_pace_ms),
        ),
        (
            "Keep running without the window",
            format!("{:?}", settings.background),
        ),
        ("Start at login", yes(settings.start_at_login).to_owned()),
        (
            "Check for updates",
            yes(settings.check_for_updates).to_owned(),
        ),
        (
            "Confirm before quitting",
            yes(settings.explain_quit).to_owned(),
        ),
        (
            "Mark unused keys after",
            format!("{} days", settings.unused_key_days),
        ),
        (
            "Single-key shortcuts",
            yes(settings.single_key_shortcuts).to_owned(),
        ),
        (
            "Env file of new databases",
            set(&settings.temporary.env_path).to_owned(),
        ),
        (
            "SQL file of new databases",
            set(&settings.temporary.seed_path).to_owned(),
        ),
        (
            "Logical replication",
            yes(settings.temporary.logical_replication).to_owned(),
        ),
    ];
    all.iter().map(|(name, value)| fact(name, value)).collect()
}

fn fact(name: &str, value: &str) -> String {
    let value = if value.trim().is_empty() {
        "unknown"
    } else {
        value.trim()
    };
    format!("- {name}: {value}\n")
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
