//! What a person typed, checked by the platform's limits before anything is sent.

use std::net::IpAddr;

use crate::Error;

/// Longest name of a project or branch, in characters.
pub(crate) const LONG_NAME: usize = 256;
/// Longest name of a compute or an API key, in characters.
pub(crate) const SHORT_NAME: usize = 64;
/// Longest name that PostgreSQL takes, in bytes.
const IDENTIFIER: usize = 63;
/// Longest address of a mailbox, in characters.
const MAILBOX: usize = 256;
/// The computes below one compute unit. Above, every whole number is a size.
const SMALL: [f64; 2] = [0.25, 0.5];
/// The largest compute that the hosted platform offers, in compute units.
const LARGEST: f64 = 56.0;
/// A larger compute has one size, and a smaller one may grow by so much.
const LARGEST_THAT_GROWS: f64 = 16.0;
const LARGEST_GROWTH: f64 = 8.0;

/// A name as it was typed, without blanks at its ends. `of_what` stands in "The … name is empty".
pub(crate) fn name(text: &str, of_what: &str, longest: usize) -> Result<String, Error> {
    let name = text.trim();
    if name.is_empty() {
        return Err(Error::invalid(format!("The {of_what} name is empty")).hint("Enter a name."));
    }
    if name != text {
        return Err(
            Error::invalid(format!("The {of_what} name begins or ends with a blank"))
                .hint("Remove the blanks at its ends."),
        );
    }
    if name.chars().count() > longest {
        return Err(Error::invalid(format!("The {of_what} name is too long"))
            .hint(format!("Use at most {longest} characters.")));
    }
    if name.chars().any(is_invisible) {
        return Err(
            Error::invalid(format!("The {of_what} name contains invisible characters"))
                .hint("Use visible characters only."),
        );
    }
    Ok(name.to_owned())
}

/// Controls, spaces without a width, and what turns the direction of the text after it.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A name that may be left out.
pub(crate) fn optional_name(
    text: Option<&str>,
    of_what: &str,
    longest: usize,
) -> Result<Option<String>, Error> {
    text.map(|text| name(text, of_what, longest)).transpose()
}

/// A name inside PostgreSQL, taken exactly as it is.
pub(crate) fn identifier(text: &str, of_what: &str) -> Result<(), Error> {
    if text.is_empty() {
        return Err(Error::invalid(format!("The {of_what} name is empty")).hint("Enter a name."));
    }
    if text.len() > IDENTIFIER {
        return Err(
            Error::invalid(format!("The {of_what} name is too long")).hint(
                "PostgreSQL allows at most 63 bytes. Letters beyond a to z take more than one.",
            ),
        );
    }
    if matches!(text, "." | "..") {
        return Err(Error::invalid(format!(
            "The {of_what} name {text} can't be part of an address of the platform"
        ))
        .hint("Use at least one other character."));
    }
    if text.trim().is_empty() || text.chars().any(is_invisible) {
        return Err(Error::invalid(format!(
            "The {of_what} name has nothing to see, or invisible characters"
        ))
        .hint("Use visible characters only."));
    }
    Ok(())
}

/// The smallest and the largest size of a compute, in compute units.
pub(crate) fn compute_range(smallest: Option<f64>, largest: Option<f64>) -> Result<(), Error> {
    let is_size = |size: f64| {
        SMALL.contains(&size) || ((1.0..=LARGEST).contains(&size) && size.fract() == 0.0)
    };
    for (size, which) in [(smallest, "smallest"), (largest, "largest")] {
        if let Some(size) = size.filter(|size| !is_size(*size)) {
            return Err(Error::invalid(format!(
                "The {which} size, {size} CU, is not a valid compute size"
            ))
            .hint("Use 0.25, 0.5 or a whole number of compute units up to 56."));
        }
    }
    let (Some(smallest), Some(largest)) = (smallest, largest) else {
        return Ok(());
    };
    if smallest > largest {
        return Err(
            Error::invalid("The smallest size is larger than the largest")
                .hint("Put the smaller size first, such as 0.5 to 3."),
        );
    }
    if smallest < largest && largest > LARGEST_THAT_GROWS {
        return Err(Error::invalid("The largest size is too large for a range")
            .hint("End the range at 16 compute units or less, or use one fixed size."));
    }
    if largest - smallest > LARGEST_GROWTH {
        return Err(Error::invalid("The range of sizes is too wide")
            .hint("Use a range of at most 8 compute units, such as 2 to 10."));
    }
    Ok(())
}

/// Seconds without use until a compute is suspended.
pub(crate) fn suspend_timeout(seconds: Option<i32>) -> Result<Option<i64>, Error> {
    match seconds {
        Some(seconds) if !matches!(seconds, -1 | 0 | 60..=604_800) => {
            Err(Error::invalid("The suspend timeout is not valid")
                .hint("Use 60 seconds to 7 days, 0 for the platform's default, or -1 for never."))
        }
        seconds => Ok(seconds.map(i64::from)),
    }
}

/// Seconds that a branch can be set back.
pub(crate) fn restore_window(seconds: Option<u32>) -> Result<(), Error> {
    if seconds.is_some_and(|seconds| seconds > 2_592_000) {
        return Err(Error::invalid("The restore window is too long")
            .hint("Use at most 30 days (2592000 seconds)."));
    }
    Ok(())
}

/// Where connections may come from: an address, a network, or a range of addresses.
pub(crate) fn origin_of_connections(text: &str) -> Result<String, Error> {
    let origin = text.trim();
    let fits = match (origin.split_once('/'), origin.split_once('-')) {
        (Some((address, prefix)), _) => is_network(address, prefix),
        (None, Some((first, last))) => is_range(first.trim(), last.trim()),
        (None, None) => origin.parse::<IpAddr>().is_ok(),
    };
    if fits {
        return Ok(origin.to_owned());
    }
    Err(Error::invalid(format!(
        "Connections can't be allowed from “{origin}”"
    ))
    .hint(
        "Enter an IP address, a network such as 203.0.113.0/24, or a range such as 203.0.113.5-203.0.113.9.",
    ))
}

fn is_network(address: &str, prefix: &str) -> bool {
    let longest = match address.parse() {
        Ok(IpAddr::V4(_)) => 32,
        Ok(IpAddr::V6(_)) => 128,
        Err(_) => return false,
    };
    let is_number = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_digit());
    is_number && prefix.parse::<u32>().is_ok_and(|prefix| prefix <= longest)
}

fn is_range(first: &str, last: &str) -> bool {
    match (first.parse(), last.parse()) {
        (Ok(IpAddr::V4(first)), Ok(IpAddr::V4(last))) => first <= last,
        (Ok(IpAddr::V6(first)), Ok(IpAddr::V6(last))) => first <= last,
        _ => false,
    }
}

/// The address of a mailbox. The platform looks closer than this does.
pub(crate) fn mailbox(text: &str, of_what: &str) -> Result<String, Error> {
    let address = text.trim();
    let parts = address.rsplit_once('@');
    let fits = address.chars().count() <= MAILBOX
        && !address.chars().any(|c| c.is_whitespace() || c.is_control())
        && parts
            .is_some_and(|(user, host)| !user.is_empty() && !user.contains('@') && is_host(host));
    if fits {
        return Ok(address.to_owned());
    }
    Err(
        Error::invalid(format!("The {of_what} email address is not valid"))
            .hint("Enter it as name@example.com."),
    )
}

/// A server's name or address, without scheme and port.
pub(crate) fn host(text: &str) -> Result<String, Error> {
    let host = text.trim();
    if is_host(host) || host.parse::<IpAddr>().is_ok() {
        return Ok(host.to_owned());
    }
    Err(Error::invalid("This is not a valid server name")
        .hint("Enter it without https:// and port, such as smtp.example.com."))
}

/// A port.
pub(crate) fn port(port: u32) -> Result<u16, Error> {
    match u16::try_from(port) {
        Ok(port) if port > 0 => Ok(port),
        _ => {
            Err(Error::invalid("This is not a valid port")
                .hint("Ports are numbers from 1 to 65535."))
        }
    }
}

/// A domain with its scheme, such as `https://example.com`.
pub(crate) fn domain(text: &str) -> Result<String, Error> {
    let refuse = || {
        Error::invalid("This is not a valid domain")
            .hint("Include the scheme and leave out the path, such as https://example.com.")
    };
    let url = url::Url::parse(text.trim()).map_err(|_| refuse())?;
    let plain = matches!(url.scheme(), "https" | "http")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    if !plain {
        return Err(refuse());
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// The address of something in the web that is called there: it may have a path.
pub(crate) fn web_address(text: &str) -> Result<(), Error> {
    let url = url::Url::parse(text).ok();
    let fits = url.is_some_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host());
    if fits {
        return Ok(());
    }
    Err(Error::invalid("This is not a valid address")
        .hint("Enter it with its scheme, such as https://example.com/hooks."))
}

/// A number within its bounds, where there is one.
pub(crate) fn within(
    number: Option<u32>,
    of_what: &str,
    least: u32,
    most: u32,
) -> Result<(), Error> {
    if number.is_none_or(|number| (least..=most).contains(&number)) {
        return Ok(());
    }
    Err(Error::invalid(format!("The {of_what} is out of range"))
        .hint(format!("Enter a number from {least} to {most}.")))
}

/// A text that must not be empty.
pub(crate) fn filled(text: &str, of_what: &str) -> Result<String, Error> {
    let text = text.trim();
    if text.is_empty() || text.chars().any(char::is_control) {
        return Err(Error::invalid(format!("The {of_what} is missing")).hint("Enter it."));
    }
    Ok(text.to_owned())
}

/// A word that stands in an address, such as the name of a provider.
pub(crate) fn segment(text: &str, of_what: &str) -> Result<String, Error> {
    let word = filled(text, of_what)?;
    if matches!(word.as_str(), "." | "..") {
        return Err(Error::invalid(format!("This is not a valid {of_what}"))
            .hint("Choose one from the list."));
    }
    Ok(word)
}

fn is_host(host: &str) -> bool {
    !host.is_empty()
        && host.len() <= 253
        && host.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_a_quarter_a_half_and_whole_numbers() {
        for good in [0.25, 0.5, 1.0, 3.0, 16.0, 56.0] {
            assert!(compute_range(Some(good), Some(good)).is_ok(), "{good}");
        }
        let none = [0.3, 0.0, -1.0, 0.2, 0.75, 8.25, 56.25, 57.0, 999.0];
        for bad in none.into_iter().chain([f64::NAN, f64::INFINITY]) {
            assert!(compute_range(Some(bad), None).is_err(), "{bad}");
            assert!(compute_range(None, Some(bad)).is_err(), "{bad}");
        }
        for (smallest, largest) in [(0.25, 8.0), (8.0, 16.0), (1.0, 9.0), (20.0, 20.0)] {
            let range = compute_range(Some(smallest), Some(largest));
            assert!(range.is_ok(), "{smallest} to {largest}");
        }
        for (smallest, largest) in [(3.0, 0.5), (0.5, 9.0), (1.0, 10.0), (16.0, 18.0)] {
            let range = compute_range(Some(smallest), Some(largest));
            assert!(range.is_err(), "{smallest} to {largest}");
        }
        assert!(compute_range(None, None).is_ok());
    }

    #[test]
    fn a_name_with_blanks_at_its_ends_is_refused_and_not_changed() {
        for refused in [" shop", "shop ", "\tshop", "shop\u{a0}", " "] {
            assert!(name(refused, "project", LONG_NAME).is_err(), "{refused:?}");
        }
        for kept in ["shop", "my  shop"] {
            assert_eq!(name(kept, "project", LONG_NAME).unwrap(), kept);
        }
    }

    #[test]
    fn connections_come_from_addresses_networks_and_ranges() {
        let good = [
            "203.0.113.7",
            " 203.0.113.0/24 ",
            "10.0.0.0/0",
            "203.0.113.5-203.0.113.9",
            "203.0.113.5 - 203.0.113.5",
            "2001:db8::1",
            "2001:db8::/32",
            "2001:db8::1-2001:db8::f",
        ];
        for text in good {
            assert_eq!(
                origin_of_connections(text).ok().as_deref(),
                Some(text.trim())
            );
        }
        let bad = [
            "",
            "office",
            "203.0.113",
            "203.0.113.256",
            "203.0.113.0/33",
            "203.0.113.0/",
            "203.0.113.0/+8",
            "203.0.113.0/24/1",
            "2001:db8::/129",
            "203.0.113.9-203.0.113.5",
            "203.0.113.5-2001:db8::1",
            "203.0.113.5-",
            "example.com",
        ];
        for text in bad {
            assert!(origin_of_connections(text).is_err(), "{text}");
        }
    }
}
