//! Which memory the processes of a server share while it runs.

#[cfg(target_os = "linux")]
use std::path::Path;

/// Each server takes a megabyte, and a parallel query some more. Containers have 64 MB by default.
#[cfg(target_os = "linux")]
const LEAST: u64 = 512 << 20;

/// Returns arguments for a program of PostgreSQL that starts now. PostgreSQL's own choice on Linux is `/dev/shm`; where that
/// has little room, the server uses files in its data folder.
#[cfg(target_os = "linux")]
pub fn arguments() -> &'static [&'static str] {
    let free = crate::disk::free(Path::new("/dev/shm"));
    match free.is_some_and(|free| free >= LEAST) {
        true => &[],
        false => &["-c", "dynamic_shared_memory_type=mmap"],
    }
}

#[cfg(not(target_os = "linux"))]
pub fn arguments() -> &'static [&'static str] {
    &[]
}
