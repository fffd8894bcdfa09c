//! Times and places in a log, as they are typed.

use chrono::{DateTime, Utc};

const TIME: &str = "a time such as 2026-11-25T19:06:00Z";

/// A time with its zone.
pub fn time(text: &str) -> Result<String, String> {
    match text.parse::<DateTime<Utc>>() {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err(format!("enter {TIME}")),
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
    fn what_is_no_time_and_no_lsn_is_refused() {
        for fits in [
            "2026-11-25T19:06:00Z",
            "2026-11-25T19:06:00.5+01:00",
            "0/1E88F78",
            "A/0",
        ] {
            assert!(time_or_lsn(fits).is_ok(), "{fits}");
        }
        for unfit in [
            "",
            "yesterday",
            "2026-11-25",
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
