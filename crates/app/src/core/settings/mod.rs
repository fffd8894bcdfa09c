//! Settings: one JSON file in the data folder, written atomically.

mod changed;
mod file;

use crate::Error;
use crate::base::check;
use crate::base::guard::lock;
use crate::base::off_thread::off_thread;
use crate::core::Core;
use crate::core::activity::{self, Note};
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::tools::options;
use crate::view::words::Action;
use crate::view::{InstantServiceChoice, SandboxOptions, SettingsView};

pub(crate) use file::Saved;
use file::{read, write};

/// The longest time after which a sandbox server is suspended: a day.
const LONGEST_IDLE: u32 = 24 * 60;
const MOST_UNCLAIMED: u32 = 10_000;
const MOST_GIGABYTES: u32 = 100_000;
const MOST_REQUESTS: u32 = 1_000_000;
const MOST_BRANCHES: u32 = 100_000;
/// Milliseconds that each operation of the sandbox can be made to last.
const LONGEST_PACE: u32 = 600_000;
/// Seconds that a copied secret can stay, where it is cleared at all.
const LONGEST_CLIPBOARD: u32 = 600;

/// The saved settings.
#[must_use]
#[operation(Page, Read, settings_get)]
pub fn get(app: &Core) -> SettingsView {
    app.settings.now()
}

/// Those of a settings' file; the defaults where it cannot be read.
#[must_use]
pub fn of_file(text: &[u8]) -> SettingsView {
    read(text).unwrap_or_default()
}

/// Checks and saves the settings, whole or not at all.
///
/// # Errors
/// [`ErrorCode::Invalid`] for a value that cannot be used, [`ErrorCode::File`] when they cannot be written; the former
/// settings then stay.
pub async fn set(app: &Core, settings: SettingsView) -> Result<SettingsView, Error> {
    check(&settings)?;
    let before = app.settings.now();
    let saved = change(app, |now| *now = settings).await?;
    if saved != before {
        let changed = changed::labels(&before, &saved).join(", ");
        activity::record(app, Note::new(app, Action::ChangeSettings, &changed, "")).await;
    }
    Ok(saved)
}

/// Changes settings and saves them.
pub(crate) async fn change(
    app: &Core,
    change: impl FnOnce(&mut SettingsView),
) -> Result<SettingsView, Error> {
    let _lock = app.settings.write_lock.lock().await;
    let before = app.settings.now();
    let mut settings = before.clone();
    change(&mut settings);
    if settings == before {
        return Ok(settings);
    }
    let (path, wanted) = (app.settings.path.clone(), settings.clone());
    let written = off_thread(move || write(&path, &wanted)).await;
    written.unwrap_or_else(|_| Err(Error::internal("Couldn't save the settings")))?;
    *lock(&app.settings.settings) = settings.clone();
    app.events.publish(Event::SettingsChanged);
    Ok(settings)
}

/// Tells in the log that the file could not be read.
pub(crate) async fn report_complaint(app: &Core, complaint: Error) {
    tracing::warn!(%complaint, "the settings could not be read; defaults are used");
    activity::record(
        app,
        Note::new(app, Action::ReadSettings, "Settings", "").failed(&complaint),
    )
    .await;
}

fn check(settings: &SettingsView) -> Result<(), Error> {
    if !(1..=LONGEST_IDLE).contains(&settings.sandbox_idle_minutes) {
        return Err(Error::invalid(
            "The suspend timeout must be 1 to 1,440 minutes",
        ));
    }
    if !(1..=MOST_UNCLAIMED).contains(&settings.sandbox_max_unclaimed) {
        return Err(Error::invalid(
            "The limit of unclaimed databases must be 1 to 10,000",
        ));
    }
    let disk = settings.sandbox_max_disk_gb;
    if disk.is_some_and(|gigabytes| !(1..=MOST_GIGABYTES).contains(&gigabytes)) {
        return Err(Error::invalid("The disk limit must be 1 to 100,000 GB"));
    }
    check_sandbox(&settings.sandbox_options)?;
    if settings.clipboard_seconds > LONGEST_CLIPBOARD {
        return Err(Error::invalid(
            "A copied secret is cleared after 600 seconds at most",
        ));
    }
    let compute = &settings.new_project.compute;
    check::compute_range(compute.min_cu, compute.max_cu)?;
    check::suspend_timeout(compute.suspend_timeout_seconds)?;
    options::check_words(&settings.temporary)?;
    if let Some(InstantServiceChoice::Custom { address }) = &settings.temporary.service {
        options::address(address)?;
    }
    Ok(())
}

fn check_sandbox(options: &SandboxOptions) -> Result<(), Error> {
    for name in [
        &options.database,
        &options.role,
        &options.auth_provider,
        &options.auth_schema,
    ] {
        if !is_plain_name(name) {
            return Err(
                Error::invalid(format!("{name} can't be a name in the sandbox")).hint(
                    "Use up to 63 lowercase letters, digits and underscores, and no reserved name.",
                ),
            );
        }
    }
    let region = &options.region;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if region.is_empty() || !region.chars().all(plain) {
        return Err(Error::invalid(format!("{region} is not a region")));
    }
    let within = |number: Option<u32>, most| number.is_none_or(|it| (1..=most).contains(&it));
    if !within(options.requests_per_minute, MOST_REQUESTS) {
        return Err(Error::invalid(
            "The rate limit must be 1 to 1,000,000 requests per minute",
        ));
    }
    if !within(options.branches_limit, MOST_BRANCHES) {
        return Err(Error::invalid("The branch limit must be 1 to 100,000"));
    }
    if options.operation_pace_ms > LONGEST_PACE {
        return Err(Error::invalid(
            "An operation's minimum duration is 600,000 ms at most",
        ));
    }
    Ok(())
}

/// As the sandbox takes names: PostgreSQL and a URL take them as they stand.
fn is_plain_name(name: &str) -> bool {
    const RESERVED: [&str; 7] = [
        "information_schema",
        "none",
        "plinth_admin",
        "plinth_heir",
        "plinth_users",
        "postgres",
        "public",
    ];
    let starts_well = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    let reserved =
        name.starts_with("pg_") || name.starts_with("template") || RESERVED.contains(&name);
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    starts_well && !reserved && name.len() <= 63 && name.chars().all(plain)
}

pub(crate) const OPERATIONS: &[Entry<Core>] = &[SettingsGet::ENTRY];
