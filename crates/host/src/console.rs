//! The console of Windows.

use windows_sys::Win32::System::Console::{
    CONSOLE_MODE, ENABLE_ECHO_INPUT, GetConsoleMode, GetStdHandle, STD_INPUT_HANDLE, SetConsoleMode,
};

/// Keeps the console from showing what is typed, until this is dropped.
#[derive(Debug)]
pub struct HiddenInput {
    before: CONSOLE_MODE,
}

impl HiddenInput {
    /// Returns `None` if standard input is no console, such as in the terminal of Git Bash.
    #[must_use]
    pub fn start() -> Option<Self> {
        let mut before = 0;
        #[expect(
            unsafe_code,
            reason = "the mode of a console is read by a foreign function"
        )]
        // SAFETY: the standard handles stay open for as long as the process runs, one that is missing is refused by the call,
        // and `before` is a place for a mode.
        let is_console =
            unsafe { GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &raw mut before) } != 0;
        (is_console && set_mode(before & !ENABLE_ECHO_INPUT)).then(|| Self { before })
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        set_mode(self.before);
    }
}

/// Returns true if the console took the mode.
fn set_mode(mode: CONSOLE_MODE) -> bool {
    #[expect(
        unsafe_code,
        reason = "the mode of a console is set by a foreign function"
    )]
    // SAFETY: the standard handles stay open for as long as the process runs, and one that is missing is refused by the call.
    let done = unsafe { SetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), mode) };
    done != 0
}
