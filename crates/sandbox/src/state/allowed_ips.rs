//! The addresses that a project's setting lets in: one, a network, or a range.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::RangeInclusive;

/// None where the text is none of the three.
pub fn parse(text: &str) -> Option<RangeInclusive<IpAddr>> {
    let text = text.trim();
    if let Some((address, prefix)) = text.split_once('/') {
        return network(address.parse().ok()?, prefix);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (IpAddr, IpAddr) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first.is_ipv4() == last.is_ipv4() && first <= last).then_some(first..=last)
}

fn network(address: IpAddr, prefix: &str) -> Option<RangeInclusive<IpAddr>> {
    // `parse` would also take a sign.
    if !prefix.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let prefix: u32 = prefix.parse().ok()?;
    Some(match address {
        IpAddr::V4(address) => {
            let hosts = u32::MAX
                .checked_shr(prefix)
                .or((prefix == 32).then_some(0))?;
            let first = u32::from(address) & !hosts;
            Ipv4Addr::from(first).into()..=Ipv4Addr::from(first | hosts).into()
        }
        IpAddr::V6(address) => {
            let hosts = u128::MAX
                .checked_shr(prefix)
                .or((prefix == 128).then_some(0))?;
            let first = u128::from(address) & !hosts;
            Ipv6Addr::from(first).into()..=Ipv6Addr::from(first | hosts).into()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_a_network_and_a_range_are_read() {
        for (text, first, last) in [
            ("203.0.113.7", "203.0.113.7", "203.0.113.7"),
            (" 203.0.113.7/24 ", "203.0.113.0", "203.0.113.255"),
            ("10.0.0.1/0", "0.0.0.0", "255.255.255.255"),
            ("10.0.0.1/32", "10.0.0.1", "10.0.0.1"),
            ("10.0.0.1 - 10.0.0.9", "10.0.0.1", "10.0.0.9"),
            ("::1", "::1", "::1"),
            ("2001:db8::5/127", "2001:db8::4", "2001:db8::5"),
            ("2001:db8::5/128", "2001:db8::5", "2001:db8::5"),
            ("2001:db8::1-2001:db8::f", "2001:db8::1", "2001:db8::f"),
        ] {
            let range = first.parse().unwrap()..=last.parse().unwrap();
            assert_eq!(parse(text), Some(range), "{text}");
        }
    }

    #[test]
    fn what_is_none_of_them_is_not() {
        for text in [
            "",
            "not-an-ip",
            "1.1.1.1/99",
            "1.1.1.1/",
            "1.1.1.1/+8",
            "1.1.1.1/24/1",
            "1.1.1.1/99999999999",
            "::1/129",
            "1.1.1.9-1.1.1.1",
            "1.1.1.1-::1",
            "1.1.1.1-",
            "256.0.0.1",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
