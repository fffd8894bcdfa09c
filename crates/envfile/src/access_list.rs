//! Access lists of files on Windows.

use std::io;
use std::os::windows::ffi::OsStrExt as _;
use std::path::Path;
use std::ptr::null_mut;

use windows_sys::Win32::Security::{DACL_SECURITY_INFORMATION, GetFileSecurityW, SetFileSecurityW};

/// Gives a file the access list of another one.
///
/// # Errors
/// The system refuses. A drive without access lists is no error.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut list = read(from)?;
    let name = wide(to);
    #[expect(unsafe_code, reason = "an access list is set by a foreign function")]
    // SAFETY: `name` ends with a null, `list` holds what Windows wrote for another file, and both live until the call returns.
    let done = unsafe {
        SetFileSecurityW(
            name.as_ptr(),
            DACL_SECURITY_INFORMATION,
            list.as_mut_ptr().cast(),
        )
    };
    match done {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// The access list of a file within its security descriptor, which is aligned like a pointer.
fn read(path: &Path) -> io::Result<Vec<u64>> {
    let name = wide(path);
    let mut size = 0;
    #[expect(unsafe_code, reason = "an access list is read by a foreign function")]
    // SAFETY: `name` ends with a null, `size` is a place for a number, and nothing is written where there is room for nothing.
    unsafe {
        GetFileSecurityW(
            name.as_ptr(),
            DACL_SECURITY_INFORMATION,
            null_mut(),
            0,
            &raw mut size,
        );
    }
    if size == 0 {
        return Err(io::Error::last_os_error());
    }
    let mut list = vec![0_u64; (size as usize).div_ceil(size_of::<u64>())];
    let room = size;
    #[expect(unsafe_code, reason = "an access list is read by a foreign function")]
    // SAFETY: as above, and `list` has room for `room` bytes.
    let done = unsafe {
        GetFileSecurityW(
            name.as_ptr(),
            DACL_SECURITY_INFORMATION,
            list.as_mut_ptr().cast(),
            room,
            &raw mut size,
        )
    };
    match done {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(list),
    }
}

fn wide(path: &Path) -> Vec<u16> {
    path.as_os_str().encode_wide().chain([0]).collect()
}
