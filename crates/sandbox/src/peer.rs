//! Which user and which program of this machine is at the other end of a connection.

#[cfg(any(target_os = "linux", test))]
use std::fmt;
#[cfg(target_os = "linux")]
use std::fs;
#[cfg(target_os = "linux")]
use std::io;
use std::net::SocketAddr;

/// Whether the other end of a connection is a program of who runs the sandbox, or of root. Linux
/// alone tells; elsewhere everybody passes.
#[cfg(target_os = "linux")]
pub fn is_own(peer: SocketAddr, here: SocketAddr) -> bool {
    let own = rustix::process::geteuid().as_raw();
    // A connection that the system does not list is nobody's.
    listed(peer, here).is_some_and(|socket| socket.user == own || socket.user == 0)
}

#[cfg(not(target_os = "linux"))]
pub fn is_own(_: SocketAddr, _: SocketAddr) -> bool {
    true
}

/// Returns whether one of these processes has the other end of a connection. Linux alone tells; elsewhere every program passes.
#[cfg(target_os = "linux")]
pub fn is_held_by(programs: &[u32], peer: SocketAddr, here: SocketAddr) -> bool {
    listed(peer, here).is_some_and(|socket| {
        let name = socket.to_string();
        programs.iter().any(|program| holds(*program, &name))
    })
}

#[cfg(not(target_os = "linux"))]
pub fn is_held_by(_: &[u32], _: SocketAddr, _: SocketAddr) -> bool {
    true
}

/// Returns whether the process has that socket, or the system hides its sockets: root may not see those of other users in a
/// container that lacks `CAP_SYS_PTRACE`.
#[cfg(target_os = "linux")]
fn holds(process: u32, socket: &str) -> bool {
    let is_hidden = |error: io::Error| {
        let is_hidden = error.kind() == io::ErrorKind::PermissionDenied;
        if is_hidden {
            tracing::warn!(process, "the system hides which sockets a program has");
        }
        is_hidden
    };
    match fs::read_dir(format!("/proc/{process}/fd")) {
        Ok(handles) => handles
            .flatten()
            .any(|handle| match fs::read_link(handle.path()) {
                Ok(leads_to) => leads_to.as_os_str() == socket,
                Err(error) => is_hidden(error),
            }),
        Err(error) => is_hidden(error),
    }
}

#[cfg(target_os = "linux")]
fn listed(peer: SocketAddr, here: SocketAddr) -> Option<Socket> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"];
    tables.iter().find_map(|table| {
        let sockets = fs::read_to_string(table).ok()?;
        socket(&sockets, peer, here)
    })
}

/// A socket as the system lists it.
#[cfg(any(target_os = "linux", test))]
#[derive(Debug, PartialEq, Eq)]
struct Socket {
    user: u32,
    inode: u64,
}

/// The text of a link in `/proc` that leads to the socket.
#[cfg(any(target_os = "linux", test))]
impl fmt::Display for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "socket:[{}]", self.inode)
    }
}

/// The socket that is bound to `from` and connected to `to`, from a table as the kernel's
/// `proc_net_tcp.rst` describes it: number, local address, remote address, state, queues, timer,
/// retransmits, user, timeout, inode.
#[cfg(any(target_os = "linux", test))]
fn socket(sockets: &str, from: SocketAddr, to: SocketAddr) -> Option<Socket> {
    const CLOSED: [&str; 2] = ["06", "07"];
    let (from, to) = (spelled(from), spelled(to));
    sockets.lines().skip(1).find_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (local, remote) = (words.next()?, words.next()?);
        let state = words.next()?;
        let is_it = from.iter().any(|it| it == local) && to.iter().any(|it| it == remote);
        let (user, inode) = (words.nth(3)?, words.nth(1)?);
        // A socket that waits for its last packets has no user any more.
        (is_it && !CLOSED.contains(&state)).then(|| {
            let (user, inode) = (user.parse().ok()?, inode.parse().ok()?);
            Some(Socket { user, inode })
        })?
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
    fn the_clients_own_socket_is_found() {
        let here = "127.0.0.1:8080".parse().unwrap();
        for (peer, found) in [
            ("127.0.0.1:50000", Some((1000, 3))),
            ("127.0.0.2:50000", Some((1001, 2))),
            ("127.0.0.1:50001", Some((1002, 5))),
            ("127.0.0.1:50002", None),
            ("127.0.0.1:50003", None),
        ] {
            let found = found.map(|(user, inode)| Socket { user, inode });
            assert_eq!(socket(TABLE, peer.parse().unwrap(), here), found, "{peer}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_connection_is_held_by_the_process_that_has_its_other_end() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (peer, here) = (client.local_addr().unwrap(), client.peer_addr().unwrap());
        let own = std::process::id();
        let parent = std::os::unix::process::parent_id();
        assert!(is_held_by(&[parent, own], peer, here));
        assert!(!is_held_by(&[parent], peer, here));
        assert!(!is_held_by(&[], peer, here));
        drop(client);
        assert!(!is_held_by(&[own], peer, here));
    }
}
