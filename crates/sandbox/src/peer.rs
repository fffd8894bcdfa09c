//! Which user of this machine is at the other end of a connection.

use std::net::SocketAddr;

/// Whether the other end of a connection is a program of who runs the sandbox, or of root. Linux
/// alone tells; elsewhere everybody passes.
#[cfg(target_os = "linux")]
pub fn is_own(peer: SocketAddr, here: SocketAddr) -> bool {
    let own = rustix::process::geteuid().as_raw();
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"];
    let user = tables.iter().find_map(|table| {
        let sockets = std::fs::read_to_string(table).ok()?;
        user_of(&sockets, peer, here)
    });
    // A connection that the system does not list is nobody's.
    user.is_some_and(|user| user == own || user == 0)
}

#[cfg(not(target_os = "linux"))]
pub fn is_own(_: SocketAddr, _: SocketAddr) -> bool {
    true
}

/// The user whose socket is bound to `from` and connected to `to`, from a table as the kernel's
/// `proc_net_tcp.rst` describes it: number, local address, remote address, state, queues, timer,
/// retransmits, user.
#[cfg(any(target_os = "linux", test))]
fn user_of(sockets: &str, from: SocketAddr, to: SocketAddr) -> Option<u32> {
    const CLOSED: [&str; 2] = ["06", "07"];
    let (from, to) = (spelled(from), spelled(to));
    sockets.lines().skip(1).find_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (local, remote) = (words.next()?, words.next()?);
        let state = words.next()?;
        let is_it = from.iter().any(|it| it == local) && to.iter().any(|it| it == remote);
        // One that waits for its last packets has no user any more.
        let user = words.nth(3)?;
        (is_it && !CLOSED.contains(&state)).then(|| user.parse().ok())?
    })
}

/// As the two tables have it: each word of the address as this machine keeps it, in hexadecimal. A
/// socket of the newer protocol has an older address in a longer form.
#[cfg(any(target_os = "linux", test))]
fn spelled(address: SocketAddr) -> Vec<String> {
    let words = |bytes: &[u8]| -> String {
        bytes
            .chunks_exact(4)
            .filter_map(|word| word.try_into().ok())
            .map(|word| format!("{:08X}", u32::from_ne_bytes(word)))
            .collect()
    };
    let port = address.port();
    let mut all = Vec::new();
    match address.ip() {
        std::net::IpAddr::V4(ip) => {
            all.push(format!("{}:{port:04X}", words(&ip.octets())));
            let long = ip.to_ipv6_mapped().octets();
            all.push(format!("{}:{port:04X}", words(&long)));
        }
        std::net::IpAddr::V6(ip) => all.push(format!("{}:{port:04X}", words(&ip.octets()))),
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0200007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 2 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 20 4 30 10 -1
   3: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     7        0 4 1 0 20 4 30 10 -1
   4: 0000000000000000FFFF00000100007F:C351 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 5 1 0 20 4 30 10 -1
   5: 0100007F:C352 0100007F:1F90 06 00000000:00000000 03:00000F5F 00000000     0        0 0 3 0
";

    #[cfg(target_endian = "little")]
    #[test]
    fn the_user_is_that_of_the_clients_own_socket() {
        let here = "127.0.0.1:8080".parse().unwrap();
        for (peer, user) in [
            ("127.0.0.1:50000", Some(1000)),
            ("127.0.0.2:50000", Some(1001)),
            ("127.0.0.1:50001", Some(1002)),
            ("127.0.0.1:50002", None),
            ("127.0.0.1:50003", None),
        ] {
            assert_eq!(user_of(TABLE, peer.parse().unwrap(), here), user, "{peer}");
        }
    }
}
