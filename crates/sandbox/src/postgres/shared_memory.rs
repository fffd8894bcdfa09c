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
    arguments_for(crate::disk::free(Path::new("/dev/shm")))
}

/// The arguments where `/dev/shm` has this much room; `None` where nobody knows.
#[cfg(target_os = "linux")]
fn arguments_for(free: Option<u64>) -> &'static [&'static str] {
    match free.is_some_and(|free| free >= LEAST) {
        true => &[],
        false => &["-c", "dynamic_shared_memory_type=mmap"],
    }
}

#[cfg(not(target_os = "linux"))]
pub fn arguments() -> &'static [&'static str] {
    &[]
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn server_uses_files_of_its_own_where_shared_memory_has_little_room() {
        let none: [&str; 0] = [];
        assert_eq!(arguments_for(Some(LEAST)), none);
        let files = ["-c", "dynamic_shared_memory_type=mmap"];
        // As in a container that sets nothing.
        assert_eq!(arguments_for(Some(64 << 20)), files);
        assert_eq!(arguments_for(Some(LEAST - 1)), files);
        assert_eq!(arguments_for(None), files);
    }
}
