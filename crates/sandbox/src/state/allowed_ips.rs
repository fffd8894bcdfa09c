//! The addresses that a project's setting lets in: one, a network, or a range.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::RangeInclusive;

use serde_json::Value;

use super::branch::Branch;
use super::project::Project;

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

/// Which addresses a project lets in to one of its branches; None is all of them. An empty list
/// lets all in.
pub fn of(project: &Project, branch: Option<&Branch>) -> Option<AllowedIps> {
    let set = project.settings.get("allowed_ips")?;
    let is_for_protected = set.get("protected_branches_only").and_then(Value::as_bool);
    if is_for_protected == Some(true) && !branch.is_some_and(|it| it.protected) {
        return None;
    }
    let texts = set.get("ips").and_then(Value::as_array)?;
    if texts.is_empty() {
        return None;
    }
    // What is not read, such as a text that an earlier version took, lets nobody in.
    let ranges = texts.iter().filter_map(Value::as_str).filter_map(parse);
    Some(AllowedIps(ranges.collect()))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedIps(Vec<RangeInclusive<IpAddr>>);

impl AllowedIps {
    /// A socket for both families shows an IPv4 address as an IPv6 one.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let mut ranges = self.0.iter();
        ranges.any(|range| range.start().is_ipv4() == address.is_ipv4() && range.contains(&address))
    }
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
    fn a_list_contains_what_is_in_one_of_its_ranges() {
        let list = |texts: &[&str]| AllowedIps(texts.iter().filter_map(|it| parse(it)).collect());
        let mixed = list(&["10.0.0.0/8", "192.0.2.1-192.0.2.9", "2001:db8::/32"]);
        for (address, is_in) in [
            ("10.255.0.1", true),
            ("::ffff:10.255.0.1", true),
            ("11.0.0.1", false),
            ("192.0.2.9", true),
            ("192.0.2.10", false),
            ("2001:db8:ffff::1", true),
            ("2001:db9::1", false),
            ("127.0.0.1", false),
            ("::1", false),
            ("::", false),
        ] {
            assert_eq!(mixed.contain(address.parse().unwrap()), is_in, "{address}");
        }
        // One family does not stand for the other.
        assert!(!list(&["::/0"]).contain("127.0.0.1".parse().unwrap()));
        assert!(!list(&["0.0.0.0/0"]).contain("::1".parse().unwrap()));
    }

    #[test]
    fn a_list_may_be_for_protected_branches_alone() {
        let now = chrono::DateTime::UNIX_EPOCH;
        let mut project = Project::new("p".to_owned(), "r".to_owned(), now);
        let mut of_setting = |setting: Value| {
            project.settings.insert("allowed_ips".to_owned(), setting);
            of(&project, None)
        };
        let one = Some(AllowedIps(vec![parse("10.0.0.1").unwrap()]));
        let json = |text: &str| serde_json::from_str(text).unwrap();
        assert_eq!(of_setting(json(r#"{"ips": ["10.0.0.1"]}"#)), one);
        let protected = r#"{"ips": ["10.0.0.1"], "protected_branches_only": true}"#;
        assert_eq!(of_setting(json(protected)), None);
        assert_eq!(of_setting(json(r#"{"ips": []}"#)), None);
        assert_eq!(of_setting(json("{}")), None);
        let unread = Some(AllowedIps(Vec::new()));
        assert_eq!(of_setting(json(r#"{"ips": ["anybody"]}"#)), unread);
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
