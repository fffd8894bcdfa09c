use std::net::Ipv4Addr;

/// Names that the resolver of the namespace knows. Nobody listens there.
pub const NAMES: &[(&str, Ipv4Addr)] = &[
    ("platform.example", Ipv4Addr::new(203, 0, 113, 7)),
    ("mail.example", Ipv4Addr::new(203, 0, 113, 25)),
];
