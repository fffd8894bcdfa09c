//! Times and places in a log, as they are typed: a time with its zone, a date, or a duration from now.

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};
use host::command::sandbox::SandboxState;

use crate::duration;
use crate::failure::{Done, Failure};
use crate::session::Session;

const TIME: &str = "a time such as 2026-11-25T19:06:00Z, a date such as 2026-11-25 (UTC), or a duration such as 30m, 2h or 7d";

/// The direction of a duration from now.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Back,
    Ahead,
}

enum Moment {
    At(DateTime<Utc>),
    In(TimeDelta),
}

/// Checks a time, a date or a duration.
pub fn time(text: &str) -> Result<String, String> {
    match read(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err(format!("enter {TIME}")),
    }
}

pub fn time_or_never(text: &str) -> Result<String, String> {
    if text == "never" {
        return Ok(text.to_owned());
    }
    time(text).map_err(|_| format!("enter {TIME}, or never"))
}

pub fn time_or_lsn(text: &str) -> Result<String, String> {
    if is_lsn(text) {
        return Ok(text.to_owned());
    }
    time(text).map_err(|_| format!("enter {TIME}, or an LSN such as 0/1E88F78"))
}

/// The time in the form of the platform. A duration counts from the platform's time now. Any other text, such as an LSN,
/// stays as it is.
pub async fn resolved(session: &Session, text: Option<String>, way: Way) -> Done<Option<String>> {
    let Some(text) = text else {
        return Ok(None);
    };
    let at = match read(&text) {
        // A time keeps the zone and the fraction that were typed.
        Some(Moment::At(_)) if text.contains(':') => return Ok(Some(text)),
        Some(Moment::At(at)) => Some(at),
        Some(Moment::In(duration)) => {
            let now = platform_now(session).await?;
            match way {
                Way::Back => now.checked_sub_signed(duration),
                Way::Ahead => now.checked_add_signed(duration),
            }
        }
        None => return Ok(Some(text)),
    };
    let at = at.ok_or_else(|| {
        Failure::usage(
            format!("The duration {text} is too long"),
            "Enter a shorter one.",
        )
    })?;
    Ok(Some(at.to_rfc3339_opts(SecondsFormat::Secs, true)))
}

/// Reads a time in the form of the platform.
pub fn resolved_time(text: &str) -> Done<DateTime<Utc>> {
    text.parse()
        .map_err(|_| Failure::usage(format!("{text} is no time"), format!("Enter {TIME}.")))
}

/// Returns the time of the sandbox, whose clock can be moved, or else of this computer.
async fn platform_now(session: &Session) -> Done<DateTime<Utc>> {
    let account = session.account().await?;
    let running = session.run(SandboxState {}).await?.running;
    let running = running.filter(|it| Some(&it.base_url) == account.base_url.as_ref());
    let ahead = running.map_or(0.0, |sandbox| sandbox.clock_offset_ms);
    let ahead = std::time::Duration::try_from_secs_f64(ahead.max(0.0) / 1000.0);
    let ahead = ahead.ok().and_then(|ahead| TimeDelta::from_std(ahead).ok());
    Ok(Utc::now() + ahead.unwrap_or_default())
}

fn read(text: &str) -> Option<Moment> {
    if let Ok(at) = text.parse::<DateTime<Utc>>() {
        return Some(Moment::At(at));
    }
    if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return Some(Moment::At(date.and_time(NaiveTime::MIN).and_utc()));
    }
    duration::read(text).map(Moment::In)
}

fn is_lsn(text: &str) -> bool {
    let is_half = |half: &str| {
        (1..=8).contains(&half.len()) && half.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    text.split_once('/')
        .is_some_and(|(upper, lower)| is_half(upper) && is_half(lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_forms_that_are_accepted() {
        let date = "2026-11-25 (UTC)";
        for (error, forms) in [
            (time("soon").unwrap_err(), [date, "7d"]),
            (time_or_never("soon").unwrap_err(), [date, "never"]),
            (time_or_lsn("soon").unwrap_err(), [date, "0/1E88F78"]),
        ] {
            for form in forms {
                assert!(error.contains(form), "{form} in {error}");
            }
        }
    }

    #[test]
    fn what_is_no_time_and_no_lsn_is_refused() {
        for fits in [
            "2026-11-25T19:06:00Z",
            "2026-11-25T19:06:00.5+01:00",
            "2026-11-25",
            "30s",
            "2h",
            "7d",
            "2 h",
            "0/1E88F78",
            "A/0",
        ] {
            assert!(time_or_lsn(fits).is_ok(), "{fits}");
        }
        for unfit in [
            "",
            "yesterday",
            "2026-13-25",
            "h",
            "-2h",
            "2.5h",
            "7",
            "99999999999999999999d",
            "0/",
            "/1",
            "0/1E88F78Q",
            "0/123456789",
            "never",
        ] {
            assert!(time_or_lsn(unfit).is_err(), "{unfit}");
        }
        assert!(time_or_never("never").is_ok() && time("never").is_err());
        assert!(time("0/1E88F78").is_err());
    }
}
