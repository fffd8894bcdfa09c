//! What WebKit reads from the environment, set before GTK starts.

/// Keeps WebKit from measuring its memory. A person's own value of it is respected.
const NO_MEMORY_MONITOR: &str = "WEBKIT_DISABLE_MEMORY_PRESSURE_MONITOR";

/// Has the page's process leave its memory unmeasured. It would read all of its mappings every 30 seconds, on the thread
/// that draws: that holds the window up for 30 to 80 ms each time. Call it in `main`, as [`switch_on`].
pub fn leave_memory_unmeasured() {
    if cfg!(target_os = "linux") && std::env::var_os(NO_MEMORY_MONITOR).is_none() {
        switch_on(NO_MEMORY_MONITOR);
    }
}

/// Sets one of WebKit's switches. Call it first in `main`: it changes the environment.
pub fn switch_on(name: &str) {
    #[expect(
        unsafe_code,
        reason = "runs first in main, while there is only one thread"
    )]
    // SAFETY: no other thread exists yet that could read the environment.
    unsafe {
        std::env::set_var(name, "1");
    }
}
