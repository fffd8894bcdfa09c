//! The socket of a data folder: with this user's rights, and nobody else at either end.

use std::io;
use std::path::Path;

use interprocess::local_socket::traits::tokio::Stream as _;
use interprocess::local_socket::{ListenerOptions, Name};

use crate::data::Data;

pub use interprocess::local_socket::tokio::{Listener, Stream};
pub use interprocess::local_socket::traits::tokio::Listener as Accept;

#[cfg(unix)]
pub use unix::is_own_user;
#[cfg(windows)]
pub use windows::is_own_user;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Listens for the one who holds the folder's lock; what an earlier one left behind goes.
pub fn listen(data_dir: &Path) -> io::Result<Listener> {
    system::listen(data_dir)
}

/// Connects to whoever holds the folder's lock.
pub async fn connect(data_dir: &Path) -> io::Result<Stream> {
    let stream = Stream::connect(system::name(data_dir)?).await?;
    // Checks the peer before anything is sent: a pipe or a socket of this name may belong to another user.
    match is_own_user(&stream)? {
        true => Ok(stream),
        false => Err(io::ErrorKind::PermissionDenied.into()),
    }
}

/// Whether somebody answers who has the folder open. It greets nobody.
pub async fn is_listening(data: &Data) -> bool {
    connect(&data.dir).await.is_ok()
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::PathBuf;

    use app::disk::why;
    use app::private;
    use interprocess::local_socket::traits::StreamCommon as _;
    use interprocess::local_socket::{GenericFilePath, ToFsName as _};
    use rustix::process::geteuid;

    use super::{Listener, ListenerOptions, Name, Path, Stream, io};
    use crate::data::profile;

    const SOCKET: &str = "host.sock";
    /// In bytes: what every system takes as the path of a socket.
    const LONGEST: usize = 100;

    pub fn listen(data_dir: &Path) -> io::Result<Listener> {
        let path = path(data_dir);
        if let Some(folder) = path.parent() {
            // In `/tmp` somebody else may have created it. The error names the folder, as a person has to remove it.
            private::ensure_folder(folder).map_err(|error| {
                let message = format!("{}: {}", folder.display(), why(&error));
                io::Error::new(error.kind(), message)
            })?;
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let name = path.as_path().to_fs_name::<GenericFilePath>()?;
        let listener = ListenerOptions::new().name(name).create_tokio()?;
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        Ok(listener)
    }

    pub fn name(data_dir: &Path) -> io::Result<Name<'static>> {
        path(data_dir).to_fs_name::<GenericFilePath>()
    }

    pub fn is_own_user(stream: &Stream) -> io::Result<bool> {
        Ok(stream.peer_creds()?.euid() == Some(geteuid().as_raw()))
    }

    /// Within the data folder where its path is short enough, whatever it is called by.
    pub fn path(data_dir: &Path) -> PathBuf {
        let dir = data_dir.canonicalize();
        let dir = dir.unwrap_or_else(|_| data_dir.to_owned());
        let within = dir.join("run").join(SOCKET);
        if within.as_os_str().as_bytes().len() <= LONGEST {
            return within;
        }
        // The same in each of the user's sessions, unlike what their environment names.
        let folder = format!("/tmp/plinth-{}", geteuid().as_raw());
        PathBuf::from(folder).join(format!("{}.sock", profile(&dir)))
    }

    #[cfg(test)]
    mod tests {
        use std::os::unix::fs::MetadataExt as _;

        use super::*;

        #[test]
        fn the_path_fits_and_is_one_for_each_folder() {
            let world = tempfile::tempdir().unwrap();
            let long = world.path().join("x".repeat(90)).join("y".repeat(90));
            fs::create_dir_all(&long).unwrap();
            let other = world.path().join("x".repeat(90)).join("z".repeat(90));
            let linked = world.path().join("linked");
            std::os::unix::fs::symlink(&long, &linked).unwrap();
            assert!(path(world.path()).starts_with(world.path().canonicalize().unwrap()));
            for dir in [world.path(), &long, &other] {
                assert!(path(dir).as_os_str().len() <= LONGEST, "{dir:?}");
            }
            assert_ne!(path(&long), path(&other));
            assert_eq!(path(&long), path(&linked));
        }

        #[tokio::test]
        async fn only_this_user_gets_to_the_socket_and_one_left_behind_is_no_obstacle() {
            let world = tempfile::tempdir().unwrap();
            let run = world.path().join("run");
            fs::create_dir(&run).unwrap();
            fs::set_permissions(&run, Permissions::from_mode(0o755)).unwrap();
            fs::write(run.join(SOCKET), "left behind").unwrap();
            let _listener = listen(world.path()).unwrap();
            let mode = |path: &Path| fs::symlink_metadata(path).unwrap().mode() & 0o777;
            assert_eq!(mode(&run), 0o700);
            assert_eq!(mode(&run.join(SOCKET)), 0o600);
            super::super::connect(world.path()).await.unwrap();
        }
    }
}

#[cfg(windows)]
mod windows {
    use interprocess::local_socket::traits::StreamCommon as _;
    use interprocess::local_socket::{GenericNamespaced, ToNsName as _};
    use interprocess::os::windows::local_socket::ListenerOptionsExt as _;
    use interprocess::os::windows::security_descriptor::SecurityDescriptor;
    use widestring::u16cstr;

    use super::{Listener, ListenerOptions, Name, Path, Stream, io};
    use crate::data::profile;
    use crate::process_user;

    pub fn listen(data_dir: &Path) -> io::Result<Listener> {
        // Its owner alone.
        let rights = SecurityDescriptor::deserialize(u16cstr!("D:P(A;;GA;;;OW)"))?;
        ListenerOptions::new()
            .name(name(data_dir)?)
            .security_descriptor(rights)
            .create_tokio()
    }

    pub fn name(data_dir: &Path) -> io::Result<Name<'static>> {
        let dir = data_dir.canonicalize();
        let dir = dir.unwrap_or_else(|_| data_dir.to_owned());
        format!("plinth-{}", profile(&dir)).to_ns_name::<GenericNamespaced>()
    }

    /// Others may not open the pipe of a host, but anybody can have created a pipe of that name before.
    pub fn is_own_user(stream: &Stream) -> io::Result<bool> {
        let peer = stream.peer_creds()?.pid();
        peer.map_or(Ok(false), process_user::is_own)
    }
}
