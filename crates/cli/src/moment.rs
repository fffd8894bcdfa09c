//! Times, durations and places in a log, as they are typed: a time with its zone, a date, or a duration.

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};
use serde_json::json;

use crate::failure::{Done, Failure};
use crate::session::Session;

const TIME: &str = "a time such as 2026-11-25T19:06:00Z, a date such as 2026-11-25 (UTC), or a duration such as 30m, 2h or 7d";

/// Which way a duration goes from now.
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

/// Reads a duration in whole seconds: a number of them, or one such as 30m, 2h or 7d.
pub fn seconds(text: &str) -> Result<u32, String> {
    whole(text, 1)
        .ok_or_else(|| "enter a duration such as 30m, 2h or 7d, or a number of seconds".to_owned())
}

/// Reads a duration in whole minutes: a number of them, or one such as 30m or 2h.
pub fn minutes(text: &str) -> Result<u32, String> {
    whole(text, 60)
        .ok_or_else(|| "enter a duration such as 30m or 2h, or a number of minutes".to_owned())
}

/// Reads a duration in whole days: a number of them, or one such as 7d or 2w.
pub fn days(text: &str) -> Result<u32, String> {
    whole(text, 86_400).ok_or_else(|| {
        "enter a duration in whole days such as 7d or 2w, or a number of days".to_owned()
    })
}

/// Reads the time without connections after which a compute is suspended, in seconds: -1 is never.
pub fn suspend_after(text: &str) -> Result<i64, String> {
    match text {
        "never" | "-1" => Ok(-1),
        text => seconds(text).map(i64::from).map_err(|_| {
            "enter a duration such as 90s, 5m or 2h, a number of seconds, 0 for the platform's usual time, or never"
                .to_owned()
        }),
    }
}

/// Returns how many units of so many seconds the text means: a duration, or a number of them.
fn whole(text: &str, unit_seconds: i64) -> Option<u32> {
    match duration(text) {
        Some(duration) => {
            let seconds = duration.num_seconds();
            let is_whole = seconds % unit_seconds == 0;
            u32::try_from(seconds / unit_seconds)
                .ok()
                .filter(|_| is_whole)
        }
        None => text.parse().ok(),
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

/// The sandbox's clock can be moved; of other platforms it is the time of this computer.
async fn platform_now(session: &Session) -> Done<DateTime<Utc>> {
    let account = session.account().await?;
    let sandbox = session.call("sandbox_state", json!({})).await?;
    let running = &sandbox["running"];
    let is_sandbox = running["baseUrl"].is_string() && running["baseUrl"] == account["baseUrl"];
    let ahead = match is_sandbox {
        true => running["clockOffsetMs"].as_f64().unwrap_or_default(),
        false => 0.0,
    };
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
    duration(text).map(Moment::In)
}

/// Reads a duration such as `30m`, `3 days` or `1d 12h`.
fn duration(text: &str) -> Option<TimeDelta> {
    let mut rest = text.trim();
    let mut seconds = 0_i64;
    while !rest.is_empty() {
        let (count, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit())?);
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, after) = after.split_at(end.unwrap_or(after.len()));
        let part = count
            .parse::<i64>()
            .ok()?
            .checked_mul(unit_seconds(unit)?)?;
        seconds = seconds.checked_add(part)?;
        rest = after.trim_start();
    }
    let is_said = !text.trim().is_empty();
    TimeDelta::try_seconds(seconds).filter(|_| is_said)
}

fn unit_seconds(unit: &str) -> Option<i64> {
    Some(match unit.to_ascii_lowercase().as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" => 1,
        "m" | "min" | "mins" | "minute" | "minutes" => 60,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3_600,
        "d" | "day" | "days" => 86_400,
        "w" | "week" | "weeks" => 604_800,
        _ => return None,
    })
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
    fn a_duration_is_read_in_seconds() {
        for (text, read) in [
            ("80h", 288_000),
            ("30m", 1800),
            ("7d", 604_800),
            ("45", 45),
            ("3 days", 259_200),
            ("1d 12h", 129_600),
            ("2 h 30 min", 9_000),
        ] {
            assert_eq!(seconds(text), Ok(read), "{text}");
        }
        for text in [
            "",
            " ",
            "soon",
            "-1",
            "2026-11-25",
            "99999999999",
            "60000d",
            "3 moons",
            "2 h é",
            "9223372036854775807w",
        ] {
            assert!(seconds(text).is_err(), "{text}");
        }
        assert_eq!((minutes("90"), minutes("2h")), (Ok(90), Ok(120)));
        assert_eq!((days("14"), days("2w")), (Ok(14), Ok(14)));
        assert!(minutes("30s").is_err() && days("36h").is_err());
        for (text, read) in [
            ("600", 600),
            ("5m", 300),
            ("0", 0),
            ("-1", -1),
            ("never", -1),
        ] {
            assert_eq!(suspend_after(text), Ok(read), "{text}");
        }
        assert!(suspend_after("-2").is_err());
    }

    #[test]
    fn an_error_names_the_forms_that_are_accepted() {
        let date = "2026-11-25 (UTC)";
        for (error, forms) in [
            (time("soon").unwrap_err(), [date, "7d"]),
            (time_or_never("soon").unwrap_err(), [date, "never"]),
            (time_or_lsn("soon").unwrap_err(), [date, "0/1E88F78"]),
            (seconds("soon").unwrap_err(), ["7d", "seconds"]),
            (minutes("soon").unwrap_err(), ["2h", "minutes"]),
            (days("soon").unwrap_err(), ["2w", "days"]),
            (suspend_after("soon").unwrap_err(), ["5m", "never"]),
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
