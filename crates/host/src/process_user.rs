//! The user that a process of Windows runs as.

use std::io;
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::{CloseHandle, HANDLE};
use windows_sys::Win32::Security::{
    EqualSid, GetTokenInformation, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, OpenProcess, OpenProcessToken, PROCESS_QUERY_LIMITED_INFORMATION,
};

/// Room for a `TOKEN_USER` and the longest identifier of a user (68 bytes) behind it, aligned as both need it.
type User = [u64; 16];

/// True if the process of this number runs as the user of this process.
///
/// # Errors
/// The process has ended, or does not let this user look at it, as those of most other users.
pub fn is_own(process: u32) -> io::Result<bool> {
    #[expect(
        unsafe_code,
        reason = "no safe function of a maintained crate gives the user of another process"
    )]
    // SAFETY: each handle is open while it is used and closed once, by `Handle`. The pseudo handle of this process needs no
    // close. `user_of` gives buffers that Windows filled with a `TOKEN_USER`, whose pointer leads into the same buffer: both
    // are on the heap, do not move and live until the identifiers are compared.
    unsafe {
        let other = Handle(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, process));
        if other.0.is_null() {
            return Err(io::Error::last_os_error());
        }
        let (other, own) = (user_of(other.0)?, user_of(GetCurrentProcess())?);
        let identifier = |user: &User| (*user.as_ptr().cast::<TOKEN_USER>()).User.Sid;
        Ok(EqualSid(identifier(&other), identifier(&own)) != 0)
    }
}

/// Closes a handle when it is dropped.
struct Handle(HANDLE);

impl Drop for Handle {
    fn drop(&mut self) {
        if !self.0.is_null() {
            #[expect(
                unsafe_code,
                reason = "a handle of Windows is closed by a foreign function"
            )]
            // SAFETY: the handle was opened by whoever made this, and nobody else closes it.
            unsafe {
                CloseHandle(self.0);
            }
        }
    }
}

/// # Safety
/// `process` is the open handle of a process.
#[expect(
    unsafe_code,
    reason = "tokens of Windows are read by foreign functions"
)]
unsafe fn user_of(process: HANDLE) -> io::Result<Box<User>> {
    let mut token = Handle(null_mut());
    // SAFETY: `process` is open, and `token` is a place for a handle.
    if unsafe { OpenProcessToken(process, TOKEN_QUERY, &raw mut token.0) } == 0 {
        return Err(io::Error::last_os_error());
    }
    let mut user = Box::new(User::default());
    let size = u32::try_from(size_of::<User>()).unwrap_or_default();
    let mut used = 0;
    let into = user.as_mut_ptr().cast();
    // SAFETY: `token` is open, and `into` has room for `size` bytes.
    if unsafe { GetTokenInformation(token.0, TokenUser, into, size, &raw mut used) } == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_this_users_and_one_of_the_system_is_not() {
        assert!(is_own(std::process::id()).unwrap());
        // The process `System`.
        assert!(!is_own(4).unwrap_or_default());
        assert!(is_own(u32::MAX).is_err());
    }
}
