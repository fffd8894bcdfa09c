//! Lengths of time, as they are typed: a duration, or a number of the option's unit.

use chrono::TimeDelta;

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
pub fn suspend_after(text: &str) -> Result<i32, String> {
    match text {
        "never" | "-1" => Ok(-1),
        text => seconds(text).ok().and_then(|it| it.try_into().ok()).ok_or_else(|| {
            "enter a duration such as 90s, 5m or 2h, a number of seconds, 0 for the platform's usual time, or never"
                .to_owned()
        }),
    }
}

/// Returns how many units of so many seconds the text means: a duration, or a number of them.
fn whole(text: &str, unit_seconds: i64) -> Option<u32> {
    match read(text) {
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

/// Reads a duration such as `30m`, `3 days` or `1d 12h`.
pub fn read(text: &str) -> Option<TimeDelta> {
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
        for (error, forms) in [
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
}
