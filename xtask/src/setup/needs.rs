//! How much is set up.

/// How much of the set-up a command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub enum Needs {
    /// To build the app and open it on a screen that is there.
    Build,
    /// The same with a screen, a message bus and a keychain of our own.
    VirtualScreen,
    /// Everything the tests drive the window with.
    Test,
    /// The same with the clients that only a thorough run tries.
    Thorough,
}
