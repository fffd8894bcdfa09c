//! Every packet of the namespace, as far as it says whom somebody contacts.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::net::{AddressFamily, RecvFlags, SocketType, eth, recv, socket};

/// Where packets go that say how far the watch has come, each to a port of its own.
pub const MARKER: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);

const ETHERNET: usize = 14;
const TCP: u8 = 6;
const UDP: u8 = 17;
const DNS: u16 = 53;

/// What was sent.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Where a connection was asked for.
    pub tcp: BTreeSet<(IpAddr, u16)>,
    /// Where datagrams went, but for lookups of names.
    pub udp: BTreeSet<(IpAddr, u16)>,
    /// Names that were looked up.
    pub names: BTreeSet<String>,
    pub(super) markers: BTreeSet<u16>,
}

/// Watches until the process ends.
pub fn watch() -> Arc<Mutex<Seen>> {
    let seen = Arc::<Mutex<Seen>>::default();
    let wire = socket(AddressFamily::PACKET, SocketType::RAW, Some(eth::ALL)).unwrap();
    let of_thread = Arc::clone(&seen);
    std::thread::spawn(move || {
        let mut frame = vec![0; 65_536];
        while let Ok((length, _)) = recv(&wire, &mut frame[..], RecvFlags::empty()) {
            let mut seen = of_thread.lock().unwrap_or_else(PoisonError::into_inner);
            seen.note(&frame[..length]);
        }
    });
    seen
}

impl Seen {
    /// On a loopback device each packet is there twice, once as it is sent.
    fn note(&mut self, frame: &[u8]) {
        let Some((to, protocol, segment)) = parts(frame) else {
            return;
        };
        let port = |at: usize| {
            segment
                .get(at..at + 2)
                .map(|it| u16::from_be_bytes([it[0], it[1]]))
        };
        let (Some(from_port), Some(port)) = (port(0), port(2)) else {
            return;
        };
        match protocol {
            // The first packet of a connection.
            TCP if segment.get(13).is_some_and(|flags| flags & 0x12 == 0x02) => {
                self.tcp.insert((to, port));
            }
            UDP if to == IpAddr::V4(MARKER) => {
                self.markers.insert(port);
            }
            UDP if port == DNS => self.names.extend(segment.get(8..).and_then(name)),
            // What the resolver of the test answers.
            UDP if from_port != DNS => {
                self.udp.insert((to, port));
            }
            _ => {}
        }
    }
}

/// Where a packet goes, by which protocol, and what follows its head.
fn parts(frame: &[u8]) -> Option<(IpAddr, u8, &[u8])> {
    let packet = frame.get(ETHERNET..)?;
    match frame.get(12..ETHERNET)? {
        [0x08, 0x00] => {
            let head = usize::from(packet.first()? & 0x0f) * 4;
            let to: [u8; 4] = packet.get(16..20)?.try_into().ok()?;
            Some((
                Ipv4Addr::from(to).into(),
                *packet.get(9)?,
                packet.get(head..)?,
            ))
        }
        [0x86, 0xdd] => {
            let to: [u8; 16] = packet.get(24..40)?.try_into().ok()?;
            Some((
                Ipv6Addr::from(to).into(),
                *packet.get(6)?,
                packet.get(40..)?,
            ))
        }
        _ => None,
    }
}

/// The name that a question of the DNS is about.
pub fn name(question: &[u8]) -> Option<String> {
    let mut labels = Vec::new();
    let mut rest = question.get(12..)?;
    loop {
        let length = usize::from(*rest.first()?);
        if length == 0 {
            return Some(labels.join("."));
        }
        let label = rest.get(1..=length)?;
        labels.push(String::from_utf8_lossy(label).to_lowercase());
        rest = rest.get(1 + length..)?;
    }
}
